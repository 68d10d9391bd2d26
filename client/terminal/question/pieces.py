"""What the panel of the question is made of: cells of one style, and all that is drawn of a question."""

from __future__ import annotations

from typing import NamedTuple

from ...text.naming import Naming
from ..answer.cursor import Stop
from ..answer.offered import Offer
from ..answer.staged import Staged
from ..drawing.signs import FINE, Signs


class StyledText(NamedTuple):
    """Some cells of one style; a click on them means the stop."""

    text: str
    style: str = ""  # of themes.style; "cursor" and "bold" besides
    stop: Stop | None = None


Line = tuple[StyledText, ...]


class ShownQuestion(NamedTuple):
    """All that the panel draws of a question."""

    staged: Staged
    naming: Naming
    cursor: Stop
    pointed: bool = False  # an arrow or a number led to the cursor, and nothing was done since
    ending: bool = False  # the key that ends the segment was pressed once
    wrong: str = ""  # what was typed, and is no row
    refused: str = ""  # what the server said of the last answer
    note: str = ""  # about the connection
    signs: Signs = FINE
    again: bool = False  # the key was pressed that says for how long the same is not asked again
    held: tuple[str, ...] = ()  # what is not asked again now
    open: str = ""  # what the end of the segment would leave open

    @property
    def offer(self) -> Offer:
        return self.staged.offer
