"""The sub-commands of `ironbottom battles` that make battles: of a moment of a game, and in an editor."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module

from ironbottom.language import N_, _

from ..storage.card_sets import CHOICES

MOST_TURNS = 40
Run = Callable[[argparse.Namespace], int]

NEW = N_("""\
examples:
  ironbottom battles new --from game.ibss@131
  ironbottom battles new --from game.ibss@131 --turns 4 --title "The last night" --out last-night.yaml

the number tells how many answers were given before, as `ironbottom replay` shows it. the battle begins with the turn
that begins there or next.
""")


def add_new(commands: argparse._SubParsersAction[argparse.ArgumentParser], run: Run) -> None:
    """`battles new`."""
    raw = argparse.RawDescriptionHelpFormatter
    about = _("Make a battle of a moment of a finished game, with all that lies on the table and in decks and hands.")
    new = commands.add_parser("new", help=about, description=about, epilog=_(NEW), formatter_class=raw)
    new.add_argument("--from", dest="begin", metavar="GAME@MOMENT", required=True, help=_(
        "the transcript of a finished game, and after how many answers the battle begins"
    ))
    about = _("how long it is, of both sides together (default: 6)")
    new.add_argument("--turns", type=_turns, metavar="N", help=about)
    new.add_argument("--title", default="", metavar="TEXT", help=_("what it is called"))
    about = _("yes: both draw, and hands are dealt anew; no: nobody draws, and hands stay (default: as in the game)")
    new.add_argument("--decks", choices=("yes", "no"), help=about)
    new.add_argument("--out", metavar="FILE", help=_("the file to write (default: print it)"))
    new.add_argument("--set", metavar=CHOICES, help=_("the cards, if not core or full: a folder of your own"))
    new.set_defaults(run=run, battles=_new)


def _turns(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3 and 1 <= int(text) <= MOST_TURNS):
        allowed = _("found {text}; allowed is a number from 1 to {most}")
        raise argparse.ArgumentTypeError(allowed.format(text=repr(text[:40]), most=MOST_TURNS))
    return int(text)


def _new(args: argparse.Namespace) -> None:
    import_module("ironbottom.client.launch.alone.battle_of_moment").run(args)
