"""§23.12  Unpacking: airplanes that were put on a base do not fly before the next turn of their side."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.flow import Game
from ironbottom.state import Forces
from ironbottom.words import Side, Task


def unpack(g: Game, side: Side, before: Forces) -> None:
    """§23.12  When a deployment is shown: who stands on a base where it did not stand before has to be unpacked."""
    if not g.state.cards.options.unpack:
        return
    forces = g.forces[side]
    for a in list(forces.airplanes.values()):
        was = before.airplanes.get(a.token)
        if a.host in forces.bases and (was is None or was.host != a.host):
            forces.airplanes[a.token] = replace(a, task=Task.UNPACKING)


def unpacked(g: Game) -> None:
    """§23.12  When a turn of their side begins they are ready to fly."""
    if g.state.cards.options.unpack:
        airplanes = g.forces[g.state.phasing].airplanes
        for a in list(airplanes.values()):
            if a.task is Task.UNPACKING:
                airplanes[a.token] = replace(a, task=None)
