"""The notebook for teaching: its cells run in order, and no outputs are kept in the file."""

from __future__ import annotations

import json
from typing import Any

from tests.docs.examples import page


def test_the_notebook_runs() -> None:
    notebook = json.loads(page("examples/teaching.ipynb"))
    assert notebook["nbformat"] == 4
    known: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"] and cell["execution_count"] is None
            exec(compile("".join(cell["source"]), cell["id"], "exec"), known)  # noqa: S102 - our own notebook
    assert known["rates"] == {"noop": 0.0, "random": 0.0, "oracle": 1.0}
    assert known["tried"]["meta"] > 0.0
