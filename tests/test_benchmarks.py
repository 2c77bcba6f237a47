"""The command of the benchmarks: its arguments, not what it measures."""

import pytest

from benchmarks.__main__ import main, sections


def test_help_and_unknown_names_measure_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0 and "--thorough" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["nonsense"])
    said = capsys.readouterr().err
    assert ended.value.code == 2 and "no benchmark is called 'nonsense'" in said and ", ".join(sections()) in said
