"""Speed and memory beside other game engines; `make bench` prints the table."""
