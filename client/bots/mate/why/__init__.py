"""Why a mate answers as it does: one sentence about any answer to a question, with the numbers that it is weighed by.

`saying` has the words, `cards`, `ships` and `airplanes` the sentences by what is asked, `reasons` the table of them.
It may touch the advice beside it and `text/`.
"""

from .reasons import why

__all__ = ["why"]
