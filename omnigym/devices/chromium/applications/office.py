"""The pages of a small company: forms, tables, a board. Whatever they send is kept as rows of a SQLite database.

The pages themselves are files in the folder beside this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from omnigym.devices.chromium.serving.pages import load_pages, prepare_pages

__all__ = ["DATABASE", "load", "prepare"]

DATABASE = "office.sqlite3"


def prepare(folder: Path) -> None:
    """Copy the pages, and make a database in which nothing is yet."""
    prepare_pages(Path(__file__).with_suffix(""), folder, DATABASE)


def load(folder: Path) -> Callable[..., Iterable[bytes]]:
    """The pages, and what keeps what they send."""
    return load_pages(folder, DATABASE)
