"""The programs that people and bots use: the command line, and the bots."""
