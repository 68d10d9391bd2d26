"""What is done once a screen has got its new size."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen


def after_layout(screen: Screen[None], act: Callable[[], object]) -> None:
    """Do it after the next layout, unless the screen is being taken away by then: its parts may be gone already."""

    def if_still_here() -> None:
        if screen.display:  # Textual: never true of what is being removed
            act()

    screen.call_after_refresh(if_still_here)
