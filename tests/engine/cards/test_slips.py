"""Slips of the keyboard that make a card file no YAML: the sentence names the line and the likely cause."""

from __future__ import annotations

import pytest

from tests.engine.cards.test_strict_yaml import US, changed, sentence

SHIFTED = (
    "found an indentation that does not fit the lines above; allowed is fields of a card exactly below each other."
)
SLIPS = [  # what was typed, what is typed now, what follows; the line is that of what is typed now
    ("    surface: 0", "\tsurface: 0", "found a tab; allowed is spaces."),
    ("    surface: 0", "    surface:\t0", "found a tab; allowed is spaces."),
    ("    surface: 0", "    surface: 0\t# none", "found a tab; allowed is spaces."),
    ("    surface: 0", "     surface: 0", SHIFTED),
    ("    surface: 0", "   surface: 0", SHIFTED),
    (
        "    speed: 3", "    speed:3",
        'found no space after the colon of "speed"; allowed is a space after it, like "speed: 3".',
    ),
    (
        "    name: Lexington", "    name:Lexington  # CV-2",
        'found no space after the colon of "name"; allowed is a space after it, like "name: Lexington".',
    ),
    (
        "    speed: 3", "    speed 3",
        'found "speed 3" without a colon; allowed is a word, a colon, a space and a value.',
    ),
    (
        "  lexington:", "  lexington",
        'found "lexington" without a colon; allowed is a word, a colon, a space and a value.',
    ),
    (
        "    icons: {carrier: 4}", "    icons: {carrier: 4",
        "found a bracket that is not closed; allowed is brackets in pairs on one line.",
    ),
    (
        "    name: Lexington", '    name: "Lexington',
        "found a quotation mark without the one that closes it; allowed is text between two of them.",
    ),
    (
        "    name: Lexington", "    name: Lexington: CV-2",
        'found text that is no YAML ("mapping values are not allowed here"); allowed is YAML, where text with a colon '
        "or a special sign stands in quotes.",
    ),
    (
        "    name: Lexington", "    name: @Lexington",
        "found text that is no YAML (\"found character '@' that cannot start a…\"); allowed is YAML, where text with a "
        "colon or a special sign stands in quotes.",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), SLIPS)
def test_a_slip_of_the_keyboard_is_named_with_its_line(old: str, new: str, said: str) -> None:
    """§2  PyYAML often notices it one line later, or at the end of the file."""
    line = US[: US.index(old)].count("\n") + 1
    assert sentence(changed(old, new)) == f"us.yaml, line {line}: {said}"


def test_a_field_too_far_left_is_named_where_the_next_one_fits_no_more() -> None:
    """§2  As far left as the id it is a card without fields to YAML; the line below it has nothing to stand under."""
    line = US[: US.index("    surface: 0")].count("\n") + 2
    assert sentence(changed("    surface: 0", "  surface: 0")) == f"us.yaml, line {line}: {SHIFTED}"
