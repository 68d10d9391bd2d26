"""The engine: the book, laws, chance, records, positions, and what earlier versions left."""
