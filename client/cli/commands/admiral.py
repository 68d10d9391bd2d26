"""`ironbottom admiral`: the tables of the admiral in the envelope as a page to print, and the levels of victory."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from ironbottom.language import N_, _
from ironbottom.phrases import side_name
from ironbottom.words import SIDES, Side

from ...console.output import complain, say
from ...text.situation import AT_ONCE, level_rows
from . import ABOUT

DONE, FAILED = 0, 1
BY_NAME = {side.name.lower(): side for side in SIDES}

EXAMPLES = N_("""\
examples:
  ironbottom admiral print                       (writes admiral-jp.html)
  ironbottom admiral print --side us --out us.html
  ironbottom admiral levels
  ironbottom play --bot envelope                 (against the same tables, here)
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["admiral"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("admiral", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    about = _("write the page with his tables, or list the levels of victory")
    command.add_argument("what", choices=("print", "levels"), help=about)
    command.add_argument("--side", choices=tuple(BY_NAME), default="jp", help=_("his side (default: jp)"))
    command.add_argument("--out", metavar="FILE", help=_("where the page goes (default: admiral-SIDE.html)"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """A file that cannot be written is 1, with one sentence."""
    if args.what == "levels":
        say(levels())
        return DONE
    side, out = BY_NAME[args.side], Path(args.out or f"admiral-{args.side}.html")
    try:
        out.write_text(_page(side), encoding="utf-8")
    except OSError as error:
        text = _("{path} cannot be written: {why}.  Name another file with --out.")
        complain(text.format(path=out, why=error.strerror or error))
        return FAILED
    text = _("{path} holds the tables of the admiral for {side}: print it on A4.")
    say([text.format(path=out, side=side_name(side))])
    return DONE


def levels() -> list[str]:
    """The levels of victory and what each takes."""
    return [*[f"{name}: {said}" for name, said in level_rows()], _(AT_ONCE)]


def _page(side: Side) -> str:
    """The page; its room is loaded for it alone."""
    return str(import_module("ironbottom.client.bots.envelope.page").page(side))
