"""A table without hardware: it is laid by commands, lit by its lamps, and drawn as a camera would see it."""
