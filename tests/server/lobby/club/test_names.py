"""Names that belong to a key: nobody else gets one, and a key that was revoked plays no more."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ironbottom.keys import new_key, public_bytes, sign
from ironbottom.server.lobby.club import names, registrar
from ironbottom.wire.answers import plain
from ironbottom.wire.messages import Bye, Ok, Refused, Reply, Resume, Seated, Welcome
from ironbottom.wire.naming import (
    RECOVER,
    ClaimName,
    RecoverName,
    RevokeKey,
    printed_code,
    printed_key,
    recovered,
)
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest

PAPERS = [bytes([n]) * 15 for n in range(9)]


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def paper(n: int) -> Ed25519PrivateKey:
    """What follows from a printed code."""
    found = printed_key(printed_code(PAPERS[n]))
    assert found is not None
    return found


def came(server: ServerUnderTest, name: str, seed: int = 1, address: str = "127.0.0.1") -> WirePlayer:
    player = WirePlayer(name, seed)
    server.connect(player, address)
    server.run(0.05)
    return player


def claims(server: ServerUnderTest, player: WirePlayer, n: int = 0) -> str:
    return server.answered(player, player.ask(ClaimName, public_bytes(paper(n))))


def recovers(
    server: ServerUnderTest, player: WirePlayer, name: str, n: int, *, then: int = 8,
    signer: Ed25519PrivateKey | None = None,
) -> str:
    """Somebody types a printed code."""
    after = public_bytes(paper(then))
    parts = recovered(player.server, name, public_bytes(player.key), after)
    return server.answered(player, player.ask(RecoverName, name, after, sign(signer or paper(n), RECOVER, *parts)))


def called(player: WirePlayer) -> str:
    """What somebody is called who has just come."""
    return str(next(one for one in player.told if isinstance(one, Welcome)).name)


def farewell(player: WirePlayer) -> str:
    """Why the server has hung up; empty: it has not."""
    return next((one.code for one in player.told if isinstance(one, Bye)), "")


def test_a_name_is_its_owners_wherever_he_comes_from(server: ServerUnderTest) -> None:
    assert claims(server, came(server, "Ada")) == "ok"
    assert called(came(server, "Ada")) == "Ada"
    assert called(came(server, "Ada", seed=2)) == "Ada (2)"


@pytest.mark.parametrize("like", ["Ada", "ADA", "Аdа", "A d a", "Ada (1)", "\N{LATIN LETTER SMALL CAPITAL A}da"])
def test_a_name_is_not_taken_by_another_key(server: ServerUnderTest, like: str) -> None:
    """Nor one that the eye takes for it."""
    assert claims(server, came(server, "Ada")) == "ok"
    eve = came(server, like, seed=2)
    assert called(eve).endswith("(2)")
    assert claims(server, eve) == "name-taken"
    assert called(came(server, "Ada")) == "Ada"


@pytest.mark.parametrize("name", ["", "Guest", "Adж", "\N{GREEK SMALL LETTER XI}eno Ada"])
def test_names_that_belong_to_nobody(server: ServerUnderTest, name: str) -> None:
    assert claims(server, came(server, name)) == "name"


def test_no_player_has_a_bots_name(server: ServerUnderTest) -> None:
    server.lobby.club._reserved = lambda: ("mate",)
    assert claims(server, came(server, "Mate")) == "name"


def test_who_claims_again_changes_his_name(server: ServerUnderTest) -> None:
    ada = came(server, "Ada")
    assert claims(server, ada) == "ok"
    other = WirePlayer("Ada", 1)
    other.name = "Adele"
    server.connect(other)
    server.run(0.05)
    assert called(other) == "Ada"
    assert claims(server, other) == "ok"
    assert called(came(server, "Ada")) == "Adele"
    assert called(came(server, "Ada", seed=2)) == "Ada"
    assert len(server.lobby.club.names) == 1


def test_names_outlive_the_server(server: ServerUnderTest) -> None:
    assert claims(server, came(server, "Ada")) == "ok"
    server.kill()
    server.start()
    assert called(came(server, "Ada", seed=2)) == "Ada (2)"
    assert called(came(server, "Ada")) == "Ada"


def test_a_name_that_could_not_be_written_is_nobodys(server: ServerUnderTest) -> None:
    server.disk.full = True
    ada = came(server, "Ada")
    assert claims(server, ada) == "not-stored"
    server.disk.full = False
    assert claims(server, came(server, "Ada", seed=2)) == "ok"


def test_of_two_who_claim_at_once_one_gets_it(server: ServerUnderTest) -> None:
    ada, eve = came(server, "Ada"), came(server, "Ada", seed=2)
    asked = [(who, who.ask(ClaimName, public_bytes(paper(0)))) for who in (ada, eve)]
    assert sorted(server.answered(who, seq) for who, seq in asked) == ["again", "ok"]
    assert claims(server, eve) == "name-taken"


def test_a_printed_code_brings_the_name_to_a_new_key(server: ServerUnderTest) -> None:
    old = came(server, "Ada")
    assert claims(server, old) == "ok"
    new = came(server, "Ada", seed=2)
    assert recovers(server, new, "Ada", 0) == "ok"
    assert called(came(server, "Ada", seed=2)) == "Ada"
    assert farewell(old) == "revoked"
    assert farewell(came(server, "Ada")) == "revoked"


def test_a_printed_code_is_used_up(server: ServerUnderTest) -> None:
    """Whoever finds the old paper, or has copied what was said, gets nothing by it."""
    assert claims(server, came(server, "Ada")) == "ok"
    new = came(server, "Ada", seed=2)
    assert recovers(server, new, "Ada", 0, then=1) == "ok"
    copied = next(request for _game, request in new.log.acked if isinstance(request, RecoverName))
    eve = came(server, "Eve", seed=3)
    assert recovers(server, eve, "Ada", 0) == "recovery"
    again = eve.ask(RecoverName, copied.name, copied.recovery, copied.signature)
    assert server.answered(eve, again) == "recovery"
    assert server.answered(new, new.ask(RecoverName, copied.name, copied.recovery, copied.signature)) == "recovery"
    assert recovers(server, eve, "Ada", 1) == "ok"


@pytest.mark.parametrize("signer", [new_key(), paper(5)])
def test_nobody_recovers_a_name_without_its_code(server: ServerUnderTest, signer: Ed25519PrivateKey) -> None:
    assert claims(server, came(server, "Ada")) == "ok"
    eve = came(server, "Eve", seed=2)
    assert recovers(server, eve, "Ada", 0, signer=signer) == "recovery"
    assert recovers(server, eve, "Nobody", 0) == "recovery"
    assert called(came(server, "Ada")) == "Ada"


def test_a_code_is_of_no_use_on_another_server(server: ServerUnderTest) -> None:
    """A host who is asked to recover a name learns nothing by which he could take it elsewhere."""
    assert claims(server, came(server, "Ada")) == "ok"
    eve = came(server, "Eve", seed=2)
    eve.server = bytes(32)
    assert recovers(server, eve, "Ada", 0) == "recovery"


def test_a_revoked_key_plays_no_more(server: ServerUnderTest) -> None:
    """Not at the table where it sits, not by coming again, not after a restart."""
    ada, ben = server.seated()
    assert claims(server, ada) == "ok"
    second = came(server, "Ada")
    assert second.ask(RevokeKey)
    server.run(1.0)
    assert (farewell(ada), farewell(second), farewell(ben)) == ("revoked", "revoked", "")
    assert ada.update is not None
    assert ada.asked
    before = server.live_game(ben).chain.head
    for player in (ada, second):
        player.session.state = "in"  # it does as if it had heard nothing
    ada.ask(Reply, ada.table, ada.update.number, plain(ada.guess(ada.update)))
    second.ask(Resume, ada.table, ada.token, 0)
    server.run(1.0)
    assert server.live_game(ben).chain.head == before
    server.kill()
    server.start()
    again = came(server, "Ada")
    assert farewell(again) == "revoked"
    again.session.state = "in"
    again.ask(Resume, ada.table, ada.token, 0)
    server.run(1.0)
    assert not any(isinstance(one, Seated) for one in [*second.told, *again.told])


def test_a_revoked_name_waits_for_its_code(server: ServerUnderTest) -> None:
    ada = came(server, "Ada")
    assert server.answered(ada, ada.ask(RevokeKey)) == "no-name"
    assert claims(server, ada) == "ok"
    ada.ask(RevokeKey)
    server.run(1.0)
    assert any(isinstance(one, Ok) for one in ada.told)
    eve = came(server, "Ada", seed=2)
    assert (called(eve), claims(server, eve)) == ("Ada (2)", "name-taken")
    server.kill()
    server.start()
    new = came(server, "Ada", seed=3)
    assert recovers(server, new, "Ada", 0) == "ok"
    assert called(came(server, "Ada", seed=3)) == "Ada"


def test_who_asks_too_often_is_refused(server: ServerUnderTest) -> None:
    eve = came(server, "Eve", address="192.0.2.7")
    said = [claims(server, eve) for _n in range(registrar.CHANGES + 2)]
    assert said == ["ok"] * registrar.CHANGES + ["limit"] * 2
    assert claims(server, came(server, "Eva", seed=2, address="192.0.2.7")) == "limit"
    assert claims(server, came(server, "Ada", address="192.0.2.8")) == "ok"
    server.run(5_000.0)
    server.lobby.club.sweep()
    assert not server.lobby.club._buckets


def test_no_more_names_than_are_kept(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registrar, "NAMES", 1)
    ada = came(server, "Ada")
    assert (claims(server, ada), claims(server, came(server, "Ben"))) == ("ok", "limit")
    assert claims(server, ada) == "ok"
    assert names.NAMES > 1


def test_who_came_before_is_told_apart_from_then_on(server: ServerUnderTest) -> None:
    eve = came(server, "Ada", seed=2)
    assert called(eve) == "Ada"
    assert claims(server, came(server, "Ada")) == "ok"
    (session,) = [one for one in server.lobby.sessions if one.key == public_bytes(eve.key)]
    assert session.name == "Ada (2)"
    assert not any(isinstance(one, Refused) for one in eve.told)
