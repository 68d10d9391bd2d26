"""axe-core, the checker of accessibility: fetched by npm when the tests run, at one version, never kept here."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import ROOT

VERSION = "4.14.1"
INTEGRITY = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
FOLDER = ROOT / "build" / "axe"
MEMBER = "package/axe.min.js"


@cache
def missing() -> str:
    """Fetch it where it is not here yet; why there is none, or nothing."""
    if source_file().exists():
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "there is no npm to fetch axe-core with"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=FOLDER) as folder:
        return _fetch(npm, Path(folder))


def _fetch(npm: str, folder: Path) -> str:
    """Another process may do the same at the same time: whoever is last puts the same file there."""
    argv = [npm, "pack", f"axe-core@{VERSION}", "--pack-destination", str(folder), "--silent"]
    try:
        subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=120)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired, OSError):
        return "npm could not fetch axe-core"
    packed = folder / f"axe-core-{VERSION}.tgz"
    if base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode() != INTEGRITY:
        return "npm fetched an axe-core that is not the one we know"
    with tarfile.open(packed) as archive:
        member = archive.extractfile(MEMBER)
        assert member is not None
        partial = folder / "script"
        partial.write_bytes(member.read())
    partial.replace(source_file())
    return ""


def source_file() -> Path:
    """Where the script is."""
    return FOLDER / f"axe-{VERSION}.min.js"
