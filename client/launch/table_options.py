"""What may be chosen on the command line for a new table, and what it becomes."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from ironbottom.language import _
from ironbottom.options import MOST_BID, USUAL_BID
from ironbottom.vocabulary import phrase

from ..storage.card_sets import of_project

SIDES = ("us", "jp", "either")
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


def bid(text: str) -> int:
    """VP."""
    if not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) <= MOST_BID):
        raise argparse.ArgumentTypeError(phrase("terms.bad_number", text=repr(text[:20]), most=MOST_BID))
    return int(text)


def add_name(parser: argparse.ArgumentParser) -> None:
    """What others call us."""
    help_ = _("the name that others read; it is kept (default: the one from before, or of your login)")
    parser.add_argument("--name", metavar="N", help=help_)


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
