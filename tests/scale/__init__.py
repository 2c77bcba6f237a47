"""Tests of batches and datasets."""
