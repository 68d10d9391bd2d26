"""How much memory this machine has for us, and how many bots that is enough for."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from .settings import BOTS

BOT = 64 * 1024 * 1024  # bytes of the largest bot, as it plays: the admiral was seen at 59 MB
SHARE = 4  # one part in so many is for bots
UNKNOWN = 8  # bots where the system does not say how much memory there is
CGROUPS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def usual_bots(memory: int | None = None) -> int:
    """How many bots may run on a machine with so many bytes of memory, on this one by default."""
    if memory is None:
        memory = installed()
    return UNKNOWN if memory is None else max(1, min(BOTS, memory // SHARE // BOT))


def installed(cgroups: tuple[Path, ...] = CGROUPS) -> int | None:
    """Bytes of memory that this process may have; None where the system does not say."""
    found = []
    with suppress(ValueError, OSError, AttributeError):  # what Windows has not
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for file in cgroups:  # the limit of a container
        with suppress(ValueError, OSError):  # there is none, or "max"
            found.append(int(file.read_text("ascii")))
    return min([size for size in found if size > 0], default=None)
