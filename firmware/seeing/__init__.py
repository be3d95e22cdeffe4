"""From frames to events: where the board lies, what moves over it, and how board and pieces look today."""
