"""Starts the server (uvicorn) on a socket, and stops it cleanly on a signal."""

import asyncio
import ipaddress
import logging
import re
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from types import FrameType
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from mazeworks.core.errors import MazeError
from mazeworks.web.connection import Connection
from mazeworks.web.guard import LOOPBACK, Guard, name_of
from mazeworks.web.limits import Limits
from mazeworks.web.log import brief_log
from mazeworks.web.routes import create_app

#: Seconds after which a thread that runs Python lets others run: searches then hardly delay the answers to requests.
SWITCH = 0.0005
#: A name or an address of this server, as --allow-host takes it: maze.example.org, 192.168.1.20, [fe80::1]:80.
NAME = re.compile(r"([\w.-]+|\[[\da-f:.]+\])(:\d+)?", re.ASCII | re.IGNORECASE)


def serve(
    host: str,
    port: int,
    limits: Limits | None = None,
    ready: Callable[[str], Any] | None = None,
    names: Iterable[str] = (),
    proxies: Iterable[str] = (),
) -> None:
    """Serve until Ctrl-C or another signal to end; calls `ready` with the address once it can be opened.

    names: further names that the server answers to; proxies: addresses whose X-Forwarded-For is believed.
    """
    believed = proxies_of(proxies)
    sys.setswitchinterval(SWITCH)
    logging.basicConfig(handlers=[brief_log()], level=logging.WARNING, force=True)
    logging.captureWarnings(True)
    with listen(host, port) as listener:
        everywhere = ipaddress.ip_address(listener.getsockname()[0].partition("%")[0]).is_unspecified
        shown = "127.0.0.1" if everywhere else f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/"
        guard = create_app(within_reach(limits or Limits()), hosts_of(host, everywhere, names))
        works = cast(FastAPI, guard.app).state.server.works
        server = Announcing(config_of(guard, believed), lambda: ready and ready(address), works.stop_all)
        server.run(sockets=[listener])
    if not server.started:
        raise MazeError("the server could not start")


def within_reach(limits: Limits) -> Limits:
    """The limits, with at most half as many connections as this process may open files."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return limits
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return limits if files < 0 else replace(limits, sockets=min(limits.sockets, max(8, files // 2)))


def hosts_of(host: str, everywhere: bool, names: Iterable[str]) -> set[str]:
    """The names that a server on this host answers to: a page elsewhere cannot point its own name here (rebinding).

    >>> sorted(hosts_of("192.168.1.20", False, ["Maze.example.org"]) - LOOPBACK)
    ['192.168.1.20', 'maze.example.org']
    """
    given = set()
    for name in names:
        if not NAME.fullmatch(name):
            expected = "maze.example.org, 192.168.1.20 or [fe80::1], without http://"
            raise MazeError(f"--allow-host {name!r} is not the name of a server; expected one such as {expected}")
        given.add(name_of(name))
    if everywhere and not given:
        need = "the name or address by which other computers open it"
        raise MazeError(f"a server on {host!r} needs {need}", "for example --allow-host 192.168.1.20")
    return LOOPBACK | given | (set() if everywhere else {name_of(host) if ":" not in host else host})


def proxies_of(addresses: Iterable[str]) -> list[str]:
    """The addresses and networks of proxies; refuses what uvicorn would ignore, and what would believe every client.

    >>> proxies_of(["10.0.0.5", "192.168.0.0/16", "::1"])
    ['10.0.0.5', '192.168.0.0/16', '::1']
    """
    believed = list(addresses)
    for address in believed:
        try:
            everyone = ipaddress.ip_network(address).prefixlen == 0
        except ValueError:
            everyone = True
        if everyone:
            expected = "expected its IP address, or a network such as 10.0.0.0/8"
            raise MazeError(f"--behind-proxy {address!r} does not name a proxy; {expected}")
    return believed


def config_of(guard: Guard, proxies: Iterable[str] = ()) -> uvicorn.Config:
    """How uvicorn serves an application."""
    quiet: dict[str, Any] = {"log_config": None, "access_log": False, "server_header": False, "date_header": False}
    seconds: dict[str, Any] = {"timeout_graceful_shutdown": 2, "timeout_keep_alive": 30}  # 2 to finish open requests
    # As many connections as the backlog are accepted before others are closed to make room for them.
    bounds: dict[str, Any] = {"http": Connection, "ws": "none", "backlog": guard.limits.sockets // 4}
    believed = list(proxies)
    proxy: dict[str, Any] = {"proxy_headers": bool(believed), "forwarded_allow_ips": believed}
    return uvicorn.Config(guard, lifespan="on", **quiet, **seconds, **bounds, **proxy)


class Announcing(uvicorn.Server):
    """A server that announces when it is ready, and that ends without an error on a signal."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], Any], stopping: Callable[[], Any]) -> None:
        super().__init__(config)
        self.ready, self.stopping = ready, stopping

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Cancel all work too, so that its clients get an answer before their connections close."""
        super().handle_exit(sig, frame)
        with suppress(RuntimeError):  # before the server runs there is nothing to cancel
            asyncio.get_running_loop().call_soon_threadsafe(self.stopping)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        signals = [signal.SIGINT, signal.SIGTERM]
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup has it
            signals.append(signal.SIGHUP)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            try:
                threading.Thread(target=self.ready, daemon=True).start()
            except RuntimeError:  # the system has no thread left
                self.ready()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any free one."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with ExitStack() as closing:
            listener = closing.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # Small, so that a slow client is seen to take an answer: the system reports no progress within a third.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 15)
            listener.bind(address)
            listener.listen(512)
            closing.pop_all()
        return listener
    except OSError as error:
        raise MazeError(f"the server cannot listen on {host}, port {port}: {error.strerror or error}") from None
