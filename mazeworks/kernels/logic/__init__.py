"""Loops that invent logic mazes."""
