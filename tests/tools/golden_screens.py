"""The golden screens of the terminal that changed, old and new side by side, as a page for whoever reviews them:

    python -m tests.tools.golden_screens [REVISION]

Old is what REVISION has (the last commit, if none is named), new what lies in the checkout.  A row that differs is
marked by colour and by a sign.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from html import escape
from itertools import zip_longest
from pathlib import Path

from tests import ROOT

SCREENS = ("tests/client/terminal", "tests/client/plain")
OUTPUT = Path("build") / "golden_screens.html"
NONE = "(none)"
HEAD = """<!doctype html>
<meta charset="utf-8">
<title>Golden screens</title>
<style>
pre { font: 13px/1.2 "DejaVu Sans Mono", monospace; margin: 0; }
td { vertical-align: top; border: 1px solid #999; padding: .5em; }
ins, del { background: #fe9; color: #000; text-decoration: none; }
</style>
"""


def git(root: Path, *words: str) -> str | None:
    """What git says; None where it has no such thing."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)
    return done.stdout.decode("utf-8") if done.returncode == 0 else None


def changed(root: Path, revision: str) -> list[str]:
    """The golden screens that are not as they were, and those that are new."""
    listed = git(root, "diff", "--name-only", "-z", revision, "--", *SCREENS)
    if listed is None:
        raise SystemExit(f"git knows no revision {revision!r}")
    fresh = git(root, "ls-files", "--others", "--exclude-standard", "-z", "--", *SCREENS) or ""
    return sorted({name for name in (listed + fresh).split("\0") if name.endswith(".txt")})


def rows(old: list[str], new: list[str]) -> Iterator[tuple[str, str, str]]:
    """Row beside row: a sign, old and new; what was put in or taken out leaves the other side empty."""
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for left, right in zip_longest(old[a:b], new[c:d], fillvalue=""):
            yield ("  " if kind == "equal" else "* "), left, right


def beside(name: str, old: str | None, new: str | None) -> str:
    """One screen, before and after."""
    found = [*rows((old or NONE).splitlines(), (new or NONE).splitlines())]
    columns = []
    for tag, side in (("del", 1), ("ins", 2)):
        lines = [f"<{tag}>{row[0]}{escape(row[side])}</{tag}>" if row[0].strip() else row[0] + escape(row[side])
                 for row in found]
        columns.append("<td><pre>" + "\n".join(lines) + "</pre></td>")
    return f"<h2>{escape(name)}</h2>\n<table><tr><th>old<th>new</tr><tr>{''.join(columns)}</tr></table>\n"


def main(words: list[str], root: Path = ROOT) -> int:
    """Write the page; 1 if more than a revision is named."""
    if len(words) > 1:
        print("usage: python -m tests.tools.golden_screens [REVISION]", file=sys.stderr)
        return 1
    revision = words[0] if words else "HEAD"
    names = changed(root, revision)
    parts = [HEAD]
    for name in names:
        new = (root / name).read_text("utf-8") if (root / name).exists() else None
        parts.append(beside(name, git(root, "show", f"{revision}:{name}"), new))
    (root / OUTPUT).parent.mkdir(exist_ok=True)
    (root / OUTPUT).write_text("".join(parts), encoding="utf-8")
    print(f"{len(names)} of them are not as they were: {OUTPUT}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
