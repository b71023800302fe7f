"""The examples of the README and of the pages of the documentation: found, written to files, and laid over the package.

A code block whose first line is a comment with a path, ``# omnigym/tasks/apps/stopwatch/measuring.py``, is that file
without the line. All other blocks are for the reader, or for the test that asks for them.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

__all__ = ["ROOT", "Block", "blocks", "files_of", "lay_over", "page", "write_files"]

ROOT = Path(__file__).parents[2]

_FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PATH = re.compile(r"# ((?:\w+/)+\w+\.(?:py|toml))\n")


class Block(NamedTuple):
    """A block of code.

    Attributes:
        language: "python", "json"...
        path: The file that it is, relative to the repository, or "".
        text: What is in it, without the line that says the path.
    """

    language: str
    path: str
    text: str


def page(name: str) -> str:
    """The text of a page, by its path in the repository: "README.md", "docs/tasks.md"."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str, language: str = "") -> list[Block]:
    """The blocks of code of a page, in order; of one language only where that is said."""
    found = []
    for match in _FENCE.finditer(text):
        code = match[2]
        named = _PATH.match(code)
        found.append(Block(match[1], named[1] if named else "", code[named.end() :] if named else code))
    return [b for b in found if language in ("", b.language)]


def files_of(text: str) -> dict[str, str]:
    """The files of a page by their paths."""
    named = [b for b in blocks(text) if b.path]
    files = {b.path: b.text for b in named}
    assert len(files) == len(named), f"a file stands there twice: {sorted(b.path for b in named)}"
    return files


def write_files(files: Mapping[str, str], folder: Path) -> list[Path]:
    """Write files, by paths relative to a folder."""
    written = []
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def lay_over(folder: Path) -> None:
    """Let what is below ``folder`` be found and imported as if it stood in the package itself, until the process ends.

    Packages that both have look for their modules in both places, so a module of ``folder`` has to be a new one. To be
    called before anything has looked through a package.
    """
    for package in _packages(folder):
        module = importlib.import_module(".".join(package.relative_to(folder).parts))
        if str(package) not in module.__path__:
            module.__path__.append(str(package))


def _packages(folder: Path) -> Iterable[Path]:
    """The folders of the package ``omnigym`` below ``folder``, outer ones first."""
    return sorted(p for p in [folder / "omnigym", *(folder / "omnigym").rglob("*")] if p.is_dir())


def pytest_configure() -> None:
    """As a plugin (``pytest -p tests.docs.examples``): lay over what the environment's ``OMNIGYM_LAID_OVER`` names."""
    lay_over(Path(os.environ["OMNIGYM_LAID_OVER"]))
