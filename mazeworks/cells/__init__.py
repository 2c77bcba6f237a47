"""Cells side by side: their neighbours, outlines and passages."""
