"""`ironbottom challenge`: tables of a server that wait for whoever fits."""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.challenging import MOST_DAYS, MOST_POINTS

from ...console.output import complain
from ...launch.table_options import (
    add_bid,
    add_cards,
    add_client,
    add_command,
    add_least,
    add_name,
    add_offers,
    add_side,
    add_special,
    add_strength,
    made_even,
)
from ..own_strength import own_strength
from . import ABOUT
from .host import add_cast, add_days, minutes, whole

USAGE = 2
SERVER = N_("the server's address: play.example.org or 192.0.2.7:4277")

EXAMPLES = N_("""\
examples:
  ironbottom challenge list play.example.org
  ironbottom challenge post play.example.org --days 3 --rated --side jp --within 200
  ironbottom challenge seek play.example.org --days 3 --rated      (the server pairs you with whoever seeks the same)
  ironbottom challenge accept play.example.org K7F2QA5X
  ironbottom challenge back play.example.org K7F2QA5X

you need not wait: `ironbottom notify` says how you are told, and `ironbottom resume` brings you to the table.
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command with its sub-commands."""
    about = _(ABOUT["challenge"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("challenge", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    commands = command.add_subparsers(metavar="COMMAND", required=True)
    listing = _sub(commands, "list", _("List the challenges that wait, with their terms."))
    listing.add_argument("--json", action="store_true", help=_("print them as JSON"))
    _add_terms(_sub(commands, "post", _("Let a table wait for an opponent while you are away.")))
    about = _("Take up a challenge that waits by the same terms, or post one.")
    _add_terms(_sub(commands, "seek", about))
    _add_accepting(_sub(commands, "accept", _("Take up a challenge, and play.")))
    back = _sub(commands, "back", _("Take a challenge of yours back."))
    back.add_argument("table", metavar="TABLE", help=_("the table that waits, as it was named to you"))


def _sub(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str
) -> argparse.ArgumentParser:
    found = commands.add_parser(name, help=about, description=about)
    found.add_argument("server", metavar="ADDRESS", help=_(SERVER))
    found.set_defaults(run=run, challenge_command=name, name=None)
    return found


def _add_terms(command: argparse.ArgumentParser) -> None:
    """What is to be played, against whom, and how long it waits."""
    add_side(command)
    option = command.add_argument
    option("--wait", type=partial(whole, least=1, most=MOST_DAYS), default=7, metavar="DAYS",
           help=_("days until the challenge ends, 1 to 30 (default: 7)"))
    option("--within", type=within, default=0, metavar="POINTS",
           help=_("opponents at most so many points of the ladder above or below you; 0: anybody (default: 0)"))
    option("--bank", type=minutes, default=0, metavar="MIN",
           help=_("minutes of thinking for each side in the whole game; 0: without a clock (default: 0)"))
    option("--absent", choices=("wait", "clock", "bot"),
           help=_("what is done when a player is away (default: wait; with --bank: clock)"))
    option("--rated", action="store_true", help=phrase("special.rated"))
    _add_company(command)
    add_days(command)
    add_cards(command)
    add_special(command, lists=True, bids=False)
    add_strength(command)
    add_name(command)
    add_least(command, 400)
    command.set_defaults(own_strength=own_strength, plain=False)


def _add_company(command: argparse.ArgumentParser) -> None:
    """Who else may be there, and what may be agreed upon with him."""
    option = command.add_argument
    option("--advice", action="store_true",
           help=_("both of you may ask for advice, which your opponent is shown first"))
    add_offers(command)
    option("--no-spectators", dest="spectators", action="store_false", help=phrase("terms.nobody_looks_on"))
    add_cast(command)
    option("--lan", dest="reach", action="store_const", const="lan", default="open",
           help=_("only for whoever is on the network of the server (default: for whoever reaches it)"))


def _add_accepting(command: argparse.ArgumentParser) -> None:
    command.add_argument("table", nargs="?", default="", metavar="TABLE",
                         help=_("the table that waits; none: choose from the list"))
    command.add_argument("--agree", action="store_true",
                         help=_("sit down also where there are optional rules or a battle, without being asked"))
    command.add_argument("--advice", action="store_true", help=_("sit down also where both of you may ask for advice"))
    add_side(command)
    add_bid(command)
    add_command(command)
    add_name(command)
    add_client(command)
    command.set_defaults(watch=False)


def within(text: str) -> int:
    """Points between two players."""
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MOST_POINTS):
        raise argparse.ArgumentTypeError(phrase("terms.bad_number", text=repr(text[:20]), most=MOST_POINTS))
    return int(text)


def fault(args: argparse.Namespace) -> str:
    """What does not go together; "": everything does."""
    if args.challenge_command == "accept" and args.web:
        return _("--web is for `ironbottom join`: on the page every challenge has its button.")
    if args.challenge_command not in ("post", "seek"):
        return ""
    if args.bank and args.days:
        return _("--bank and --days exclude each other: one is a clock for an evening, the other one for days.")
    if args.ceiling and args.ceiling < args.days:
        return _("--ceiling is below --days: time is filled up to no less than it begins with.")
    if args.cast and not args.spectators:
        return phrase("cast.nobody")
    if args.absent == "clock" and not args.bank and not args.days:
        return _("--absent clock needs a clock: give each side its minutes with --bank, or choose wait or bot.")
    return made_even(args)


def run(args: argparse.Namespace) -> int:
    """What a connection needs is loaded only now: the other commands do without."""
    if why := fault(args):
        complain(why)
        return USAGE
    return int(import_module("ironbottom.client.cli.meeting.challenges").run(args))
