"""Mazes by the million: batches as arrays, datasets on a cluster, environments to train in."""
