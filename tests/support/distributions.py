"""The checkout, copied and built: its source archive and its wheel."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from tests import ROOT
from tests.support.links import LINKS


def built(source: Path, what: str, into: Path) -> Path:
    """The source archive (`sdist`) or the wheel of a folder, by the back end that its pyproject.toml names."""
    into.mkdir(exist_ok=True)
    program = f"import setuptools.build_meta as b; b.build_{what}({str(into)!r})"
    done = subprocess.run([sys.executable, "-c", program], cwd=source, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    (found,) = into.iterdir()
    return found


def listed(source: Path = ROOT) -> list[str]:
    """The files of a checkout as git has them, with what was not committed yet; never the links."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    found = subprocess.run(listing, cwd=source, capture_output=True, check=True).stdout.decode().split("\0")
    return [name for name in found if name not in LINKS and (source / name).is_file()]


def copied(into: Path, source: Path = ROOT) -> Path:
    """The checkout without its tests: a build leaves its traces where it is done."""
    for name in listed(source):
        if not name.startswith("tests/"):
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, into / name)
    return into


def names(wheel: Path) -> set[str]:
    """What is in it."""
    with ZipFile(wheel) as archive:
        return set(archive.namelist())
