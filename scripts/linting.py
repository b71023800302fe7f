"""Parts that the checks of this folder share: findings, the files that are looked at, and limits that may only fall."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["ROOT", "Finding", "list_findings", "modules_in", "name_of", "run_check"]

ROOT = Path(__file__).resolve().parent.parent


class Finding(NamedTuple):
    """A place that breaks a rule.

    Attributes:
        line: Its line in the file.
        rule: The name of the rule.
        text: The name or the sentence that breaks it.
    """

    line: int
    rule: str
    text: str


def modules_in(place: Path) -> list[Path]:
    """Return the Python modules of a folder, or a file itself."""
    return sorted(place.rglob("*.py")) if place.is_dir() else [place]


def name_of(path: Path) -> str:
    """Return the path of a file below the root, with forward slashes."""
    return path.resolve().relative_to(ROOT).as_posix()


def list_findings(places: list[Path], find: Callable[[Path], list[Finding]]) -> int:
    """Print the findings in some files or packages, and return the exit code."""
    for place in places:
        for path in modules_in(place):
            for finding in find(path):
                print(f"{path}:{finding.line}: {finding.rule}: {finding.text}")
    return 0


def run_check(
    description: str,
    limits: Path,
    find: Callable[[Path], list[Finding]],
    count: Callable[[], Any],
    grown: Callable[[Any, Any], list[str]],
    told: Callable[[Any], str],
) -> int:
    """Run a check of counts from the command line, and return the exit code.

    Args:
        description: For the help.
        limits: The file of the limits.
        find: Returns the findings in a file.
        count: Returns the counts of today.
        grown: Returns a line for each count that is above its limit.
        told: Returns the line that is printed if none is.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("files", nargs="*", type=Path, help="Files or packages whose findings are listed")
    parser.add_argument("--write", action="store_true", help="Lower the limits to today's counts")
    arguments = parser.parse_args()
    if arguments.files:
        return list_findings(arguments.files, find)
    now = count()
    worse = grown(now, json.loads(limits.read_text("utf-8"))) if limits.exists() else []
    print("\n".join(worse) if worse else told(now))
    if arguments.write and not worse:
        limits.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 1 if worse else 0
