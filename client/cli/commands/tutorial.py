"""`ironbottom tutorial`: learn the game in a few short lessons."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...launch.table_options import add_client, add_name
from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom tutorial
  ironbottom tutorial --again     (from the beginning)
  ironbottom tutorial --plain     (as lines of text)
  ironbottom tutorial --web       (in the browser)
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["tutorial"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("tutorial", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("--again", action="store_true", help=_("begin anew, if one was left in the middle"))
    add_name(command)
    add_client(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    beginning = import_module("ironbottom.client.launch.alone.tutorial_game")
    return int(beginning.in_browser(args) if args.web else beginning.run(args))
