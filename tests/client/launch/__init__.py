"""Games as people start them, in real processes.

It may touch `launch/`, and the rooms below through the programs that it starts.
"""
