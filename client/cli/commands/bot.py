"""`ironbottom bot`: a bot takes a seat."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...launch.table_options import add_name, add_reasons, add_side
from ...text.people.rungs import with_ladder
from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom bot mate join IB1-AEAQA-O2QMN-...
  ironbottom bot random join --side jp --seed 7 IB1-AEAQA-O2QMN-...

a class of your own is named MODULE:CLASS; client/bots/GUIDE.md shows how to write one.
the same line again goes on with a game that was interrupted.
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["bot"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("bot", help=about, description=about, formatter_class=raw)
    command.epilog = with_ladder(_(EXAMPLES))
    command.add_argument("bot", metavar="NAME", help=_("one of the bots below, or MODULE:CLASS"))
    command.add_argument("join", choices=("join",), help=_("what it is to do"))
    command.add_argument("invite", metavar="STRING", help=_("the invite; - reads it from the input"))
    add_side(command)
    add_name(command)
    command.add_argument("--seed", default=None, metavar="S", help=_("any word: the same one makes the same choices"))
    add_reasons(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    return int(import_module("ironbottom.client.bots.seat.process").run(args))
