"""Makes its own pictures of boards and cards and trains the small networks of `vision.readers` on them.

Nothing here is imported when a board is read; it needs the extra ``training`` (PyTorch, Numba).
"""
