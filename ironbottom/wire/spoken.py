"""A key as two words, so that two people in one room can compare what their screens say."""

from __future__ import annotations

from functools import cache
from hashlib import scrypt

_WORDS = """
album alley amber angel ankle apple april arrow atlas attic autumn award bacon badge baker banjo
barrel basil basket beach beard beaver bell bench berry bishop blanket blossom boat bonfire book boot
border bottle bowl branch brass bread brick bridge brother bucket butter button cabin cactus camel candle
canoe canvas captain carbon carpet castle cattle cedar chain chalk cherry chess chimney circle circus clock
cloud clover coal cobra coffee comet copper coral cotton cousin cradle crane cricket crown crystal cup
curtain dagger daisy dance desert diamond dinner doctor dolphin donkey door dragon drum duck dust eagle
easel echo egg elbow elder empire engine fabric falcon farmer feather fence fiddle finger fire flag
flute forest fox frost garden garlic ghost giant ginger glass glove goat gold grape grass guitar
hammer harbor harp hat hazel helmet hero honey horn hotel house hunter ice igloo insect iron
island ivory jacket jaguar jazz jewel judge jungle kettle king kitchen kite knife ladder lake lamp
lantern laser lemon letter lily linen lion lizard lobster magnet mango maple marble market mask meadow
melon metal mirror monkey moon motor mountain mouse museum napkin needle nest night north novel nurse
oak oasis ocean olive onion opera orange orchard otter oven owl oyster paddle palace panda paper
parrot peanut pearl pencil pepper piano pigeon pilot pirate planet plum pocket poet potato prince pumpkin
puppet pyramid quartz queen rabbit radio rainbow raven ribbon river robot rocket rope rose ruby saddle
sailor salad salmon sandal satin school scissors shadow shark sheep silver sister skunk sugar sunset tiger
"""
WORDS = tuple(_WORDS.split())

# Two words are sixteen bits: whoever would find a key with the same words has to try some 65,536 of them.  Each try
# is made slow, so that it takes him the better part of an hour and not the blink of an eye.
_COST, _BLOCK, _SALT = 2**14, 8, b"ironbottom words 1"


@cache
def spoken(pin: bytes) -> str:
    """The two words of a server's key: "amber falcon"."""
    first, second = scrypt(pin, salt=_SALT, n=_COST, r=_BLOCK, p=1, dklen=2)
    return f"{WORDS[first]} {WORDS[second]}"
