"""A changed server as a process of its own: python -m tests.proof.cheating WHAT [options of the server]."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

import pytest

from ironbottom.server.ops.command import add_options, run
from ironbottom.words import Side
from tests.proof.cheats import good_deal, grinds, misses_falsely, tells_falsely

Plant = Callable[[pytest.MonkeyPatch], object]

WHAT: dict[str, Plant] = {
    "grinds": lambda patch: grinds(patch, good_deal(3), tells=False),
    "grinds-and-tells": lambda patch: grinds(patch, good_deal(2), tells=True),
    "ends-and-grinds": lambda patch: grinds(patch, good_deal(2), tells=False, shows="over"),
    "begins-and-grinds": lambda patch: grinds(patch, good_deal(2), tells=False, shows="began"),
    "dice": lambda patch: tells_falsely(patch, Side.US, cards=False),
    "cards": lambda patch: tells_falsely(patch, Side.US, dice=False),
    "missed": lambda patch: misses_falsely(patch, Side.US),
}

if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    WHAT[what](pytest.MonkeyPatch())
    parser = argparse.ArgumentParser(prog="python -m tests.proof.cheating")
    add_options(parser)
    sys.exit(run(parser.parse_args(rest)))
