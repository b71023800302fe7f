"""A folder is brought back to what it was, and only what has changed is touched."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from omnigym.devices.chromium.serving.prepared import Restorer


@pytest.fixture
def pristine(tmp_path: Path) -> Path:
    folder = tmp_path / "pristine"
    (folder / "deep" / "empty").mkdir(parents=True)
    (folder / "deep" / "note.txt").write_text("as it was")
    with closing(sqlite3.connect(folder / "data.db")) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("INSERT INTO t VALUES (1)")
        connection.commit()
    return folder


def values(database: Path) -> list[int]:
    with closing(sqlite3.connect(database)) as connection:
        return [x for (x,) in connection.execute("SELECT x FROM t ORDER BY x")]


def test_everything_comes_back(pristine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "work"
    restorer = Restorer(pristine, folder)
    restorer.restore()
    (folder / "deep" / "note.txt").write_text("changed")
    (folder / "new" / "folder").mkdir(parents=True)
    (folder / "new" / "folder" / "file").write_text("new")
    (folder / "deep" / "empty").rmdir()
    with closing(sqlite3.connect(folder / "data.db")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("INSERT INTO t VALUES (2)")
        connection.commit()
        restorer.restore()
        assert connection.execute("SELECT count(*) FROM t").fetchone() == (1,), "an open connection sees it too"
    assert values(folder / "data.db") == [1]
    assert (folder / "deep" / "note.txt").read_text() == "as it was"
    assert not (folder / "new").exists()
    assert (folder / "deep" / "empty").is_dir()


def test_a_file_that_is_gone_comes_back(pristine: Path, tmp_path: Path) -> None:
    restorer = Restorer(pristine, tmp_path / "work")
    restorer.restore()
    (tmp_path / "work" / "data.db").unlink()
    (tmp_path / "work" / "deep" / "note.txt").unlink()
    restorer.restore()
    assert values(tmp_path / "work" / "data.db") == [1]
    assert (tmp_path / "work" / "deep" / "note.txt").exists()


def test_what_did_not_change_is_not_touched(pristine: Path, tmp_path: Path) -> None:
    restorer = Restorer(pristine, tmp_path / "work")
    restorer.restore()
    before = {p: p.stat().st_ctime_ns for p in (tmp_path / "work").rglob("*") if p.is_file()}
    restorer.restore()
    assert {p: p.stat().st_ctime_ns for p in before} == before
