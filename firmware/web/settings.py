"""Every threshold of the page, with its unit and its reason."""

NEWS = 200
"""Entries and sentences kept for viewers who come back: a phone that slept through ten moves misses nothing."""

FIRST_NEWS = 8
"""Sentences that a new viewer is told: what was just said at the table, not the whole evening."""

GATHER_SECONDS = 0.01
"""From the table's bell until viewers are told: its turn is over then and it waits for the camera, so the two do not
want the interpreter at the same time; whatever else happens meanwhile goes along."""

HISTORY = 40
"""Moves that each snapshot carries; the whole list is asked for separately."""

VIEWERS = 64
"""Connections that follow at the same time: a big family with two devices each; the next is told to come later."""

VIEWERS_EACH = 16
"""The same from one address: many tabs, yet nobody takes all places."""

CONNECTIONS = 160
"""Connections of any kind at the same time. Most cost some 100 kB at most, so 16 MB; `WAITING` counts the others."""

CONNECTIONS_EACH = 48
"""The same from one house: a browser opens 6 and a WebSocket for each tab; a third of all at most."""

PAGE_RETRY_SECONDS = 10.0
"""Between two attempts to listen where nobody could: after a cold start the network comes within a minute."""

REQUEST_SECONDS = 20.0
"""Until a request is whole, from the opening of the connection or its first byte: 2 MB over a poor WLAN take ten."""

KEEP_SECONDS = 20
"""How long a connection on which nothing is asked is kept."""

HEADER_BYTES = 16_384
"""Longest head of a request: browsers send one."""

UNREAD_BYTES = 262_144
"""Bytes waiting for a WebSocket that does not read them while it goes on sending; a snapshot is 8 kB."""

SLOW_SECONDS = 8.0
"""A viewer who does not take a message within this time is let go; a sleeping phone comes back by itself."""

SILENT_SECONDS = 75.0
"""A page says that it is there every 25 s; after three missed times nobody is there."""

PULSE_SECONDS = 25.0
"""A stream of events without news says so after this long; who is gone is found out by it."""

MESSAGE_BYTES = 8_192
"""Longest message from a page: a corrected board names at most 253 places, 20 bytes each."""

BODY_BYTES = 16_384
"""Longest body of a request, but for a record."""

RECORD_BYTES = 2_000_000
"""Longest record that is taken in: a game of a thousand plies is below 1 MB."""

RECORD_LINES = 3_000
"""Lines of the longest record that is made again for a visitor, who may be anybody: a game of a thousand plies with a
doubt about each and every third taken back; 2 s of a core, and 20 MB."""

RATE = 40.0
"""Requests and messages a second from one address: a dragged marble makes 12."""

BURST = 240.0
"""How many may come at once: a page with its parts and pictures is thirty-four, and people load it again."""

WORK = 15.0
"""How many requests one counts for that has a record read anew: three a second or less, sixteen at once."""

WAITING, WAITING_EACH = 12, 6
"""So many of these are answered or wait at the same time, in all and from one house, for the longest record takes 2 s
of a core: who asks for more, or leaves before the answer, keeps nobody else out."""

ADDRESSES = 1_000
"""Addresses whose rate is remembered; the oldest is forgotten."""

TRIES = 6
"""Wrong pairing codes from one house before it has to rest; slips of a thumb are two or three."""

TRIES_ALL = 20
"""Wrong pairing codes from everybody together before all rest: who guesses may have many addresses."""

REST_SECONDS = 60.0
"""How long the first rest lasts; each further one lasts twice as long as the one before."""

REST_MOST = 3_600.0
"""The longest rest. Once rests are so long, all together try 20 codes an hour and need six years for all of them."""

KEYS = 64
"""Paired devices; the oldest is forgotten."""

CAMERA_WIDTH = 640
"""Width in pixels of the camera's picture on the page: 40 kB, clear on a phone."""

CAMERA_SECONDS = 0.4
"""Between two pictures packed for the page, however many look: packing one takes about 4 ms."""

CROP_PITCHES = 2.2
"""Half the side of the cut-out around a doubtful place, in hole pitches: the place and its neighbours."""

CROP_PIXELS = 180
"""Side of that cut-out on the page."""

QUALITY = 82
"""JPEG quality of all of them."""

CARDS = 200
"""The newest games, which the library lists; each is refereed anew once, and its card stays in memory."""

OLDER_CARDS = 100
"""How many older games are listed at a time: refereeing them anew takes about as long as the longest single record."""

ANIMATION_PLIES = 400
"""The longest game that is drawn as an animation here; longer ones would keep a small machine busy for minutes."""

READ_SECONDS = 1.0
"""So long after the end of a game its button reads that it begins another one: a press sooner was the second click of
one that ended the last turn."""

SHOW_SECONDS = 35.0
"""How long what a page had lit lasts without word from it: a page says every 25 s that it is there, a phone asleep does
not."""

BEACONS_SECONDS = 30.0
"""How long the lamps may take to blink their numbers: ten pictures for 121 lamps, eleven for 253, in two seconds or so.
A camera that needs a second for each may have begun one before the lamps shone, and so need two."""

PICTURE_SECONDS = 10.0
"""How long a careful picture may take to come: a camera that hangs needs up to 5 s to be reopened."""
