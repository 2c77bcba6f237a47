"""Tests of transforms/."""
