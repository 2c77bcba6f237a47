"""Pixels in and out: decoded, encoded, drawn over."""
