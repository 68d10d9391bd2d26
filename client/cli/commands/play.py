"""`ironbottom play`: a game against a bot, with nothing to set up."""

from __future__ import annotations

import argparse
from importlib import import_module

from ironbottom.language import N_, _

from ...console.output import complain
from ...launch.table_options import (
    add_cards,
    add_client,
    add_command,
    add_least,
    add_name,
    add_reasons,
    add_side,
    add_special,
    made_even,
    seed,
)
from ...text.people.rungs import USUAL_BOT, with_ladder
from ..own_strength import own_strength
from . import ABOUT

USAGE = 2
BOT, USUAL = USUAL_BOT, ("either", "core", 0)  # side, set and least time where nothing is said of them

EXAMPLES = N_("""\
examples:
  ironbottom play
  ironbottom play --side jp --bot cadet
  ironbottom play --web           (in the browser)
  ironbottom play --battle cape-esperance
  ironbottom play --option radar --option fuel:24
  ironbottom play --side us --bot ensign --even   (rules that make it even)
  ironbottom play --team --bot admiral --absent bot

the game is kept at every moment: leave it with quit or Ctrl-C, go on with
  ironbottom resume

with nothing behind it, it asks at a terminal whether to learn, to play with advice, to play, or to go on with a
campaign that stands; b there chooses another bot.

the same deck and the same dice again, for practice (whoever has the seed can know every card):
  ironbottom play --seed 1942
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["play"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("play", help=about, description=about, formatter_class=raw)
    command.epilog = with_ladder(_(EXAMPLES))
    add_side(command)
    about = _("the other player: one of those below, or MODULE:CLASS (default: mate)")
    command.add_argument("--bot", metavar="NAME", help=about)
    about = _("be warned before an answer that gives much away")
    command.add_argument("--advice", action="store_true", help=about)
    command.add_argument("--seed", type=seed, metavar="HEX", help=_("the seed of the game, for practice"))
    about = _("two of you against the bot: a friend, by an invite, shares your side")
    command.add_argument("--team", action="store_const", const="mine", help=about)
    add_command(command)
    command.add_argument("--absent", choices=("wait", "bot"), default="wait",
                         help=_("with --team: what is done when one of you is away (default: wait)"))
    add_cards(command)
    add_special(command, lists=True)
    add_name(command)
    add_least(command, 0)
    add_reasons(command)
    add_client(command)
    command.set_defaults(run=run, own_strength=own_strength)


def nothing_said(args: argparse.Namespace) -> bool:
    """Whether nothing is said of the game: then a person at a terminal is asked how to begin."""
    special = (args.options or None, args.battle or None, args.campaign or None, args.even, args.team)
    wishes = (args.plain or None, args.advice or None, args.choose or None, args.reasons)
    chosen = (args.bot, args.seed, args.name, *wishes, *special)
    return all(one is None for one in chosen) and (args.side, args.set, args.least) == USUAL


def run(args: argparse.Namespace) -> int:
    """What a game needs is loaded only now: the other commands do without."""
    nothing = nothing_said(args)
    if misfit := made_even(args):
        complain(misfit)
        return USAGE
    if args.web and args.reasons is not None:
        complain(_("--reasons is for a game in the terminal: leave --web away."))
        return USAGE
    args.bot = args.bot or BOT
    if nothing:
        return int(import_module("ironbottom.client.cli.first_evening").run(args))
    if args.web:
        return int(import_module("ironbottom.client.launch.browser_game").run("play", args))
    return int(import_module("ironbottom.client.launch.alone.local_game").run(args))
