"""`ironbottom hotseat`: two people, one screen."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...console.output import complain
from ...launch.table_options import add_cards, add_client, add_side, add_special, add_strength, made_even, seed
from ..own_strength import own_strength
from . import ABOUT

USAGE = 2

EXAMPLES = N_("""\
examples:
  ironbottom hotseat
  ironbottom hotseat --players Ann Bob --side us      (Ann plays the US)
  ironbottom hotseat --battle cape-esperance --web    (in the browser)

between two turns a curtain hides everything; behind it stands what happened since that player saw the board.  The game
is kept at every moment: leave it with quit or Ctrl-C, go on with
  ironbottom resume
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["hotseat"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("hotseat", help=about, description=about, formatter_class=raw, epilog=_(EXAMPLES))
    about = _("the names of both, the first that of --side (default: First player, Second player)")
    command.add_argument("--players", nargs=2, metavar=("ONE", "OTHER"), help=about)
    add_side(command)
    about = _("hand over for each question, also where one answer is legal: else the other learns that it was so")
    command.add_argument("--every-question", action="store_true", help=about)
    command.add_argument("--advice", action="store_true", help=_("both may ask an adviser"))
    command.add_argument("--seed", type=seed, metavar="HEX", help=_("the seed of the game, for practice"))
    add_cards(command)
    add_special(command, lists=True)
    add_strength(command)
    add_client(command)
    command.set_defaults(run=run, own_strength=own_strength)


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    if misfit := made_even(args):
        complain(misfit)
        return USAGE
    if args.web:
        return int(import_module("ironbottom.client.launch.browser_game").run("hotseat", args))
    return int(import_module("ironbottom.client.launch.alone.hotseat_game").run(args))
