"""§25  Campaigns from their files: read strictly, one sentence for what is wrong.

cards/FIELDS.md says how such a file is written; those of the project lie in cards/campaigns/.  It names battles of the
project, which are read with it, or whole games by their days.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ironbottom.battle import Battle, CampaignText
from ironbottom.battle_sheet import battle_names, battle_text, begins, day_in, name_in, prose_in, read_battle
from ironbottom.campaign import Campaign, WholeGame, first_battle
from ironbottom.card_sheet import Sheet
from ironbottom.catalog import card_set
from ironbottom.language import _, counted
from ironbottom.strict_yaml import CardError, at_most, fault, quoted, read

MOST_BYTES = 16 * 1024
MOST_BATTLES = 20
TITLE, INTRODUCTION = 80, 800  # characters

FIELDS = ("campaign", "version", "set", "battles", "repair", "hand", "lead", "levels", "english", "japanese")
GAME = ("game", "english", "japanese")
REPAIR = ("ship", "base")
LEVELS = ("marginal", "decisive")
TEXT = ("title", "introduction")


def read_campaign(text: str, file: str = "campaign") -> Campaign:
    """The campaign that a file describes, with its battles.  Raises CardError."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise fault(file, (), counted("{n} byte", "{n} bytes", size), at_most(MOST_BYTES))
    begins(text, file, "campaign", _("a first line like campaign: guadalcanal"))
    sheet = Sheet(file, (), read(file, text))
    sheet.only(FIELDS)
    battles = _battles(sheet)
    marginal, decisive = _levels(sheet)
    repair = sheet.below("repair")
    repair.only(REPAIR)
    english = [one.english if isinstance(one, WholeGame) else one.english.title for one in battles]
    japanese = [one.japanese if isinstance(one, WholeGame) else one.japanese.title for one in battles]
    return Campaign(
        name=name_in(sheet, "campaign"), version=sheet.number("version", 1, 999) if sheet.has("version") else 1,
        set=_set(sheet, battles), battles=battles, ship_days=repair.number("ship", 1, 365),
        base_days=repair.number("base", 1, 365), hand=sheet.number("hand", 0, 100), lead=_lead(sheet),
        marginal=marginal, decisive=decisive, english=_told(sheet.below("english"), english),
        japanese=_told(sheet.below("japanese"), japanese),
    )


def _battles(sheet: Sheet) -> tuple[Battle | WholeGame, ...]:
    """In the order of the file, which must be that of their dates."""
    allowed = _("a list of battles of the project, or of whole games, each below the other with a hyphen")
    node = sheet.fields.get("battles", [])
    if not isinstance(node, list) or not 2 <= len(node) <= MOST_BATTLES:
        found = _("no list") if not isinstance(node, list) else str(len(node))
        raise sheet.wrong("battles", found, f"{allowed} (2–{MOST_BATTLES})")
    found_battles = list[Battle | WholeGame]()
    for n, one in enumerate(node, 1):
        path = (*sheet.path, "battles", str(n))
        battle = _named(sheet.file, path, one) if isinstance(one, str) else _game(Sheet(sheet.file, path, one))
        if found_battles and battle.date <= found_battles[-1].date:
            later = _("a day after {day}, that of the battle before").format(day=found_battles[-1].date)
            raise fault(sheet.file, path, battle.date, later)
        found_battles.append(battle)
    return tuple(found_battles)


def _named(file: str, path: tuple[str, ...], name: str) -> Battle:
    if name not in battle_names():
        raise fault(file, path, quoted(name), _("one of {names}").format(names=", ".join(battle_names())))
    return read_battle(battle_text(name), name)


def _game(sheet: Sheet) -> WholeGame:
    """§25.7  A whole game: its day, and its title in both languages."""
    sheet.only(GAME)
    day = day_in(Sheet(sheet.file, sheet.path, {"date": sheet.fields.get("game", "")}))
    title = _("the title of the game in this language")
    return WholeGame(day, sheet.text("english", title, TITLE), sheet.text("japanese", title, TITLE))


def _set(sheet: Sheet, battles: tuple[Battle | WholeGame, ...]) -> str:
    """Whose cards; the battles must be of the same set."""
    name = sheet.word("set", ("core", "full"))
    for n, battle in enumerate(battles, 1):
        if isinstance(battle, Battle) and battle.set != name:
            allowed = _("battles of the set {name}").format(name=name)
            raise fault(sheet.file, ("battles", str(n)), _("one of the set {name}").format(name=battle.set), allowed)
    return name


def _lead(sheet: Sheet) -> tuple[int, int]:
    """§25.3  Points of both sides from the start."""
    if not sheet.has("lead"):
        return 0, 0
    table = sheet.below("lead")
    table.only(("us", "jp"))
    us, jp = [table.number(side, 0, 99) if table.has(side) else 0 for side in ("us", "jp")]
    return us, jp


def _levels(sheet: Sheet) -> tuple[int, int]:
    table = sheet.below("levels")
    table.only(LEVELS)
    marginal = table.number("marginal", 1, 98)
    return marginal, table.number("decisive", marginal + 1, 99)


def _told(sheet: Sheet, battles: list[str]) -> CampaignText:
    sheet.only(TEXT)
    return CampaignText(
        title=prose_in(sheet, "title", _("the name of the campaign in this language"), TITLE),
        introduction=prose_in(sheet, "introduction", _("three sentences in this language"), INTRODUCTION),
        battles=tuple(battles),
    )


@cache
def campaigns() -> dict[str, Campaign]:
    """The campaigns of the project by their names."""
    folder = files("ironbottom.cards").joinpath("campaigns")
    texts = sorted([file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".yaml")])
    return {one.name: one for one in map(read_campaign, texts)}


def campaign_named(name: str) -> Campaign:
    """A campaign of the project.  Raises CardError for one that does not exist."""
    if name not in campaigns():
        found = _("found the campaign {name}; allowed is one of {names}.")
        raise CardError(found.format(name=quoted(name), names=", ".join(campaigns())))
    return campaigns()[name]


def opening_of(name: str) -> Battle:
    """§25.1  The first battle of a campaign of the project.  Raises CardError."""
    campaign = campaign_named(name)
    return first_battle(campaign, card_set(campaign.set))
