"""`ironbottom block`: players of a server whom you do not want to meet."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from . import ABOUT

SERVER = N_("the server's address: play.example.org or 192.0.2.7:4277")

EXAMPLES = N_("""\
examples:
  ironbottom block list play.example.org
  ironbottom block add play.example.org Rude                   (a name that is his alone there)
  ironbottom block add play.example.org ABCD-EFGH-IJKL-MNOP    (the letters of a key: `ironbottom ladder --json`)
  ironbottom block lift play.example.org Rude

the list belongs to your name on that server: `ironbottom key claim` makes one yours.
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command with its sub-commands."""
    about = _(ABOUT["block"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("block", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    commands = command.add_subparsers(metavar="COMMAND", required=True)
    for name, told in (
        ("list", _("List whom you have blocked.")), ("add", _("Block a player; nobody tells him.")),
        ("lift", _("As if you had never blocked him."))
    ):
        one = commands.add_parser(name, help=told, description=told)
        one.add_argument("server", metavar="ADDRESS", help=_(SERVER))
        if name != "list":
            one.add_argument("who", metavar="WHO", help=_("a name that is his alone there, or the letters of a key"))
        one.set_defaults(run=run, block_command=name)


def run(args: argparse.Namespace) -> int:
    """What a connection needs is loaded only now: the other commands do without."""
    return int(import_module("ironbottom.client.cli.meeting.blocks").run(args))
