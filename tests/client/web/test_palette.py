"""Colours that colour-blind eyes tell apart: computed from theme.css.

Protanopia, deuteranopia and tritanopia are simulated at their full severity, as Machado, Oliveira and Fernandes (2009)
do it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from math import dist

import pytest

from tests.client.web.support.stage import Stage
from tests.client.web.test_modules import text_of

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

EYES: dict[str, Matrix] = {  # of linear RGB
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041),
)
WHITE: Triple = (0.95047, 1.0, 1.08883)

APART = 25.0  # CIE 1976 colour difference: two signs beside each other are told apart at a glance
SHADES_APART = 6.0  # of two pale grounds, each with a dark sign on it
SIGNS = [("us-text", "jp-text"), *combinations(("us", "jp", "legal", "chosen", "target"), 2)]
GROUNDS = [("us-soft", "jp-soft"), *combinations(("legal-ground", "chosen-ground", "target-ground"), 2)]
TEXTS = [
    ("on-us", "us"), ("on-jp", "jp"), *[(f"{side}-text", ground) for side in ("us", "jp") for ground in (
        "paper", "paper-2", "card", f"{side}-soft")],
    *[(mark, f"{mark}-ground") for mark in ("legal", "chosen", "target")], ("chosen", "paper"),
    *[("ink", f"{mark}-ground") for mark in ("legal", "chosen", "target")],
]  # fmt: skip
EDGES = [(mark, ground) for mark in ("legal", "chosen", "target") for ground in ("sea", "paper", "card")]
SELECTORS = {  # what holds in a look, each over those before it
    ("usual", "day"): ("body.day",),
    ("usual", "night"): ("body.day", "body.night"),
    ("blind", "day"): ("body.day", 'body[data-palette="blind"]'),
    ("blind", "night"): ("body.day", "body.night", 'body.night[data-palette="blind"]'),
}


def colours(palette: str, theme: str) -> dict[str, str]:
    """Every colour by its name, as the style sheet sets it."""
    found: dict[str, str] = {}
    for wanted in SELECTORS[palette, theme]:
        for selectors, block in re.findall(r"([^{}/;]+)\{([^{}]*)\}", text_of("style/theme.css")):
            if wanted in [one.strip() for one in selectors.split(",")]:
                found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})\b", block))
    return found


def linear(colour: str) -> Triple:
    """The light of a colour."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def times(matrix: Matrix, light: Triple) -> Triple:
    first, second, third = (sum(m * x for m, x in zip(row, light, strict=True)) for row in matrix)
    return first, second, third


def lab(light: Triple) -> Triple:
    """CIE 1976 L*a*b*."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in light)
    x, y, z = (_root(part / white) for part, white in zip(times(TO_XYZ, (red, green, blue)), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116


def difference(one: str, other: str, eyes: str) -> float:
    """How far two colours are apart for these eyes."""
    return dist(*(lab(times(EYES[eyes], linear(colour))) for colour in (one, other)))


def contrast(one: str, other: str) -> float:
    """As WCAG 2 counts it."""
    dark, light = sorted(times(TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def confused(found: dict[str, str]) -> Iterator[str]:
    """Pairs that some eyes do not tell apart."""
    for pairs, least in ((SIGNS, APART), (GROUNDS, SHADES_APART)):
        for one, other in pairs:
            for eyes in EYES:
                if (n := difference(found[one], found[other], eyes)) < least:
                    yield f"{one} and {other} with {eyes}: {n:.1f}"


def faint(found: dict[str, str]) -> Iterator[str]:
    """What cannot be read on its ground, or seen on it."""
    for pairs, least in ((TEXTS, 4.5), (EDGES, 3.0)):
        for one, other in pairs:
            if (n := contrast(found[one], found[other])) < least:
                yield f"{one} on {other}: {n:.2f}"


@pytest.mark.parametrize("theme", ["day", "night"])
def test_the_palette_is_told_apart_by_all_eyes(theme: str) -> None:
    assert [*confused(colours("blind", theme))] == []


@pytest.mark.parametrize("theme", ["day", "night"])
@pytest.mark.parametrize("palette", ["usual", "blind"])
def test_every_text_can_be_read_on_its_ground(palette: str, theme: str) -> None:
    assert [*faint(colours(palette, theme))] == []


def test_red_and_green_are_caught() -> None:
    """Whatever they are called: as the usual colours are, which is why there are others."""
    found = colours("blind", "day") | {"us": "#4b7a1e", "jp": "#a2461e"}
    assert [line for line in confused(found) if line.startswith("us and jp with deuteranopia")]
    assert [*faint(colours("blind", "day") | {"us-text": "#8aa9c9"})]


def test_simulation_is_that_of_the_paper() -> None:
    """White stays white, and what a kind of eye lacks is not seen."""
    for matrix in EYES.values():
        assert times(matrix, (1, 1, 1)) == pytest.approx((1, 1, 1), abs=1e-5)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert difference("#ff0000", "#ffff00", "usual") > 100
    assert difference("#b37400", "#5c8d00", "deuteranopia") < difference("#b37400", "#5c8d00", "usual") / 2


def test_the_setting_wears_it(stage: Stage) -> None:
    """And the size of the cards."""
    page = stage.page()
    seen = """() => {
        const style = getComputedStyle(document.body);
        return ["--us", "--card-scale"].map((name) => style.getPropertyValue(name).trim());
    }"""
    wear = """async (patch) => {
        const {state, change} = await import("/base/store.js");
        change({settings: {...state.settings, ...patch}});
        await hands.frame();
    }"""
    assert page.evaluate(seen) == [colours("usual", "day")["us"], "1"]
    page.evaluate(wear, {"palette": "blind", "cards": "large"})
    assert page.evaluate(seen) == [colours("blind", "day")["us"], "1.25"]
    page.evaluate(wear, {"palette": "blind", "cards": "small", "theme": "night"})
    assert page.evaluate(seen) == [colours("blind", "night")["us"], "0.85"]
