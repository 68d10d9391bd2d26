"""The form of a challenge: all terms that a table can have, by keys alone, as the command has them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace

from ironbottom.client.__main__ import parser
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.host_game import terms_of
from ironbottom.client.launch.table_options import special
from ironbottom.client.storage.card_sets import battle_of
from ironbottom.client.terminal.club.club_app import ClubApp
from ironbottom.client.terminal.club.posting.draft import ChallengeDraft, by_rules, draft_rows, turned
from ironbottom.client.text.sanitize import sanitize
from ironbottom.language import ENGLISH, _, speak
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import cells
from ironbottom.wire.messages import ListTables, TableLine, Tables
from ironbottom.wire.terms import NOT_RATED, Terms
from tests.client.terminal.support.club import ClubServer, club_server, scripted_place
from tests.engine.battles.written import changed

from ..support.screens import read
from .test_club_app import ClubHands, Scene, sits

SIZES = [(80, 24), (120, 40)]
DOWN = "down"


@pytest.fixture(scope="module")
def at_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with club_server(tmp_path_factory.mktemp("club")) as server:
        yield server


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    yield tmp_path
    speak(ENGLISH)


def at_form(folder: Path, scene: Scene, size: tuple[int, int] = (80, 24)) -> None:
    """A scene at the form, at a server without challenges."""

    async def does() -> None:
        app = ClubApp(scripted_place(folder, (ListTables, Tables(1, ()))), first=1)
        async with app.run_test(size=size) as pilot:
            hands = ClubHands(app, pilot)
            await hands.press("p")
            await hands.reads(phrase("challenge.post"), phrase("challenge.wait") if size[1] > 24 else "3")
            await scene(hands)

    asyncio.run(does())


async def at_row(hands: ClubHands, *keys: str, row: int) -> None:
    """Keys at a row, which is counted from the first one."""
    await hands.press("home", *[DOWN] * row, *keys)


def waiting(server: ClubServer, name: str) -> TableLine:
    """The challenge of this player, as another one reads of it."""
    said = server.types("Zoe", "challenge", "list", server.address, "--json")
    found = json.decode(said[said.index("["):], type=list[TableLine])  # behind what is said of a new server
    return next(one for one in found if one.name == name)


@pytest.mark.parametrize("size", SIZES)
def test_a_battle_with_an_optional_rule_advice_and_a_casters_seat(
    at_club: ClubServer, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """What waits then is what the command would have posted."""
    name = f"Ann{size[0]}"

    async def scene(hands: ClubHands) -> None:
        await hands.press("2", "p")
        await hands.reads("Battle: a whole game", "Optional rules: none")
        await at_row(hands, "enter", row=2)
        await hands.reads("What is this table played by?", "(x) a whole game")
        await hands.press(DOWN, DOWN, DOWN, "space")
        await hands.reads("(x) Cape Esperance", "Battle: Cape Esperance (1942-10-11)")
        await hands.press("g")
        await hands.reads("Battle: Cape Esperance", "Cards: full")
        await at_row(hands, "enter", row=4)
        await hands.reads("[ ] Long Lance", "% for the US to win (±")
        await hands.press("space", "g")
        await hands.reads("Optional rules: Long Lance", "Long Lance: -")
        await at_row(hands, *["left"] * 3, row=5)
        await hands.reads("0 (not by the day)")
        await at_row(hands, "right", "right", row=6)
        await at_row(hands, "enter", row=8)
        await hands.reads("[ ] rated")
        await at_row(hands, "right", row=9)
        await hands.reads("[x] both may ask for advice")
        await at_row(hands, "right", "right", row=12)
        await hands.reads("Who looks on sees: both hands, 2 turns late", "He may be a friend of your opponent")
        await hands.press("p")
        await hands.reads("your challenge waits", "battle: Cape Esperance")
        await hands.press("q")

    sits(at_club, name, scene, monkeypatch, size)
    words = ["post", at_club.address, "--battle", "cape-esperance", "--option", "long-lance", "--bank", "30"]
    wanted = by_command(*words, "--advice", "--cast", "2")
    found = waiting(at_club, name).terms
    assert found.battle
    assert replace(found, battle=wanted.battle) == wanted
    assert found.battle.name == "cape-esperance"


def by_command(*words: str) -> Terms:
    argv = ["challenge", *words]
    args = parser(argv).parse_args(argv)
    args.agreed = special(args)
    return terms_of(args)


@pytest.mark.parametrize(("draft", "words"), [
    (ChallengeDraft(), ("--days", "3", "--rated")),
    (ChallengeDraft(days=0, rated=False), ()),
    (ChallengeDraft(side="jp", days=40, added=24, hours=10, vacation=14), (
        "--side", "jp", "--days", "40", "--added", "24", "--hours", "10", "--vacation", "14", "--rated")),
    (ChallengeDraft(days=5, ceiling=30, absent="bot", rated=False, reach="lan", least=0, offers=("draw", "takeback")), (
        "--days", "5", "--ceiling", "30", "--absent", "bot", "--lan", "--least", "0", "--offers", "draw,takeback")),
    (ChallengeDraft(days=0, bank=90, rated=False, spectators=False, advice=True, cards="full"), (
        "--bank", "90", "--no-spectators", "--advice", "--set", "full")),
    (by_rules(ChallengeDraft(days=0, rated=False, cast=3), ("fuel:20",), battle_of("savo-island")), (
        "--battle", "savo-island", "--option", "fuel:20", "--cast", "3")),
])
def test_the_form_makes_the_terms_of_the_command(draft: ChallengeDraft, words: tuple[str, ...]) -> None:
    assert draft.checked == by_command("post", "play.example.org", *words)


def test_every_value_of_every_row_makes_terms() -> None:
    """Turned around once, each row is where it was; whatever stands there then, the server is not asked in vain."""
    for draft in (ChallengeDraft(rated=False), ChallengeDraft(rated=False, days=0)):
        for row in draft_rows(draft, ("core", "full")):
            now = draft
            for _value in row.values:
                now = turned(now, row, 1)
                assert now.checked == now.terms
            assert row.value(now) == row.value(draft)


def test_what_does_not_go_with_a_new_value_is_as_usual_again() -> None:
    draft = ChallengeDraft(days=3, ceiling=3, absent="clock")
    rows = {row.field: row for row in draft_rows(draft, ("core",))}
    assert turned(draft, rows["days"], 1).ceiling == 0
    off = draft
    for _step in range(3):
        off = turned(off, rows["days"], -1)
    assert (off.days, off.absent, off.away) == (0, None, "wait")


@pytest.mark.parametrize(("draft", "why"), [
    (ChallengeDraft(cast=2, spectators=False, rated=False), phrase("cast.nobody")),
    (ChallengeDraft(advice=True), NOT_RATED), (ChallengeDraft(absent="bot"), NOT_RATED),
    (by_rules(ChallengeDraft(), ("long-lance",), None), NOT_RATED),
])
def test_what_does_not_go_together_is_refused_as_elsewhere(draft: ChallengeDraft, why: str) -> None:
    with pytest.raises(UserError) as found:
        _terms = draft.checked
    assert str(found.value) == why


def test_a_refused_form_stays_and_says_why(tmp_path: Path) -> None:
    async def scene(hands: ClubHands) -> None:
        await at_row(hands, "right", row=12)
        await hands.reads("[x] both may ask for advice")
        await hands.press("p")
        await hands.reads("A rated game is a whole one by the plain rules")
        await at_row(hands, "right", row=12)
        await hands.reads("[ ] both may ask for advice")
        assert "plain rules" not in read(hands.app)

    at_form(tmp_path, scene)


def test_rules_that_exclude_each_other_are_told_as_elsewhere(tmp_path: Path) -> None:
    async def scene(hands: ClubHands) -> None:
        await at_row(hands, "enter", row=4)
        await hands.reads("[ ] Long Lance")
        await hands.press("end", "space", "up", "space")
        await hands.reads("Head start for the US 5 excludes Head start for Japan 5: that is off now.")
        await hands.press("g")
        await hands.reads("Optional rules: Head start for the US 5")
        await at_row(hands, "enter", row=4)
        await hands.press("space", "escape")  # what was changed there is left
        await hands.reads("Optional rules: Head start for the US 5")

    at_form(tmp_path, scene)


@pytest.mark.parametrize("wrong", ["nowhere.yaml", "cards.yaml", "twice.yaml"])
def test_a_file_without_a_battle_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """The same one as of the command."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.yaml").write_text("- no: battle\n", "utf-8")
    twice = changed(("- helena-boise", "- salt-lake-city-chester"))
    (tmp_path / "twice.yaml").write_text(twice, "utf-8")
    with pytest.raises(UserError) as found:
        by_command("post", "play.example.org", "--battle", wrong)
    sentence = " ".join(sanitize(str(found.value)).split())

    async def scene(hands: ClubHands) -> None:
        await at_row(hands, "enter", row=3)
        await hands.reads("The file with the battle, or its link:")
        await hands.types(wrong)
        await hands.press("enter")
        await hands.reads(sentence[:60])
        assert "Traceback" not in read(hands.app)

    at_form(tmp_path, scene, (120, 40))


def test_a_battle_of_ones_own_is_read_and_stands_in_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = Path(__file__).parents[4].joinpath("cards", "battles", "cape-esperance.yaml").read_text("utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("title: Cape Esperance", "title: My Cape"), "utf-8")

    async def scene(hands: ClubHands) -> None:
        await at_row(hands, "enter", row=3)
        await hands.reads("its link:")
        await hands.types("mine.yaml")
        await hands.press("enter")
        await hands.reads("Battle: My Cape", "from a file or a link: My Cape")
        await at_row(hands, "enter", row=2)
        await hands.reads("( ) a whole game", "(x) My Cape", "( ) Savo Island")
        await hands.press("home", "space", "g")
        await hands.reads("Battle: a whole game", "from a file or a link: My Cape")

    at_form(tmp_path, scene)


def test_rules_that_make_it_even_bring_their_side(tmp_path: Path) -> None:
    async def scene(hands: ClubHands) -> None:
        await at_row(hands, "enter", row=4)
        await hands.reads("[ ] Long Lance")
        await hands.press("e")
        await hands.press("down", "space", "tab", "tab", "tab", "1", "5", "0", "enter")
        await hands.press("g")
        await hands.reads("Your side: Japan", "Optional rules: ")
        assert "Optional rules: none" not in read(hands.app)

    at_form(tmp_path, scene)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
def test_all_of_it_can_be_read_in_both_languages(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    """Also with every optional rule that goes with others, and while something is refused."""
    speak(language)

    async def scene(hands: ClubHands) -> None:
        seen = set[str]()
        for _row in draft_rows(ChallengeDraft(), ("core",)):
            shown = read(hands.app)
            seen |= {line.strip(" │▁▂▃▄▅▆▇█") for line in shown.splitlines()}
            assert " Esc " in shown
            await hands.press(DOWN)
        texts = [row.text(ChallengeDraft()) for row in draft_rows(ChallengeDraft(), ("core",))]
        assert not [text for text in texts if text not in seen]
        await at_row(hands, "enter", row=4)
        await hands.press(*["space", DOWN] * 22, "g")
        await hands.press("p")
        await hands.reads(" Esc ", _(NOT_RATED)[:20])
        assert max(map(cells, read(hands.app).splitlines())) <= size[0]

    at_form(tmp_path, scene, size)
