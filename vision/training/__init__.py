"""Makes its own pictures of boards and trains the small network of `vision.readers.unknown.network` on them.

Nothing here is imported when a board is read; it needs the extra ``training`` (PyTorch, Numba).
"""
