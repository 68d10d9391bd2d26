"""Servers, each a process of its own, and what the system says of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class OwnProcess:
    """A process that prints one line of JSON with its port, and ends when its input does."""

    def __init__(self, *argv: str, core: int | None = None) -> None:
        self._argv, self._core = argv, core
        self.port = 0

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [sys.executable, "-m", *self._argv], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        if self._core is not None:
            os.sched_setaffinity(self._process.pid, {self._core})
        assert self._process.stdout is not None
        told: dict[str, Any] = json.loads(self._process.stdout.readline())
        self.port = told["port"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def seconds(self) -> float:
        """The time that all threads of the process have run so far, in seconds."""
        tasks = Path(f"/proc/{self._process.pid}/task")
        return sum([int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()]) / 1e9

    def resident(self) -> int:
        """The bytes of memory that it holds."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) * 1024


def two_cores() -> tuple[int | None, int | None]:
    """A core for the server and one for those who ask it; the same where there is only one."""
    if sys.platform != "linux":
        return None, None
    count = os.cpu_count() or 1
    return (0, 1) if count > 1 else (0, 0)
