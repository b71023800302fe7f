"""Steps of voice memos of the phone that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.step_library.phone import at_root, by_name, fill_in
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def memos(ui: UI) -> Iterator[Action]:
    """The list of all memos."""
    yield from at_root(ui, "recorder.record")


@word
def play_memo(ui: UI, memo: str) -> Iterator[Action]:
    """A memo from its beginning, with its page open."""
    yield from memos(ui)
    yield from by_name(ui, memo)
    yield ui.click("recorder.play")


@word
def rename_memo(ui: UI, name: str) -> Iterator[Action]:
    """Another name for the memo that is open."""
    yield ui.click("recorder.more")
    yield ui.click("recorder.menu.rename")
    yield from fill_in(ui, "prompt.text", name)
    yield ui.click("prompt.yes")


@word
def tag_memo(ui: UI, tag: str) -> Iterator[Action]:
    """A tag, or "none", for the memo that is open."""
    yield ui.click("recorder.more")
    yield ui.click("recorder.menu.tag")
    yield ui.click(f"choose.{tag}")


@word
def trim_memo(ui: UI, side: str) -> Iterator[Action]:
    """The memo that is open cut at the place where it is: its "begin" or its "end"."""
    yield ui.click("recorder.more")
    yield ui.click(f"recorder.menu.{side}")


@word
def delete_memo(ui: UI) -> Iterator[Action]:
    """The memo that is open deleted."""
    yield ui.click("recorder.more")
    yield ui.click("recorder.menu.delete")
    yield ui.click("ask.yes")


@word
def unpin_first(ui: UI) -> Iterator[Action]:
    """The first pin of the memo that is open removed."""
    first = next((n for n in ui.tree.nodes if n.key.startswith("recorder.unpin.")), None)
    yield ui.click(first if first is not None else "recorder.unpin.0")
