"""Solvers, one file each."""
