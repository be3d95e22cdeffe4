"""Where a board of squares lies: by its lines."""
