"""The table told to a home by MQTT: whose turn, the last move, the button, the lamps. Off unless it is asked for."""
