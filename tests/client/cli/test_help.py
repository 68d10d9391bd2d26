"""The list of commands: it says what each says of itself, and loads none of them."""

from __future__ import annotations

import json
import subprocess
import sys

from ironbottom.client.__main__ import COMMANDS, parser

LIGHT = """
import json, sys
from ironbottom.client.__main__ import main
try:
    main(["--help"])
except SystemExit:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""


def test_the_list_is_the_one_of_all_commands() -> None:
    assert parser(["--help"]).format_help() == parser().format_help()


def test_to_list_the_commands_loads_none_of_them() -> None:
    """Nor what is heavy: a list is there at once."""
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stderr)
    heavy = ("asyncio", "importlib.metadata", "rich", "textual", "twisted", "yaml")
    assert [name for name in heavy if name in loaded] == []
    assert [name for name in COMMANDS if f"ironbottom.client.cli.commands.{name}" in loaded] == []
    assert "tutorial" in done.stdout


def test_a_command_that_is_named_is_the_only_one_that_is_loaded() -> None:
    code = "import sys; from ironbottom.client.__main__ import parser; parser(['odds']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert [name for name in COMMANDS if f"ironbottom.client.cli.commands.{name}" in loaded] == ["odds"]
