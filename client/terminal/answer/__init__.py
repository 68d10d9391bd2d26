"""An answer while it is put together: what is offered and staged, where the cursor is, what cannot be done and why.

It may touch `drawing/`, `state/` and the rooms below the terminal; no widget.
"""
