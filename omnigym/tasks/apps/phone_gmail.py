"""Steps, oracles and runs of phone gmail that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action
from omnigym.tasks.counterexamples import right_way
from omnigym.tasks.step_library.phone import item_menu, pick_file, write_mail_in_office
from omnigym.tasks.subtask import UI


@right_way("phone-gmail/send-three-files")
def shared_from_files(ui: UI, to: str, subject: str, **names: str) -> Iterator[Action]:
    """The last file is shared with Gmail, where the others are added."""
    first, *others = [f"{names[f'folder_{x}']}/{names[x]}" for x in "cba"]
    yield from item_menu(ui.of("files"), first, "share")
    yield ui.click("share.gmail")
    yield from write_mail_in_office(ui, to, subject)
    for path in others:
        yield ui.click("gmail.attach")
        yield from pick_file(ui, path)
    yield ui.click("gmail.send")
