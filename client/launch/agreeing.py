"""What a table is played by besides the rules: whoever makes it chooses, and who sits down is shown it and is asked."""

from __future__ import annotations

import argparse
import asyncio
from functools import partial
from importlib import import_module

from ironbottom.battle import Battle
from ironbottom.battle_sheet import battle_names
from ironbottom.language import _
from ironbottom.wire.messages import Glance, Summaries
from ironbottom.wire.terms import Terms

from ..console.errors import UserError
from ..console.output import say
from ..console.stdin import StdinLines
from ..net.reconnecting_client import ReconnectingClient
from ..storage.card_sets import shipped_battles
from ..text.rules.by_the_day import agreed_lines
from ..text.rules.table_rules import TEAMS, TableRules, introduced, of_terms
from .table_options import other_strength, special

SCREEN = "ironbottom.client.terminal.app.agree_app"
LISTS = "ironbottom.client.terminal.app.choose_app"
YES = ("y", "yes")


async def choose(args: argparse.Namespace) -> None:
    """From lists, into `args.options`, `args.battle`, `args.campaign`, `args.side` and, against a bot, `args.bot`.

    What was named before is marked already.

    Raises UserError, where there is no screen for lists, and for who leaves.
    """
    if not StdinLines(plain=args.plain).screen:
        raise UserError(_("--choose needs a terminal to draw lists in: name what you want with --option and --battle."))
    given = await asyncio.to_thread(special, args)
    own = () if given.battle is None or args.campaign or args.battle in battle_names() else (given.battle,)
    battles = (*own, *await asyncio.to_thread(shipped_battles))
    strengths = await asyncio.to_thread(_strengths, args)
    made = import_module("ironbottom.client.terminal.state.choosing").Choosing(
        given.words, given.battle, even=None if args.even is None else strengths, team=args.team or "", bot=_bot(args)
    )
    for_friend = hasattr(args, "reach") and not hasattr(args, "within")  # no partner of whoever fits
    now = await import_module(LISTS).chosen(battles, made, strengths, teams=for_friend)
    if now is None:
        raise UserError(_("Nothing was chosen, and no table was made."))
    if now.bot:
        args.bot = now.bot
    args.side = args.side if now.even is None else now.even.side
    _take(now.rules, args, own)


def _take(found: TableRules, args: argparse.Namespace, own: tuple[Battle, ...]) -> None:
    """What was chosen, as the options of the command say it."""
    args.team = next(name for name, teams in TEAMS.items() if teams == found.teams) or None
    file, part = args.battle, None if found.battle is None else found.battle.campaign
    args.options, args.battle, args.campaign = list(found.words), None, None if part is None else part.name
    if part is None and found.battle is not None:
        args.battle = file if found.battle in own else found.battle.name


def _strengths(args: argparse.Namespace) -> object:
    """What is known of both players, should they be made even: an `UnequalPlayers`."""
    evening = import_module("ironbottom.client.terminal.state.evening")
    own, other = args.own_strength(), other_strength(args)
    known = evening.UnequalPlayers(args.side, evening.known(own), evening.known(other))
    return known if args.even in (None, known.points) else known._replace(lead=str(args.even))


def _bot(args: argparse.Namespace) -> str:
    """Whom one plays against; "" where a person is met."""
    return getattr(args, "bot", None) or ""


async def agree(
    client: ReconnectingClient, table: str, secret: bytes, typed: StdinLines, *, agreed: bool
) -> Terms:
    """Show what is special at a table, and ask; `agreed`: he has said yes before.  Raises UserError for a no."""
    terms = await _terms(client, table, secret)
    lines = _introduced(terms)
    if agreed:
        say([*lines, ""])
    elif typed.screen:
        if not await import_module(SCREEN).agreed(lines):
            raise _left()
    elif typed.terminal:
        say(lines)
        await _asked(typed)
    else:
        say(lines)
        raise UserError(
            _("That table has rules of its own, which are told above: give the command with --agree to sit down there.")
        )
    return terms


async def _terms(client: ReconnectingClient, table: str, secret: bytes) -> Terms:
    """What the table says of itself to who does not sit there yet."""
    found = await client.ask(partial(Glance, tables=(table,), secret=secret), Summaries)
    if not found.tables:
        raise UserError(_("The server does not tell what is agreed upon at that table: nobody sits down there unread."))
    return found.tables[0].line.terms


def _introduced(terms: Terms) -> list[str]:
    """What is agreed upon there besides the rules."""
    lines = agreed_lines(terms.pace) if terms.pace else []
    return [*lines, *(introduced(of_terms(terms)) if terms.special or not lines else [])]


async def _asked(typed: StdinLines) -> None:
    say([_("Sit down there? [y/N]")])
    word = await typed.line()
    if word is None or word.strip().casefold() not in YES:
        raise _left()


def _left() -> UserError:
    return UserError(_("You have not sat down: the seat is free as before."))
