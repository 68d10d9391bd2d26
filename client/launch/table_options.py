"""What may be chosen on the command line for a new table, and what it becomes."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import get_args

from ironbottom.campaign_sheet import opening_of
from ironbottom.catalog import CardError
from ironbottom.language import _
from ironbottom.options import MOST_BID, USUAL_BID
from ironbottom.vocabulary import phrase
from ironbottom.wire.agreeing import Offered
from ironbottom.words import Side

from ..console.errors import UserError
from ..console.output import say
from ..net.club.table_wish import fitting
from ..storage.card_sets import BATTLES, laid_out, of_project
from ..text.people.rungs import USUAL_BOT, rung_strength
from ..text.rules.even_words import evened_lines
from ..text.rules.handicap import handicap
from ..text.rules.table_rules import TEAMS, TableRules

OFFERED: tuple[Offered, ...] = get_args(Offered)
SIDES = ("us", "jp", "either")
COMMANDS = ("fleet", "air")
BID = "bid"
BY_STRENGTH = object()  # --even without a number
HEX = re.compile(r"[0-9a-fA-F]{1,64}\Z")
MOST_LEAST = 5_000
LONGEST_NAME = 64


def add_side(parser: argparse.ArgumentParser) -> None:
    """Which side to play."""
    help_ = _("the side to play; where both want the same, the lot decides (default: either)")
    parser.add_argument("--side", choices=SIDES, default="either", help=help_)


def add_bid(parser: argparse.ArgumentParser) -> None:
    """§23.18  What playing Japan is worth."""
    help_ = _("where sides are bid for: how many VP you give the US for playing Japan (default: {n})")
    parser.add_argument("--bid", type=bid, default=USUAL_BID, metavar="VP", help=help_.format(n=USUAL_BID))


def add_reasons(parser: argparse.ArgumentParser) -> None:
    """What a bot has to say for itself."""
    help_ = _("add to this file why the bot answers as it does; read it after the game, as it tells of the bot's hand")
    parser.add_argument("--reasons", type=Path, default=None, metavar="FILE", help=help_)


def add_strength(parser: argparse.ArgumentParser) -> None:
    """How strong the other person is."""
    help_ = _("with --even: how strong your friend is, in points above the bot random (`ironbottom games`)")
    parser.add_argument("--strength", type=points, metavar="POINTS", help=help_)


def bid(text: str) -> int:
    """VP."""
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= MOST_BID):
        raise argparse.ArgumentTypeError(phrase("terms.bad_number", text=repr(text[:20]), most=MOST_BID))
    return int(text)


def add_command(parser: argparse.ArgumentParser) -> None:
    """§26  What to command where a side is shared."""
    help_ = _("what you command where you share your side: the ships, or the airplanes (default: fleet)")
    parser.add_argument("--command", choices=COMMANDS, default="fleet", help=help_)


def add_name(parser: argparse.ArgumentParser) -> None:
    """What others call us."""
    help_ = _("the name that others read; it is kept (default: the one from before, or of your login)")
    parser.add_argument("--name", metavar="N", help=help_)


def add_offers(parser: argparse.ArgumentParser) -> None:
    """What the players may agree upon while they play."""
    about = _("what you may agree upon while you play, as draw,pause,takeback (default: nothing)")
    parser.add_argument("--offers", type=offers, default=(), metavar="WHAT", help=about)


def offers(text: str) -> tuple[Offered, ...]:
    """Some of draw, pause and takeback, each once."""
    words = text.split(",")
    if set(words) <= {*OFFERED}:
        return tuple([what for what in OFFERED if what in words])
    raise argparse.ArgumentTypeError(_("found {text}; allowed are {words}, with commas between them").format(
        text=repr(text[:40]), words=", ".join(OFFERED)
    ))


def add_client(parser: argparse.ArgumentParser) -> None:
    """In which way to play."""
    client = parser.add_mutually_exclusive_group()
    client.add_argument("--web", action="store_true", help=_("in the browser, on a page that this computer serves"))
    about = _("as lines of text, to be heard or piped; the default is the table, drawn in the terminal")
    client.add_argument("--plain", action="store_true", help=about)


def add_cards(parser: argparse.ArgumentParser) -> None:
    """What to play with."""
    parser.add_argument(
        "--set", metavar="core|full|DIR", default="core", help=_("the cards, or a folder of your own (default: core)")
    )


def add_special(parser: argparse.ArgumentParser, *, lists: bool = False, bids: bool = True) -> None:
    """What is agreed upon besides the rules; `lists`: it may be chosen from them, too, before the table is made.

    `bids`: who makes it sits down, and may say what he bids for a side.
    """
    about = _("an optional rule, with its figure as fuel:24; may be given again (`ironbottom options` lists them)")
    parser.add_argument("--option", action="append", default=[], dest="options", metavar="WORD", help=about)
    about = _("a historical battle in place of a whole game (`ironbottom battles list`), or a file with one")
    fight = parser.add_mutually_exclusive_group()
    fight.add_argument("--battle", metavar=BATTLES, help=about)
    if lists:
        add_campaign(fight)
        about = _("add optional rules that make it even, where you are so many Elo points the stronger (below 0: the "
                  "weaker); needs --side us or jp; without a number by your own strength (`ironbottom games`)")
        parser.add_argument("--even", type=points, nargs="?", const=BY_STRENGTH, metavar="POINTS", help=about)
        about = _("choose optional rules and a battle from lists, in the terminal")
        parser.add_argument("--choose", action="store_true", help=about)
        if bids:
            add_bid(parser)
        parser.set_defaults(team=None)  # where it is not asked whose side two share


def add_campaign(fight: argparse._MutuallyExclusiveGroup) -> None:
    """More than one battle at a table."""
    about = _("battles that follow each other, each as the last has left it (`ironbottom campaigns list`)")
    fight.add_argument("--campaign", metavar="NAME", help=about)


def special(args: argparse.Namespace) -> TableRules:
    """The optional rules and the battle that were asked for; a battle brings its cards with it.

    Raises UserError, in one sentence, for what cannot be played.
    """
    try:
        battle = None if args.battle is None else laid_out(args.battle, args.set)[0]
        if getattr(args, "campaign", None):
            battle = opening_of(args.campaign)
    except CardError as error:
        raise UserError(str(error)) from None
    words, args.set = fitting(args.options, battle, args.set)
    return TableRules(words, battle, TEAMS[getattr(args, "team", None) or ""])


def made_even(args: argparse.Namespace) -> str:
    """Adds the rules of --even to those that were asked for, and says which; what does not go together, or ""."""
    if args.even is None and getattr(args, "strength", None) is not None:
        return _("--strength is how strong your friend is, for --even: add that, or leave it out.")
    if args.even is None:
        return ""
    if args.side == "either":
        return _("--even must know who plays which side: give --side us or --side jp.")
    if args.options or args.battle or getattr(args, "campaign", None):
        return _("--even chooses the optional rules of a whole game: leave --option and --battle away.")
    if args.even is BY_STRENGTH and (misfit := _by_strength(args)):
        return misfit
    side = Side[args.side.upper()]
    found = handicap(side, args.even)
    say(evened_lines(side, args.even, found))
    args.options = [*found.words]
    return ""


def _by_strength(args: argparse.Namespace) -> str:
    """--even without a number: the points between both, into `args.even`; what is not known, or ""."""
    own, other = args.own_strength(), other_strength(args)
    if own is None:
        return _("--even without a number needs your own strength, which `ironbottom games` says after a few games "
                 "against bots: until then give the points between you, as --even -150.")
    if other is None and hasattr(args, "strength"):
        return _("--even without a number must know how strong your friend is: give --strength, as `ironbottom games` "
                 "tells him, or the points between you, as --even -150.")
    if other is None:
        return _("Nobody knows how strong the bot {bot} is: give the points between you, as --even -150.").format(
            bot=args.bot
        )
    args.even = round(own - other)
    return ""


def other_strength(args: argparse.Namespace) -> float | None:
    """Of the bot, or of the friend as it was given, in points above random; None: nobody knows."""
    if hasattr(args, "strength"):
        return None if args.strength is None else float(args.strength)
    return rung_strength(args.bot or USUAL_BOT)


def points(text: str) -> int:
    """A difference in Elo points."""
    if not re.fullmatch(r"[+-]?[0-9]{1,4}", text, re.ASCII):
        raise argparse.ArgumentTypeError(_("found {text}; allowed is a number of Elo points, as 150 or -150").format(
            text=repr(text[:20])
        ))
    return int(text)


def without_bids(rules: TableRules) -> None:
    """§23.18  A bid is secret, and two at one screen share what keeps it.  Raises UserError where sides are bid for."""
    own = () if rules.battle is None else rules.battle.options
    if BID in (*rules.words, *own):
        raise UserError(phrase("hotseat.no_bid"))


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Where many games may be played."""
    help_ = _("play on the workers of the dask.distributed cluster at this address, as tcp://host:8786")
    parser.add_argument("--cluster", metavar="ADDRESS", default="", help=help_)


def add_least(parser: argparse.ArgumentParser, default: int) -> None:
    """How quick an answer may be."""
    help_ = _("milliseconds that an answer of a person takes at least, so that speed tells nothing (default: {n})")
    parser.add_argument("--least", type=least, default=default, metavar="MS", help=help_.format(n=default))


def least(text: str) -> int:
    """Milliseconds."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= MOST_LEAST):
        raise argparse.ArgumentTypeError(phrase("terms.bad_number", text=repr(text[:20]), most=MOST_LEAST))
    return int(text)


def seed(text: str) -> bytes:
    """32 bytes from hexadecimal digits; a short seed has noughts before it."""
    if not HEX.match(text):
        raise argparse.ArgumentTypeError(phrase("terms.bad_seed", text=repr(text[:70])))
    return bytes.fromhex(text.zfill(64))


def cards_folder(name: str) -> str:
    """The whole path of a folder with cards of one's own; "" for a set of the project."""
    return "" if of_project(name) else str(Path(name).resolve())


def cards_name(name: str) -> str:
    """What the server calls that set."""
    return name if of_project(name) else Path(name).resolve().name[:LONGEST_NAME]
