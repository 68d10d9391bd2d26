"""The hash chain of a transcript: each head covers every entry up to its own."""

from __future__ import annotations

from hashlib import sha256
from hmac import digest as hmac

import msgspec
from msgspec import Struct

from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.position import to_text
from ironbottom.proof.entries import Body, TranscriptEntry
from ironbottom.proof.seeds import salt_key

SALT = 16
EVENTS = 16  # bytes of a digest of events

_encode = msgspec.json.Encoder().encode
_pack = msgspec.msgpack.Encoder().encode
read = msgspec.json.Decoder(TranscriptEntry).decode


class Chain(Struct):
    """Where a chain stands: the number of entries, and the head over them."""

    head: bytes
    salts: bytes
    entries: int = 0

    @classmethod
    def of(cls, game: bytes, server: bytes) -> Chain:
        """The empty chain of a game, with the salts that the server's share gives."""
        return cls(game, salt_key(game, server))

    def salt(self, n: int) -> bytes:
        """The salt of entry n."""
        return hmac(self.salts, n.to_bytes(8, "big"), "sha256")[:SALT]

    def line(self, body: Body) -> bytes:
        """The next entry as a line of the file, without its end."""
        n = self.entries + 1
        return _encode(TranscriptEntry(n, self.salt(n), body))

    def after(self, line: bytes) -> Chain:
        """The chain with this line at its end."""
        return Chain(head_after(self.head, line), self.salts, self.entries + 1)


def head_after(head: bytes, line: bytes) -> bytes:
    """The head over a line and everything before it."""
    return sha256(head + line).digest()


def canonical(entry: TranscriptEntry) -> bytes:
    """An entry as the one line that it may be."""
    return _encode(entry)


def events_digest(events: list[AnyEvent]) -> bytes:
    """What stands for everything that an answer led to, secret parts too."""
    return digest_of(_pack(events))


def digest_of(packed: bytes) -> bytes:
    """The same, of events as MessagePack."""
    return sha256(packed).digest()[:EVENTS]


def position_digest(game: Game) -> bytes:
    """What stands for everything that lies on the table, in hands and in decks."""
    return sha256(to_text(game).encode()).digest()
