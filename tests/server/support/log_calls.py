"""Every line that the server's code can log, found in its source: what it says, and which facts go with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from ironbottom.server.runtime.logs import FACTS, FIELD
from tests import ROOT

SERVER = ROOT / "server"
LEVELS = ("debug", "info", "warn", "error", "critical", "failure")
FAULT = "failure"  # what Twisted takes a fault by


class LogCall(NamedTuple):
    """One call that logs."""

    where: str
    template: str | None  # None: it is no plain text
    facts: tuple[str, ...]
    texts: tuple[str, ...]  # of these facts those that a text was made of with str(), repr() or an f-string


def calls() -> list[LogCall]:
    """All of them in the server's folder."""
    files = [path for path in sorted(SERVER.rglob("*.py")) if path.name != "logs.py"]  # which logs nothing itself
    return [call for path in files for call in found(path.name, path.read_text("utf-8"))]


def found(name: str, source: str) -> Iterator[LogCall]:
    """All of them in one module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and _logs(node.func):
            first = node.args[0] if node.args else None
            template = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
            facts = tuple([str(word.arg) for word in node.keywords])
            texts = tuple([str(word.arg) for word in node.keywords if _is_text(word.value)])
            yield LogCall(f"{name}:{node.lineno}", template, facts, texts)


def faults(call: LogCall) -> list[str]:
    """What is wrong with it."""
    if call.template is None:
        return [f"{call.where}: what happened is no plain text"]
    fields = FIELD.findall(call.template)
    return [
        *[f"{call.where}: {{{field}}} is filled with nothing" for field in fields if field not in call.facts],
        *[f"{call.where}: {fact} is no fact" for fact in call.facts if fact not in (*FACTS, FAULT)],
        *[f"{call.where}: error is a text" for fact in call.texts if fact == "error"],
    ]


def _logs(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        whose = function.value
        return function.attr in LEVELS and isinstance(whose, ast.Name) and whose.id in ("log", "logger")
    return isinstance(function, ast.Name) and function.id == "note"


def _is_text(value: ast.expr) -> bool:
    made = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("str", "repr")
    return made or isinstance(value, ast.JoinedStr)
