"""The companion of a browser: a process of ours that serves the page here, and speaks with a server elsewhere."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ...net.reconnecting_client import Endpoint
from .subprocesses import LOG, PortTaken, ServerProcess
from .supervisor import tended, told

FIRST_PORT, PORTS = 21_000, 8_000  # which of them is for a server follows from its pin


class ProxyProcess:
    """Use it with `async with`: then the page is there.  One that dies is started again."""

    def __init__(self, endpoint: Endpoint, data: Path, port: int = 0) -> None:
        assert endpoint.pin is not None
        self.endpoint, self.data, self.pin = endpoint, data, endpoint.pin
        self.port = port or usual_port(endpoint.pin)

    async def __aenter__(self) -> ProxyProcess:
        try:
            server = await self._serve()
        except PortTaken:
            self.port = 0
            server = await self._serve()
        self.port = server.port
        self._task: asyncio.Task[str | None] = asyncio.create_task(tended(server, self._serve))
        return self

    async def __aexit__(self, *_exc: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    @property
    def log(self) -> Path:
        """Where it tells what happens."""
        return self.data / LOG

    async def gone(self) -> str:
        """Wait until it has ended for good; why it is given up."""
        return told(await asyncio.shield(self._task))

    async def _serve(self) -> ServerProcess:
        return await ServerProcess.proxy(self.data, self.port, self.pin, self.endpoint.addresses)


def usual_port(pin: bytes) -> int:
    """A browser keeps seats by the port of the page: the same server has the same port each time, if that is free."""
    return FIRST_PORT + int.from_bytes(pin[:2], "big") % PORTS
