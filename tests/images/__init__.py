"""Tests of images/."""
