"""Tests of turtle/."""
