"""Tests of ironbottom/wire: frames, messages, sessions, PROTOCOL.md; simulated connections, no socket.

It may touch `ironbottom/wire`, the engine behind it, and a server's table.
"""
