"""§3  Dice: attempts, hits, what is maintained; and the streams of chance that feed them.

A stream is a deterministic generator (HMAC-SHA-256 in counter mode) with a label of its own, so that what one
deck or die draws can never tell anything of another.  Faces come out of it by rejection, so that none is favoured.
"""

from __future__ import annotations

from hmac import digest
from struct import unpack
from typing import Protocol, TypeVar

from msgspec import Struct

T = TypeVar("T")
Ability = int | None  # a printed number; None is the printed "-" (§3.3)


class Attempts(Struct, frozen=True, gc=False, array_like=True):
    """§3.1  The dice that may be rolled in a round."""

    dice: int
    limited: bool = False  # §3.4: the ability is 0; one die, and only a six hits


NONE = Attempts(0)
LIMITED = Attempts(1, limited=True)
NORMAL = tuple([Attempts(n) for n in range(64)])


def attempts(ability: Ability) -> Attempts:
    """§3.1, §3.3, §3.4  The attempts of a first round; "-" rolls nothing, 0 is one limited die."""
    if ability is None:
        return NONE
    return NORMAL[ability] if ability > 0 else LIMITED


class Roll(Struct, frozen=True, gc=False, array_like=True):
    """What one throw of attempts gave."""

    faces: bytes  # each 1 to 6
    hits: int
    left: Attempts  # maintained for the next round (§3.2)


class Dice(Protocol):
    """Whatever gives faces of dice: a stream in a game, a written list in a test."""

    def faces(self, n: int) -> bytes: ...

    def copy(self) -> Dice: ...


def roll(dice: Dice, thrown: Attempts) -> Roll:
    """§3.2  1-3 loses the attempt; 4 keeps it; 5 keeps it and hits; 6 keeps it and hits twice.

    §3.4, R-2  A limited attempt hits once with a 6, and stays limited.
    """
    faces = dice.faces(thrown.dice)
    sixes = faces.count(6)
    if thrown.limited:
        return Roll(faces, sixes, LIMITED if sixes else NONE)
    fives = faces.count(5)
    return Roll(faces, fives + 2 * sixes, NORMAL[faces.count(4) + fives + sixes])


_FACE = bytes([b % 6 + 1 for b in range(252)]) + bytes(4)
_REJECTED = bytes([252, 253, 254, 255])  # 252 = 42 * 6: with these gone no face is favoured


class Stream(Struct, gc=False):
    """A labelled stream of chance: 32 bytes of key and a counter, and what is left of the last block.

    `key` must stay secret until the game is over: whoever has it knows every die to come.
    """

    key: bytes
    block: int = 0  # blocks drawn so far
    rest: bytes = b""  # what the last block still holds: faces for `faces`, else bytes

    @classmethod
    def of(cls, seed: bytes, label: str) -> Stream:
        """The stream of `seed` that carries `label`."""
        return cls(digest(seed, label.encode(), "sha256"))

    def copy(self) -> Stream:
        return Stream(self.key, self.block, self.rest)

    def _next(self) -> bytes:
        self.block += 1
        return digest(self.key, self.block.to_bytes(8, "big"), "sha256")

    def faces(self, n: int) -> bytes:
        """`n` faces, each 1 to 6.  A stream that gives faces gives nothing else."""
        rest = self.rest
        while len(rest) < n:
            rest += self._next().translate(_FACE, _REJECTED)
        self.rest = rest[n:]
        return rest[:n]

    def words(self, n: int) -> list[int]:
        """`n` words of 30 random bits under a bit that is always set: every token is as long as any other."""
        rest = self.rest
        while len(rest) < 4 * n:
            rest += self._next()
        self.rest = rest[4 * n :]
        return [w & 0x3FFFFFFF | 0x40000000 for w in unpack(f">{n}I", rest[: 4 * n])]

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, n at most 256, by rejection."""
        limit = 256 - 256 % n
        while True:
            if not self.rest:
                self.rest = self._next()
            drawn, self.rest = self.rest[0], self.rest[1:]
            if drawn < limit:
                return drawn % n

    def lot(self, turn: int) -> int:
        """A number of 64 bits that takes nothing from the stream: the same until something is drawn from it."""
        drawn = digest(self.key, b"lot %d %d %d" % (turn, self.block, len(self.rest)), "sha256")
        return int.from_bytes(drawn[:8], "big")

    def shuffled(self, cards: tuple[T, ...]) -> tuple[T, ...]:
        """`cards` in an order that only this stream decides."""
        return tuple([cards[place] for place in self.order(len(cards))])

    def order(self, cards: int) -> tuple[int, ...]:
        """The places of so many cards in an order that only this stream decides (Fisher and Yates); at most 256."""
        order, rest = list(range(cards)), self.rest
        for n in range(cards, 1, -1):
            limit = 256 - 256 % n  # above it a byte is rejected, so that no place is favoured
            drawn = limit
            while drawn >= limit:
                rest = rest or self._next()
                drawn, rest = rest[0], rest[1:]
            place = drawn % n
            order[n - 1], order[place] = order[place], order[n - 1]
        self.rest = rest
        return tuple(order)


PACK = bytes(range(1, 7)) * 6  # §23.19


class Pack(Struct, gc=False):
    """§23.19  Balanced dice: faces from a shuffled pack of 36, each six times; an empty pack is shuffled anew."""

    stream: Stream  # shuffles the pack
    left: bytes = b""  # faces that have not fallen since the last shuffle, the next one first

    def copy(self) -> Pack:
        return Pack(self.stream.copy(), self.left)

    def faces(self, n: int) -> bytes:
        """`n` faces, each 1 to 6."""
        while len(self.left) < n:
            self.left += bytes(self.stream.shuffled(tuple(PACK)))
        taken, self.left = self.left[:n], self.left[n:]
        return taken


def dealt_anew(dice: Dice, stream: Stream) -> Dice:
    """Other faces to come, from this stream; of a pack the same faces are left."""
    return Pack(stream, bytes(stream.shuffled(tuple(dice.left)))) if isinstance(dice, Pack) else stream


Address = tuple[int, ...]  # turn, side, who rolls, and at whom


class DiceByRoll(Struct, gc=False):
    """Dice by what they are rolled for: the n-th roll of a card at another in a turn is the same in every game.

    With one key, two answers to a question are tried with the same luck wherever the same is rolled for after either,
    whatever else is rolled between.  For games that are tried out: a referee's dice are a `Stream`.
    """

    key: bytes
    rolled: dict[tuple[Address, str], int] = {}  # how often each roll has been made; replaced, never changed
    next: tuple[Address, str] = ((), "")

    def copy(self) -> DiceByRoll:
        return DiceByRoll(self.key, self.rolled, self.next)

    def aim(self, address: Address, ability: str) -> None:
        """What the next faces are for."""
        self.next = (address, ability)

    def faces(self, n: int) -> bytes:
        """`n` faces, each 1 to 6."""
        before = self.rolled.get(self.next, 0)
        self.rolled = {**self.rolled, self.next: before + 1}
        label, faces, block = repr((self.next, before)).encode(), b"", 0
        while len(faces) < n:
            faces += digest(self.key, b"%d %s" % (block, label), "sha256").translate(_FACE, _REJECTED)
            block += 1
        return faces[:n]
