"""The simulated table with everything on it, as a real one is wired: hands that play there, mishaps, endurance."""
