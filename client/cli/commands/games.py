"""`ironbottom games`: what all finished games of the player at this computer tell together."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from ironbottom.catalog import CardError
from ironbottom.language import N_, _

from ...bots.review.keeping import keep, key_of
from ...bots.review.making import THOROUGH, Reviewing
from ...bots.review.reading import NoReview, played_game
from ...console.errors import UserError
from ...console.interrupts import as_interrupts
from ...console.output import complain, say
from ...console.pictures import plottable
from ...storage import identity
from ...storage.card_sets import CHOICES, KnownSets
from ..statistics.finding import found_games
from ..statistics.keeping import CountedGames, counted_games
from ..statistics.plotting import plot
from ..statistics.summing import GamesWanted, summed
from ..statistics.telling import NONE, NONE_FIT, GamesWriter
from . import ABOUT

DONE, FAILED, USAGE = 0, 1, 2

EXAMPLES = N_("""\
examples:
  ironbottom games
  ironbottom games --opponent mate --side jp --since 2026-01-01
  ironbottom games --review
  ironbottom games --plot games.svg
  ironbottom games --json > games.json

counted are the games that you have finished in the terminal, in lines of text and, with play --web, in the browser of
this computer; lessons are not. what decisions gave away is known of games that are reviewed: --review makes the reviews
that are missing, the last game first; Ctrl-C ends it, and what is made stays.
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["games"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("games", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    option = command.add_argument
    option("--opponent", metavar="NAME", default="", help=_("only games against whose name begins so"))
    option("--side", choices=("us", "jp"), help=_("only games in which you played this side"))
    about = _("only games that were begun on that day or later")
    option("--since", type=day, default=0, metavar="YYYY-MM-DD", help=about)
    option("--all", action="store_true", help=_("list all games, not the last 20"))
    option("--review", action="store_true", help=_("make the reviews that are missing: up to a minute each"))
    option("--json", action="store_true", help=_("print the figures as JSON"))
    option("--plot", metavar="FILE", help=_("draw them to a picture, .png or .svg"))
    option("--set", metavar=CHOICES, help=_("the cards, if not core or full: a folder of your own"))
    command.set_defaults(run=run)


def day(text: str) -> int:
    """The beginning of a day, in seconds since 1970."""
    try:
        return int(datetime.strptime(text, "%Y-%m-%d").timestamp())
    except (ValueError, OverflowError, OSError):
        wrong = _("found {text}; allowed is a day, as 2026-01-31")
        raise argparse.ArgumentTypeError(wrong.format(text=repr(text[:20]))) from None


def run(args: argparse.Namespace) -> int:
    """A file that counts for nothing is named, and is no failure; a picture that cannot be drawn is."""
    try:
        picture = None if args.plot is None else plottable(args.plot)
        with as_interrupts():
            return _told(args, picture)
    except (CardError, UserError) as error:
        complain(error)
        return FAILED


def _told(args: argparse.Namespace, picture: Path | None) -> int:
    folder, sets = identity.home(), KnownSets(args.set)
    found = _counted(folder, sets)
    for fault in found.faults:
        complain(fault)
    wanted = GamesWanted((args.side or "").upper(), args.opponent, args.since)
    if args.review and _reviewed(found, wanted, sets):
        found = _counted(folder, sets)
    games = [one for one in found.games if wanted.takes(one)]
    if not games and not args.json:
        say([_(NONE_FIT).format(n=len(found.games)) if found.games else _(NONE)])
        return DONE
    sums = summed(games)
    writer = GamesWriter(games, sums)
    if args.json:
        sys.stdout.write(writer.json().decode())
    else:
        say(writer.lines(every=args.all))
    if picture is not None:
        plot(sums, picture)
    return DONE


def _progress() -> Progress:
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def _counted(folder: Path, sets: KnownSets) -> CountedGames:
    with _progress() as bar:
        task = bar.add_task(_("games"), total=None)
        return counted_games(folder, found_games(folder), sets,
                             lambda done, of: bar.update(task, completed=done, total=of))


def _reviewed(found: CountedGames, wanted: GamesWanted, sets: KnownSets) -> bool:
    """Make the reviews that are missing, the last game first; whether there was any to make."""
    missing = [one.path for one in reversed(found.games) if wanted.takes(one) and one.skill is None]
    with _progress() as bar:
        every = bar.add_task(_("reviews"), total=len(missing))
        one = bar.add_task(_("decisions"), total=None)
        for path in missing:
            try:
                game = played_game(path, sets)
                making = Reviewing(game, key_of(game, THOROUGH), THOROUGH)
                keep(path, making.review(lambda done, of: bar.update(one, completed=done, total=of)))
            except NoReview as error:
                complain(error)
            except OSError as error:
                text = _("The review is not kept beside {file} ({why}): it will be made anew the next time.")
                complain(text.format(file=path, why=error.strerror))
            bar.advance(every)
    return bool(missing)
