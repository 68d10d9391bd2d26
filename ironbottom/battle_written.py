"""§24  A battle as the text of its file: what `ironbottom.battle_sheet` reads back to the same battle.

Fields that say what is usual are left out, cards that are alike and lie together become one word: "3 wildcat".
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby

from ironbottom.battle import LINE_WORDS, Battle, BattleSide, BattleText, PlacedBase, PlacedShip
from ironbottom.words import CardId, Side

WIDTH = 116  # letters of a line of prose, without its indentation


def written(battle: Battle) -> str:
    """The file.  What no file can say (a control letter, two spaces in a text) is written as it is: the reader refuses
    it, or reads it as one space.
    """
    return "\n".join([*_head(battle), *_side(battle, Side.US), *_side(battle, Side.JP),
                      *_told("english", battle.english), *_told("japanese", battle.japanese), *_sources(battle), ""])


def _head(battle: Battle) -> Iterator[str]:
    yield f"battle: {battle.name}"
    yield f"version: {battle.version}"
    yield f"set: {_text(battle.set)}"
    yield f"date: {battle.date}"
    yield f"first: {battle.first.name.lower()}"
    yield f"turns: {battle.turns}"
    yield f"decks: {_yes(battle.decks)}"
    if battle.options:
        yield f"options: [{', '.join(map(_text, battle.options))}]"
    if battle.scores:
        yield f"scores: {{{', '.join([f'{word}: {points}' for word, points in battle.scores])}}}"
    yield f"ties: {battle.ties.name.lower()}"
    yield f"levels: {{clear: {battle.clear}, decisive: {battle.decisive}}}"


def _side(battle: Battle, side: Side) -> Iterator[str]:
    placed = battle.side(side)
    yield f"{side.name.lower()}:"
    if placed.lead:
        yield f"  lead: {placed.lead}"
    yield "  bases:" if placed.bases else "  bases: []"
    for base in placed.bases:
        yield f"    - {_item(_base(base))}"
    for line, word in enumerate(LINE_WORDS):
        ships = [ship for ship in placed.ships if ship.line == line]
        if ships:
            yield f"  {word}:"
        for ship in ships:
            yield f"    - {_item(_ship(ship))}"
    yield from _decks(placed)


def _decks(placed: BattleSide) -> Iterator[str]:
    if placed.deck:
        yield f"  deck: {_cards(placed.deck)}"
    if placed.hand:
        yield f"  hand: {placed.hand}"
    if placed.held:
        yield f"  held: {_cards(placed.held)}"
    if placed.reserve:
        yield f"  reserve: {_cards(placed.reserve)}"


def _item(fields: dict[str, str]) -> str:
    """A card that is only named needs no braces; transports are told from ships by their field."""
    if len(fields) == 1 and "transports" not in fields:
        return next(iter(fields.values()))
    return f"{{{', '.join([f'{field}: {value}' for field, value in fields.items()])}}}"


def _base(base: PlacedBase) -> dict[str, str]:
    return {"base": _slug(base.card), **_state(base)}


def _ship(ship: PlacedShip) -> dict[str, str]:
    fields = {"transports" if ship.transports else "ship": _slug(ship.lead)}
    if ship.escort is not None:
        fields["escort"] = _slug(ship.escort)
    state = _state(ship)
    seen = {"seen": "yes"} if ship.detected else {}
    return {**fields, **{field: state[field] for field in state if field == "damage"}, **seen,
            **{field: state[field] for field in state if field == "airplanes"}}


def _state(placed: PlacedBase | PlacedShip) -> dict[str, str]:
    fields = {"damage": str(placed.damage)} if placed.damage else {}
    return fields | ({"airplanes": _cards(placed.airplanes)} if placed.airplanes else {})


def _cards(cards: Iterable[CardId]) -> str:
    runs = [(card, len([*same])) for card, same in groupby(cards)]
    return f"[{', '.join([_slug(card) if n == 1 else f'{n} {_slug(card)}' for card, n in runs])}]"


def _slug(card: CardId) -> str:
    return _text(card.partition("/")[2])


def _told(field: str, text: BattleText) -> Iterator[str]:
    yield f"{field}:"
    yield f"  title: {_text(text.title)}"
    yield f"  introduction: {_text(text.introduction)}"
    yield "  history: |" if text.history else '  history: ""'
    for n, paragraph in enumerate(text.history.split("\n\n") if text.history else ()):
        yield from [""] * bool(n)
        for row in textwrap.wrap(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False):
            yield f"    {row}"


def _sources(battle: Battle) -> Iterator[str]:
    if battle.sources:
        yield "sources:"
        for work in battle.sources:
            yield f"  - {_text(work)}"


def _text(text: str) -> str:
    """A word as it is; anything else in quotes, so that no sign in it means anything."""
    plain = text.isascii() and text.replace("-", "").replace(":", "").isalnum() and text[0].isalpha()
    return text if plain and not text.endswith(":") else json.dumps(text, ensure_ascii=False)


def _yes(yes: bool) -> str:
    return "yes" if yes else "no"
