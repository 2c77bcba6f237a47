"""Tests of formats/."""
