"""`ironbottom notify`: be told by a server, while you are away, that a game waits for you."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import get_args

from ironbottom.language import N_, _
from ironbottom.wire.notifying import MOST_HOURS, Way

from ...console.running import run_command
from . import ABOUT
from .resume import number

EXAMPLES = N_("""\
examples:
  ironbottom notify                     (the ways that you have chosen; in a terminal they can be changed there)
  ironbottom notify add ntfy https://ntfy.sh/my-topic
  ironbottom notify add mail ann@example.org
  ironbottom notify confirm 1 CODE      (the code that came by e-mail)
  ironbottom notify add matrix https://matrix.example.org --room '!room:example.org'
  ironbottom notify try 1
  ironbottom notify remind 24           (hours until a reminder; 0: none)
  ironbottom notify remove 1

without --server it is the server at which a game waits for you. A token, which Matrix needs and ntfy may need, stands
in the environment variable IRONBOTTOM_NOTIFY_TOKEN. A browser is told from the page: Settings, Notifications.
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["notify"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("notify", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("--server", metavar="ADDRESS", default="", help=_("the server, if no game waits there"))
    command.add_argument("--plain", action="store_true", help=_("lines of text, for pipes and screen readers"))
    command.set_defaults(run=run, what=None)
    what = command.add_subparsers(title=_("what to do"), metavar="WHAT", dest="what")
    adding = what.add_parser("add", help=_("be told by this way; it is tried at once"))
    ways = [way for way in get_args(Way) if way != "push"]
    adding.add_argument("way", choices=ways, help=_("which: {ways}").format(ways=", ".join(ways)), metavar="WAY")
    adding.add_argument("address", nargs="?", default="", metavar="ADDRESS", help=_("a URL, or an address of e-mail"))
    adding.add_argument("--room", default="", metavar="ROOM", help=_("of Matrix"))
    confirming = what.add_parser("confirm", help=_("type the code that came by e-mail"))
    _numbered(confirming)
    confirming.add_argument("code", metavar="CODE")
    _numbered(what.add_parser("try", help=_("try a way again, also one that was switched off")))
    _numbered(what.add_parser("remove", help=_("be told by this way no more")))
    reminding = what.add_parser("remind", help=_("be reminded, while you are still asked"))
    reminding.add_argument("hours", type=hours, metavar="HOURS", help=_("0: be told once"))


def _numbered(command: argparse.ArgumentParser) -> None:
    command.add_argument("n", type=number, metavar="N", help=_("which one of the list"))


def hours(text: str) -> int:
    """Until a reminder."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= MOST_HOURS):
        wrong = _("found {text}; allowed are hours from 0 to {most}")
        raise argparse.ArgumentTypeError(wrong.format(text=repr(text[:20]), most=MOST_HOURS))
    return int(text)


def run(args: argparse.Namespace) -> int:
    """What a connection needs is loaded only now: the other commands do without."""
    return run_command(import_module("ironbottom.client.cli.notifying").run(args))
