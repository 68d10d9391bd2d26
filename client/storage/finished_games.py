"""Finished games to be looked through: of a record (.jsonl), or of the transcript of a networked game (.ibss).

A game is a row of moments: number 0 is the beginning, each other is an entry, an answer or a resignation, with its
number.  What is signed and noted besides makes none.  `ironbottom replay --plain` steps from entry to entry; the
terminal and the page step from event to event of each entry, where one without events is a step as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from ironbottom.editions import EDITIONS
from ironbottom.flow import IllegalAnswer
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.chain import events_digest
from ironbottom.proof.entries import Agreed, AnsweredEntry, ResignedEntry
from ironbottom.proof.fairness import seed_of
from ironbottom.proof.faults import Fault
from ironbottom.proof.opening import NoOpening, first_position
from ironbottom.proof.reading import Transcript, known_version, read
from ironbottom.record import Entry, NoSuchCards, Recorded, RecordedMoment, RecordError, Resignation, fault_at, replay
from ironbottom.variant import found_among
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.terms import Wish
from ironbottom.wire.whatif import Knows
from ironbottom.words import SIDES, Side

from ..console.errors import UserError
from ..text.people.rungs import USUAL_BOT

LARGEST = 1 << 26  # bytes: no game comes near
KNOWS: tuple[Knows, ...] = ("all", "us", "jp")
WISHES: tuple[Wish, ...] = ("us", "jp", "either")


class FinishedGame(NamedTuple):
    """What of a game fits, and what is wrong with the rest."""

    moments: list[RecordedMoment]
    cards: CardSet | None
    names: tuple[str, ...]  # of who played the US and Japan, where the file tells
    fault: str
    cut: str = ""  # what is missing behind the game: it can be looked through all the same, and is not sound


class WhatIfChoice(NamedTuple):
    """How somebody wishes to play a finished game on."""

    at: int  # answers that were given before
    knows: Knows = "all"
    fresh: bool = False
    side: Wish = "either"
    bot: str = USUAL_BOT
    seed: bytes | None = None  # the same what-if again


def events(moments: Sequence[RecordedMoment]) -> int:
    """How many steps from event to event there are, the first included."""
    return sum([max(1, len(moment.game.events or ())) for moment in moments])


class UnreadableGame(UserError):
    """Why nothing can be read from a file, in one sentence."""


def game_bytes(name: str, allowed: str) -> bytes:
    """The bytes of the file of one game; `allowed` says what it may be.  Raises UnreadableGame."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or _("it cannot be read")
        text = _("{file}: found no file to read ({why}); allowed is {allowed}.")
        raise UnreadableGame(text.format(file=name, why=why, allowed=allowed)) from None
    if len(data) > LARGEST:
        large = _("{file}: found more than {n} bytes; allowed is {allowed} of one game.")
        raise UnreadableGame(large.format(file=name, n=LARGEST, allowed=allowed))
    return data


def reel(name: str, sets: Iterable[CardSet]) -> FinishedGame:
    """The game of a file.  Whatever the file is, this returns; without moments the fault says why."""
    try:
        data = game_bytes(name, _("a record, or a transcript (.ibss)"))
    except UnreadableGame as error:
        return FinishedGame([], None, (), str(error))
    return reel_of(name, data, sets)


def reel_of(name: str, data: bytes, sets: Iterable[CardSet]) -> FinishedGame:
    """The game of a file that was read."""
    lines = data.splitlines(keepends=True)
    return _of_transcript(name, lines, sets) if is_transcript(lines) else _of_record(name, data, sets)


def is_transcript(lines: Sequence[bytes]) -> bool:
    """Whether a file begins like a transcript, of whichever version."""
    try:
        known_version(lines[0] if lines else b"")
    except Fault as fault:
        return fault.code == "version"
    return True


def _of_record(name: str, data: bytes, sets: Iterable[CardSet]) -> FinishedGame:
    moments: list[RecordedMoment] = []
    fault = ""
    try:
        for moment in replay(data.decode("utf-8-sig"), sets):
            moments.append(moment)
    except UnicodeDecodeError:
        fault = _("{file}: found a file that is not UTF-8; allowed is a record in JSON Lines.").format(file=name)
    except NoSuchCards as error:
        hint = _("{fault}; give the folder of its cards with --set DIR.")
        fault = f"{name}: {hint.format(fault=_said(error).removesuffix('.'))}"
    except RecordError as error:
        fault = f"{name}: {_said(error)}"
    cards = moments[0].game.state.cards if moments else None
    return FinishedGame(moments, cards, (), fault)


def _said(error: RecordError) -> str:
    """The sentence of a fault; the header is no entry."""
    return fault_at(_("the header (line 1)"), error.found, error.expected) if error.line == 1 else str(error)


def _of_transcript(name: str, lines: Sequence[bytes], sets: Iterable[CardSet]) -> FinishedGame:
    moments: list[RecordedMoment] = []
    cards: CardSet | None = None
    names: tuple[str, ...] = ()
    fault = cut = ""
    text = _("{file}: {fault}  `ironbottom verify` tells more.")
    try:
        t = read(lines)
        names = tuple([t.player(side).names for side in SIDES])
        cards = _cards(t, sets)
        for moment in _played(t, cards):
            moments.append(moment)
        if t.cut is not None:
            cut = text.format(file=name, fault=t.cut.sentence)
    except Fault as wrong:
        fault = text.format(file=name, fault=wrong.sentence)
    return FinishedGame(moments, cards, names, fault, cut)


def _cards(t: Transcript, sets: Iterable[CardSet]) -> CardSet:
    terms = t.begun.terms
    found = found_among(sets, t.begun.cards, terms.options or (), terms.battle or None)
    if found is None:
        text = _("the game was played with the card set {set}, which is not here: give its folder with --set DIR.")
        raise Fault(0, "cards", text.format(set=t.begun.set[:40]))
    return found


def _played(t: Transcript, cards: CardSet) -> Iterator[RecordedMoment]:
    """Answer by answer; what comes of each must be what came of it then.  Raises Fault."""
    seed = seed_of(t)
    if seed is None:
        raise Fault(0, "cut", _("the game is not over: its cards stay secret until then."))
    try:
        begun = first_position(t.begun, seed, cards)
    except NoOpening as why:
        raise Fault(1, "position", f"{why}.") from why
    recorded = Recorded(cards, seed, edition=EDITIONS[t.begun.engine], begun=begun)
    yield RecordedMoment(None, None, None, recorded.game)
    for n, body in t.main_line():
        if isinstance(body, AnsweredEntry | ResignedEntry):
            yield _next(recorded, n, body)
        elif isinstance(body, Agreed) and body.what == "draw":
            before = recorded.game
            _carry_out(n, partial(recorded.agree_draw, Side(body.side)))
            drawn = Resignation(recorded.entries, Side(body.side).name, False)
            yield RecordedMoment(drawn, None, before, recorded.game)


def _next(recorded: Recorded, n: int, body: AnsweredEntry | ResignedEntry) -> RecordedMoment:
    side, before = Side(body.side), recorded.game
    entry: Entry | Resignation
    if isinstance(body, AnsweredEntry):
        asked = before.asked.get(side)
        answer = understood(body.answer)
        _carry_out(n, lambda: recorded.take(side, answer))
        entry = msgspec.json.decode(recorded.lines[recorded.entries], type=Entry)
    else:
        asked = None
        _carry_out(n, lambda: recorded.resign(side))
        entry = Resignation(recorded.entries, side.name, True)
    if events_digest(recorded.game.events or []) != body.digest:
        raise Fault(n, "deal", _("what came of this answer is not what the seed gives."))
    return RecordedMoment(entry, asked, before, recorded.game)


def _carry_out(n: int, act: Callable[[], None]) -> None:
    try:
        act()
    except IllegalAnswer as illegal:
        raise Fault(n, "illegal", _("the answer does not fit the game: {why}.").format(why=illegal)) from None
    except Exception as error:  # also a rule that fails on what somebody has put into a file
        raise Fault(n, "rules", _("the rules fail on this answer ({why}).").format(why=repr(error)[:80])) from error


def command(file: str, choice: WhatIfChoice) -> str:
    """What gives whoever has the file the same what-if."""
    dice = "fresh" if choice.fresh else "same"
    words = ["ironbottom whatif", f'"{file}"' if " " in file else file, f"--at {choice.at}", f"--knows {choice.knows}",
             f"--dice {dice}", f"--side {choice.side}", f"--bot {choice.bot}"]
    if choice.seed is not None:
        words.append(f"--seed {choice.seed.hex().lstrip('0') or '0'}")
    return " ".join(words)
