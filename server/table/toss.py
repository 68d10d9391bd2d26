"""The toss: how three parties come to a seed that none of them chose (see ironbottom/proof/seeds.py).

Each step gives the toss as it is then; it is kept before anybody hears of it.
"""

from __future__ import annotations

import secrets

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.editions import EDITIONS
from ironbottom.keys import public_bytes, sign, signed
from ironbottom.language import _
from ironbottom.proof.entries import FORMAT, NEWER, Begun, Player
from ironbottom.proof.seeds import SHARE, bids, game_id, joint_seed, sides
from ironbottom.record import ENGINE
from ironbottom.wire.messages import Bound, Commit, Reveal, Thrown, Tossed
from ironbottom.wire.messages import Toss as TossMessage
from ironbottom.wire.shown import TELLING
from ironbottom.wire.signing import COMMIT, REVEAL, TOSS, TOSSED, commitment
from ironbottom.wire.teams import partners_mark
from ironbottom.words import Side

from .stored_table import StoredTable, StoredToss, known_as, partners_of


class InvalidStep(Exception):
    """A step of the toss that does not fit; nothing has changed."""


def toss(stored: StoredTable, key: Ed25519PrivateKey, fingerprint: str, wishes: tuple[str, str]) -> StoredTable:
    """The first step: the server draws its share, and is bound to it.  What is thrown away by that is not forgotten."""
    stored, before, server = replace(stored, thrown=thrown(stored, key)), stored.toss, public_bytes(key)
    edition = engine(stored, server, fingerprint) or _edition(stored)
    game, keys = named(stored, server, fingerprint, edition), _keys(stored)
    bound = before is not None and before.game == game  # somebody left, and has come back: we are bound already
    share = before.share if before is not None and bound else secrets.token_bytes(SHARE)
    after = StoredToss(game, share, wishes, number=stored.games + 1, engine=edition, cards=fingerprint, keys=keys)
    return replace(stored, toss=after)


def shown(stored: StoredTable) -> bool:
    """Whether somebody has shown his share for a game that is still to begin: from then on nobody leaves the toss."""
    toss = stored.toss
    if toss is None or not any(toss.shares) or stored.status not in ("open", "tossing"):
        return False
    return not toss.number or toss.number > stored.games


def thrown(stored: StoredTable, key: Ed25519PrivateKey) -> tuple[Thrown, ...]:
    """All tosses of a table that led to no game though somebody had shown his share, if another one begins now."""
    toss = stored.toss
    if toss is None or not shown(stored):
        return stored.thrown
    keys = toss.keys if all(toss.keys) else _keys(stored)  # as a version before this one kept it
    bound = [
        Bound(keys[place], toss.commitments[place], toss.committed[place], toss.shares[place], toss.revealed[place])
        for place in (0, 1)
    ]
    own = commitment(toss.game, toss.share)
    last = Thrown(
        toss.game, toss.number or stored.games + 1, toss.engine, toss.cards, own, sign(key, TOSS, toss.game, own),
        (bound[0], bound[1]), partners_mark(partners_of(stored)) or UNSET,
    )
    return (*stored.thrown, last)


def engine(stored: StoredTable, server: bytes, fingerprint: str) -> str | None:
    """The edition of the rules by which the toss under way leads to a game; None: no toss, or no such edition here.

    A server may be upgraded in the middle of a toss: whoever is bound to it is bound to its edition.
    """
    if stored.toss is None:
        return None
    return next((name for name in EDITIONS if stored.toss.game == named(stored, server, fingerprint, name)), None)


def _edition(stored: StoredTable) -> str:
    """By which rules a new game is played: a what-if by those of the game that it left."""
    return ENGINE if stored.branch is None else stored.branch.engine


def named(stored: StoredTable, server: bytes, fingerprint: str, engine: str) -> bytes:
    """The name of the game that is to begin."""
    mark = partners_mark(partners_of(stored))
    return game_id(server, _keys(stored), stored.id, stored.games + 1, engine, fingerprint, stored.thrown, mark)


def _keys(stored: StoredTable) -> tuple[bytes, bytes]:
    first, second = stored.seats
    assert first is not None
    assert second is not None
    return first.key, second.key


def opened(stored: StoredTable, key: Ed25519PrivateKey, fingerprint: str) -> TossMessage:
    """What both players hear of the first step, under the server's signature."""
    toss = stored.toss
    assert toss is not None
    own, edition = commitment(toss.game, toss.share), engine(stored, public_bytes(key), fingerprint) or _edition(stored)
    signature, partners = sign(key, TOSS, toss.game, own), partners_of(stored)
    return TossMessage(
        stored.id, toss.game, own, stored.games + 1, edition, fingerprint, _keys(stored), stored.thrown, signature,
        partners if any(partners) else UNSET,
    )


def commitments(toss: StoredToss) -> tuple[bytes, bytes, bytes]:
    """All three, the server's first."""
    return (commitment(toss.game, toss.share), *toss.commitments)


def tossed(table: str, toss: StoredToss, key: Ed25519PrivateKey) -> Tossed | None:
    """What both players hear when both have committed, likewise."""
    if not all(toss.commitments):
        return None
    three = commitments(toss)
    return Tossed(table, toss.game, three, toss.committed, sign(key, TOSSED, toss.game, *three))


def committed(toss: StoredToss, place: int, key: bytes, message: Commit) -> StoredToss:
    """The second step, of one player.  Raises InvalidStep."""
    if toss.commitments[place]:
        if toss.commitments[place] == message.commitment:
            return toss
        raise InvalidStep(_("You have committed to another share before."))
    server = commitment(toss.game, toss.share)
    if not signed(key, message.signature, COMMIT, toss.game, server, message.commitment):
        raise InvalidStep(_("The signature does not fit the commitment."))
    return replace(
        toss,
        commitments=_with(toss.commitments, place, message.commitment),
        committed=_with(toss.committed, place, message.signature),
    )


def revealed(toss: StoredToss, place: int, key: bytes, message: Reveal) -> StoredToss:
    """The third step, of one player.  Raises InvalidStep."""
    if not all(toss.commitments):
        raise InvalidStep(_("A share is shown when both players have committed to theirs."))
    if commitment(toss.game, message.share) != toss.commitments[place]:
        raise InvalidStep(_("The share does not fit its commitment."))
    if not signed(key, message.signature, REVEAL, toss.game, *commitments(toss)):
        raise InvalidStep(_("The signature does not fit the commitments."))
    return replace(
        toss,
        shares=_with(toss.shares, place, message.share),
        revealed=_with(toss.revealed, place, message.signature),
    )


def begun(stored: StoredTable, toss: StoredToss, server: bytes, software: str, fingerprint: str, at: int) -> Begun:
    """The first entry of the game that the toss leads to, when both have shown their shares."""
    seed = stored.terms.seed or joint_seed(toss.game, toss.share, *toss.shares)
    players = [_player(stored, toss, place) for place in (0, 1)]
    edition = engine(stored, server, fingerprint)
    assert edition is not None  # or the toss would have begun anew
    said = bids(stored.terms.options or (), toss.shares) if stored.branch is None else (0, 0)
    return Begun(
        format=NEWER if stored.terms.offers or any(stored.partners) else FORMAT, software=software, engine=edition,
        set=stored.terms.cards, cards=fingerprint, table=stored.id, number=stored.games + 1, game=toss.game,
        server=server, commitment=commitment(toss.game, toss.share), players=(players[0], players[1]),
        us=sides(toss.wishes, seed, said).index(Side.US), terms=stored.terms, at=at, telling=TELLING,
        thrown=stored.thrown, branch=stored.branch,
    )


def _player(stored: StoredTable, toss: StoredToss, place: int) -> Player:
    seat = stored.seats[place]
    assert seat is not None
    return Player(
        known_as(stored, place), seat.key, seat.bot, toss.wishes[place], toss.commitments[place], toss.committed[place],
        toss.shares[place], toss.revealed[place], partners_of(stored)[place] or UNSET,
    )


def _with(pair: tuple[bytes, bytes], place: int, value: bytes) -> tuple[bytes, bytes]:
    return (value, pair[1]) if place == 0 else (pair[0], value)
