"""Tests of cells/."""
