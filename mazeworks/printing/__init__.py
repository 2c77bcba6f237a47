"""Sheets and books for a printer."""
