"""Renderers, one file each."""
