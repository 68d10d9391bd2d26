"""What is done once a screen has got its new size."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen


def after_layout(screen: Screen[None], act: Callable[[], object]) -> None:
    """Do it after the next layout, unless the screen is being taken away by then: its parts may be gone already."""

    def if_still_here() -> None:
        if is_whole(screen):
            act()

    screen.call_after_refresh(if_still_here)


def is_whole(screen: Screen[None]) -> bool:
    """Whether its parts are there: an app that ends makes none any more, and takes away those that there are."""
    return screen.app.is_running and screen.is_attached and screen.display  # the last: it is not being removed
