"""An answer that the adviser proposes, staged: it is what would be given, and it can be taken back."""

from __future__ import annotations

from random import Random

from ironbottom.client.terminal.answer import staging
from ironbottom.client.terminal.answer.offered import offer_of
from ironbottom.client.terminal.question.proposing import proposed
from ironbottom.client.text.naming import Naming
from ironbottom.client.text.question.menu import menu_of
from ironbottom.questions import Answer, Move
from tests.client.support.asked_views import CARDS, asked_views
from tests.support.lengths import so_many

GAMES = so_many("PROPOSED_GAMES", 2, 20)


def test_any_legal_answer_is_staged_as_it_is() -> None:
    """Of all six shapes; a step is where one key gives it."""
    naming, rng, shapes = Naming(CARDS), Random(1), set()
    for view in asked_views(range(GAMES)):
        naming.see(view)
        question = view.question
        assert question is not None
        staged = staging.begin(offer_of(menu_of(question, naming)))
        plays: list[Answer] = [("play", card) for card in question.plays[:1]]
        for answer in (question.shape.guess(rng), question.default, *plays):
            if answer == ("undo",):
                continue  # nobody advises that
            found = proposed(staged, answer)
            assert found is not None, (question.step, answer)
            if isinstance(question.shape, Move) and answer not in plays:
                row = None if found.ends or not found.pointed else found.staged.offer.rows[found.cursor.n]
                assert found.ends == (answer == ("done",))
                assert row is None or row.options[found.cursor.option].answer == answer
            else:
                assert staging.complete(found.staged) == answer, (question.step, answer)
                assert staging.can_undo(found.staged)
            shapes.add(type(question.shape))
    assert len(shapes) >= 5
