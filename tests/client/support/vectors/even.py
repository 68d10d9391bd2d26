"""What makes two players even, how strong one is by his games, and both in words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ironbottom.client.cli.statistics.rating import LEAST, GameAgainst, Rating, rating
from ironbottom.client.cli.statistics.strength_words import own_lines
from ironbottom.client.text.rules.even_words import chance_line, evened_lines, percent
from ironbottom.client.text.rules.handicap import handicap, rule_worth
from ironbottom.words import SIDES, Side
from tests.client.support.vectors import plain
from tests.client.support.vectors.table_rules import in_languages

POINTS = (-9999, -1200, -455, -183, -125, -75, -25, 0, 25, 50, 99, 175, 400, 620, 1500)
RULES = (
    "radar", "unpack", "us-head-start", "us-head-start:1", "us-head-start:9", "us-head-start:40", "jp-head-start:13",
    "jp-head-start:24", "fuel:12", "no-such:3",
)
PLAYERS = 14  # whose games are made up


def cases() -> Iterator[Any]:
    """Rules and what they are worth, players and what makes them even, games and what they tell."""
    yield {"worths": [[said, round(rule_worth(said), 6)] for said in RULES]}
    for side in SIDES:
        for points in POINTS:
            yield evened(side, points)
    rng = Random("rated")
    for n in range(PLAYERS):
        yield rated([made(rng, n) for _game in range(LEAST - 1 if n == 0 else rng.randrange(LEAST, 60))])


def evened(side: Side, points: int) -> dict[str, Any]:
    """For who plays this side and is so many points the stronger."""
    found = handicap(side, points)
    told = in_languages(lambda: [*evened_lines(side, points, found), chance_line(side, points, ("unpack",))])
    wins = percent(side, points, ("us-head-start:3",))
    return {"side": side, "points": points, "words": plain(found.words), "us": found.us, "wins": wins, "told": told}


def made(rng: Random, n: int) -> GameAgainst:
    """One of the n-th player; the second wins all, the third none, the fourth plays one side alone."""
    us, won = rng.random() < 0.5, rng.random() < 0.2 + 0.05 * n
    given = rng.choice((0.0, 0.0, 141.5, -80.25))
    score = 0.5 if n > 3 and rng.random() < 0.1 else float(n == 1 or (won and n != 2))
    return GameAgainst(rng.choice((314.0, 823.0, 1028.0)), us or n == 3, score, given)


def rated(games: list[GameAgainst]) -> dict[str, Any]:
    found = rating(games)
    ends = [] if found.estimate is None else [None if one is None else round(one, 1) for one in found.estimate]
    return {"games": [plain(one._asdict()) for one in games], "rated": ends, "told": in_languages(lambda: said(found))}


def said(found: Rating) -> list[str]:
    return [*own_lines(found)]
