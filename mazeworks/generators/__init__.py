"""Generators of puzzles, one file each."""
