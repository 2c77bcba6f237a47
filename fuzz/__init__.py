"""Fuzzers of every reader: inputs made by a grammar and by mutation, and what may not happen on any of them."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
#: Every finding there ever was, by the name of its fuzzer; tests replay them, and mutation begins with them.
CORPUS = Path(__file__).parent / "corpus"
