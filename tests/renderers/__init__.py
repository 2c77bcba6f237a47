"""Tests of renderers/."""
