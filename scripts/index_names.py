"""Write the indexes of names: the module of each check, metric, word and value (`omnigym.discovery.NameIndex`).

    python scripts/index_names.py [--check]

Run it after a new check, metric, word, value or wrapper. The wrappers are in a stub for type checkers. With ``--check``
nothing is written, and the exit code is 1 if one of the files is not true.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import omnigym.wrappers
from omnigym.benchmarks.osworld.scorer import registry as metrics
from omnigym.evaluation import registry as checks
from omnigym.tasks import step_registry as steps


def stub_of_wrappers() -> str:
    """The stub of `omnigym.wrappers`: each class that it exports, from its module."""
    exported = [getattr(omnigym.wrappers, name) for name in omnigym.wrappers.__all__]
    lines = sorted(f"from {found.__module__} import {found.__name__} as {found.__name__}\n" for found in exported)
    return "# Written by scripts/index_names.py, for type checkers.\n" + "".join(lines)


def indexes() -> Iterator[tuple[Path, str]]:
    """The files and their texts."""
    yield checks.INDEX.file, checks.INDEX.text(checks.modules_of_checks())
    yield metrics.INDEX.file, metrics.INDEX.text(metrics.modules_of_metrics())
    yield metrics.PUBLISHED_INDEX.file, metrics.PUBLISHED_INDEX.text(metrics.modules_of_published())
    for kind, index in steps.INDEXES.items():
        yield index.file, index.text(steps.modules_of(kind))
    yield Path(omnigym.wrappers.__path__[0], "__init__.pyi"), stub_of_wrappers()


def main() -> int:
    """Write the files, or compare them."""
    stale = 0
    for file, text in indexes():
        if file.is_file() and file.read_text("utf-8") == text:
            continue
        stale += 1
        print(f"{file} is not true." if "--check" in sys.argv else f"{file} is written.")
        if "--check" not in sys.argv:
            file.write_text(text, "utf-8")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
