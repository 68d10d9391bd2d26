"""From bytes to messages: TLS, frames, the guard of each connection, and the session of whoever speaks on it.

It may touch `runtime/` and `store/`; what a message means is for the lobby and the tables above.
"""
