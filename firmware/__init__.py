"""What runs: the session, its record, the lights' overlay and the command line. Wires the other folders together."""
