"""What lies over the table.

It may touch `sheets/`, the apps that open them, and what is below.
"""
