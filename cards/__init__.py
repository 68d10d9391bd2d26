"""The cards: YAML, read by `ironbottom.catalog`; FIELDS.md says what each field means.

It is data: it may touch nothing, and is read through `importlib.resources`.
"""
