"""Boards of squares: coins and their suits, at first sight and in play."""
