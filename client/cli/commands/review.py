"""`ironbottom review`: what a finished game teaches: chances over time, luck and skill, and the dearest decisions."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from errno import EISDIR, ENOENT
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from ironbottom.catalog import CardError
from ironbottom.language import N_, _
from ironbottom.words import Side

from ...bots.review.figures import SECTIONS, GameReview
from ...bots.review.keeping import keep, kept, key_of
from ...bots.review.making import THOROUGH, Reviewing, Watching
from ...bots.review.reading import FinishedTranscript, played_game
from ...bots.review.telling import ReviewFilter, ReviewWriter, curve_lines, heading
from ...bots.review.truth import key_moments
from ...console.errors import UserError
from ...console.interrupts import as_interrupts
from ...console.output import complain, say
from ...console.running import run_command
from ...console.stdin import is_screen
from ...storage import identity
from ...storage.card_sets import CHOICES, KnownSets
from ...storage.evidence_log import GAMES
from ...storage.finished_games import reel
from ...storage.own_games import OwnGame, line, own_games
from . import ABOUT

DONE, FAILED = 0, 1
LEAST = "2%"  # what is listed without --least

EXAMPLES = N_("""\
examples:
  ironbottom review                     (the finished games of this computer)
  ironbottom review game.ibss
  ironbottom review game.ibss --plain
  ironbottom review game.ibss --side us --least 3%
  ironbottom review game.ibss --section sea --least 0%
  ironbottom review game.ibss --truth
  ironbottom review game.ibss --json review.json --text review.txt

a game takes up to a minute; the review is kept beside the transcript, and is there at once the next time.

every decision is tried out in games that its player could not tell from his own: what lay face down for him is dealt
anew in each. what is better is the answer that wins more of them, as fast players go on, against the one that was
given; ± is one standard error. --truth shows besides what was really there.
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["review"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("review", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    about = _("the transcript of a finished game; without it those of this computer are listed")
    command.add_argument("file", nargs="?", metavar="FILE", help=about)
    command.add_argument("--plain", action="store_true", help=_("as lines of text; the default is a screen of its own"))
    command.add_argument("--side", choices=("us", "jp"), help=_("the decisions of one side alone"))
    about = _("list decisions that gave away so much or more (default: {least})").format(least=LEAST)
    command.add_argument("--least", metavar="PERCENT", help=about.replace("%", "%%"))
    command.add_argument("--section", choices=tuple(SECTIONS), help=_("list decisions of one kind alone"))
    command.add_argument("--json", metavar="FILE", help=_("write all of it, every decision too, to this file as JSON"))
    command.add_argument("--text", metavar="FILE", help=_("write what is shown to this file"))
    command.add_argument("--truth", action="store_true", help=_("show what was really there, too"))
    command.add_argument("--again", action="store_true", help=_("make it anew, also where one is kept"))
    command.add_argument("--set", metavar=CHOICES, help=_("the cards, if not core or full: a folder of your own"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """A file that cannot be reviewed, or written, is 1, with one sentence."""
    least = share(LEAST if args.least is None else args.least)
    if least is None:
        text = _("--least: found {found}; allowed is a number of per cent from 0% to 100%.")
        complain(text.format(found=repr(args.least[:40])))
        return 2
    chosen = ReviewFilter(Side[args.side.upper()] if args.side else None, args.section or "", least)
    args.file = args.file or picked(identity.home() / GAMES)
    if args.file is None:
        return DONE
    try:
        if _wants_screen(args) and (code := _on_screen(args)) is not None:
            return code
        with as_interrupts():
            game = played_game(args.file, KnownSets(args.set))
            files = _place(args.text), _place(args.json)
            code = _reviewed(args, game, chosen, files)
            return code if files == (args.text, args.json) else FAILED
    except (CardError, UserError) as error:
        complain(error)
        return FAILED


def picked(folder: Path) -> str | None:
    """One of the finished games of this computer, for who sits at a terminal; None: none."""
    games = own_games(folder)
    if not games:
        text = _("No finished game is kept in {folder} yet: play one, or name the file of one (GAME.ibss).")
        say([text.format(folder=folder)])
        return None
    say(list_lines(games))
    while sys.stdin.isatty():
        try:
            with as_interrupts():
                typed = input(_("The number of a game, or Enter for none: ")).strip()
        except EOFError:
            return None
        if not typed:
            return None
        if typed.isascii() and typed.isdigit() and 1 <= int(typed[:6]) <= len(games):
            return str(games[int(typed[:6]) - 1].path)
        say([_("found {found}; allowed is a number from 1 to {n}.").format(found=repr(typed[:40]), n=len(games))])
    return None


def list_lines(games: Sequence[OwnGame]) -> list[str]:
    """The games, the newest first, each with its number, and where they lie."""
    lines = [_("Finished games in {folder}, the newest first:").format(folder=games[0].path.parent)]
    return lines + [f"{number:4}  {line(one)}  {one.path.name}" for number, one in enumerate(games, 1)]


def _wants_screen(args: argparse.Namespace) -> bool:
    """Whoever asks for a part of it, or for files, wants text."""
    text = (args.plain, args.side, args.least, args.section, args.json, args.text, args.truth, args.again)
    return not any(text) and sys.stdin.isatty() and is_screen()


def _on_screen(args: argparse.Namespace) -> int | None:
    """None: the file is none that can be reviewed, and the text says why."""
    found = reel(args.file, KnownSets(args.set))
    if found.fault or found.cut or found.cards is None or len(found.names) != 2:
        return None
    finished_game = import_module("ironbottom.client.launch.alone.finished_game")
    return run_command(finished_game.shown(args.file, found, args.set, review=True))


def share(text: str) -> float | None:
    """Per cent as a share; None: it is none."""
    try:
        found = float(text.strip().removesuffix("%").rstrip()) / 100
    except ValueError:
        return None
    return found if 0 <= found <= 1 else None


def _reviewed(
    args: argparse.Namespace, game: FinishedTranscript, chosen: ReviewFilter, files: tuple[str | None, str | None]
) -> int:
    """Show the true curve at once, and the rest when it is there; `files` get it as text, and as JSON."""
    making = Reviewing(game, key_of(game, THOROUGH), THOROUGH)
    curve = [heading(game), "", *curve_lines(game, making.curve(), key_moments(game.moments, game.cards)), ""]
    say(curve)
    review = None if args.again else kept(args.file, making.key)
    if review is None:
        review = _made(making)
        _keep(args.file, review)
    writer = ReviewWriter(game, review)
    rest = [*writer.lines(chosen, truth=args.truth)]
    say(rest)
    text = "\n".join([*curve, *rest, ""]).encode()
    written = [_written(files[0], text), _written(files[1], writer.json())]
    return DONE if all(written) else FAILED


def _made(making: Reviewing) -> GameReview:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        return making.review(_watched(bar))


def _watched(bar: Progress) -> Watching:
    task = bar.add_task(_("decisions"), total=None)

    def looked(done: int, of: int) -> None:
        bar.update(task, completed=done, total=of)

    return looked


def _keep(transcript: str, review: GameReview) -> None:
    """A folder that cannot be written only means that it takes as long the next time."""
    try:
        keep(transcript, review)
    except OSError as error:
        text = _("The review is not kept beside {file} ({why}): it will be made anew the next time.")
        complain(text.format(file=transcript, why=error.strerror))


def _place(name: str | None) -> str | None:
    """Where a file is to be written; None where it cannot be, which is told before the work, not after it."""
    if name is None:
        return None
    try:
        path = Path(name)
        fault = EISDIR if path.is_dir() else 0 if path.parent.is_dir() else ENOENT
        why = os.strerror(fault) if fault else ""
    except ValueError:
        why = _("it cannot be written")
    if why:
        complain(_unwritten(name, why))
    return None if why else name


def _unwritten(name: str, why: str) -> str:
    text = _("{file}: cannot be written ({why}); give the name of a file in a folder of yours.")
    return text.format(file=name, why=why)


def _written(name: str | None, data: bytes) -> bool:
    if name is None:
        return True
    try:
        Path(name).write_bytes(data)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or _("it cannot be written")
        complain(_unwritten(name, why))
        return False
    return True
