"""What strangers wrote, made fit to be shown: a name or a line of chat can steer no terminal and break no row.

The server cleans what it takes in, and whoever draws it cleans it once more; cleaning twice changes nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, east_asian_width, normalize
from unicodedata import name as unicode_name

from ironbottom.wire.fields import NAME

NOBODY = "Guest"  # the name of who gave none
LONGEST = 64  # letters and marks of a name: what every message that carries one has room for
MARKS = 2  # combining marks on one letter
READ = 8  # letters that are looked at, for each cell of the limit: no text is long enough to cost time

_DROPPED = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_MARK = frozenset(("Mn", "Mc", "Me"))
_ON_TOP = frozenset(("Mn", "Me"))  # they take no cell of their own
_FILLERS = (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0)
_VARIANTS = (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_NUMBERED = re.compile(r"\(\d*\)$")
_LIKE = str.maketrans(  # Greek and Cyrillic letters, and some Latin ones, above the letters that they are taken for
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορτυχω" "АВЕКМНОРСТУХІЈЅаевкмнорстухіјѕԁһӏԛԝЬь" "ıłøɑɡƄƅ",
    "ABEZHIKMNOPTYXaylkvoptuxw" "ABEKMHOPCTYXIJSaebkmhopctyxijsdhlqwbb" "iloagbb",
)
_LATIN = re.compile(r"LATIN (?:CAPITAL |SMALL )?LETTER (?:[A-Z]+ )*([A-Z])(?: WITH .*)?")  # also "SMALL CAPITAL A"
STRANGER = "\N{REPLACEMENT CHARACTER}"  # a letter of another alphabet among Latin ones: it may be taken for any
_ALPHABETS = ("Lu", "Ll", "Lt")  # letters of alphabets that have capitals, as those have that look like Latin
_ALIKE = str.maketrans("01i|!" "力口工二八夕一卜", "ollll" "カロエニハタート")
_BLANK = frozenset((*_FILLERS, *_VARIANTS))  # letters and marks that nobody sees


def clean_name(text: str) -> str:
    """A player's name, at most NAME cells wide and LONGEST letters long; who has none is "Guest"."""
    return clean_text(text, NAME)[:LONGEST].rstrip(" ") or NOBODY


def chosen_name(text: str) -> str:
    """The name that somebody gives himself: clean, and without a number in brackets behind it, which is our mark."""
    name, before = clean_name(text), ""
    while name != before:
        before, name = name, clean_name(_NUMBERED.sub("", name))
    return name


def told_apart(name: str, *others: str) -> str:
    """The clean name of somebody beside others': of two that look alike the later gets a number behind it."""
    apart, n = name, 1
    while any(taken_for(look(apart), look(other)) for other in others):
        n += 1
        mark = f" ({n})"
        apart = clean_text(name, NAME - len(mark))[: LONGEST - len(mark)].rstrip(" ") + mark
    return apart


def taken_for(one: str, other: str) -> bool:
    """Whether two looks are one for the eye."""
    return len(one) == len(other) and all(a == b or STRANGER in (a, b) for a, b in zip(one, other, strict=True))


@lru_cache(maxsize=4_096)
def look(name: str) -> str:
    """What is left of a name for the eye: two names of the same look are taken for one another.

    After the idea of the skeletons of Unicode's UTS #39, for the letters that names are made of: Latin, Greek,
    Cyrillic, digits, and the signs of Japanese that look alike.  A letter of any other alphabet with capitals, among
    Latin ones, may be meant for any of them.
    """
    bare = "".join([letter for letter in normalize("NFKD", name) if category(letter) not in _MARK])
    latin = "".join(map(_as_latin, bare.translate(_LIKE)))
    mixed = any(letter.isascii() and letter.isalpha() for letter in latin)
    known = "".join([STRANGER if mixed and _is_strange(letter) else letter for letter in latin])
    plain = known.casefold().translate(_ALIKE)
    return plain.replace("rn", "m").replace("vv", "w").replace(" ", "")


def _as_latin(letter: str) -> str:
    """The plain letter that a Latin one is a form of."""
    found = None if letter.isascii() else _LATIN.fullmatch(unicode_name(letter, ""))
    return letter if found is None else found[1]


def _is_strange(letter: str) -> bool:
    return not letter.isascii() and (category(letter) in _ALPHABETS or unicode_name(letter, "").startswith("LISU "))


def clean_text(text: str, limit: int) -> str:
    """One line of at most `limit` cells, of letters that can be seen, in their usual form (NFKC)."""
    before, text = "", text[: READ * limit]
    while text != before:  # what falls out may let its neighbours combine; each round is shorter than the one before
        before, text = text, _once(text, limit)
    return text


def cells(text: str) -> int:
    """How many cells of a terminal a clean text takes: East Asian wide letters take two."""
    return len(text) if text.isascii() else sum([_cells(letter) for letter in text])


def _cells(letter: str) -> int:
    if category(letter) in _ON_TOP:
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def _once(text: str, limit: int) -> str:
    kept: list[str] = []
    marks, width, after_space = 0, 0, True  # nothing stands before the first letter, as after a space
    for letter in normalize("NFKC", text):
        kind = category(letter)
        if letter.isspace():  # line ends and tabs too
            if not after_space:
                kept.append(" ")
                width += 1
            after_space = True
        elif kind in _MARK:
            marks += 1
            if marks <= MARKS and not after_space and ord(letter) not in _BLANK:
                kept.append(letter)
                width += _cells(letter)
        elif kind not in _DROPPED and ord(letter) not in _BLANK:
            kept.append(letter)
            width += _cells(letter)
            marks, after_space = 0, False
        if width > limit:
            kept.pop()
            break
    return "".join(kept).rstrip(" ")
