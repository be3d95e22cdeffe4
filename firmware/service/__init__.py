"""The real table as a service: how it starts, what it tells systemd, and how it is updated without a bad version."""
