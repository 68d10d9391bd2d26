"""Mates of other habits: what they would answer is worth a trial."""

from __future__ import annotations

from ..mate.temper import FIRST, STEADY

BOLD = STEADY._replace(bold=0.12, landing_risk=0.0, retreat=0.0, hiding=0.0, dull=0.1, stands=5.0, boat=0.3)
CAREFUL = STEADY._replace(bold=0.55, landing_risk=1.5, retreat=1.2, now_or_never=1.0, dull=0.8, stands=1.2, flees=1.5)

TEMPERS = (FIRST, BOLD, CAREFUL)
