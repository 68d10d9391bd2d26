"""Advice for one seat: the messages of its player and the server, and those of the server and an adviser's process.

An adviser hears what its seat hears, and nothing else: a Briefing, then HeardUpdate and OwnAnswer in the order of the
game, and an Inquiry now and then, each as a frame of MessagePack on its input.  To each Inquiry it says one Finding.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from ironbottom.battle import Battle
from ironbottom.wire.answers import Plain
from ironbottom.wire.fields import Count, Seq, Short, TableId

ADVISED = 3  # answers of one advice
BODY = 16 * 1024 * 1024  # bytes of the longest message between a server and an adviser: the cards of a set


class Advise(Struct, frozen=True, tag="advise"):
    """What would you do?  Or, with an answer: how much would that lose?  Nobody but you hears of either."""

    seq: Seq
    table: TableId
    update: Count  # that put your question
    language: Annotated[str, Meta(max_length=16)] = "en"  # of the reasons
    answer: Plain | None = None  # that is thought of, and not given


class AdvisedAnswer(Struct, frozen=True):
    """An answer that was tried, and what came of it.  Chances go from 0 to 1, of the side that is asked."""

    answer: Plain
    then: tuple[Plain, ...]  # what goes with it, step by step, where a segment is decided as a whole
    chance: float
    error: float  # one standard error of that
    behind: float  # the best of all, in the same worlds with the same dice; 0: it is the best
    unsure: float  # one standard error of that difference
    why: Annotated[str, Meta(max_length=400)]  # one sentence


class Advice(Struct, frozen=True, tag="advice"):
    """What the server's adviser found, who knows what your seat was told and nothing else.

    The best comes first.  Of a question that has one answer there is none.
    """

    seq: Seq
    table: TableId
    update: Count
    answers: Annotated[tuple[AdvisedAnswer, ...], Meta(max_length=ADVISED)]
    worlds: Count = 0  # in which each of them was tried
    given: AdvisedAnswer | None = None  # the one that was thought of, if that was asked
    blunder: bool = False  # that one loses more than 8 %, and more than two standard errors


class Briefing(Struct, frozen=True, tag="briefing"):
    """The first thing that an adviser is told."""

    cards: bytes  # of the set, as clients fetch them
    side: int  # 0 US, 1 Japan
    engine: Short  # the version of the rules that the game is played by
    options: tuple[str, ...] = ()  # §23: the optional rules of the terms, by their words
    battle: Battle | None = None  # §24: the battle of the terms


class HeardUpdate(Struct, frozen=True, tag="heard"):
    """An update of the seat, as its client gets it."""

    number: Count
    events: Raw
    view: Raw


class OwnAnswer(Struct, frozen=True, tag="answered"):
    """An answer of the seat; the update that came of it follows."""

    answer: Plain


class Inquiry(Struct, frozen=True, tag="inquiry"):
    """An Advise of the seat; `n` comes back with what is found."""

    n: Count
    update: Count
    language: Annotated[str, Meta(max_length=16)]
    answer: Plain | None


class Finding(Struct, frozen=True, tag="found"):
    """What an adviser has found out; `fault` is why it has found nothing."""

    n: Count
    answers: tuple[AdvisedAnswer, ...] = ()
    worlds: Count = 0
    given: AdvisedAnswer | None = None
    blunder: bool = False
    fault: Annotated[str, Meta(max_length=200)] = ""


ToAdviser = Briefing | HeardUpdate | OwnAnswer | Inquiry

pack = msgspec.msgpack.Encoder().encode
to_adviser = msgspec.msgpack.Decoder(ToAdviser).decode
from_adviser = msgspec.msgpack.Decoder(Finding).decode
