"""Campaigns that are played by bots in this process: for tests of what is carried, and for how even they are."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import NamedTuple

from ironbottom.battle import Battle
from ironbottom.campaign import Campaign, CampaignOutcome, first_battle, standing, summed
from ironbottom.campaign_after import next_battle
from ironbottom.campaign_sheet import campaign_named
from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.client.launch.arena.in_process import forget, tell
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import SIDES


class CampaignRun(NamedTuple):
    """How one run of a campaign ended."""

    outcome: CampaignOutcome
    answers: int  # of both sides in all battles
    won: tuple[str, ...]  # who won each battle


def played(cards: CardSet, bot: str, seed: str) -> Game:
    """A game of a bot against itself, to its end."""
    bots = {side: made(bot, cards, Random(f"{seed} {side.name}")) for side in SIDES}
    game = new_game(cards, sha256(seed.encode()).digest(), log=any(one.listens for one in bots.values()))
    while game.asked:
        tell(game, bots)
        forget(game)
        side = next(iter(game.asked))
        game.answer(side, bots[side].choose(view(game, side)))
    return game


def games_of(campaign: Campaign, bot: str, seed: str) -> Iterator[tuple[Battle, Game]]:
    """All battles of a campaign, each with the game that was played."""
    cards, n = card_set(campaign.set), 1
    battle: Battle | None = first_battle(campaign, cards)
    while battle is not None:
        game = played(varied(cards, (), battle), bot, f"{seed} {n}")
        yield battle, game
        battle, n = next_battle(campaign, cards, game, f"{n:032x}"), n + 1


def run_of(piece: tuple[str, str, str]) -> CampaignRun:
    """A run of the campaign with this name, by this bot, from this seed."""
    name, bot, seed = piece
    answers, won, points = 0, list[str](), (0, 0)
    last: Battle | None = None
    for battle, game in games_of(campaign_named(name), bot, seed):
        assert game.outcome is not None
        o, last = game.outcome, battle
        points = summed(battle, o.winner, o.reason, o.points)
        answers += game.answers
        assert o.winner is not None
        won.append(o.winner.name)
    assert last is not None
    assert last.campaign is not None
    return CampaignRun(standing(last.campaign, points), answers, tuple(won))
