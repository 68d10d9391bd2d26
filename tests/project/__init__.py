"""The project itself: book, README, package, catalogues, bench."""
