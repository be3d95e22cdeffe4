"""Playing cards, wherever and however they lie: there is no board."""
