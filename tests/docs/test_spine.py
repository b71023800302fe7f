"""The pages that people read first: the spine is as the code is, and each room's README names files that exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.examples import ROOT, page

ROOMS = sorted(path.parent for path in (ROOT / "omnigym").glob("*/__init__.py"))
#: Numbers of lines change with every edit, and are brought up to date when the trips are.
_SIZE = re.compile(r"\| \d+ \||\d+ files, [\d,]+ lines|through \d+ more")
_NAMED = re.compile(r"`([\w./-]+(?:\.py|/))`")


def test_the_page_is_what_the_trips_trace() -> None:
    made = subprocess.run(
        [sys.executable, "docs/spine.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    without_sizes = [_SIZE.sub("", text) for text in (made.stdout, page("docs/spine.md"))]
    assert without_sizes[0] == without_sizes[1], "The trips have changed: run python docs/gen.py."


def test_the_spine_is_an_afternoon_long() -> None:
    files = set(re.findall(r"^\| \[([\w/]+\.py)\]", page("docs/spine.md"), re.MULTILINE))
    lines = sum(len((ROOT / "omnigym" / file).read_text("utf-8").splitlines()) for file in files)
    assert 15 <= len(files) <= 26 and lines < 9_000, (len(files), lines)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_says_what_it_is(room: Path) -> None:
    text = (room / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 25
    assert all(f"**{part}**" in text for part in ("May import", "Begin with", "Not here"))
    begin = text.partition("**Begin with**")[2].partition("**Not here**")[0]
    missing = [name for name in _NAMED.findall(begin) if not (room / name).exists()]
    elsewhere = [name for name in _NAMED.findall(text) if not (room / name).exists()]
    assert missing == []
    assert [name for name in elsewhere if not list((ROOT / "omnigym").glob(name.strip("/")))] == []
