"""Tests of generators/."""
