"""The first five minutes of a new user, as real processes: against a bot, with a friend, on a LAN.

Each test is some rows of the script (platforms.md, C).
"""

from __future__ import annotations

import os
import re
import secrets
import signal
import socket
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.client.__main__ import main
from ironbottom.wire.invite import read, write
from tests.support.lengths import by_night

from ..support.terminal import OVER, PATIENCE, Terminal, children, play, ran, wait_until_gone

COMBAT = r"^Why: .* §(17|18)\.|: .* rolls .* §(17|18)\."  # a question or a throw in mid-combat
ANSWERED = r"answers in person, \d+ of them signed"


def verified(home: Path, path: str) -> str:
    """What `ironbottom verify` says of a transcript that must be sound."""
    code, said = ran(home, "verify", path)
    assert code == 0, said
    return said


def transcript(terminal: Terminal) -> str:
    (line,) = [line for line in terminal.lines if line.startswith(OVER)]
    return line.removeprefix(OVER)


# C.1  against a bot, one command


def test_a_game_against_a_bot_from_a_pipe(tmp_path: Path) -> None:
    """One command, no configuration; the end is there, with the transcript and how to check it."""
    with Terminal(tmp_path, "play", "--bot", "random", "--side", "us") as player:
        player.until("You play US against random")
        player.play_on()
        assert player.ended() == 0
        assert re.search(r"^Check it with: ironbottom verify ", player.text, re.M)
        assert "has won" in player.text
        said = verified(tmp_path, transcript(player))
    assert "sound" in said
    assert not (tmp_path / "alone").exists() or not any((tmp_path / "alone").iterdir()), "the server's folder is gone"
    code, said = ran(tmp_path, "resume")
    assert (code, "No game waits for you" in said) == (1, True)


@by_night
def test_a_game_that_is_left_goes_on(tmp_path: Path) -> None:
    """The end of input, Ctrl-C and quit keep the game, each with the same sentence; `resume` shows the table first."""
    with Terminal(tmp_path, "play", "--bot", "first", "--side", "jp") as player:
        player.play_on("Turn 1")
        player.close_input()
        assert player.ended() == 0
        assert player.lines[-1] == "Saved.  Go on with `ironbottom resume`."
    with Terminal(tmp_path, "resume") as player:
        player.until("^Japanese rear:")
        player.until("^Your decision, Japan")
        player.interrupt()
        assert player.ended() == 130
        assert player.lines[-1] == "Saved.  Go on with `ironbottom resume`."
    with Terminal(tmp_path, "resume") as player:
        player.until("^Your decision, Japan")
        player.type("quit")
        assert player.ended() == 0
        assert player.lines[-1] == "Saved.  Go on with `ironbottom resume`."


def test_a_game_that_is_killed_goes_on(tmp_path: Path) -> None:
    """`kill -9` in mid-combat: server and bot end with their player, and nothing is lost or doubled."""
    with Terminal(tmp_path, "play", "--bot", "mate", "--seed", "7", "--side", "us") as player:
        player.play_on(COMBAT)
        family = children(player.process.pid)
        assert len(family) == 2, "a server and a bot"
        player.kill()
        wait_until_gone(family)
    with Terminal(tmp_path, "resume") as player:
        player.until("You play US against mate")
        player.play_on()
        assert player.ended() == 0
        assert "sound" in verified(tmp_path, transcript(player))


def test_the_server_and_the_bot_come_back_when_they_die(tmp_path: Path) -> None:
    """Both are killed under the player: he is told, and plays on."""
    with Terminal(tmp_path, "play", "--bot", "random", "--side", "us") as player:
        player.play_on("Turn 1")
        for child in children(player.process.pid):
            os.kill(child, signal.SIGKILL)
        player.until("The connection is lost")
        player.until("The connection is back")
        player.type("1")
        player.play_on("Turn 2")
        player.close_input()
        assert player.ended() == 0


# C.2  a friend over the internet, C.3  on the LAN


def invite_of(host: Terminal) -> str:
    return host.until(r"^(IB1-[A-Z2-7-]+)$")[1]


def test_host_and_join_to_the_end_with_one_of_them_killed(tmp_path: Path) -> None:
    """One string is enough; the guest is killed and comes back by the same string; somebody looks on."""
    ann, bob, eve = tmp_path / "ann", tmp_path / "bob", tmp_path / "eve"
    with Terminal(ann, "host", "--port", "0", "--no-announce", "--name", "Ann", "--side", "us", "--least", "0") as host:
        invite = invite_of(host)
        host.until("The host's computer holds both hands")
        with Terminal(bob, "join", invite, "--name", "Bob") as guest, Terminal(eve, "join", "--watch", invite) as rail:
            guest.until("You play Japan against Ann")
            host.until("You play US against Bob")
            play((host, guest), "Turn 4")
            guest.kill()
            host.until("Bob is away")
            with Terminal(bob, "join", invite) as again:
                again.until("You play Japan against Ann")
                host.until("Bob is back")
                play((host, again), OVER, each=True)
                assert (host.ended(), again.ended()) == (0, 0)
            rail.until("Japan has won: |US has won: ")
        one, other = transcript(host), transcript(again)
        assert Path(one).read_bytes() == Path(other).read_bytes()
        assert len(re.findall(ANSWERED, verified(ann, one))) == 2


@by_night
def test_a_host_who_is_killed_in_mid_combat(tmp_path: Path) -> None:
    """His server dies with him. He resumes, on the same port; the other client, a bot's, has waited and comes back."""
    with Terminal(tmp_path / "ann", "host", "--port", "0", "--no-announce", "--name", "Ann", "--least", "0") as host:
        invite = invite_of(host)
        with Terminal(tmp_path / "bot", "bot", "mate", "join", invite) as bot:
            host.until("against mate")
            host.play_on(COMBAT)
            host.kill()
            with Terminal(tmp_path / "ann", "resume") as again:
                again.until("against mate")
                again.play_on()
                assert again.ended() == 0
            assert bot.ended() == 0
            assert re.search(r"has won: .*; the US has \d+ VP", bot.text)
            assert "sound" in verified(tmp_path / "ann", transcript(again))


@by_night
def test_a_host_who_quits(tmp_path: Path) -> None:
    """The guest reads who has gone and how to go on; he leaves, or he waits, and both go on when the host is back."""
    words = ("--port", "0", "--no-announce", "--name", "Ann", "--least", "0", "--side", "us")
    with Terminal(tmp_path / "ann", "host", *words) as host:
        invite = invite_of(host)
        with Terminal(tmp_path / "bob", "join", invite, "--name", "Bob") as guest:
            host.until("against Bob")
            host.until("^Your decision, US")
            host.type("quit")
            assert host.ended() == 0
            guest.until("The host has left, and the table is closed.*`ironbottom resume`")
            assert "restart" not in guest.text
            with Terminal(tmp_path / "ann", "resume") as again:
                again.until("^Bob comes back with `ironbottom resume`")
                assert read(again.until("^IB1-.*$")[0]).table == read(invite).table
                again.until("against Bob")
                guest.until("The connection is back")
                for terminal in (again, guest):
                    terminal.type("quit")
                    assert terminal.ended() == 0
            assert guest.text.count("The host's computer holds both hands") == 1
            assert "The host's computer holds both hands" in host.text
            assert "The host's computer holds both hands" not in again.text


def test_a_table_on_the_lan_is_found_by_itself(tmp_path: Path) -> None:
    """No string: the table is in the list within two seconds, and the words of its key are on both screens."""
    name = f"Ann{secrets.token_hex(3)}"
    with Terminal(tmp_path / "ann", "host", "--port", "0", "--name", name, "--least", "0") as host:
        words = host.until(r"your server's words are: (\w+ \w+)\.")[1]
        with Terminal(tmp_path / "bob", "join", "--name", "Bob") as guest:
            begun = time.monotonic()
            line = picked(guest, name)
            assert "free: either side" in line
            assert time.monotonic() - begun < PATIENCE
            guest.until(f"Its words are: {words}\\.")
            guest.until(f"against {name}")
            host.until("against Bob")
            guest.type("quit")
            assert guest.ended() == 0
        code, said = ran(tmp_path / "bob", "resume", "9")
        assert (code, "There is no game 9: 1 game waits, numbered from 1" in said) == (2, True)


def picked(guest: Terminal, name: str) -> str:
    """Choose the table of this name, if there are others on this network too."""
    found = guest.until(rf"^(\d+)  {name}; .*$")
    while guest.line(time.monotonic() + PATIENCE) is not None:
        if "Which one?" in guest.lines[-1] or "Sit down there?" in guest.lines[-1]:
            guest.type(found[1])
            break
        if "Its words are" in guest.lines[-1]:
            guest.unread()
            break
    return found[0]


def test_a_bot_takes_a_seat_like_anyone(tmp_path: Path) -> None:
    """It has a key of its own, so that it can play against its owner."""
    with Terminal(tmp_path, "host", "--port", "0", "--no-announce") as host:
        invite = invite_of(host)
        with Terminal(tmp_path, "bot", "first", "join", "--side", "us", invite):
            host.until("first \\(a bot\\) sits at the table")
            host.until("against first")


# what goes wrong, each with the leg that failed


@pytest.mark.parametrize(("words", "code", "said"), [
    (("join", "IB1-AAAAA"), 1, "The invite is cut off"),
    (("join", "hello", "there"), 1, "This is not an invite"),
    (("join", "127.0.0.1:1"), 1, "127.0.0.1 port 1 does not answer"),
    (("join", "7-crossover-clockwork"), 1, f"{sys.executable} -m pip install 'magic-wormhole[dilate]"),
    (("host", "--remote", "--port", "0"), 1, f"{sys.executable} -m pip install 'magic-wormhole[dilate]"),
    (("play", "--bot", "hal"), 2,
     "There is no bot 'hal'; there are random, cadet, seaman, ensign, mate, admiral, first, mate-1, light, envelope."),
    (("bot", "hal", "join", "-"), 2,
     "There is no bot 'hal'; there are random, cadet, seaman, ensign, mate, admiral, first, mate-1, light, envelope."),
    (("play", "--seed", "xyz"), 2, "allowed are 1 to 64 hexadecimal digits"),
    (("play", "--set", "no-such-folder"), 1, "no-such-folder: found no folder to read"),
    (("resume",), 1, "No game waits for you"),
    (("host", "--bank", "x"), 2, "allowed is a number from 0 to 1440"),
    (("host", "--absent", "clock"), 2, "--absent clock needs a clock: give each side its minutes with --bank"),
    (("host", "--absent", "clock", "--bank", "0"), 2, "--absent clock needs a clock"),
    (("host", "--open", "--no-announce"), 2, "--open and --no-announce exclude each other: each says who may join"),
    (("host", "--no-announce", "--lan"), 2, "--no-announce and --lan exclude each other"),
    (("host", "--web", "--at", "example.org", "--remote"), 2, "--remote and --address lead to this computer"),
    (("serve", "--data", ""), 2, "argument --data: found an empty name; allowed is a path"),
    (("serve", "--log", ""), 2, "argument --log: found an empty name"),
    (("serve", "--cards", ""), 2, "argument --cards: found an empty name"),
    (("serve", "--replay", ""), 2, "argument --replay: found an empty name"),
    (("arena", "first", "first", "--out", ""), 1, "--out: found no folder to write to (it has no name)"),
    (("arena", "first", "first", "--out", "a\0b"), 1, "found no folder to write to (it cannot be made)"),
])
def test_one_sentence_says_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...], code: int, said: str,
) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    try:
        ended = main(words)
    except SystemExit as usage:
        ended = int(usage.code or 0)
    assert ended == code
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play", "host", "join", "resume", "bot", "arena"])
def test_each_command_has_a_help_with_an_example(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"  ironbottom {command}" in capsys.readouterr().out.split("examples:")[1]


def test_the_help_of_host_says_who_may_join_and_what_no_minutes_mean(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["host", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "who may join (one of these): --lan whoever is on this network" in said
    assert "minutes of thinking for each side in the whole game; 0: without a clock (default: 0)" in said


@by_night
def test_the_ways_in_which_a_seat_is_not_to_be_had(tmp_path: Path) -> None:
    """A full table; a key that is not the invite's; a host who has gone; a host who comes back with another key."""
    ann, bob, eve = tmp_path / "ann", tmp_path / "bob", tmp_path / "eve"
    with Terminal(ann, "host", "--port", "0", "--no-announce", "--least", "0") as host:
        text = invite_of(host)
        invite = read(text)
        wrong = write(replace(invite, pin=bytes(16)))
        code, said = ran(eve, "join", wrong)
        assert (code, "whose key is not the one in the invite" in said) == (1, True)
        with Terminal(bob, "join", text) as guest:
            guest.until("^Your decision")
            code, said = ran(eve, "join", text)
            assert (code, "The table is full" in said) == (1, True)
            no_table = write(replace(invite, table="NONE"))
            code, said = ran(eve, "join", no_table)
            assert (code, "the table of this invite is not there any more" in said) == (1, True)
            host.kill()
            guest.until("The host has left, and the table is closed")
            guest.type("quit")
            assert guest.ended() == 0
    code, said = ran(bob, "resume")
    assert (code, "does not answer" in said) == (1, True)
    assert "A friend's table is up again when he has typed `ironbottom resume`." in said
    assert ran(bob, "resume", "--forget") == (0, "That game is off the list.")
    assert ran(bob, "resume")[0] == 1


@by_night
def test_a_server_with_another_key_than_before_is_a_hard_stop(tmp_path: Path) -> None:
    """At an address without an invite the first key is remembered."""
    ann, bob = tmp_path / "ann", tmp_path / "bob"
    with Terminal(ann, "host", "--port", "0", "--open", "--least", "0", "--address", "127.0.0.1") as host:
        port = read(invite_of(host)).addresses[0].port
        with Terminal(bob, "join", f"127.0.0.1:{port}") as guest:
            guest.until("You meet this server for the first time")
            guest.until("Sit down there?")
            guest.type("1")
            guest.until("^Your decision")
            guest.type("quit")
            assert guest.ended() == 0
        host.kill()
    wait_until_free(port)
    with Terminal(tmp_path / "other", "host", "--port", str(port), "--open", "--least", "0") as host:
        invite_of(host)
        code, said = ran(bob, "join", f"127.0.0.1:{port}")
        assert code == 1
        assert f"STOP: the server at 127.0.0.1:{port} has another key" in said
        with Terminal(bob, "join", "--new-key", f"127.0.0.1:{port}") as guest:
            guest.until("Sit down there?")
            guest.type("1")
            guest.until("^Your decision")


def wait_until_free(port: int) -> None:
    """Poll until nobody listens there any more."""
    end = time.monotonic() + PATIENCE
    while True:
        with socket.socket() as way:
            if way.connect_ex(("127.0.0.1", port)):
                return
        assert time.monotonic() < end
        time.sleep(0.02)
