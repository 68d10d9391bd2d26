"""How players tend to deploy, for the worlds of a seat: counted from games of several rungs (`arena/training/`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ironbottom.worlds import Prior

SHIPPED = "deployments.json"


@cache
def shipped_prior() -> Prior:
    """The one that comes with the program; read once."""
    return Prior.from_json((files(__package__) / SHIPPED).read_bytes())
