"""Transforms of wall mazes, one file each."""
