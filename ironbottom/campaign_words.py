"""§25.6  How a campaign has ended, as a sentence: for clients and for whoever verifies it."""

from __future__ import annotations

from ironbottom.campaign import CampaignOutcome
from ironbottom.phrases import side_name
from ironbottom.vocabulary import phrase


def outcome_line(ended: CampaignOutcome) -> str:
    """Who has won it, how clearly, and the points of all its battles."""
    us, jp = ended.points
    if ended.winner is None:
        return phrase("campaign.draw", us=us, jp=jp)
    return phrase(f"campaign.{ended.level}", side=side_name(ended.winner), us=us, jp=jp)
