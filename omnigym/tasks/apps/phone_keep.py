"""Steps, oracles and runs of phone keep that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.phone import at_root, by_name, fill_in, wall
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.subtask import UI


@wrong_run("phone-keep/archive", "phone-keep/colour", "phone-keep/label", "phone-keep/pin")
def does_it_to_a_copy(ui: UI, title: str, **values: str) -> Iterator[Action]:
    """The note is copied, renamed in between, and the copy is as asked for."""
    yield from wall(ui)
    yield from by_name(ui, title)
    yield ui.click("keep.more")
    yield ui.click("keep.menu.copy")
    yield from by_name(ui, title)
    yield from fill_in(ui, "keep.title", "Aside")
    yield from at_root(ui, "keep.tabs")
    for name in ("pin", "archive", "colour", "label"):
        if (name in values) or (not values and name in ("pin", "archive")):
            yield from as_asked(f"phone-keep/{name}", ui, title=title, **values)


@right_way("phone-keep/checklist")
def of_the_lines_of_a_text(ui: UI, title: str, first: str, second: str, third: str) -> Iterator[Action]:
    """Written as a text, which gets boxes."""
    yield from as_asked("phone-keep/create", ui, title=title, body="\n".join((first, second, third)))
    yield ui.click("keep.more")
    yield ui.click("keep.menu.boxes")
