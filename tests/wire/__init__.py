"""Tests of ironbottom/wire: frames, messages, sessions, PROTOCOL.md; simulated connections, no socket."""
