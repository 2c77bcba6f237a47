"""The core: puzzles, solutions, facets, the registry, and the grid and graph representations."""
