"""The cards: YAML, read by `ironbottom.catalog`; FIELDS.md says what each field means."""
