"""Wrong card files: each gives one sentence with the file, the card, the field, what was found and what is allowed."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironbottom.catalog import CardError, read_folder
from ironbottom.printed import BaseCard, CardSet, ShipCard
from ironbottom.strict_yaml import DEEPEST, LONGEST, read

EXAMPLE = files("ironbottom.cards").joinpath("FIELDS.md").read_text("utf-8")
US = EXAMPLE.partition("Typing in your own set")[2].partition("```yaml\n")[2].partition("```")[0]
JP = US.replace("side: us", "side: jp")


def sentence(us: str, **more: str) -> str:
    """What is said about a set with this American file."""
    with pytest.raises(CardError) as caught:
        read_folder({"us.yaml": us, "jp.yaml": JP} | {name.replace("_", "."): text for name, text in more.items()})
    said = str(caught.value)
    assert "\n" not in said
    assert ": found " in said
    assert re.search(r'; allowed is .*\.$|; did you mean "[\w-]+"\?$', said), said
    return said


def changed(old: str, new: str, count: int = 1) -> str:
    assert old in US
    return US.replace(old, new, count)


def test_scalars_stay_text() -> None:
    """§3.3  A lone "-" is text, and nothing becomes a boolean, a number or a date."""
    text = "a: -\nb: {c: -, d: - }\ne: [-, no]\nf: 1_0 # ten\ng: 2012-01-01\nh:\n- x\n-   y\ni: - # none\nj:\nk: ~\n"
    assert read("f", text) == {
        "a": "-", "b": {"c": "-", "d": "-"}, "e": ["-", "no"], "f": "1_0", "g": "2012-01-01", "h": ["x", "y"],
        "i": "-", "j": "", "k": "~",
    }


LANGUAGE = [
    ("", "us.yaml: found an empty file; allowed is a file with cards."),
    ("# nothing\n", "us.yaml: found an empty file; allowed is a file with cards."),
    ("- a\n", 'us.yaml: found no mapping; allowed is lines like "side: us" and "ships:".'),
    ("side: us\n---\nside: us\n", "us.yaml, line 2: found a second document; allowed is one document."),
    ("side: &x us\n", 'us.yaml, line 1, field side: found the anchor "&x"; allowed is a value without a name.'),
    ("side: us\nships: {a: *x}\n", 'us.yaml, line 2, card a: found the alias "*x"; allowed is the value itself, '
     "written out."),
    ("side: !!str us\n", 'us.yaml, line 1, field side: found the tag "tag:yaml.org,2002:str"; allowed is a value '
     "without a tag."),
    ("side: us\nside: us\n", "us.yaml, line 2, field side: found it a second time; allowed is each key once."),
    ("ships:\n  a:\n    air: 1\n    air: 2\n", "us.yaml, line 4, card a, field air: found it a second time; allowed is "
     "each key once."),
    ("[a]: b\n", "us.yaml, line 1: found a key that is no word; allowed is a word before each colon."),
    ("side: us\nships: a: b\n", 'us.yaml, line 2: found text that is no YAML ("mapping values are not allowed here"); '
     "allowed is YAML, where text with a colon or a special sign stands in quotes."),
    ("side: \x07\n", "us.yaml: found a control character; allowed is plain text."),
    ('side: "\\U00110000"\n', "us.yaml: found text that is no YAML (a number out of bounds); allowed is "
     "YAML, where text with a colon or a special sign stands in quotes."),
    ('side: "a\\u202eb"\n', 'us.yaml, line 1, field side: found an invisible character in "a?b"; allowed is plain '
     "text."),
    ('side: "\\uD800"\n', 'us.yaml, line 1, field side: found an invisible character in "?"; allowed is plain text.'),
]


@pytest.mark.parametrize(("text", "said"), LANGUAGE)
def test_what_is_no_plain_yaml_is_refused(text: str, said: str) -> None:
    """§2  Card files need nothing of YAML's tricks."""
    assert sentence(text) == said


def test_depth_and_length_are_bounded() -> None:
    """§2  A hostile file costs no more than a card file."""
    assert f"found too many levels; allowed is at most {DEEPEST}" in sentence("a: " + "[" * 5000)
    assert f"found too many levels; allowed is at most {DEEPEST}" in sentence("? " * 5000)  # PyYAML ran out of stack
    assert f"allowed is at most {LONGEST}" in sentence("#" * (LONGEST + 1))


FIELDS = [  # what was typed, what is typed now; card, field, found, allowed
    ("name: Lexington", "name:", "lexington", "name", "nothing", "the name of the card"),
    ("name: Lexington", "name: {a: b}", "lexington", "name", "fields with values", "the name of the card"),
    ("name: Lexington", f"name: {'x' * 200}", "lexington", "name", "200 characters", "at most 120"),
    ("    ja: レキシントン\n", "", "lexington", "ja", "nothing", "the Japanese name of the card"),
    ("    surface: 0\n", "", "lexington", "surface", "nothing", "a whole number from 0 to 20, or -"),
    ("surface: 0", "surface: 21", "lexington", "surface", '"21"', "a whole number from 0 to 20, or -"),
    ("surface: 0", "surface: 007", "lexington", "surface", '"007"', "a whole number from 0 to 20, or -"),
    ("surface: 0", "surface: ３", "lexington", "surface", '"３"', "a whole number from 0 to 20, or -"),
    (
        "surface: 0", "surface: 2/+1",
        "lexington", "surface", '"2/+1"',
        "a whole number from 0 to 20, or -, as hp has no plus",
    ),
    ("air: 3", "air: +3", "lexington", "air", '"+3"', "a whole number from 0 to 20, or -, as hp has no plus"),
    ("hp: 5", "hp: 0", "lexington", "hp", '"0"', "a whole number from 1 to 30"),
    ("vp: 4", "vp: -", "lexington", "vp", '"-"', "a whole number from 0 to 20"),
    (
        "icons: {carrier: 4}", "icons: {carrier: 2, sea: 1}",
        "lexington", "icons", "two kinds of icons",
        "one kind on a ship card (R-37)",
    ),
    ("icons: {carrier: 4}", "icons: {land: 2}", "lexington", "icons.land", "an unknown field", "one of carrier, sea"),
    ("icons: {carrier: 4}", "icons: {carrier: 10}", "lexington", "icons.carrier", '"10"', "a whole number from 1 to 9"),
    (
        "icons: {carrier: 4}", "icons: [carrier, 4]",
        "lexington", "icons", "a list",
        "kinds with numbers, as {carrier: 4}, or -",
    ),
    ("icons: {land: 3}", "icons: [land, 3]", "darwin", "icons", "a list", "kinds with numbers, as {land: 4}, or -"),
    (
        "icons: {carrier: 4}", "icons: {carrier:4}",
        "lexington", "icons.carrier", "no space after the colon",
        '"carrier: 4"',
    ),
    ("type: CV", "type: 5", "lexington", "type", '"5"', "a type of ship in capital letters, like CV, BB, CA, CL or DD"),
    (
        "type: CV", "type: cv",
        "lexington", "type", '"cv"',
        "a type of ship in capital letters, like CV, BB, CA, CL or DD",
    ),
    (
        "hp: +3", "hp: 3",
        "omaha-destroyers", "hp", '"3" without a plus, while air, sub, surface, torp, land have one',
        'a plus before it on an escort-capable card, like "+3", else no plus anywhere',
    ),
    (
        "sub: +2", "sub: 2",
        "omaha-destroyers", "sub", '"2"',
        "a number with a plus from +0 to +20, or -, as hp has a plus",
    ),
    (
        "{does: reinforce, n: 4}", "{does: shells, n: 2, types: [CL, XX]}",
        "fresh-ships", "effect.types", '"XX"',
        "types of the ships of this side: CL, CV",
    ),
    ("icons: {carrier: 4}", "icons: 4", "lexington", "icons", '"4"', "kinds with numbers, as {carrier: 4}, or -"),
    ("    hp: 5\n", "    hp: 5\n    set: full\n", "lexington", "set", '"full"', "own"),
    (
        "    hp: 5\n", "    hp: 5\n    known: [hps]\n",
        "lexington", "known", '"hps"',
        "the fields of this card that hold values",
    ),
    (
        "    hp: 5\n", "    hp: 5\n    known: hp\n",
        "lexington", "known", '"hp"',
        "fields of this card in square brackets",
    ),
    ("    hp: 5\n", "    hp: 5\n    known: [hp, hp]\n", "lexington", "known", "a word twice", "each word once"),
    (
        "air: +1", "air: 1",
        "omaha-destroyers", "air", '"1"',
        "a number with a plus from +0 to +20, or -, as hp has a plus",
    ),
    (
        "surface: 2/+1", "surface: 2",
        "omaha-destroyers", "surface", '"2"',
        "alone/+attached like 2/+1, or -, as hp has a plus",
    ),
    (
        "surface: 2/+1", "surface: 2/+21",
        "omaha-destroyers", "surface", '"2/+21"',
        "alone/+attached like 2/+1, or -, as hp has a plus",
    ),
    ("hp: +3", "hp: +0", "omaha-destroyers", "hp", '"+0"', "+1 to +20"),
    (
        "    type: CL\n", "    type: CL\n    icons: {sea: 1}\n",
        "omaha-destroyers", "icons", "sea icons, while it may escort us/lexington with carrier icons",
        "one kind of icons in every possible pair (R-37)",
    ),
    ("rank: home", "rank: rear", "noumea", "rank", '"rear"', "home, strategic or front"),
    (
        "repair: 2", "patrol: 2",
        "noumea", "patrol", "it on a base with rank home",
        "this field with rank strategic or front only",
    ),
    (
        "repair: 2", "engine: 2",
        "noumea", "engine", "an unknown field",
        (
            "one of name, ja, set, rank, icons, air, hp, repair, first_hand, fleet, max_hand, drawn, kept, "
            "known, note"
        ),
    ),
    ("rank: home", "rank: front", "noumea", "repair", "it on a base with rank front", "this field with rank home only"),
    (
        "rank: front", "rank: home",
        "funafuti", "tb", "it on a base with rank home",
        "this field with rank strategic or front only",
    ),
    (
        "    vp: auto\n", "    vp: auto\n    decides_ties: yes\n",
        "darwin", "decides_ties", "it on a base with rank strategic",
        "this field with rank front only",
    ),
    ("kept: 2", "kept: 3", "noumea", "kept", '"3"', "2, as one of the 3 drawn cards is discarded (§13.2)"),
    ("drawn: 3", "drawn: 0", "noumea", "drawn", '"0"', "a whole number from 1 to 20"),
    ("fleet: 8", "fleet: 9", "noumea", "fleet", "9", "at most 8, the VP of all cards of the fleet deck (§10.3)"),
    (
        "first_hand: 1", "first_hand: 9",
        "noumea", "first_hand", "9",
        "at most 4, the cards of the airplane deck (§10.5)",
    ),
    ("vp: auto", "vp: 5", "darwin", "vp", '"5"', "auto"),
    ("rank: strategic", "rank: front", "darwin", "vp", '"auto"', "a whole number from 0 to 20"),
    ("    vp: 3\n", "    vp: 3\n    decides_ties: true\n", "funafuti", "decides_ties", '"true"', "yes or no"),
    ("icon: carrier", "icon: boat", "devastator", "icon", '"boat"', "carrier, land, sea or flying"),
    ("range: 2", "range: 10", "devastator", "range", '"10"', "a whole number from 0 to 9"),
    ("range: 2", "range: -", "devastator", "range", '"-"', "a whole number from 0 to 9"),
    ("copies: 2", "copies: 0", "devastator", "copies", '"0"', "a whole number from 1 to 40"),
    (
        "copies: 2", "copies_full: 2",
        "devastator", "copies_full", "this field",
        "copies alone, as the card is in one set only",
    ),
    (
        "does: reinforce", "does: enforce",
        "fresh-ships", "effect.does", '"enforce"',
        (
            "reinforce, draw, uncover, patrol-line, watchers, squall, decoy, weave, skip, radar, lookouts, "
            "lance, shells, boats, engineers, express or evacuate"
        ),
    ),
    (
        "{does: reinforce, n: 4}", "{does: reinforce}",
        "fresh-ships", "effect.n", "nothing",
        "a whole number from 1 to 20",
    ),
    (
        "{does: reinforce, n: 4}", "{does: squall, n: 4}",
        "fresh-ships", "effect.n", "a parameter that this effect does not take",
        "no parameter beside does: squall",
    ),
    (
        "{does: reinforce, n: 4}", "{does: shells, n: 2}",
        "fresh-ships", "effect.types", "nothing",
        "types of ship in square brackets, like [BB, CA]",
    ),
    (
        "{does: reinforce, n: 4}", "{does: weave, airplane: us/zeke}",
        "fresh-ships", "effect.airplane", '"us/zeke"',
        "the id of an airplane card of this side and set",
    ),
    (
        "{does: reinforce, n: 4}", "{does: weave, airplane: jp/devastator}",
        "fresh-ships", "effect.airplane", '"jp/devastator"',
        "the id of an airplane card of this side and set",
    ),
    ("    effect: {does: reinforce, n: 4}\n", "", "fresh-ships", "effect", "nothing", "fields with their values"),
    (
        "    transports:\n", "    submarine: {}\n    transports:\n",
        "raiders", "transports", "both ship halves",
        "either transports or submarine (§2.5)",
    ),
    ("      army: 1\n", "      army: 1\n      air: 1\n", "raiders", "transports.air", '"1"', "-"),
    ("      torp: 2\n", "      torp: -\n", "fresh-ships", "submarine.torp", '"-"', "a whole number from 0 to 20"),
]



@pytest.mark.parametrize(("old", "new", "card", "field", "found", "allowed"), FIELDS)
def test_a_wrong_field_is_named(old: str, new: str, card: str, field: str, found: str, allowed: str) -> None:
    """§2.2, §2.3, §2.4, §2.5"""
    said = f"us.yaml, card {card}, field {field}: found {found}; allowed is {allowed}."
    assert sentence(changed(old, new)) == said


@pytest.mark.parametrize(
    ("old", "new", "field", "meant"),
    [("surface: 0", "surfaces: 0", "surfaces", "surface"), ("hp: 5", "hpp: 5", "hpp", "hp"),
     ("icons: {carrier: 4}", "icons: {carier: 4}", "icons.carier", "carrier")],
)  # fmt: skip
def test_a_field_that_is_nearly_right_is_recognized(old: str, new: str, field: str, meant: str) -> None:
    """§2.2"""
    said = f'us.yaml, card lexington, field {field}: found an unknown field; did you mean "{meant}"?'
    assert sentence(changed(old, new)) == said


def test_one_plus_on_a_card_without_one_on_hp_is_blamed_itself() -> None:
    """§8.4  Two or more and it is hp that lacks its own."""
    said = sentence(changed("    sub: 1\n", "    sub: +1\n"))
    assert 'card lexington, field sub: found "+1"; allowed is a whole number from 0 to 20, or -, as hp has no' in said
    said = sentence(changed("    sub: 1\n", "    sub: +1\n").replace("    air: 3\n", "    air: +3\n"))
    assert 'card lexington, field hp: found "5" without a plus, while air, sub have one; allowed is a plus' in said


def test_a_wrong_head_or_id_is_named() -> None:
    """§2.1"""
    assert sentence(changed("side: us", "side: USA")) == 'us.yaml, field side: found "USA"; allowed is us or jp.'
    said = 'us.yaml, field ship: found an unknown field; did you mean "ships"?'
    assert sentence(changed("side: us\n", "side: us\nship: {}\n")) == said
    said = "us.yaml, card Lexington!: found this id; allowed is small letters, digits and single hyphens."
    assert sentence(changed("  lexington:", "  Lexington!:")) == said


def test_an_escort_capable_card_may_print_dashes() -> None:
    """§3.3, §8.4  In any ability, and in one column only."""
    us = changed("air: +1", "air: -").replace("torp: 2/+1", "torp: -").replace("surface: 2/+1", "surface: 2/-")
    escort = read_folder({"us.yaml": us, "jp.yaml": JP}).us.fleet[2]
    assert isinstance(escort, ShipCard)
    assert escort.attached
    for field, columns in {"air": (None, None), "torp": (None, None), "surface": (2, None), "land": (1, 0)}.items():
        assert (getattr(escort.values, field), getattr(escort.attached, field)) == columns


def test_icons_may_be_a_dash_and_a_set_may_have_one_name() -> None:
    """§6.1"""
    us = changed("icons: {land: 1}", "icons: -")
    own = read_folder({"us.yaml": us, "jp.yaml": JP, "set.yaml": "set: mine\nabout: typed in\n"})
    assert own.name == "mine"
    front = own.us.fleet[0]
    assert isinstance(front, BaseCard)
    assert (front.land, front.sea, front.flying) == (0, 0, 0)


def test_a_list_is_no_value_and_a_name_is_none() -> None:
    """§2"""
    assert 'field known: found "name"; allowed is' in sentence(changed("    hp: 5\n", "    hp: 5\n    known: [name]\n"))
    assert "field air: found a list; allowed is" in sentence(changed("air: 3", "air: [3]"))


def test_a_ship_half_is_needed() -> None:
    """§2.5"""
    cut = US.index("    transports:\n")
    assert "field transports: found no ship half; allowed is either" in sentence(US[:cut])


def test_ids_are_unique_across_files() -> None:
    """§2.1"""
    ship = US[US.index("  lexington") : US.index("  omaha")]
    assert sentence(US, zz_yaml="side: us\nships:\n" + ship) == (
        "zz.yaml, card lexington, field id: found us/lexington, which us.yaml has too; "
        "allowed is an id for one card only."
    )


def test_each_side_has_one_home_and_one_strategic_base() -> None:
    """§2.3"""
    home = US[US.index("  noumea") : US.index("  darwin")]
    assert sentence(changed(home, "")) == (
        "side us, field rank: found no base with rank home; allowed is exactly one (§2.3)."
    )
    second = "side: us\nbases:\n" + home.replace("noumea", "auckland")
    assert sentence(US, zz_yaml=second) == (
        "us.yaml, card noumea, field rank: found a second home base beside us/auckland; allowed is exactly one (§2.3)."
    )


def test_one_american_base_decides_ties() -> None:
    """§11.3"""
    yes = "    vp: 3\n    decides_ties: yes\n"
    front = US[US.index("  funafuti") : US.index("airplanes:")].replace("    vp: 3\n", yes)
    more = "side: us\nbases:\n" + front.replace("funafuti", "nanumea")
    assert "found \"yes\", which us/funafuti says too; allowed is yes on one base only" in sentence(
        changed("    vp: 3\n", yes), zz_yaml=more
    )
    japanese = more.replace("side: us", "side: jp")
    assert "allowed is yes on an American base only (§11.3)" in sentence(US, zz_yaml=japanese)


def test_a_file_holds_cards() -> None:
    """§2"""
    said = "us.yaml: found no cards; allowed is one or more of ships, bases, airplanes, events."
    assert sentence("side: us\n") == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("set: a\nx: y\n", "set.yaml, field x: found an unknown field; allowed is one of set, larger, version, about."),
        ("about: x\n", "set.yaml, field set: found nothing; allowed is a name for the set."),
        ("set: a\nlarger: a\n", 'set.yaml, field larger: found "a"; allowed is a name of its own.'),
    ],
)
def test_a_wrong_description_is_named(text: str, said: str) -> None:
    """§2"""
    assert sentence(US, set_yaml=text) == said


def test_types_of_an_effect_may_be_those_of_the_larger_set() -> None:
    """§21.13  In the smaller one Type 3 Shells for battleships finds no battleship, which is no mistake."""
    us = changed("{does: reinforce, n: 4}", "{does: shells, n: 2, types: [CV]}").replace("fleet: 8", "fleet: 4")
    texts = {"us.yaml": us.replace("    hp: 5\n", "    hp: 5\n    set: big\n", 1)}
    texts |= {"jp.yaml": JP.replace("fleet: 8", "fleet: 4"), "set.yaml": "set: small\nlarger: big\n"}
    assert [ship.type for ship in read_folder(texts, "small").us.fleet if isinstance(ship, ShipCard)] == ["CL"]
    said = 'card fresh-ships, field effect.types: found "CV"; allowed is types of the ships of this side: CL.'
    assert said in sentence(us.replace("type: CV", "type: CL"))


def test_a_folder_may_name_two_sets() -> None:
    """§2.1  A card of the larger set only, and an airplane with more copies there."""
    us = changed("    hp: 5\n", "    hp: 5\n    set: big\n").replace("copies: 2", "copies: 2\n    copies_full: 3")
    texts = {"us.yaml": us.replace("fleet: 8", "fleet: 4"), "jp.yaml": JP, "set.yaml": "set: small\nlarger: big\n"}
    small, big = read_folder(texts, "small"), read_folder(texts)
    assert (big.name, len(big.us.fleet), len(big.us.air)) == ("big", 3, 5)
    assert (small.name, len(small.us.fleet), len(small.us.air)) == ("small", 2, 4)
    with pytest.raises(CardError, match='found no set "middle"; allowed is small or big'):
        read_folder(texts, "middle")


def outcome(texts: dict[str, str]) -> CardSet | CardError:
    try:
        return read_folder(texts)
    except CardError as error:
        return error


@given(st.text() | st.text(alphabet="-:[]{}&*!|>'\"%@`#?, \nab1\t\\", max_size=60))
@settings(max_examples=400, deadline=None)
def test_any_text_is_a_set_or_a_sentence(text: str) -> None:
    """§2  Never another exception."""
    assert isinstance(outcome({"us.yaml": text, "jp.yaml": JP}), CardSet | CardError)
    assert isinstance(outcome({"us.yaml": "side: us\nships:\n  a: " + text}), CardSet | CardError)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_any_small_change_is_a_set_or_a_sentence(data: st.DataObject) -> None:
    """§2  A typing mistake somewhere in a good file."""
    at = data.draw(st.integers(0, len(US)))
    removed = data.draw(st.integers(0, 12))
    typed = data.draw(st.text(alphabet="-+/:[]{}&*!|>'\"%@`#?, \nab120\\レ\u202e", max_size=4))
    said = outcome({"us.yaml": US[:at] + typed + US[at + removed :], "jp.yaml": JP})
    assert isinstance(said, CardSet) or ("\n" not in str(said) and str(said).isprintable())
