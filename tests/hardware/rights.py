"""A program that may no more than any other user, whoever runs the tests."""

import os
from shutil import which

import pytest

NO_ROOT = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
"""Before a program: files and folders that are closed are closed to it."""

needs_no_root = pytest.mark.skipif(
    bool(NO_ROOT) and which("setpriv") is None, reason="nothing here takes root's rights away"
)
