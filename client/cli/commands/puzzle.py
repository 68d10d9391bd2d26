"""`ironbottom puzzle`: positions with one best answer, rated against the player."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from ironbottom.catalog import card_set
from ironbottom.language import N_, _
from ironbottom.views import View

from ...bots.review.puzzles.solving.kinds import KINDS
from ...bots.review.puzzles.solving.progress import PuzzleProgress, keep, progress
from ...bots.review.puzzles.solving.puzzle import Puzzle
from ...bots.review.puzzles.solving.shelf import shelf
from ...bots.review.puzzles.solving.telling import choices, situation, standing, title, verdict
from ...console.errors import UserError
from ...console.interrupts import as_interrupts
from ...console.output import complain, say
from ...console.stdin import is_screen
from ...plain.intents import Print
from ...plain.reader import PlainReader
from ...storage import identity
from . import ABOUT

DONE, FAILED = 0, 1

EXAMPLES = N_("""\
examples:
  ironbottom puzzle                    (those for beginners first, then near your rating)
  ironbottom puzzle --kind target
  ironbottom puzzle --id KIND-NUMBER
  ironbottom puzzle list
  ironbottom puzzle --plain            (as lines of text)
  ironbottom puzzle reset              (forget your rating and what you have tried)

keys with --plain:
  NUMBER  that answer     t  the table     n  another one     p  your progress     q  quit
""")
KEYS = N_("NUMBER: that answer; t: the table; n: another puzzle; p: your progress; q: quit")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["puzzle"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("puzzle", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    about = _("list all puzzles, or forget your rating and what you have tried")
    command.add_argument("what", nargs="?", choices=("list", "reset"), help=about)
    command.add_argument("--kind", choices=tuple(KINDS), help=_("puzzles of one kind alone"))
    command.add_argument("--id", metavar="ID", help=_("this puzzle"))
    command.add_argument("--plain", action="store_true", help=_("as lines of text; the default is the table"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """A puzzle that is not there is 1, with one sentence."""
    try:
        with as_interrupts():
            return _run(args, identity.home())
    except UserError as error:
        complain(error)
        return FAILED


def _run(args: argparse.Namespace, folder: Path) -> int:
    every = shelf()
    chosen = [one for one in every if args.kind in (None, one.kind) and args.id in (None, one.id)]
    if not chosen:
        raise UserError(_("There is no such puzzle; ironbottom puzzle list shows all."))
    if args.what == "list":
        say(_listed(chosen, progress(folder)))
    elif args.what == "reset":
        say([_forgotten(folder)])
    elif not args.plain and sys.stdin.isatty() and is_screen():
        return int(import_module("ironbottom.client.terminal.app.puzzle_app").run(chosen, folder))
    else:
        PuzzleDialogue(chosen, folder).run()
    return DONE


def _forgotten(folder: Path) -> str:
    """It cannot be taken back: who sits at a terminal is asked once more."""
    if sys.stdin.isatty():
        try:
            typed = input(_("Forget your rating and what you have tried? Type {yes}: ").format(yes="yes"))
        except EOFError:
            typed = ""
        if typed.strip().casefold() != "yes":
            return _("Nothing is forgotten.")
    keep(folder, PuzzleProgress())
    return _("Your rating and what you have tried are forgotten.")


def _listed(puzzles: Sequence[Puzzle], now: PuzzleProgress) -> list[str]:
    marks = {None: " ", True: "+", False: "-"}
    tried = {one.id: one.solved for one in now.attempts}
    head = _("+ solved at once, - not")
    return [head, *[f"{marks[tried.get(one.id)]} {title(one)}" for one in puzzles], standing(now, puzzles)]


class PuzzleDialogue:
    """Puzzles as lines of text, one after the other."""

    def __init__(self, puzzles: Sequence[Puzzle], folder: Path) -> None:
        self.puzzles, self.folder = puzzles, folder
        self.now = progress(folder)
        self.puzzle: Puzzle | None = None

    def run(self) -> None:
        """Until somebody leaves."""
        say([_(KEYS)])
        self._next()
        while True:
            try:
                typed = input("> ").strip().lower()
            except (EOFError, UnicodeDecodeError):
                print()
                return
            if typed == "q":
                return
            self._press(typed)

    def _press(self, typed: str) -> None:
        assert self.puzzle is not None
        if typed in ("n", ""):
            self._next()
        elif typed == "t":
            say(_table(self.puzzle))
        elif typed == "p":
            say([standing(self.now, self.puzzles)])
        elif typed.isascii() and typed.isdigit() and 0 < int(typed[:4]) <= len(self.puzzle.answers):
            self._answer(int(typed) - 1)
        else:
            say([_("found {key}; allowed is {keys}.").format(key=repr(typed[:40]), keys=_(KEYS))])

    def _answer(self, chosen: int) -> None:
        puzzle = self.puzzle
        assert puzzle is not None
        self.now = self.now.with_attempt(puzzle, solved=chosen == puzzle.best)
        keep(self.folder, self.now)
        say([*verdict(puzzle, chosen), standing(self.now, self.puzzles), _("Enter: the next puzzle")])

    def _next(self) -> None:
        self.puzzle = self.now.next_of(self.puzzles, "" if self.puzzle is None else self.puzzle.id)
        assert self.puzzle is not None
        say(["", title(self.puzzle), *_table(self.puzzle), "", *situation(self.puzzle), *choices(self.puzzle)])


def _table(puzzle: Puzzle) -> list[str]:
    reader = PlainReader(card_set(puzzle.set))
    view: View = puzzle.view
    reader.update(view, [])
    said = reader.line("table")
    return list(said.lines) if isinstance(said, Print) else []
