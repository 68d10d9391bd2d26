"""What a table is played by besides the rules, in words and in every language: optional rules, battles, their ends; and
which decisions may come by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.battle_sheet import battle_text, read_battle
from ironbottom.campaign_sheet import opening_of
from ironbottom.catalog import card_set
from ironbottom.client.text.question.standing_orders import KINDS
from ironbottom.client.text.rules import table_rules
from ironbottom.client.text.rules.table_rules import TableRules
from ironbottom.language import ENGLISH, LANGUAGES, speak
from ironbottom.options import OPTIONAL_RULES
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.views import SeenOutcome, View
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.client.support.vectors import plain
from tests.support.battle_sheets import TEST_SOUND

US, JP = Side.US, Side.JP
WORDS = ("long-lance", "fuel:12", "us-head-start:9", "decoys:3", "hurricane:3")  # the last is of a newer program
ENDS = (
    None, SeenOutcome(US, "time-up", (9, 2)), SeenOutcome(JP, "time-up", (2, 2)), SeenOutcome(JP, "resigned", (12, 2)),
    SeenOutcome(US, "strategic-base", (1, 2)), SeenOutcome(JP, "sudden-death", (0, 3)),
)


def cases() -> Iterator[Any]:
    """Each optional rule, then tables without and with a battle, at their beginning, on the way and over."""
    seen = view(new_game(card_set("core"), bytes(32)), US)
    for rule in OPTIONAL_RULES:
        yield {"rule": rule.word, "told": in_languages(lambda word=rule.word: of_rule(word))}
    for battle in (None, TEST_SOUND, known("savo-island"), opening_of("guadalcanal")):
        terms = Terms(options=WORDS, battle=battle) if battle is not None else Terms(options=WORDS)
        rules = table_rules.of_terms(terms)
        yield {
            "options": list(WORDS), "battle": plain(battle), "words": list(rules.words),
            "windows": [kind.windows_at(rules) for kind in KINDS],
            "told": in_languages(lambda rules=rules: of_table(rules, seen)),
        }


def known(name: str) -> Battle:
    return read_battle(battle_text(name), name)


def in_languages(told: Any) -> dict[str, Any]:
    found = {}
    for language in LANGUAGES:
        speak(language)
        found[language] = told()
    speak(ENGLISH)
    return found


def of_rule(word: str) -> list[str]:
    """Name, text, line and worth."""
    return [
        table_rules.option_name(word), table_rules.option_text(word), table_rules.option_line(word),
        table_rules.worth(word),
    ]


def of_table(rules: TableRules, seen: View) -> dict[str, Any]:
    """All that is said of a table."""
    turns = [replace(seen, turn=turn) for turn in (0, 1, 99)]
    return {
        "brief": table_rules.in_brief(rules), "introduced": table_rules.introduced(rules),
        "none": table_rules.introduced(TableRules()),
        "whole": [
            table_rules.whole(rules, one) for one in (None, *turns, *[replace(seen, outcome=end) for end in ENDS])
        ],
    }
