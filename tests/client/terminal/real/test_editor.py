"""The editor of battles in a terminal of 80x24: changed by keys, saved, shared by a link, and played from that link."""

from __future__ import annotations

from pathlib import Path

from ironbottom.battle_link import battle_in
from tests.client.support.terminal import ran
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.real.picture import open_boxes, too_wide
from tests.client.terminal.real.player import offered
from tests.client.terminal.real.terminal import flat

TITLE = "The Test"


def test_a_battle_is_changed_saved_and_shared(opens: Opens, tmp_path: Path) -> None:
    editor = opens("battles", "edit", "cape-esperance", "--out", str(tmp_path / "test.yaml"))
    first = editor.wait("Turns: 3")
    assert all(f"{key} {what}" in first for key, what in (("s", "save"), ("l", "link"), ("q", "leave")))
    editor.press("Enter")
    editor.wait("What is the battle called?")
    editor.calm()
    editor.press("C-u")
    editor.calm()
    editor.type(TITLE)
    editor.wait(TITLE)
    editor.press("Enter")
    editor.until(lambda screen: f"{TITLE} *" in screen, "the other title")
    editor.press("Down", "+")
    shown = editor.wait("Turns: 4")
    assert not too_wide(shown, 80)
    assert not open_boxes(shown)
    editor.press("s")
    editor.until(lambda screen: "Saved." in flat(screen), "that it is saved")
    editor.press("l")
    editor.until(lambda screen: "The link is copied" in flat(screen), "that the link is copied")
    editor.press("q")
    editor.until(lambda _screen: editor.ended == 0, "the end of the program, without a fault")
    assert "A friend opens it while `ironbottom play --web` runs on his computer" in flat(editor.screen())
    code, link = ran(editor.home, "battles", "link", str(tmp_path / "test.yaml"))
    battle = battle_in(link.strip())
    assert (battle.english.title, battle.turns) == (TITLE, 4)
    code, said = ran(editor.home, "battles", "show", link.strip())
    assert (code, TITLE in said) == (0, True)
    game = opens("play", "--battle", link.strip(), "--bot", "random", "--side", "us")
    game.until(offered, "its first question")
    game.press("A")
    game.until(lambda screen: f"Battle: {TITLE}" in flat(screen), "what is played")
