"""`ironbottom resume`: go on with a game."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...launch.table_options import add_client
from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom resume
  ironbottom resume 2             (where several wait; without a number it lists them and asks)
  ironbottom resume --forget 2    (its server is gone for good)
  ironbottom resume --web         (the page of your games in the browser)
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["resume"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("resume", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("n", nargs="?", type=number, metavar="N", help=_("which one, if several wait"))
    about = _("take that game off the list instead: nobody can go on with it then")
    command.add_argument("--forget", action="store_true", help=about)
    add_client(command)
    command.set_defaults(run=run)


def number(text: str) -> int:
    """A number of the list."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) > 0):
        raise argparse.ArgumentTypeError(_("found {text}; allowed is a number from 1").format(text=repr(text[:20])))
    return int(text)


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    return int(import_module("ironbottom.client.launch.resume_game").run(args))
