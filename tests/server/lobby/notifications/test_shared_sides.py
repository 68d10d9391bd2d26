"""§26.2  Of two who share a side the one is told whose question it is, and not while he is looking."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ironbottom.server.lobby.notifications.outbox import ACTIVE
from tests.server.lobby.notifications.test_outbox import HOOK, OTHER, SOON, ServerWithEndpoints, wants
from tests.server.support.teams import SHARED, two_against_one


@pytest.mark.parametrize("away", [0, 1])
def test_who_is_to_answer_is_told_and_his_partner_is_not(away: int) -> None:
    """The ships are Ada's, the airplanes Bob's."""
    server = ServerWithEndpoints()
    ada, bob, cato = two_against_one(server, replace(SHARED, least=0), bot=False)
    wants(server, ada)
    wants(server, bob, OTHER)
    gone, here = ((ada, bob), (bob, ada))[away]
    for _n in range(400):
        if not gone.asked:
            break
        server.step(ada, bob, cato)
    server.away(gone)
    server.run(ACTIVE + SOON)
    before = [server.told(HOOK), server.told(OTHER)]
    for _n in range(400):
        if not (here.asked or cato.asked):
            break
        server.step(here, cato)
    server.run(ACTIVE + SOON)
    after = [server.told(HOOK), server.told(OTHER)]
    assert len(after[away]) == len(before[away]) + 1
    assert after[1 - away] == before[1 - away]
