"""The commands at the prompt: what each prints, and what it amounts to."""

from __future__ import annotations

import subprocess
import sys

import pytest
from msgspec.structs import replace

from ironbottom.campaign_sheet import opening_of
from ironbottom.client.plain.commands import COMMANDS
from ironbottom.client.plain.intents import (
    ChatIntent,
    Give,
    MuteIntent,
    OfferIntent,
    OrdersIntent,
    Phrase,
    Print,
    Quit,
    ReplyIntent,
    ResignIntent,
)
from ironbottom.client.plain.reader import PlainReader
from ironbottom.client.text.naming import Naming
from ironbottom.client.text.people.chat_presets import PHRASES
from ironbottom.client.text.question.dry_run import would
from ironbottom.client.text.question.standing_orders import KINDS, BadOrder, changed, order_text, windows_of
from ironbottom.client.text.rules.rulebook import below, paragraph_lines, paragraphs, rules_lines
from ironbottom.client.text.rules.table_rules import TableRules
from ironbottom.flow import Game
from ironbottom.options import OPTIONAL_RULES
from ironbottom.proof.standing import is_carrier
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.windows import OF_OPTIONS, WINDOWS
from ironbottom.wire.agreeing import Offers, StandingOffer
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.wire.terms import Terms
from ironbottom.words import FRONT, Side, Token
from tests.client.plain.questions import (
    FULL,
    JP,
    US,
    action,
    airplanes,
    flights,
    guns,
    midway,
    reader_at,
    ships,
    strikes,
)
from tests.client.plain.sitting import lines_of
from tests.client.support.asked_views import asked_views
from tests.client.support.table import table as sitting_table
from tests.support.battle_sheets import TEST_SOUND
from tests.support.table import LaidTable

ALL_OFFERS = Terms(offers=("draw", "pause", "takeback"))


def table_of(side: Side | None) -> PlainReader:
    return reader_at(midway().play(ChooseAction(phasing=US)), side, width=0)


def printed(reader: PlainReader, line: str) -> list[str]:
    said = reader.line(line)
    assert isinstance(said, Print), said
    return list(said.lines)


def test_every_command_is_in_the_help() -> None:
    reader = table_of(US)
    told = printed(reader, "help")
    assert told == printed(reader, "?")
    assert all(any(row.startswith(f"  {name}") for row in told) for name in COMMANDS)
    assert "The question that stands:" in told
    assert told[-1] == "Type a number."
    assert reader.seat.question()[0] in told


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("who", [US, None])
def test_every_command_says_something_before_and_during_a_game(name: str, who: Side | None) -> None:
    for reader in (PlainReader(FULL), table_of(who)):
        said = reader.line(name)
        assert lines_of(said), said


def test_the_beginning_of_a_command_is_enough() -> None:
    reader = table_of(None)
    assert printed(reader, "tab") == printed(reader, "table")
    assert printed(reader, "TABLE short") == printed(reader, "t short")
    assert printed(reader, "o") == ['"o" may mean odds, opponent, offer, orders.']
    assert printed(reader, "frob") == [
        "You are not asked now; help lists what you can type. US is asked: action (window 16)."
    ]


def test_status_tells_whose_turn_it_is_and_how_long_it_may_last() -> None:
    told = printed(table_of(US), "status")
    assert told[:4] == [
        "You play US.",
        "Turn 7, US: choice of action.",
        "Victory points: US 0, Japan 0.",
        "You (US) are asked: action (window 16).",
    ]
    assert "The US airplane deck is good for 6 more turns at most." in told
    reader = table_of(JP)
    reader.update(view(midway().play(ChooseAction(phasing=US)), JP), (), clocks=(61_000, None))
    assert "Time left for US: 1 min 1 s." in printed(reader, "status")


def test_the_log_keeps_what_was_told() -> None:
    reader = reader_at(guns(), US, width=0)
    assert printed(reader, "log") == ["Nothing has been told yet."]
    g = guns().after(US, ()).after(JP, ())
    reader.update(view(g, US), seen(g.events or [], US))
    g = g.after(JP, g.asked[JP].shape.first())
    reader.update(view(g, US), seen(g.events or [], US))
    told = printed(reader, "log 2")
    assert len(told) == 2
    assert all("§18.4" in line for line in told)
    assert len(printed(reader, "log")) > 3
    assert printed(reader, "log")[-2:] == told


def test_odds_are_listed_one_by_one() -> None:
    told = printed(reader_at(strikes(), US, width=0), "odds")
    assert told[0] == (
        "Dauntless, bomb Shokaku: 73 % [#######...] hit, 16 % finished, 76 % itself lost; 1.7 hits expected"
    )
    assert len(told) == 5
    assert printed(reader_at(action(), US), "odds") == ["Nothing is to be rolled for in the question that stands."]


def test_hand_says_what_each_card_is() -> None:
    assert printed(table_of(US), "hand") == [
        "Your hand: 3 cards.",
        "  SG Radar: event: guns of a formation 2 higher, no enemy withdraws in round two (window 28); "
        "or submarine Grayback (Torp 2, Recon 1, HP 1).",
        "  2 times Catalina: flying boat: Air 1, Bomb 0, Torp 1, Land 1, Recon 4, Range 3.",
    ]
    assert printed(table_of(None), "hand") == ["You hold no cards."]


def test_a_card_is_shown_by_a_part_of_its_name_with_what_it_can_do_now() -> None:
    told = printed(table_of(US), "card shokaku")
    assert told[0].startswith("Shokaku: ship, CV: Air 3")
    assert told[-1] == "On the table: Shokaku in the Japanese front; now Air 2, Surface 0, Sub 0, Speed 3."
    assert printed(table_of(US), "card zeke b")[0].startswith("Zeke: carrier airplane: AirC 4")
    assert printed(table_of(US), "card frobnicate")[0].startswith('No card is called "frobnicate"')
    assert not [line for line in told if set(line) & set("│─┌└")]


def test_a_damaged_base_is_shown_with_what_it_can_do_now() -> None:
    """§4.5"""
    t = LaidTable(phasing=US)
    t.us.base("Henderson Field", damage=2)
    told = printed(reader_at(t.play(ChooseAction(phasing=US)), US, width=0), "card henderson")
    assert told[-1].endswith("; now Air 1, TB 0, Garrison 2, Patrol 1.")


def test_the_end_shows_the_hand_of_the_other() -> None:
    """§22.8"""
    t = midway()
    g = t.play(ChooseAction(phasing=US))
    assert not [line for line in printed(reader_at(g, US, width=0), "table") if line.startswith("Hand of")]
    g.resign(US)
    told = printed(reader_at(g, US, width=0), "table")
    assert [line.split(":")[0] for line in told if line.startswith("Hand of")] == ["Hand of Japan"]


def test_what_the_opponent_sees_is_told_of_ones_own_side() -> None:
    """§22.3 to §22.5  Backs and counts, what he knows all the same, and the top of the pile."""
    told = printed(table_of(US), "what does my opponent see?")
    assert told == printed(table_of(US), "opponent")
    text = "\n".join(told)
    assert told[0] == "What Japan sees of your side:"
    assert "two unseen cards (you: San Francisco & Portland with San Juan & destroyers)" in text
    assert "one unseen card, but it is known that this is Honolulu & St. Louis" in text
    assert "one unseen card (you: Enterprise); aboard 1 airplane" in text
    assert "base Henderson Field; aboard Wildcat A, Flying Fortress" in text
    assert "In the air by the Japanese front: Wildcat B, Escort." in text
    assert "Your hand: 3 cards, backs only." in text


def test_in_a_private_segment_the_opponent_sees_the_side_as_it_was() -> None:
    """§14.3(4)"""
    told = printed(reader_at(ships(), US, width=0), "opponent")
    assert told[0].startswith("Japan sees your side as it was before this segment")
    assert told[1] == "From then on, with your unseen cards mixed:"


def test_undo_is_an_answer_where_there_is_a_step_to_take_back() -> None:
    reader = reader_at(ships(), US, width=0)
    assert printed(reader, "undo")[0].startswith("There is no step to take back here")
    g = ships()
    hornet = next(iter(g.forces[US].formations))
    assert reader_at(g.after(US, ("move", hornet, FRONT[US])), US).line("undo") == Give(
        ("undo",), ("Your answer: undo.",)
    )
    assert printed(reader_at(flights(), JP, width=0), "undo")[0].startswith("An answer is final when it is given")


def test_resigning_is_confirmed() -> None:
    """§11.4  By the next line, and by no other."""
    reader = table_of(US)
    assert printed(reader, "resign") == ['Do you give up the game? Type "yes" to resign; anything else goes on.']
    assert reader.line("yes") == ResignIntent()
    for other in ("no", "1", "done", ""):
        reader.line("resign")
        assert printed(reader, other) == ["You play on."]
    reader.line("resign")
    assert printed(reader, "table")
    assert printed(reader, "yes")[0].startswith('"yes" is not among the answers')
    assert printed(table_of(None), "resign") == ["You have no game to give up here."]


def test_chat_phrases_and_mute() -> None:
    reader = table_of(US)
    assert reader.line("chat Hello,   there") == ChatIntent("Hello, there")
    assert reader.line("say 2") == Phrase(2)
    assert printed(reader, "say 99")[0].startswith("Say one of these")
    assert len(printed(reader, "say")) == len(PHRASES) + 1
    assert reader.chatted("Kai", "hi") == ["Kai says: hi"]
    assert reader.chatted("Kai", "", preset=2) == ["Kai says: Well played."]
    assert isinstance(reader.line("mute"), MuteIntent)
    assert reader.chatted("Kai", "hi") == []
    assert reader.line("unmute") == MuteIntent(False, ("You hear chat again.",))
    assert reader.chatted("Kai", "hi") == ["Kai says: hi"]
    assert isinstance(reader.line("quit"), Quit)


def test_standing_orders_are_listed_added_and_cleared() -> None:
    reader = table_of(US)
    assert printed(reader, "orders")[0] == "You have no standing orders."
    added = reader.line("orders add 3 window 9")
    assert added == OrdersIntent((StandingOrder("9", "none"),), (
        "Your standing orders, the first that fits answers:",
        "  1 window 9, interception of the search: pick, fly or play nothing",
    ))
    more = reader.line("orders add 4 at 1 window 23")
    assert isinstance(more, OrdersIntent)
    assert more.orders == (StandingOrder("9", "none"), StandingOrder("23", "withdraw-at", 1))
    assert "(1)" in more.lines[-1]
    assert reader.line("orders clear") == OrdersIntent((), ("You have no standing orders.",))
    assert printed(reader, "orders add 13 window 9") == ["There is no order 13; they go from 1 to 12."]
    assert printed(table_of(None), "orders") == ["Who looks on has no standing orders."]


@pytest.mark.parametrize(
    ("rules", "missing"),
    [
        (TableRules(), {"0", "0a", "2a", "4a", "12a", "16a"}),
        (TableRules(("decoys:3", "bid", "victory-fever")), {"0", "0a", "4a", "16a"}),
        (TableRules((), TEST_SOUND), {"0", "0a", "1", "2", "2a", "3", "4a", "12a", "16a"}),
        (TableRules(("victory-fever",), replace(TEST_SOUND, decks=True)), {"0", "0a", "1", "2", "4a", "12a", "16a"}),
        (TableRules((), opening_of("three-games")), {"0", "0a", "2a", "4a", "12a", "16a"}),
    ],
)
def test_orders_are_for_windows_that_can_come_at_this_table(rules: TableRules, missing: set[str]) -> None:
    assert set(WINDOWS) - {*windows_of(rules)} == missing
    assert {rule.opens for rule in OPTIONAL_RULES} - {""} == OF_OPTIONS
    for window in missing & OF_OPTIONS:
        with pytest.raises(BadOrder, match=rf"Window {window}, .*, does not come in this game"):
            changed(f"add 1 window {window}", (), rules)
    assert changed("add 1 window 9", (), rules)


def test_orders_that_make_no_sense_are_refused_in_a_sentence() -> None:
    have = (StandingOrder("9", "none"),)
    assert changed("add 1 window all", have) == (*have, StandingOrder(EVERY, "pass-when-forced"))
    assert changed("add 3 window 9", have) == have
    assert changed("remove 1", have) == ()
    for words in ("add", "add 0 window 9", "add 3 window 16", "add 2 window 99", "add 4 at 21 window 23", "remove 2"):
        with pytest.raises(BadOrder) as refused:
            changed(words, have)
        assert str(refused.value).endswith(".")
    assert all(window in WINDOWS for kind in KINDS for window in kind.windows)
    assert order_text(StandingOrder("99", "default")) == "window 99, unknown: always give the default answer"


def test_orders_name_airplanes_and_a_turn() -> None:
    zekes = StandingOrder("20.2", "intercept", 2, "his", ("jp/zeke", "us/wildcat"))
    assert changed("add 8 at 2 window 20.2 with Zekes, wildcat in his turn", ()) == (zekes,)
    assert order_text(zekes).startswith("in his turn, window 20.2, reaction flights: intercept where so many")
    assert order_text(zekes).endswith("(2): Zeke, Wildcat")
    assert order_text(changed("add 8 window 9", ())[0]).endswith(": all fighters")
    both = changed("add 11 window 25 in my turn", changed("add 11 window 25 in his turn", ()))
    assert [one.turn for one in both] == ["his", "mine"]
    for words, why in (
        ("add 8 window 9 with nonesuch", "There is no airplane"), ("add 1 window 9 with zeke", "named in orders to"),
        ("add 5 window 9", "is for the windows 28"),
    ):
        with pytest.raises(BadOrder, match=why):
            changed(words, ())


def test_the_usual_orders_for_his_turn_come_behind_those_one_has() -> None:
    own = StandingOrder("9", "intercept", 1, "his", ("jp/zeke",))
    both = changed("usual", (own,))
    assert both[0] == own
    assert {one.turn for one in both} == {"his"}
    assert "9" not in {one.window for one in both[1:]}
    assert {one.window for one in both[1:]} >= {"13", "22", "23", "24", "28", "29", "32"}
    assert changed("usual", both) == both
    full = tuple([StandingOrder("9", "intercept", n % 20, "his") for n in range(40)])
    with pytest.raises(BadOrder, match="There is room for 40 orders"):
        changed("usual", full)


def test_the_list_tells_what_each_order_would_do_now() -> None:
    reader = table_of(US)
    reader.line("orders usual")
    lines = printed(reader, "orders")
    assert any(line.startswith("    now: ") for line in lines)
    assert "    hangs on what is asked" in lines
    seen = reader.seat.view
    assert seen is not None
    carriers = StandingOrder("28", "withdraw-carriers", 0, "his")
    names = {reader.seat.naming.token(f.token) for f in seen.us.formations if is_carrier(f)}
    assert {*would(carriers, seen, reader.seat.naming).removeprefix("now: ").split(", ")} == (names or {"nobody"})


def test_where_something_is_asked_the_list_tells_what_is_answered() -> None:
    asked = next(one for one in asked_views(range(3)) if step_of(one) == "air-control.withdraw")
    naming = Naming(FULL)
    naming.see(asked)
    order, mine = StandingOrder("23", "break-off", 20), asked.phasing is asked.viewer
    assert would(order, asked, naming).startswith("answers what is asked now: ")
    assert would(replace(order, turn="his" if mine else "mine"), asked, naming) == "hangs on what is asked"


def step_of(seen: View) -> str:
    return "" if seen.question is None else seen.question.step


def test_the_rulebook_is_read_by_paragraph_section_and_word() -> None:
    assert rules_lines("9.2")[0].startswith("§9.2 A ship formation withdraws by a check")
    assert [line.split()[0] for line in rules_lines("17.2(2)")] == [
        "§17.2(2)", "§17.2(2)(a)", "§17.2(2)(b)", "§17.2(2)(c)", "§17.2(2)(d)"
    ]
    assert not [line for line in rules_lines("3.1") if line.startswith("§3.10")]
    assert rules_lines("R-20")[0].startswith("R-20 Air control combat is over")
    assert any(line.startswith("§7.7") for line in rules_lines("search fresh tokens"))
    assert rules_lines("search xyzzy") == ['No paragraph holds all of "xyzzy".']
    assert rules_lines("99.9") == ["The rulebook has no paragraph 99.9; rules alone prints the contents."]
    assert "  17 Air combat" in rules_lines("")
    assert rules_lines("glossary")[0] == "Glossary"
    assert not [line for one in paragraphs() for line in one.lines if "**" in line or line.startswith("|")]


def test_every_rule_of_a_question_is_in_the_book() -> None:
    """`why` finds the paragraph of each question."""
    rules = ("10.1", "13.2", "14.1(1)", "14.2(1)", "14.3(2)", "17.2(3)(b)", "18.4(a)(3)", "18.4(e)(4)", "20.3", "21.3")
    assert all(paragraph_lines(rule) or below(rule) for rule in rules)


def test_a_spectator_draws_the_table_and_takes_commands_only() -> None:
    reader = table_of(None)
    assert not reader.ready
    assert not [line for line in printed(reader, "table") if "SG Radar" in line]
    assert printed(reader, "1")[0].startswith("You are not asked now")
    assert printed(reader, "why") == ["Nothing was refused, and you are not asked now."]


def test_a_refusal_of_the_server_lets_one_answer_again() -> None:
    reader = reader_at(action(), US, width=0)
    assert isinstance(reader.line("3"), Give)
    assert not reader.ready
    assert reader.refused("16.1", "the game is paused") == [
        "Not accepted: the game is paused §16.1", "Type a number."
    ]
    assert reader.ready
    assert printed(reader, "why")[1].startswith("§16.1 P chooses one action")
    assert isinstance(reader.line("3"), Give)


def test_who_answered_is_said_where_it_was_not_the_player() -> None:
    g = action()
    for given, words in (("order", "Your standing order has answered."), ("stand-in", "A bot stands in")):
        reader = reader_at(g, US, width=0)
        after: Game = g.after(US, "air-attack")
        told = reader.update(view(after, US), seen(after.events or [], US), given)
        assert told[0].startswith(words)


def test_a_game_that_was_over_before_it_was_seen_is_told_as_over() -> None:
    g = action()
    g.resign(US)
    reader = PlainReader(FULL, width=0)
    told = reader.update(view(g, US), ())
    assert told[0] == "The game is over, Japan has won: US has resigned; VP US 0, Japan 0."
    assert not [line for line in told if "Luck" in line or " 0 dice" in line]  # nobody threw one
    assert reader.ready
    assert printed(reader, "resign") == ["You have no game to give up here."]
    assert printed(reader, "table")[0].endswith("the game is over.")


def test_steps_print_what_has_changed() -> None:
    """A thing keeps its number through a segment, also when it goes and comes back."""
    g = airplanes()
    reader = reader_at(g, US, width=0)
    said = reader.line("deploy 1 a")
    assert isinstance(said, Give)
    assert said.lines == ("Your answer: deploy Wildcat to Hornet.",)
    g = g.after(US, said.answer)
    told = reader.update(view(g, US), seen(g.events or [], US))
    assert told[0] == "  1 Wildcat, carrier airplane: AirC 3, Air 2, Land 0, Range 2"
    assert told[1] == "  4 Wildcat, on Hornet in the US front, AirC 3, Air 2, Land 0, Range 2"
    assert "  undo: take the last step back" in told
    assert told[-1] == 'Another step, or "done", "undo"; Enter prints everything again.'
    assert not any(line.startswith("  2 ") for line in told)
    assert Token(0) not in g.forces[US].airplanes


THIN = """
import sys
from ironbottom.client.plain.reader import PlainReader
from ironbottom.client.text.rules.rulebook import rules_lines
assert rules_lines("17.2")
heavy = ("rules", "flow", "sight", "state", "record", "question_odds", "position")
print(*[name for name in heavy if f"ironbottom.{name}" in sys.modules])
"""


def test_the_plain_client_pulls_in_no_engine() -> None:
    """It knows no rule: views, questions and events are all that it imports."""
    done = subprocess.run([sys.executable, "-c", THIN], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def offering(offers: Offers | None, place: int = 0) -> PlainReader:
    reader = table_of(US)
    seat = reader.seat
    seat.table, seat.offers, seat.place = replace(sitting_table(), terms=ALL_OFFERS), offers, place
    return reader


def test_an_offer_is_made_and_answered_by_words() -> None:
    reader = offering(None)
    assert reader.line("offer draw") == OfferIntent("draw")
    assert reader.line("offer go on") == OfferIntent("go-on")
    assert [line.strip().partition(":")[0] for line in printed(reader, "offer")] == [
        "offer draw", "offer pause", "offer takeback",
    ]
    assert printed(reader, "accept") == ["No such offer stands."]
    reader = offering(Offers("TABLE", 1, StandingOffer(1, "draw", 1)))
    assert printed(reader, "offer")[0].endswith("offers a draw.")
    assert (reader.line("accept"), reader.line("decline")) == (ReplyIntent(True), ReplyIntent(False))
    own = offering(Offers("TABLE", 1, StandingOffer(0, "draw", 1)))
    assert printed(own, "accept") == ["No such offer stands."]
    assert own.line("decline") == ReplyIntent(False)
