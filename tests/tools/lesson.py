"""The tutorial as it is played, made from what people write: the record of its game, and its lessons.

    python -m tests.tools.lesson             is client/web/tutorial/lesson.json what these give?
    python -m tests.tools.lesson --update    write it
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ironbottom.catalog import SETS, card_set, earlier, every_set
from ironbottom.client.tutorial.script import (
    FILE,
    CardTexts,
    FigureText,
    PauseText,
    Script,
    ScriptStep,
    Texts,
    key_of,
)
from ironbottom.record import Entry, Header, RecordedMoment, replay
from ironbottom.sight import view
from ironbottom.strict_yaml import Node, read
from ironbottom.wire.answers import answer, plain
from ironbottom.words import CardId, Side
from tests import ROOT

FOLDER = ROOT / "client" / "tutorial"
LESSONS, RECORD = FOLDER / "lesson.yaml", FOLDER / "game.jsonl"
MADE = ROOT.joinpath("client", *FILE)
UPDATE = "python -m tests.tools.lesson --update"
TEXTS = ("title", "seen", "teaches", "goal", "hint")
LEARNER = Side.JP


def moments() -> list[RecordedMoment]:
    """The game, answer by answer; raises RecordError where it is not played as it is written down."""
    return [*replay(RECORD.read_text("utf-8"), every_set(), unfinished=True)]


def entries() -> Iterator[tuple[Entry, ScriptStep]]:
    """Each answer of the record, and the question that it is to."""
    for moment in moments():
        if isinstance(moment.entry, Entry):
            assert moment.before is not None
            side = Side[moment.entry.side]
            yield (
                moment.entry,
                ScriptStep(int(side), key_of(view(moment.before, side)), plain(answer(moment.entry.answer))),
            )


def written() -> dict[str, Any]:
    """What people have written."""
    return read(LESSONS.name, LESSONS.read_text("utf-8"))


def texts() -> list[str]:
    """Everything that the lessons say, in the order that the page knows (client/web/tutorial/script.js)."""
    found: dict[str, Any] = written()
    lessons = found["lessons"].values()
    figures = [text for lesson in lessons for card in lesson.get("cards", {}).values() for text in card.values()]
    pauses = [pause["says"] for pause in found["pauses"].values()]
    return [*[lesson[name] for lesson in lessons for name in TEXTS], *figures, *pauses, *found["ending"].values()]


def made() -> Script:
    """The script, from record and lessons."""
    header = msgspec.json.decode(RECORD.read_text("utf-8").splitlines()[0], type=Header)
    rows, found = [*entries()], written()
    by_number = {entry.n: step for entry, step in rows}
    lessons = [_lesson(name, lesson, by_number) for name, lesson in found["lessons"].items()]
    steps = tuple([step for _entry, step in rows])
    cards = next(name for name in (*SETS, *earlier()) if card_set(name).fingerprint == header.cards)
    pauses = [PauseText(by_number[int(one["at"])].key, str(one["says"])) for one in found["pauses"].values()]
    ending = tuple(found["ending"].values())
    return Script(header.seed, cards, int(LEARNER), steps, tuple(lessons), tuple(pauses), ending)


def _lesson(name: str, lesson: dict[str, Node], steps: dict[int, ScriptStep]) -> Texts:
    said = {field: str(lesson[field]) for field in (*TEXTS, "rule")}
    cards: dict[str, Any] = lesson.get("cards", {})  # type: ignore[assignment]
    line = int(str(lesson["line"])) if "line" in lesson else None
    pointed = [
        CardTexts(CardId(card), tuple([FigureText(field, str(text)) for field, text in figures.items()]))
        for card, figures in cards.items()
    ]
    return Texts(key=steps[int(str(lesson["at"]))].key, name=name, cards=tuple(pointed), line=line, **said)


def text() -> str:
    """The file as it is to be."""
    return msgspec.json.format(msgspec.json.encode(made()), indent=1).decode() + "\n"


def main(argv: Sequence[str]) -> int:
    """1 if the file is not what record and lessons give."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.lesson")
    parser.add_argument("--update", action="store_true", help="write the file anew")
    if parser.parse_args(argv).update:
        MADE.parent.mkdir(exist_ok=True)
        MADE.write_text(text(), encoding="utf-8")
    if not MADE.exists() or MADE.read_text("utf-8") != text():
        print(f"{MADE.relative_to(ROOT).as_posix()} is not what the lessons give; run: {UPDATE}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
