"""Somebody else on this computer, who tries to read what is not his: the system's user `nobody`.

Only root may be somebody else.  `python -m tests` asks `missing` before it runs pytest; where nobody can be had, what
needs him is left out and the summary says so.
"""

from __future__ import annotations

import os
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

NAME = "nobody"


def missing() -> str:
    """Why nobody can be had, or nothing."""
    if os.name != "posix" or os.geteuid() != 0:
        return "only root can try to read them as another user"
    try:
        done = as_nobody("true")
    except (KeyError, OSError) as error:
        return f"there is no user {NAME} here ({error})"
    return "" if done.returncode == 0 else f"the user {NAME} may run nothing here"


def needed() -> None:
    """Where there is no other user, the test that asks says so and is left out."""
    if why := missing():
        pytest.skip(why)


def readable(folder: Path) -> list[str]:
    """What somebody else can read or list below a folder, the folder itself included, by name."""
    here = [folder, *folder.rglob("*")]
    script = 'for path; do if [ -d "$path" ]; then ls "$path" >/dev/null; else cat "$path" >/dev/null; fi' \
             ' 2>/dev/null && echo "$path"; done; true'
    return as_nobody("sh", "-c", script, "sh", *map(str, here)).stdout.splitlines()


def as_nobody(*argv: str) -> subprocess.CompletedProcess[str]:
    """Run something as that user, with none of our groups."""
    group = import_module("pwd").getpwnam(NAME).pw_gid  # which Windows has not
    return subprocess.run(argv, user=NAME, group=group, extra_groups=[], capture_output=True, text=True, check=False)
