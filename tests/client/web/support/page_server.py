"""A server of ours on loopback: a process that can be stopped, killed and started again at the same port."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Self

PATIENCE = 60.0  # seconds until a test gives up: machines may be busy


class PageServer:
    """The server, its folder and its port.  `program` is another one than ours, and its first words."""

    def __init__(self, folder: Path, *more: str, program: tuple[str, ...] = ("ironbottom.server",)) -> None:
        self.folder, self.more, self.program = folder, more, program
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """Where its page is."""
        return f"http://127.0.0.1:{self.port}/"

    def open(self) -> Self:
        """Start it, at the port that it had before."""
        argv = [*self.program, "--child", "--port", str(self.port), "--interface", "127.0.0.1", "--no-announce"]
        argv += ["--data", str(self.folder), "--log", str(self.folder / "log"), *self.more]
        self._process = subprocess.Popen(
            [sys.executable, "-m", *argv], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        self.port = json.loads(self._process.stdout.readline())["port"]
        return self

    def close(self) -> None:
        """Let it end by itself."""
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(PATIENCE)
        finally:
            self.kill()

    def kill(self) -> None:
        """As when the power fails."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()
