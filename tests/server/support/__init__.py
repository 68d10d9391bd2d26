"""What the server's tests share: a house of tables, players, faults, a simulated sea of games."""
