"""The tests that hang on the Python, on every CPython that is here: `make test-pythons`, or

    python -m tests.tools.pythons [PROGRAM ...]

Without PROGRAM it takes the newest of each version on PATH and of pyenv, from 3.11 on.  Each gets an environment of its
own in build/pythons, from wheels alone and at the versions of constraints.txt, and then runs everything but what needs
a browser, a real terminal or another language: those tests hang on no Python.  A version for which a dependency has no
wheel is in the table too, and says which.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from tests import ROOT

FOLDER = ROOT / "build" / "pythons"
LEAST = (3, 11)
ASK = "import sys; print(sys.implementation.name, *sys.version_info[:3])"
INSTALL = ("--only-binary", ":all:", "--no-binary", "ironbottom", "-c", "constraints.txt", "-e", ".[dev,docs]")
NO_WHEEL = re.compile(r"No matching distribution found for (\S+)|no matching distributions available.*:\s+(\S+)")
CLOSING = re.compile(r"\d+ (?:passed|failed|error)")
TESTS = ("engine", "wire", "proof", "secrecy", "server", "client", "bench", "project")
OTHERS = ("client/web", "client/terminal/real", "proof/independent")  # a browser, tmux, Node
WORKERS = os.cpu_count() or 1


class Interpreter(NamedTuple):
    """A CPython of this machine."""

    version: tuple[int, int, int]
    program: str

    @property
    def name(self) -> str:
        return ".".join(map(str, self.version))

    @property
    def folder(self) -> Path:
        return FOLDER / self.name


class PythonResult(NamedTuple):
    """What became of one."""

    interpreter: Interpreter
    state: str  # "passed", "FAILED", "not tested"
    said: str
    seconds: float


def asked(program: str) -> Interpreter | None:
    """What a program says that it is; None where it does not run, or is no CPython that the project knows."""
    try:
        done = subprocess.run([program, "-c", ASK], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    name, *numbers = done.stdout.split() or [""]
    if done.returncode or name != "cpython":
        return None  # a shim of pyenv ends with 127 where its version is not chosen
    major, minor, patch = map(int, numbers)
    return Interpreter((major, minor, patch), program) if (major, minor) >= LEAST else None


def candidates() -> Iterator[str]:
    """Programs that may be one: on PATH, and where pyenv keeps its own."""
    for folder in os.get_exec_path():
        yield from [str(path) for path in Path(folder).glob("python3.*") if re.fullmatch(r"python3\.\d+", path.name)]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from map(str, pyenv.glob("versions/*/bin/python3"))


def newest(programs: Iterable[str]) -> list[Interpreter]:
    """Of each minor version the newest, the oldest first."""
    known: dict[tuple[int, int], Interpreter] = {}
    for one in filter(None, map(asked, programs)):
        kept = known.get(one.version[:2])
        known[one.version[:2]] = one if kept is None else max(kept, one, key=lambda other: other.version)
    return [known[version] for version in sorted(known)]


def installed(one: Interpreter) -> str:
    """Make its environment, unless it is there as it should be; why that cannot be, or nothing."""
    files = [(ROOT / name).read_bytes() for name in ("pyproject.toml", "constraints.txt")]
    wanted = sha256(b"".join(files)).hexdigest()
    stamp = one.folder / "stamp"
    if stamp.exists() and stamp.read_text("ascii") == wanted:
        return ""
    shutil.rmtree(one.folder, ignore_errors=True)
    made = subprocess.run([one.program, "-m", "venv", one.folder], capture_output=True, text=True, check=False)
    if made.returncode:
        return f"venv: {last(made.stdout + made.stderr)}"
    python = str(one.folder / "bin" / "python")
    argv = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *INSTALL]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        lacking = NO_WHEEL.search(done.stderr)
        return f"no wheel of {lacking[1] or lacking[2]} for it" if lacking else f"pip: {last(done.stderr)}"
    stamp.write_text(wanted, "ascii")
    return ""


def last(text: str) -> str:
    """The last line that says something."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "nothing was said")


def tested(one: Interpreter, wanted: Iterable[str]) -> PythonResult:
    """Install and run."""
    begun = monotonic()
    print(f"\n== Python {one.name}: {one.program}", flush=True)
    if why := installed(one):
        return PythonResult(one, "not tested", why, monotonic() - begun)
    spread = ["-n", str(WORKERS), "--dist", "worksteal", "--max-suite-reruns=4"]
    left = [f"--ignore=tests/{name}" for name in OTHERS]
    argv = [str(one.folder / "bin" / "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider", *spread, *left]
    output = FOLDER / f"{one.name}.txt"
    with output.open("w", encoding="utf-8") as file:
        done = subprocess.run(
            [*argv, *wanted], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=file, stderr=file, check=False
        )
    text = output.read_text("utf-8", "replace")
    said = next((line for line in reversed(text.splitlines()) if CLOSING.search(line)), last(text)).strip("= ")
    if done.returncode:
        print(text[-20_000:], flush=True)
    return PythonResult(one, "FAILED" if done.returncode else "passed", said, monotonic() - begun)


def named() -> list[str]:
    """The versions that the package says it was tested on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in project["classifiers"]]
    return [match[1] for match in found if match]


def table(results: list[PythonResult]) -> Iterator[str]:
    """A line for each, and what does not agree with the package."""
    for one in results:
        yield f"{one.state:<10}  Python {one.interpreter.name:<8} {one.seconds:6.0f} s  {one.said}"
    passed = {".".join(map(str, one.interpreter.version[:2])) for one in results if one.state == "passed"}
    if missing := sorted(set(named()) - passed, key=len):
        yield f"The classifiers in pyproject.toml name besides: {', '.join(missing)}"
    if more := sorted(passed - set(named()), key=len):
        yield f"The classifiers in pyproject.toml do not name yet: {', '.join(more)}"


def main(programs: list[str]) -> int:
    """Run them all; 0 if each passed, where those that nobody asked for may lack a wheel."""
    unknown = [program for program in programs if asked(program) is None]
    if unknown:
        print(f"no CPython from {'.'.join(map(str, LEAST))} on: {', '.join(unknown)}", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = os.environ.get("TESTS", "").split() or [f"tests/{name}" for name in TESTS]
    results = [tested(one, wanted) for one in newest(programs or candidates())]
    print("\n== summary", *table(results), sep="\n")
    bad = {"FAILED", "not tested"} if programs else {"FAILED"}
    good = [one for one in results if one.state == "passed"]
    return 0 if good and not any(one.state in bad for one in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
