"""Where the board is in a picture."""
