"""A star in play, learnt from a position that is known: does each place look as it should, and as what else?"""
