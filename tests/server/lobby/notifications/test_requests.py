"""What a player may ask for, and what he is told then."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.server.lobby.notifications.sending.courier import NoCourier
from ironbottom.server.lobby.notifications.subscriber import CODE_TRIES
from ironbottom.server.runtime.settings import DAY, NEAR, Limits
from ironbottom.wire.notifying import (
    MOST_SUBSCRIPTIONS,
    ConfirmSubscription,
    ListSubscriptions,
    Remind,
    Subscribe,
    Subscriptions,
    TrySubscription,
    Unsubscribe,
)
from tests.server.lobby.notifications.test_outbox import HOOK, ServerWithEndpoints
from tests.server.support.player import WirePlayer

PUBLIC, AUTH = b"\x04" + bytes(range(64)), bytes(16)
MAIL = "ann@example.org"


@pytest.fixture
def server() -> ServerWithEndpoints:
    return ServerWithEndpoints()


@pytest.fixture
def ann(server: ServerWithEndpoints) -> WirePlayer:
    return came(server, "Ann")


def came(server: ServerWithEndpoints, name: str, address: str = "127.0.0.1") -> WirePlayer:
    player = WirePlayer(name, 1, bot=False)
    server.connect(player, address)
    server.run(0.1)
    return player


def asked(server: ServerWithEndpoints, player: WirePlayer, kind: Callable[..., Any], *fields: Any, **more: Any) -> str:
    return server.answered(player, player.ask(kind, *fields, **more))


def shown(server: ServerWithEndpoints, player: WirePlayer) -> Subscriptions:
    assert asked(server, player, ListSubscriptions) == "ok"
    told: Subscriptions = player.last(Subscriptions)
    return told


def test_who_has_chosen_nothing_reads_what_there_is(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    told = shown(server, ann)
    assert (told.subscriptions, told.hours, len(told.push)) == ((), 0, 65)
    assert set(told.ways) == {"webhook", "discord", "slack", "ntfy", "matrix", "push", "mail", "feed"}


def test_a_way_is_tried_before_it_is_kept(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    assert asked(server, ann, Subscribe, "webhook", HOOK) == "ok"
    assert [(one.address, one.told.what) for one in server.endpoints.taken] == [(HOOK, "trial")]
    server.endpoints.fails = lambda address: True
    seq = ann.ask(Subscribe, "discord", "https://example.org/dead")
    server.run(1)
    assert ann.refusal(seq).code == "failed"
    assert "503" in ann.refusal(seq).text
    assert [one.way for one in shown(server, ann).subscriptions] == ["webhook"]


def test_the_same_address_again_takes_the_place_of_the_first(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    for _n in range(3):
        assert asked(server, ann, Subscribe, "webhook", HOOK, language="ja") == "ok"
    assert len(shown(server, ann).subscriptions) == 1


def test_two_at_a_time_are_both_kept(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    ann.ask(Subscribe, "webhook", HOOK)
    ann.ask(Subscribe, "slack", HOOK)
    server.run(1)
    assert len(shown(server, ann).subscriptions) == 2


def test_what_is_kept_outlives_the_server(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    asked(server, ann, Subscribe, "ntfy", "https://ntfy.sh/my-topic", "", "tk_1")
    asked(server, ann, Remind, 12)
    server.kill()
    server.start()
    told = shown(server, came(server, "Ann"))
    assert ([one.way for one in told.subscriptions], told.hours) == (["ntfy"], 12)


def test_secrets_of_a_way_are_not_shown_again(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    asked(server, ann, Subscribe, "discord", "https://discord.com/api/webhooks/1234/very-secret-token")
    asked(server, ann, Subscribe, "matrix", "https://matrix.example.org", "!room:example.org", "syt_secret")
    told = " ".join([one.shown for one in shown(server, ann).subscriptions])
    assert "secret" not in told
    assert "discord.com" in told
    assert "!room:example.org" in told


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (("webhook", "ftp://example.org/"), "no address of the web"),
        (("webhook", "https://user@example.org/"), "no address of the web"),
        (("webhook", "https://exa mple.org/"), "no address of the web"),
        (("webhook", "https://example.org:99999/"), "no address of the web"),
        (("webhook", ""), "no address of the web"),
        (("ntfy", "https://ntfy.sh/"), "ends in its topic"),
        (("matrix", "https://matrix.example.org"), "Matrix needs"),
        (("mail", "ann"), "no address of e-mail"),
        (("mail", "ann@example.org\r\nBcc: eve@example.org"), "no address of e-mail"),
        (("push", "https://push.example.org/x"), "keys are missing"),
        (("webhook", "https://example.org/", "", "a b"), "The token has letters"),
    ],
)
def test_what_is_none_is_refused_with_what_would_be(
    fields: tuple[str, ...], sentence: str, server: ServerWithEndpoints, ann: WirePlayer
) -> None:
    seq = ann.ask(Subscribe, *fields)
    server.run(1)
    assert ann.refusal(seq).code == "failed"
    assert sentence in ann.refusal(seq).text
    assert server.endpoints.taken == []


def test_so_many_ways_and_no_more(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    for n in range(MOST_SUBSCRIPTIONS):
        assert asked(server, ann, Subscribe, "webhook", f"{HOOK}{n}") == "ok"
    assert asked(server, ann, Subscribe, "feed") == "limit"
    (first, *_rest) = shown(server, ann).subscriptions
    assert asked(server, ann, Unsubscribe, first.id) == "ok"
    assert asked(server, ann, Subscribe, "feed") == "ok"


def test_an_e_mail_goes_to_nobody_who_has_not_typed_its_code(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    assert asked(server, ann, Subscribe, "mail", MAIL) == "ok"
    (one,) = shown(server, ann).subscriptions
    assert (one.state, one.shown) == ("unconfirmed", MAIL)
    (sent,) = [taken.told for taken in server.endpoints.taken]
    assert sent.what == "code"
    assert sent.code in sent.title("en")
    assert asked(server, ann, TrySubscription, one.id) == "failed"
    assert asked(server, ann, ConfirmSubscription, one.id, "WRONG") == "failed"
    assert asked(server, ann, ConfirmSubscription, one.id, f" {sent.code.lower()} ") == "ok"
    assert [one.state for one in shown(server, ann).subscriptions] == ["on"]


def test_a_code_cannot_be_guessed(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    asked(server, ann, Subscribe, "mail", MAIL)
    (one,) = shown(server, ann).subscriptions
    for n in range(CODE_TRIES):
        assert asked(server, ann, ConfirmSubscription, one.id, f"GUESS{n}") == "failed"
    assert shown(server, ann).subscriptions == ()
    code = server.endpoints.taken[-1].told.code
    assert asked(server, ann, ConfirmSubscription, one.id, code) == "failed"


def test_a_browser_is_told_with_its_keys(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    assert asked(server, ann, Subscribe, "push", "https://push.example.org/abc", public=PUBLIC, auth=AUTH) == "ok"
    assert [one.way for one in shown(server, ann).subscriptions] == ["push"]


def test_a_feed_has_an_address_that_nobody_guesses_and_only_its_player_is_shown(
    server: ServerWithEndpoints, ann: WirePlayer
) -> None:
    asked(server, ann, Subscribe, "feed")
    (one,) = shown(server, ann).subscriptions
    assert re.fullmatch(r"/feed/[0-9a-f]{32}\.atom", one.shown)
    fetched = server.lobby.notifications.feed(one.shown)
    assert fetched is not None
    assert b"<feed" in fetched.body
    assert server.lobby.notifications.feed("/feed/" + "0" * 32 + ".atom") is None
    assert shown(server, came(server, "Eve")).subscriptions == ()
    asked(server, ann, Unsubscribe, one.id)
    assert server.lobby.notifications.feed(one.shown) is None


def test_strangers_have_no_more_trials_than_they_may(server: ServerWithEndpoints) -> None:
    """Else anybody could let this server call others as often as he likes."""
    far = came(server, "Far", "203.0.113.9")
    outcomes = [asked(server, far, Subscribe, "webhook", HOOK) for _n in range(15)]
    assert outcomes == ["ok"] * 10 + ["limit"] * 5
    assert len(server.endpoints.taken) == 10
    server.run(400)
    assert asked(server, far, Subscribe, "webhook", HOOK) == "ok"


def test_strangers_are_no_more_than_may_be(server: ServerWithEndpoints) -> None:
    server.lobby.notifications.register._limits = Limits(subscribers=3, near=replace(NEAR, subscribers=2))
    outcomes = [asked(server, came(server, f"P{n}"), Subscribe, "feed") for n in range(3)]
    assert outcomes == ["ok", "ok", "limit"]
    outcomes = [asked(server, came(server, f"Q{n}", f"203.0.113.{n}"), Subscribe, "feed") for n in range(2)]
    assert outcomes == ["ok", "limit"]


def test_who_never_comes_back_is_forgotten(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    asked(server, ann, Subscribe, "webhook", HOOK)
    server.away(ann)
    server.run(179 * DAY)
    server.lobby.notifications.sweep()
    assert len(server.lobby.notifications.register) == 1
    server.run(2 * DAY)
    server.lobby.notifications.sweep()
    server.run(1)
    assert len(server.lobby.notifications.register) == 0
    assert [*server.disk.store.execute("SELECT * FROM subscribers")] == []


def test_what_cannot_be_written_is_not_promised(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    asked(server, ann, Subscribe, "feed")
    server.disk.full = True
    assert asked(server, ann, Remind, 5) == "not-stored"
    server.disk.full = False
    assert shown(server, ann).hours == 0


def test_a_server_that_tells_nobody_says_so(server: ServerWithEndpoints, ann: WirePlayer) -> None:
    server.lobby.notifications.courier = NoCourier()
    assert asked(server, ann, Subscribe, "webhook", HOOK) == "failed"
    assert shown(server, ann).ways == ()
