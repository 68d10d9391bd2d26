"""Bots of a host's own, MODULE:CLASS, that players may call beside those of this program.

Each is run by the client's program in a process of its own, in the folder where the server was started; here is only
looked whether it can be there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder

from ironbottom.language import N_

from .settings import CannotServe

LONGEST = 64  # letters of a name that players may call
LOST = N_("The bot {name}: there is no module {module} in this folder; start the server in the folder that holds it, "
          "or name that folder in PYTHONPATH.")


def is_own_name(text: str) -> bool:
    """Whether it names a class in a module."""
    module, colon, kind = text.partition(":")
    parts = (*module.split("."), kind)
    return bool(colon) and len(text) <= LONGEST and all(part.isidentifier() for part in parts)


def look_for(names: Iterable[str]) -> None:
    """Raises CannotServe for one whose module is nowhere; nothing of it is run."""
    for name in names:
        module = name.partition(":")[0]
        top = module.partition(".")[0]
        if top not in sys.builtin_module_names and PathFinder.find_spec(top, [*sys.path, os.getcwd()]) is None:
            raise CannotServe(LOST, name=name, module=module)
