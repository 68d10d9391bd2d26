"""How events are told, in every language, where things are called by names that stand for names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from ironbottom.events import (
    AnyEvent,
    BattleLaidOut,
    DecoyFound,
    Detached,
    GameEnded,
    LookedAt,
    Reshuffled,
    Resigned,
    Rolled,
    Scored,
    Watched,
)
from ironbottom.language import LANGUAGES, speak
from ironbottom.narration import Narrator
from ironbottom.words import CardId, Line, Side, Token
from tests.client.support.vectors import plain
from tests.wire.games import turns

GAMES, MOST = range(1, 7), 9  # events of one kind; each reads otherwise than those before it
NAMES = re.compile(r"#\d+( there)?|<[^>]*>|\d+")


# Of those that no game here has.
SELDOM: tuple[AnyEvent, ...] = (
    Detached(rule="18.4(e)(4)", side=Side.US, token=Token(6), escort=Token(7), damage=1, escort_damage=0),
    LookedAt(rule="23.5", side=Side.US, tokens=(Token(6), Token(8), Token(9))),
    Watched(rule="23.6", side=Side.US, lines=((Line.US_FRONT, 2), (Line.US_MIDDLE, 0))),
    BattleLaidOut(rule="24.2(3)", battle="savo-island", turns=4),
    Scored(rule="24.6", side=Side.US, word="ashore", times=2, points=6),
    DecoyFound(rule="23.14", side=Side.JP, token=Token(8), left=1),
    Reshuffled(rule="23.17", side=Side.US, points=4, us=30, jp=41),
    Rolled(rule="23.15", side=Side.JP, by=Token(8), at=Token(0), ability="mutsu", faces=bytes((1, 2)), hits=0, left=0),
    Resigned(rule="11.4", side=Side.JP),
    GameEnded(rule="11.1", winner=Side.US, reason="time-up", us=12, jp=9),
    GameEnded(rule="23.16", winner=Side.JP, reason="sudden-death", us=3, jp=23),
    GameEnded(rule="11.4", winner=Side.JP, reason="resigned", us=3, jp=4),
)


class Marks:
    """Names that only say what was asked for; the twin of `marks` in tests/client/web/test_vectors.py."""

    def __init__(self) -> None:
        self.learned: dict[Token, str] = {}

    def card(self, card: CardId) -> str:
        return f"<{card}>"

    def half(self, card: CardId) -> str:
        return f"<half of {card}>"

    def ship_half(self, card: CardId) -> str:
        return f"<ship of {card}>" if len(card) % 2 else ""

    def event_text(self, card: CardId) -> str:
        return f"<text of {card}>"

    def formation(self, lead: CardId, escort: CardId | None = None) -> str:
        return f"<{lead} and {escort}>" if escort else f"<{lead}>"

    def token(self, token: Token) -> str:
        return self.learned.get(token, f"#{token}")

    def placed(self, token: Token) -> str:
        return f"#{token} there"

    def in_flight(self, token: Token) -> str:
        return self.token(token)

    def knows(self, token: Token) -> bool:
        return token in self.learned or token % 2 == 0

    def learn(self, token: Token, name: str) -> None:
        self.learned[token] = name

    def learn_escort(self, token: Token) -> None:
        self.learned[token] = "<the escort>"

    def by_view(self) -> None:
        self.learned.clear()

    def hp(self, token: Token) -> int:
        return token % 5

    def escapes(self, _side: Side, airplane: Token, _line: Line) -> bool:
        return airplane % 3 == 0


def cases() -> Iterator[Any]:
    """Events of every kind, each in as many ways as it can be told, as far as these games have them."""
    known: dict[str, list[str]] = {}
    for event in chain(SELDOM, happened()):
        for limited in (False, True) if isinstance(event, Rolled) else (False,):
            here = known.setdefault(str(event.__struct_config__.tag), [])
            pattern = NAMES.sub("", " ".join(told(event, "en", limited=limited)))
            if pattern in here or len(here) >= MOST:
                continue
            here.append(pattern)
            lines = {language: told(event, language, limited=limited) for language in LANGUAGES}
            yield {"event": plain(event), "limited": limited, "told": lines}


def happened() -> Iterator[AnyEvent]:
    """What happened in the games."""
    for turn in chain.from_iterable(map(turns, GAMES)):
        yield from dict.fromkeys(event for update in turn.updates for event in update.events)


def told(event: AnyEvent, language: str, *, limited: bool) -> list[str]:
    """Its sentences."""
    speak(language)
    try:
        return Narrator(Marks()).tell(event, limited=limited)
    finally:
        speak("en")
