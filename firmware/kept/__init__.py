"""What outlasts a game beside its record: where board and lamps lie, a family's house rules; files written whole."""
