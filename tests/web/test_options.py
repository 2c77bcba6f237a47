"""The options of `maze serve` that name hosts and proxies: one that would do nothing, or too much, is refused."""

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from mazeworks import MazeError
from mazeworks.cli import run
from mazeworks.web import startup
from mazeworks.web.startup import hosts_of, proxies_of

WRONG_PROXIES = ["nonsense", "*", "", " 10.0.0.5", "10.0.0.5:80", "10.0.0.1/8", "10.0.0.0/99", "0.0.0.0/0", "::/0"]


@pytest.mark.parametrize("address", WRONG_PROXIES)
def test_a_proxy_is_an_address_or_a_network(address: str) -> None:
    with pytest.raises(MazeError) as error:
        proxies_of(["10.0.0.5", address])
    expected = "expected its IP address, or a network such as 10.0.0.0/8"
    assert error.value.sentence == f"--behind-proxy {address!r} does not name a proxy; {expected}"


@pytest.mark.parametrize("address", ["10.0.0.5", "10.0.0.0/8", "::1", "fd00::/8", "10.0.0.0/255.0.0.0"])
def test_uvicorn_understands_what_is_accepted(address: str) -> None:
    trusted = ProxyHeadersMiddleware(lambda *_: None, proxies_of([address])).trusted_hosts  # type: ignore[arg-type]
    assert not trusted.trusted_literals and not trusted.always_trust
    assert len(trusted.trusted_hosts) + len(trusted.trusted_networks) == 1


@pytest.mark.parametrize("name", ["*", "*.example.org", "", "a b", "fe80::1", "http://a.org", "a.org/", "mäze.org"])
def test_a_name_is_one_that_a_client_can_send(name: str) -> None:
    with pytest.raises(MazeError) as error:
        hosts_of("127.0.0.1", False, [name])
    expected = "expected one such as maze.example.org, 192.168.1.20 or [fe80::1], without http://"
    assert error.value.sentence == f"--allow-host {name!r} is not the name of a server; {expected}"


@pytest.mark.parametrize("option", ["--behind-proxy", "--allow-host"])
def test_the_command_refuses_a_star(
    option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(startup.Announcing, "run", lambda *_, **__: pytest.fail("it started"))
    monkeypatch.setattr("logging.basicConfig", lambda **_: None)
    monkeypatch.setattr("logging.captureWarnings", lambda *_: None)
    assert run(["serve", "--port", "0", "--no-open", option, "*"]) == 2
    assert f"{option} '*' " in capsys.readouterr().err
