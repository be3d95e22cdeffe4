"""A star that nobody told us about, at first sight: which places hold pieces, and which of these belong together."""
