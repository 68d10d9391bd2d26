"""`ironbottom replay`: step through the record of a game, print it whole, or check it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

from ironbottom.catalog import SETS, CardError, card_set
from ironbottom.events import TurnBegan
from ironbottom.language import N_, _
from ironbottom.phrases import word
from ironbottom.printed import CardSet
from ironbottom.record import Moment, NoSuchCards, RecordError, fault_at, replay, told

from ..card_sets import CHOICES, chosen
from ..plain_table import drawn
from ..terminal import complain, say

DONE, FAILED, USAGE = 0, 1, 2
LARGEST = 1 << 26  # bytes: no game comes near

EXAMPLES = N_("""\
examples:
  ironbottom replay game-000001.jsonl
  ironbottom replay --all game-000001.jsonl > game.txt
  ironbottom replay --verify games/*.jsonl

a game that was played with cards of your own needs the folder that holds them:
  ironbottom replay --set my-cards game-000001.jsonl

keys:
  Enter or n  next          NUMBER  go to that entry     s  the table
  p           back          t       next turn            q  quit
""")

KEYS = N_("Enter or n: next; p: back; t: next turn; s: the table; q: quit; NUMBER: that entry")


ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?")  # what a special key sends
ARROWS = {"B": "n", "C": "n", "A": "p", "D": "p"}  # down and right, up and left


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _("Step through the record of a finished game; every card lies face up.")
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("replay", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("files", nargs="+", metavar="FILE", help=_("a record, as selfplay --out writes it"))
    command.add_argument("--set", metavar=CHOICES, help=_("the cards, if not core or full: a folder of your own"))
    how = command.add_mutually_exclusive_group()
    how.add_argument("--all", action="store_true", help=_("print the whole game"))
    how.add_argument("--verify", action="store_true", help=_("only check: play everything again, bit for bit"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """A file that is missing or does not fit is 1, with one sentence."""
    try:
        sets = [*([] if args.set is None else [chosen(args.set)]), *map(card_set, SETS)]
    except CardError as error:
        complain(error)
        return FAILED
    if args.verify:
        return max([_verify(file, sets) for file in args.files])
    if len(args.files) > 1:
        complain(_("found {n} files; allowed is one, or several with --verify.").format(n=len(args.files)))
        return USAGE
    moments, fault = _read(args.files[0], sets)
    if moments:
        _print_all(moments) if args.all else Viewer(moments, fault).run()
    if fault:
        complain(fault)
        return FAILED
    return DONE


def _read(name: str, sets: list[CardSet]) -> tuple[list[Moment], str]:
    """What of a record fits, and what is wrong with the rest."""
    moments: list[Moment] = []
    try:
        with Path(name).open("rb") as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            large = _("{file}: found more than {n} bytes; allowed is the record of one game.")
            return [], large.format(file=name, n=LARGEST)
        for moment in replay(text.decode("utf-8-sig"), sets):
            moments.append(moment)
    except UnicodeDecodeError:
        return [], _("{file}: found a file that is not UTF-8; allowed is a record in JSON Lines.").format(file=name)
    except NoSuchCards as error:
        hint = _("{fault}; give the folder of its cards with --set DIR.")
        return [], f"{name}: {hint.format(fault=_said(error).removesuffix('.'))}"
    except RecordError as error:
        return moments, f"{name}: {_said(error)}"
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or _("it cannot be read")
        return [], _("{file}: found no file to read ({why}); allowed is a record.").format(file=name, why=why)
    return moments, ""


def _said(error: RecordError) -> str:
    """The sentence of a fault; the header is no entry."""
    return fault_at(_("the header (line 1)"), error.found, error.expected) if error.line == 1 else str(error)


def _verify(name: str, sets: list[CardSet]) -> int:
    moments, fault = _read(name, sets)
    if fault:
        complain(fault)
        return FAILED
    o = moments[-1].game.outcome
    assert o is not None
    us, jp = o.points
    sound = _("{file}: sound: {n} entries played again bit for bit; {winner} wins, {reason}, VP {us} to {jp}.")
    say([sound.format(file=name, n=len(moments) - 1, winner=o.winner.name, reason=word(o.reason), us=us, jp=jp)])
    return DONE


def _print_all(moments: list[Moment]) -> None:
    say(line for moment in moments for line in told(moment))


def typed(line: str) -> list[str]:
    """The keys of a line: an arrow is next or back, what other special keys send is nothing, the rest is one key."""
    special = ESCAPE.findall(line)
    arrows = [ARROWS[one[-1]] for one in special if len(one) == 3 and one[-1] in ARROWS]
    rest = ESCAPE.sub("", line).strip().lower()
    return [*arrows, rest] if rest or not special else arrows


class Viewer:
    """Steps through a game by keys; reads lines, so that it works in a pipe as well."""

    def __init__(self, moments: list[Moment], fault: str = "") -> None:
        self.moments, self.at, self.fault = moments, 0, fault
        self.keys: dict[str, Callable[[], None]] = {
            "": self.next, "n": self.next, "p": self.back, "t": self.turn, "s": self.table,
        }

    def run(self) -> None:
        last = len(self.moments) - 1
        say([_("{n} entries. {keys}").format(n=last, keys=_(KEYS))])
        if self.fault:
            say([_("The record fits up to entry {n} only: {fault}").format(n=last, fault=self.fault)])
        self.tell()
        while True:
            try:
                keys = typed(input("> "))
            except (EOFError, UnicodeDecodeError):
                print()
                return
            for key in keys:
                if key == "q":
                    return
                self.press(key)

    def press(self, key: str) -> None:
        if key in self.keys:
            self.keys[key]()
        elif key.isascii() and key.isdigit() and int(key[:12]) < len(self.moments):
            self.go(int(key))
        else:
            allowed = _("found {key}; allowed is {keys} (up to {last}).")
            say([allowed.format(key=repr(key[:40]), keys=_(KEYS), last=len(self.moments) - 1)])

    def tell(self) -> None:
        say(told(self.moments[self.at]))

    def go(self, at: int) -> None:
        self.at = at
        self.tell()

    def next(self) -> None:
        if self.at + 1 == len(self.moments):
            fits = _("This is the end of what fits: {fault}").format(fault=self.fault)
            say([fits if self.fault else _("This is the end of the record.")])
        else:
            self.go(self.at + 1)

    def back(self) -> None:
        if self.at == 0:
            say([_("This is the beginning.")])
        else:
            self.go(self.at - 1)

    def turn(self) -> None:
        """To the entry that brings the next turn about, else to the last."""
        for at in range(self.at + 1, len(self.moments)):
            if any(isinstance(event, TurnBegan) for event in self.moments[at].game.events or ()):
                self.go(at)
                return
        say([_("There is no further turn.")])

    def table(self) -> None:
        say(drawn(self.moments[self.at].game))
