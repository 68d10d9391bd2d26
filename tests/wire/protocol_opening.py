"""The opening of a game, as it runs over a wire: what Ada says, who makes the table, and what the server says to her.

Everything is real: keys, signatures, the toss, the cards that are dealt.  Nothing is drawn by chance here, so that the
document that shows it is the same each time.  Ben, who joins, has a connection of his own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ironbottom.catalog import card_set
from ironbottom.keys import private_key, public_bytes, sign
from ironbottom.proof.entries import FORMAT, Begun, Player
from ironbottom.proof.seeds import game_id, joint_seed, sides
from ironbottom.questions import Move
from ironbottom.record import ENGINE
from ironbottom.server.table.live_game import LiveGame, Transition, begin, unpacked
from ironbottom.wire.answers import Plain
from ironbottom.wire.messages import (
    Challenge,
    Commit,
    Create,
    Given,
    Hello,
    Login,
    Message,
    Ok,
    Reply,
    Reveal,
    Seat,
    Seated,
    Status,
    Table,
    Toss,
    Tossed,
    Update,
    Welcome,
)
from ironbottom.wire.session import Role
from ironbottom.wire.shown import TELLING
from ironbottom.wire.signing import COMMIT, LOGIN, REVEAL, TOSS, TOSSED, commitment
from ironbottom.wire.terms import Terms
from ironbottom.words import Side

SOFTWARE = "ironbottom 0.1.0"
TABLE = "K7F2QA5X"
CARDS = "core"
TERMS = Terms(side="us")
AT = 1_795_262_400  # seconds since 1970
ADA, BEN = Side.US, Side.JP


def drawn(what: str, size: int = 32) -> bytes:
    """Bytes that are the same each time; the number of the server's share was sought so that few cards are dealt."""
    return sha256(b"the opening in PROTOCOL.md: " + what.encode()).digest()[:size]


def key(whose: str) -> Ed25519PrivateKey:
    return private_key(drawn(f"key of {whose}"))


SERVER_KEY, ADAS_KEY, BENS_KEY = key("the server"), key("Ada"), key("Ben")
SERVER, ADA_KEY, BEN_KEY = public_bytes(SERVER_KEY), public_bytes(ADAS_KEY), public_bytes(BENS_KEY)
TOKEN, SECRET, NONCE = drawn("token", 16), drawn("secret", 16), drawn("nonce")
SHARES = (drawn("share of the server, 0"), drawn("share of Ada"), drawn("share of Ben"))


class Told(NamedTuple):
    """One message, and what it is there for."""

    by: Role
    message: Message
    why: str


@cache
def fingerprint() -> str:
    return card_set(CARDS).fingerprint


@cache
def game() -> bytes:
    return game_id(SERVER, (ADA_KEY, BEN_KEY), TABLE, 1, ENGINE, fingerprint())


def commitments() -> tuple[bytes, bytes, bytes]:
    server, ada, ben = [commitment(game(), share) for share in SHARES]
    return server, ada, ben


def committed(whose: Ed25519PrivateKey, place: int) -> bytes:
    """The signature of a player under his commitment."""
    server = commitments()[0]
    return sign(whose, COMMIT, game(), server, commitments()[1 + place])


def revealed(whose: Ed25519PrivateKey) -> bytes:
    return sign(whose, REVEAL, game(), *commitments())


def server_bound() -> Toss:
    """The server's first step, under its signature."""
    own = commitments()[0]
    keys, signature = (ADA_KEY, BEN_KEY), sign(SERVER_KEY, TOSS, game(), own)
    return Toss(TABLE, game(), own, 1, ENGINE, fingerprint(), keys, (), signature)


def all_bound() -> Tossed:
    """All three commitments, under all signatures."""
    both = (committed(ADAS_KEY, 0), committed(BENS_KEY, 1))
    return Tossed(TABLE, game(), commitments(), both, sign(SERVER_KEY, TOSSED, game(), *commitments()))


@cache
def begun() -> Transition:
    """The game at its first question."""
    players = (
        Player(
            "Ada", ADA_KEY, False, "us", commitments()[1], committed(ADAS_KEY, 0), SHARES[1], revealed(ADAS_KEY)
        ),
        Player(
            "Ben", BEN_KEY, False, "either", commitments()[2], committed(BENS_KEY, 1), SHARES[2], revealed(BENS_KEY)
        ),
    )
    us = sides(("us", "either"), joint_seed(game(), *SHARES)).index(Side.US)
    assert us == 0
    entry = Begun(
        FORMAT, SOFTWARE, ENGINE, CARDS, fingerprint(), TABLE, 1, game(), SERVER, commitments()[0], players, us, TERMS,
        AT, TELLING,
    )
    return begin(entry, SHARES[0], card_set(CARDS))


def seat(name: str, public: bytes, side: Side | None) -> Seat:
    return Seat(name, public, side, True, False, False, None, False, False)


FREE = Seat("", b"", None, False, False, False, None, False, False)


def table(status: Status, second: bool, games: int) -> Table:
    """How the table stands."""
    playing = status == "playing"
    ben = seat("Ben", BEN_KEY, BEN if playing else None) if second else FREE
    ada = seat("Ada", ADA_KEY, ADA if playing else None)
    return Table(TABLE, status, TERMS, (ada, ben), game() if second else b"", games, 0)


def update(taken: Transition, given: Given) -> Update:
    """What Ada is told."""
    told = taken.told[ADA]
    assert told is not None
    view = taken.live_game.now(ADA)
    return Update(TABLE, told.number, tuple(unpacked(told.events)), view, taken.live_game.chain.head, given, False)


def login() -> Iterable[Told]:
    hello = Hello((1, 1), SOFTWARE, ADA_KEY, "Ada")
    yield Told("client", hello, "Ada's client calls.")
    yield Told("server", Challenge(1, SOFTWARE, ENGINE, SERVER, NONCE), "The server says who it is, and what to sign.")
    yield Told("client", Login(sign(ADAS_KEY, LOGIN, NONCE, SERVER)), "Ada proves that the key is hers.")
    sets = ((CARDS, fingerprint()), ("full", card_set("full").fingerprint))
    yield Told("server", Welcome("Ada", sets, "Ada's computer is the host: it could look at every card."), "She is in.")


def toss() -> Iterable[Told]:
    yield Told("client", Create(1, drawn("request", 16), TERMS), "She makes a table, and wishes to play the US.")
    yield Told("server", Seated(1, TABLE, 0, TOKEN, SECRET, 0, 0, 0), "She sits; the secret is for Ben's invite.")
    yield Told("server", table("open", False, 0), "So the table stands.")
    yield Told("server", table("tossing", True, 0), "Ben has joined.")
    yield Told("server", server_bound(), "The server has drawn its share, and is bound to it.")
    commit = Commit(2, TABLE, commitments()[1], committed(ADAS_KEY, 0))
    yield Told("client", commit, "Ada has drawn hers.")
    yield Told("server", Ok(2), "It is written down.")
    yield Told("server", all_bound(), "Ben has committed too.")
    yield Told("client", Reveal(3, TABLE, SHARES[1], revealed(ADAS_KEY)), "Ada shows her share.")
    yield Told("server", Ok(3), "It is written down.")
    yield Told("server", table("playing", True, 1), "Ben has shown his: the sides are settled, the cards are dealt.")
    yield Told("server", update(begun(), "nobody"), "The first question: keep this fleet?")


def answered(playing: LiveGame, side: Side, answer: Plain) -> Transition:
    return playing.answered(side, playing.numbers[side], answer, "player", AT + 60)


class Decisions(NamedTuple):
    """Ada's first three, and the one of Ben between them."""

    keep: Transition
    bens: Transition
    moved: Transition
    done: Transition
    move: list[Plain]


@cache
def decisions() -> Decisions:
    keep = answered(begun().live_game, ADA, "keep")
    bens = answered(keep.live_game, BEN, "keep")
    shape = bens.live_game.game.asked[ADA].shape
    assert isinstance(shape, Move)
    formation, lines = next(iter(shape.steps["move"].items()))
    assert isinstance(formation, int)
    line = lines[0]
    assert isinstance(line, int)
    move: list[Plain] = ["move", formation, int(line)]
    moved = answered(bens.live_game, ADA, ["move", formation, int(line)])
    done = answered(moved.live_game, ADA, ["done"])
    return Decisions(keep, bens, moved, done, move)


def first_decisions() -> Iterable[Told]:
    made = decisions()
    yield Told("client", Reply(4, TABLE, 1, "keep"), "Ada keeps it: the answer to update 1.")
    yield Told("server", Ok(4), "It is written down.")
    yield Told("server", update(made.keep, "player"), "There is no question for her now: Ben is still asked.")
    yield Told("server", update(made.bens, "player"), "Ben has decided: now both place their ships.")
    verb, formation, line = made.move
    assert isinstance(verb, str)
    assert isinstance(formation, int)
    assert isinstance(line, int)
    yield Told("client", Reply(5, TABLE, 3, [verb, formation, line]), "Ada moves a formation to her FRONT line.")
    yield Told("server", Ok(5), "It is written down.")
    yield Told("server", update(made.moved, "player"), "The next step, with `undo` among the words now.")
    yield Told("client", Reply(6, TABLE, 4, ["done"]), "She is through.")
    yield Told("server", Ok(6), "It is written down.")
    yield Told("server", update(made.done, "player"), "Ben still places his ships.")


PARTS = {"login": login, "toss": toss, "decisions": first_decisions}


@cache
def opening() -> tuple[Told, ...]:
    """All of it."""
    return tuple([line for part in PARTS.values() for line in part()])


__all__ = ["PARTS", "Told", "opening"]
