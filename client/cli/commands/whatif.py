"""`ironbottom whatif`: a finished game is played on from one of its moments, against a bot."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...launch.table_options import add_client, add_name, add_side, seed
from ...storage.card_sets import CHOICES
from ...text.people.rungs import with_ladder
from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom whatif game.ibss --turn 7 --side us
  ironbottom whatif game.ibss --at 131 --knows jp --side jp --dice fresh --bot admiral
  ironbottom whatif game.ibss --turn 7 --web

a what-if begins at a moment of a finished game and counts as none. everything lies as it truly lay there; with --knows
us or jp it lies as far as that side knew, and what it could not know is dealt anew, so that nothing hidden is learned.
with --dice same chance comes as it would have come: the same answers give the same game.

replay tells the number of each moment; there, too, a key plays on from it. whoever has the file gets the same what-if
by the command that is shown at the beginning. a what-if has a transcript, which verify, replay and whatif read.
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["whatif"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("whatif", help=about, description=about, formatter_class=raw)
    command.epilog = with_ladder(_(EXAMPLES))
    command.add_argument("file", metavar="FILE", help=_("the transcript of a finished game"))
    where = command.add_mutually_exclusive_group(required=True)
    where.add_argument("--at", type=int, metavar="N", help=_("after so many answers"))
    where.add_argument("--turn", type=int, metavar="T", help=_("where a turn begins"))
    add_side(command)
    about = _("whose knowledge counts; all: the cards lie as they truly lay (default: all)")
    command.add_argument("--knows", choices=("all", "us", "jp"), default="all", help=about)
    about = _("as they would have come, or new, with decks in a new order (default: same)")
    command.add_argument("--dice", choices=("same", "fresh"), default="same", help=about)
    about = _("the other player: one of those below, or MODULE:CLASS (default: mate)")
    command.add_argument("--bot", default="mate", metavar="NAME", help=about)
    about = _("of a what-if that was played before: the same again")
    command.add_argument("--seed", type=seed, metavar="HEX", help=about)
    command.add_argument("--set", metavar=CHOICES, help=_("the cards, if not core or full: a folder of your own"))
    add_name(command)
    add_client(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    if args.web:
        return int(import_module("ironbottom.client.launch.browser_game").what_if(args))
    return int(import_module("ironbottom.client.launch.alone.what_if_game").run(args))
