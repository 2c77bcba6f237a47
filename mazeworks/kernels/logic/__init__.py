"""Loops that search for good logic mazes."""
