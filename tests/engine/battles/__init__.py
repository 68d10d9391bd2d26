"""§24  Battles: files that are wrong and what is said of them, the battles of the project, whole games of them.

They may touch the engine, and players and games of `tests/support`.
"""
