"""The question's panel, and answers that are put together."""
