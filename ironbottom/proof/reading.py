"""A transcript read from its file: every line the one way to write an entry, in its place, with the heads over them.

What lines say of each other is not looked at here; that the file ends too early is noted, because what is there can
be checked all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ironbottom.editions import EDITIONS
from ironbottom.language import _
from ironbottom.proof.chain import canonical, head_after
from ironbottom.proof.chain import read as decoded
from ironbottom.proof.entries import (
    FORMAT,
    READ,
    Agreed,
    AnsweredEntry,
    Begun,
    Body,
    Closed,
    Countersigned,
    Ended,
    Player,
    TranscriptEntry,
)
from ironbottom.proof.faults import Fault
from ironbottom.proof.transcript import LONGEST, MOST
from ironbottom.words import Side

SHOWN = 40  # letters of a text from a file, in a sentence


class Transcript(NamedTuple):
    """The entries of a file that could be read."""

    begun: Begun
    entries: tuple[TranscriptEntry, ...]
    heads: tuple[bytes, ...]  # over the first 0, 1, 2, ... entries
    ended: tuple[int, Ended] | None  # with its number
    cut: Fault | None

    @property
    def share(self) -> bytes | None:
        """The server's, if it was shown."""
        return None if self.ended is None else self.ended[1].share

    def bodies(self) -> Iterator[tuple[int, Body]]:
        for entry in self.entries:
            yield entry.n, entry.body

    def main_line(self) -> Iterator[tuple[int, Body]]:
        """The entries without the answers that were taken back: the game as it was played in the end."""
        gone = taken_back(self.bodies())
        return ((n, body) for n, body in self.bodies() if n not in gone)

    def player(self, side: int) -> Player:
        """Who played a side."""
        return self.begun.players[self.begun.us if side == Side.US else 1 - self.begun.us]

    def name(self, side: int) -> str:
        return self.player(side).name

    def named(self, side: int, by: bytes) -> str:
        """§26  What who has signed for a side is called: its partner, if it is his key."""
        partner = self.player(side).partner
        return partner.name if partner and by else self.name(side)

    def key(self, side: int, by: bytes) -> bytes:
        """The key under which he has signed; empty: nobody of this side has that key."""
        player = self.player(side)
        if not by:
            return player.key
        return by if player.partner and player.partner.key == by else b""


def taken_back(bodies: Iterable[tuple[int, Body]]) -> set[int]:
    """The numbers of the answers that were taken back by agreement."""
    standing: list[tuple[int, AnsweredEntry]] = []
    gone: set[int] = set()
    for n, body in bodies:
        if isinstance(body, AnsweredEntry):
            standing.append((n, body))
        elif isinstance(body, Agreed) and body.what == "takeback":
            while standing:
                last, answer = standing.pop()
                gone.add(last)
                if (answer.side, answer.update) == (body.side, body.update):
                    break
    return gone


class _Head(Struct, tag="begun"):
    """Of a first entry as much as any version has written it."""

    format: int
    software: str
    engine: str


class _First(Struct):
    body: _Head


_first = msgspec.json.Decoder(_First).decode


def read(lines: Iterable[bytes]) -> Transcript:
    """The entries of the lines, each line with its end.  Raises Fault at the first that is not as it should be."""
    rows = iter(lines)
    first = next(rows, b"")
    known_version(first)
    begun = _entry(1, first)
    assert isinstance(begun.body, Begun)  # or it would have no version
    entries, heads = [begun], [begun.body.game, head_after(begun.body.game, first[:-1])]
    ended: tuple[int, Ended] | None = None
    cut: Fault | None = None
    closed = False
    for n, line in enumerate(rows, 2):
        if closed:
            raise Fault(n, "place", _("the transcript was closed before this entry."))
        entry = _entry(n, line)
        if isinstance(entry.body, Closed) and ended is None:
            cut = Fault(n, "cut", _("the transcript is closed before the game is over: its end was cut off."))
            break
        fits(entry, ended is not None)
        entries.append(entry)
        heads.append(head_after(heads[-1], line[:-1]))
        closed = isinstance(entry.body, Closed)
        if isinstance(entry.body, Ended):
            ended = n, entry.body
    if not closed and cut is None:
        cut = cut_off(len(entries) + 1, ended is not None)
    return Transcript(begun.body, tuple(entries), tuple(heads), ended, cut)


def known_version(first: bytes) -> None:
    """What was written by another version is not called damaged."""
    try:
        head = _first(first[:LONGEST]).body
    except (ValueError, RecursionError):
        raise not_a_transcript() from None
    software = head.software[:SHOWN]
    if head.format not in READ:
        text = _("the file has format {theirs}, and this program reads format {ours}: check it with {software}.")
        raise Fault(0, "version", text.format(theirs=head.format, ours=FORMAT, software=software))
    if head.engine not in EDITIONS:
        text = _(
            "the game was played by version {theirs} of the rules, and this program has version {ours}: check it with"
            " {software}."
        )
        ours = _(" or ").join(EDITIONS)
        raise Fault(0, "version", text.format(theirs=head.engine[:SHOWN], ours=ours, software=software))


def not_a_transcript() -> Fault:
    return Fault(1, "damaged", _("the file does not begin like the transcript of a game (.ibss)."))


def _entry(n: int, line: bytes) -> TranscriptEntry:
    """The entry of a line, which must be written in the one way that there is."""
    if n > MOST:
        raise Fault(n, "damaged", _("the file is longer than any game: more than {most} entries.").format(most=MOST))
    if len(line) > LONGEST:
        raise Fault(n, "damaged", _("the line is longer than any entry: more than {n} bytes.").format(n=LONGEST))
    try:
        entry = decoded(line)
    except (ValueError, RecursionError):
        raise Fault(n, "damaged", _("the line is damaged: it cannot be read as an entry.")) from None
    if canonical(entry) + b"\n" != line:
        raise Fault(n, "damaged", _("the line is not written as this entry is written: somebody has changed it."))
    if entry.n != n:
        text = _("the entry here has the number {found}: entries are missing, doubled or in another order.")
        raise Fault(n, "place", text.format(found=entry.n))
    return entry


def fits(entry: TranscriptEntry, ended: bool) -> None:
    """Whether an entry of this kind may stand here."""
    if isinstance(entry.body, Begun):
        raise Fault(entry.n, "place", _("the game begins a second time."))
    if ended and not isinstance(entry.body, Countersigned | Closed):
        raise Fault(entry.n, "place", _("the game was over before this entry."))


def cut_off(n: int, ended: bool) -> Fault:
    if ended:
        return Fault(n, "cut", _("the server's signature at the end is missing: the file was cut off."))
    text = _("the file ends before the game is over: it was cut off, and the server's seed cannot be checked.")
    return Fault(n, "cut", text)
