"""Tests of animation/."""
