"""A battle goes through a link whole; what is no link of one is one sentence."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode

import pytest
from msgspec.structs import replace

from ironbottom.battle_link import MOST_BYTES, RAW, battle_in, is_link, letters_of, link_to
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.strict_yaml import CardError

PAGE = "http://127.0.0.1:4278/"


@pytest.mark.parametrize("name", battle_names())
def test_every_battle_comes_back(name: str) -> None:
    battle = read_battle(battle_text(name), name)
    link = link_to(battle, PAGE)
    assert is_link(link)
    assert link.startswith(f"{PAGE}#own-battle=")
    assert battle_in(link) == battle


def squeezed(text: bytes) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW)
    return urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


WHOLE = link_to(read_battle(battle_text("savo-island"), "savo-island"), PAGE)


@pytest.mark.parametrize("letters", [
    "", "?", letters_of(WHOLE)[:-9], squeezed(b"{}"), squeezed(b"x" * 9), squeezed(b"[" * 5000),
    squeezed(b" " * (MOST_BYTES + 1)), "A" * 30_000, "é",
])
def test_what_holds_none_is_one_sentence(letters: str) -> None:
    """Cut off, of something else, or a bomb that would unpack to more than a battle can be."""
    with pytest.raises(CardError, match=r"^This link holds no battle; ask for the whole of it\.$"):
        battle_in(f"{PAGE}#own-battle={letters}")


def test_a_name_of_a_file_is_no_link() -> None:
    assert not is_link("my-battle.yaml")
    assert letters_of(link_to(replace(read_battle(battle_text("savo-island"), "x"), turns=4), PAGE))
