"""Ways to solve, one file each."""
