"""Loops that open passages."""
