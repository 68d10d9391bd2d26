"""`ironbottom options`: the optional rules that two players may agree upon."""

from __future__ import annotations

import argparse
from typing import Any

from ironbottom.language import N_, _
from ironbottom.options import OPTIONAL_RULES, OptionalRule
from ironbottom.vocabulary import TABLES, word

from ...console.output import columns, say, say_json
from ...text.card_text import wrapped
from ...text.rules.table_rules import worth
from . import ABOUT

INDENT = "    "
WIDEST = 100  # columns of a text that is to be read

EXAMPLES = N_("""\
examples:
  ironbottom options
  ironbottom options --json > options.json
  ironbottom play --option long-lance --option fuel:24
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    about = _(ABOUT["options"])
    raw = argparse.RawDescriptionHelpFormatter
    command = parsers.add_parser("options", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw)
    command.add_argument("--json", action="store_true", help=_("print them as JSON"))
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print them."""
    if args.json:
        say_json([as_json(rule) for rule in OPTIONAL_RULES])
    else:
        say([line for rule in OPTIONAL_RULES for line in (*listed(rule), "")][:-1])
    return 0


def listed(rule: OptionalRule) -> list[str]:
    """A rule as it is read: name, word, what it says, whom it helps, what goes with it."""
    edge = min(columns() or WIDEST, WIDEST) - len(INDENT)
    head = _("{word}: {name} (§{rule})").format(word=rule.word, name=_(TABLES[rule.word]["name"]), rule=rule.rule)
    text = _(TABLES[rule.word]["text"]).format(n=rule.usual)
    return [head, *[INDENT + line for part in (text, *_notes(rule)) for line in wrapped(part, edge)]]


def _notes(rule: OptionalRule) -> list[str]:
    notes = [word("helps", rule.helps)]
    if rule.most:
        notes.append(_("a figure from {least} to {most}, {usual} where none is given").format(
            least=rule.least, most=rule.most, usual=rule.usual
        ))
    if rule.excludes:
        notes.append(_("not together with {words}").format(words=", ".join(rule.excludes)))
    return [*notes, *filter(None, [worth(rule.word)])]


def as_json(rule: OptionalRule) -> dict[str, Any]:
    """The same for programs; the texts are in the reader's language."""
    figure = {"least": rule.least, "most": rule.most, "usual": rule.usual} if rule.most else None
    said = TABLES[rule.word]
    measured = said.get("worth")
    return {
        "word": rule.word, "rule": rule.rule, "name": _(said["name"]), "text": _(said["text"]),
        "helps": rule.helps, "figure": figure, "excludes": list(rule.excludes),
        "worth": None if measured is None else {"us": measured[0], "error": measured[1]},
    }
