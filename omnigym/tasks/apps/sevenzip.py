"""Steps, oracles and runs of sevenzip that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.commands import Via, do
from omnigym.tasks.step_library.steps import answer, in_front
from omnigym.tasks.step_registry import value, word
from omnigym.tasks.subtask import UI

#: What is in the archives of these subtasks.
_INSIDE = ("readme.txt", "licence.txt", "prices.txt")


@word
def go_in_sevenzip(ui: UI, values: Mapping[str, object], inside: str = "") -> Iterator[Action]:
    """The folder, or the archive inside of it, in the window in front: by its address."""
    yield from in_front(ui)
    yield ui.click("sevenzip.address")
    yield ui.type(ui.native_path(f"{values['folder']}/{inside}") + "\n")


@word
def go_inside(ui: UI, values: Mapping[str, Any]) -> Iterator[Action]:
    """The archive itself shown."""
    yield from go_in_sevenzip(ui, values, values["archive"])


@word
def pack(ui: UI, values: Mapping[str, object], record: str, archive: str, via: Via) -> Iterator[Action]:
    """A file put into an archive."""
    yield from go_in_sevenzip(ui, values)
    yield from do(ui, "add", record, via)
    yield ui.type(archive + "\n")


@word
def take_in_sevenzip(
    ui: UI, values: Mapping[str, Any], command: str, record: str, to: str, via: Via
) -> Iterator[Action]:
    """Out of the archive: of its whole where the command extracts, else one file of it."""
    yield from go_in_sevenzip(ui, values, "" if command == "extract" else values["archive"])
    yield from do(ui, command, record, via)
    yield ui.type(ui.native_path(to) + "\n")


def _drop(ui: UI, values: Mapping[str, Any], *records: str, via: Via = "button") -> Iterator[Action]:
    """Files deleted in the archive."""
    yield from go_in_sevenzip(ui, values, values["archive"])
    for record in records:
        yield from do(ui, "delete", record, via)
        yield from answer(ui, "message.yes")


@value
def others(name: str) -> list[str]:
    """The other files of the archive."""
    return [other for other in sorted(_INSIDE) if other != name]


@right_way("7-zip/add")
def packed_by_menu(ui: UI, name: str, archive: str, **values: object) -> Iterator[Action]:
    """The context menu."""
    yield from pack(ui, values, name, archive, "menu")


@right_way("7-zip/add")
def packed_without_the_ending(ui: UI, name: str, archive: str, **values: object) -> Iterator[Action]:
    """7-Zip adds .zip to a name that has no ending."""
    yield from pack(ui, values, name, archive.removesuffix(".zip"), "button")


@wrong_run("7-zip/add")
def packed_under_another_name(ui: UI, name: str, archive: str, **values: object) -> Iterator[Action]:
    """Not the archive that was asked for."""
    yield from pack(ui, values, name, f"my {archive}", "button")


@right_way("7-zip/extract")
def unpacked_by_button(ui: UI, archive: str, to: str, **values: object) -> Iterator[Action]:
    """The button Extract."""
    yield from take_in_sevenzip(ui, values, "extract", archive, to, "button")


@right_way("7-zip/extract")
def unpacked_one_by_one(ui: UI, to: str, **values: object) -> Iterator[Action]:
    """Each of its files copied out of it."""
    for name in _INSIDE:
        yield from take_in_sevenzip(ui, values, "copy", name, to, "key")


@wrong_run("7-zip/extract")
def unpacked_in_part(ui: UI, name: str, to: str, **values: object) -> Iterator[Action]:
    """All but one."""
    for other in others(name):
        yield from take_in_sevenzip(ui, values, "copy", other, to, "key")


@right_way("7-zip/take-out")
def taken_by_button(ui: UI, name: str, to: str, **values: object) -> Iterator[Action]:
    """The button Copy."""
    yield from take_in_sevenzip(ui, values, "copy", name, to, "button")


@right_way("7-zip/take-out")
def taken_by_menu(ui: UI, name: str, to: str, **values: object) -> Iterator[Action]:
    """The context menu."""
    yield from take_in_sevenzip(ui, values, "copy", name, to, "menu")


@wrong_run("7-zip/take-out")
def all_taken(ui: UI, archive: str, to: str, **values: object) -> Iterator[Action]:
    """More than the one."""
    yield from take_in_sevenzip(ui, values, "extract", archive, to, "button")


@wrong_run("7-zip/take-out")
def moved_out(ui: UI, name: str, to: str, **values: object) -> Iterator[Action]:
    """The archive has lost it."""
    yield from take_in_sevenzip(ui, values, "move", name, to, "button")


@wrong_run("7-zip/take-out")
def another_one_taken(ui: UI, name: str, to: str, **values: object) -> Iterator[Action]:
    """Not the one that was asked for."""
    yield from take_in_sevenzip(ui, values, "copy", others(name)[0], to, "button")


@right_way("7-zip/delete-inside")
def deleted_by_key(ui: UI, name: str, **values: object) -> Iterator[Action]:
    """The Delete key."""
    yield from _drop(ui, values, name, via="key")


@right_way("7-zip/delete-inside")
def deleted_by_menu(ui: UI, name: str, **values: object) -> Iterator[Action]:
    """The context menu."""
    yield from _drop(ui, values, name, via="menu")


@wrong_run("7-zip/delete-inside")
def deleted_with_another_one(ui: UI, name: str, **values: object) -> Iterator[Action]:
    """One too many, and that one first."""
    yield from _drop(ui, values, others(name)[0], name)


@wrong_run("7-zip/delete-inside")
def another_one_deleted(ui: UI, name: str, **values: object) -> Iterator[Action]:
    """Not the one that was asked for."""
    yield from _drop(ui, values, others(name)[0])


@word
@wrong_run("7-zip/delete-inside", name="the_archive_deleted")
def archive_deleted(ui: UI, archive: str, **values: object) -> Iterator[Action]:
    """It was to stay."""
    yield from go_in_sevenzip(ui, values)
    yield from do(ui, "delete", archive)
    yield from answer(ui, "message.yes")
