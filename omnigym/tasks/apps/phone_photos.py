"""Steps, oracles and runs of phone photos that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.phone import photo
from omnigym.tasks.step_registry import value
from omnigym.tasks.subtask import UI


@value
def edited(folder: str, stem: str) -> str:
    """The path of a picture."""
    return f"{folder}/{stem}.jpg"


@right_way("phone-photos/crop", "phone-photos/filter")
def turned_all_the_way_round(
    ui: UI, folder: str, stem: str, shape: str = "", tone: str = "", **_: object
) -> Iterator[Action]:
    """Four quarter turns and two mirrors are none."""
    yield from photo(ui, f"{folder}/{stem}.jpg")
    yield ui.click("photos.edit")
    for key in ("rotate", "rotate", "flip", "flip", "rotate", "rotate"):
        yield ui.click(f"photos.{key}")
    if shape:
        yield ui.click(f"photos.shape.{shape}")
    else:
        yield ui.click("photos.tool.filters")
        yield ui.click(f"photos.filter.{tone}")
    yield ui.click("photos.save")
