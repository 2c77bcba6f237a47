"""Tests of rating/."""
