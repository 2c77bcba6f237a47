"""Tests of layouts/."""
