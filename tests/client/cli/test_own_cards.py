"""Somebody types in the cards that he owns, and plays with them: `--set DIR`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from ironbottom.catalog import CardError, card_set, cards_by_id
from ironbottom.client.__main__ import main
from ironbottom.client.storage.card_sets import chosen, own
from ironbottom.printed import AirplaneCard, BaseCard, EventCard
from ironbottom.record import Entry, replay
from ironbottom.words import CardId
from tests.client.support.own_cards import corrected, typed

Output = pytest.CaptureFixture[str]


def command(capsys: Output, *argv: str | Path) -> tuple[int, str, str]:
    code = main([str(word) for word in argv])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def played(capsys: Output, folder: Path, out: Path, *argv: str) -> Any:
    """The summary of ten games with the cards of a folder, whose records are kept."""
    words = ("--games", "10", "--seed", "1", "--jobs", "1", "--json", "--set", folder, "--out", out)
    code, text, err = command(capsys, "selfplay", *words, *argv)
    assert (code, err) == (0, "")
    return json.loads(text)


def test_a_name_of_the_project_or_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is called like a set of the project is reached by ./core."""
    typed(tmp_path / "core")
    monkeypatch.chdir(tmp_path)
    assert chosen("core") is card_set("core")
    assert chosen("full") is card_set("full")
    assert chosen("./core") == own("core")
    assert own("core").name == "Savo 小"


def test_what_was_typed_in_is_what_is_read(tmp_path: Path) -> None:
    """§2.1, §2.3, R-22  Two and three copies of an event lie in the deck; guns may be 0, which is not "none"."""
    cards = own(str(typed(tmp_path / "mine")))
    deck = [card.id for card in cards.us.air]
    assert {card_id: deck.count(card_id) for card_id in deck} == {
        "us/buffalo": 4, "us/ventura": 6, "us/more-ships": 2, "us/spotters": 3,
    }
    bases = [card for card in cards_by_id(cards).values() if isinstance(card, BaseCard)]
    assert {card.id: card.guns for card in bases} == {
        "us/suva": None, "us/efate": 3, "us/savo": 2, "jp/palau": None, "jp/kavieng": None, "jp/kolombangara": 0,
    }


def test_a_small_set_is_checked_and_listed(tmp_path: Path, capsys: Output) -> None:
    """Fleet: 3 + 2 + 1 + 2 = 8 VP and 2 + 2 + 1 + 2 = 7 VP; decks: 4 + 6 + 2 + 3 = 15 cards."""
    folder = typed(tmp_path / "mine")
    code, out, err = command(capsys, "cards", "check", folder)
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == [
        "US: Suva and Efate, 4 fleet cards (8 VP), 15 airplanes and events",
        "JP: Palau and Kavieng, 4 fleet cards (7 VP), 15 airplanes and events",
    ]
    assert f"The set Savo 小 is sound; its fingerprint is {own(str(folder)).fingerprint[:16]}." in out
    _, out, _ = command(capsys, "cards", "list", "--set", folder, "--kind", "event")
    row = next(line for line in out.splitlines() if line.startswith("jp/more-ships"))
    assert row.split()[-4:] == ["2", "Savo", "小", "増援"]


def test_whole_games_with_a_small_set(tmp_path: Path, capsys: Output) -> None:
    """Ten games to their end; each record says which cards it needs, and is sound with them."""
    folder = typed(tmp_path / "mine")
    cards = own(str(folder))
    whole = played(capsys, folder, tmp_path / "games")
    assert (whole["set"], whole["cards"]) == ("Savo 小", cards.fingerprint)
    assert sum(whole["wins"].values()) == 10
    assert sorted(whole["events"]) == ["jp/more-ships", "jp/spotters", "us/more-ships", "us/spotters"]
    assert all(whole["events"].values())
    records = sorted((tmp_path / "games").glob("*.jsonl"))
    headers = [json.loads(file.read_text("utf-8").partition("\n")[0]) for file in records]
    assert {(header["set"], header["cards"]) for header in headers} == {("Savo 小", cards.fingerprint)}
    code, out, err = command(capsys, "replay", "--verify", "--set", folder, *records)
    assert (code, err, out.count(": sound: ")) == (0, "", 10)
    code, out, _ = command(capsys, "replay", "--all", "--set", folder, records[0])
    assert code == 0
    assert out.startswith("Iron Bottom & Sunset Sky, Savo 小 set\n")
    assert "Ventura" in out
    assert "Enterprise" not in out


def test_an_event_is_played_as_often_as_it_has_copies(tmp_path: Path, capsys: Output) -> None:
    """§2.1, §13.1  Three cards of Spotters: more than one is played in some game, and a fourth in none."""
    played(capsys, typed(tmp_path / "mine"), tmp_path / "games", "--games", "60")
    plays = []
    for file in (tmp_path / "games").glob("*.jsonl"):
        answers = [json.loads(line).get("answer") for line in file.read_text("utf-8").splitlines()]
        plays += [answers.count(["play", f"{side}/spotters"]) for side in ("us", "jp")]
    assert max(plays) in (2, 3)


def test_an_event_counts_where_it_was_played(tmp_path: Path, capsys: Output) -> None:
    """§20.2, §21.3  Spotters asks for its line in the window in which it was played; it has none of its own."""
    folder = typed(tmp_path / "mine")
    whole = played(capsys, folder, tmp_path / "games", "--games", "20")
    counted, targets = Counter[str](), 0
    for file in sorted((tmp_path / "games").glob("*.jsonl")):
        before = ""
        for moment in replay(file.read_text("utf-8"), [own(str(folder))]):
            if moment.asked is None:
                continue
            assert isinstance(moment.entry, Entry)
            counted[moment.entry.window] += 1
            if moment.asked.step.window == "":
                targets += 1
                assert moment.entry.window == before
            before = moment.entry.window
    assert targets > 0
    assert {window: n for window, n in whole["windows"].items() if n} == dict(counted)


def test_the_same_whatever_the_number_of_processes(tmp_path: Path, capsys: Output) -> None:
    """Twenty games make three tasks, so that two processes share them; records are the same to the byte."""
    folder = typed(tmp_path / "mine")
    one, two = tmp_path / "one", tmp_path / "two"
    assert played(capsys, folder, one, "--games", "20") == played(capsys, folder, two, "--games", "20", "--jobs", "2")
    names = sorted(file.name for file in one.iterdir())
    assert len(names) == 21
    assert [(one / name).read_bytes() for name in names] == [(two / name).read_bytes() for name in names]


def test_a_corrected_value_makes_another_set(tmp_path: Path, capsys: Output) -> None:
    """The Wildcat has AirC 3 in the project's cards; somebody reads 4 on his own."""
    folder = corrected(tmp_path / "mine")
    wildcat, ours = [cards_by_id(cards)[CardId("us/wildcat")] for cards in (own(str(folder)), card_set("full"))]
    assert isinstance(wildcat, AirplaneCard)
    assert isinstance(ours, AirplaneCard)
    assert (wildcat.airc, ours.airc) == (4, 3)
    assert own(str(folder)).fingerprint != card_set("full").fingerprint
    whole = played(capsys, folder, tmp_path / "games", "--games", "2")
    assert (whole["set"], sum(whole["wins"].values())) == ("printed", 2)
    events = {card.id for card in cards_by_id(card_set("full")).values() if isinstance(card, EventCard)}
    assert set(whole["events"]) == events
    records = sorted((tmp_path / "games").glob("*.jsonl"))
    code, out, err = command(capsys, "replay", "--verify", "--set", folder, *records)
    assert (code, err, out.count(": sound: ")) == (0, "", 2)


def test_replay_names_the_set_that_it_needs(tmp_path: Path, capsys: Output) -> None:
    """One sentence, and how to give it."""
    played(capsys, typed(tmp_path / "mine"), tmp_path / "games", "--games", "1")
    file = tmp_path / "games" / "game-000001.jsonl"
    said = "the header (line 1): found the card set 'Savo 小'; expected a set that is here: core or full"
    for argv in (("--verify",), ("--all",), ()):
        code, out, err = command(capsys, "replay", *argv, file)
        assert (code, out) == (1, "")
        assert err == f"{file}: {said}; give the folder of its cards with --set DIR.\n"


def test_replay_tells_other_cards_of_the_same_name_apart(tmp_path: Path, capsys: Output) -> None:
    """A set that calls itself full is not the project's; the fingerprint says so, with and without a folder."""
    folder = corrected(tmp_path / "mine", "full")
    played(capsys, folder, tmp_path / "games", "--games", "1")
    file = tmp_path / "games" / "game-000001.jsonl"
    theirs, ours = own(str(folder)).fingerprint[:16], card_set("full").fingerprint[:16]
    code, out, err = command(capsys, "replay", "--verify", file)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert f"found the cards of full with the fingerprint '{theirs}'; expected those that are here, '{ours}';" in err
    assert err.endswith("give the folder of its cards with --set DIR.\n")
    code, out, err = command(capsys, "replay", "--verify", "--set", folder, file)
    assert (code, err, out.count(": sound: ")) == (0, "", 1)


def test_replay_with_a_folder_still_knows_the_sets_of_the_project(tmp_path: Path, capsys: Output) -> None:
    """Records of several sets are checked in one call."""
    folder = typed(tmp_path / "mine")
    played(capsys, folder, tmp_path / "games", "--games", "1")
    assert command(capsys, "selfplay", "--games", "1", "--jobs", "1", "--out", tmp_path / "core")[0] == 0
    records = [tmp_path / name / "game-000001.jsonl" for name in ("games", "core")]
    code, out, err = command(capsys, "replay", "--verify", "--set", folder, *records)
    assert (code, err, out.count(": sound: ")) == (0, "", 2)


def test_a_game_is_told_in_the_words_of_the_folder(tmp_path: Path, capsys: Output) -> None:
    """Names make no difference to the fingerprint: who has translated them sees his own."""
    folder = typed(tmp_path / "mine")
    played(capsys, folder, tmp_path / "games", "--games", "1")
    us = folder / "us.yaml"
    us.write_text(us.read_text("utf-8").replace("name: Ventura", "name: 洋上哨戒機"), encoding="utf-8")
    code, out, err = command(capsys, "replay", "--all", "--set", folder, tmp_path / "games" / "game-000001.jsonl")
    assert (code, err) == (0, "")
    assert "洋上哨戒機" in out
    assert "Ventura" not in out


def test_help_says_how(capsys: Output) -> None:
    """`selfplay`, `replay` and `cards check` show a folder of one's own."""
    for name in ("selfplay", "replay"):
        with pytest.raises(SystemExit):
            main([name, "--help"])
        out = capsys.readouterr().out
        assert f"ironbottom {name}" in out
        assert "--set my-cards" in out.partition("examples:")[2]


FAULTS = [
    ("us.yaml", "vp: 2, decides_ties: yes", "vp: 2.5, decides_ties: yes", "us.yaml, card savo, field vp: found "),
    ("jp.yaml", "rank: strategic", "rank: front", "jp"),
    ("jp.yaml", "does: uncover", "does: discover", "jp.yaml, card spotters, field effect.does: found "),
    ("set.yaml", "set:", "name:", "set.yaml"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), FAULTS)
def test_a_wrong_folder_gets_the_one_sentence(
    tmp_path: Path, capsys: Output, file: str, old: str, new: str, said: str
) -> None:
    """The same from every command, exit code 1, and nothing is played or written."""
    folder = typed(tmp_path / "mine")
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CardError) as caught:
        own(str(folder))
    assert str(caught.value).startswith(said)
    calls: list[tuple[str | Path, ...]] = [
        ("selfplay", "--games", "1", "--out", tmp_path / "games"), ("replay", "game.jsonl"), ("cards", "list"),
        ("cards", "show", "gar"),
    ]
    for argv in calls:
        assert command(capsys, *argv, "--set", folder) == (1, "", f"{caught.value}\n")
    assert command(capsys, "cards", "check", folder) == (1, "", f"{caught.value}\n")
    assert not (tmp_path / "games").exists()
