"""Where the command line begins: with next to nothing, so that Ctrl-C is answered even while the rest is imported."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns its exit code."""
    try:
        from firmware.command_line import main as run

        return run(arguments)
    except KeyboardInterrupt:  # what comes later says it by itself
        print("stopped", file=sys.stderr)
        return 130  # Done.INTERRUPTED, which may not be there yet


if __name__ == "__main__":
    sys.exit(main())
