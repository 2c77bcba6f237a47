"""Ways to make puzzles, one file each."""
