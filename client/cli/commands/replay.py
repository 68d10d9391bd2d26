"""`ironbottom replay`: step through the record of a game, print it whole, or check it."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from importlib import import_module

from ironbottom.catalog import CardError
from ironbottom.events import TurnBegan
from ironbottom.language import N_, _, counted
from ironbottom.phrases import ending
from ironbottom.printed import CardSet
from ironbottom.record import RecordedMoment, told

from ...console.errors import UserError
from ...console.interrupts import as_interrupts
from ...console.output import complain, say
from ...console.running import run_command
from ...console.stdin import is_screen
from ...storage.card_sets import CHOICES, KnownSets
from ...storage.finished_games import events, reel
from ...text.people.rungs import USUAL_BOT
from ..whole_table import drawn
from . import ABOUT

DONE, FAILED, USAGE = 0, 1, 2

EXAMPLES = N_("""\
examples:
  ironbottom replay game.ibss         (a transcript)
  ironbottom replay game-000001.jsonl
  ironbottom replay --plain game-000001.jsonl
  ironbottom replay --all game-000001.jsonl > game.txt
  ironbottom replay --verify games/*.jsonl

a game that was played with cards of your own needs the folder that holds them:
  ironbottom replay --set my-cards game-000001.jsonl

the transcript of a game on a page in the browser:
  ironbottom replay --web game.ibss

keys with --plain:
  Enter or n  next          NUMBER  go to that entry     s  the table
  p           back          t       next turn            q  quit
""")

KEYS = N_("Enter or n: next; p: back; t: next turn; s: the table; q: quit; NUMBER: that entry")


ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?")  # what a special key sends
ARROWS = {"B": "n", "C": "n", "A": "p", "D": "p"}  # down and right, up and left


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["replay"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("replay", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    about = _("a record, as selfplay --out writes it, or the transcript of a game over the network")
    command.add_argument("files", nargs="+", metavar="FILE", help=about)
    command.add_argument("--set", metavar=CHOICES, help=_("the cards, if not core or full: a folder of your own"))
    how = command.add_mutually_exclusive_group()
    about = _("as lines of text; the default is the table, drawn in the terminal")
    how.add_argument("--plain", action="store_true", help=about)
    how.add_argument("--all", action="store_true", help=_("print the whole game"))
    how.add_argument("--verify", action="store_true", help=_("only check: play everything again, bit for bit"))
    how.add_argument("--web", action="store_true", help=_("in the browser: a transcript of a game over the network"))
    about = _("whom you meet where you play on: a rung of the ladder, or MODULE:CLASS (default: mate)")
    command.add_argument("--bot", metavar="NAME", help=about)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """A file that is missing or does not fit is 1, with one sentence."""
    if misfit := _misfit(args):
        complain(misfit)
        return USAGE
    if args.web:
        return int(import_module("ironbottom.client.launch.browser_game").replay(args.files[0], args.set, args.bot))
    try:
        sets = KnownSets(args.set)
    except CardError as error:
        complain(error)
        return FAILED
    if args.verify:
        with as_interrupts():
            return max([_verify(file, sets) for file in args.files])
    found = reel(args.files[0], sets)
    if found.moments and not (args.plain or args.all) and sys.stdin.isatty() and is_screen():
        finished_game = import_module("ironbottom.client.launch.alone.finished_game")
        code = run_command(finished_game.shown(args.files[0], found, args.set, bot=args.bot))
        if code:
            return code
    elif found.moments:
        with as_interrupts():
            _print_all(found.moments) if args.all else Viewer(found.moments, found.fault).run()
    if found.fault:
        complain(found.fault)
        return FAILED
    return DONE


def _misfit(args: argparse.Namespace) -> str:
    """What does not go together, or a bot that there is not; "": nothing."""
    if len(args.files) > 1 and not args.verify:
        return _("found {n} files; allowed is one, or several with --verify.").format(n=len(args.files))
    if args.bot is None:
        args.bot = USUAL_BOT
        return ""
    if args.plain or args.all or args.verify:
        return _("--bot is for who plays on from a moment: leave --plain, --all and --verify away.")
    try:
        import_module("ironbottom.client.bots.registry").maker(args.bot)
    except UserError as fault:
        return str(fault)
    return ""


def _verify(name: str, sets: Iterable[CardSet]) -> int:
    found = reel(name, sets)
    if found.fault or found.cut:
        complain(found.fault or found.cut)
        return FAILED
    moments = found.moments
    o = moments[-1].game.outcome
    assert o is not None
    sound = _("{file}: sound: {entries} played again bit for bit.  {ending}")
    entries = counted("{n} entry", "{n} entries", len(moments) - 1)
    say([sound.format(file=name, entries=entries, ending=ending(o.winner, o.reason, o.points))])
    return DONE


def _print_all(moments: list[RecordedMoment]) -> None:
    say(line for moment in moments for line in told(moment))


def typed(line: str) -> list[str]:
    """The keys of a line: an arrow is next or back, what other special keys send is nothing, the rest is one key."""
    special = ESCAPE.findall(line)
    arrows = [ARROWS[one[-1]] for one in special if len(one) == 3 and one[-1] in ARROWS]
    rest = ESCAPE.sub("", line).strip().lower()
    return [*arrows, rest] if rest or not special else arrows


class Viewer:
    """Steps through a game by keys; reads lines, so that it works in a pipe as well."""

    def __init__(self, moments: list[RecordedMoment], fault: str = "") -> None:
        self.moments, self.at, self.fault = moments, 0, fault
        self.keys: dict[str, Callable[[], None]] = {
            "": self.next, "n": self.next, "p": self.back, "t": self.turn, "s": self.table,
        }

    def run(self) -> None:
        last = len(self.moments) - 1
        entries, steps = counted("{n} entry", "{n} entries", last), events(self.moments)
        told = counted("{n} event", "{n} events", steps)
        say([_("{entries}, {events}. {keys}").format(entries=entries, events=told, keys=_(KEYS))])
        if self.fault:
            say([_("The record fits up to entry {n} only: {fault}").format(n=last, fault=self.fault)])
        self.tell()
        while True:
            try:
                keys = typed(input("> "))
            except (EOFError, UnicodeDecodeError):
                print()
                return
            except KeyboardInterrupt:
                print()
                raise
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
