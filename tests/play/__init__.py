"""Tests of play/."""
