"""The terminal that the tests type into: the distribution's tmux, installed where it is missing and we may.

`python -m tests` asks `missing` before it runs pytest.  On a machine without tmux, and without the right to install it,
these tests are left out and the summary says so; where the environment holds NEEDED, as `.ci/run` sets it, that is a
failure.
"""

from __future__ import annotations

import os
import shutil
from functools import cache

from tests.support.debian import install

NEEDED = "IRONBOTTOM_NEEDS_TMUX"
PACKAGES = ("tmux",)


def needed() -> bool:
    """Whether a machine without tmux is a failure."""
    return bool(os.environ.get(NEEDED))


@cache
def missing() -> str:
    """Install tmux where it is missing and we may; why there is none, or nothing."""
    if shutil.which("tmux"):
        return ""
    refused = install("tmux", "in a terminal", *PACKAGES)
    return refused or ("" if shutil.which("tmux") else "there is no tmux, and apt-get could not install it")
