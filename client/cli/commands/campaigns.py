"""`ironbottom campaigns`: list the campaigns, show one."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from ironbottom.battle import CampaignText
from ironbottom.campaign import Campaign, first_battle
from ironbottom.campaign_sheet import campaign_named, campaigns
from ironbottom.catalog import CardError, card_set
from ironbottom.language import N_, _

from ...console.output import complain, say, say_json
from ...text.card_text import table
from ...text.rules.campaigns import standing_of, told_of
from . import ABOUT

DONE, FAILED = 0, 1

EXAMPLES = N_("""\
examples:
  ironbottom campaigns list
  ironbottom campaigns show guadalcanal
  ironbottom play --campaign guadalcanal
  ironbottom verify games/*.ibss          (all games of a campaign, and that each follows from the one before)
""")


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command with its two sub-commands."""
    raw = argparse.RawDescriptionHelpFormatter
    about = _(ABOUT["campaigns"])
    command = parsers.add_parser(
        "campaigns", help=about, description=about, epilog=_(EXAMPLES), formatter_class=raw
    )
    commands = command.add_subparsers(metavar="COMMAND", required=True)
    about = _("List the campaigns: how many battles, from when to when.")
    listing = commands.add_parser("list", help=about, description=about)
    listing.set_defaults(run=run, campaigns=_list)
    about = _("Show a campaign: its battles, what is carried over, how it is won.")
    show = commands.add_parser("show", help=about, description=about)
    show.add_argument("name", metavar="NAME", help=_("a campaign of the list"))
    show.set_defaults(run=run, campaigns=_show)
    for one in (listing, show):
        one.add_argument("--json", action="store_true", help=_("print JSON instead"))


def run(args: argparse.Namespace) -> int:
    """Run the sub-command; a campaign that does not exist is 1, with one sentence."""
    command: Callable[[argparse.Namespace], None] = args.campaigns
    try:
        command(args)
    except CardError as error:
        complain(error)
        return FAILED
    return DONE


def _told(campaign: Campaign) -> CampaignText:
    part = first_battle(campaign, card_set(campaign.set)).campaign
    assert part is not None
    return told_of(part)


def _list(args: argparse.Namespace) -> None:
    found = [*campaigns().values()]
    if args.json:
        say_json([_in_brief(campaign) for campaign in found])
        return
    head = [_("Name"), _("Campaign"), _("Battles"), _("Set"), _("From"), _("To")]
    rows = [
        [one.name, _told(one).title, str(len(one.battles)), one.set, one.battles[0].date, one.battles[-1].date]
        for one in found
    ]
    say(table(head, rows))


def _in_brief(campaign: Campaign) -> dict[str, Any]:
    text = _told(campaign)
    battles = [
        {"title": title, "date": battle.date} for title, battle in zip(text.battles, campaign.battles, strict=True)
    ]
    return {
        "name": campaign.name, "title": text.title, "set": campaign.set, "introduction": text.introduction,
        "battles": battles, "ship_days": campaign.ship_days, "base_days": campaign.base_days, "hand": campaign.hand,
        "lead": campaign.lead, "marginal": campaign.marginal, "decisive": campaign.decisive,
    }


def _show(args: argparse.Namespace) -> None:
    campaign = campaign_named(args.name)
    if args.json:
        say_json(_in_brief(campaign))
        return
    text = _told(campaign)
    lines = [f"{text.title}  ({campaign.name})", "", text.introduction, ""]
    lines += [
        f"  {n}. {battle.date}  {title}"
        for n, (title, battle) in enumerate(zip(text.battles, campaign.battles, strict=True), 1)
    ]
    carried = _("Sunk ships stay lost. Every {ship} days each ship, every {base} days each base loses one damage. "
                "Of a hand {hand} per cent are carried over (§25).")
    lines += ["", carried.format(ship=campaign.ship_days, base=campaign.base_days, hand=campaign.hand)]
    say([*lines, *standing_of(first_battle(campaign, card_set(campaign.set)))[2:-1]])
