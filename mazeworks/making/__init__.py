"""Making a puzzle by name or id, and changing it."""
