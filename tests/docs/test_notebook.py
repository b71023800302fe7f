"""The notebooks: their cells run in order, and no outputs are kept in the files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.docs.examples import page


def run(name: str, **changed: str) -> dict[str, Any]:
    """The names that a notebook has defined at its end, with pieces of its code changed; installing is left out."""
    notebook = json.loads(page(f"examples/{name}.ipynb"))
    assert notebook["nbformat"] == 4
    known: dict[str, Any] = {}
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or source.startswith("%pip install "):
            continue
        assert not cell["outputs"] and cell["execution_count"] is None
        for name, value in changed.items():
            source = source.replace(f"\n{name} = ", f"\n{name} = {value} #")
        exec(compile(source, cell["id"], "exec"), known)  # noqa: S102 - our own notebook
    return known


def test_teaching() -> None:
    known = run("teaching")
    assert known["rates"] == {"noop": 0.0, "random": 0.0, "oracle": 1.0}
    assert known["tried"]["meta"] > 0.0


@pytest.mark.slow
def test_the_first_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    known = run("first_hour", EPISODES="4", STEPS="1100")
    assert known["rates"]["noop"] == 0.0 and known["rates"]["oracle"] == 1.0 and 0.0 <= known["rates"]["PPO"] <= 1.0
    assert len(known["rows"]) > 1
