"""A real server and real endpoints: of the web, of Web Push, and a mail server."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic, time
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from ironbottom.wire.messages import Refused
from ironbottom.wire.notifying import ConfirmSubscription, Subscribe, Subscriptions
from tests.server.support.player import WirePlayer
from tests.server.support.reached import PATIENCE, RunningServer
from tests.server.support.receivers import Receiver, mail_server, receiver
from tests.server.support.seats import SeatEnd, at_a_table, real_server, until

NEAR = ("--notify-network", "127.0.0.0/8")


class Ann(SeatEnd):
    """A player who asks a real server to be told."""

    def __init__(self, port: int, name: str = "Ann") -> None:
        super().__init__(WirePlayer(name, 1, bot=False), port)
        until((self,), self.welcome)

    def asks(self, kind: Callable[..., Any], *fields: Any, **more: Any) -> Subscriptions | Refused:
        """What is answered."""
        seq = self.player.ask(kind, *fields, **more)
        until((self,), lambda: any(getattr(said, "seq", 0) == seq for said in self.player.told), 2 * PATIENCE)
        found: Subscriptions | Refused = next(said for said in self.player.told if getattr(said, "seq", 0) == seq)
        return found


def refused(answer: Subscriptions | Refused) -> str:
    assert isinstance(answer, Refused), answer
    return answer.text


def test_each_kind_of_endpoint_gets_its_own_form(tmp_path: Path) -> None:
    """And one that was trodden on says what it said; none follows another's lead, or lasts for ever."""
    with receiver() as web, real_server(tmp_path / "server", *NEAR) as server:
        ann = Ann(server.port)
        for way, path, more in (
            ("webhook", "/hook", {}), ("discord", "/discord", {}), ("slack", "/slack", {}),
            ("ntfy", "/topic", {"token": "tk"}), ("matrix", "", {"room": "!a:b.c", "token": "syt"}),
        ):
            assert isinstance(ann.asks(Subscribe, way, web.url + path, **more), Subscriptions), way
        by_way = dict(zip(("webhook", "discord", "slack", "ntfy", "matrix"), web.heard, strict=True))
        bodies = {way: json.loads(heard.body) for way, heard in by_way.items()}
        assert bodies["webhook"]["event"] == "trial"
        assert bodies["discord"]["allowed_mentions"] == {"parse": []}
        assert [*bodies["slack"]] == ["text"]
        assert (by_way["ntfy"].path, bodies["ntfy"]["topic"]) == ("/", "topic")
        assert by_way["ntfy"].headers["authorization"] == "Bearer tk"
        assert by_way["matrix"].method == "PUT"
        assert by_way["matrix"].path.startswith("/_matrix/client/v3/rooms/%21a%3Ab.c/send/m.room.message/")
        _look_at_bad_ones(Ann(server.port, "Bad"), web)


def _look_at_bad_ones(ann: Ann, web: Receiver) -> None:
    """What fails is said, and costs no more than its time and its bytes."""
    before = len(web.heard)
    assert "500" in refused(ann.asks(Subscribe, "webhook", f"{web.url}/status/500"))
    assert "elsewhere" in refused(ann.asks(Subscribe, "webhook", f"{web.url}/moved?{web.url}/secret"))
    assert [heard.path for heard in web.heard[before + 1 :]] == [f"/moved?{web.url}/secret"]
    begun = monotonic()
    assert refused(ann.asks(Subscribe, "webhook", f"{web.url}/headers"))
    assert web.cut < 2_000
    assert "in time" in refused(ann.asks(Subscribe, "webhook", f"{web.url}/slow"))
    assert monotonic() - begun < 30
    assert "answers" in refused(ann.asks(Subscribe, "webhook", "http://127.0.0.1:9/"))


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:{port}/", "http://localhost:{port}/", "http://[::1]:{port}/", "http://[::ffff:127.0.0.1]:{port}/",
        "http://0.0.0.0:{port}/", "http://2130706433:{port}/", "https://10.0.0.1/", "https://192.168.1.1/",
        "https://169.254.169.254/latest/meta-data/", "https://[fd00::1]/", "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/", "https://100.64.0.1/", "https://224.0.0.1/",
    ],
)
def test_what_is_not_public_is_not_called(url: str, closed_server: Ann, web: Receiver) -> None:
    """Whatever it is called: the address is looked at that the name has, and that is connected to."""
    text = refused(closed_server.asks(Subscribe, "webhook", url.format(port=web.port)))
    assert "no public address" in text
    assert web.heard == []


@pytest.fixture(scope="module")
def web() -> Any:
    with receiver() as one:
        yield one


@pytest.fixture(scope="module")
def closed_server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server whose host has allowed nothing."""
    with real_server(tmp_path_factory.mktemp("closed") / "server") as server:
        yield Ann(server.port)


def test_a_browser_reads_what_it_is_told_and_by_whom(tmp_path: Path) -> None:
    """A stand-in for its push service decrypts: RFC 8291, and the signature of RFC 8292."""
    key, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    with receiver() as web, real_server(tmp_path / "server", *NEAR, "--public", "https://play.example.org") as server:
        ann = Ann(server.port)
        told = ann.asks(Subscribe, "push", f"{web.url}/push/1", public=public, auth=auth, language="ja")
        assert isinstance(told, Subscriptions)
        (heard,) = web.wait()
        assert {name: heard.headers[name] for name in ("content-encoding", "urgency")} == {
            "content-encoding": "aes128gcm", "urgency": "high",
        }
        assert int(heard.headers["ttl"]) > 0
        assert len(heard.headers["topic"]) <= 32
        said = json.loads(http_ece.decrypt(heard.body, private_key=key, auth_secret=auth, version="aes128gcm"))
        assert said["title"].strip()
        assert b"title" not in heard.body
        _look_at_signature(heard.headers["authorization"], told.push, web.url)
        assert "404" in refused(ann.asks(Subscribe, "push", f"{web.url}/status/404", public=public, auth=auth))
        bad = b"\x04" + bytes(64)
        assert "key is none" in refused(ann.asks(Subscribe, "push", f"{web.url}/push/2", public=bad, auth=auth))


def _look_at_signature(said: str, public: bytes, url: str) -> None:
    assert Vapid02.verify(said)
    token, k = said.removeprefix("vapid ").split(",")
    assert k == f"k={urlsafe_b64encode(public).rstrip(b'=').decode()}"
    claims = json.loads(urlsafe_b64decode(token.split(".")[1] + "=="))
    assert claims["aud"] == url
    assert time() < claims["exp"] <= time() + 24 * 3600
    assert claims["sub"] == "https://play.example.org"


def test_a_mail_server_takes_a_code_and_what_waits(tmp_path: Path) -> None:
    """By a real one; the name of the other player ends no header."""
    with mail_server() as (box, port):
        mail = ("--mail-server", f"smtp://127.0.0.1:{port}?plain", "--mail-from", "ironbottom@example.org")
        with real_server(tmp_path / "server", *mail, "--public", "https://play.example.org") as server:
            ann = Ann(server.port)
            told = ann.asks(Subscribe, "mail", "ann@example.com")
            assert isinstance(told, Subscriptions), told
            ((sender, to, message),) = box.wait()
            assert (sender, to) == ("ironbottom@example.org", ["ann@example.com"])
            code = str(message["Subject"]).rpartition(" ")[2]
            told = ann.asks(ConfirmSubscription, told.subscriptions[0].id, code)
            assert isinstance(told, Subscriptions)
            assert told.subscriptions[0].state == "on"
            box.refuses = True
            assert "refuses" in refused(ann.asks(Subscribe, "mail", "nobody@example.com"))
            box.refuses = False
            _be_told(ann, server)
            (_sender, _to, turn) = box.wait(2)[1]
            assert "Ben" in str(turn["Subject"]), [(one[1], str(one[2]["Subject"])) for one in box.taken]
            assert f"https://play.example.org/#resume={ann.player.table}" in turn.get_payload()
            assert turn["Auto-Submitted"] == "auto-generated"


def _heard_more(player: WirePlayer, before: int) -> bool:
    return player.have > before


def _be_told(ann: Ann, server: RunningServer) -> None:
    """He makes a table, goes, and is told that the game waits: for the toss, or for his answer."""
    ben = Ann(server.port, "Ben")
    at_a_table(ann, ben)
    ann.player.auto = ben.player.auto = False
    ann.sock.close()
    for _n in range(200):
        if not ben.player.asked:
            break
        assert ben.player.update is not None
        ben.player.answer(ben.player.guess(ben.player.update))
        until((ben,), partial(_heard_more, ben.player, ben.player.have))
