"""§25  Campaigns at a table: each battle follows from the one that is over, over restarts and weeks, and is proven."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import NamedTuple, cast

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.battle import Battle, CampaignPart
from ironbottom.campaign import first_battle
from ironbottom.campaign_after import next_battle
from ironbottom.campaign_sheet import campaign_named, campaigns, opening_of
from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.proof import campaign_terms as served
from ironbottom.proof.campaigns import CampaignVerdict, CheckedGame, check_campaigns
from ironbottom.proof.verify import check
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.variant import varied
from ironbottom.wire.frames import TO_SERVER
from ironbottom.wire.messages import Create, Fetch, Leave, Piece, Refused, Rematch
from ironbottom.wire.terms import Terms
from ironbottom.words import CardId, Side
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest, card_sets

FULL = card_set("full")
CAMPAIGN = campaign_named("guadalcanal")
OPENING = opening_of("guadalcanal")
TERMS = Terms(side="us", least=0, cards="full", battle=OPENING.brief)
DAY = 24 * 3600.0


class CampaignTable(NamedTuple):
    """A campaign that has begun: Ada (the US) and Ben sit there."""

    server: ServerUnderTest
    ada: WirePlayer
    ben: WirePlayer

    @property
    def battle(self) -> Battle:
        found = self.server.lobby.tables[self.ada.table].stored.terms.battle
        assert found
        return found

    @property
    def part(self) -> CampaignPart:
        assert self.battle.campaign is not None
        return self.battle.campaign

    def fight(self) -> None:
        """The battle to its end, by chance."""
        self.ada.auto = self.ben.auto = True
        self.server.step(self.ada, self.ben)
        self.server.until(lambda: self.ada.over and self.ben.over)
        self.rest()

    def give_up(self) -> None:
        """Ben gives the battle up."""
        self.ben.resign()
        self.server.until(lambda: self.ada.over and self.ben.over)
        self.rest()

    def rest(self) -> None:
        self.server.run(LAST_WORD + 1)
        self.ada.auto = self.ben.auto = False

    def go_on(self) -> None:
        """Both wish for the next battle, and it begins."""
        games = self.server.lobby.tables[self.ada.table].stored.games
        for player in (self.ada, self.ben):
            player.ask(Rematch, player.table)
        self.server.until(lambda: self.ada.table_now.games == games + 1 and self.ada.status() == "playing")
        self.server.until(lambda: self.ada.update is not None and self.ben.update is not None)

    def lines(self, game: int) -> list[bytes]:
        return [line + b"\n" for line in self.server.disk.lines(self.ada.table, game)]


def seated(terms: Terms = TERMS) -> CampaignTable:
    server = ServerUnderTest()
    return CampaignTable(server, *server.seated(terms))


def verdict(*transcripts: Sequence[bytes]) -> CampaignVerdict:
    """Each is sound by itself; what there is to say of them together."""
    games = list[CheckedGame]()
    for lines in transcripts:
        found = check(lines, card_sets().values(), over=games.append)
        assert found.ok, found
    (whole,) = check_campaigns(games, [*card_sets().values()])
    return whole


@pytest.fixture(scope="module")
def fought() -> CampaignTable:
    """Savo Island by chance, the next two battles given up; the fourth goes on."""
    table = seated()
    table.fight()
    table.go_on()
    table.give_up()
    table.go_on()
    table.give_up()
    table.go_on()
    return table


def test_the_next_battle_follows_from_the_one_that_is_over() -> None:
    """§25.2  Sides stay as they are, and what is carried is what the rules make of the game."""
    table = seated()
    assert (table.part.number, table.part.of) == (1, 7)
    table.fight()
    over = table.server.live_game(table.ada)
    assert over.game.outcome is not None
    table.go_on()
    assert table.part.number == 2
    assert table.part.before == over.begun.game.hex()
    assert table.part.points == (4 + over.game.outcome.points[0], over.game.outcome.points[1])
    assert table.battle == next_battle(CAMPAIGN, FULL, over.game, over.begun.game.hex())
    assert table.battle.name == "eastern-solomons"
    assert (table.ada.view.viewer, table.ben.view.viewer) == (Side.US, Side.JP)
    live = table.server.live_game(table.ada).game.state
    assert live.cards.battle == table.battle


def test_both_are_told_what_comes_between_two_battles() -> None:
    """§25.2  Points, losses, damage and hands as they will be; before the end, and after the last battle, nothing."""
    table = seated()
    assert table.ada.table_now.coming is UNSET
    table.fight()
    told = table.ada.table_now.coming
    assert told
    assert told == table.ben.table_now.coming
    assert (told.name, told.us.ships, told.jp.ships) == ("eastern-solomons", (), ())
    over = table.server.live_game(table.ada)
    table.go_on()
    assert told.campaign == table.part
    assert table.ada.table_now.coming is UNSET
    last = replace(table.battle, campaign=replace(table.part, number=7))
    terms = replace(TERMS, battle=last)
    ended = SimpleNamespace(outcome=over.game.outcome, state=SimpleNamespace(cards=varied(FULL, (), last)))
    assert served.coming(terms, FULL, cast(Game, ended), b"") is None


def test_a_campaign_is_proven_as_a_whole(fought: CampaignTable) -> None:
    """In whatever order its files are given."""
    one, two, three = [fought.lines(n) for n in (1, 2, 3)]
    assert verdict(one, two, three).ok
    found = verdict(three, one, two)
    assert (found.ok, found.games, found.of, found.level) == (True, (1, 2, 3), 7, "")
    assert found.sentence.startswith("3 of 7 battles, each follows from the one before; VP so far ")


def test_a_game_that_was_left_out_is_found(fought: CampaignTable) -> None:
    """A planted cheat."""
    found = verdict(fought.lines(1), fought.lines(3))
    assert (found.ok, found.battle, found.sentence) == (False, 2, "battle 2 is left out: no file has it.")


def test_a_game_of_another_campaign_in_its_place_is_found(fought: CampaignTable) -> None:
    """A planted cheat: the second battle of another run, at a table of the same name and with the same players."""
    other = seated()
    other.fight()
    other.go_on()
    other.give_up()
    games = list[CheckedGame]()
    for lines in (fought.lines(1), other.lines(2)):
        assert check(lines, card_sets().values(), over=games.append).ok
    exchanged = [games[0], games[1]._replace(begun=replace(games[1].begun, table=games[0].begun.table))]
    (found,) = check_campaigns(exchanged, [*card_sets().values()])
    assert found.sentence == "battle 2 does not name the game before it: a game was left out, or exchanged."


def test_two_battles_of_one_number_are_found(fought: CampaignTable) -> None:
    """A planted cheat: the same battle is played until it ends well."""
    games = list[CheckedGame]()
    for n in (1, 2):
        assert check(fought.lines(n), card_sets().values(), over=games.append).ok
    (found,) = check_campaigns([*games, games[1]], [*card_sets().values()])
    assert found.sentence == "battle 2 was played twice: 2 files have it."


def with_part(battle: Battle, **changes: object) -> Battle:
    assert battle.campaign is not None
    return replace(battle, campaign=replace(battle.campaign, **changes))


def repaired(battle: Battle) -> Battle:
    """Damage that was never there counts as left, as damage that is gone would count as gone."""
    assert battle.campaign is not None
    damage = dict(battle.campaign.jp.damage) | {CardId("jp/shokaku"): 1}  # what dice have done before stays
    return with_part(battle, jp=replace(battle.campaign.jp, damage=tuple(sorted(damage.items()))))


def richer(battle: Battle) -> Battle:
    assert battle.campaign is not None
    hand = (*battle.campaign.us.hand, CardId("us/coastwatchers"))
    return with_part(battle, us=replace(battle.campaign.us, hand=hand))


@pytest.mark.parametrize(
    ("cheat", "said"),
    [
        (repaired, "the damage of Shokaku (Japan) is 1, and the calendar leaves 0."),
        (richer, "the cards in the hand of US are not those that are carried over."),
        (lambda battle: with_part(battle, points=(99, 0)), "battle 2 begins with 99 – 0 VP, and those before it came "),
        (lambda battle: replace(battle, turns=9), "battle 2 is not laid out as its file and what is carried have it."),
        (lambda battle: with_part(battle, before="00" * 32), "battle 2 does not name the game before it"),
    ],
)
def test_a_server_that_carries_over_something_else_is_found(
    monkeypatch: pytest.MonkeyPatch, cheat: Callable[[Battle], Battle], said: str
) -> None:
    """Planted cheats: each game is sound by itself, and both players have signed for it."""

    def cheated(*args: object) -> Battle | None:
        battle = next_battle(*args)  # type: ignore[arg-type]
        return None if battle is None else cheat(battle)

    table = seated()
    table.fight()
    monkeypatch.setattr(served, "next_battle", cheated)
    table.go_on()
    table.give_up()
    found = verdict(table.lines(1), table.lines(2))
    assert not found.ok
    assert said in found.sentence
    assert found.battle == 2


def test_other_players_in_the_next_battle_are_found(fought: CampaignTable) -> None:
    """A planted cheat."""
    games = list[CheckedGame]()
    for n in (1, 2):
        assert check(fought.lines(n), card_sets().values(), over=games.append).ok
    second = games[1]
    crossed = second._replace(begun=replace(second.begun, us=1 - second.begun.us))
    (found,) = check_campaigns([games[0], crossed], [*card_sets().values()])
    assert found.sentence == "in battle 2 other players sit there, or on other sides."


def test_it_goes_on_after_a_restart_of_everything_weeks_later() -> None:
    """Between two battles the table is kept as one whose game goes on: longer than those that are over."""
    table = seated()
    table.fight()
    server, ada, ben = table
    server.kill()
    server.clock.run(1.0)
    server.start()
    for _day in range(45):
        server.run(DAY)
        server.lobby.sweep()
    assert ada.table in server.lobby.tables
    server.back(ada, ben)
    server.run(1.0)
    table.go_on()
    assert table.part.number == 2
    table.give_up()
    assert verdict(table.lines(1), table.lines(2)).ok


def test_a_restart_in_the_toss_of_the_next_battle_changes_nothing() -> None:
    table = seated()
    table.give_up()
    server, ada, ben = table
    for player in (ada, ben):
        player.ask(Rematch, player.table)
    server.until(lambda: ada.status() == "tossing")
    battle = table.battle
    server.restart(ada, ben)
    server.until(lambda: ada.status() == "playing" and ada.table_now.games == 2)
    assert table.battle == battle
    assert table.part.number == 2


def test_all_transcripts_of_a_campaign_can_be_had(fought: CampaignTable) -> None:
    """Of other games a server keeps the last two."""
    server, ada, _ben = fought
    for game in (1, 2, 3):
        assert fetched(server, ada, game) == b"".join(fought.lines(game))
    seq = ada.ask(Fetch, "transcript", ada.table, 0, 4)
    server.run(0.5)
    assert refusal(ada, seq) == "not-yet"  # it goes on


def fetched(server: ServerUnderTest, player: WirePlayer, game: int) -> bytes:
    pieces, part, of = list[bytes](), 0, 1
    while part < of:
        seq = player.ask(Fetch, "transcript", player.table, part, game)
        server.run(0.2)
        (piece,) = [one for one in player.all(Piece) if one.seq == seq]
        pieces.append(piece.data)
        part, of = part + 1, piece.of
    return b"".join(pieces)


def refusal(player: WirePlayer, seq: int) -> str:
    return next(str(one.code) for one in player.all(Refused) if one.seq == seq)


def test_nobody_else_takes_a_seat_in_the_middle_of_a_campaign() -> None:
    """§25.1  Who gets up before the second battle has begun has his seat kept for him."""
    table = seated()
    table.give_up()
    server, ada, ben = table
    for player in (ada, ben):
        player.ask(Rematch, player.table)
    server.until(lambda: ada.status() == "tossing")
    ada.ask(Leave, ada.table)
    server.run(0.5)
    assert None not in server.lobby.tables[ada.table].stored.seats


def test_after_the_last_battle_the_campaign_begins_anew_with_sides_swapped() -> None:
    """§25.6"""
    table = seated()
    for n in range(1, 8):
        assert table.part.number == n
        table.give_up()
        table.go_on()
    assert (table.part.number, table.part.before, table.part.points) == (1, "", CAMPAIGN.lead)
    assert table.battle == first_battle(CAMPAIGN, FULL)
    assert (table.ada.view.viewer, table.ben.view.viewer) == (Side.JP, Side.US)
    whole = verdict(*[table.lines(n) for n in range(7, 8)]) if not table.lines(1) else None
    assert whole is None or not whole.ok


def test_a_whole_campaign_has_an_outcome() -> None:
    """§25.6"""
    table = seated()
    for n in range(1, 8):
        table.give_up()
        if n < 7:
            table.go_on()
    found = verdict(*[table.lines(n) for n in range(1, 8)])
    assert (found.ok, found.games, found.level, found.winner) == (True, (*range(1, 8),), "decisive", "US")
    us, jp = found.points
    assert found.sentence == (
        "all 7 battles, each follows from the one before; "
        f"US wins the campaign decisively, {us} to {jp} VP (US to Japan)."
    )


@pytest.mark.parametrize(
    ("battle", "said"),
    [
        (with_part(OPENING.brief, points=(9, 0)), "A campaign begins with its first battle, as its file "),
        (with_part(OPENING.brief, number=2), "A campaign begins with its first battle, as its file has it."),
        (with_part(OPENING.brief, name="midway"), 'This server has no campaign "midway" of that version; it '),
        (with_part(OPENING.brief, mark="00"), 'This server has no campaign "guadalcanal" of that version; '),
    ],
)
def test_no_campaign_begins_otherwise_than_its_file_has_it(battle: Battle, said: str) -> None:
    server, ada = ServerUnderTest(), WirePlayer("Ada", 1)
    server.connect(ada)
    ada.create(replace(TERMS, battle=battle))
    server.run(0.1)
    refused = ada.last(Refused)
    assert refused.code == "options"
    assert refused.text.startswith(said)


def test_options_must_go_together_with_all_battles() -> None:
    """Not with the first alone: the fourth battle of Guadalcanal has graded damage of its own."""
    server, ada = ServerUnderTest(), WirePlayer("Ada", 1)
    server.connect(ada)
    ada.create(replace(TERMS, options=("no-such",)))
    server.run(0.1)
    assert ada.last(Refused).code == "options"


def test_a_campaign_that_a_newer_server_has_no_more_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated()
    table.give_up()
    monkeypatch.setattr(served, "campaigns", lambda: {"three-games": campaigns()["three-games"]})
    seq = table.ada.ask(Rematch, table.ada.table)
    assert table.server.answered(table.ada, seq) == "options"
    text = table.ada.last(Refused).text
    assert text == 'This server has no campaign "guadalcanal" of that version; it has three-games.'
    assert table.ada.status() == "over"


def test_whole_games_follow_each_other_too() -> None:
    """§25.7"""
    table = seated(Terms(side="us", least=0, battle=opening_of("three-games").brief))
    assert table.server.live_game(table.ada).game.state.cards.battle is None
    table.give_up()
    table.go_on()
    table.give_up()
    found = verdict(table.lines(1), table.lines(2))
    assert (found.ok, found.games, found.of) == (True, (1, 2), 3)
    assert table.battle.whole


def test_the_bytes_of_a_campaign_fit_a_message() -> None:
    """Of the request for a table, and of every list of tables."""
    for name in campaigns():
        terms = Terms(side="either", cards="full", battle=opening_of(name).brief, options=("victory-fever",))
        message = Create(1, bytes(16), terms)
        assert len(msgspec.msgpack.encode(message)) < TO_SERVER - 500
