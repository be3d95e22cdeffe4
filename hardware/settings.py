"""Every threshold of this room, with its unit and its reason."""

# -- the simulated table
SIMULATED_RATE = 10.0
"""Pictures a second: enough that a lifted piece is noticed at once, few enough for a small machine."""
SIMULATED_EXPOSURE = 0.01
"""Seconds: one half-wave of 50 Hz mains, as a real camera under a lamp would expose."""
