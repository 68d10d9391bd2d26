"""What the commands of training have in common: what they are told, looked at before the work begins, and that work."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import track

from ironbottom.printed import CardSet
from ironbottom.strict_yaml import CardError

from ....storage.card_sets import chosen
from ..workers import spread
from .exploring import Games

R = TypeVar("R")


def made_ready(parser: argparse.ArgumentParser, args: argparse.Namespace) -> argparse.Namespace:
    """With the games as `of`, and the folder `out` there; what would be wrong at the end ends the command here."""
    args.of = Games(args.seed, readable(parser, args.set))
    foldered(parser, args.out)
    return args


def foldered(parser: argparse.ArgumentParser, out: Path) -> None:
    """A folder that is there from now on; where it can be none, the command ends here."""
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        parser.error(f"--out: {out} can be no folder ({error.strerror}); name another")


def readable(parser: argparse.ArgumentParser, name: str) -> CardSet:
    """A set of cards; where there is none, the command ends here."""
    try:
        return chosen(name)
    except CardError as error:
        parser.error(str(error))


def done(what: str, work: Callable[[int], R | None], pieces: range, args: argparse.Namespace) -> list[R]:
    """What came of each piece that anything came of, in their order; one process is this one.  Raises UserError."""
    many, console = args.jobs > 1 or args.cluster, Console(stderr=True)
    found = spread(work, pieces, args.jobs, args.cluster) if many else map(work, pieces)
    seen = track(found, what, len(pieces), console=console, transient=True, disable=not console.is_terminal)
    return [one for one in seen if one is not None]
