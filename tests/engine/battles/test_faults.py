"""§24  A battle file that is wrong is refused in one sentence: file, place, what was found, what is allowed."""

from __future__ import annotations

import re
from pathlib import Path
from pickle import dumps

import pytest
from msgspec.structs import replace

from ironbottom.battle import SCORES, Battle
from ironbottom.battle_sheet import MOST_BYTES, check_battle, read_battle
from ironbottom.catalog import CardError, card_set
from ironbottom.client.storage.card_sets import laid_out
from ironbottom.words import CardId, Side
from tests.engine.battles.written import FILE, GOOD, changed, sentence, whole

CHESTER = "salt-lake-city-chester, escort: desron-12, damage: 1, seen: yes"
SEEN = "allowed is 0, or seen: yes with it (§7.2)."
FAULTS = {  # what is wrong: what was written, what is written now, what is said
    "a ship twice": (
        "- helena-boise", "- salt-lake-city-chester",
        'us.front.2.ship: found "salt-lake-city-chester" a second time; allowed is each card once.',
    ),
    "a ship twice, once as an escort": (
        "- helena-boise", "- desron-12", 'us.front.2.ship: found "desron-12" a second time; allowed is each card once.',
    ),
    "a ship twice, once in the reserve": (
        "[tulagi, hornet]", "[tulagi, saratoga]",
        'us.reserve: found "saratoga" a second time; allowed is each card once.',
    ),
    "a base twice": ("- port-moresby", "- espiritu-santo", 'us.bases.2.base: found "espiritu-santo" a second time'),
    "a base twice, once in the reserve": (
        "[tulagi, hornet]", "[henderson-field]", 'us.reserve: found "henderson-field" a second time',
    ),
    "transports twice": ("[3 dauntless, sg-radar]", "[3 dauntless, pacific-fleet-1]", "us.deck: found"),
    "a ship in no line": (
        "  front:\n    - aoba", "  ships:\n    - aoba",
        "jp.ships: found ships in no line; allowed is ships below front, middle or rear.",
    ),
    "a ship in a line that does not exist": (
        "  front:\n    - aoba", "  flank:\n    - aoba",
        "jp.flank: found an unknown field; allowed is one of lead, bases, front, middle, rear, deck, hand, held, "
        "reserve.",
    ),
    "an unknown card": (
        "- helena-boise", "- titanic",
        'us.front.2.ship: found no card "titanic"; allowed is a ship card of the US.',
    ),
    "a card that is nearly right": (
        "- helena-boise", "- helena-bosie",
        'us.front.2.ship: found no card "helena-bosie"; did you mean "helena-boise"?',
    ),
    "a card of the larger set": ("- helena-boise", "- indiana", 'us.front.2.ship: found no card "indiana"'),
    "a card of the other side": (
        "- helena-boise", "- shokaku",
        'us.front.2.ship: found "shokaku", a card of Japan; allowed is a ship card of the US.',
    ),
    "an airplane of the other side": ("[2 wildcat, dauntless]", "[zeke]", 'found "zeke", a card of Japan'),
    "a ship as a base": ("- port-moresby", "- hornet", 'us.bases.2.base: found "hornet"; allowed is a base card'),
    "a base as a ship": ("- helena-boise", "- tulagi", 'us.front.2.ship: found "tulagi"; allowed is a ship card'),
    "an event as an airplane": ("[2 wildcat, dauntless]", "[sg-radar]", "allowed is airplane cards of the US."),
    "a ship in the deck": ("[3 dauntless, sg-radar]", "[hornet]", "us.deck: found \"hornet\"; allowed is airplane and"),
    "an airplane in the reserve": ("[tulagi, hornet]", "[wildcat]", "allowed is ship cards and front bases of the US."),
    "a home base in the reserve": ("[tulagi, hornet]", "[espiritu-santo]", "allowed is ship cards and front bases"),
    "more airplanes than icons": (
        "[2 wildcat, avenger]", "[2 wildcat, 3 avenger]",
        'us.middle.1.airplanes: found "avenger" without a carrier icon that is free; allowed is airplanes for the '
        "icons there are, with its damage: 4 carrier (§6.2).",
    ),
    "more airplanes than damage has left": (
        "damage: 1, airplanes: [2 wildcat, dauntless]", "damage: 2, airplanes: [2 wildcat, dauntless]",
        'us.bases.3.airplanes: found "dauntless" without a land icon that is free; allowed is airplanes for the icons '
        "there are, with its damage: 2 land (§6.2).",
    ),
    "an airplane on another kind of icon": (
        "[3 jake]", "[zeke]", 'jp.front.2.airplanes: found "zeke" without a carrier icon that is free',
    ),
    "a seaplane on a base without such icons": ("[zeke, betty]", "[2 jake]", "jp.bases.2.airplanes: found"),
    "airplanes on a ship without icons": (
        "- helena-boise", "- {ship: desron-23, airplanes: [wildcat]}",
        'found "wildcat" without a carrier icon that is free; allowed is airplanes for the icons there are, with its '
        "damage: 0 (§6.2).",
    ),
    "airplanes on a ship in the rear line": (
        "  rear:\n", "  rear:\n    - {ship: enterprise, airplanes: [wildcat]}\n",
        "us.rear.1.airplanes: found 1; allowed is none on a formation in the rear line (§5.3).",
    ),
    "damage that sinks": (
        "damage: 1, seen: yes", "damage: 6, seen: yes",
        "us.front.1.damage: found 6; allowed is at most 5, as with 6 it is sunk.",
    ),
    "more damage than a base has HP": (
        "henderson-field, damage: 1", "henderson-field, damage: 8",
        "us.bases.3.damage: found 8; allowed is at most 7, its HP (§4.3).",
    ),
    "damage on a ship that is not seen": (
        CHESTER, CHESTER.replace(", seen: yes", ""), f"us.front.1.damage: found 1; {SEEN}",
    ),
    "an escort that is none": (
        "escort: desron-12", "escort: minneapolis-new-orleans",
        'us.front.1.escort: found "minneapolis-new-orleans"; allowed is an escort-capable ship card of the US (§8.1).',
    ),
    "a leader that is an escort": (
        "ship: salt-lake-city-chester", "ship: atlanta-destroyers",
        'us.front.1.escort: found an escort of "Atlanta & destroyers", which is escort-capable; allowed is a pair that '
        "a card without pluses leads (§8.1).",
    ),
    "transports that are none": (
        "transports: pacific-fleet-1", "transports: helena-boise",
        'us.rear.1.transports: found "helena-boise"; allowed is an event card of the US with transports.',
    ),
    "a submarine as transports": (
        "transports: pacific-fleet-1", "transports: cactus-air-force",
        'us.rear.1.transports: found "cactus-air-force"',
    ),
    "transports as a ship": ("- helena-boise", "- south-pacific", 'us.front.2.ship: found "south-pacific"; allowed is'),
    "a ship and transports at once": (
        "{ship: saratoga,", "{ship: saratoga, transports: south-pacific,",
        "us.middle.1: found both a ship and transports; allowed is either ship or transports.",
    ),
    "neither ship nor transports": ("{ship: saratoga, ", "{", "us.middle.1: found neither a ship nor transports"),
    "a rule that does not exist": (
        "[pursuit]", "[free-beer]",
        "test.yaml, field options: found the optional rule 'free-beer'; allowed are long-lance, night-column,",
    ),
    "rules that exclude each other": (
        "[pursuit]", "[decoys, open-table]", "the optional rules decoys and open-table exclude each other",
    ),
    "a rule twice": ("[pursuit]", "[pursuit, pursuit]", "options: found a word twice; allowed is each word once."),
    "a rule with a wrong figure": (
        "[pursuit]", "['fuel:99']", "options: found 'fuel:99'; allowed is fuel, with a figure",
    ),
    "a rule that needs decks": (
        "decks: yes\noptions: [pursuit]", "decks: no\noptions: [victory-fever]", "found victory-fever",
    ),
    "more copies of an airplane than there are": (
        "[3 dauntless, sg-radar]", "[6 dauntless]",
        'us.deck: found one "dauntless" more than the set has; allowed is at most 6.',
    ),
    "a hand larger than its deck": (
        "hand: 2", "hand: 5", "us.hand: found 5; allowed is at most 4, the cards of the deck.",
    ),
    "too many turns": ("turns: 3", "turns: 41", 'turns: found "41"; allowed is a whole number from 1 to 40.'),
    "no turn": ("turns: 3", "turns: 0", 'turns: found "0"; allowed is a whole number from 1 to 40.'),
    "no home base": (
        "    - truk\n", "",
        'jp.bases: found no home base; allowed is "truk" and the other base that every game has (§5.2).',
    ),
    "no strategic base": ("    - port-moresby\n", "", "us.bases: found no strategic base; allowed is"),
    "an unknown field": ("turns: 3", "turns: 3\nweather: rain", "weather: found an unknown field; allowed is one of"),
    "an unknown field of a ship": (
        "seen: yes", "luck: 3", "us.front.1.luck: found an unknown field; allowed is one of",
    ),
    "a field that is nearly right": ("scores:", "score:", 'score: found an unknown field; did you mean "scores"?'),
    "no English": (GOOD[GOOD.index("english:"):GOOD.index("japanese:")], "", "english: found nothing"),
    "no Japanese history": (
        GOOD[GOOD.index("    最初の"):GOOD.index("sources:")], "",
        "japanese.history: found nothing; allowed is paragraphs below history: |",
    ),
    "no introduction": ("  introduction: One. Two. Three.\n", "", "english.introduction: found nothing"),
    "a title that is too long": (
        "title: Test", f"title: {'T' * 81}", "english.title: found 81 characters; allowed is at most 80",
    ),
    "something that does not count": ("ashore: 4", "bravery: 4", "scores.bravery: found an unknown field"),
    "a decisive victory below a clear one": (
        "clear: 3, decisive: 8", "clear: 8, decisive: 8",
        "levels.decisive: found 8; allowed is more than 8, which is a clear victory.",
    ),
    "no such day": ("1942-10-11", "1942-02-30", 'date: found "1942-02-30"; allowed is a day like 1942-10-11.'),
    "another side": ("first: jp", "first: uk", 'first: found "uk"; allowed is us or jp.'),
    "neither yes nor no": ("decks: yes", "decks: perhaps", 'decks: found "perhaps"; allowed is yes or no.'),
    "a name with capitals": (
        "battle: test", "battle: Test", 'battle: found "Test"; allowed is at most 40 small letters',
    ),
    "another first line": (
        "battle: test\nset: core", "set: core\nbattle: test",
        'test.yaml, line 1: found "set: core"; allowed is a first line like battle: cape-esperance.',
    ),
    "a set that there is not": ("set: core", "set: [core]", "set: found a list"),
    "a ship that is no word": ("- helena-boise", "- [helena-boise]", "us.front.2: found a list; allowed is fields"),
    "a line that is no list": (
        "  front:\n    - aoba-kinugasa\n    - {", "  front:\n    x: {", "jp.front: found no list",
    ),
    "a whole id": ("- helena-boise", "- us/helena-boise", 'found "us/helena-boise"; allowed is the id of one card'),
    "an anchor": ("- helena-boise", "- &one helena-boise", 'found the anchor "&one"; allowed is'),
    "a key twice": ("turns: 3", "turns: 3\nturns: 4", "field turns: found it a second time; allowed is each key once."),
    "sources that are no list": ("sources:\n  - A work", "sources: A work", "sources: found no list of words"),
    "too many ships": (
        "- aoba-kinugasa", "- aoba-kinugasa\n    " * 45 + "- chokai",
        "jp.front: found 47; allowed is at most 40.",
    ),
    "too many airplanes": ("[3 jake]", "[81 jake]", "jp.front.2.airplanes: found 81; allowed is at most 80."),
}


def test_the_file_is_in_order() -> None:
    battle = whole(GOOD)
    assert (battle.name, battle.version, battle.turns, battle.decks) == ("test", 1, 3, True)
    assert battle.scores == (("ashore", 4), ("bases", 1))
    assert (battle.clear, battle.decisive, battle.ties, battle.first) == (3, 8, Side.JP, Side.JP)
    assert [(ship.line, ship.lead) for ship in battle.us.ships] == [
        (0, "us/salt-lake-city-chester"), (0, "us/helena-boise"), (1, "us/saratoga"), (2, "us/pacific-fleet-1"),
    ]
    assert battle.us.bases[2].airplanes == ("us/wildcat", "us/wildcat", "us/dauntless")
    assert battle.english.history == "First paragraph in two lines.\n\nSecond paragraph."
    assert battle.japanese.history == "最初の段落。\n\n次の段落。"
    assert battle.japanese.introduction == "一。二。三。"


@pytest.mark.parametrize("wrong", FAULTS)
def test_what_is_wrong_is_said(wrong: str) -> None:
    old, new, said = FAULTS[wrong]
    found = sentence(changed((old, new)))
    assert found.startswith(FILE)
    assert said in found


def test_levels_may_be_left_out() -> None:
    battle = whole(changed(("levels: {clear: 3, decisive: 8}\n", "")))
    assert (battle.clear, battle.decisive) == (4, 10)


def test_a_base_may_be_wrecked_and_a_pair_have_the_icons_of_both() -> None:
    """§4.3, §8.4"""
    whole(changed(("damage: 1, airplanes: [2 wildcat, dauntless]", "damage: 7")))
    whole(changed(("    - {ship: saratoga, airplanes", "    - {ship: saratoga, escort: desron-23, airplanes")))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[3 dauntless, sg-radar]", "sg-radar", "us.deck: found "),
        ("[3 dauntless, sg-radar]", "{a: b}", "us.deck: found no list of words; allowed is ids of cards"),
        ("OPTIONS", f"options: [{', '.join(f'rule{n}' for n in range(25))}]", "options: found 25; allowed is "),
        ("OPTIONS", f"options: [{'p' * 25}]", f'options: found "{"p" * 25}"; allowed is words of optional rules in '),
        ("SOURCES", "sources:\n" + "  - a book\n" * 21, "sources: found 21; allowed is "),
        ("SOURCES", f"sources:\n  - {'b' * 201}\n", "sources: found 201"),
    ],
)
def test_lists_have_bounds(before: str, after: str, said: str) -> None:
    lines = GOOD.splitlines()
    if before == "OPTIONS":
        text = "\n".join([after if line.startswith("options:") else line for line in lines])
    elif before == "SOURCES":
        text = GOOD[: GOOD.index("sources:")] + after
    else:
        assert before in GOOD
        text = GOOD.replace(before, after)
    with pytest.raises(CardError) as refused:
        read_battle(text, FILE)
    assert said in str(refused.value)


def test_the_other_side_is_looked_at_too() -> None:
    assert "jp.front.1.ship" in sentence(changed(("- aoba-kinugasa", "- helena-boise")))


@pytest.mark.parametrize("text", ["", "\n\n", "# a remark\n", "ships:\n", "\ufeffx", "battle", "- battle: x"])
def test_what_is_no_battle_at_all(text: str) -> None:
    assert "allowed is a first line like battle: cape-esperance." in sentence(text)


def test_a_remark_may_stand_first() -> None:
    assert whole(f"# by me\n\n{GOOD}") == whole(GOOD)


def test_a_long_file_is_not_read() -> None:
    long = GOOD + "#" + "字" * (MOST_BYTES // 3)
    assert f"bytes; allowed is at most {MOST_BYTES}." in sentence(long)


def test_another_set_than_the_one_played_with() -> None:
    with pytest.raises(CardError, match=r'test\.yaml, field set: found "core"; allowed is full, the set that'):
        check_battle(read_battle(GOOD), card_set("full"), FILE)


def sent(**fields: object) -> str:
    """What is said of a battle that never was a file: it came in the terms of a table."""
    with pytest.raises(CardError) as raised:
        check_battle(replace(whole(GOOD), **fields), card_set("core"))
    return str(raised.value)


def test_what_no_file_can_hold_is_refused_as_well() -> None:
    good: Battle = whole(GOOD)
    strange = replace(good.us.ships[1], lead=CardId("jp/shokaku"))
    assert 'found "shokaku", a card of Japan' in sent(us=replace(good.us, ships=(strange,)))
    strange = replace(good.us.ships[1], lead=CardId("\x1b[2J"))
    assert "\x1b" not in sent(us=replace(good.us, ships=(strange,)))
    assert "scores.bravery" in sent(scores=(("bravery", 1),))
    assert f"each of {', '.join(SCORES)} once" in sent(scores=(("bases", 1), ("bases", 2)))


@pytest.mark.parametrize("name", FAULTS)
def test_each_names_its_line(name: str, tmp_path: Path) -> None:
    """That of the field; where one is missing, that of the field that should hold it."""
    was, now, _said = FAULTS[name]
    file = tmp_path / "mine.yaml"
    file.write_text(changed((was, now)), "utf-8")
    with pytest.raises(CardError) as raised:
        laid_out(str(file))
    first = GOOD.count("\n", 0, GOOD.index(was)) + 1
    named = re.search(r", line ([0-9]+)[,:]", str(raised.value))
    if name == "no English":
        assert named is None  # the whole file should hold it
    else:
        assert named is not None
        assert first - 2 <= int(named[1]) <= first + now.count("\n")


def test_a_bracket_that_is_left_open_is_named_where_it_stands() -> None:
    assert "line 16: found a bracket that is not closed; allowed is brackets in pairs on one line." in sentence(
        changed(("  front:\n    - {ship: salt", "  front: [\n    - {ship: salt"))
    )


def test_a_fault_can_go_to_another_process() -> None:
    """As from the games of an arena."""
    with pytest.raises(CardError) as raised:
        check_battle(read_battle(GOOD), card_set("full"), FILE)
    assert FILE.encode() in dumps(raised.value)
