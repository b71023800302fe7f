"""The dialogs that any app opens: message box, prompt, and file dialog."""

from __future__ import annotations

from functools import partial

from omnigym.a11y import Role
from omnigym.sim.common.file_dialog import Parts, file_dialog
from omnigym.sim.common.file_rows import Telling, row_of
from omnigym.sim.common.message_box import PROMPT, MessageBox, button_key, message_box
from omnigym.sim.files.kinds import is_hidden
from omnigym.sim.linux.file_kinds import date_text, icon_of, in_order, kind_of, size_text
from omnigym.sim.linux.paths import PLACES, TRASH, inward, outward
from omnigym.sim.ui.nodes import FILL, Msg, Node, column, row
from omnigym.sim.ui.widgets import button, spacer, text, tree_item
from omnigym.sim.vfs import Stat

# -- message box ------------------------------------------------------------------------------------------------------

# The message box of GNOME: text in the middle, buttons side by side below; and that of the system itself.


def _view(state: MessageBox) -> Node:
    last = len(state.buttons) - 1
    buttons = [
        button(
            button_key(label),
            label,
            click=("press", label),
            default=i == last,
            cancel=label == state.cancel,
            style="" if i < last or len(state.buttons) == 1 else "danger" if state.kind == "warning" else "primary",
            w=FILL,
        )
        for i, label in enumerate(state.buttons)
    ]
    return column(
        row(
            text(state.text, key="message.text", wrap=True, role=Role.TEXT, w=FILL),
            h=FILL,
            pad=(28, 8),
            justify="center",
        ),
        row(*buttons, style="dialog_buttons", pad=(16, 12, 16, 16), gap=10),
        h=FILL,
    )


_MESSAGE_BOX_APPS = tuple([message_box(_view, (420, 150), name) for name in ("message_box", "system_message")])

# -- a question that is answered with a line of text; see `omnigym.sim.common.message_box` -------------------------

_PROMPT_APPS = (PROMPT,)

# -- the Open and Save dialogs; see `omnigym.sim.common.file_dialog` --------------------------------------------------


def _places(prefix: str, current: str, go: Msg, _droppable: bool) -> Node:
    items = [
        tree_item(f"{prefix}.place.{key}", label, icon=image, selected=location == current, click=(*go, location))
        for key, label, location, image in PLACES
        if location != TRASH
    ]
    return column(*items, spacer(h=FILL), style="sidebar", h=FILL, pad=(6, 8), gap=2, role=Role.TREE, name="Places")


def _shown(stat: Stat) -> bool:
    return not (is_hidden(stat) or stat.name.startswith("."))


_ROW = partial(row_of, Telling(icon_of, kind_of, date_text, size_text))
_FILE_DIALOG = (file_dialog(Parts(_places, _ROW, in_order, {}, inward, outward, "Replace", "Cancel", True, _shown)),)

APPS = (*_FILE_DIALOG, *_MESSAGE_BOX_APPS, *_PROMPT_APPS)
