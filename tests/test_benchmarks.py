"""The command of the benchmarks: its arguments, not what it measures; and that the load on the server is a real one."""

from contextlib import closing

import pytest

from benchmarks.__main__ import main, sections
from benchmarks.load import Client, level
from tests.serving import in_thread


def test_help_and_unknown_names_measure_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0 and "--thorough" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["nonsense"])
    said = capsys.readouterr().err
    assert ended.value.code == 2 and "no benchmark is called 'nonsense'" in said and ", ".join(sections()) in said


def test_the_load_is_understood_by_the_server() -> None:
    with in_thread() as server:
        assert server.port is not None
        with closing(Client(server.port, 3)) as client:
            for work in (Client.make, Client.make_by_id, Client.solve, Client.draw, Client.download, Client.play):
                before = client.answers[200]
                client.attempt(work)
                assert client.answers[200] > before, work
            for work in (Client.upload, Client.watch, Client.look, Client.err):
                client.attempt(work)
        assert {200, 404, 405, 421, 422} <= set(client.answers) and max(client.answers) < 500
        assert not client.broken


def test_what_grows_is_not_level() -> None:
    assert level("MB of memory", [float(max(20, n)) for n in range(100)]).reached is False
    assert level("MB of memory", [1.0, 500, *[300.0] * 50]).reached
