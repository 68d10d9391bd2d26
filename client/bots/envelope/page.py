"""The sheet to print: every row of the tables, how they are counted, and how to play by them with cards on a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from ironbottom.language import Reader, _
from ironbottom.phrases import side_name
from ironbottom.words import Side

from ...text.situation import AT_ONCE, level_rows
from .counting import FACTS, KINDS
from .sheet import KIND_HELP, PARTS, TITLES, WHEN, sheet
from .tables import PrintedTable
from .telling import faces, ordered, when

STYLE = """
@page { size: A4; margin: 10mm }
* { box-sizing: border-box }
body { font: 8pt/1.22 "Noto Sans", "Noto Sans CJK JP", "Hiragino Sans", sans-serif; color: #000; background: #fff;
  margin: 0 auto; max-width: 190mm }
h1 { font-size: 15pt; margin: 0 0 1mm }
h2 { font-size: 11pt; margin: 2mm 0 1mm; border-bottom: 1pt solid #000; break-after: avoid }
h3 { font-size: 8.4pt; margin: 0; break-after: avoid }
p, ol, dl { margin: 0 0 1.5mm }
ol { padding-left: 5mm }
.tables { columns: 2; column-gap: 6mm }
section { break-inside: avoid; margin-bottom: 1.4mm }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
td, th { border: .4pt solid #000; padding: .2mm 1mm; text-align: left; vertical-align: top }
.n { width: 5mm } .r { width: 9mm } .o { width: 38% }
.levels { width: auto; table-layout: auto }
dl { columns: 2; column-gap: 6mm }
dt { font-weight: bold; break-after: avoid }
dd { margin: 0 0 .8mm 3mm }
"""


def page(side: Side) -> str:
    """The whole page as HTML, in the reader's language; it needs nothing else."""
    title = _("The admiral in the envelope: {side}").format(side=side_name(side))
    body = "".join([
        f"<h1>{escape(title)}</h1>", *_paragraphs(introduction(side)),
        *_heading(_("How to play")), "<ol>", *[f"<li>{escape(step)}</li>" for step in steps()], "</ol>",
        *_parts(),
        *_heading(_("How it is counted")), *_counted(),
        *_heading(_("Levels of victory")), *_levels(),
    ])
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="{Reader.language[:2]}"><head>{head}</head><body>{body}</body></html>\n'


def introduction(side: Side) -> Iterator[str]:
    text = _("You play {enemy}; {side} is run by these tables, a die and you. The admiral knows what lies open to his "
             "side and what he holds himself; you may look at his cards to carry out his orders, and forget them.")
    yield text.format(enemy=side_name(side.enemy), side=side_name(side))


def steps() -> Iterator[str]:
    """How to play by the tables."""
    yield _("Play by the rules. Whenever the admiral must decide, find the table with the number of that window (§20), "
            "and read it from its first row on: the first row that fits is carried out.")
    yield _("A row fits when the roll of the turn is among its faces, and everything that it says holds. Where it says "
            "nothing, it always fits. Values are counted as they are now, after damage and pairing; “-” and 0 count 0.")
    yield _("When his turn begins, roll one die and lay it beside the tables: it is the roll of this turn. After his "
            "draw read the Intention table with it, and lay its word beside the die: both hold until the turn ends.")
    yield _("When your turn begins, roll one die: it is his alertness, the roll of your turn. He has no intention "
            "then. "
            "One more die is rolled for the set-up.")
    yield _("Where a table is about things (ships, airplanes, targets, cards, lines), read it for each of them: the "
            "thing in the highest row comes first. Of things in the same row the one with more VP, then with more "
            "airplanes comes first; of equals the one that lies leftmost.")
    yield _("Targets: whenever a target has got its bombers, read the table again for the others with the airplanes "
            "that are left. The strongest airplanes fly, each with the better of Bomb and Torp, until what they count "
            "is enough. Airplanes over a target that is gone join the attack on the first one.")
    yield _("Fighters go to the struck line near which most enemy airplanes stand. Those that rise are the strongest; "
            "each fires at an enemy at which nobody fires yet, where there is one, the highest row first.")
    yield _("At sea the strongest ships are told first. Each fires at the highest row, until as many dice are aimed at "
            "a target as it has HP left. Everything that may bombard does so in the order of its Land.")
    yield _("An event is played in its window as soon as its row says so, before the answer, at what it helps "
            "most: the "
            "line with most to be found or most enemy airplanes, the ship with most guns or VP, the most damaged base.")


def _paragraphs(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield f"<p>{escape(text)}</p>"


def _heading(text: str) -> Iterator[str]:
    yield f"<h2>{escape(text)}</h2>"


def _parts() -> Iterator[str]:
    """The tables, by parts of the turn."""
    tables = sheet()
    for part, names in PARTS.items():
        yield from _heading(_(part))
        yield '<div class="tables">'
        for name in names:
            yield from _table(tables[name])
        yield "</div>"


def _table(table: PrintedTable) -> Iterator[str]:
    """A table; one whose rows all give the same order only ranks things, and says the order once."""
    orders = {ordered(table.name, row) for row in table.rows}
    ranks = len(orders) == 1 and len(table.rows) > 1
    rolled = any(faces(row) for row in table.rows)
    heads = ["", *([_("roll")] if rolled else []), _("when"), *([] if ranks else [_("order")])]
    title = f"{escape(_(TITLES[table.name]))} <small>{escape(_(WHEN[table.name]))}</small>"
    yield f'<section id="{table.name}"><h3>{title}</h3>'
    yield from _paragraphs(orders) if ranks else ()
    yield "<table><tr>" + "".join([f"<th{_class(head)}>{escape(head)}</th>" for head in heads]) + "</tr>"
    for row in table.rows:
        said = [faces(row)] if rolled else []
        order = [] if ranks else [ordered(table.name, row)]
        cells = [str(row.number), *said, "; ".join(when(row)) or _("otherwise"), *order]
        yield "<tr>" + "".join([f"<td>{escape(cell)}</td>" for cell in cells]) + "</tr>"
    yield "</table></section>"


def _class(head: str) -> str:
    """How wide a column is, by its head."""
    return {"": ' class="n"', _("roll"): ' class="r"', _("order"): ' class="o"'}.get(head, "")


def _counted() -> Iterator[str]:
    """What the facts and kinds are that the tables use, where their words do not say it."""
    tables = sheet().values()
    facts = {bound.fact for table in tables for row in table.rows for bound in row.bounds}
    kinds = {kind for table in tables for row in table.rows for kind in row.kinds}
    yield "<dl>"
    for name, help_ in KIND_HELP.items():
        if name in kinds:
            yield f"<dt>{escape(_(KINDS[name].words))}</dt><dd>{escape(_(help_))}</dd>"
    for name, fact in FACTS.items():
        if name in facts and fact.how:
            yield f"<dt>{escape(_(fact.words))}</dt><dd>{escape(_(fact.how))}</dd>"
    yield "</dl>"


def _levels() -> Iterator[str]:
    yield '<table class="levels">'
    for name, said in level_rows():
        yield f"<tr><th>{escape(name)}</th><td>{escape(said)}</td></tr>"
    yield f"</table><p>{escape(_(AT_ONCE))}</p>"

