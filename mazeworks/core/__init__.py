"""What every kind, maker, solver, format and renderer stands on."""
