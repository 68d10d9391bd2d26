"""§25  A campaign file that is wrong is refused in one sentence; those of the project are in order."""

from __future__ import annotations

import re

import pytest

from ironbottom.battle import Battle
from ironbottom.campaign import WholeGame, repair_days
from ironbottom.campaign_sheet import MOST_BYTES, campaign_named, campaigns, opening_of, read_campaign
from ironbottom.catalog import CardError, card_set
from ironbottom.variant import varied
from tests import ROOT

FILE = "test.yaml"
GOOD = """\
campaign: my-campaign
version: 2
set: full
battles:
  - savo-island
  - {game: 1942-09-01, english: September, japanese: 九月}
  - cape-esperance
repair: {ship: 10, base: 4}
hand: 50
lead: {jp: 3}
levels: {marginal: 3, decisive: 12}
english:
  title: My Campaign
  introduction: One sentence. Another. And a third.
japanese:
  title: わたしの戦役
  introduction: >-
    一つ目の文。
    二つ目。三つ目。
"""
FAULTS = {  # what is wrong: what was written, what is written now, what is said
    "no battle of the project": (
        "- savo-island", "- midway",
        'battles.1: found "midway"; allowed is one of savo-island,',
    ),
    "one battle": (
        "  - {game: 1942-09-01, english: September, japanese: 九月}\n  - cape-esperance\n", "",
        "battles: found 1;",
    ),
    "no battles": ("battles:\n  - savo-island", "battles: savo-island\nx:\n  - y", "test.yaml"),
    "another order": (
        "1942-09-01", "1942-08-01",
        "battles.2: found 1942-08-01; allowed is a day after 1942-08-09",
    ),
    "the same day": (
        "1942-09-01", "1942-08-09",
        "allowed is a day after 1942-08-09, that of the battle before.",
    ),
    "no day": ("1942-09-01", "September", 'found "September"; allowed is a day like 1942-10-11.'),
    "another set": (
        "set: full", "set: core",
        "battles.1: found one of the set full; allowed is battles of the set core.",
    ),
    "no set": ("set: full", "set: mine", 'set: found "mine"; allowed is core or full.'),
    "no days": ("ship: 10, ", "", "repair.ship: found nothing; allowed is a whole number from 1 to 365."),
    "days of something else": ("base: 4", "bases: 4", "repair.bases: found an unknown field; did you mean"),
    "more than a hand": (
        "hand: 50", "hand: 101",
        'hand: found "101"; allowed is a whole number from 0 to 100.',
    ),
    "margins that cross": (
        "decisive: 12", "decisive: 3",
        'levels.decisive: found "3"; allowed is a whole number from 4',
    ),
    "a lead of nobody": (
        "lead: {jp: 3}", "lead: {de: 3}",
        "lead.de: found an unknown field; allowed is one of us, jp.",
    ),
    "a field too many": ("hand: 50", "hand: 50\nturns: 3", "turns: found an unknown field;"),
    "a name that is none": (
        "campaign: my-campaign", "campaign: My Campaign",
        'campaign: found "My Campaign"; allowed is at',
    ),
    "no Japanese": (
        "  title: わたしの戦役\n", "",
        "japanese.title: found nothing; allowed is the name of the campaign",
    ),
    "a long title": ("My Campaign", "M" * 81, "english.title: found 81 characters; allowed is at most 80"),
    "a game without a title": (
        ", japanese: 九月", "",
        "battles.2.japanese: found nothing; allowed is the title of the game",
    ),
}


def sentence(text: str) -> str:
    with pytest.raises(CardError) as raised:
        read_campaign(text, FILE)
    return str(raised.value)


def test_a_file_is_read() -> None:
    found = read_campaign(GOOD, FILE)
    assert (found.name, found.version, found.set, found.lead) == ("my-campaign", 2, "full", (0, 3))
    assert (found.ship_days, found.base_days, found.hand, found.marginal, found.decisive) == (10, 4, 50, 3, 12)
    assert found.english.battles == ("Savo Island", "September", "Cape Esperance")
    assert found.japanese.battles[1] == "九月"
    assert found.japanese.introduction == "一つ目の文。二つ目。三つ目。"
    assert found.battles[1] == WholeGame("1942-09-01", "September", "九月")


@pytest.mark.parametrize("wrong", FAULTS)
def test_what_is_wrong_is_said(wrong: str) -> None:
    old, new, said = FAULTS[wrong]
    assert GOOD.count(old) == 1
    found = sentence(GOOD.replace(old, new))
    assert found.startswith(FILE)
    assert said in found


@pytest.mark.parametrize("text", ["", "battle: savo-island", "campaigns: x", "# a remark\n"])
def test_what_is_no_campaign_at_all(text: str) -> None:
    assert "allowed is a first line like campaign: guadalcanal." in sentence(text)


def test_a_long_file_is_not_read() -> None:
    assert f"bytes; allowed is at most {MOST_BYTES}." in sentence(GOOD + "#" + "x" * MOST_BYTES)


def test_the_example_of_the_documents_is_one() -> None:
    """cards/FIELDS.md"""
    text = (ROOT / "cards" / "FIELDS.md").read_text("utf-8")
    (example,) = re.findall(r"```yaml\n(campaign: .*?)```", text, re.DOTALL)
    assert read_campaign(example).name == "my-campaign"


def test_those_of_the_project() -> None:
    assert [*campaigns()] == ["guadalcanal", "three-games"]
    found = campaign_named("guadalcanal")
    assert [one.name for one in found.battles if isinstance(one, Battle)] == [
        "savo-island", "eastern-solomons", "cape-esperance", "santa-cruz", "guadalcanal-first-night",
        "guadalcanal-second-night", "tassafaronga",
    ]
    assert len(campaign_named("three-games").battles) == 3
    for one in campaigns().values():
        for text in (one.english, one.japanese):
            assert len(re.findall(r"[.!?](?= [A-Z]|$)|。", text.introduction)) == 3, text.title
        opening = opening_of(one.name)
        assert varied(card_set(one.set), (), opening).agreed == opening
        assert sum([repair_days(one, n, one.ship_days) for n in range(1, len(one.battles))]) > 1


def test_one_that_does_not_exist() -> None:
    with pytest.raises(CardError, match=r'found the campaign "midway"; allowed is one of guadalcanal, three-games\.'):
        campaign_named("midway")
