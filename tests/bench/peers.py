"""Other people's engines: an environment of their own, and a process for each."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.bench.measuring import Time

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PINS = HERE / "peers.txt"
ENVIRONMENT = ROOT / ".venv-peers"
PYTHON = ENVIRONMENT / "bin" / "python"
INSTALLED = "import json; from importlib.metadata import distributions as all; \
print(json.dumps({d.name.lower(): d.version for d in all()}))"


def pins(text: str) -> dict[str, str]:
    """The lines name==version of a requirements file, comments apart."""
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    return {name.lower(): version for name, version in [line.split("==") for line in lines if line]}


def installed() -> bool:
    """Whether the environment is there, with every peer at its version."""
    if not PYTHON.exists():
        return False
    asked = subprocess.run([PYTHON, "-c", INSTALLED], capture_output=True, text=True, check=False)
    there: dict[str, str] = json.loads(asked.stdout) if asked.returncode == 0 else {}
    return all(there.get(name) == version for name, version in pins(PINS.read_text(encoding="utf-8")).items())


def install() -> None:
    """Make the environment, if it is not there as it should be."""
    if installed():
        return
    print(f"making {ENVIRONMENT.name} for the peers of {PINS.name}", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", "--clear", ENVIRONMENT], check=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", str(PINS)]
    subprocess.run(pip, check=True)


class PeerProcess:
    """A process with one of them; it waits while we measure."""

    def __init__(self, module: str) -> None:
        self.process = subprocess.Popen(
            [PYTHON, "-m", f"tests.bench.{module}"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def measure(self, command: str, *arguments: int) -> list[Time]:
        """What the peer measured."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([command, *arguments]), file=self.process.stdin, flush=True)
        told = self.process.stdout.readline()
        if not told:
            raise RuntimeError(f"the peer ended with {self.process.wait()}")
        return [Time(*figure) for figure in json.loads(told)]
