"""Where the finished games of the player at this computer lie, and which seat of each was his.

What he played in the terminal, or in lines of text, is kept with his other games, and his key tells his seat.  What he
played in a browser is signed by that browser's key, which nobody else has; but `play --web` serves its page to this
computer alone, so at each of its tables the player who is no bot is he.  A page that a partner reaches says nothing of
who was who, and is left out; in the terminal a game beside a partner is his by the key of either (§26).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ironbottom.proof.entries import Begun, Player

from ...console.errors import UserError
from ...storage import identity, web_profiles
from ...storage.atomic_files import files_in
from ...storage.evidence_log import GAMES
from ...storage.identity import KEY_FILE

ENDING = ".ibss"

IsOwn = Callable[[Player], bool]


class FoundGames(NamedTuple):
    """Transcripts, each with what tells a seat of the player's; and a sentence for each folder that cannot be read."""

    files: list[tuple[Path, IsOwn]]
    faults: list[str]


def found_games(folder: Path) -> FoundGames:
    """All transcripts below the player's folder.  Where he has no key yet, none is made."""
    found = FoundGames([], [])
    for games, is_own in _folders(folder):
        try:
            found.files.extend((path, is_own) for path in files_in(games, ENDING))
        except UserError as error:
            found.faults.append(str(error))
    return found


def _folders(folder: Path) -> Iterator[tuple[Path, IsOwn]]:
    if (folder / KEY_FILE).exists():
        key = identity.me(folder).public
        yield folder / GAMES, lambda player: key == player.key or bool(player.partner and player.partner.key == key)
    for profile in web_profiles.found(folder).profiles:
        if profile.how == "play" and profile.own is not None and not profile.own.everywhere:
            yield profile.own.data / GAMES, lambda player: not player.bot


def own_place(begun: Begun, is_own: IsOwn) -> int | None:
    """Where he sat; None: nowhere, or at both places."""
    own = [place for place, player in enumerate(begun.players) if is_own(player)]
    return own[0] if len(own) == 1 else None
