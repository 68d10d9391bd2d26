"""A player's folder with finished games in it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ironbottom.client.storage import web_profiles
from ironbottom.client.storage.evidence_log import GAMES
from ironbottom.client.storage.identity import HEAD, KEY_FILE
from ironbottom.client.storage.seat_store import OwnServer
from ironbottom.client.storage.web_profiles import WebProfile
from ironbottom.keys import private_bytes
from ironbottom.proof.transcript import written
from tests.support.signed_games import ANN, BOB, Setting, honest, party

MATE = party("mate")
SHORT = 60  # answers until the US resigns


@cache
def game(number: int, opponent: str = "Bob", side: str = "us", resigns: int = SHORT) -> bytes:
    """The transcript of a game of Ann's."""
    wishes = (("us", "jp") if side == "us" else ("jp", "us"))
    players = (ANN, BOB if opponent == "Bob" else party(opponent))
    return written(honest(Setting(number=number, wishes=wishes, players=players, resigns=resigns)).lines)  # type: ignore[arg-type]  # literals


def own_home(folder: Path, *games: bytes) -> Path:
    """Ann's folder, with her key and these games."""
    (folder / GAMES).mkdir(parents=True)
    key = folder / KEY_FILE
    key.write_text(f"{HEAD}\n{private_bytes(ANN.key).hex()}\n")
    key.chmod(0o600)
    for n, data in enumerate(games, 1):
        (folder / GAMES / f"game-{n}.ibss").write_bytes(data)
    return folder


def played_on_page(folder: Path, *games: bytes, how: str = "play") -> Path:
    """Games that a server of hers has kept for a page; give back where they lie."""
    own = OwnServer(web_profiles.data(folder, how))
    web_profiles.keep(folder, WebProfile(how, how, own=own))  # type: ignore[arg-type]  # play or host
    where = own.data / GAMES
    where.mkdir(parents=True)
    for n, data in enumerate(games, 1):
        (where / f"TABLE{n}-1.ibss").write_bytes(data)
    return where
