"""A second reader of transcripts, in another language, and what it says of honest games and of cheats.

It may touch what the other reader is given, and the verdicts of ours.
"""
