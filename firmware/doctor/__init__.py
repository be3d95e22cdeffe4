"""Is this machine all right? Small checks, each over a `Machine` that can as well be a folder made for a test."""
