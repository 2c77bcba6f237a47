"""Kinds of puzzle, one file each."""
