"""`ironbottom play`: a game against a bot, with nothing to set up."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...launch.rungs import with_ladder
from ...launch.table_options import add_cards, add_client, add_least, add_name, add_side, seed
from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom play
  ironbottom play --side jp --bot cadet
  ironbottom play --web           (in the browser)

the game is kept at every moment: leave it with quit or Ctrl-C, go on with
  ironbottom resume

the same deck and the same dice again, for practice (whoever has the seed can know every card):
  ironbottom play --seed 1942
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["play"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("play", help=about, description=about, formatter_class=raw)
    command.epilog = with_ladder(_(EXAMPLES))
    add_side(command)
    about = _("the other player: one of those below, or MODULE:CLASS (default: mate)")
    command.add_argument("--bot", default="mate", metavar="NAME", help=about)
    command.add_argument("--seed", type=seed, metavar="HEX", help=_("the seed of the game, for practice"))
    add_cards(command)
    add_name(command)
    add_least(command, 0)
    add_client(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    if args.web:
        return int(import_module("ironbottom.client.launch.browser_game").run("play", args))
    return int(import_module("ironbottom.client.launch.alone.local_game").run(args))
