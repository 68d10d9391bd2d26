"""The wire: bytes to messages and back, and who may say what when.  No sockets here, and no engine."""
