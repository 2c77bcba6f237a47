"""Mazes read out of images."""
