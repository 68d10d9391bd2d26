"""What the terminal client knows, without a widget: table, settings, what may be done, what has just happened."""
