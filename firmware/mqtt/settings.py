"""Every threshold of MQTT, with its unit and its reason."""

PORT = 1883
"""Where brokers listen; 8883 is usual with TLS."""

DISCOVERY = "homeassistant"
"""Where Home Assistant looks for devices unless it is told otherwise."""

KEEPALIVE_SECONDS = 30
"""Of silence, after which broker and table ask whether the other is there: a pulled plug shows within 45 s."""

CONNECT_SECONDS = 5.0
"""How long a broker may take to answer at all; it is asked in a thread of its own, so nobody waits for it."""

RETRY_SECONDS = (1, 60)
"""Between two attempts to reach a broker that is down: doubled each time, from the first to the second."""

HELD_SECONDS = 10.0
"""After which a line holds. Two tables under one name push each other away every second or two."""

SHORT_LINES = 2
"""In a row that did not hold: so many are told as any other, and then nothing until one holds."""

UNTOLD = "Unspecified error"
"""What paho says where a line ends without a word from the broker."""

NOT_LET_IN = ("Bad user name or password", "Not authorized")
"""What brokers say of a wrong password, or of none."""

REST_SECONDS = 0.05
"""Between two rounds of telling: what changes faster than this (a hand that moves) is told once."""

BYE_SECONDS = 1.0
"""How long the last word may take when the table stops; a service has to stop within two seconds."""

TEXT_LENGTH = 255
"""Letters of a state: Home Assistant takes no longer ones."""
