"""§23  The registry of optional rules, and the sets of cards that know them."""

from __future__ import annotations

import pytest
from msgspec.structs import fields

from ironbottom.catalog import card_set
from ironbottom.options import BY_WORD, NONE, OPTIONAL_RULES, OptionError, Options, options
from ironbottom.variant import found_among, varied
from ironbottom.vocabulary import TABLES

CORE = card_set("core")


def test_every_rule_has_a_field_a_name_and_a_text() -> None:
    assert {rule.field for rule in OPTIONAL_RULES} == {field.name for field in fields(Options)}
    for rule in OPTIONAL_RULES:
        said = TABLES[rule.word]
        assert said["name"]
        assert ("{n}" in said["text"]) is bool(rule.most)


def test_exclusion_is_said_of_both() -> None:
    for rule in OPTIONAL_RULES:
        assert all(rule.word in BY_WORD[other].excludes for other in rule.excludes)


def test_words_lead_back_to_the_same_options() -> None:
    every = [f"{rule.word}:{rule.most}" if rule.most else rule.word for rule in OPTIONAL_RULES]
    for word in every:
        assert options([word]).words == (word,)
    assert options(["fuel"]).words == ("fuel:24",)
    assert options([]) == NONE


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["longlance"], "found the optional rule 'longlance'; allowed are long-lance, "),
        (["fuel:5"], "found 'fuel:5'; allowed is fuel, with a figure from 6 to 60."),
        (["fuel:"], "found 'fuel:'; allowed is fuel, with a figure from 6 to 60."),
        (["fuel:24 "], "found 'fuel:24 '; allowed is fuel, with a figure from 6 to 60."),
        (["fuel:²4"], "found 'fuel:²4'; allowed is fuel, with a figure from 6 to 60."),
        (["radar:2"], "the optional rule radar takes no figure."),
        (["radar", "radar"], "the optional rule radar is named twice; once is enough."),
        (["fuel:8", "fuel:9"], "the optional rule fuel is named twice; once is enough."),
        (["decoys", "open-table"], "the optional rules decoys and open-table exclude each other; leave one"),
    ],
)
def test_what_nobody_can_agree_upon_is_one_sentence(words: list[str], said: str) -> None:
    with pytest.raises(OptionError) as found:
        options(words)
    assert str(found.value).startswith(said)


def test_no_option_is_the_set_itself() -> None:
    """Nothing of a game without optional rules is another than before there were any."""
    assert varied(CORE) is CORE
    assert CORE.options == NONE


def test_the_fingerprint_tells_of_the_options() -> None:
    marks = {varied(CORE, [word]).fingerprint for word in BY_WORD}
    assert len(marks | {CORE.fingerprint}) == len(BY_WORD) + 1
    assert varied(CORE, ["radar", "fuel"]).fingerprint == varied(CORE, ["fuel:24", "radar"]).fingerprint


def test_cards_are_found_again_by_what_was_agreed_upon() -> None:
    cards = varied(CORE, ["radar"])
    assert found_among([card_set("full"), CORE], cards.fingerprint, ["radar"]) == cards
    assert found_among([CORE], cards.fingerprint, ["fuel"]) is None
    assert found_among([CORE], CORE.fingerprint) is CORE
    assert found_among([CORE], cards.fingerprint, ["no-such-rule"]) is None
