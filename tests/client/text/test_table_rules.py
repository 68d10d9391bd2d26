"""§23, §24  What a table is played by besides the rules, in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.text.rules import table_rules
from ironbottom.client.text.rules.table_rules import TableRules
from ironbottom.language import ENGLISH, speak
from ironbottom.options import OPTIONAL_RULES
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.views import SeenOutcome
from ironbottom.vocabulary import TABLES
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.support.battle_sheets import TEST_SOUND

US, JP = Side.US, Side.JP


@pytest.fixture
def japanese() -> Iterator[None]:
    speak("ja")
    yield
    speak(ENGLISH)


def test_a_list_of_tables_names_battle_and_optional_rules() -> None:
    """§23  Those of the battle too, and each with its figure."""
    terms = Terms(options=("long-lance", "fuel:12"), battle=TEST_SOUND)
    assert table_rules.in_brief(table_rules.of_terms(terms)) == [
        "battle: Test Sound", "optional rules: Pursuit, Long Lance, Fuel 12",
    ]
    assert table_rules.in_brief(table_rules.of_terms(Terms())) == []


def test_terms_and_cards_say_the_same() -> None:
    """What was shown before is what is played, in the order of the rulebook."""
    terms = Terms(cards="full", options=("fuel:12",), battle=TEST_SOUND)
    cards = varied(card_set("full"), terms.options or (), TEST_SOUND)
    before, then = table_rules.of_terms(terms), table_rules.of_cards(cards)
    assert (sorted(before.words), before.battle) == (sorted(then.words), then.battle)


def test_who_sits_down_is_shown_title_introduction_length_and_each_rule() -> None:
    lines = table_rules.introduced(TableRules(("pursuit", "fuel:12"), TEST_SOUND))
    assert lines[:4] == [
        "Battle: Test Sound (1942-10-11)",
        "Two forces meet at night. One lands. The other has radar.",
        "It lasts 3 turns of both sides together; Japan has the first.",
        "Optional rules:",
    ]
    assert lines[5].startswith("- Fuel 12 (§23.13, for the US): Japan has fuel for 12")
    assert not any("Nobody won" in line for line in lines)


@pytest.mark.parametrize("rule", OPTIONAL_RULES, ids=lambda rule: str(rule.word))
def test_each_optional_rule_has_a_name_and_a_text_without_a_field_left(rule: object) -> None:
    word = getattr(rule, "word", "")
    line = table_rules.option_line(word)
    assert TABLES[word]["name"] in line
    assert "{" not in line


def test_a_rule_of_a_newer_program_is_said_to_be_unknown() -> None:
    assert table_rules.option_line("hurricane:3") == (
        "hurricane:3: a rule that this program does not know; a newer one does."
    )


def test_texts_of_others_cannot_steer_a_terminal() -> None:
    """A planted one: a server may send any battle."""
    text = replace(TEST_SOUND.english, title="\x1b[2JSound", introduction="One.\x07 Two.\n\nThree.", history="\x1b]0;x")
    bad = replace(TEST_SOUND, english=text, sources=("\x1b[31m",), options=("\x1b[1m",))
    rules = TableRules(bad.options, bad)
    told = [*table_rules.introduced(rules), *table_rules.history(bad), *table_rules.in_brief(rules)]
    assert any("\\x1b[2JSound" in line for line in told)
    assert all(line.isprintable() for line in told)


def test_the_sheet_says_what_counts_and_tells_history_only_when_it_is_over() -> None:
    cards = varied(card_set("full"), (), TEST_SOUND)
    seen = replace(view(new_game(cards, bytes(32)), US), turn=2)
    rules = table_rules.of_cards(cards)
    told = table_rules.whole(rules, seen)
    assert "The battle is over after 1 turn more." in told
    assert "Nobody draws cards in this battle." in told
    assert (
        "What counts besides ships and bases: transports that came ashore, 4 each; transports that were sunk, 2 each."
        in told
    )
    assert "Japan begins with 2 VP, so that who does better than history wins." in told
    assert "On equal VP Japan wins." in told
    assert "A victory by 3 VP is clear, by 8 decisive." in told
    assert "Nobody won." not in told
    assert "This is the last turn of the battle." in table_rules.whole(rules, replace(seen, turn=3))
    over = table_rules.whole(rules, replace(seen, outcome=SeenOutcome(US, "time-up", (9, 2))))
    assert "It was dark." in over
    assert "Nobody won." in over
    assert over[-1] == "Sources: Nobody's Memoirs; An Atlas"


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        (SeenOutcome(US, "time-up", (4, 2)), "A marginal victory: US did better than in history, by 2 VP."),
        (SeenOutcome(US, "time-up", (5, 2)), "A clear victory: US did better than in history, by 3 VP."),
        (SeenOutcome(JP, "time-up", (1, 9)), "A decisive victory: Japan did better than in history, by 8 VP."),
        (SeenOutcome(JP, "time-up", (2, 2)), "A marginal victory: it went as in history, and equal VP go to Japan."),
        (SeenOutcome(US, "strategic-base", (1, 2)), "A marginal victory: Japan has lost a strategic base."),
        (SeenOutcome(JP, "resigned", (0, 2)), "A marginal victory: US has resigned."),
    ],
)
def test_the_level_of_a_victory(outcome: SeenOutcome, said: str) -> None:
    """§24.7"""
    assert table_rules.judged(TEST_SOUND, outcome).replace(" in Test Sound", "") == said


def test_a_reader_of_japanese_has_the_japanese_texts(japanese: None) -> None:
    assert table_rules.title(TEST_SOUND) == "試験海峡"
    assert "暗かった。" in table_rules.history(TEST_SOUND)


def test_the_worth_of_a_rule_is_shown_where_it_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(TABLES["mutsu"], "worth")
    assert table_rules.worth("mutsu") == ""
    monkeypatch.setitem(TABLES["mutsu"], "worth", [-0.025, 0.014])
    assert table_rules.worth("mutsu") == "-2.5 % for the US to win (± 1.4)"
