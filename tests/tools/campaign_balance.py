"""Measures how often each side wins a campaign, a bot against itself.

    python -m tests.tools.campaign_balance guadalcanal --runs 200 --jobs 2
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from statistics import mean

from ironbottom.campaign_sheet import campaigns
from ironbottom.client.launch.arena.workers import spread
from tests.support.campaigns import CampaignRun, run_of

SEED = "campaigns"
ENDS = ("decisive US", "marginal US", "draw", "marginal JP", "decisive JP")


def table(name: str, runs: list[CampaignRun]) -> list[str]:
    """What came of it, as lines of Markdown."""
    ends = Counter([_ended(run) for run in runs])
    shares = [f"{100 * ends[end] / len(runs):.1f} %" for end in ENDS]
    us, jp = [mean([run.outcome.points[side] for run in runs]) for side in (0, 1)]
    answers = mean([run.answers for run in runs])
    row = f"| {name} | {len(runs)} | {' | '.join(shares)} | {us:.1f} | {jp:.1f} | {answers:.0f} |"
    won = [100 * mean([run.won[n] == "US" for run in runs]) for n in range(len(runs[0].won))]
    return [row, f"battles won by the US, in their order: {', '.join([f'{share:.0f} %' for share in won])}"]


def _ended(run: CampaignRun) -> str:
    winner, level = run.outcome.winner, run.outcome.level
    return level if winner is None else f"{level} {winner.name}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=[*campaigns()])
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--bot", default="mate")
    parser.add_argument("--seed", default=SEED)
    args = parser.parse_args()
    pieces = [(args.name, args.bot, f"{args.seed} {n}") for n in range(args.runs)]
    runs = list[CampaignRun]()
    for run in spread(run_of, pieces, args.jobs):
        runs.append(run)
        if len(runs) % 20 == 0:
            print("\n".join(table(args.name, runs)), flush=True)
    if len(runs) % 20:
        print("\n".join(table(args.name, runs)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
