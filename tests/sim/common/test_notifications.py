"""The toast, which both platforms have."""

from __future__ import annotations

import pytest

from omnigym.devices.protocol import ClipboardContent
from omnigym.sim.app import Context, Launch, SetFiles, updated
from omnigym.sim.common.notifications import toast
from omnigym.sim.notifications import add_notification, notifications
from omnigym.sim.system import Later, Send
from omnigym.sim.ui.widgets import text
from omnigym.sim.vfs import Vfs

FILES, NOTE = add_notification(Vfs(), "mail", "Hello", "there", "", 0)
CONTEXT = Context(300, 100, FILES, ClipboardContent(), {}, 5)


def _app(close_removes: bool):  # type: ignore[no-untyped-def]
    return toast(
        lambda n: text(n.title), lambda n: (Launch(n.app),), lambda w, h: (0, 0, w, h), close_removes=close_removes
    )


@pytest.mark.parametrize(
    ("message", "removes", "stays_in_list", "launches"),
    [
        ("expire", True, True, False),
        ("close", True, False, False),
        ("close", False, True, False),
        ("open", False, False, True),
    ],
)
def test_how_a_toast_goes(message: str, removes: bool, stays_in_list: bool, launches: bool) -> None:
    app = _app(removes)
    state, effects = updated(app, None, ("show", NOTE), CONTEXT)
    assert state.note == NOTE and effects == (Later(5000, Send(("expire", NOTE.id))),)
    assert updated(app, state, (message, NOTE.id + 1), CONTEXT) == (state, ()), "that is another notification"
    after, effects = updated(app, state, (message, NOTE.id), CONTEXT)
    files = next((e.vfs for e in effects if isinstance(e, SetFiles)), FILES)
    assert after is None and bool(notifications(files)) is stays_in_list
    assert (Launch("mail") in effects) is launches


def test_nothing_is_shown_without_a_notification() -> None:
    app = _app(True)
    assert app.init("", CONTEXT) == (None, ())
    assert updated(app, None, ("open", 1), CONTEXT) == (None, ())
