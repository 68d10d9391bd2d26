"""The editions of the rules: what an answer led to when a game was begun.

A game is played to its end, verified and looked through by the edition that it was begun with.  Records, transcripts
and journals name it as their `engine`; a position names it in its [state], or is of the first.  Whatever changes what
the same answers lead to gets a field here and a new edition, and the step that differs asks `g.state.edition`.
"""

from __future__ import annotations

from msgspec import Struct


class Edition(Struct, frozen=True, kw_only=True):
    """How one edition differs from the others; what is not named here is the same in all of them."""

    name: str
    idle_steps: bool = False  # §14.2(2), §14.3(2): a card may be moved to where it stands
    strays: bool = False  # §14.3(3): an airplane may stay on a ship whose icons are of another kind
    regroups: bool = True  # §14.3(2), R-66: airplanes change places; what was deployed is taken back, never discarded
    public_deal: bool = True  # §7.7, R-67: new tokens are dealt in an order of public facts


FIRST = Edition(name="1", idle_steps=True, strays=True, regroups=False, public_deal=False)
NEWEST = Edition(name="2")
EDITIONS = {edition.name: edition for edition in (FIRST, NEWEST)}
