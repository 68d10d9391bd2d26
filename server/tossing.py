"""The toss: how three parties come to a seed that none of them chose (see ironbottom/proof/seeds.py).

Each step gives the toss as it is then; it is kept before anybody hears of it.
"""

from __future__ import annotations

import secrets

from msgspec.structs import replace

from ironbottom.editions import EDITIONS
from ironbottom.keys import signed
from ironbottom.language import _
from ironbottom.proof.entries import FORMAT, Begun, Player
from ironbottom.proof.seeds import SHARE, game_id, joint_seed, sides
from ironbottom.record import ENGINE
from ironbottom.wire.messages import Commit, Reveal, Tossed
from ironbottom.wire.messages import Toss as TossMessage
from ironbottom.wire.signing import COMMIT, REVEAL, commitment
from ironbottom.words import Side

from .kept import Kept, Toss, known_as


class Foul(Exception):
    """A step of the toss that does not fit; nothing has changed."""


def toss(kept: Kept, server: bytes, fingerprint: str, wishes: tuple[str, str]) -> Toss:
    """The first step: the server draws its share, and is bound to it."""
    game, before = named(kept, server, fingerprint, engine(kept, server, fingerprint) or ENGINE), kept.toss
    if before is not None and before.game == game:  # somebody left, and has come back: the server is bound already
        return Toss(game, before.share, wishes)
    return Toss(game, secrets.token_bytes(SHARE), wishes)


def engine(kept: Kept, server: bytes, fingerprint: str) -> str | None:
    """The edition of the rules by which the toss under way leads to a game; None: no toss, or no such edition here.

    A server may be upgraded in the middle of a toss: whoever is bound to it is bound to its edition.
    """
    if kept.toss is None:
        return None
    return next((name for name in EDITIONS if kept.toss.game == named(kept, server, fingerprint, name)), None)


def named(kept: Kept, server: bytes, fingerprint: str, engine: str) -> bytes:
    """The name of the game that is to begin."""
    keys = [seat.key for seat in kept.seats if seat is not None]
    return game_id(server, keys, kept.id, kept.games + 1, engine, fingerprint)


def opened(table: str, toss: Toss) -> TossMessage:
    """What both players hear of the first step."""
    return TossMessage(table, toss.game, commitment(toss.game, toss.share))


def commitments(toss: Toss) -> tuple[bytes, bytes, bytes]:
    """All three, the server's first."""
    return (commitment(toss.game, toss.share), *toss.commitments)


def tossed(table: str, toss: Toss) -> Tossed | None:
    """What both players hear when both have committed."""
    return Tossed(table, toss.game, commitments(toss)) if all(toss.commitments) else None


def committed(toss: Toss, place: int, key: bytes, message: Commit) -> Toss:
    """The second step, of one player.  Raises Foul."""
    if toss.commitments[place]:
        if toss.commitments[place] == message.commitment:
            return toss
        raise Foul(_("You have committed to another share before."))
    server = commitment(toss.game, toss.share)
    if not signed(key, message.signature, COMMIT, toss.game, server, message.commitment):
        raise Foul(_("The signature does not fit the commitment."))
    return replace(
        toss,
        commitments=_with(toss.commitments, place, message.commitment),
        committed=_with(toss.committed, place, message.signature),
    )


def revealed(toss: Toss, place: int, key: bytes, message: Reveal) -> Toss:
    """The third step, of one player.  Raises Foul."""
    if not all(toss.commitments):
        raise Foul(_("A share is shown when both players have committed to theirs."))
    if commitment(toss.game, message.share) != toss.commitments[place]:
        raise Foul(_("The share does not fit its commitment."))
    if not signed(key, message.signature, REVEAL, toss.game, *commitments(toss)):
        raise Foul(_("The signature does not fit the commitments."))
    return replace(
        toss,
        shares=_with(toss.shares, place, message.share),
        revealed=_with(toss.revealed, place, message.signature),
    )


def begun(kept: Kept, toss: Toss, server: bytes, software: str, fingerprint: str, at: int) -> Begun:
    """The first entry of the game that the toss leads to, when both have shown their shares."""
    seed = kept.terms.seed or joint_seed(toss.game, toss.share, *toss.shares)
    players = [_player(kept, toss, place) for place in (0, 1)]
    edition = engine(kept, server, fingerprint)
    assert edition is not None  # or the toss would have begun anew
    return Begun(
        format=FORMAT, software=software, engine=edition, set=kept.terms.cards, cards=fingerprint, table=kept.id,
        number=kept.games + 1, game=toss.game, server=server, commitment=commitment(toss.game, toss.share),
        players=(players[0], players[1]), us=sides(toss.wishes, seed).index(Side.US), terms=kept.terms, at=at,
    )


def _player(kept: Kept, toss: Toss, place: int) -> Player:
    seat = kept.seats[place]
    assert seat is not None
    return Player(
        known_as(kept, place), seat.key, seat.bot, toss.wishes[place], toss.commitments[place], toss.committed[place],
        toss.shares[place], toss.revealed[place],
    )


def _with(pair: tuple[bytes, bytes], place: int, value: bytes) -> tuple[bytes, bytes]:
    return (value, pair[1]) if place == 0 else (pair[0], value)
