"""Loops over many small mazes at once; each is a row of one array."""
