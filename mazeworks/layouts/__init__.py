"""Layouts: arrangements of cells, one file each."""
