"""Every measurement runs to its end, with rows and none of them empty: by night, and shortened."""

from __future__ import annotations

import pytest

from tests.bench.__main__ import MEASUREMENTS, WITH_PEERS, measured
from tests.bench.run import Run
from tests.support.lengths import by_night

ELSEWHERE = {"terminal", "page"}  # they install what they need, and are run by `make bench` alone


@by_night
@pytest.mark.parametrize("name", sorted(set(MEASUREMENTS) - WITH_PEERS - ELSEWHERE))
def test_a_measurement_runs(name: str) -> None:
    rows, failed = measured([name], Run(3, quick=True))
    assert not failed
    assert rows
    assert all(row.ours for row in rows)
