"""Where a board of holes lies: lattices through its holes, its lines and pieces, and what proves a placement."""
