"""The tests: one folder for each room of the package, and what they share."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"
