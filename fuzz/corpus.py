"""The kept inputs: a file each, as text, as bytes or as JSON."""

import json
import re
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from fuzz import CORPUS


def encode(value: Any) -> tuple[str, bytes]:
    """The extension and the content of the file of an input."""
    if isinstance(value, bytes):
        return ".bin", value
    if isinstance(value, str):
        return ".txt", value.encode("utf-8", "surrogatepass")
    return ".json", json.dumps(value, indent=1).encode() + b"\n"


def decode(path: Path) -> Any:
    """The input in a file."""
    data = path.read_bytes()
    if path.suffix == ".bin":
        return data
    return data.decode("utf-8", "surrogatepass") if path.suffix == ".txt" else json.loads(data)


def keep(name: str, sign: str, value: Any, folder: Path = CORPUS) -> Path:
    """Write an input into the corpus of a fuzzer; its name says what went wrong."""
    extension, data = encode(value)
    words = re.sub(r"[^a-z0-9]+", "-", sign.lower()).strip("-")[:60]
    path = folder / name / f"{words}-{zlib.crc32(data):08x}{extension}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def kept_files(name: str = "*") -> list[Path]:
    """The files of a fuzzer's corpus, or of all."""
    return sorted(path for path in CORPUS.glob(f"{name}/*") if path.suffix in (".bin", ".txt", ".json"))


@cache
def kept(name: str) -> list[Any]:
    """The inputs in the corpus of a fuzzer."""
    return [decode(path) for path in kept_files(name)]
