"""A second reader of transcripts, in another language, and what it says of honest games and of cheats."""
