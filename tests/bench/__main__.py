"""Speed, as ratios within one run: ``python -m tests.bench`` runs every section, ``python -m tests.bench rules`` one.

A section is a module of this folder with a function ``run()`` that prints its table. Add it to `SECTIONS`.
"""

import os
import sys
from importlib import import_module

SECTIONS = ("rules", "looking", "page")


def main(names: list[str]) -> int:
    """Run the named sections, or all."""
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        print(f"no section {', '.join(unknown)}; there are {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program itself runs; NumPy asks when it is imported
    for name in names or SECTIONS:
        import_module(f"tests.bench.{name}").run()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
