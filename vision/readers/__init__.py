"""One reader per medium: from a picture, and where the board lies in it, to how likely each token is at each place."""
