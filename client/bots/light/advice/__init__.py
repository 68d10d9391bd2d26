"""What the light player answers, by what is decided: one function for each question, from an `Outlook` to an answer.

`landing` and `strikes` hold what several of them reckon with: whether a base may be taken, and who flies at what.
They may touch the facts, laws and outlook beside them, and the rows of the engine; none of them changes a state.
"""
