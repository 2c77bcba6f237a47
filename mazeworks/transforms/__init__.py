"""Ways to change a wall maze into another, one file each."""
