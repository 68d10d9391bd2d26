"""`ironbottom ladder`: the ladder of a server's rated games."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...console.running import run_command
from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom ladder play.example.org
  ironbottom ladder 192.168.1.5:4277 --json
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["ladder"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("ladder", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("server", metavar="ADDRESS", help=_("the server"))
    command.add_argument("--json", action="store_true", help=_("print the ladder as JSON"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """What a connection needs is loaded only now: the other commands do without."""
    return run_command(import_module("ironbottom.client.cli.ladder_lines").run(args))
