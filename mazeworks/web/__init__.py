"""The page and its server: make, solve, watch, race and play mazes in a browser."""
