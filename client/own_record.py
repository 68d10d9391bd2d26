"""What a player keeps of a game in his own hands: his share of the toss, his answers, and the server's receipts.

With it he notices when a server says something else later: that he gave an answer that he never gave, or that the toss
was another one.  `ironbottom verify` holds the receipts against the transcript.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from ironbottom.language import _
from ironbottom.proof.seeds import SHARE
from ironbottom.proof.transcript import Receipt, receipt_line
from ironbottom.wire.answers import Plain
from ironbottom.wire.signing import DIGEST, digest

from .kept_files import append, read_if_there
from .trouble import NotWritten, Trouble


class Tossing(Struct, frozen=True, tag="toss"):
    """Our share, and what bound the server to its own before we drew ours."""

    server: bytes
    share: bytes


class Gave(Struct, frozen=True, tag="gave"):
    """An answer of ours, before it was sent."""

    update: int
    digest: bytes


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Tossing | Gave).decode


class OwnRecord:
    """What is kept of all games in one folder; without a folder only as long as the process lives."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._tosses: dict[bytes, Tossing] = {}
        self._gave: dict[bytes, set[bytes]] = {}
        self._read: set[bytes] = set()
        self._late: list[Receipt] = []  # that could not be written down yet

    def share(self, game: bytes, server: bytes) -> bytes:
        """Our share of a toss: drawn once, and the same ever after.  Raises Trouble if the server binds itself anew."""
        self._recall(game)
        toss = self._tosses.get(game)
        if toss is None:
            toss = Tossing(server, secrets.token_bytes(SHARE))
            self._append(game, toss, now=True)
            self._tosses[game] = toss
        if toss.server != server:
            raise Trouble(_("The server has drawn its part of the toss again, after it had bound itself: that is no "
                            "fair toss, and this client goes no further with it."))
        return toss.share

    def gave(self, game: bytes, update: int, answer: Plain) -> None:
        """Note an answer that is about to be sent.  Raises NotWritten: then it must not be."""
        self._recall(game)
        mark = digest(game, update, answer)
        if mark not in self._gave[game]:
            self._append(game, Gave(update, mark))
            self._gave[game].add(mark)

    def all_given(self, game: bytes, digests: bytes) -> bool:
        """Whether each of these answers was ours."""
        self._recall(game)
        ours = self._gave[game]
        return all(digests[at : at + DIGEST] in ours for at in range(0, len(digests), DIGEST))

    def receipt(self, receipt: Receipt) -> None:
        """Keep the server's signature under a head that we signed; where there is no room, as soon as there is."""
        if self._folder is None:
            return
        self._late.append(receipt)
        with suppress(NotWritten):
            while self._late:
                append(self.receipts(self._late[0].game), receipt_line(self._late[0]))
                del self._late[0]

    def receipts(self, game: bytes) -> Path:
        """The file with the receipts of a game."""
        return (self._folder or Path()) / f"receipts-{game.hex()}.jsonl"

    def forget(self, game: bytes) -> None:
        """The game is over, and its transcript kept: the receipts stay, the rest goes."""
        self._tosses.pop(game, None)
        self._gave.pop(game, None)
        self._read.discard(game)
        if self._folder is not None:
            self._own(game).unlink(missing_ok=True)

    def _own(self, game: bytes) -> Path:
        return (self._folder or Path()) / f"own-{game.hex()}.jsonl"

    def _append(self, game: bytes, line: Tossing | Gave, *, now: bool = False) -> None:
        if self._folder is not None:
            append(self._own(game), _encode(line) + b"\n", now=now)

    def _recall(self, game: bytes) -> None:
        """Read what an earlier process noted.  A last line that was cut off in the middle was never sent."""
        if game in self._read:
            return
        self._read.add(game)
        gave = self._gave.setdefault(game, set())
        text = None if self._folder is None else read_if_there(self._own(game))
        for line in (text or b"").splitlines():
            try:
                noted = _decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue
            if isinstance(noted, Tossing):
                self._tosses[game] = noted
            else:
                gave.add(noted.digest)
