"""At night: the wheel and the source, installed with all that they need from the package index into fresh environments.

    python -m tests.tools.installed

Takes a minute or two and the network.  What README.md and REMOTE.md tell people to type is typed here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.distributions import built, copied


def ran(*argv: str | Path, cwd: Path, code: int = 0) -> str:
    """Run a program; what it printed.  Raises AssertionError where it ends with another code."""
    home = {"IRONBOTTOM_HOME": str(cwd / "home")}
    done = subprocess.run(
        list(map(str, argv)), cwd=cwd, env=os.environ | home, capture_output=True, text=True, check=False
    )
    print(f"{done.returncode}  {' '.join(map(str, argv))}", flush=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def environment(folder: Path) -> Path:
    """A fresh one; where its programs are."""
    venv.create(folder, with_pip=True)
    return folder / ("Scripts" if sys.platform == "win32" else "bin")


def plays(programs: Path, folder: Path) -> None:
    """The program is there, its server and its bots too."""
    assert ran(programs / "ironbottom", "--version", cwd=folder).startswith("ironbottom ")
    module = (programs / "python", "-m", "ironbottom")
    assert "1 deal" in ran(*module, "arena", "mate", "random", "--games", "2", cwd=folder)


def from_source(folder: Path) -> None:
    """As README.md says, and as the Containerfile does."""
    source = copied(folder / "source")
    programs = environment(folder / "from-source")
    ran(programs / "pip", "install", "--quiet", "-c", "constraints.txt", ".", cwd=source)
    plays(programs, folder)
    said = ran(programs / "ironbottom", "join", "7-crossover-clockwork", cwd=folder, code=1)
    command = re.search(r"install it with `(.*?)`", said)
    assert command is not None, said
    ran("sh", "-c", command[1], cwd=folder)  # and then the package is there
    ran(programs / "python", "-c", "import wormhole", cwd=folder)


def from_wheel(folder: Path) -> None:
    """As a friend does who was sent one file, with an extra."""
    wheel = built(copied(folder / "checkout"), "wheel", folder / "wheel")
    programs = environment(folder / "from-wheel")
    ran(programs / "pip", "install", "--quiet", f"{wheel}[remote]", cwd=folder)
    plays(programs, folder)
    ran(programs / "python", "-c", "import wormhole", cwd=folder)


if __name__ == "__main__":
    with TemporaryDirectory(prefix="ironbottom-installed-") as temporary:
        from_source(Path(temporary))
        from_wheel(Path(temporary))
