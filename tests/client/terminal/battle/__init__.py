"""The battle board."""
