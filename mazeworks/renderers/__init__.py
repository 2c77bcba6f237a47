"""Ways to draw, one file each."""
