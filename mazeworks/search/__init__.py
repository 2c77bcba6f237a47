"""What solvers share."""
