"""Tests of printing/."""
