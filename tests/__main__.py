"""Every check of the project, in order: `python -m tests`, or only those named, as in `python -m tests types imports`.

All of them run even when one fails, and the end sums them up; pytest's closing line is kept for the very end.
`python -m tests night` runs the tests alone, at their full length (tests/support/lengths.py).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from time import monotonic

from tests import ROOT
from tests.client.terminal.real import tmux
from tests.client.web.support import axe, page_tools
from tests.server.support import another_user
from tests.support import chromium, links

COVERAGE = ROOT / "build" / "coverage.json"

WORKERS = (os.cpu_count() or 1) + 2  # many tests wait for a program that they have started
LEAST_LINES, LEAST_BRANCHES = 97.0, 95.0

left_out: list[str] = []  # tests that cannot run on this machine, and why
closing: list[str] = []  # pytest's closing line, held back until everything else is said


def run(*argv: str, cwd: Path = ROOT) -> int:
    """Run a tool of this environment, its output shown as it comes; return its exit code."""
    return subprocess.run(argv, cwd=cwd, stdin=subprocess.DEVNULL, check=False).returncode


def style() -> str:
    """Run ruff; return what failed."""
    return "ruff found something" if run(sys.executable, "-m", "ruff", "check") else ""


@cache
def typing() -> subprocess.Popen[str]:
    """Begin with mypy, which has one thread only, while other checks run."""
    argv = [sys.executable, "-m", "mypy"]
    return subprocess.Popen(argv, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)


def types() -> str:
    """Run mypy, strictly, on the engine, the cards, the client and the tests; return what failed."""
    said, _ = typing().communicate()
    if why := links.missing():
        return why
    print(said, end="")
    return "mypy found something" if typing().returncode else ""


def imports() -> str:
    """Check the floors and the other import contracts; return what failed."""
    if why := links.missing():
        return why
    tool = Path(sys.executable).with_name("lint-imports")
    code = run(str(tool), "--no-cache", "--config", str(ROOT / "pyproject.toml"))
    return "a contract is broken" if code else ""


@cache
def fetching() -> Future[dict[str, str]]:
    """Get what the tests need besides Python, while other checks run: what is missing of it, and why."""
    fetches = {"chromium": chromium.missing, "axe": axe.missing, "tmux": tmux.missing}
    return ThreadPoolExecutor(max_workers=1).submit(lambda: {name: fetch() for name, fetch in fetches.items()})


@cache
def page_checks() -> Future[tuple[str, list[str]]]:
    """Get what checks the page, and check it, while other checks run: why it could not be done, and what was found."""

    def checked() -> tuple[str, list[str]]:
        if why := page_tools.missing():
            return why, []
        return "", [text for argv in page_tools.CHECKS if (text := page_tools.found(*argv))]

    return ThreadPoolExecutor(max_workers=1).submit(checked)


@cache
def compiling() -> subprocess.Popen[bytes] | None:
    """In a fresh checkout let one process compile what all of pytest's workers would compile at the same time."""
    if [*(ROOT / "tests" / "__pycache__").glob("conftest.*pytest*")]:
        return None
    argv = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "--no-cov"]
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(argv, cwd=ROOT, stdin=nowhere, stdout=nowhere, stderr=nowhere)


def browser() -> str:
    """Get what the tests of the page need; return what is missing, where that is a failure."""
    lacking = [why for name in ("chromium", "axe") if (why := fetching().result()[name])]
    if lacking and chromium.needed():
        return "; ".join(lacking)
    print("\n".join([f"WITHOUT: {why}" for why in lacking]) or "Chromium and axe-core are here.")
    return ""


def page() -> str:
    """Check the page's JavaScript, its style and its types; return what failed."""
    why, said = page_checks().result()
    if why:
        print(f"WITHOUT: {why}")
        return why if chromium.needed() else ""
    print("\n".join(said) or "Nothing found.")
    return "something was found in the page" if said else ""


def terminal() -> str:
    """Get what the tests in a real terminal need; return what is missing, where that is a failure."""
    why = fetching().result()["tmux"]
    if why and tmux.needed():
        return why
    print(f"WITHOUT: {why}" if why else "tmux is here.")
    return ""


def without() -> list[str]:
    """Which tests cannot run on this machine; pytest is told, and so are people."""
    missing = fetching().result()
    lacking = [
        (missing["chromium"], "tests/client/web"),
        (missing["axe"], "tests/client/web/test_axe.py"),
        (missing["axe"], "tests/client/web/test_tutorial.py::test_axe_finds_nothing"),
        (missing["tmux"], "tests/client/terminal/real"),
        ("" if shutil.which("node") else "there is no node", "tests/proof/independent"),
    ]
    left_out.extend([f"{tests}: {why}" for why, tests in lacking if why])
    if why := another_user.missing():  # these say so themselves, and are skipped
        left_out.append(f"tests/server/store/test_private.py::test_another_user_...: {why}")
    return [f"--deselect={tests}" for why, tests in lacking if why]


def behaviour() -> str:
    """Run pytest, measuring coverage; return what failed."""
    if (first := compiling()) is not None:
        first.wait()
    COVERAGE.parent.mkdir(exist_ok=True)
    COVERAGE.unlink(missing_ok=True)
    spread = ["-n", str(WORKERS), "--dist", "worksteal"]  # whole games take long: who is done helps the others
    again = ["--max-suite-reruns=4", "--rerun-show-tracebacks", "--durations=60"]  # more is no accident
    argv = [sys.executable, "-m", "pytest", *spread, *again, "--cov", f"--cov-report=json:{COVERAGE}", *without()]
    with subprocess.Popen(
        [*argv, "--cov-report=term:skip-covered"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        held = ""
        for line in process.stdout:
            print(held, end="", flush=True)
            held = line
    closing.append(held.rstrip())
    return f"pytest ended with {process.returncode}" if process.returncode else ""


def coverage() -> str:
    """Hold the coverage of ironbottom/ that pytest measured against the least we accept; return what failed."""
    if not COVERAGE.exists():
        return "nothing was measured"
    totals = json.loads(COVERAGE.read_text(encoding="utf-8"))["totals"]
    lines = share(totals["covered_lines"], totals["num_statements"])
    branches = share(totals["covered_branches"], totals["num_branches"])
    print(f"lines    {lines:6.2f} %  (at least {LEAST_LINES:g} %)")
    print(f"branches {branches:6.2f} %  (at least {LEAST_BRANCHES:g} %)")
    return "" if lines >= LEAST_LINES and branches >= LEAST_BRANCHES else "too little of ironbottom/ is covered"


def night() -> int:
    """Run every test at the length of a night, and install the package; return the worse exit code."""
    os.environ["IRONBOTTOM_NIGHT"] = "1"
    spread = ["-n", str(os.cpu_count() or 1), "--dist", "worksteal", "--timeout=0"]
    tested = run(sys.executable, "-m", "pytest", *spread, "--rerun-show-tracebacks", "--durations=60", *without())
    for line in left_out:
        print(f"SKIPPED tests that cannot run here: {line}")
    return max(tested, run(sys.executable, "-m", "tests.tools.installed"))


def share(part: int, whole: int) -> float:
    """Return a percentage; nothing of nothing is everything."""
    return 100 * part / whole if whole else 100.0


CHECKS: dict[str, tuple[str, Callable[[], str]]] = {
    "style": ("ruff check", style),
    "imports": ("lint-imports", imports),
    "browser": ("Chromium, and axe-core by npm, for the tests of the page", browser),
    "terminal": ("tmux, for the tests in a real terminal", terminal),
    "behaviour": ("pytest", behaviour),
    "types": ("mypy --strict", types),
    "page": ("ESLint, and tsc over the page's JSDoc types", page),
    "coverage": ("coverage of ironbottom/", coverage),
}


def main(asked: list[str]) -> int:
    """Run the checks that are asked for, or all; return 0 if all passed, 1 if not, 2 for a name that is no check."""
    if asked == ["night"]:
        return night()
    if unknown := [name for name in asked if name not in CHECKS]:
        print(f"no such check: {', '.join(unknown)}; there are {', '.join(CHECKS)}", file=sys.stderr)
        return 2
    results = []
    if not asked:
        fetching()
        page_checks()
        typing()
        compiling()
    for name, (title, check) in CHECKS.items():
        if asked and name not in asked:
            continue
        print(f"\n== {name}: {title}", flush=True)
        begun = monotonic()
        results.append((name, check(), monotonic() - begun))
    print("\n== summary")
    for name, failure, seconds in results:
        print(f"{'FAILED' if failure else 'passed'}  {name:<10} {seconds:6.1f} s  {failure}".rstrip())
    for line in left_out:
        print(f"SKIPPED tests that cannot run here: {line}")
    for line in closing:
        print(line)
    return 1 if any(failure for _, failure, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
