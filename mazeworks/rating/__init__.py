"""How hard a puzzle is, and surveys of many."""
