"""Tests of mazeworks."""
