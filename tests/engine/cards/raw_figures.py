"""The figures of history from which the values of the cards are derived: ships, bases, airplanes of 1942 and 1943."""

from __future__ import annotations

from typing import NamedTuple


class RawShip(NamedTuple):
    """All ships of a card together."""

    card: str
    guns: float  # barrels that bear on a side, each times (calibre in inches / 8) ** 1.5 times its rate of fire
    tubes: float  # torpedo tubes that bear on a side, times the quality of the torpedo
    secondary: float  # secondary barrels of four inches and more, weighed as guns
    flak: float  # anti-air guns, weighed by kind
    fighters: int
    hulls: float  # for each ship its protection times the root of (standard tons / 2,200)
    points: float  # airplanes / 24 of a carrier, else the points of the classes
    knots: float  # of the slowest
    floatplanes: int
    hunters: int  # destroyers and cruisers with sonar on the card, and escorts that are not on any card
    bombards: bool = False  # has a record of planned bombardment


class RawBase(NamedTuple):
    """A base at its best in the campaign."""

    card: str
    planes: int
    troops: int
    flak: int  # heavy anti-air guns
    fighters: int
    guns: int  # coast guns of 12 cm and more
    boats: int  # torpedo boats
    mines: int
    radar: int
    watchers: int
    flying: int = 0  # flying boats; 1 where some were there and their number is not known
    sea: int = 0  # seaplanes, likewise


class RawAirplane(NamedTuple):
    """As many airplanes as a card stands for."""

    card: str
    planes: int
    radius: int  # nautical miles
    fighter: tuple[int, float, float, float] | None = None  # km/h; turning; guns and durability; pilots
    bomb: tuple[float, float] | None = None  # tons on ships, and the part that hits
    torpedo: float | None = None  # hits for each airplane
    load: float | None = None  # tons on land
    guns: tuple[int, int, int, int] = (0, 0, 0, 0)  # flexible .50, rifle calibre, 20 mm; rugged +1 or burns easily -1
    role: float | None = None  # how good a scout; None: a fighter that does not search
    bonus: int = 0  # search radar, or a very fast scout


# card, guns, tubes, secondary, flak, fighters, hulls, points, knots, floatplanes, hunters
SHIPS = (
    RawShip("us/saratoga", 0.0, 0.0, 4.0, 22.9, 34, 4.65, 3.67, 33.2, 0, 2),
    RawShip("us/enterprise", 0.0, 0.0, 2.0, 16.2, 36, 3.60, 3.50, 32.5, 0, 2),
    RawShip("us/hornet", 0.0, 0.0, 2.0, 13.0, 38, 3.62, 3.50, 32.5, 0, 2),
    RawShip("us/wasp", 0.0, 0.0, 2.0, 11.5, 29, 2.58, 3.08, 29.5, 0, 2),
    RawShip("us/north-carolina-washington", 50.9, 0.0, 9.9, 50.2, 0, 7.98, 4.00, 27.5, 6, 2),
    RawShip("us/south-dakota", 25.5, 0.0, 4.0, 25.3, 0, 3.99, 2.00, 27.5, 3, 2),
    RawShip("us/indiana", 25.5, 0.0, 4.9, 27.3, 0, 3.99, 2.00, 27.5, 3, 2),
    RawShip("us/maryland-colorado", 45.3, 0.0, 4.9, 17.0, 0, 6.92, 3.00, 21.0, 6, 1),
    RawShip("us/san-francisco-portland", 18.0, 0.0, 4.0, 15.4, 0, 4.26, 1.50, 32.5, 8, 1),
    RawShip("us/minneapolis-new-orleans", 18.0, 0.0, 4.0, 15.4, 0, 4.26, 1.50, 32.7, 8, 1),
    RawShip("us/astoria-quincy-vincennes", 27.0, 0.0, 5.9, 23.0, 0, 6.40, 2.25, 32.7, 12, 1),
    RawShip("us/chicago-louisville", 18.0, 0.0, 4.0, 15.4, 0, 3.68, 1.50, 32.5, 8, 1),
    RawShip("us/northampton-pensacola", 19.0, 0.0, 4.0, 15.0, 0, 3.67, 1.50, 32.5, 8, 1),
    RawShip("us/salt-lake-city-chester", 19.0, 0.0, 4.0, 15.0, 0, 3.67, 1.50, 32.5, 8, 1),
    RawShip("us/australia-canberra", 16.0, 4.8, 2.8, 12.8, 0, 3.82, 1.50, 31.5, 2, 1),
    RawShip("us/helena-boise", 24.4, 0.0, 4.0, 18.6, 0, 4.26, 1.50, 32.5, 8, 1),
    RawShip("us/honolulu-st-louis", 24.4, 0.0, 4.0, 18.6, 0, 4.26, 1.50, 32.5, 8, 1, True),
    RawShip("us/montpelier-cleveland", 19.5, 0.0, 5.9, 31.9, 0, 4.61, 1.50, 32.5, 8, 1, True),
    RawShip("us/columbia-denver", 19.5, 0.0, 5.9, 31.9, 0, 4.61, 1.50, 32.5, 8, 1, True),
    RawShip("us/hobart-leander", 10.4, 4.8, 1.4, 10.9, 0, 2.52, 1.00, 32.5, 0, 1),
    RawShip("us/atlanta-destroyers", 16.1, 9.5, 0.0, 27.0, 0, 2.77, 0.88, 32.5, 0, 4),
    RawShip("us/juneau-destroyers", 16.1, 9.5, 0.0, 27.0, 0, 2.77, 0.88, 32.5, 0, 4),
    RawShip("us/san-juan-destroyers", 16.1, 9.5, 0.0, 27.0, 0, 2.77, 0.88, 32.5, 0, 4),
    RawShip("us/san-diego-destroyers", 16.1, 9.5, 0.0, 27.0, 0, 2.77, 0.88, 32.5, 0, 4),
    RawShip("us/desron-12", 9.9, 10.0, 0.0, 11.2, 0, 2.07, 0.50, 36.0, 0, 4),
    RawShip("us/walke-gwin", 9.9, 14.5, 0.0, 10.0, 0, 2.01, 0.50, 35.0, 0, 4),
    RawShip("us/desron-4", 9.9, 16.0, 0.0, 9.9, 0, 1.98, 0.50, 36.0, 0, 4),
    RawShip("us/desron-2", 9.9, 16.0, 0.0, 9.3, 0, 2.03, 0.50, 35.0, 0, 4),
    RawShip("us/desron-21", 12.4, 20.0, 0.0, 15.9, 0, 2.51, 0.50, 36.0, 0, 4),
    RawShip("us/desdiv-12", 9.9, 16.0, 0.0, 9.9, 0, 1.98, 0.50, 36.0, 0, 4),
    RawShip("us/desron-23", 12.4, 30.0, 0.0, 17.9, 0, 2.51, 0.50, 36.0, 0, 4),
    RawShip("us/transdiv-12", 2.8, 0.0, 0.0, 4.9, 0, 1.48, 0.50, 25.0, 0, 4),
    RawShip("us/sangamon-suwannee-chenango", 0.0, 0.0, 1.5, 14.9, 36, 4.10, 3.75, 18.0, 0, 1),
    RawShip("us/victorious", 0.0, 0.0, 3.6, 20.2, 36, 3.88, 1.58, 30.5, 0, 2),
    RawShip("us/princeton", 0.0, 0.0, 0.0, 7.8, 24, 1.57, 1.38, 31.6, 0, 2),
    RawShip("jp/shokaku", 0.0, 0.0, 4.0, 13.8, 27, 4.10, 3.00, 34.2, 0, 2),
    RawShip("jp/zuikaku", 0.0, 0.0, 4.0, 13.8, 27, 4.10, 3.00, 34.2, 0, 2),
    RawShip("jp/junyo-hiyo", 0.0, 0.0, 5.9, 19.2, 42, 4.97, 4.00, 25.0, 0, 1),
    RawShip("jp/ryujo", 0.0, 0.0, 2.0, 7.0, 24, 1.80, 1.58, 29.0, 0, 2),
    RawShip("jp/zuiho", 0.0, 0.0, 2.0, 5.6, 18, 1.70, 1.25, 28.0, 0, 2),
    RawShip("jp/chitose", 2.0, 0.0, 0.0, 3.6, 0, 1.68, 0.75, 29.0, 22, 0),
    RawShip("jp/nisshin", 3.4, 0.0, 0.0, 2.4, 0, 1.70, 0.75, 28.0, 12, 0),
    RawShip("jp/kamikawa-maru-sanyo-maru", 2.6, 0.0, 0.0, 1.2, 0, 1.41, 0.80, 19.5, 16, 0),
    RawShip("jp/yamato-mutsu", 53.5, 0.0, 11.1, 16.4, 0, 9.56, 4.50, 25.3, 10, 2),
    RawShip("jp/kongo-haruna", 37.0, 0.0, 9.1, 13.6, 0, 6.07, 3.00, 30.0, 6, 1, True),
    RawShip("jp/hiei-kirishima", 37.0, 0.0, 9.1, 13.6, 0, 6.07, 3.00, 30.0, 6, 1, True),
    RawShip("jp/chokai", 10.0, 4.0, 0.9, 2.6, 0, 2.27, 0.75, 34.2, 3, 0, True),
    RawShip("jp/maya", 10.0, 4.0, 0.9, 2.6, 0, 2.27, 0.75, 34.2, 3, 0, True),
    RawShip("jp/aoba-kinugasa", 12.0, 8.0, 1.8, 4.4, 0, 3.64, 1.50, 33.4, 3, 1),
    RawShip("jp/furutaka-kako", 12.0, 8.0, 1.8, 4.4, 0, 3.58, 1.50, 33.0, 4, 1),
    RawShip("jp/atago-takao", 20.0, 16.0, 4.0, 12.0, 0, 4.94, 1.50, 34.2, 6, 1),
    RawShip("jp/myoko-haguro", 20.0, 16.0, 4.0, 11.2, 0, 4.86, 1.50, 33.8, 6, 1),
    RawShip("jp/suzuya-kumano", 20.0, 12.0, 4.0, 11.2, 0, 4.75, 1.50, 35.0, 6, 1),
    RawShip("jp/tone-chikuma", 16.0, 12.0, 4.0, 12.0, 0, 4.51, 1.50, 35.0, 10, 1),
    RawShip("jp/jintsu-destroyers", 12.3, 28.0, 0.0, 4.7, 0, 2.85, 0.88, 35.0, 1, 4),
    RawShip("jp/sendai-destroyers", 12.3, 24.2, 0.0, 4.7, 0, 2.81, 0.88, 35.0, 1, 4),
    RawShip("jp/nagara-destroyers", 12.3, 27.0, 0.0, 4.7, 0, 2.84, 0.88, 35.0, 1, 4),
    RawShip("jp/yura-destroyers", 10.8, 27.0, 0.0, 4.2, 0, 2.69, 0.88, 34.0, 1, 4),
    RawShip("jp/agano-destroyers", 12.8, 32.0, 0.0, 8.1, 0, 2.95, 0.88, 35.0, 2, 4),
    RawShip("jp/yubari-destroyers", 6.1, 16.5, 0.0, 3.8, 0, 2.23, 0.78, 33.5, 0, 4),
    RawShip("jp/tenryu-tatsuta", 4.6, 6.0, 0.0, 1.4, 0, 1.60, 0.80, 33.0, 0, 2),
    RawShip("jp/desdiv-15", 11.9, 32.0, 0.0, 5.2, 0, 2.31, 0.50, 35.0, 0, 4),
    RawShip("jp/desdiv-31", 8.9, 24.0, 0.0, 3.9, 0, 1.73, 0.38, 35.0, 0, 3),
    RawShip("jp/desdiv-11", 11.9, 27.0, 0.0, 5.2, 0, 2.26, 0.50, 35.0, 0, 4),
    RawShip("jp/desdiv-2", 9.9, 32.0, 0.0, 4.6, 0, 2.11, 0.50, 34.0, 0, 4),
    RawShip("jp/desdiv-24", 7.4, 24.0, 0.0, 3.4, 0, 1.58, 0.38, 34.0, 0, 3),
    RawShip("jp/desdiv-61", 8.2, 8.0, 0.0, 15.2, 0, 1.44, 0.25, 33.0, 0, 2),
    RawShip("jp/desdiv-30", 3.6, 18.0, 0.0, 4.0, 0, 1.87, 0.50, 33.5, 0, 4),
)

# card, planes, troops, flak, fighters, guns, boats, mines, radar, watchers, flying, sea
BASES = (
    RawBase("us/espiritu-santo", 75, 0, 14, 16, 0, 0, 0, 1, 0, 28, 1),
    RawBase("us/port-moresby", 150, 24000, 32, 40, 6, 0, 0, 1, 0, 1, 0),
    RawBase("us/henderson-field", 100, 23088, 18, 30, 6, 0, 0, 1, 1),
    RawBase("us/tulagi", 0, 6000, 6, 0, 0, 10, 0, 0, 1, 1, 0),
    RawBase("us/milne-bay", 42, 8824, 8, 34, 0, 0, 0, 1, 1),
    RawBase("us/dobodura", 75, 15000, 12, 36, 0, 0, 0, 1, 0),
    RawBase("us/russell-islands", 50, 9000, 12, 24, 0, 5, 0, 1, 0),
    RawBase("us/vella-lavella", 30, 9500, 12, 12, 0, 5, 0, 0, 1),
    RawBase("jp/truk", 60, 0, 40, 10, 0, 0, 0, 0, 0, 1, 1),
    RawBase("jp/rabaul", 150, 60000, 60, 40, 38, 0, 1, 1, 0, 1, 1),
    RawBase("jp/buin", 75, 15000, 24, 24, 8, 0, 1, 1, 0),
    RawBase("jp/shortland", 0, 5000, 12, 10, 6, 0, 0, 0, 1, 1, 52),
    RawBase("jp/munda", 30, 10500, 24, 0, 6, 0, 0, 0, 0),
    RawBase("jp/lae", 30, 10000, 12, 20, 0, 0, 0, 0, 1),
    RawBase("jp/buka", 30, 5000, 8, 12, 2, 0, 0, 0, 1),
    RawBase("jp/rekata-bay", 0, 3000, 6, 4, 0, 0, 0, 0, 0, 1, 1),
    RawBase("jp/gasmata", 20, 1500, 6, 6, 0, 0, 0, 0, 0),
)

AIRPLANES = (
    RawAirplane("us/wildcat", 18, 200, fighter=(512, 0.0, 0.5, 0.5), load=0.09),
    RawAirplane("us/airacobra", 18, 160, fighter=(560, -1.0, 0.0, 0.0), bomb=(0.227, 0.05), load=0.227),
    RawAirplane("us/warhawk", 18, 250, fighter=(560, 0.0, 0.5, -0.5), bomb=(0.227, 0.04), load=0.227),
    RawAirplane("us/lightning", 18, 500, fighter=(640, -0.5, 0.5, -0.5), bomb=(0.45, 0.02), load=0.45, role=0.3),
    RawAirplane("us/corsair", 18, 350, fighter=(671, -0.5, 0.5, -0.5), bomb=(0.227, 0.02), load=0.227),
    RawAirplane("us/dauntless", 18, 260, bomb=(0.454, 0.15), load=0.454, guns=(0, 2, 0, 1), role=0.75),
    RawAirplane("us/avenger", 18, 260, bomb=(0.9, 0.03), torpedo=0.13, load=0.9, guns=(1, 1, 0, 1), role=0.75),
    RawAirplane("us/flying-fortress", 9, 750, bomb=(1.8, 0.01), load=2.7, guns=(8, 0, 0, 1), role=1.0),
    RawAirplane("us/liberator", 9, 900, bomb=(2.3, 0.008), load=3.6, guns=(8, 0, 0, 0), role=1.0),
    RawAirplane("us/mitchell", 12, 525, bomb=(1.36, 0.015), load=1.36, guns=(4, 1, 0, 0), role=0.5),
    RawAirplane("us/marauder", 12, 450, bomb=(0.9, 0.015), torpedo=0.08, load=1.8, guns=(5, 0, 0, 0), role=0.5),
    RawAirplane("us/catalina", 6, 800, bomb=(0.9, 0.03), torpedo=0.12, load=1.8, guns=(2, 2, 0, 0), role=1.0, bonus=1),
    RawAirplane("us/hudson", 9, 500, bomb=(0.45, 0.03), load=0.45, guns=(0, 3, 0, 0), role=1.0),
    RawAirplane("jp/zeke", 18, 565, fighter=(533, 1.0, 0.0, 0.5), bomb=(0.12, 0.05), load=0.12),
    RawAirplane("jp/hamp", 18, 340, fighter=(545, 0.5, 0.0, 0.5), bomb=(0.12, 0.05), load=0.12),
    RawAirplane("jp/rufe", 9, 300, fighter=(435, 0.5, 0.0, 0.5), bomb=(0.12, 0.05), load=0.12),
    RawAirplane("jp/pete", 9, 230, fighter=(370, 1.0, 0.0, 0.5), bomb=(0.12, 0.08), load=0.12, role=1.0),
    RawAirplane("jp/oscar", 18, 400, fighter=(495, 1.0, -0.5, 0.0), bomb=(0.06, 0.03), load=0.06),
    RawAirplane("jp/val", 18, 300, bomb=(0.25, 0.2), load=0.37, guns=(0, 1, 0, 1), role=0.75),
    RawAirplane("jp/kate", 18, 350, bomb=(0.8, 0.03), torpedo=0.20, load=0.8, guns=(0, 1, 0, 0), role=0.75),
    RawAirplane("jp/betty", 18, 850, bomb=(0.8, 0.02), torpedo=0.17, load=1, guns=(0, 4, 1, -1), role=0.5),
    RawAirplane("jp/nell", 18, 800, bomb=(0.8, 0.02), torpedo=0.14, load=0.8, guns=(0, 3, 1, -1), role=0.5),
    RawAirplane("jp/judy", 6, 600, guns=(0, 1, 0, 1), role=1.0, bonus=1),
    RawAirplane("jp/jake", 9, 560, bomb=(0.25, 0.05), load=0.25, guns=(0, 1, 0, 0), role=1.0),
    RawAirplane("jp/mavis", 6, 1100, bomb=(1, 0.01), load=1, guns=(0, 4, 1, -1), role=1.0),
    RawAirplane("jp/emily", 4, 1500, bomb=(1.5, 0.01), load=2, guns=(0, 4, 5, 0), role=1.0),
)
