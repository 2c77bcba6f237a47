"""Tests of puzzles/."""
