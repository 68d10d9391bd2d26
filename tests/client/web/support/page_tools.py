"""ESLint and TypeScript's compiler, which check the page: what package-lock.json names, got by npm."""

from __future__ import annotations

import shutil
import subprocess
from fcntl import LOCK_EX, flock
from functools import cache

from tests import ROOT

LOCK = ROOT / "package-lock.json"
FOLDER = ROOT / "node_modules"
THERE = FOLDER / ".package-lock.json"  # npm writes it when all is there
BUSY = ROOT / "build" / "npm.lock"  # held by whoever gets them: the tests may run already
CHECKS = (("eslint", "client/web"), ("tsc", "--project", "."))


@cache
def missing() -> str:
    """Get them where they are not here yet; why there are none, or nothing.  One process at a time."""
    BUSY.parent.mkdir(exist_ok=True)
    with BUSY.open("w") as file:
        flock(file, LOCK_EX)
        return _get()


def _get() -> str:
    if shutil.which("node") is None or (npm := shutil.which("npm")) is None:
        return "there is no npm to get ESLint and TypeScript with"
    if THERE.exists() and THERE.stat().st_mtime >= LOCK.stat().st_mtime:
        return ""
    argv = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
    try:
        subprocess.run(argv, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=240)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired, OSError):
        return "npm could not get ESLint and TypeScript"
    return ""


def found(*argv: str, given: str = "") -> str:
    """What one of them finds, perhaps in a text that it is given; nothing, if all is well."""
    program = [str(FOLDER / ".bin" / argv[0]), *argv[1:]]
    done = subprocess.run(program, cwd=ROOT, input=given, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr
