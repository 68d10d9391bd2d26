"""Tables, seats and screens for the tests of the terminal client."""
