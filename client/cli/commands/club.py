"""`ironbottom club`: all that a server has besides its tables, in the full screen of a terminal."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...launch.table_options import add_bid, add_command, add_name, add_side
from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom club play.example.org
  ironbottom club 192.0.2.7:4277 --name Ada

what it shows, the commands print as lines of text, for pipes and screen readers: ironbottom ladder, player, challenge,
cup, block, key, and resume.
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["club"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("club", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("server", metavar="ADDRESS", help=_("the server"))
    add_name(command)
    add_side(command)
    add_bid(command)
    add_command(command)
    command.set_defaults(run=run, watch=False, agree=False, advice=False, plain=False)


def run(args: argparse.Namespace) -> int:
    """What a screen needs is loaded only now: the other commands do without."""
    return int(import_module("ironbottom.client.cli.meeting.club").run(args))
