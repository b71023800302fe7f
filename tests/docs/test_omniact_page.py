"""The page on OmniACT says what is: its examples run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.omniact.conftest import root
from tests.docs.examples import blocks, page

__all__ = ["root"]

PAGE = page("docs/omniact.md")


def test_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    exec(blocks(PAGE, "python")[0].text, {})  # noqa: S102 - it is the page's own
    printed = next(b.text for b in blocks(PAGE, "text") if b.text.startswith("moveTo"))
    assert capsys.readouterr().out == printed


def test_the_data_set(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root.parent)
    root.rename(root.with_name("omniact"))
    exec(blocks(PAGE, "python")[1].text.replace("test/12", "test/2").replace("12", "2"), {})  # noqa: S102
