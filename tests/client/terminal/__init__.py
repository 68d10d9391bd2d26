"""The terminal client: its parts alone, its screens as text, and whole games by key and by mouse."""
