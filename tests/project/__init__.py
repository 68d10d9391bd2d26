"""The project itself: book, README, package, catalogues.

It may touch the whole product, the commands of `tools/` and what the engine's tests play.
"""
