"""What the commands of training are told in common, looked at before their work begins."""

from __future__ import annotations

import argparse
from pathlib import Path

from ironbottom.printed import CardSet
from ironbottom.strict_yaml import CardError

from ....storage.card_sets import chosen
from .exploring import Games


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
