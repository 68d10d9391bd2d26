"""Players who post challenges, seek, and come to their seats."""

from __future__ import annotations

from typing import Any

from ironbottom.wire.challenging import PostChallenge, Posted
from ironbottom.wire.messages import ListTables, Refused, TableLine, Tables
from ironbottom.wire.pace import DAY, PaceTerms
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest

TERMS = Terms(reach="open", least=0)
BY_THE_DAY = Terms(reach="open", least=0, pace=PaceTerms(3 * DAY), rated=True, absent="clock")


def came(server: ServerUnderTest, name: str, seed: int, *, address: str = "127.0.0.1") -> WirePlayer:
    """Somebody who does nothing by himself."""
    player = WirePlayer(name, seed, bot=False)
    server.connect(player, address)
    server.run(0.05)
    return player


def posts(server: ServerUnderTest, player: WirePlayer, terms: Terms = TERMS, **more: Any) -> str:
    """What becomes of a challenge: its table, or the code of the refusal."""
    more.setdefault("request", player.rng.randbytes(16))
    seq = player.ask(PostChallenge, terms=terms, **more)
    server.run(1.0)
    said = [one for one in player.told if getattr(one, "seq", 0) == seq]
    assert len(said) == 1, said
    (found,) = said
    return found.code if isinstance(found, Refused) else str(found.table)


def sits(server: ServerUnderTest, player: WirePlayer, posted: Posted | None = None) -> None:
    """He comes to the seat that he has been given last."""
    seat: Posted = posted or player.last(Posted)
    player.table, player.token, player.place = seat.table, seat.token, seat.place
    player.file.table, player.file.token, player.file.place = seat.table, seat.token, seat.place
    player.resume()
    server.run(0.5)


def listed(server: ServerUnderTest, player: WirePlayer) -> list[TableLine]:
    """The tables that he is shown."""
    player.ask(ListTables)
    server.run(0.2)
    tables: Tables = player.last(Tables)
    return [*tables.tables]


def leaves(server: ServerUnderTest, player: WirePlayer) -> None:
    """His connection ends."""
    for pipe in server.pipes:
        if pipe.player is player:
            pipe.lose()
    server.run(0.05)
