"""`ironbottom join`: a seat at a friend's table."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...launch.table_options import add_bid, add_client, add_command, add_name, add_side
from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom join                      (tables on this network)
  ironbottom join IB1-AEAQA-O2QMN-...  (the string that your friend sent)
  ironbottom join 7-crossover-clockwork
  ironbottom join play.example.org:4277
  ironbottom join --watch IB1-AEAQA-O2QMN-...
  ironbottom join --web IB1-AEAQA-O2QMN-...
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["join"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("join", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("invite", nargs="*", metavar="STRING",
                         help=_("an invite, a spoken code or an address; none: tables on this network"))
    add_side(command)
    add_bid(command)
    add_command(command)
    command.add_argument("--advice", action="store_true",
                         help=_("sit down also where both of you may ask for advice"))
    command.add_argument("--agree", action="store_true",
                         help=_("sit down also where there are optional rules or a battle, without being asked"))
    command.add_argument("--watch", action="store_true", help=_("look on"))
    command.add_argument("--new-key", action="store_true",
                         help=_("the server at this address was set up anew, and its words are right"))
    add_name(command)
    add_client(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    if args.web:
        return int(import_module("ironbottom.client.launch.browser_game").run("join", args))
    return int(import_module("ironbottom.client.launch.join_game").run(args))
