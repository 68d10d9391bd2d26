"""The line of keys at the foot of every screen: what can be done here and now, in the reader's language."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.screen import Screen
from textual.widgets import Static

from ironbottom.language import _
from ironbottom.wire.cleaning import cells

ALWAYS = ("escape", "question_mark", "q")  # the way back, all keys, and the way out: also in the narrowest window

Key = tuple[str, str, str]  # sign, word, the key that a click presses


class Keys(Static):
    """As many keys as fit, those of what has the focus first; a click on one is the key."""

    def __init__(self) -> None:
        super().__init__(id="keys", markup=False)

    def on_mount(self) -> None:
        self._signal = self.screen.bindings_updated_signal
        self._signal.subscribe(self, self._changed)

    def on_unmount(self) -> None:
        self._signal.unsubscribe(self)

    def _changed(self, screen: Screen[object]) -> None:
        if self.is_attached and screen is self.screen:
            self.call_after_refresh(self.redraw)

    def on_resize(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Draw the line anew."""
        if not self.is_attached:
            return
        found: dict[str, Key] = {}
        for one in self.screen.active_bindings.values():
            its = one.binding
            if its.show and its.description and one.enabled:
                found.setdefault(its.action, (its.key_display or its.key, _(its.description), its.key))
        self.update(key_line([*found.values()], self.size.width))


def key_line(keys: list[Key], width: int) -> Text:
    """Keys as they fit.  Capital letters stand together, behind a word that says how they are typed."""
    last = [one for one in keys if one[2] in ALWAYS]
    room = width - sum([_needed(one) for one in last])
    small, capital = list[Key](), list[Key]()
    for one in keys:
        shifted = is_capital(one[0])
        need = _needed(one) + (cells(with_shift()) + 1 if shifted and not capital else 0)
        if one not in last and need <= room:
            (capital if shifted else small).append(one)
            room -= need
    line = Text(no_wrap=True)
    for one in small:
        _write(line, one)
    if capital:
        line.append(f" {with_shift()}", Style(dim=True))
    for one in [*capital, *last]:
        _write(line, one)
    return line


def is_capital(sign: str) -> bool:
    """Whether a key is a letter with Shift: as a small letter it belongs to the question."""
    return len(sign) == 1 and sign.isascii() and sign.isupper()


def with_shift() -> str:
    """What stands before keys that are capital letters."""
    return _("Shift +")


def spoken(sign: str) -> str:
    """A key as it is told where it stands alone."""
    return _("Shift+{key}").format(key=sign) if is_capital(sign) else sign


def _write(line: Text, one: Key) -> None:
    sign, word, key = one
    click = Style.from_meta({"@click": ("app.simulate_key", (key,))})
    line.append(f" {sign}", Style(bold=True) + click)
    line.append(f" {word} ", click)


def _needed(key: Key) -> int:
    sign, word, _key = key
    return cells(sign) + cells(word) + 3
