"""Tests of batches, datasets and training environments."""
