"""For all tests: what is found must not depend on how busy the machine is."""

from hypothesis import settings

# Hypothesis fails a test that once took longer than 200 ms, which on a busy machine any test does.
settings.register_profile("hopsight", deadline=None)
settings.load_profile("hopsight")
