"""Layouts: arrangements of cells, one file each; those of rolled-up rectangles share one."""
