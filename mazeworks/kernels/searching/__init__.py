"""Loops that search and follow."""
