"""The fuzzers: every finding there ever was stays mended, new entries are fuzzed, and what goes wrong is noticed."""

import os
import subprocess
import sys
import time
import warnings
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from fuzz import CORPUS
from fuzz.__main__ import main
from fuzz.confined import confined
from fuzz.corpus import decode, encode, keep, kept_files
from fuzz.fuzzer import Fuzzer, all_fuzzers
from fuzz.minimising import minimal
from fuzz.outcome import Finding, outcome, watching
from fuzz.readers.images import encoded
from fuzz.running import Plan, input_of, run
from fuzz.samples import data, loaded, texts
from mazeworks import MazeError
from mazeworks.core.registry import formats, kinds
from mazeworks.files.loading import read_bytes
from tests import ROOT

FUZZERS = all_fuzzers()


def tried(attempt: Any, value: Any = "") -> Finding | bool:
    with watching() as watch:
        return outcome(Fuzzer("one", str, attempt), value, watch)


@pytest.mark.parametrize("path", kept_files(), ids=lambda path: str(path.relative_to(CORPUS)))
def test_every_finding_stays_mended(path: Path) -> None:
    with watching() as watch:
        result = outcome(FUZZERS[path.parent.name], decode(path), watch)
    assert isinstance(result, bool), result.story


def test_every_corpus_has_its_fuzzer_and_small_files() -> None:
    assert {path.parent.name for path in kept_files()} == set(FUZZERS)
    assert all(path.stat().st_size < 20_000 for path in kept_files())


@pytest.mark.parametrize("name", sorted(FUZZERS))
def test_a_seed_makes_the_same_inputs_which_files_can_hold(name: str, tmp_path: Path) -> None:
    for number in range(10):
        value = input_of(FUZZERS[name], 5, number)
        assert encode(value) == encode(input_of(FUZZERS[name], 5, number))
        assert encode(decode(keep(name, "a sign", value, tmp_path))) == encode(value)


def test_every_kind_and_every_text_format_is_a_sample() -> None:
    assert {values["kind"] for values in data()} == {kind.name for kind in kinds.values()}
    found = [next(form.name for form in formats.values() if not form.binary and form.sniff(text)) for text in texts()]
    assert set(found) == {form.name for form in formats.values() if not form.binary}


def test_what_goes_wrong_is_a_finding_and_a_refusal_is_not() -> None:
    def refuses(value: str) -> None:
        raise MazeError("no")

    def warns(value: str) -> None:
        warnings.warn("odd", RuntimeWarning, stacklevel=1)

    assert tried(len) is True and tried(refuses) is False
    for attempt, sign in ((int, "ValueError"), (warns, "RuntimeWarning")):
        found = tried(attempt)
        assert isinstance(found, Finding) and found.sign.startswith(sign)


def test_a_refusal_that_hides_a_fault_is_a_finding_of_that_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: Any) -> None:
        raise IndexError("planted")

    def foreseen(value: str) -> None:
        try:
            int(value)
        except ValueError:
            raise MazeError("not a number") from None

    def hidden(value: str) -> None:
        try:
            read_bytes(maze, "an image")
        except MazeError as error:
            raise MazeError(f"refused: {error}") from None

    maze = image_of((9, 9))
    assert tried(foreseen) is False
    assert tried(FUZZERS["images"].attempt, maze[:-20]) is False  # Pillow fails, on a file that is cut off
    for place in ("vision.recognition._recognise", "images.decoding._as_arrays", "making.outline_file.check_count"):
        with monkeypatch.context() as patch:
            patch.setattr(f"mazeworks.{place}", breaks)
            for attempt in (FUZZERS["masks"].attempt,) if "outline" in place else (FUZZERS["images"].attempt, hidden):
                found = tried(attempt, maze)
                assert isinstance(found, Finding) and found.sign.startswith("IndexError in"), place
                assert "planted" in found.story


def image_of(size: tuple[int, int]) -> bytes:
    """A GIF of noise, which Pillow decodes."""
    grey = np.frombuffer(Random(1).randbytes(size[0] * size[1]), np.uint8).reshape(size)
    return encoded(grey, "GIF", "L")


def test_what_takes_long_or_much_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def works(value: str) -> None:
        end = time.process_time() + 60
        while time.process_time() < end:
            pass

    def fills(value: str) -> None:
        assert len(bytes(range(256)) * 300_000)

    for name, seconds in (("MOST_SECONDS", 0.1), ("BROKEN_OFF", 0.2), ("TICK", 0.05)):
        monkeypatch.setattr(f"fuzz.outcome.{name}", seconds)
    found = tried(works)
    assert isinstance(found, Finding) and found.sign.startswith("slow")
    monkeypatch.setattr("fuzz.outcome.MOST_SECONDS", 60)
    monkeypatch.setattr("fuzz.outcome.MOST_BYTES", 30 << 20)
    found = tried(fills)
    assert isinstance(found, Finding) and found.sign == "memory"


def test_a_finding_is_made_small() -> None:
    def fails(value: str) -> None:
        assert "ab" not in value, "ab"

    def make(random: Random) -> str:
        return "".join(random.choices("abc", k=40))

    tally = run(Fuzzer("one", make, fails), Plan(["one"], 1, 0, 1, None, 30), None)
    [(finding, value)] = tally.findings.values()
    assert (tally.inputs, value) == (30, "ab") and finding.sign.startswith("AssertionError in")
    assert minimal({"a": [1, {"b": "xyz"}], "c": 5}, lambda each: "y" in str(each)) == {"a": [{"b": "y"}]}


def test_a_sample_that_mazeworks_fails_to_make_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: Any) -> None:
        raise IndexError("planted")

    def make(random: Random) -> str:
        return str(loaded(ROOT / "examples" / "wall" / "hexagons.json"))

    plan = Plan(["one"], 1, 0, 1, None, 30)
    monkeypatch.setattr("mazeworks.files.loading.read_bytes", None)
    [(finding, value)] = run(Fuzzer("one", make, len), plan, None).findings.values()
    assert value is None and finding.sign.startswith("TypeError in files/loading")
    assert "hexagons.json" in finding.story
    with pytest.raises(IndexError):
        run(Fuzzer("one", breaks, len), plan, None)


@pytest.mark.parametrize("words", ["--seconds -1", "--seconds nan", "--inputs 0", "--jobs 0", "--jobs x"])
def test_numbers_that_are_not_positive_are_refused(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["fuzz", *words.split(), "ids"])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert f"{words.split()[1]!r} is not a positive" in capsys.readouterr().err


def test_nothing_is_written_outside_the_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside.txt"
    inside.mkdir()
    with confined(str(inside)):
        Path("here.txt").write_text("here")
        for forbidden in (lambda: outside.write_text("there"), lambda: subprocess.run(["true"])):
            with pytest.raises(PermissionError):
                forbidden()
    outside.write_text("again allowed")
    assert (inside / "here.txt").exists()


def test_one_command_runs_them_and_says_so_by_its_exit_code(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fuzz", "--inputs", "60", "--seed", "3", "--jobs", "1", "--corpus", str(tmp_path)]
    done = subprocess.run(
        [*command, "ids", "chains"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rows = {line.split()[0]: line.split()[1:] for line in done.stdout.splitlines()[1:]}
    assert rows["ids"][0] == rows["chains"][0] == "60" and rows["in"][1] == "120"
    assert not list(tmp_path.iterdir())
