"""A small battle for tests: everything that a battle may say is in it, and no file of the project is."""

from __future__ import annotations

from ironbottom.battle import Battle, BattleSide, BattleText, PlacedBase, PlacedShip
from ironbottom.words import CardId, Side

TEXT = BattleText(title="A trial", introduction="One. Two. Three.", history="Nothing of it happened.")


def ids(side: str, *names: str) -> tuple[CardId, ...]:
    return tuple([CardId(f"{side}/{name}") for name in names])


def base(card: str, *airplanes: str, damage: int = 0) -> PlacedBase:
    side = card.partition("/")[0]
    return PlacedBase(card=CardId(card), damage=damage, airplanes=ids(side, *airplanes))


def ship(
    lead: str, line: int, *airplanes: str, escort: str | None = None, damage: int = 0, detected: bool = False,
    transports: bool = False,
) -> PlacedShip:
    side = lead.partition("/")[0]
    other = None if escort is None else CardId(f"{side}/{escort}")
    return PlacedShip(
        lead=CardId(lead), line=line, escort=other, damage=damage, detected=detected, transports=transports,
        airplanes=ids(side, *airplanes),
    )


US = BattleSide(
    bases=(
        base("us/espiritu-santo"), base("us/port-moresby", "flying-fortress"),
        base("us/henderson-field", "wildcat", "dauntless", damage=1),
    ),
    ships=(
        ship("us/salt-lake-city-chester", 0), ship("us/australia-canberra", 0, detected=True),
        ship("us/saratoga", 1, "wildcat", "dauntless", escort="desron-12"),
        ship("us/pacific-fleet-1", 1, transports=True),
    ),
    deck=ids("us", "coastwatchers", "wildcat", "wildcat", "catalina"), hand=3, lead=2,
)
JP = BattleSide(
    bases=(base("jp/truk"), base("jp/rabaul", "betty", "zeke")),
    ships=(
        ship("jp/atago-takao", 0), ship("jp/hiei-kirishima", 0, damage=1, detected=True),
        ship("jp/combined-fleet-2", 1, escort="desdiv-11", transports=True),
    ),
    deck=ids("jp", "zeke", "zeke", "val"), hand=2, reserve=ids("jp", "buka", "yamato-mutsu"),
)
TRIAL = Battle(
    name="a-trial", version=1, set="core", date="1942-10-11", first=Side.JP, turns=6, decks=False,
    scores=(("ashore", 3), ("transports", 2), ("airplanes", 1), ("bases", 1), ("damage", 1)), us=US, jp=JP,
    english=TEXT, japanese=TEXT,
)
