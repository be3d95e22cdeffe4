"""Mandarin boards: how many stones lie in each field, at first sight and in play."""
