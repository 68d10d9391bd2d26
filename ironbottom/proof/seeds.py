"""The seed of a game, from three parties: none of them alone can choose it, or know it before it binds itself.

The server commits to its share first, then both players to theirs; then the players show theirs, and the server keeps
its own until the game is over.  One honest party makes the seed a fair one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ironbottom.keys import hashed
from ironbottom.options import MOST_BID
from ironbottom.wire.messages import Thrown
from ironbottom.wire.signing import tosses
from ironbottom.words import Side

SHARE = 32  # bytes that each party draws


def game_id(
    server: bytes, players: Sequence[bytes], table: str, number: int, engine: str, cards: str,
    thrown: Sequence[Thrown] = (), partners: bytes = b"",
) -> bytes:
    """What names a game: who plays it where, by which rules, with which cards, after which tosses in vain; 32 bytes.

    `number` is that of the game at its table, `cards` a fingerprint, `partners` what stands for those who share a side
    (§26).  Who signs for a game signs for all of these.
    """
    besides = [*([tosses(thrown)] if thrown else []), *([partners] if partners else [])]
    return hashed(
        "game", server, *players, table.encode(), number.to_bytes(4, "big"), engine.encode(), cards.encode(), *besides
    )


def joint_seed(game: bytes, server: bytes, first: bytes, second: bytes) -> bytes:
    """The seed of the game from the shares of the server and of places 0 and 1."""
    return hashed("seed", game, server, first, second)


def salt_key(game: bytes, server: bytes) -> bytes:
    """What the salts of the entries are drawn from: known when the server has shown its share."""
    return hashed("salts", game, server)


def bids(options: Iterable[str], shares: Sequence[bytes]) -> tuple[int, int]:
    """§23.18  What places 0 and 1 have bid for Japan: with the first byte of his share each was bound to his bid.

    More than may be bid is nothing; without the rule nobody bids.
    """
    if "bid" not in options:
        return 0, 0
    first, second = [share[0] if share and share[0] <= MOST_BID else 0 for share in shares]
    return first, second


def sides(wishes: tuple[str, str], seed: bytes, said: tuple[int, int] = (0, 0)) -> tuple[Side, Side]:
    """§10.2  The sides of places 0 and 1; where both wish for the same, or for neither, the lot decides.

    §23.18: who has bid more plays Japan, whatever they wish.
    """
    first, second = wishes
    if said[0] != said[1]:
        us = 0 if said[0] < said[1] else 1
    elif first != second and "us" in wishes:
        us = wishes.index("us")
    elif first != second:
        us = 1 - wishes.index("jp")
    else:
        us = hashed("sides", seed)[0] & 1
    return (Side.US, Side.JP) if us == 0 else (Side.JP, Side.US)
