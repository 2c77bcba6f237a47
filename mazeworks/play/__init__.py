"""Playing a puzzle: the session and the terminal game."""
