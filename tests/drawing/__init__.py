"""Tests of drawing/."""
