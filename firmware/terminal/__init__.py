"""People at a keyboard: the simulated table in a terminal, and the games whose moves are typed."""
