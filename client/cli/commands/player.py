"""`ironbottom player`: how somebody has played on a server."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom player play.example.org Ada
  ironbottom player play.example.org ABCD-EFGH-IJKL-MNOP --json   (the letters of a key)
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["player"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("player", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("server", metavar="ADDRESS", help=_("the server"))
    command.add_argument("who", metavar="NAME", help=_("the player's name, or the letters of his key"))
    command.add_argument("--json", action="store_true", help=_("print the page as JSON"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """What a connection needs is loaded only now: the other commands do without."""
    return int(import_module("ironbottom.client.cli.meeting.players").run(args))
