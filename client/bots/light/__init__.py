"""A fast player for playouts: it decides as `mate` does, but on the state itself, and gives weight to little.

`facts` of cards and `laws` of damage are worked out once; `outlook` reads what a side knows off a state; `advice/` holds
the decisions; `player` gives the answer to a question; `playout` plays a game on; `seat` takes a seat at a table, on
worlds that it cannot tell from its own.
"""

from .player import LightPlayer
from .playout import playout
from .seat import LightSeat

__all__ = ["LightPlayer", "LightSeat", "playout"]
