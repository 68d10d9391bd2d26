"""What a peer's process does: read a command, measure, answer; a line of JSON each.  Standard library only."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence

from tests.bench.measuring import Time

Command = Callable[..., Sequence[Time]]


def serve(commands: Mapping[str, Command]) -> None:
    """Carry out ["name", argument, ...] until the input ends."""
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(commands[name](*arguments)), flush=True)
