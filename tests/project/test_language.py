"""Everything that people read comes out of a catalogue.

A made-up language shows what does not: it puts every text in ⟦brackets⟧ and its letters in others, except for the
fields.  A letter of ours that is left on a line has come past the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import pytest
from msgspec.structs import fields as fields_of

from ironbottom.card_sheet import AIRPLANE, BASES, COPIES, EVENT, SHIP, SUBMARINE, TRANSPORTS
from ironbottom.catalog import CardError, card_set, cards_by_id, read_folder
from ironbottom.client.__main__ import COMMANDS, main, run
from ironbottom.client.cli.parser import read_language
from ironbottom.client.cli.whole_table import drawn
from ironbottom.client.text.card_text import face
from ironbottom.client.text.people.rungs import RUNGS
from ironbottom.events import AnyEvent
from ironbottom.flow import IllegalAnswer
from ironbottom.language import Reader, _, counted, speak, use
from ironbottom.narration import Narrator, OpenNames
from ironbottom.phrases import ANSWERS, Names, cause_phrase, prompt_phrase, window_phrase
from ironbottom.questions import PASS, Answer, Assign, Choose, Move, Order, Pick, Place, Question, Shape
from ironbottom.record import RecordError, replay
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.strict_yaml import SECTIONS
from ironbottom.vocabulary import TABLES
from ironbottom.windows import WINDOWS
from ironbottom.words import CardId, Icon, Line, Rank, Side, Token
from tests import ROOT
from tests.engine.cards.test_slips import SLIPS
from tests.engine.cards.test_strict_yaml import FIELDS, JP, LANGUAGE, US
from tests.engine.test_record import SETS, edited, played
from tests.support.languages import english, po
from tests.tools import catalogue
from tests.tools.made_up import QUOTED, MadeUp, escaped, nameless, nameless_set, template, texts, words

__all__ = ["english"]  # after each test the next one hears English

Output = pytest.CaptureFixture[str]


@pytest.fixture
def made_up() -> None:
    use(MadeUp(texts()))


SUB_COMMANDS = (
    "list", "show", "check", "export", "new", "edit", "link", "add", "confirm", "try", "remove", "remind", "backup",
    "restore", "ladder", "claim", "carry", "receive", "revoke", "recover", "ban", "lift", "enter", "leave", "make",
    "start", "withdraw", "decide", "end",
    "post", "seek", "accept", "back",
)  # fmt: skip
OPTION = re.compile(r"--?[a-z][a-z-]*|\b[A-Z|]+\b|\{[a-z,]+\}|core\|full\|DIR")  # and what stands for a value


def test_the_template_is_what_the_sources_give() -> None:
    """Every text is in it, and none that nobody says any more."""
    assert catalogue.TEMPLATE.exists(), f"run: {catalogue.UPDATE}"
    assert catalogue.TEMPLATE.read_text("utf-8") == template(), f"run: {catalogue.UPDATE}"


def test_no_text_is_put_together_inside_the_mark() -> None:
    """_(f"{side} wins") is a text that no catalogue can hold."""
    assert catalogue.unreadable() == []


def test_the_template_names_no_line_and_no_day() -> None:
    """So that it changes only where a text does."""
    assert not re.search(r"^#: .*:\d", template(), re.MULTILINE)
    assert "Date" not in template()


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    folder = tmp_path / "cards"
    folder.mkdir()
    for name, text in nameless().items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def said(capsys: Output, *argv: str | Path) -> str:
    """All that a command prints, also one that argparse ends."""
    with suppress(SystemExit):
        run([*map(str, argv)])
    shown = capsys.readouterr()
    assert shown.out + shown.err
    return shown.out + shown.err


def _commands() -> list[tuple[str, ...]]:
    return [(), *[(name,) for name in COMMANDS], *[("cards", name) for name in ("list", "show", "check")]]


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("command", _commands())
def test_every_help(capsys: Output, command: tuple[str, ...]) -> None:
    """Argparse's own words as well."""
    shown = said(capsys, *command, "--help")
    assert "⟦ｕｓａｇｅ" in shown
    assert not escaped(shown, OPTION, words("ironbottom", *COMMANDS, *SUB_COMMANDS, *RUNGS))


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    "argv",
    [
        ("4",), ("0", "--hp", "3"), ("--attack", "4", "--defence", "2", "--hp", "5"),
        ("--attack", "4", "--defence", "-", "--hp", "5", "--first", "defence", "--no-counter"),
        ("--attack", "4", "--defence", "3", "--hp", "5", "--first", "attack", "--spent-withdraw"),
    ],
)


def test_odds(capsys: Output, argv: tuple[str, ...]) -> None:
    assert not escaped(said(capsys, "odds", *argv))


@pytest.mark.usefixtures("made_up")
def test_cards(capsys: Output, cards: Path) -> None:
    assert not escaped(said(capsys, "cards", "list", "--set", cards))
    assert not escaped(said(capsys, "cards", "check", cards), words(nameless_set().fingerprint[:16]))


@pytest.mark.usefixtures("made_up")
def test_every_card() -> None:
    """What each prints, with its text and its remark."""
    for card in cards_by_id(nameless_set()).values():
        assert not escaped("\n".join(face(card))), card.id


@pytest.mark.usefixtures("made_up")
def test_a_game_and_its_summary(capsys: Output, cards: Path, tmp_path: Path) -> None:
    """From the first answer to the last, with the table after each."""
    played = said(capsys, "selfplay", "--games", "1", "--jobs", "1", "--set", cards, "--out", tmp_path / "games")
    assert not escaped(played)
    record = tmp_path / "games" / "game-000001.jsonl"
    whole = said(capsys, "replay", "--all", "--set", cards, record)
    assert len(whole.splitlines()) > 300
    assert not escaped(whole)
    tables = [line for moment in replay(record.read_text("utf-8"), [nameless_set()]) for line in drawn(moment.game)]
    assert not escaped("\n".join(tables))
    assert not escaped(said(capsys, "replay", "--verify", "--set", cards, record), re.compile(re.escape(str(record))))


@pytest.mark.usefixtures("made_up")
def test_stepping_through_a_game(
    capsys: Output, cards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every key, one that is none, the table, and a record that breaks off."""
    said(capsys, "selfplay", "--games", "1", "--jobs", "1", "--set", cards, "--out", tmp_path / "games")
    file = tmp_path / "games" / "game-000001.jsonl"
    file.write_text("\n".join(file.read_text("utf-8").split("\n")[:200]), encoding="utf-8")
    keys = iter(["", "p", "p", "?", "99999", "120", "s", *["t"] * 40, "s", "n", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(keys))
    assert not escaped(said(capsys, "replay", "--set", cards, file), re.compile(re.escape(str(file))), QUOTED)


def sample(hint: Any, *, full: bool) -> Any:
    """A value of a field of an event: something, or as little as its type allows."""
    if get_origin(hint) in (Union, UnionType):
        return sample(get_args(hint)[0], full=full) if full or NoneType not in get_args(hint) else None
    if get_origin(hint) is tuple:
        first, *rest = get_args(hint)
        if rest == [...]:
            return (sample(first, full=True),) * 2 if full else ()
        return tuple([sample(one, full=full) for one in (first, *rest)])
    something = {Side: Side.JP, Line: Line.US_REAR, Token: Token(5), CardId: CardId("us/1"), int: 7, bool: True}
    least = {int: 0, bool: False, bytes: b"", str: "land"}
    return (something | {bytes: bytes((6, 1)), str: "bomb"} | ({} if full else least))[hint]


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("kind", get_args(AnyEvent))
def test_every_event(kind: Any, full: bool) -> None:
    """With all that it may tell, and with the least."""
    event = kind("1", *[sample(field.type, full=full) for field in fields_of(kind)[1:]])
    told = Narrator(OpenNames(Names({CardId("us/1"): "№1"}, {Token(5): "№5"}), {})).tell(event)
    assert all(sentence.startswith("⟦") for sentence in told)
    assert told
    assert not escaped("".join(told))


def questions() -> Iterator[Question]:
    """The questions of three games, as the server sends them."""
    for seed in range(3):
        game, chance = new_game(card_set("full"), bytes([seed]) * 32, ask_sides=seed == 0, log=False), Random(seed)
        while game.asked:
            side = next(iter(game.asked))
            question = view(game, side).question
            assert question is not None
            yield question
            asked = game.asked[side]
            may_play = bool(asked.plays) and chance.random() < 0.5
            game.answer(side, ("play", asked.plays[0].id) if may_play else asked.shape.guess(chance))


def words_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from words_in((*value, *value.values()))
    elif isinstance(value, tuple):
        for part in value:
            yield from words_in(part)


@pytest.mark.usefixtures("made_up")
def test_a_question_of_the_server_can_be_said_in_any_language() -> None:
    """Prompt, cause and the words of its answers: they come over the wire in English."""
    ids, seen = cards_by_id(card_set("full")), set()
    for question in questions():
        seen.add(question.prompt)
        assert not escaped(prompt_phrase(question) + cause_phrase(question) + window_phrase(question.window))
        held = [getattr(question.shape, name) for name in question.shape.__struct_fields__ if name != "of"]
        assert {word for word in words_in(tuple(held)) if word not in ids} <= ANSWERS
    assert len(seen) > 30


@pytest.mark.usefixtures("made_up")
def test_every_prompt_and_every_window() -> None:
    """Also those that no game of three came to."""
    shown = [*[text for text, file in catalogue.prompts()], *[text for window in WINDOWS.values() for text in window]]
    assert len(shown) > 100
    assert not escaped("\n".join([_(str(text)) for text in shown]) + window_phrase("none of them"))


FAULTS: list[tuple[Shape, Answer]] = [
    (Choose((1, 2)), 3),
    (Pick((1, 2), 1, 1), 3), (Pick((1, 2), 1, 1), ()), (Pick((1, 2, 3), 1, 2), ()), (Pick((1, 2), 1, 1), (3,)),
    (Assign("line", {1: (2,)}), 3), (Assign("line", {1: (2,)}), {}), (Assign("line", {1: (2,)}), {1: 3}),
    (Assign("line", {1: (2,)}), {1: 2, 2: 2}),
    (Order("line", {1: (2,)}), 3), (Order("line", {1: (2,)}), ((1, 2), (1, 2))), (Order("line", {1: (2,)}), ()),
    (Place({1: {2: 0}}, (1,)), 3), (Place({1: {2: 0}}, (1,)), {1: 3}), (Place({1: {2: 0}}, (1,)), {}),
    (Place({1: {2: 0}, 3: {2: 0}}, (1,)), {1: 2, 3: 2}),
    (Move({"1": {2: (3,), 4: ()}}, ("5",)), 3), (Move({"1": {2: (3,), 4: ()}}, ("5",)), ("5", 1)),
    (Move({"1": {2: (3,)}}, ("5",)), ("6",)), (Move({"1": {2: (3,)}}, ("5",)), ("1",)),
    (Move({"1": {2: (3,)}}, ("5",)), ("1", 7)), (Move({"1": {2: (3,)}}, ("5",)), ("1", 2, 7)),
    (Move({"1": {4: ()}}, ("5",)), ("1", 4, 7)),
]


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(("shape", "answer"), FAULTS)
def test_every_fault_of_an_answer(shape: Shape, answer: Answer) -> None:
    fault = shape.fault(answer)
    assert fault
    assert not escaped(fault)


@pytest.mark.usefixtures("made_up")
def test_answers_that_nobody_asked_for() -> None:
    """§20.1, §20.2, §11.4"""
    game = new_game(card_set("core"), bytes(32))
    side = next(iter(game.asked))
    game.answer(side, game.default(side))
    refused = []
    for who, answer in ((side, PASS), (side.enemy, ("play", "us/1")), (side.enemy, 7), (None, PASS)):
        with pytest.raises(IllegalAnswer) as caught:
            game.resign(side) if who is None else game.answer(who, answer)
        refused.append(caught.value.reason)
        if len(refused) == 3:
            game.resign(side)
    assert not escaped("\n".join(refused), words("keep", "redraw"))


# Where a fault is; and sections, fields and the words that they take, which are the same in every language.
PLACE = re.compile(r"⟦(?:ｌｉｎｅ|ｃａｒｄ|ｆｉｅｌｄ) [^⟧]+⟧|\d\.yaml")
FIELDS_OF_BASES = [field for fields in BASES.values() for field in fields]
FILED = words(
    *SECTIONS, *SHIP, *AIRPLANE, *EVENT, *SUBMARINE, *TRANSPORTS, *COPIES, *FIELDS_OF_BASES, *Rank, *Icon,
    *("us", "jp", "side", "does", "types", "n", "airplane", "yes", "no", "auto", "own"),
)


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    "text",
    [
        *[US.replace(old, new, 1) for old, new, *rest in (*FIELDS, *SLIPS)], *[text for text, said in LANGUAGE],
        *[US.replace(*change) for change in (("us", "uk"), ("  lexington:", "  LEX:"), ("rank: home", "rank: front"))],
        "side: us\n", "#" * 1_000_001, "a: " + "[" * 5000,
    ],
)


def test_every_fault_of_a_card_file(text: str) -> None:
    """It names file, card and field as they are written."""
    with pytest.raises(CardError) as caught:
        read_folder({"1.yaml": text, "2.yaml": JP})
    assert str(caught.value).startswith("⟦")
    assert not escaped(QUOTED.sub("", PLACE.sub("", str(caught.value))), FILED)


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    "text",
    [
        "", "1", "[]", edited(1, set="1"), edited(1, cards="1"), edited(1, seed="1"), edited(1, ask_sides=1),
        edited(1, more=1), edited(3, n=5), edited(3, side="UK"), edited(3, side=0), edited(3, answer="perhaps"),
        edited(3, answer=True), edited(3, answer={"one": 2}), edited(3, dice=["6"]), edited(3, resigns=True),
        edited(-1, points=[1]), edited(-1, winner="UK"), *["\n".join(played(0).lines[:-n]) for n in (1, 2)],
        "\n".join([*played(0).lines, "1"]), "\n".join([*played(0).lines[:5], played(0).lines[-1]]),
    ],
)


def test_every_fault_of_a_record(text: str) -> None:
    """Fields are named as they stand in the record."""
    with pytest.raises(RecordError) as caught:
        list(replay(text, SETS))
    assert str(caught.value).startswith("⟦")
    assert not escaped(QUOTED.sub("", str(caught.value)), words("entry", "side", "dice", "winner", "keep", "redraw"))


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    "argv",
    [
        (), ("nosuch",), ("odds",), ("odds", "x"), ("odds", "4", "--hp", "0"), ("odds", "4", "--attack", "1"),
        ("odds", "--attack", "3"), ("odds", "--attack", "4", "--defence", "2", "--hp", "5", "--first", "7"),
        ("odds", "--attack", "1", "--defence", "1", "--hp", "1", "--counter", "--spent-withdraw"),
        ("cards", "show", "7777777"), ("cards", "show", "a"), ("cards", "show", "yamatoo"), ("cards", "list", "--side"),
        ("cards", "list", "--kind", "7"), ("cards", "list", "--set", ""), ("cards", "check", "/dev/null/7"),
        ("replay", "1", "2"), ("replay", "--all", "--verify", "1"), ("replay", "/dev/null"), ("replay", "/dev/null/7"),
        ("selfplay", "--games", "0"), ("selfplay", "--set"), ("selfplay", "--out", ""), ("selfplay", "7"),
        ("selfplay", "--fast"), ("cards", "show", "yamato", "--s"),
    ],
)


def test_every_complaint(capsys: Output, argv: tuple[str, ...]) -> None:
    """What was typed is shown as it was, and what the system says of a file as it says it."""
    shown = QUOTED.sub("", said(capsys, *argv)).replace("Not a directory", "").replace("/dev/null", "")
    typed = words("ironbottom", *COMMANDS, "list", "show", "check", "export", "attack", "defence")
    assert "⟦" in shown
    assert not escaped(shown.replace("core|full|DIR", ""), OPTION, typed)


NOT_YET = ("not yet", "{old} guess", "never heard of", "")
SOUND = (
    'msgid "{side} goes."\nmsgstr "{side}が行く。"',
    'msgid "{side} takes[: {cards}]."\nmsgstr "[{cards}を、]{side}が取る。"',
    'msgid "{n} ship"\nmsgid_plural "{n} ships"\nmsgstr[0] "船{n}"',
    'msgid "not yet"\nmsgstr ""',
    '#, fuzzy\nmsgid "{old} guess"\nmsgstr "{new}"',
)


@pytest.mark.parametrize(
    "row",
    [
        'msgid "{side} wins."\nmsgstr "勝ち。"',
        'msgid "{side} wins."\nmsgstr "{who}の勝ち。"',
        'msgid "{side} wins."\nmsgstr "{side}{side}"',
        'msgid "{side} wins."\nmsgstr "{side}の勝ち}"',
        'msgid "{side} wins."\nmsgstr "{side}の{勝ち"',
        'msgid "{side} wins by {n:>4}."\nmsgstr "{side} {n}"',
        'msgid "{side} draws[: {cards}]."\nmsgstr "{side}: {cards}"',
        'msgid "{side} draws[{again?} anew][: {cards}]."\nmsgstr "{side}[{again?}{cards}]"',
        'msgid "%(prog)s: error: %(message)s"\nmsgstr "%(prog)s"',
        'msgid "how many"\nmsgstr "100 %"',
        'msgid "{n} hit"\nmsgid_plural "{n} hits"\nmsgstr[0] "命中"',
    ],
)


def test_a_translation_keeps_its_fields(tmp_path: Path, row: str) -> None:
    """A bad one is named, and no catalogue is made."""
    file = po(tmp_path, *SOUND, row)
    (wrong,) = catalogue.compile_catalogue(file)
    assert row.splitlines()[0].removeprefix('msgid "').removesuffix('"') in wrong
    assert not file.with_suffix(".mo").exists()


def test_english_has_one_form_for_one() -> None:
    """And one for all others."""
    assert (counted("{n} hit", "{n} hits", 1), counted("{n} hit", "{n} hits", 2)) == ("1 hit", "2 hits")


def test_a_form_for_one_needs_no_number(tmp_path: Path) -> None:
    """As in a language with two forms."""
    row = 'msgid "one hit"\nmsgid_plural "{n} hits"\nmsgstr[0] "ein Treffer"\nmsgstr[1] "{n} Treffer"'
    assert catalogue.faults(catalogue.read(po(tmp_path, row, plural="nplurals=2; plural=(n != 1);"))) == []


def test_japanese_is_read_from_its_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By any name of it; what it lacks is said in English."""
    assert catalogue.compile_catalogue(po(tmp_path / "locale", *SOUND)) == []
    monkeypatch.setattr("ironbottom.language.files", lambda package: tmp_path)
    for name in ("ja", "ja_JP", "ja_JP.UTF-8", "ja_JP.eucJP"):
        speak("en")
        speak(name)
        assert _("{side} goes.").format(side="US") == "USが行く。"
        assert [counted("{n} ship", "{n} ships", n) for n in (1, 2)] == ["船1", "船2"]
        assert [_(text) for text in NOT_YET] == [*NOT_YET]


@pytest.mark.parametrize("name", ["en", "en_US.UTF-8", "C", "C.UTF-8", "POSIX", "xx", "ja/../..", "", "."])
def test_without_a_catalogue_it_is_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("ironbottom.language.files", lambda package: tmp_path)
    use(MadeUp(frozenset(["hits"])))
    speak(name)
    assert (_("hits"), counted("{n} hit", "{n} hits", 1)) == ("hits", "1 hit")


@pytest.mark.parametrize(
    ("argv", "environment", "language", "left"),
    [
        (["odds", "4"], {}, "en", ["odds", "4"]),
        (["odds", "4"], {"LANG": "ja_JP.UTF-8"}, "ja_JP.UTF-8", ["odds", "4"]),
        (["odds", "4"], {"LANG": "ja", "LC_MESSAGES": "fr"}, "fr", ["odds", "4"]),
        (["odds", "4"], {"LANG": "ja", "LC_MESSAGES": "fr", "LC_ALL": "C"}, "C", ["odds", "4"]),
        (["odds", "4"], {"LANG": "ja", "LC_ALL": ""}, "ja", ["odds", "4"]),
        (["--lang", "ja", "odds", "4"], {"LANG": "C"}, "ja", ["--lang=ja", "odds", "4"]),
        (["odds", "4", "--lang", "ja"], {"LANG": "C"}, "ja", ["--lang=ja", "odds", "4"]),
        (["odds", "--lang=en", "4"], {"LANG": "ja"}, "en", ["--lang=en", "odds", "4"]),
        (["--lang=ja", "odds", "4", "--lang=en"], {}, "en", ["--lang=en", "odds", "4"]),
        (["odds", "4", "--lang", "xx"], {"LANG": "ja"}, "ja", ["--lang=xx", "odds", "4"]),
        (["odds", "4", "--lang"], {"LANG": "ja"}, "ja", ["--lang=", "odds", "4"]),
        (["odds", "--", "--lang", "ja"], {}, "en", ["odds", "--", "--lang", "ja"]),
    ],
)


def test_the_choice_of_the_language(
    argv: list[str], environment: dict[str, str], language: str, left: list[str]
) -> None:
    """The option before the environment, wherever it stands."""
    assert read_language(argv, environment) == (language, left)


@pytest.mark.parametrize("argv", [["--lang", "ja", "odds", "4"], ["odds", "4", "--lang=ja"]])
def test_the_option_is_heard(argv: list[str], capsys: Output) -> None:
    assert main(argv) == 0
    assert Reader.language == "ja"
    assert capsys.readouterr().out


@pytest.mark.parametrize("value", ["", "xx", "ja_JP"])
def test_a_language_that_there_is_not(capsys: Output, value: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(["odds", "4", "--lang", value])
    assert left.value.code == 2
    assert f"argument --lang: invalid choice: '{value}' (choose from " in capsys.readouterr().err


def test_the_environment_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert main(["odds", "4"]) == 0
    assert Reader.language == "ja_JP.UTF-8"


def test_catalogues_are_compiled_by_a_command(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same source gives the same bytes; a bad one ends with a sentence that names the language."""
    monkeypatch.setattr(catalogue, "LOCALE", tmp_path)
    monkeypatch.setattr(catalogue, "PAGE_WORDS", tmp_path / "words")
    monkeypatch.setattr(catalogue, "unreadable", tuple)  # what looks through all sources has a test of its own
    made = po(tmp_path, *SOUND).with_suffix(".mo")
    assert catalogue.main(["--compile"]) == 0
    first = made.read_bytes()
    assert catalogue.main(["--compile"]) == 0
    assert made.read_bytes() == first
    po(tmp_path, 'msgid "{side} wins."\nmsgstr "勝ち。"')
    assert catalogue.main(["--compile"]) == 1
    assert "ja: '{side} wins.': '勝ち。' has other fields" in capsys.readouterr().err


def test_the_template_is_written_by_a_command(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And an old one is told how to renew itself."""
    for name, path in (("ROOT", tmp_path), ("LOCALE", tmp_path), ("TEMPLATE", tmp_path / "ironbottom.pot")):
        monkeypatch.setattr(catalogue, name, path)
    monkeypatch.setattr(catalogue, "template", lambda: "new")
    assert catalogue.main([]) == 1
    assert catalogue.UPDATE in capsys.readouterr().err
    assert catalogue.main(["--update"]) == 0
    assert catalogue.main([]) == 0
    assert (tmp_path / "ironbottom.pot").read_text("utf-8") == "new"


@pytest.mark.parametrize("language", sorted([folder.name for folder in catalogue.LOCALE.iterdir() if folder.is_dir()]))
def test_every_text_is_translated_but_the_names_of_commands(language: str) -> None:
    said = catalogue.read(catalogue.LOCALE / language / "LC_MESSAGES" / "ironbottom.po")
    empty = {one.id for one in said if one.id and not "".join(one.string or ())}
    assert empty <= {*COMMANDS, *SUB_COMMANDS}


NAMED = re.compile(r'\bphrase\(\s*"([a-z_]+)\.([a-z_]+)"')


def test_every_sentence_that_is_named_is_there() -> None:
    """By name of its table and itself: one that another part of the program has taken away would be a fault there."""
    found = [
        (path.name, table, key)
        for folder in ("client", "server", "ironbottom") for path in sorted((ROOT / folder).rglob("*.py"))
        for table, key in NAMED.findall(path.read_text("utf-8"))
    ]
    assert len(found) > 300
    assert [one for one in found if one[2] not in TABLES.get(one[1], {})] == []
