"""One reader per medium: a patch of the picture in, the likelihood of each token out."""
