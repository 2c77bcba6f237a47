"""Arrangements of cells, one file each."""
