"""Optional rules and battles (§23, §24): signed for, kept, and proven.

That nobody sits down who was not shown them is held by tests/server/lobby/test_special.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.proof.verify import Verdict, check
from ironbottom.server.lobby.lobby import Lobby
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.variant import varied
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Refused
from ironbottom.wire.terms import Terms, mark_of
from ironbottom.words import Side
from tests.proof.official import OfficialClient
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest, card_sets
from tests.support.battles import TRIAL

OPTIONS = Terms(side="us", seed=SEED, least=0, options=("radar", "us-head-start:3"))
BATTLE = Terms(side="us", seed=SEED, least=0, battle=TRIAL)


class SpecialTable(NamedTuple):
    """A game that has begun."""

    server: ServerUnderTest
    ada: WirePlayer
    ben: WirePlayer


def seated(terms: Terms) -> SpecialTable:
    """Ada (the US) and Ben sit at a table of these terms."""
    server = ServerUnderTest()
    return SpecialTable(server, *server.seated(terms))


def finished(terms: Terms) -> SpecialTable:
    """The same, played to its end by chance."""
    found = seated(terms)
    found.ada.auto = found.ben.auto = True
    found.server.step(found.ada, found.ben)
    found.server.until(lambda: found.ada.over and found.ben.over)
    found.server.run(LAST_WORD + 1)
    return found


def verdict(found: SpecialTable) -> Verdict:
    lines = found.server.disk.lines(found.ada.table, 1)
    return check([line + b"\n" for line in lines], card_sets().values())


@pytest.mark.parametrize("terms", [OPTIONS, BATTLE])
def test_such_a_game_is_played_to_its_end_and_proves_itself(terms: Terms) -> None:
    found = finished(terms)
    assert verdict(found).ok, verdict(found)


def test_the_battle_lies_there_as_it_was_agreed_upon() -> None:
    """§24.2, §24.4, §24.5"""
    found = seated(BATTLE)
    live = found.server.live_game(found.ada)
    state = live.game.state
    assert (state.phasing, state.turn, state.forces[Side.US].points) == (Side.JP, 1, 2)
    assert state.cards == varied(card_sets()["core"], (), TRIAL)


@pytest.mark.parametrize("terms", [OPTIONS, BATTLE])
def test_it_goes_on_after_a_restart(terms: Terms) -> None:
    found = seated(terms)
    found.server.step(found.ada, found.ben, answers=6)
    before = found.server.live_game(found.ada).game.state
    found.server.restart(found.ada, found.ben)
    after = found.server.live_game(found.ada).game.state
    assert after.cards == before.cards
    assert after.forces[Side.US].points == before.forces[Side.US].points


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (replace(OPTIONS, options=("no-such",)), "found the optional rule 'no-such'; allowed are "),
        (replace(OPTIONS, options=("decoys", "open-table")), "the optional rules decoys and open-table exclude"),
        (replace(BATTLE, cards="full"), "The battle is one of the card set core"),
        (replace(BATTLE, battle=replace(TRIAL, us=replace(TRIAL.us, hand=9))), "battle, field us.hand: found 9; allow"),
    ],
)
def test_terms_that_cannot_be_played_are_refused_with_the_reason(terms: Terms, said: str) -> None:
    server, ada = ServerUnderTest(), WirePlayer("Ada", 1)
    server.connect(ada)
    ada.create(terms)
    server.run(0.1)
    refused = ada.last(Refused)
    assert (refused.code, refused.text[: len(said)]) == ("options", said)


def test_no_options_are_the_bytes_of_before() -> None:
    found = seated(Terms(side="us", seed=SEED, options=()))
    table = found.server.lobby.tables[found.ada.table]
    assert table.stored.terms.options is UNSET
    assert b"options" not in msgspec.json.encode(table.stored.terms)


@pytest.mark.parametrize("terms", [OPTIONS, BATTLE])
def test_a_client_leaves_a_server_that_begins_another_game_than_it_shows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, terms: Terms
) -> None:
    """A planted cheat: the table shows what was agreed upon, and the toss is bound to a game without it."""
    honest = told(terms, tmp_path / "honest")
    assert [client.failure for client in honest] == ["", ""]
    monkeypatch.setattr(Lobby, "cards", lambda lobby, terms: lobby.sets[terms.cards])
    cheated = told(terms, tmp_path / "cheated")
    assert [client.failure for client in cheated] == [phrase("distrust.other_terms")] * 2


def told(terms: Terms, folder: Path) -> tuple[OfficialClient, OfficialClient]:
    """Two people with the project's own client sit down; they are told what follows."""
    server = ServerUnderTest()
    ada, ben = OfficialClient("Ada", folder, side="us"), OfficialClient("Ben", folder)
    ada.auto = ben.auto = False
    server.connect(ada)
    server.connect(ben)
    ada.create(replace(terms, seed=None))
    server.run(0.1)
    stored = server.lobby.tables[ada.seat_session.table].stored
    ben.join(stored.id, stored.secret)
    server.run(1.0)
    return ada, ben


@pytest.mark.parametrize(
    "changed",
    [
        lambda terms: replace(terms, options=("radar",)),
        lambda terms: replace(terms, options=UNSET),
        lambda terms: replace(terms, battle=replace(TRIAL, turns=5)),
    ],
)
def test_other_options_in_a_transcript_are_found(changed: object) -> None:
    """A planted cheat: what was agreed upon is exchanged afterwards."""
    assert callable(changed)
    found = finished(OPTIONS)
    first, *rest = found.server.disk.lines(found.ada.table, 1)
    entry = msgspec.json.decode(first)
    terms = msgspec.convert(entry["body"]["terms"], Terms)
    entry["body"]["terms"] = msgspec.to_builtins(changed(terms))
    lines = [msgspec.json.encode(entry), *rest]
    assert not check([line + b"\n" for line in lines], card_sets().values()).ok


def test_the_mark_of_terms_is_that_of_the_cards() -> None:
    core = card_sets()["core"]
    assert mark_of(core.fingerprint, OPTIONS) == varied(core, OPTIONS.options or ()).fingerprint
    assert mark_of(core.fingerprint, BATTLE) == varied(core, (), TRIAL).fingerprint
    assert mark_of(core.fingerprint, Terms()) == core.fingerprint
