"""The examples of the page on CRAB run."""

from __future__ import annotations

import pytest

from omnigym.codecs import functions
from omnigym.evaluation import registry
from tests.docs.examples import blocks, page


def test_each_block_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.check_names()
    functions.actions_of("android")
    monkeypatch.setattr(registry, "_CHECKS", dict(registry._CHECKS))
    monkeypatch.setattr(functions, "_ACTIONS", dict(functions._ACTIONS))
    found = blocks(page("docs/crab.md"), "python")
    assert len(found) == 4
    for block in found:
        exec(compile(block.text, "docs/crab.md", "exec", dont_inherit=True), {"__name__": "example"})  # noqa: S102
