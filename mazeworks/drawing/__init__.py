"""Scenes, sketches and how they are painted."""
