"""Starts the server (uvicorn) on a socket, and stops it cleanly on a signal."""

import ipaddress
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from mazeworks.core.errors import MazeError
from mazeworks.web.guard import LOOPBACK
from mazeworks.web.limits import Limits
from mazeworks.web.routes import create_app


def serve(host: str, port: int, limits: Limits | None = None, ready: Callable[[str], Any] | None = None) -> None:
    """Serve until Ctrl-C or another signal to end; calls `ready` with the address once it can be opened."""
    listener = listen(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
    guard = create_app(limits, LOOPBACK | {host.lower()} if is_loopback(host) else None)
    quiet: dict[str, Any] = {"log_level": "warning", "access_log": False, "server_header": False, "date_header": False}
    seconds: dict[str, Any] = {"timeout_graceful_shutdown": 2, "timeout_keep_alive": 30}  # 2 to finish open requests
    config = uvicorn.Config(guard, lifespan="on", **quiet, **seconds)
    server = Announcing(config, lambda: ready and ready(address), cast(FastAPI, guard.app).state.server.works.stop_all)
    with listener:
        server.run(sockets=[listener])
    if not server.started:
        raise MazeError("the server could not start")


class Announcing(uvicorn.Server):
    """A server that announces when it is ready, and that ends without an error on a signal."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], Any], stopping: Callable[[], Any]) -> None:
        super().__init__(config)
        self.ready, self.stopping = ready, stopping

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Cancel all work too, so that its clients get an answer before their connections close."""
        super().handle_exit(sig, frame)
        threading.Thread(target=self.stopping, daemon=True).start()

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
            threading.Thread(target=self.ready, daemon=True).start()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes any free one."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with ExitStack() as closing:
            listener = closing.enter_context(socket.socket(family, kind, protocol))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(512)
            closing.pop_all()
        return listener
    except OSError as error:
        raise MazeError(f"the server cannot listen on {host}, port {port}: {error.strerror or error}") from None


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this computer only."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
