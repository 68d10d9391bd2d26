"""What bots of ours leave in the folder of the server: seats and records of games that nobody has played to the end.

A game that is over leaves nothing.  Of all others the newest stay, so that there are never more than so many files.
"""

from __future__ import annotations

from pathlib import Path

MOST = 5_000  # files


def tidied(folder: Path, most: int = MOST) -> int:
    """Take away the oldest files of the bots in a folder, where there are too many; how many.  Raises OSError."""
    dated: list[tuple[float, Path]] = []
    for path in folder.glob("bots/*/*/*"):  # in the folders of each bot; its key lies above them
        try:
            dated.append((path.lstat().st_mtime, path))
        except FileNotFoundError:  # the bot was quicker
            continue
    old = sorted(dated)[: max(0, len(dated) - most)]
    for _when, path in old:
        path.unlink(missing_ok=True)
    return len(old)
