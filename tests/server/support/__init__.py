"""What the server's tests share: a server under test, players, faults, a simulated sea of games."""
