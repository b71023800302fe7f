"""What Windows does besides its apps: the keys of the system, the effects that apps ask for, and screenshots."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from omnigym.sim.app import Activate, Effect
from omnigym.sim.common.desktop_shell import DESKTOP_EFFECTS
from omnigym.sim.common.disturbances import mails, toasts
from omnigym.sim.common.mail import folder_path
from omnigym.sim.common.message_box import MessageBox
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.menu import close_menu
from omnigym.sim.input.messages import carry_out, send
from omnigym.sim.input.windows import (
    launch,
    open_layouts,
    request_close,
    show_desktop,
    snap_by_key,
    switch,
    toggle_shell,
)
from omnigym.sim.kinds.capture import Box, picture_of, text_of, window_box
from omnigym.sim.platform import Happening
from omnigym.sim.system import Forget, Interrupt, Notify, Power, Remind, Snip
from omnigym.sim.vfs import HOME, VfsError, join
from omnigym.sim.windows.clock import local
from omnigym.sim.windows.events import remind
from omnigym.values import ClipboardContent

# -- the keys of the system, which no app gets ------------------------------------------------------------------------

#: Shell surfaces by the keys that open and close them.
_SHELLS = {
    "meta": "start",
    "ctrl+escape": "start",
    "meta+s": "start",
    "meta+n": "notifications",
    "meta+a": "quick_settings",
    "shift+meta+s": "snipping",
    "meta+tab": "task_view",
}


def press_system_key(desk: Desktop, combo: str) -> bool:
    """Do what the system does with a key; False where it leaves it to the apps, and while the screen is locked."""
    regs = desk.regs
    if desk.locked:
        return False
    wid = desk.root_of(regs.active)
    if combo in _SHELLS:
        close_menu(desk)
        toggle_shell(desk, _SHELLS[combo])
    elif combo == "alt+f4":
        close_menu(desk)
        request_close(desk, regs.active)
    elif combo in ("alt+tab", "shift+alt+tab"):
        close_menu(desk)
        switch(desk, back="shift" in combo)
    elif combo in ("meta+d", "meta+m"):
        show_desktop(desk)
    elif combo == "meta+e":
        launch(desk, "file_manager", "")
    elif combo == "ctrl+shift+escape":
        launch(desk, "task_manager", "")
    elif combo == "meta+i":
        launch(desk, "settings", "")
    elif combo == "meta+v":
        close_menu(desk)
        toggle_shell(desk, "clipboard", regs.clips)
    elif combo == "meta+x":
        close_menu(desk)
        send(desk, "taskbar", ("start_menu",))
    elif combo == "meta+r":
        carry_out(desk, wid, (Interrupt("run"),))
    elif combo == "meta+l":
        carry_out(desk, wid, (Power("lock"),))
    elif combo == "meta+z":
        close_menu(desk)
        open_layouts(desk, wid)
    elif combo in ("meta+left", "meta+right", "meta+up", "meta+down"):
        snap_by_key(desk, wid, combo.removeprefix("meta+"))
    else:
        return False
    return True


# -- taking a picture of a part of the screen -------------------------------------------------------------------------

# To the clipboard, and into the folder of screenshots.

SCREENSHOTS = f"{HOME}/Pictures/Screenshots"


def snip(desk: Desktop, wid: str, effect: Snip) -> None:
    """Take the picture, as the screen is now. A rectangle without pixels is none."""
    box = _box(desk, effect)
    if box[0] == box[2] or box[1] == box[3]:
        return
    content, text = picture_of(desk, box), text_of(desk, box)
    regs = desk.regs
    regs.clipboard = ClipboardContent(image=content)
    now = local(regs.clock_ms, regs.settings)
    name = regs.vfs.free_name(SCREENSHOTS, f"Screenshot {now:%Y-%m-%d %H%M%S}.png")
    path = join(SCREENSHOTS, name)
    try:
        regs.vfs = regs.vfs.write(path, content, regs.clock_ms)
    except VfsError:  # something else is where the folder has to be: the clipboard has it
        path = ""
    desk.touch()
    saved = "Automatically saved to screenshots folder." if path else "It could not be saved."
    carry_out(desk, wid, (Notify("photos", "Screenshot copied to clipboard", saved, path),))
    for window in tuple(desk.regs.windows.values()):
        if window.minimised and "snipped" in desk.apps[window.app].on:
            send(desk, window.id, ("snipped", content, text))
            if desk.regs.windows[window.id].state is not window.state:  # it had waited for it
                carry_out(desk, window.id, (Activate(window.id),))


def _box(desk: Desktop, effect: Snip) -> Box:
    scale, (w, h) = desk.layout.scale, desk.size
    if effect.what:
        front = window_box(desk) if effect.what == "window" else None
        return front or (0, 0, w, h)
    x0, x1 = sorted(min(max(round(x * scale), 0), w) for x in (effect.x0, effect.x1))
    y0, y1 = sorted(min(max(round(y * scale), 0), h) for y in (effect.y0, effect.y1))
    return x0, y0, x1, y1


# -- what carries out the effects of the desktop's apps and shell -----------------------------------------------------


def _forget(desk: Desktop, _wid: str, effect: Forget) -> None:
    desk.regs.clips = tuple([c for c in desk.regs.clips if c not in effect.clips])


WINDOWS_EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    **DESKTOP_EFFECTS,
    Forget: _forget,
    Remind: remind,
    Snip: snip,
}

# -- what happens on the desktop that nobody asked for ----------------------------------------------------------------

_TOASTS = (
    Notify("todo", "Reminder", "Water the plants is due today."),
    Notify("settings", "Windows Security", "The last scan found no threats on your device."),
    Notify("file_manager", "Downloads", "Your download has finished."),
    Notify("photos", "A look back", "You have memories from this day last year."),
    Notify("settings", "Get even more out of Windows", "Finish setting up your device in a few steps."),
    Notify("file_manager", "USB drive", "Select to choose what happens with removable drives."),
)

_DIALOGS = (
    MessageBox(
        "Low battery",
        "Your battery is running low (10%). You might want to plug in your PC.",
        ("Close",),
        "Close",
        "warning",
    ),
    MessageBox(
        "Printer",
        "The printer 'Office-2' is offline. Do you want to try again?",
        ("Retry", "Cancel"),
        "Cancel",
        "error",
    ),
    MessageBox(
        "Sign in",
        "Your password for the file share expires in 3 days. Do you want to change it now?",
        ("Change it", "Not now"),
        "Not now",
        "question",
    ),
    MessageBox(
        "Feedback",
        "How likely are you to recommend Windows 11 to a friend or colleague?",
        ("Answer", "Not now"),
        "Not now",
        "question",
    ),
)


def _dialog(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    return (Interrupt("system_message", rng.choice(_DIALOGS)),)


def _update(rng: random.Random, number: int, now: int) -> tuple[Effect, ...]:
    return (Interrupt("windows_update", rng.choice(("5052093", "5053598", "5055523"))),)


DISTURBANCES: Mapping[str, Happening] = {
    "dialog": _dialog,
    "mail": mails(folder_path("Inbox"), "mail"),
    "toast": toasts(_TOASTS),
    "update": _update,
}
