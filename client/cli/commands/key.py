"""`ironbottom key`: your name on a server, and your key on another device."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...launch.table_options import add_name
from . import ABOUT

EXAMPLES = N_("""\
examples:
  ironbottom key show
  ironbottom key claim play.example.org --name Ada   (nobody else is called so there; prints a code to keep)
  ironbottom key carry play.example.org              (shows a QR code and eight words, good for ten minutes)
  ironbottom key receive play.example.org album alley ...
  ironbottom key revoke play.example.org             (a device was stolen: nobody may come with this key)
  ironbottom key recover play.example.org --name Ada --new-key ABCD-EFGH-...
""")

SERVER = N_("the server's address: play.example.org or 192.0.2.7:4277")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command with its sub-commands."""
    about = _(ABOUT["key"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("key", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    commands = command.add_subparsers(metavar="COMMAND", required=True)
    _sub(commands, "show", _("Show your name and your key."), server=False)
    add_name(_sub(commands, "claim", _("Make your name on a server yours alone, and print the code that recovers it.")))
    add_name(_sub(commands, "carry", _("Bring your key to another device of yours, with your games on a server.")))
    revoke = _sub(commands, "revoke", _("Let nobody come to a server with this key any more."))
    revoke.add_argument("--yes", action="store_true", help=_("without being asked"))
    receive = _sub(commands, "receive", _("Take over a key from another device of yours."), server=False)
    receive.add_argument("code", nargs="+", metavar="CODE", help=_("the string, or the server's address and the words"))
    receive.add_argument("--replace", action="store_true", help=_("set the key of this computer aside"))
    recover = _sub(commands, "recover", _("Get your name back on a server, with the printed code."))
    recover.add_argument("code", nargs="+", metavar="CODE", help=_("the printed code"))
    about = _("set the key of this computer aside, and make another")
    recover.add_argument("--new-key", action="store_true", help=about)
    add_name(recover)


def _sub(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str, *, server: bool = True
) -> argparse.ArgumentParser:
    found = commands.add_parser(name, help=about, description=about)
    if server:
        found.add_argument("server", metavar="ADDRESS", help=_(SERVER))
    found.set_defaults(run=run, key_command=name, name=None)
    return found


def run(args: argparse.Namespace) -> int:
    """What a connection needs is loaded only now: the other commands do without."""
    return int(import_module("ironbottom.client.cli.own_key").run(args))
