"""Chinese checkers on the six-pointed star."""
