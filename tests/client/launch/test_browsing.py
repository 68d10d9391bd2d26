"""Games in a browser: what `--web` prints and opens, and that the page is where it was; the page itself is a double."""

from __future__ import annotations

import os
import re
import socket
import sys
import time
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs
from urllib.request import urlopen

import pytest

from ironbottom.battle_link import letters_of, link_to
from ironbottom.client.__main__ import main
from ironbottom.client.launch.browser_game import in_our_language
from ironbottom.client.storage import seat_store
from ironbottom.client.storage.seat_store import OwnServer, SavedSeat
from ironbottom.client.storage.web_profiles import WebProfile, found, keep
from ironbottom.language import Reader
from ironbottom.wire.invite import Address, Invite, read, write
from ironbottom.wire.messages import Review, Scenes
from ironbottom.wire.terms import Wish
from tests.proof.test_verify_command import file_of
from tests.server.support.player import WirePlayer
from tests.server.support.seats import LONG, QUICK, SeatEnd, real_server, until
from tests.support.battles import TRIAL
from tests.support.lengths import ANSWERS, by_night, some
from tests.support.signed_games import honest

from ..support.terminal import PATIENCE, Terminal, children, ran, wait_until_gone

LINK = r"^(http://127\.0\.0\.1:(\d+)/(?:#(.*))?)$"
ALONE = ("host", "--web", "--port", "0", "--no-announce", "--name", "Ann", "--least", "0")
SIDES: dict[str | None, Wish] = {None: "either", "us": "us", "jp": "jp"}


@contextmanager
def command(home: Path, *words: str) -> Iterator[Terminal]:
    """A command with a browser that writes down what it is to open."""
    home.mkdir(parents=True, exist_ok=True)
    script = home.with_name(f"{home.name}-browser.py")
    script.write_text(f"import sys\nopen({str(opened(home))!r}, 'a').write(sys.argv[1] + chr(10))\n")
    with Terminal(home, *words, env={"BROWSER": f"{sys.executable} {script} %s"}) as terminal:
        yield terminal


def opened(home: Path) -> Path:
    """The links that were opened, one in a line."""
    return home.with_name(f"{home.name}-opened.txt")


def link_of(terminal: Terminal) -> tuple[str, int, str]:
    """The link to the page: whole, its port, and what stands behind the #, but for the player's name."""
    found = terminal.until(LINK)
    return found[1], int(found[2]), re.sub("(^|&)name=.*", "", found[3] or "")


def poll(true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def page(name: str, seed: int, port: int) -> SeatEnd:
    """A page that has logged in."""
    end = SeatEnd(WirePlayer(name, seed, web=True, bot=False), port)
    until((end,), end.welcome)
    return end


def sit(end: SeatEnd, fragment: str) -> None:
    """Take the seat that a link leads to."""
    found = re.fullmatch(r"join=([^:&]+):([^&]*)(?:&side=(us|jp))?", fragment)
    assert found is not None, fragment
    secret = urlsafe_b64decode(found[2] + "=" * (-len(found[2]) % 4))
    end.player.join(found[1], secret, SIDES[found[3]])
    until((end,), lambda: end.player.token)


# against a bot


def test_play_opens_a_page_and_stays_and_resume_brings_it_back_at_its_port(tmp_path: Path) -> None:
    """A browser keeps its games by the address of the page: the port is the same after every end, `kill -9` too."""
    home = tmp_path / "home"
    words = ("--side", "jp", "--bot", "first", "--seed", "1942", "--name", "Ann & Bob")
    with command(home, "play", "--web", *words) as play:
        link, port, fragment = link_of(play)
        assert fragment == "bot=first&side=jp&set=core&seed=1942"
        assert link.endswith("&name=Ann%20%26%20Bob")
        poll(lambda: opened(home).exists() and opened(home).read_text() == f"{link}\n", "no browser was opened")
        with urlopen(f"http://127.0.0.1:{port}/") as answer:
            assert answer.status == 200
        play.until("Ctrl-C ends it, and the game is kept")
        family = children(play.process.pid)
        play.kill()
        wait_until_gone(family)
    with command(home, "resume", "--web") as again:
        assert link_of(again) == (f"http://127.0.0.1:{port}/", port, "")
        again.until("Ctrl-C ends it")
        again.interrupt()
        assert again.ended() == 130
        assert again.lines[-1] == "The game is kept.  Go on with `ironbottom resume --web`."


def test_a_battle_that_comes_as_a_link_is_shown_with_all_that_was_chosen_beside_it(tmp_path: Path) -> None:
    link = link_to(TRIAL, "http://127.0.0.1:7/")
    words = ("--side", "jp", "--bot", "first", "--seed", "1942", "--option", "radar", "--option", "fuel:24", "--advice")
    with command(tmp_path / "home", "play", "--web", "--battle", link, *words) as play:
        found = parse_qs(link_of(play)[2])
    assert found.pop("own-battle") == [letters_of(link)]
    assert {name: value for name, (value,) in found.items()} == {
        "against": "first", "as": "jp", "rules": "radar,fuel:24", "seed": "1942", "advice": "on",
    }


def test_a_second_command_opens_the_page_that_is_there(tmp_path: Path) -> None:
    with command(tmp_path / "home", "play", "--web") as first:
        port = link_of(first)[1]
        first.until("Ctrl-C ends it")
        with command(tmp_path / "home", "play", "--web", "--side", "us") as second:
            assert link_of(second)[1:] == (port, "bot=mate&side=us&set=core")
            assert second.ended() == 0
            assert "Another command of yours serves that page already" in second.text


def test_without_a_screen_the_link_is_printed_and_nothing_is_opened(tmp_path: Path) -> None:
    none = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    with Terminal(tmp_path, "play", "--web", env=none) as play:
        link_of(play)
        assert play.lines[-2] == "Open this link in a browser:"


def test_a_server_that_dies_is_started_again_at_its_port(tmp_path: Path) -> None:
    with command(tmp_path / "home", "play", "--web") as play:
        port = link_of(play)[1]
        ann = page("Ann", 1, port)
        poll(lambda: len(children(play.process.pid)) == 1, "the browser did not end")
        (child,) = children(play.process.pid)
        os.kill(child, 9)
        poll(lambda: children(play.process.pid) not in ([], [child]), "it was not started again")
        ann.sock.close()
        poll(lambda: listens(port), "nothing listens")
        page("Ann", 1, port)


def listens(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


# a table for a friend


@pytest.mark.parametrize("first", some(["page", "friend"], 1))
def test_host_makes_a_table_for_two_who_come_by_its_links(tmp_path: Path, first: str) -> None:
    """Whoever comes first, the host by his page or the friend by the invite: each gets a seat, and they play.

    By night to the end; on a push the host gives up after a while.
    """
    with command(tmp_path / "ann", *ALONE, "--side", "us") as host:
        invite = host.until(r"^(IB1-[A-Z2-7-]+)$")[1]
        table = read(invite).table
        host.until("Or, on this network, he opens a link")
        assert re.fullmatch(rf"http://[^/]+:\d+/#join={table}:[A-Za-z0-9_-]{{22}}", host.until("^http://(?!127).*")[0])
        _link, port, fragment = link_of(host)
        ann = page("Ann", 1, port)
        if first == "page":
            sit(ann, fragment)
            left(tmp_path / "ann")
        with Terminal(tmp_path / "bob", "bot", "random", "join", invite) as bob:
            if first == "friend":
                left(tmp_path / "ann")
                sit(ann, fragment)
            until((ann,), lambda: ann.player.update, LONG)
            assert [seat.side for seat in ann.player.table_now.seats if seat.name == "Ann"] == [0], "the side he chose"
            until((ann,), lambda: ann.player.over or ann.player.seq > ANSWERS, LONG)
            if not ann.player.over:
                ann.player.resign()
                until((ann,), lambda: ann.player.over, LONG)
            ann.sock.close()
            assert bob.ended() == 0
        host.interrupt()
        assert host.ended() == 130


def left(home: Path, name: str = "host") -> None:
    """Until one of the two has come, and the command has given up the seat that it kept free."""
    poll(lambda: '"held":null' in (home / "pages" / f"{name}.json").read_text(), "the seat is still kept free")


@by_night
def test_a_host_who_is_killed_comes_back_with_the_same_links(tmp_path: Path) -> None:
    """The seat that was kept free for the page is kept on; nothing was said to anybody in vain."""
    with command(tmp_path / "ann", *ALONE) as host:
        invite = host.until(r"^(IB1-[A-Z2-7-]+)$")[1]
        link, port, fragment = link_of(host)
        family = children(host.process.pid)
        host.kill()
        wait_until_gone(family)
    with command(tmp_path / "ann", "resume", "--web") as host:
        assert host.until(r"^(IB1-[A-Z2-7-]+)$")[1] == invite
        assert link_of(host)[0] == link
        ann, bob = page("Ann", 1, port), page("Bob", 2, port)
        sit(bob, fragment)
        left(tmp_path / "ann")
        sit(ann, fragment)
        until((ann, bob), lambda: ann.player.update is not None and bob.player.update is not None, LONG)


# a table elsewhere


@by_night
def test_join_serves_a_page_for_a_server_elsewhere(tmp_path: Path) -> None:
    """The friend plays on a page of his own computer, over pinned TLS; and comes back to it."""
    with real_server(tmp_path / "there") as there:
        ann = SeatEnd(WirePlayer("Ann", 1), there.port)
        until((ann,), ann.welcome)
        ann.player.create(QUICK)
        until((ann,), lambda: ann.player.secret)
        addresses = (Address("127.0.0.1", 1), Address("127.0.0.1", there.port))
        invite = write(Invite(ann.player.table, ann.player.secret, there.pin, addresses))
        with command(tmp_path / "bob", "join", "--web", "--side", "jp", invite) as join:
            _link, port, fragment = link_of(join)
            bob = page("Bob", 2, port)
            sit(bob, fragment)
            until((ann, bob), lambda: bob.player.update is not None and bob.player.view.turn >= 2, LONG)
            join.kill()
            bob.sock.close()
        with command(tmp_path / "bob", "resume", "--web") as again:
            assert link_of(again)[1] == port
            bob.again()
            until((ann, bob), lambda: ann.player.over and bob.player.over, LONG)
            again.interrupt()
            again.ended()
        assert ran(tmp_path / "bob", "resume")[1].startswith("No game waits for you here; those in the browser go on")


@by_night
def test_a_second_join_opens_the_page_that_is_there(tmp_path: Path) -> None:
    """A page at another port would be somebody else, for whom the table is full."""
    with real_server(tmp_path / "there") as there:
        invite = write(Invite("ABCDEFGH", bytes(16), there.pin, (Address("127.0.0.1", there.port),)))
        with command(tmp_path / "bob", "join", "--web", invite) as join:
            link = link_of(join)[0]
            join.until("Ctrl-C ends it")
            with command(tmp_path / "bob", "join", "--web", invite) as second:
                assert link_of(second)[0] == link
                assert second.ended() == 0


@by_night
def test_looking_on_has_a_link_of_its_own(tmp_path: Path) -> None:
    with real_server(tmp_path / "there") as there:
        invite = write(Invite("ABCDEFGH", bytes(16), there.pin, (Address("127.0.0.1", there.port),)))
        with command(tmp_path / "eve", "join", "--web", "--watch", invite) as join:
            assert link_of(join)[2] == "watch=ABCDEFGH:AAAAAAAAAAAAAAAAAAAAAA"


def test_the_wrong_server_is_a_hard_stop_before_a_browser_opens(tmp_path: Path) -> None:
    with real_server(tmp_path / "there") as there:
        invite = write(Invite("ABCDEFGH", bytes(16), bytes(16), (Address("127.0.0.1", there.port),)))
        with command(tmp_path / "bob", "join", "--web", invite) as join:
            assert join.ended() == 1
            assert join.lines[-1].startswith(f"STOP: at 127.0.0.1 port {there.port} somebody answers whose key is not")
    assert not opened(tmp_path / "bob").exists()


@by_night
def test_a_table_on_another_server_is_made_for_the_page(tmp_path: Path) -> None:
    """`host --at`: the invite leads to that server, the page here too."""
    with real_server(tmp_path / "there") as there:
        where = f"127.0.0.1:{there.port}"
        with command(tmp_path / "ann", "host", "--web", "--at", where, "--open", "--least", "0") as host:
            invite = read(host.until(r"^(IB1-[A-Z2-7-]+)$")[1])
            _link, port, fragment = link_of(host)
            assert (invite.pin, fragment.startswith(f"join={invite.table}:")) == (there.pin, True)
            ann, bob = page("Ann", 1, port), SeatEnd(WirePlayer("Bob", 2), there.port)
            until((bob,), bob.welcome)
            sit(ann, fragment)
            left(tmp_path / "ann", f"join-{there.pin.hex()}")
            bob.player.join(invite.table, invite.secret)
            until((ann, bob), lambda: ann.player.update is not None and bob.player.update is not None, LONG)


# what goes wrong, and the list


@pytest.mark.parametrize(("words", "code", "said"), [
    (("play", "--web", "--bot", "hal"), 2, "There is no bot 'hal'"),
    (("play", "--web", "--plain"), 2, "not allowed with argument"),
    (("play", "--web", "--team", "--battle", link_to(TRIAL, "http://127.0.0.1:7/")), 1, "or leave out --team"),
    (("hotseat", "--web", "--battle", link_to(TRIAL, "http://127.0.0.1:7/")), 1, "by its name or its file"),
    (("play", "--web", "--set", "no-such-folder"), 1, "no-such-folder: found no folder to read"),
    (("join", "--web", "hello", "there"), 1, "This is not an invite"),
    (("join", "--web", "127.0.0.1:1"), 1, "127.0.0.1 port 1 does not answer"),
    (("host", "--web", "--at", "?"), 1, "is no address"),
    (("resume", "--web"), 1, "No page waits for you; `ironbottom play --web` begins a game on one."),
    (("replay", "--web", "no-such.ibss"), 1, "no-such.ibss: found no file to read"),
    (("replay", "--web", "game.jsonl"), 1, "game.jsonl is a record of `ironbottom selfplay`, which no page shows"),
])
def test_one_sentence_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...], code: int, said: str,
) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.jsonl").write_text("{}", encoding="utf-8")
    try:
        ended = main(words)
    except SystemExit as usage:
        ended = int(usage.code or 0)
    assert ended == code
    assert said in capsys.readouterr().err


@by_night
def test_pages_are_listed_with_numbers_and_can_be_taken_off_the_list(tmp_path: Path) -> None:
    keep(tmp_path, WebProfile("play", "play", 4278, own=OwnServer(tmp_path / "x")))
    keep(tmp_path, WebProfile("join-00", "join", 21_000, pin=bytes(16), addresses=(Address("play.example.org", 4277),)))
    code, said = ran(tmp_path, "resume", "--web")
    assert code == 2
    assert "against bots, on this computer" in said
    assert "on the server at play.example.org" in said
    assert "Say which: ironbottom resume --web 1, or another number." in said
    code, said = ran(tmp_path, "resume", "--web", "3")
    assert (code, "There is no page 3: 2 pages wait, numbered from 1" in said) == (2, True)
    assert ran(tmp_path, "resume", "--web", "--forget", "1")[0] == 0
    assert len(found(tmp_path).profiles) == 1


def test_a_spoken_code_leads_nowhere_another_time(tmp_path: Path) -> None:
    keep(tmp_path, WebProfile("join-00", "join", 21_000, pin=bytes(16)))
    code, said = ran(tmp_path, "resume", "--web")
    assert (code, "works once" in said) == (1, True)


def test_a_seat_of_the_terminal_is_not_taken_by_a_page(tmp_path: Path) -> None:
    """Its key is the terminal's: a page would be told that the table is full."""
    seat_store.keep(tmp_path, SavedSeat("join", "ABCDEFGH", 1, bytes(16), bytes(16), bytes(32), (), 0))
    code, said = ran(tmp_path, "join", "--web", write(Invite("ABCDEFGH", bytes(16), bytes(16), (Address("x", 1),))))
    assert (code, "go on with `ironbottom resume`" in said) == (1, True)


@by_night
def test_a_port_that_another_program_has(tmp_path: Path) -> None:
    """The page is somewhere else this time, and that is said."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        keep(tmp_path, WebProfile("play", "play", port, own=OwnServer(tmp_path / "pages" / "play", port=port)))
        with Terminal(tmp_path, "resume", "--web", env={"BROWSER": "true %s"}) as again:
            again.until(f"^Port {port} is taken by another program: the page has another address this time")
            elsewhere = link_of(again)[1]
            assert elsewhere != port
            poll(lambda: found(tmp_path).profiles[0].at == elsewhere, "where it is now is not written down")
            assert found(tmp_path).profiles[0].port == port, "where the games are"


# a finished game


@by_night
def test_a_finished_game_is_shown_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    """The page looks through it scene by scene, at a server that has nothing else and is gone afterwards."""
    file = file_of(tmp_path, honest())
    with command(tmp_path / "home", "replay", "--web", str(file)) as replay:
        _link, port, fragment = link_of(replay)
        assert fragment == "replay=REPLAY&against=mate"
        ann = page("Ann", 1, port)
        ann.player.ask(Review, "REPLAY", 0)
        until((ann,), lambda: ann.player.all(Scenes))
        assert ann.player.last(Scenes).of > 10
        replay.until("Leave this command running while you look")
        replay.interrupt()
        assert replay.ended() == 130
    assert not (tmp_path / "home" / "pages").exists()


@pytest.mark.parametrize(
    ("language", "link"),
    [("en", "http://127.0.0.1:1/#bot=mate"), ("C.UTF-8", "http://127.0.0.1:1/"), ("en_GB.UTF-8", "http://127.0.0.1:1/")],
)
def test_a_page_in_english_goes_by_its_own_settings(language: str, link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "language", language)
    assert in_our_language(link) == link


@pytest.mark.parametrize("language", ["ja", "ja_JP.UTF-8"])
def test_the_link_carries_the_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reader, "language", language)
    assert in_our_language("http://127.0.0.1:1/") == "http://127.0.0.1:1/#lang=ja"
    assert in_our_language("http://127.0.0.1:1/#bot=mate") == "http://127.0.0.1:1/#bot=mate&lang=ja"


@by_night
def test_what_is_no_transcript_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "game.ibss").write_text("nothing")
    with command(tmp_path / "home", "replay", "--web", str(tmp_path / "game.ibss")) as replay:
        assert replay.ended() == 1
        assert "game.ibss" in replay.lines[-1]
    assert not opened(tmp_path / "home").exists()
