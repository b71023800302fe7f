from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from omnigym.errors import RecordingError
from omnigym.view.export import export_html, write_export
from omnigym.view.runs import Run
from tests.view.recordings import write_recording

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)><!--"


def test_an_episode_is_one_file_that_asks_for_nothing(make_run: Callable[..., Path], tmp_path: Path) -> None:
    out = write_export(Run(make_run(2, trees=True)), 1, tmp_path / "out" / "episode.html")
    page = out.read_text()
    assert page.count("data:image/png;base64,") == 5
    assert not re.search(r'(?:src|href)="(?!data:)', page) and 'url("icon' not in page
    assert not re.search(r"^(?:import|export) ", page, re.MULTILINE)
    assert "default-src 'none'; script-src 'sha256-" in page
    assert [p.name for p in out.parent.iterdir()] == ["episode.html"]


def test_no_text_of_a_recording_ends_the_data(tmp_path: Path) -> None:
    path = write_recording(
        tmp_path / "a", thought=EVIL, instruction=EVIL, told=[{"thought": EVIL, "marks": {EVIL: [1, 1, 5, 5]}}]
    )
    page = export_html(Run(path), 0)
    assert EVIL not in page and "<img src=x" not in page
    assert page.count("<script") == page.count("</script>") == 2


def test_an_episode_that_is_not_there_is_told(make_run: Callable[..., Path]) -> None:
    with pytest.raises(RecordingError, match=r"has no episode 9. It has 1"):
        export_html(Run(make_run(1)), 9)
