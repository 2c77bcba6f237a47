"""Loops over pixels."""
