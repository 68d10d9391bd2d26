"""`ironbottom host`: a table of your own for a friend."""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module

from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.casting import LATEST
from ironbottom.wire.pace import MOST
from ironbottom.wire.public_address import BadPublicAddress, public_address

from ...console.output import complain
from ...launch.table_options import (
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

MOST_MINUTES = 1440
USAGE = 2

EXAMPLES = N_("""\
examples:
  ironbottom host
  ironbottom host --side us --bank 60
  ironbottom host --at play.example.org --days 3 --added 12 --hours 10 --vacation 14
  ironbottom host --option long-lance --option fuel:24
  ironbottom host --side jp --even --strength 640   (rules that make it even)
  ironbottom host --battle cape-esperance
  ironbottom host --team both --absent bot
  ironbottom host --cast 2        (who looks on sees both hands, two turns late)
  ironbottom host --address my-house.example.org
  ironbottom host --remote
  ironbottom host --at play.example.org:4277
  ironbottom host --web           (in the browser; for your friend a link, too)
  ironbottom host --web --public https://play.example.org

one string is printed for your friend, who types
  ironbottom join STRING

the host's computer holds both hands: for a serious game between strangers use a neutral server (ironbottom serve).
other ways through routers, by ssh or a VPN, are in client/net/REMOTE.md.
""")


REACH = (  # how far a table reaches
    ("--lan", "lan", N_("whoever is on this network, where it is announced (default)")),
    ("--open", "open", N_("whoever reaches this computer: it is announced on this network, and in the list of tables")),
    ("--no-announce", "invite", N_("only who has the invite: it stands in no list, and is not announced")),
)


class _Reach(argparse.Action):
    """One of them; a second one would undo the first."""

    def __call__(self, parser: argparse.ArgumentParser, found: argparse.Namespace, *_values: object) -> None:
        others = [name for name, reaches, _about in REACH if reaches == getattr(found, "chosen", self.const)]
        if self.const != getattr(found, "chosen", self.const):
            text = _("{one} and {other} exclude each other: each says who may join the table; choose one.")
            parser.error(text.format(one=others[0], other=self.option_strings[0]))
        found.chosen = found.reach = self.const


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["host"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("host", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    add_side(command)
    option = command.add_argument
    option("--at", default="", metavar="SERVER", help=_("make the table on another server, not on this computer"))
    option("--port", type=port, default=4277, metavar="N", help=_("the port, 0 for any (default: 4277)"))
    option("--address", action="append", default=[], metavar="HOST", help=_("a name or address for the invite, too"))
    option("--public", type=public, metavar="URL",
           help=_("with --web: where your friend finds the page, if not at this computer's own address"))
    option("--absent", choices=("wait", "clock", "bot"),
           help=_("what is done when a player is away (default: wait; with --bank: clock)"))
    option("--bank", type=minutes, default=0, metavar="MIN",
           help=_("minutes of thinking for each side in the whole game; 0: without a clock (default: 0)"))
    option("--rated", action="store_true", help=phrase("special.rated"))
    add_days(command)
    _add_company(command)
    _add_reach(command)
    option("--remote", action="store_true",
           help=_("a spoken code that works through routers; needs one more package (client/net/REMOTE.md)"))
    add_cards(command)
    add_special(command, lists=True)
    add_strength(command)
    add_name(command)
    add_least(command, 400)
    add_client(command)
    command.set_defaults(run=run, own_strength=own_strength)


def _add_company(command: argparse.ArgumentParser) -> None:
    """Who else is there, and what may be agreed upon with him."""
    option = command.add_argument
    option("--advice", action="store_true", help=_("both of you may ask for advice, which your friend is shown first"))
    add_offers(command)
    option("--no-spectators", dest="spectators", action="store_false", help=phrase("terms.nobody_looks_on"))
    add_cast(command)
    option("--team", choices=("mine", "theirs", "both"),
           help=_("two people share a side, one the ships, one the airplanes: yours, the other, or both"))
    add_command(command)


def add_cast(command: argparse.ArgumentParser) -> None:
    """Both hands for who looks on."""
    late = _("who looks on sees both hands, so many turns late, which your friend is shown first (1 to {n})")
    turns = partial(whole, least=1, most=LATEST)
    command.add_argument("--cast", type=turns, default=0, metavar="TURNS", help=late.format(n=LATEST))


def add_days(command: argparse.ArgumentParser) -> None:
    """The clocks of a game by the day."""
    days = command.add_argument_group(_("a game by the day, in place of --bank"))
    option = days.add_argument
    option("--days", type=partial(whole, least=1, most=MOST), default=0, metavar="N",
           help=_("days of thinking for each side at the beginning, 1 to 60"))
    option("--added", type=partial(whole, least=0, most=168), default=12, metavar="HOURS",
           help=_("hours that a side gets at each of its turns (default: 12)"))
    option("--ceiling", type=partial(whole, least=1, most=MOST), default=0, metavar="DAYS",
           help=_("days that its time is filled up to (default: twice --days)"))
    option("--hours", type=partial(whole, least=1, most=24), default=24, metavar="N",
           help=_("hours of each day in which the clock of a player runs; he says from when on (default: 24)"))
    option("--vacation", type=partial(whole, least=0, most=MOST), default=0, metavar="DAYS",
           help=_("days of vacation that each player may take (default: 0)"))


def whole(text: str, least: int, most: int) -> int:
    """A whole number between two."""
    if not (text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most):
        told = _("found {text}; allowed is a whole number from {least} to {most}")
        raise argparse.ArgumentTypeError(told.format(text=repr(text[:20]), least=least, most=most))
    return int(text)


def _add_reach(command: argparse.ArgumentParser) -> None:
    """How far the table reaches."""
    reach = command.add_argument_group(_("who may join (one of these)"))
    for name, reaches, about in REACH:
        reach.add_argument(name, dest="reach", action=_Reach, const=reaches, default="lan", nargs=0, help=_(about))


def public(text: str) -> str:
    """The address of a page."""
    try:
        return public_address(text)
    except BadPublicAddress as why:
        raise argparse.ArgumentTypeError(str(why)) from None


def port(text: str) -> int:
    """A TCP port."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= 65_535):
        raise argparse.ArgumentTypeError(_("found {text}; allowed is 0 to 65535").format(text=repr(text[:20])))
    return int(text)


def minutes(text: str) -> int:
    """Minutes on a clock."""
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MOST_MINUTES):
        raise argparse.ArgumentTypeError(phrase("terms.bad_number", text=repr(text[:20]), most=MOST_MINUTES))
    return int(text)


def fault(args: argparse.Namespace) -> str:
    """What does not go together; "": everything does."""
    if args.bank and args.days:
        return _("--bank and --days exclude each other: one is a clock for an evening, the other one for days.")
    if args.ceiling and args.ceiling < args.days:
        return _("--ceiling is below --days: time is filled up to no less than it begins with.")
    if args.absent == "clock" and not args.bank and not args.days:
        return _("--absent clock needs a clock: give each side its minutes with --bank, or choose wait or bot.")
    if args.at and (args.remote or args.address):
        return _("--remote and --address lead to this computer: leave them out, or leave out --at.")
    if args.cast and not args.spectators:
        return phrase("cast.nobody")
    if args.public and (args.at or not args.web):
        return _("--public is for links to the page of this computer: add --web and leave out --at, or leave it out.")
    return ""


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    if why := fault(args) or made_even(args):
        complain(why)
        return USAGE
    if args.web:
        return int(import_module("ironbottom.client.launch.browser_game").run("host", args))
    return int(import_module("ironbottom.client.launch.host_game").run(args))
