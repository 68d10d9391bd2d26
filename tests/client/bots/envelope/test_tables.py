"""The file of tables is read strictly, and whatever is wrong with it is told in one sentence."""

from __future__ import annotations

import re

import pytest

from ironbottom.client.bots.envelope.sheet import ORDERS, PARTS, TITLES, WHEN, sheet, words
from ironbottom.client.bots.envelope.tables import FactBound, TableFault, printed_text, read

GOOD = 'rows = [ { do = "keep" } ]'
WRONG = [  # what stands in the file, what is put there, and what is said of it
    ("[fleet]", "[flete]", "the table fleet is missing"),
    ("[fleet]", f"[more]\n{GOOD}\n[fleet]", "the table 'more' is not known"),
    ("[fleet]", "[fleet", "the file is not TOML"),
    ('[fleet]\nrows = [', '[fleet]\ncolumns = 2\nrows = [',
     "the field of table fleet 'columns' is not known; allowed are rows"),
    ('{ do = "redraw"', '{ doo = "redraw"', "table fleet, row 1: the field 'doo' is not known"),
    ('{ do = "redraw"', '{ do = "wait"', "table fleet, row 1: do 'wait' is not known; allowed are keep, redraw"),
    ('front-bases = "= 0"', 'front-base = "= 0"', "table fleet, row 1: the fact 'front-base' is not known"),
    ('front-bases = "= 0"', 'front-bases = "0"',
     'table fleet, row 1: front-bases is \'0\'; write ">= 1", "<= 1" or "= 1"'),
    ('front-bases = "= 0"', "front-bases = 0", "table fleet, row 1: front-bases is 0"),
    ('do = "wait", roll = "1"', 'do = "wait", roll = "0-7"', "a die has the faces 1 to 6"),
    ('do = "wait", roll = "1"', 'do = "wait", roll = "4-2"', "the lower one first"),
    ('do = "wait", roll = "1"', 'do = "wait", roll = 1', 'roll is 1; write "3" or "3-6"'),
    ('kinds = ["carrier"], when = { anti-sub', 'kinds = ["boat"], when = { anti-sub', "the kind 'boat' is not known"),
    ('intention = ["wait", "mass"]', 'intention = ["sleep"]', "the intention 'sleep' is not known"),
    ('intention = ["wait", "mass"]', 'intention = "wait"', 'write intention = ["word"]'),
    ("n = 12", "n = -1", "n is -1; it must be a whole number from 0"),
    ("n = 12", "n = true", "n is True; it must be a whole number from 0"),
    ('[fleet]\nrows = [', '[fleet]\nrows = 3\nold = [', "the table fleet has no rows"),
    ('    { do = "keep" },\n]\n\n[pairs]', "]\n\n[pairs]", "the last row of table fleet does not always fit"),
]  # fmt: skip


def test_the_sheet_is_read_and_every_word_of_it_is_used() -> None:
    tables = sheet()
    assert {*tables} == {*ORDERS} == {*TITLES} == {*WHEN} == {name for names in PARTS.values() for name in names}
    for table in tables.values():
        assert [row.number for row in table.rows] == [*range(1, len(table.rows) + 1)]
        assert {row.do for row in table.rows} <= {*ORDERS[table.name]}


@pytest.mark.parametrize(("there", "put", "said"), WRONG)
def test_a_fault_is_told_in_one_sentence(there: str, put: str, said: str) -> None:
    text = printed_text()
    assert there in text
    with pytest.raises(TableFault) as fault:
        read(text.replace(there, put, 1), words())
    assert said in str(fault.value)
    assert "\n" not in re.sub(r"\(at line.*\)", "", str(fault.value))


@pytest.mark.parametrize(("sign", "fits"), [(">=", (2, 3)), ("<=", (1, 2)), ("=", (2,))])
def test_bounds(sign: str, fits: tuple[int, ...]) -> None:
    assert tuple([value for value in (1, 2, 3) if FactBound("turn", sign, 2).holds(value)]) == fits


def test_few_enough_for_paper() -> None:
    """Some four pages: a person has to find his way."""
    assert sum([len(table.rows) for table in sheet().values()]) <= 150
    assert all(len(table.rows) <= 10 for table in sheet().values())


def test_dice_matter() -> None:
    """Not everything follows from what lies on the table."""
    rolled = [name for name, table in sheet().items() if any(row.roll != (1, 6) for row in table.rows)]
    assert len(rolled) >= 6
    assert "intention" in rolled
