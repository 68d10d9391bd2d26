"""What the two seats do besides answering: what one keeps to himself, and what the other asks the server for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from ironbottom.wire.advising import Advise
from ironbottom.wire.casting import Cast
from ironbottom.wire.messages import Call, Fetch, Glance, Join, Leave, ListTables, Mute, Reply, Review
from ironbottom.wire.moments import MakeBattle
from ironbottom.wire.naming import CarryKey, ClaimName, ReceiveKey, RecoverName
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.studying import Study
from tests.secrecy.over_wire.world import World
from tests.server.support.player import WirePlayer

NEVER = StandingOrder("99", "none")  # an order for a window that there is not
WRONG = ("nothing", ["nothing"], {7: "nothing"}, 7, ["play", "nothing"])
Doing = Callable[[World, Random], None]


# what nobody else may notice


def keep_to_himself(world: World, rng: Random) -> None:
    """One of the things that the seat with the secrets may do at any time."""
    if world.speaker is world.keeper:
        rng.choice(ALONE)(world, rng)
    else:
        speak_out_of_turn(world, rng)


def mute(world: World, rng: Random) -> None:
    world.keeper.ask(Mute, world.keeper.table, rng.random() < 0.5)


def look_round(world: World, rng: Random) -> None:
    world.keeper.ask(ListTables)
    name_himself(world, Random(f"{world.now}"))


def name_himself(world: World, rng: Random) -> None:
    """A name that belongs to his key, a key for another device or from one, a printed code that does not fit."""
    if rng.random() < 0.5:
        world.keeper.ask(ClaimName, rng.randbytes(32))
        world.keeper.ask(RecoverName, world.viewer.name, rng.randbytes(32), rng.randbytes(64))
    else:
        world.keeper.ask(CarryKey, rng.randbytes(16), rng.randbytes(rng.randrange(99)))
        world.keeper.ask(ReceiveKey, rng.randbytes(16))


def glance_round(world: World, rng: Random) -> None:
    world.keeper.ask(Glance, (world.keeper.table,))


def order_nothing(world: World, rng: Random) -> None:
    world.keeper.order(*[NEVER] * rng.randrange(4))


def speak_out_of_turn(world: World, rng: Random) -> None:
    """An answer to a question that stands no more, or that was never put."""
    world.speaker.ask(Reply, world.keeper.table, 0, rng.choice(WRONG))


def ask_for_the_transcript(world: World, rng: Random) -> None:
    world.keeper.ask(Fetch, "transcript", world.keeper.table)


def ask_to_look_through(world: World, rng: Random) -> None:
    world.keeper.ask(Review, world.keeper.table, rng.randrange(3))


def ask_what_it_teaches(world: World, rng: Random) -> None:
    world.keeper.ask(Study, world.keeper.table, curve=rng.random() < 0.5)


def call_for_a_bot(world: World, rng: Random) -> None:
    """Where both seats are taken."""
    world.keeper.ask(Call, world.keeper.table, rng.choice(("mate", "nobody")))


ALONE: tuple[Doing, ...] = (
    mute, look_round, glance_round, order_nothing, speak_out_of_turn, ask_for_the_transcript, ask_to_look_through,
    ask_what_it_teaches, call_for_a_bot,
)


# what the viewer asks for


def wrong_answer(world: World, rng: Random) -> None:
    """To the question that stands, if there is one."""
    number = world.live_game.numbers[world.secret.enemy]
    world.viewer.ask(Reply, world.viewer.table, number, rng.choice(WRONG))


def old_answer(world: World, rng: Random) -> None:
    number = world.live_game.numbers[world.secret.enemy]
    world.viewer.ask(Reply, world.viewer.table, max(0, number - rng.randint(1, 3)), rng.choice(WRONG))


def chat(world: World, rng: Random) -> None:
    world.viewer.chat("Your move" * rng.randint(1, 3), rng.randint(0, 2))


def hear_no_chat(world: World, rng: Random) -> None:
    world.viewer.ask(Mute, world.viewer.table, rng.random() < 0.3)


def lobby(world: World, rng: Random) -> None:
    world.viewer.ask(ListTables, rng.random() < 0.7)


def glance(world: World, rng: Random) -> None:
    """How the table stands, asked from it or from outside."""
    who = rng.choice((world.viewer, *world.lookers, world.stranger))
    who.ask(Glance, (world.keeper.table,))
    ask_for_a_name(world, who, Random(f"{world.now}"))


def ask_for_a_name(world: World, who: WirePlayer, rng: Random) -> None:
    """That of the keeper, one for himself, or what is in a box."""
    if rng.random() < 0.5:
        who.ask(RecoverName, world.keeper.name, rng.randbytes(32), rng.randbytes(64))
        who.ask(ReceiveKey, rng.randbytes(16))
    else:
        who.ask(CarryKey, rng.randbytes(16), rng.randbytes(9))


def transcript(world: World, rng: Random) -> None:
    world.viewer.ask(Fetch, "transcript", world.viewer.table)


def review(world: World, rng: Random) -> None:
    """Somebody would look through the game; one who looks on in a browser, or a stranger, too."""
    asking = rng.choice((world.viewer, *world.lookers, world.stranger))
    asking.ask(Review, world.viewer.table, rng.randrange(3))
    asking.ask(Cast, world.viewer.table, 1)


def study(world: World, rng: Random) -> None:
    """Somebody would know what the game teaches before it is over."""
    asking = rng.choice((world.viewer, *world.lookers, world.stranger))
    asking.ask(Study, world.viewer.table, curve=rng.random() < 0.5)


def make_a_battle(world: World, rng: Random) -> None:
    """Somebody would have a battle of the game before it is over."""
    rng.choice((world.viewer, *world.lookers, world.stranger)).ask(MakeBattle, world.viewer.table, rng.randrange(3))


def call_a_bot(world: World, rng: Random) -> None:
    rng.choice((world.viewer, *world.lookers)).ask(Call, world.viewer.table, rng.choice(("mate", "nobody")))


def ask_for_advice(world: World, rng: Random) -> None:
    """The player, or who looks on; on this question or on one of before."""
    last = world.live_game.numbers[world.secret.enemy]
    who = rng.choice((world.viewer, *world.lookers))
    who.ask(Advise, world.viewer.table, rng.choice((last, last - 1)), "en")


def own_orders(world: World, rng: Random) -> None:
    world.viewer.order(*[NEVER] * rng.randrange(3))


def join_again(world: World, rng: Random) -> None:
    world.viewer.ask(Join, world.viewer.table, b"")


def come_back(world: World, rng: Random) -> None:
    """On another connection, from any update; the one before is cut first, or taken over."""
    last = world.live_game.numbers[world.secret.enemy]
    have = rng.choice((last, last, last - 1, last - 9, last - 20, last // 2, 0))
    if rng.random() < 0.5:
        world.lines["viewer"].lose()
    world.tap(world.viewer, "viewer")
    world.at(world.now + 0.02, lambda w: w.viewer.say_again(max(0, have)))


def miss_something(world: World, rng: Random) -> None:
    """Away for a moment, in which the other may answer."""
    have = world.live_game.numbers[world.secret.enemy]
    world.lines["viewer"].lose()
    world.at(world.now + 0.15, lambda w: w.tap(w.viewer, "viewer"))
    world.at(world.now + 0.17, lambda w: w.viewer.say_again(have))


def look_on_again(world: World, rng: Random) -> None:
    """One who looks on goes, and comes back."""
    looker = rng.choice(world.lookers)
    looker.ask(Leave, looker.table)
    world.at(world.now + 0.02, lambda w: looker.look_on(looker.table))


def offer(world: World, rng: Random) -> None:
    """A draw, a pause, or that an answer be taken back; whether it can be tells nothing of what was done unseen."""
    if world.viewer.update is not None:
        world.viewer.offer(rng.choice(("draw", "pause", "go-on", "takeback", "takeback")))


def answer_an_offer(world: World, rng: Random) -> None:
    """One of his own, or one that does not stand."""
    viewer = world.viewer
    if viewer.update is not None and viewer.offered:
        rng.choice((viewer.withdraw, viewer.withdraw, viewer.decline, partial(viewer.accept, "draw")))()


PROBES: tuple[Doing, ...] = (
    wrong_answer, old_answer, chat, hear_no_chat, lobby, glance, transcript, review, study, call_a_bot, own_orders,
    join_again, offer, answer_an_offer, ask_for_advice, come_back, come_back, miss_something, look_on_again,
    make_a_battle,
)
ANSWERS = (wrong_answer, old_answer)
