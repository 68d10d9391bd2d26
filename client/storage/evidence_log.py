"""What a player keeps of a game in his own hands: the tosses, his answers, what he was shown, the server's receipts.

With it he notices when a server says something else later: that he gave an answer that he never gave, or that the toss
was another one.  `ironbottom verify --record` holds the file of a game against its transcript.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from ironbottom.options import USUAL_BID
from ironbottom.proof.kept import Began, ShownUpdate, written
from ironbottom.proof.seeds import SHARE
from ironbottom.proof.transcript import KeptReceipt, receipt_line
from ironbottom.vocabulary import phrase
from ironbottom.wire.answers import Plain
from ironbottom.wire.signing import DIGEST, digest

from ..console.errors import NotWritten, UserError
from .atomic_files import AppendFile, append, read_if_there, write_whole
from .toss_log import Tosses

GAMES = "games"  # the folder of all records and transcripts


class SavedShare(Struct, frozen=True, tag="toss"):
    """Our share, and what bound the server to its own before we drew ours."""

    server: bytes
    share: bytes


class GivenAnswer(Struct, frozen=True, tag="gave"):
    """An answer of ours, before it was sent."""

    update: int
    digest: bytes


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(SavedShare | GivenAnswer).decode


class EvidenceLog:
    """What is kept of all games in one folder; without a folder only as long as the process lives.

    Who will not want to prove anything later does not let it be `lasting`: then it goes with the game.
    """

    def __init__(self, folder: Path | None, *, lasting: bool = True) -> None:
        self._folder, self._lasting = folder, lasting
        self.bid = USUAL_BID  # §23.18: what its player bids for Japan, where sides are bid for
        self._tables: dict[tuple[bytes, str], Tosses] = {}
        self._growing: tuple[bytes, AppendFile] | None = None  # the file of the game that is played
        self._shown = b""  # the game of which something was shown
        self._tosses: dict[bytes, SavedShare] = {}
        self._gave: dict[bytes, set[bytes]] = {}
        self._read: set[bytes] = set()
        self._late: list[tuple[bytes, bytes]] = []  # games, and lines that could not be written down yet

    def share(self, game: bytes, server: bytes, said: bytes = b"") -> bytes:
        """Our share of a toss: drawn once, then always the same.  Raises UserError if the server binds itself anew.

        `said`: what it begins with, where something is said by it.
        """
        self._recall(game)
        toss = self._tosses.get(game)
        if toss is None:
            toss = SavedShare(server, said + secrets.token_bytes(SHARE - len(said)))
            self._append(game, toss, now=True)
            self._tosses[game] = toss
        if toss.server != server:
            raise UserError(phrase("distrust.redrawn_toss"))
        return toss.share

    def tosses(self, server: bytes, table: str) -> Tosses:
        """The tosses of a table."""
        if (server, table) not in self._tables:
            self._tables[server, table] = Tosses(self._folder, server, table)
        return self._tables[server, table]

    def shown(self, tosses: Tosses, began: Began, shown: Callable[[], ShownUpdate]) -> None:
        """Keep what an update of a game showed.  Its file begins with the tosses of the table."""
        if self._folder is None or not self._lasting:
            return
        if began.game != self._shown:
            self._shown = began.game
            steps = [] if self.of(began.game).exists() else tosses.steps
            self._keep(began.game, b"".join([written(one) for one in (*steps, began)]))
        self._keep(began.game, written(shown()))

    def _keep(self, game: bytes, lines: bytes) -> None:
        """Write lines to the record of a game; where there is no room, as soon as there is: nobody stops for it."""
        if self._folder is None or not self._lasting:
            return
        self._late.append((game, lines))
        with suppress(NotWritten):
            while self._late:
                game, lines = self._late[0]
                self._file(game).append(lines)
                del self._late[0]

    def _file(self, game: bytes) -> AppendFile:
        """The record of a game, held open while it grows.  Raises NotWritten."""
        if self._growing is None or self._growing[0] != game:
            self.close()
            self._growing = game, AppendFile(self.of(game))
        return self._growing[1]

    def close(self) -> None:
        """Let the file of the game that was played go."""
        if self._growing is not None:
            self._growing[1].close()
            self._growing = None

    def of(self, game: bytes) -> Path:
        """The file with everything that `ironbottom verify --record` wants to know of a game."""
        return (self._folder or Path()) / f"record-{game.hex()}.jsonl"

    def bring(self, game: bytes, beside: Path) -> None:
        """The transcript of the game is here: let the record lie beside it.  Raises UserError."""
        self.close()
        if self._folder is None or (kept := read_if_there(self.of(game))) is None:
            return
        before = read_if_there(beside) or b""
        write_whole(beside, before + kept)
        self.of(game).unlink(missing_ok=True)

    def gave(self, game: bytes, update: int, answer: Plain) -> None:
        """Note an answer that is about to be sent.  Raises NotWritten: then it must not be."""
        self._recall(game)
        mark = digest(game, update, answer)
        if mark not in self._gave[game]:
            self._append(game, GivenAnswer(update, mark))
            self._gave[game].add(mark)

    def all_given(self, game: bytes, digests: bytes) -> bool:
        """Whether each of these answers was ours."""
        self._recall(game)
        ours = self._gave[game]
        return all(digests[at : at + DIGEST] in ours for at in range(0, len(digests), DIGEST))

    def receipt(self, receipt: KeptReceipt) -> None:
        """Keep the server's signature under a head that we signed; where there is no room, as soon as there is."""
        self._keep(receipt.game, receipt_line(receipt))

    def forget(self, game: bytes) -> None:
        """The game is over, and its transcript kept: its record stays, the rest goes."""
        self.close()
        if not self._lasting:
            for tosses in self._tables.values():
                tosses.forget()
        self._tosses.pop(game, None)
        self._gave.pop(game, None)
        self._read.discard(game)
        if self._folder is not None:
            self._own(game).unlink(missing_ok=True)

    def _own(self, game: bytes) -> Path:
        return (self._folder or Path()) / f"own-{game.hex()}.jsonl"

    def _append(self, game: bytes, line: SavedShare | GivenAnswer, *, now: bool = False) -> None:
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
            if isinstance(noted, SavedShare):
                self._tosses[game] = noted
            else:
                gave.add(noted.digest)
