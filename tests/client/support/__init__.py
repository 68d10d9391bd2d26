"""What the tests of several rooms of the client share."""
