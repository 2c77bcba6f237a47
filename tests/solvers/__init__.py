"""Tests of solvers/."""
