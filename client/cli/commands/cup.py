"""`ironbottom cup`: cups of a server, for who plays in them; and for their host, where this program has a server."""

from __future__ import annotations

import argparse
from importlib import import_module
from importlib.util import find_spec

from ironbottom.language import N_, _

from ...console.running import run_command
from . import ABOUT

HOST = "ironbottom.server.ops.cup"

EXAMPLES = N_("""\
examples:
  ironbottom cup show play.example.org            (all cups there, and the games of yours that wait)
  ironbottom cup show play.example.org ABCD2345   (who plays whom, the results, how everybody stands)
  ironbottom cup enter play.example.org ABCD2345
  ironbottom cup leave play.example.org ABCD2345

who plays has a name of his own there (ironbottom key claim). the table of each game is made when its round comes; `cup
show` takes your seats, and `ironbottom resume` goes on with them. on a server of your own, while it runs:
  ironbottom cup make "Spring cup" --kind knock-out --players 16 --days 5 --rated --data /srv/ironbottom
  ironbottom cup list
  ironbottom cup start ABCD2345
  ironbottom cup withdraw ABCD2345 Ada
  ironbottom cup decide ABCD2345 7 us
  ironbottom cup end ABCD2345
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["cup"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("cup", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    acts = command.add_subparsers(title=_("commands"), metavar="COMMAND", required=True)
    show = _add(acts, "show", _("See the cups of a server, or one of them, and take the seats that wait for you."))
    show.add_argument("cup", nargs="?", default="", metavar="CUP", help=_("the letters of a cup"))
    show.add_argument("--round", type=_round, default=0, metavar="N", help=_("a round (default: the present one)"))
    show.add_argument("--json", action="store_true", help=_("print it as JSON"))
    for name, about in (("enter", _("Play in a cup.")), ("leave", _("Play in a cup no more."))):
        _add(acts, name, about).add_argument("cup", metavar="CUP", help=_("the letters of a cup"))
    if find_spec(HOST) is not None:
        import_module(HOST).add_acts(acts)


def _add(
    acts: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str
) -> argparse.ArgumentParser:
    one = acts.add_parser(name, help=about, description=about)
    one.add_argument("server", metavar="ADDRESS", help=_("the server"))
    one.set_defaults(run=run, act=name)
    return one


def _round(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        wrong = _("found {text}; allowed is a whole number from {least} to {most}")
        raise argparse.ArgumentTypeError(wrong.format(text=repr(text[:20]), least=0, most=999))
    return int(text)


def run(args: argparse.Namespace) -> int:
    """What a connection needs is loaded only now: the other commands do without."""
    return run_command(import_module("ironbottom.client.cli.cup_lines").run(args))
