"""Tests of making/."""
