"""Moving pictures from traces."""
