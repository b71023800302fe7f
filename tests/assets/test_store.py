"""The cache of contents, and locks."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from omnigym.assets import Asset, add_asset, cache_dir, has_asset, read_asset, read_lock, shipped_lock, write_lock
from omnigym.errors import AssetError, TaskFileError


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMNIGYM_ASSETS", str(tmp_path / "cache"))


def test_what_is_added_can_be_read() -> None:
    sha256 = add_asset(b"budget")
    assert sha256 == hashlib.sha256(b"budget").hexdigest() == add_asset(b"budget")
    assert has_asset(sha256)
    assert read_asset(sha256) == b"budget"


def test_what_is_not_there_or_was_changed_is_an_error() -> None:
    unknown = "0" * 64
    assert not has_asset(unknown)
    with pytest.raises(AssetError, match="assets fetch"):
        read_asset(unknown)
    sha256 = add_asset(b"budget")
    (cache_dir() / sha256[:2] / sha256).write_bytes(b"other")
    with pytest.raises(AssetError, match="was changed"):
        read_asset(sha256)


def test_a_lock_is_read_as_it_was_written(tmp_path: Path) -> None:
    lock = {"https://example.org/b": Asset("b" * 64, 2), "https://example.org/a": Asset("a" * 64, 1)}
    write_lock(tmp_path / "assets.lock", lock)
    assert read_lock(tmp_path / "assets.lock") == lock
    assert read_lock(tmp_path / "none.lock") == {}


@pytest.mark.parametrize("text", ["[]", "{", '{"u": ["zz", 1]}', '{"u": ["' + "a" * 64 + '", -1]}', '{"u": 1}', "\xff"])
def test_a_broken_lock_is_one_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "assets.lock"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(TaskFileError, match="assets fetch"):
        read_lock(path)


def test_everything_that_ships_is_what_its_lock_says() -> None:
    for url, (sha256, size) in shipped_lock().items():
        assert url.startswith("omnigym:")
        assert len(read_asset(sha256)) == size
