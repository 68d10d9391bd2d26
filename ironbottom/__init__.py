"""The rules engine of Iron Bottom & Sunset Sky: pure, deterministic, without sockets or clocks."""
