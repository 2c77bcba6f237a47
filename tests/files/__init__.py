"""Tests of files/."""
