"""What cards are called: names where they may be read, letters where not, and letters that never mislead."""

from __future__ import annotations

from random import Random
from unicodedata import category

from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.plain.reader import PlainReader
from ironbottom.client.text.naming import Letters, Naming
from ironbottom.client.text.sanitize import STEERING
from ironbottom.printed import AnyCard, CardSet, SideCards
from ironbottom.rules import new_game
from ironbottom.rules.s07_detection import mix
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.sight import seen, view
from ironbottom.words import Side, Token
from tests.client.plain.questions import FULL, JP, US, midway
from tests.client.plain.sitting import Sitting, lines_of, whole_game
from tests.support.players import seed
from tests.support.table import LaidTable


def tokens(*numbers: int) -> list[Token]:
    return [Token(n) for n in numbers]


def test_a_letter_stays_with_its_token() -> None:
    letters = Letters()
    letters.give(tokens(1, 2, 3))
    letters.give(tokens(3, 1))
    assert letters.given == {1: "A", 3: "C"}


def test_a_renewed_token_gets_none_of_the_letters_that_were_just_given_up() -> None:
    """§7.7  All cards are mixed, again and again: a letter comes back only after a whole renewal between."""
    letters, held = Letters(), set[str]()
    for mixed in range(40):
        letters.give(tokens(*range(mixed * 20, mixed * 20 + 20)))
        now = set(letters.given.values())
        assert len(now) == 20
        assert not now & held
        held = now


def test_ones_own_airplanes_have_the_first_letters_again() -> None:
    letters = Letters(again=True)
    letters.give(tokens(1, 2))
    letters.give(tokens(2, 3))
    assert letters.given == {2: "B", 3: "A"}


def test_unseen_cards_have_letters_and_known_ones_names() -> None:
    """§22.3  Front first; a pair is called one; what was seen under this token keeps its name."""
    t = LaidTable()
    rear = t.jp.ship("Ryujo", "REAR")
    pair = t.jp.ship("Hiei & Kirishima", escort="DesDiv 61 (Akizuki, Teruzuki)")
    known = t.jp.ship("Shokaku", known=True)
    convoy = t.jp.ship("jp/combined-fleet-2", "REAR", escort="DesDiv 31 (Naganami, Makinami, Takanami)")
    g = t.play(ChooseAction(phasing=US))
    naming = Naming(FULL)
    naming.see(view(g, US))
    assert [naming.token(token) for token in (pair, rear, known, convoy)] == [
        "unseen pair A", "unseen formation B", "Shokaku",
        "2nd (Sendai) Division with DesDiv 31 (Naganami, Makinami, Takanami)",
    ]
    assert naming.placed(pair) == "unseen pair A in the Japanese front"
    assert naming.names().token(pair) == "unseen pair A"
    assert naming.names().value("jp/zeke") == "Zeke"
    own = Naming(FULL)
    own.see(view(g, JP))
    assert own.token(rear) == "Ryujo"
    assert own.token(Token(7)) == "a card"


def test_after_a_mix_nothing_links_a_letter_with_the_card_it_was() -> None:
    g = midway().play(ChooseAction(phasing=JP))
    naming = Naming(FULL)
    naming.see(view(g, US))
    before = set(naming.unseen.given.values())
    mix(g, JP, None)
    naming.see(view(g, US))
    assert len(before) == len(naming.unseen.given) == 2
    assert not before & set(naming.unseen.given.values())


def test_airplanes_of_a_kind_have_letters_where_several_are_in_sight() -> None:
    g = midway().play(ChooseAction(phasing=US))
    naming = Naming(FULL)
    naming.see(view(g, US))
    names = [naming.now[a.token] for a in g.forces[JP].airplanes.values()]
    assert names == ["Zeke A", "an unseen airplane", "Zeke B", "Zeke C"]
    assert sorted(naming.now[a.token] for a in g.forces[US].airplanes.values()) == [
        "Avenger", "Catalina", "Dauntless A", "Dauntless B", "Flying Fortress", "Wildcat A", "Wildcat B"
    ]


EVIL = "\x1b[2J\u202ekra[bold]\x07\u2028"


def hostile(cards: CardSet) -> CardSet:
    """The same cards under names and texts that would steer a terminal."""

    def renamed(card: AnyCard) -> AnyCard:
        text = {"text": EVIL + "text"} if hasattr(card, "text") else {}
        return replace(card, name=EVIL + card.name, **text)

    def side(cards: SideCards) -> SideCards:
        fleet, air = [[renamed(card) for card in pile] for pile in (cards.fleet, cards.air)]
        home, strategic = renamed(cards.home), renamed(cards.strategic)
        return replace(cards, home=home, strategic=strategic, fleet=tuple(fleet), air=tuple(air))

    return replace(cards, us=side(cards.us), jp=side(cards.jp))


def test_names_that_would_steer_a_terminal_are_shown_as_what_they_are() -> None:
    """A card set of somebody's own, and a player's name and chat: nothing of them reaches a terminal raw."""
    cards = hostile(card_set("core"))
    at, printed = Sitting(new_game(cards, seed(5)), cards), list[str]()
    for i, (side, _line, _answer, said) in enumerate(whole_game(at, Random(5))):
        printed += [*at.printed[side], *lines_of(said)]
        for command in ("table", "hand", "piles", "opponent", "card zeke", "odds", "log 99") if i % 40 == 0 else ():
            printed += lines_of(at.readers[side].line(command))
    reader = PlainReader(cards)
    printed += [*reader.chatted(EVIL, EVIL), *reader.notice(EVIL), *reader.refused("17.2", EVIL)]
    assert any("kra[bold]" in line for line in printed)
    assert not [c for line in printed for c in line if category(c) in STEERING]


def test_a_side_may_be_read_by_nobody() -> None:
    """A spectator names no airplane aboard a ship, and both sides' unseen formations by letters of one row."""
    g = midway().play(ChooseAction(phasing=US))
    reader = PlainReader(FULL)
    reader.update(view(g, None), seen(g.events or [], None))
    names = list(reader.seat.naming.now.values())
    assert names.count("an unseen airplane") == 2
    letters = reader.seat.naming.unseen.given
    assert len(set(letters.values())) == len(letters) == 4
    assert {reader.seat.naming.rows[token].side for token in letters} == {Side.US, Side.JP}
