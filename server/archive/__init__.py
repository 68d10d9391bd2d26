"""Games that are over: their transcripts, and looking through them scene by scene.

It may touch `table/` and what is below.
"""
