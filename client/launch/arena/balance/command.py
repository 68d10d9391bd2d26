"""The command `arena --balance`: a bot plays itself in this process, and a table says how even the cards are."""

from __future__ import annotations

import argparse
import json
import os
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ironbottom.catalog import CardError, cards_by_id
from ironbottom.language import N_, _, counted
from ironbottom.phrases import side_name
from ironbottom.printed import CardSet
from ironbottom.words import Side

from ....bots.registry import BotFault, maker
from ....console.errors import UserError
from ....console.interrupts import as_interrupts, code_of
from ....console.output import complain, say
from ....storage.card_sets import fought
from ....text.card_text import padded, table, width
from ..standing import Share
from .figures import BalanceFigures, EventFigures, Spread, figures
from .games import BalanceGame, BalancePlan, play_all

DONE, FAILED, USAGE = 0, 1, 2
BOT, FIRST = "mate", "us"

FIRSTS = {
    "US": N_("with the first turn for the US (§10.6)"),
    "JP": N_("with the first turn for Japan, which no rule allows"),
}
ENDINGS = {
    "time-up": N_("time up, won by {side}"), "strategic-base": N_("strategic base taken by {side}"),
    "sudden-death": N_("sudden death, won by {side}"),
}


def run(args: argparse.Namespace) -> int:
    """Play and print; a game that fails is 1, options that do not fit 2."""
    if (misfit := _misfit(args)) is not None:
        complain(misfit)
        return USAGE
    try:
        bot = args.bot or BOT
        maker(bot)
        plan = BalancePlan(bot, args.seed, fought(args.set, args.battle, args.options), args.first or FIRST)
    except BotFault as fault:
        complain(fault)
        return USAGE
    except CardError as error:
        complain(error)
        return FAILED
    games, code = _played(plan, args.games, args.jobs or os.cpu_count() or 1, args.cluster or "")
    if code == FAILED and not games:
        return code
    found = figures(games, plan.cards)
    print(json.dumps(as_json(plan, found), indent=2)) if args.json else say(report(plan, found))
    return code


def _misfit(args: argparse.Namespace) -> str | None:
    """What was asked for that does not go with --balance."""
    if args.a is not None:
        return _("--balance plays one bot against itself: leave {bot} away, or choose it by --bot.").format(bot=args.a)
    if args.battle is not None and args.first is not None:
        return _("a battle says who has the first turn: leave --first away.")
    if args.out is not None:
        return _("--balance leaves no transcripts: leave --out away.")
    return None


def _played(plan: BalancePlan, games: int, jobs: int, cluster: str) -> tuple[list[BalanceGame], int]:
    """The games in their order; what was played before Ctrl-C, a signal or a failure counts."""
    played: list[BalanceGame] = []
    console = Console(stderr=True)
    columns = (TextColumn(_("games")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    code = DONE
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=games)
        try:
            with as_interrupts():
                for game in play_all(plan, games, jobs, cluster):
                    played.append(game)
                    progress.advance(task)
        except KeyboardInterrupt as interrupt:
            code = code_of(interrupt)
        except UserError as error:
            complain(error)
            code = FAILED
    if len(played) < games:
        complain(_("Stopped after {n} of {games} games.").format(n=len(played), games=games))
    return played, code


def as_json(plan: BalancePlan, found: BalanceFigures) -> dict[str, Any]:
    """The figures for programs."""
    return {
        "bot": plan.bot, "seed": plan.seed, "set": plan.cards.name, "battle": plan.fight,
        "cards": plan.cards.fingerprint, "first": plan.first, "games": found.games, "deals": found.deals,
        "us": found.us._asdict(),
        "by_first": {side: one._asdict() for side, one in found.by_first.items()},
        "endings": found.endings, "turns": found.turns._asdict(), "decisions": found.decisions._asdict(),
        "points": _sides(found.points), "taken": _sides(found.taken),
        "events": {one.card: _event_json(one) for one in found.events},
    }


def _sides(both: tuple[Spread, Spread]) -> dict[str, dict[str, float]]:
    return {side.name: both[side]._asdict() for side in Side}


def _event_json(one: EventFigures) -> dict[str, Any]:
    return {
        "held": one.held, "played": one.played._asdict(), "able": one.able, "played_able": one.played_able._asdict(),
        "half": one.half,
        "wins_played": one.wins_played._asdict(), "wins_kept": one.wins_kept._asdict(),
    }


def report(plan: BalancePlan, found: BalanceFigures) -> list[str]:
    """The figures for people."""
    title = _("{bot} against itself, {set} set ({mark}), {games}, seed {seed}")
    games = counted("{n} game from a deal of its own", "{n} games, each from a deal of its own", found.games)
    cards = f"{plan.cards.name}, {plan.fight}" if plan.fight else plan.cards.name
    lines = [
        title.format(bot=plan.bot, set=cards, mark=plan.cards.fingerprint[:16], games=games, seed=plan.seed),
        "", _("US wins {share}").format(share=_shown(found.us)),
    ]
    if not plan.fight:
        lines += [f"  {_(FIRSTS[side])}: {_shown(one)}" for side, one in found.by_first.items()]
    return [*lines, "", *_endings(found), "", *_spreads(found), "", *_events(plan.cards, found)]


def _shown(one: Share) -> str:
    text = _("{won} of {games}, {rate:.1f} % ({low:.1f} to {high:.1f} % with 95 % confidence)")
    return text.format(
        won=one.won, games=one.games, rate=100 * one.rate, low=100 * one.low, high=100 * one.high
    )


def _endings(found: BalanceFigures) -> list[str]:
    rows = [
        (_(ENDINGS[reason]).format(side=side_name(Side[side])), n)
        for reason, wins in found.endings.items() for side, n in wins.items()
    ]
    edge = max([width(label) for label, _n in rows]) + 2
    return [f"{padded(label, edge)}{n:>7}  {_percent(n, found.games):>7}" for label, n in rows]


def _spreads(found: BalanceFigures) -> list[str]:
    rows = [(_("turns"), found.turns), (_("decisions"), found.decisions)]
    for side in Side:
        rows.append((_("VP of {side}").format(side=side_name(side)), found.points[side]))
        rows.append((_("bases taken by {side}").format(side=side_name(side)), found.taken[side]))
    edge = max([width(label) for label, _spread in rows]) + 2
    heads = [padded(head, 10, ">") for head in (_("mean"), _("median"), _("least"), _("most"))]
    return [
        padded("", edge) + "".join(heads),
        *[f"{padded(label, edge)}{s.mean:>10.2f}{s.median:>10.1f}{s.least:>10}{s.most:>10}" for label, s in rows],
    ]


def _events(cards: CardSet, found: BalanceFigures) -> list[str]:
    """How often each is played when it is held, and when it could be; and how often its side wins then."""
    by_id = cards_by_id(cards)
    heads = [
        _("held"), _("played"), _("could be"), _("played then"), _("ship half"), _("won, played"),
        _("won, not played"),
    ]
    cells = [_cells(found.games, one) for one in found.events]
    edges = [max(map(width, column)) for column in zip(heads, *cells, strict=True)]
    rows = [
        [by_id[one.card].side.name, by_id[one.card].name, *_right(row, edges)]
        for one, row in zip(found.events, cells, strict=True)
    ]
    return table(["", _("Event card"), *_right(heads, edges)], rows) if rows else []


def _right(cells: list[str], edges: list[int]) -> list[str]:
    return [padded(cell, edge, ">") for cell, edge in zip(cells, edges, strict=True)]


def _cells(games: int, one: EventFigures) -> list[str]:
    return [
        _percent(one.held, games), _percent(one.played.won, one.held),
        _percent(one.able, one.held), _percent(one.played_able.won, one.able), _percent(one.half, one.held),
        _percent(one.wins_played.won, one.wins_played.games), _percent(one.wins_kept.won, one.wins_kept.games),
    ]


def _percent(n: int, of: int) -> str:
    return f"{100 * n / of:.1f} %" if of else "-"
