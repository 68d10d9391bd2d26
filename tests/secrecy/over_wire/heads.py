"""Heads: what everybody is told of entries that nobody may read yet.

Two servers play the same game at the same table with the same players, and differ in their own share alone, which
nobody knows before the end.  If anything but that share decided a head, the same entries would have the same head; and
whoever guesses an entry could try his guess on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ironbottom.catalog import card_set
from ironbottom.proof.entries import FORMAT, Begun
from ironbottom.proof.entries import Player as Party
from ironbottom.record import ENGINE
from ironbottom.server.table.live_game import LiveGame, Transition, begin
from ironbottom.wire.answers import plain
from ironbottom.wire.terms import Terms
from tests.secrecy.reading import Leaked
from tests.support.players import eager


def begun(number: int, table: str = "K7F2QA5X") -> Begun:
    """The first entry of a practice game: its seed is in the terms, so that no share decides it."""
    rng = Random(number)
    parties = [
        Party(name, rng.randbytes(32), False, wish, rng.randbytes(32), bytes(64), rng.randbytes(32), bytes(64))
        for name, wish in (("Ada", "us"), ("Ben", "jp"))
    ]
    return Begun(
        format=FORMAT, software="test", engine=ENGINE, set="core", cards=card_set("core").fingerprint, table=table,
        number=1, game=rng.randbytes(32), server=rng.randbytes(32), commitment=rng.randbytes(32),
        players=(parties[0], parties[1]), us=0, terms=Terms(seed=rng.randbytes(32)), at=0,
    )


def played(first: Begun, share: bytes, answers: int) -> Iterator[tuple[Transition, LiveGame]]:
    """What each answer leads to, and the game before it."""
    taken = begin(first, share, card_set("core"))
    rng = Random(1)
    player = eager(rng)
    yield taken, taken.live_game
    for _ in range(answers):
        before, game = taken.live_game, taken.live_game.game
        side = next(iter(game.asked))
        taken = before.answered(side, before.numbers[side], plain(player(game, side)), "player", 0)
        yield taken, before


def heads_hang_on_the_share(number: int) -> int:
    """Every head is another one for another share; how many there were."""
    first, rng = begun(number), Random(f"shares {number}")
    worlds = [[*played(first, rng.randbytes(32), 12)] for _ in range(2)]
    for (one, _), (two, _) in zip(*worlds, strict=True):
        if one.told != two.told:
            raise AssertionError("these are two games")
        if set(one.live_game.heads) & set(two.live_game.heads):
            raise Leaked("a head that does not hang on the server's share")
    return len(worlds[0])
