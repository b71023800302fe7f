"""Sets on disk."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.benchmarks.omnigui.making import write_set


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes the set by application."""
    return partial(write_set, tmp_path / "set")


@pytest.fixture
def merged(tmp_path: Path) -> Path:
    """The same in the merged layout, without what it does not have."""
    apart = write_set(tmp_path / "apart")
    root = tmp_path / "merged"
    (root / "benchmark").mkdir(parents=True)
    rows = []
    for app in ("TED", "Vimeo", "微博"):
        rows += json.loads((apart / app / f"dataset_{app}.json").read_text("utf-8"))
        for folder in (apart / app / "media").iterdir():
            folder.rename(root / "benchmark" / folder.name)
    (root / "merged_sorted.json").write_text(json.dumps(rows, ensure_ascii=False, indent=4), "utf-8")
    return root
