"""A made-up language, in which every text of ours that has come past the catalogue can be seen.

It puts each text in ⟦brackets⟧ and its letters in others, except for the fields.
"""

from __future__ import annotations

import re
from functools import cache
from gettext import NullTranslations
from importlib.resources import files
from io import BytesIO
from string import ascii_letters

from babel.messages.pofile import read_po

from ironbottom.card_sheet import EFFECTS
from ironbottom.catalog import card_set, cards_by_id, read_folder
from ironbottom.printed import CardSet, ShipCard
from tests.tools import catalogue

# Fullwidth letters are none of ours, and can be read in a failure all the same.
OTHERS = str.maketrans({letter: chr(ord(letter) + 0xFEE0) for letter in ascii_letters})
OURS = re.compile(r"[A-Za-z]+")


def bracketed(text: str) -> str:
    kept = [*catalogue.FIELD.findall(text), ""]
    parts = [part.translate(OTHERS) for part in catalogue.FIELD.split(text)]
    return f"⟦{''.join([one for pair in zip(parts, kept, strict=True) for one in pair])}⟧"


class MadeUp(NullTranslations):
    """A language that has every text of the template, and no other."""

    def __init__(self, known: frozenset[object]) -> None:
        super().__init__()
        self.known = known

    def gettext(self, message: str) -> str:
        return bracketed(message) if message in self.known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        text = msgid1 if n == 1 else msgid2
        return bracketed(text) if (msgid1, msgid2) in self.known else text


@cache
def template() -> str:
    return catalogue.template()


@cache
def texts() -> frozenset[object]:
    return frozenset([message.id for message in read_po(BytesIO(template().encode()))])


def words(*allowed: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(set(allowed), key=len, reverse=True))})\b")


# What is the same in every language, and not looked up: names and ids of cards and sets, codes, what somebody typed.
SAME = (
    re.compile(r"(?<!\w)(?:us|jp)/[a-z0-9-]+"),  # the id of a card
    re.compile(r"\b(?:\d[CLSF])(?!\w)|(?<!\S)[CLSF](?=\*?(?:\s|$))"),  # icons
    re.compile(r"§[\d.()a-z]+|\b\d+[ab]\b"),  # a paragraph, a window
    words(*EFFECTS),
    words(*[card.type for card in cards_by_id(card_set("full")).values() if isinstance(card, ShipCard)]),
    words("US", "JP", "core", "full", "random"),  # sides, sets, players
)
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")  # what was found


def escaped(said: str, *same: re.Pattern[str]) -> list[str]:
    """The lines on which letters of ours are left."""
    for one in (*SAME, *same):
        said = one.sub("", said)
    return [line for line in said.splitlines() if OURS.search(line)]


@cache
def nameless() -> dict[str, str]:
    """The files of the full set, with numbers for names."""
    texts = {file.name: file.read_text("utf-8") for file in files("ironbottom.cards").iterdir() if ".yaml" in file.name}
    return {name: re.sub(r"^( +(?:name|ja|maker)): .*", r"\1: №1", text, flags=re.M) for name, text in texts.items()}


@cache
def nameless_set() -> CardSet:
    return read_folder(nameless())
