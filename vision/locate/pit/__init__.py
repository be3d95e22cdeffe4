"""Where a mandarin board lies: by its lines and its round ends."""
