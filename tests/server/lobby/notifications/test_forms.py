"""What goes out, byte for byte: in each form, in each language, whatever a name holds."""

from __future__ import annotations

import json
from xml.etree.ElementTree import fromstring

import pytest

from ironbottom.server.lobby.notifications.feeds import ATOM, Waiting, atom, ics
from ironbottom.server.lobby.notifications.notification import BODIES, TITLES, Notification, Told
from ironbottom.server.lobby.notifications.sending.forms import FORMS
from ironbottom.server.lobby.notifications.sending.mail import BadMailServer, mail_server, message_of
from ironbottom.server.lobby.notifications.subscriber import StoredSubscription
from ironbottom.wire.cleaning import chosen_name

NASTY = "@everyone <!here> *[x](y)*"
TURN = Notification("0f1e2d", "turn", "K7F2QA5X", 2, 5, NASTY, "https://play.example.org/#resume=K7F2QA5X")
AT = 1_790_000_000


def way(kind: str, address: str = "https://example.org/hook", language: str = "en") -> StoredSubscription:
    return StoredSubscription("id", kind, address, "!a:b.c", "tk", language=language)  # type: ignore[arg-type]


def test_a_webhook_gets_every_fact_by_name() -> None:
    asked = FORMS["webhook"](way("webhook"), TURN)
    assert json.loads(asked.body) == {
        "id": "0f1e2d", "event": "turn", "table": "K7F2QA5X", "game": 2, "turn": 5, "opponent": NASTY,
        "title": f"Your move against {NASTY}", "text": "Table K7F2QA5X, turn 5: the game waits for you.",
        "url": TURN.link,
    }
    assert ("Idempotency-Key", "0f1e2d") in asked.headers


def test_in_discord_a_name_calls_nobody_and_draws_nothing() -> None:
    told = json.loads(FORMS["discord"](way("discord"), TURN).body)
    assert told["allowed_mentions"] == {"parse": []}
    assert "\\@everyone \\<!here\\> \\*\\[x\\]\\(y\\)\\*" in told["content"]


def test_in_slack_likewise() -> None:
    told = json.loads(FORMS["slack"](way("slack"), TURN).body)
    assert "&lt;!here&gt;" in told["text"]
    assert "<" not in told["text"]


def test_ntfy_and_matrix_take_what_they_take() -> None:
    asked = FORMS["ntfy"](way("ntfy", "https://ntfy.sh/topic"), TURN)
    assert asked.url == "https://ntfy.sh/"
    assert json.loads(asked.body)["click"] == TURN.link
    asked = FORMS["matrix"](way("matrix", "https://matrix.example.org/"), TURN)
    assert (asked.method, asked.url.rpartition("/")[2]) == ("PUT", "0f1e2d")
    assert ("Authorization", "Bearer tk") in asked.headers


@pytest.mark.parametrize("name", ["Eve\r\nBcc: all@example.org", "Eve\nX: y", "\u202eevE", "金剛", NASTY])
def test_a_name_ends_no_header_of_a_mail(name: str) -> None:
    for told in (TURN._replace(name=name), TURN._replace(name=chosen_name(name))):
        message = message_of(way("mail", "ann@example.org"), told, "server@example.org", AT)
        assert message["To"] == "ann@example.org"
        assert message["Bcc"] is None
        assert message["X"] is None
        assert b"\nBcc" not in message.as_bytes()


@pytest.mark.parametrize("kind", [*TITLES])
def test_everything_is_said_in_both_languages(kind: Told) -> None:
    told = TURN._replace(what=kind, code="K7WQ4MZT")
    english, japanese = [(told.title(language), told.body(language)) for language in ("en", "ja")]
    assert english[0] != japanese[0]
    assert english[1] != japanese[1]
    assert "{" not in "".join([*english, *japanese])
    assert kind in BODIES


def test_a_feed_is_one_and_holds_what_waits() -> None:
    feed = fromstring(atom("5e", "en", [Waiting(TURN, AT)], 0))  # noqa: S314  our own
    assert feed.tag == f"{{{ATOM}}}feed"
    (entry,) = feed.findall(f"{{{ATOM}}}entry")
    assert entry.findtext(f"{{{ATOM}}}title") == f"Your move against {NASTY}"
    assert entry.findtext(f"{{{ATOM}}}updated") == "2026-09-21T14:13:20Z"
    link = entry.find(f"{{{ATOM}}}link")
    assert link is not None
    assert link.get("href") == TURN.link
    assert fromstring(atom("5e", "ja", [], AT)).findall(f"{{{ATOM}}}entry") == []  # noqa: S314


def test_a_calendar_has_short_lines_and_whole_letters() -> None:
    told = TURN._replace(name="金剛" * 20 + ";,\\")
    lines = ics("ja", [Waiting(told, AT)], AT).split(b"\r\n")
    assert (lines[0], lines[-2]) == (b"BEGIN:VCALENDAR", b"END:VCALENDAR")
    assert all(len(line) <= 75 for line in lines)
    assert all(line.decode() is not None for line in lines)
    whole = b"\r\n".join(lines).replace(b"\r\n ", b"").decode()
    assert "金剛" * 20 + "\\;\\,\\\\" in whole
    assert "DTSTART:20260921T141320Z" in whole
    assert "UID:0f1e2d@ironbottom" in whole


@pytest.mark.parametrize(
    ("url", "port", "encrypted", "implicit"),
    [
        ("smtp://me@mail.example.org", 587, True, False), ("smtps://mail.example.org", 465, True, True),
        ("smtp://127.0.0.1:25?plain", 25, False, False),
    ],
)
def test_a_mail_server_as_it_is_written(url: str, port: int, encrypted: bool, implicit: bool) -> None:
    found = mail_server(url, "server@example.org", "secret")
    assert (found.port, found.encrypted, found.implicit) == (port, encrypted, implicit)


@pytest.mark.parametrize(
    ("url", "sender"),
    [("http://mail.example.org", "a@b.c"), ("smtp://", "a@b.c"), ("smtp://h:99999", "a@b.c"), ("smtp://h", "nobody")],
)
def test_what_is_no_mail_server_is_refused_and_repeats_no_password(url: str, sender: str) -> None:
    with pytest.raises(BadMailServer, match=r"found .*; allowed is"):
        mail_server(url, sender)
    with pytest.raises(BadMailServer) as why:
        mail_server("http://me:secret@mail.example.org", "a@b.c")
    assert "secret" not in str(why.value)
