"""§3, §9.2  Exact odds: of one side's roll, of a withdrawal check, and of two sides that fire at each other.

Nothing is simulated.  Let z count hits.  An attempt that is rolled out gives G(z) = 1/2 + (1 + z + z^2)/6 * G(z), by
the table of §3.2, so G(z) = 3 / (5 - z - z^2); a limited one (§3.4) gives Z(z) = 5/6 + z/6 * Z(z) = 5 / (6 - z).
Attempts are independent: n of them give the n-th power.  Odds are from 0 to 1, correct to 1e-12.

An ability is a printed number, 0 for limited, None for "-"; attempts in mid-roll are given as `Attempts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import sumprod as _sumprod
from typing import Literal, NamedTuple

from ironbottom.dice import Ability, Attempts, attempts
