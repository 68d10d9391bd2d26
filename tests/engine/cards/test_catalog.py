"""The two sets of the project: how many cards, which values are known, what the set promises to the engine."""

from __future__ import annotations

from importlib.resources import files

import msgspec
import pytest

from ironbottom.card_sheet import AIRPLANE, BASES, EFFECTS, EVENT, FIVE, SHIP, SUBMARINE, TRANSPORTS
from ironbottom.catalog import CardError, card_set, cards_by_id, read_folder
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard, Submarine
from ironbottom.words import SIDES, CardId, Icon, Rank, Side

CORE, FULL = card_set("core"), card_set("full")
CARDS = cards_by_id(FULL)


def ship(card_id: str) -> ShipCard:
    card = CARDS[CardId(card_id)]
    assert isinstance(card, ShipCard)
    return card


def base(card_id: str) -> BaseCard:
    card = CARDS[CardId(card_id)]
    assert isinstance(card, BaseCard)
    return card


def texts() -> dict[str, str]:
    folder = files("ironbottom.cards")
    return {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".yaml")}


@pytest.mark.parametrize(
    ("name", "side", "fleet", "air", "points"),
    [
        ("core", Side.US, 29, 42, 49 + 23),
        ("core", Side.JP, 29, 42, 46 + 18),
        ("full", Side.US, 41, 43, 68 + 26),
        ("full", Side.JP, 40, 46, 55 + 22),
        ("core@1", Side.US, 29, 34, 49 + 23),
        ("core@1", Side.JP, 29, 34, 46 + 18),
        ("full@1", Side.US, 41, 42, 68 + 26),
        ("full@1", Side.JP, 40, 42, 55 + 22),
    ],
)
def test_the_decks_have_their_size(name: str, side: Side, fleet: int, air: int, points: int) -> None:
    """§2.1  73 cards a side in the core set, 86 and 88 in the full one, home and strategic base included."""
    cards = card_set(name).side(side)
    assert (len(cards.fleet), len(cards.air)) == (fleet, air)
    assert sum(card.vp for card in cards.fleet) == points


def test_the_core_set_is_part_of_the_full_set() -> None:
    """§2.1"""
    core = cards_by_id(CORE)
    assert core.items() <= CARDS.items()
    assert {card.set for card in core.values()} == {"core"}
    assert {card.set for card_id, card in CARDS.items() if card_id not in core} == {"full"}


def test_decks_are_in_the_order_of_ids_with_copies_side_by_side() -> None:
    """§10.3  Shuffling starts from an order that depends on the cards alone."""
    for side in SIDES:
        for deck in (FULL.side(side).fleet, FULL.side(side).air):
            ids = [card.id for card in deck]
            assert ids == sorted(ids)
    assert [card.id for card in card_set("core@1").jp.air].count(CardId("jp/zeke")) == 5
    assert [card.id for card in card_set("full@1").jp.air].count(CardId("jp/zeke")) == 6
    assert CardId("us/warhawk") not in cards_by_id(card_set("core@1"))
    assert CardId("us/vella-lavella") not in cards_by_id(CORE)


def test_ids_names_and_sides() -> None:
    """§2.1  Every card has an English and a Japanese name, and an id that begins with its side."""
    for card in CARDS.values():
        assert card.id.startswith(card.side.name.lower() + "/")
        assert card.name.isascii()
        assert any(ord(c) > 0x3000 for c in card.ja)
    names = [card.name for card in CARDS.values()]
    assert len(set(names)) == len(names)
    for wanted in ("us/enterprise", "us/san-juan-destroyers", "us/henderson-field", "us/wildcat", "jp/tokyo-express"):
        assert wanted in CARDS


def test_the_home_bases_print_their_five_figures() -> None:
    """§2.3"""
    five = [[getattr(CORE.side(side).home, field) for field in FIVE] for side in SIDES]
    assert five == [[3, 12, 6, 3, 2], [12, 18, 6, 2, 1]]


def test_values_of_the_published_game() -> None:
    """§2.2, §2.3, §2.4, §2.5  What is known is what is printed."""
    assert [ship(f"us/{card}").vp for card in ("wasp", "north-carolina-washington", "san-juan-destroyers")] == [3, 4, 1]
    assert ship("jp/yamato-mutsu").values.surface == 7
    truk, zeke = base("jp/truk"), CARDS[CardId("jp/zeke")]
    assert (truk.land, truk.sea, truk.flying, truk.carrier) == (2, 1, 1, 0)
    assert isinstance(zeke, AirplaneCard)
    assert zeke.airc == 4
    henderson = base("us/henderson-field")
    assert (henderson.vp, henderson.decides_ties, henderson.rank) == (8, True, Rank.FRONT)
    assert [card.id for card in CARDS.values() if isinstance(card, BaseCard) and card.decides_ties] == [henderson.id]


def test_every_submarine_is_the_same() -> None:
    """§15.3  Torp 2, Recon 1, HP 1."""
    halves = [card.submarine for card in CARDS.values() if isinstance(card, EventCard) and card.submarine]
    assert halves
    assert {(half.torp, half.recon, half.hp) for half in halves} == {(2, 1, 1)}
    assert all(isinstance(half, Submarine) for half in halves)


def test_transports_have_army_and_hp_and_nothing_else() -> None:
    """R-39"""
    halves = [card.transports for card in CARDS.values() if isinstance(card, EventCard) and card.transports]
    for half in halves:
        v = half.values
        assert (v.air, v.surface, v.torp, v.land, v.sub, v.speed, v.icon, v.icons) == (None,) * 7 + (0,)
        assert v.army is not None
        assert 2 <= v.army <= 5


def test_an_escort_capable_card_has_two_columns() -> None:
    """§8.4  +# alone is #; the lower column is what it adds; speed and icons are its own."""
    card = ship("jp/jintsu-destroyers")
    assert card.attached
    alone, attached = card.values, card.attached
    assert (alone.surface, alone.torp, alone.land) == (2, 4, 1)
    assert (attached.surface, attached.torp, attached.land) == (1, 2, 0)
    for field in ("hp", "air", "sub", "speed", "icon", "icons"):
        assert getattr(alone, field) == getattr(attached, field)
    assert ship("us/enterprise").attached is None


def test_no_ship_and_no_possible_pair_prints_two_kinds_of_icons() -> None:
    """R-37"""
    for side in SIDES:
        ships = [card for card in FULL.side(side).fleet if isinstance(card, ShipCard)]
        for lead in [card for card in ships if card.attached is None]:
            for escort in [card for card in ships if card.attached is not None]:
                assert len({lead.values.icon, escort.values.icon} - {None}) <= 1
        assert {card.values.icon for card in ships} <= {None, Icon.CARRIER, Icon.SEA}


KNOWN = {
    "us/wasp": ("vp",),
    "us/north-carolina-washington": ("vp",),
    "us/san-juan-destroyers": ("vp",),
    "us/henderson-field": ("vp", "decides_ties"),
    "us/espiritu-santo": FIVE,
    "us/port-moresby": ("vp",),
    "jp/rabaul": ("vp",),
    "jp/truk": ("icons", *FIVE),
    "jp/zeke": ("airc",),
    "jp/rufe": ("icon",),
    "jp/yamato-mutsu": ("surface",),
}


def known_of(card: AnyCard) -> tuple[str, ...]:
    if isinstance(card, EventCard):
        if card.transports:
            return ("transports.air", "transports.speed")
        return ("submarine.torp", "submarine.recon", "submarine.hp")
    return KNOWN.get(card.id, ())


def test_known_marks_are_those_of_the_published_game() -> None:
    """§2.2, §2.3, §2.4, §2.5  These and no others: everything else is derived."""
    assert {card_id: card.known for card_id, card in CARDS.items()} == {
        card_id: known_of(card) for card_id, card in CARDS.items()
    }


def test_every_word_of_the_effect_vocabulary_is_used_as_written() -> None:
    """§21"""
    effects = [card.effect for card in CARDS.values() if isinstance(card, EventCard)]
    assert {effect.does for effect in effects} == set(EFFECTS)
    for effect in effects:
        given = {"n": effect.n, "airplane": effect.airplane, "types": effect.types}
        assert {name for name, value in given.items() if value} == set(EFFECTS[effect.does])


def test_figures_of_the_events() -> None:
    """§21  The number in the text is the number in the data."""
    events = [card for card in CARDS.values() if isinstance(card, EventCard) and card.effect.n]
    assert [card.id for card in events if f" {card.effect.n}" not in card.text] == []
    figures = {card.id: card.effect.n for card in events}
    assert figures == {
        "us/pacific-fleet-1": 6, "us/pacific-fleet-2": 6, "us/south-pacific": 4, "us/third-fleet-reserve": 4,
        "jp/combined-fleet-1": 4, "jp/combined-fleet-2": 4, "jp/eighth-fleet": 3, "us/cactus-air-force": 3,
        "jp/rabaul-air-offensive": 3, "us/code-breakers": 3, "jp/submarine-patrol-line": 3, "us/coastwatchers": 1,
        "us/skip-bombing": 3, "us/sg-radar": 2, "jp/long-lance": 1, "jp/type-3-shells": 2, "us/pt-boats": 2,
        "us/seabees": 3,
    }


def test_everything_has_the_type_that_it_claims() -> None:
    """msgspec reads its own output back only if every field holds what its type says."""
    for card in CARDS.values():
        assert msgspec.convert(msgspec.to_builtins(card), type(card)) == card


def test_the_fingerprint_knows_values_but_not_files_or_prose() -> None:
    """A record names the cards that it was played with."""
    assert len(CORE.fingerprint) == 64
    assert CORE.fingerprint != FULL.fingerprint
    moved = {f"other-{name}" if name != "set.yaml" else name: text for name, text in texts().items()}
    assert read_folder(moved).fingerprint == FULL.fingerprint
    prose = {name: text.replace("Drum", "Dram").replace("Enterprise", "Big E") for name, text in texts().items()}
    assert read_folder(prose).fingerprint == FULL.fingerprint
    values = {name: text.replace("vp: 8", "vp: 7") for name, text in texts().items()}
    assert read_folder(values).fingerprint != FULL.fingerprint
    copies = {name: text.replace("copies_full: 5", "copies_full: 6") for name, text in texts().items()}
    assert read_folder(copies).fingerprint != FULL.fingerprint
    assert read_folder(copies, "core").fingerprint == CORE.fingerprint


def test_a_set_is_read_once() -> None:
    """Cards are frozen: everybody may have the same ones."""
    assert card_set("core") is CORE
    with pytest.raises(CardError, match='found the set "printed"; allowed is core or full'):
        card_set("printed")


def test_the_fields_are_all_documented() -> None:
    """cards/FIELDS.md names every field, every effect and every rank."""
    text = files("ironbottom.cards").joinpath("FIELDS.md").read_text("utf-8")
    fields = {*SHIP, *AIRPLANE, *EVENT, *TRANSPORTS, *SUBMARINE, *EFFECTS, *Rank}.union(*BASES.values())
    assert [field for field in sorted(fields) if f"`{field}`" not in text] == []


def test_the_example_of_the_documentation_is_a_sound_side() -> None:
    """cards/FIELDS.md, "Typing in your own set": the American half, with the same cards for Japan."""
    text = files("ironbottom.cards").joinpath("FIELDS.md").read_text("utf-8")
    example = text.partition("Typing in your own set")[2].partition("```yaml\n")[2].partition("```")[0]
    own = read_folder({"us.yaml": example, "jp.yaml": example.replace("side: us", "side: jp")})
    assert (own.name, len(own.us.fleet), len(own.us.air)) == ("own", 3, 4)
    assert {card.set for card in cards_by_id(own).values()} == {"own"}
