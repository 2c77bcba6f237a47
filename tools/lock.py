"""Write the exact versions of all dependencies, as checks use them: `python -m tools.lock`.

Versions alone, without hashes: a file with hashes allows no editable installation, which the checks need, and every
platform has wheels of its own.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "requirements.lock"
HEAD = """\
# The versions that checks run with, a constraints file: pip install -c requirements.lock -e ".[dev]".
# Written by `python -m tools.lock`.
"""
INSTALL = ["pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-", f"{ROOT}[dev]"]


def pinned(report: dict[str, Any]) -> str:
    """The lines of the file, from pip's report on an installation."""
    found = (each["metadata"] for each in report["install"] if each["requested"] is False)
    return HEAD + "".join(sorted(f"{each['name'].lower()}=={each['version']}\n" for each in found))


if __name__ == "__main__":
    answer = subprocess.run([sys.executable, "-m", *INSTALL], stdout=subprocess.PIPE, check=True, text=True).stdout
    TARGET.write_text(pinned(json.loads(answer)), encoding="ascii")
