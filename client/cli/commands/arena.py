"""`ironbottom arena`: two bots, or a whole table of them, play many games, and figures say who is stronger; or how even
the cards are.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...console.output import complain
from ...launch.table_options import add_cards, add_cluster, add_special
from ...text.people.rungs import with_ladder
from . import ABOUT

MOST_GAMES, MOST_JOBS = 1_000_000, 64

EXAMPLES = N_("""\
examples:
  ironbottom arena mate random --games 100
  ironbottom arena mate random --games 400 --fast --jobs 2
  ironbottom arena mate random --games 400 --fast --luck
  ironbottom arena mate first --games 20 --out games --json > arena.json
  ironbottom arena careful:Careful mate --fast      (a bot of your own: client/bots/GUIDE.md)
  ironbottom arena --balance --games 4000 --jobs 2
  ironbottom arena --balance --set my-cards --json > balance.json
  ironbottom arena --balance --battle cape-esperance --games 1000
  ironbottom arena mate random --battle my-battle.yaml --games 400 --fast

games come in pairs: the same deal twice, with the sides swapped, and the intervals go by the pairs. a bot that meets
itself gets a deal for each game. over the protocol each bot is a process of its own, at a server of their own; --fast
plays without the network, with the same views and without transcripts.

--luck reckons the luck of every die, draw and deal apart: the share of games without it is the same on the mean, and
its interval is that of more games. it takes some seconds for each game.

--balance says how even a set of cards is: one bot plays itself, in this process, and never the same deal twice. the
table has the games that the US won, how games ended, their length, victory points, bases taken, and for each event card
in how many games it was held, how often it was played then, and how often its side won with it and without.
""")
FIRST_TURNS = ("us", "jp", "both")

MANY = N_("""\
  ironbottom arena --ladder random cadet seaman ensign mate admiral --games 40 --out ladder --plot ladder.svg

--ladder plays everybody against everybody without the network, --games for each two, and no deal twice. Elo points are
above the first player who is named; what a side is worth is reckoned apart. with --out the games are kept as they come,
and the same command goes on where it was stopped. the same seed gives the same table, however it was played.

--cluster plays on the workers of dask.distributed: `dask scheduler`, and on each machine, in the folder of your bots,
`dask worker ADDRESS --nworkers auto --nthreads 1`. whoever reaches that address can run programs there.
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["arena"])
    raw = argparse.RawDescriptionHelpFormatter
    epilog = with_ladder(f"{_(EXAMPLES)}\n{_(MANY)}")
    command = parsers.add_parser("arena", help=about, description=about, epilog=epilog, formatter_class=raw)
    option = command.add_argument
    option("a", metavar="A", nargs="?", help=_(
        "a bot: one of those below, first, light, mate-1, envelope, or a class of your own, MODULE:CLASS"
    ))
    option("b", metavar="B", nargs="?", help=_("its opponent"))
    option("--games", type=games, default=100, metavar="N", help=_("how many games (default: 100)"))
    option("--out", metavar="DIR", help=_("write the transcripts to this folder"))
    option("--fast", action="store_true", help=_("without the network: the same views, and no transcripts"))
    option("--luck", action="store_true", help=_("with --fast: also the result without its luck"))
    option("--jobs", type=jobs, metavar="J", help=_("tables at a time, or processes with --fast (default: by machine)"))
    option("--seed", default="1", metavar="S", help=_("any word; the same seed deals the same games"))
    add_cluster(command)
    option("--json", action="store_true", help=_("print the figures as JSON"))
    add_cards(command)
    add_special(command)
    option("--ladder", nargs="+", metavar="BOT", help=_("everybody against everybody, --games for each two"))
    option("--plot", metavar="FILE", help=_("draw the ladder to a picture, .png or .svg"))
    option("--balance", action="store_true", help=_("a bot against itself: how even are the sides of these cards?"))
    option("--bot", metavar="BOT", help=_("who plays itself with --balance (default: mate)"))
    option("--first", choices=FIRST_TURNS, help=_("who has the first turn with --balance (default: us, as the rules "
                                                  "have it); the others show what the first turn is worth"))
    command.set_defaults(run=run)


def _between(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= most):
        wrong = _("found {text}; allowed is a number from 1 to {most}")
        raise argparse.ArgumentTypeError(wrong.format(text=repr(text[:20]), most=most))
    return int(text)


def games(text: str) -> int:
    """How many games."""
    return _between(text, MOST_GAMES)


def jobs(text: str) -> int:
    """How many at a time."""
    return _between(text, MOST_JOBS)


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    if (misfit := _misfit(args)) is not None:
        complain(misfit)
        return 2
    where = "balance.command" if args.balance else "series" if args.ladder is None else "ladder.command"
    return int(import_module(f"ironbottom.client.launch.arena.{where}").run(args))


def _misfit(args: argparse.Namespace) -> str | None:
    """What goes with other options only, or who is missing."""
    if args.balance:
        return _extra(_("--balance, and --ladder beside it")) if args.ladder is not None else _alone(args)
    if args.ladder is not None:
        fast = _("--fast, which --ladder is anyway") if args.fast else ""
        extra = _("two players, and others behind --ladder") if args.a is not None else fast
        return _extra(extra) if extra else _alone(args)
    if args.b is None:
        text = _("found {n} of two bots: name two, as in `ironbottom arena mate random`, or --ladder or --balance.")
        return text.format(n=int(args.a is not None))
    for option, given in (("--battle", args.battle is not None), ("--option", bool(args.options))):
        if given and not args.fast:
            return _("{option} plays without the network: add --fast.").format(option=option)
    if args.cluster and not args.fast:
        return _("--cluster plays without the network: add --fast.")
    if args.luck and not args.fast:
        return _("--luck needs every card, and no network shows them: add --fast.")
    return _alone(args)


def _extra(extra: str) -> str:
    return _("found {extra}: leave one of them away.").format(extra=extra)


def _alone(args: argparse.Namespace) -> str | None:
    """An option that goes with --ladder or --balance only."""
    if args.luck and (args.balance or args.ladder is not None):
        return _("--luck goes with two players: leave it away, or name two.")
    if args.plot is not None and args.ladder is None:
        return _("{option} goes with --ladder only: leave it away, or add --ladder.").format(option="--plot")
    for option, given in (("--bot", args.bot), ("--first", args.first)):
        if given is not None and not args.balance:
            return _("{option} goes with --balance only: leave it away, or add --balance.").format(option=option)
    return None
