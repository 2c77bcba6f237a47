"""The docs are true: every console example prints what is pasted, and every link leads somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.make_commands import commands_page
from tests import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def transcript(page: Path) -> list[tuple[str, str]]:
    """Each command of a page's console examples, and the page's words for what it prints."""
    blocks = re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)
    return [pair for block in blocks for pair in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)]


@pytest.mark.parametrize("page", [page for page in PAGES if transcript(page)], ids=lambda page: page.name)
def test_console_examples_print_what_is_pasted(page: Path, tmp_path: Path) -> None:
    """One after the other, in a folder of their own; a command shown without output is not run."""
    for name in ("examples", "programs"):
        (tmp_path / name).symlink_to(ROOT / name)
    variables = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    for command, output in transcript(page):
        if output.strip():
            run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, env=variables)
            pattern = ".*".join(re.escape(part) for part in output.rstrip("\n").split("…"))
            shown = (run.stdout, run.stderr, run.stdout + run.stderr)  # a page shows one or both
            assert any(re.fullmatch(pattern, text.rstrip("\n"), re.S) for text in shown), f"{command}\n{shown[2]}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_the_page_of_commands_is_current() -> None:
    assert (ROOT / "docs" / "commands.md").read_text(encoding="utf-8") == commands_page(), (
        "write it anew with: python -m docs.make_commands"
    )
