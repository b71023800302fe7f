"""Steps, oracles and runs of terminal that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.step_library.linux import command, run
from omnigym.tasks.subtask import UI, oracle


@oracle("terminal/join-pictures")
def join_pictures(ui: UI, folder: str, first: str, second: str, name: str, side: str, **_: str) -> Iterator[Action]:
    """convert, with the option that says where the second goes."""
    parts = (f"{folder}/{first}", f"{folder}/{second}")
    yield from run(ui, command("convert", *parts, "+append" if side == "right" else "-append", f"{folder}/{name}"))
