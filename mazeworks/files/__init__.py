"""Loading and saving puzzles."""
