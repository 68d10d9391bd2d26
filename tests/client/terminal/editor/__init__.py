"""The set-up editor: its steps without a screen, and the screen by keys alone."""
