"""The dialogs that any app opens: message box, prompt, and file dialog."""

from __future__ import annotations

from omnigym.a11y import Role
from omnigym.sim.common.file_dialog import Parts, file_dialog
from omnigym.sim.common.message_box import PROMPT, MessageBox, button_key, message_box
from omnigym.sim.ui.nodes import FILL, Node, column, row
from omnigym.sim.ui.widgets import button, icon, spacer, text
from omnigym.sim.vfs import HOME, canonical, native
from omnigym.sim.windows.apps.explorer.state import HOME_PAGE, PC_PAGE, file_row, places_pane
from omnigym.sim.windows.file_kinds import in_order

# -- message box ------------------------------------------------------------------------------------------------------

# The message box of Windows, and that of the system, or of a program without a window, which belongs to nobody.

_ICONS = {"info": "info", "warning": "warning", "error": "error-circle", "question": "question-circle"}


def _view(state: MessageBox) -> Node:
    buttons = [
        button(
            button_key(label),
            label,
            click=("press", label),
            default=i == 0,
            cancel=label == state.cancel,
            style="accent" if i == 0 else "",
            w=96 if len(label) < 12 else -1,
        )
        for i, label in enumerate(state.buttons)
    ]
    return column(
        row(
            icon(_ICONS[state.kind], style="large"),
            text(state.text, key="message.text", wrap=True, w=FILL, role=Role.TEXT),
            h=FILL,
            pad=(20, 14),
            gap=16,
            align="center",
        ),
        row(spacer(), *buttons, style="dialog_buttons", pad=(16, 12), gap=8),
        h=FILL,
    )


_MESSAGE_BOX_APPS = tuple([message_box(_view, (420, 170), name) for name in ("message_box", "system_message")])

# -- a question that is answered with a line of text; see `omnigym.sim.common.message_box` -------------------------

_PROMPT_APPS = (PROMPT,)

# -- the Open and Save As dialogs of Windows; see `omnigym.sim.common.file_dialog` ------------------------------------

_PAGES = {HOME_PAGE: HOME, PC_PAGE: "C:"}
_FILE_DIALOG = (file_dialog(Parts(places_pane, file_row, in_order, _PAGES, canonical, native)),)

APPS = (*_FILE_DIALOG, *_MESSAGE_BOX_APPS, *_PROMPT_APPS)
