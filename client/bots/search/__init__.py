"""Players that try their answers out in worlds they cannot tell from their own, and give the one that wins most there.

`candidates` names the answers worth a trial, `plans` whole deployments, `weighing` tries them by sequential halving,
`seat` sits at a table, `levels` says how much work each player does.  It may touch the engine through
`ironbottom.worlds` alone, and the rooms `mate`, `light` and `value`; the real game never comes here.
"""

from .seat import SearchSeat

__all__ = ["SearchSeat"]
