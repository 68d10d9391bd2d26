"""Measures how even the battles of the project are, and writes it where `ironbottom battles list` reads it.

    python -m tests.tools.battle_balance --games 1000 --jobs 2 [NAME ...]

Each game is one of `ironbottom arena --balance --battle NAME --games N --seed battles`.  What comes of it stands in
cards/battles/measured.toml, and as a table in cards/battles/README.md.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from hashlib import sha256

from msgspec import Struct, convert, json, to_builtins

from ironbottom.battle import Battle
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.catalog import card_set
from ironbottom.client.launch.arena.balance.figures import BalanceFigures, figures
from ironbottom.client.launch.arena.balance.games import BalancePlan, play_all
from ironbottom.client.storage.card_sets import MEASURED, MeasuredBattle
from ironbottom.variant import figures as figures_of
from ironbottom.variant import varied
from ironbottom.words import Side
from tests import ROOT

FOLDER = ROOT / "cards" / "battles"
BOT, SEED = "mate", "battles"
HEAD = "# How even the battles are, by `python -m tests.tools.battle_balance`; README.md beside tells how.\n"
BEGIN, END = "<!-- measured -->\n", "<!-- end -->\n"
COLUMNS = ("battle", "games", "US wins", "answers", "VP of the US", "VP of Japan")


def measure(name: str, games: int, jobs: int, seed: str = SEED) -> MeasuredBattle:
    """One battle, a bot against itself."""
    battle = read_battle(battle_text(name), name)
    plan = BalancePlan(BOT, seed, varied(card_set(battle.set), (), battle), battle.first.name.lower())
    return row(mark_of(battle), figures(list(play_all(plan, games, jobs)), plan.cards))


def mark_of(battle: Battle) -> str:
    """What is written of a battle that its games hang on: measured anew where that changes, and not for its prose."""
    return sha256(json.encode(figures_of(battle), order="deterministic")).hexdigest()[:16]


def row(mark: str, found: BalanceFigures) -> MeasuredBattle:
    us, points = found.us, found.points
    return MeasuredBattle(
        battle=mark, bot=BOT, games=found.games, us=round(us.rate, 3), low=round(us.low, 3), high=round(us.high, 3),
        answers=round(found.decisions.mean, 1), us_points=round(points[Side.US].mean, 1),
        jp_points=round(points[Side.JP].mean, 1),
    )


def kept() -> dict[str, MeasuredBattle]:
    file = FOLDER / MEASURED
    return convert(tomllib.loads(file.read_text("utf-8")), dict[str, MeasuredBattle]) if file.exists() else {}


def written(rows: dict[str, MeasuredBattle]) -> str:
    """The file, a table for each battle."""
    parts = [HEAD]
    for name, one in rows.items():
        parts.append(f"\n[{name}]\n" + "".join([f"{field} = {value!r}\n" for field, value in _fields(one)]))
    return "".join(parts).replace("'", '"')


def _fields(one: Struct) -> list[tuple[str, object]]:
    return list(to_builtins(one).items())


def in_markdown(rows: dict[str, MeasuredBattle]) -> str:
    """The table for people."""
    lines = [f"| {' | '.join(COLUMNS)} |", f"| {' | '.join(['---'] * len(COLUMNS))} |"]
    for name, one in rows.items():
        share = f"{100 * one.us:.1f} % ({100 * one.low:.1f}–{100 * one.high:.1f})"
        cells = [name, f"{one.games:,}", share, f"{one.answers:.0f}", f"{one.us_points:.1f}", f"{one.jp_points:.1f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def in_order(rows: dict[str, MeasuredBattle]) -> dict[str, MeasuredBattle]:
    return {name: rows[name] for name in battle_names() if name in rows}


def with_table(text: str, rows: dict[str, MeasuredBattle]) -> str:
    """README.md with the table as it is now."""
    before, _begin, rest = text.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    return f"{before}{BEGIN}{in_markdown(rows)}{END}{after}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    rows, readme = kept(), FOLDER / "README.md"
    for name in args.names or battle_names():
        rows[name] = measure(name, args.games, args.jobs)
        print(in_markdown({name: rows[name]}).splitlines()[-1], flush=True)
        (FOLDER / MEASURED).write_text(written(in_order(rows)), "utf-8")
        readme.write_text(with_table(readme.read_text("utf-8"), in_order(rows)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
