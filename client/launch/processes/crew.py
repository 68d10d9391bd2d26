"""Who works on many pieces of the same work: the processes of a pool here, or the workers of a cluster."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Any, Protocol

from ironbottom.language import Reader, speak

from ...console.errors import UserError

Worked = tuple[Any, Exception | None]  # what came of a piece, or what was raised


class Crew(Protocol):
    """Those who work."""

    def submit(self, piece: Any) -> Future[Worked]:
        """Give out a piece."""

    def hands(self) -> int:
        """How many pieces are worked on at the same time."""

    def first_done(self, given: Collection[Future[Worked]]) -> set[Future[Worked]]:
        """Those of these that are done, as soon as one is."""

    def lost(self, piece: Any, error: BaseException) -> UserError | None:
        """What to say of one that was lost with who worked on it; None: it is to be given out again."""


def worked(work: Callable[[Any], Any], language: str, piece: Any) -> Worked:
    """Work on a piece, where what is said is for a reader of this language."""
    if Reader.language != language:
        speak(language)
    try:
        return work(piece), None
    except UserError as error:
        return None, error
    except Exception as error:
        error.add_note(traceback.format_exc())  # it is lost on the way
        return None, error
