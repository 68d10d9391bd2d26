"""The wire: bytes to messages and back, and who may say what when.  No sockets here, and no engine.

It may touch the shapes of questions, events and views, and what is below.
"""
