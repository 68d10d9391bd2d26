"""A fast player for playouts: it decides as `mate` does, but on the state itself, and works out little anew.

`facts` of cards and `laws` of damage are worked out once; `outlook` reads what a side knows off a state; `advice/`
holds the decisions, `player` gives the answer to a question, `playout` plays a game on; `seat` sits at a table, in
worlds that it cannot tell from its own; `shape_players` try the rules out by the question alone.  It may touch every
floor of the engine, the numbers of `mate`, and no seat or socket.
"""

from .player import LightPlayer
from .playout import playout
from .seat import LightSeat, WorldSeat

__all__ = ["LightPlayer", "LightSeat", "WorldSeat", "playout"]
