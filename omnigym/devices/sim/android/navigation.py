"""Back, home and recent apps, the keyboard that comes and goes with the focus, and the phone's own keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from omnigym.actions import Action, Click
from omnigym.devices.sim.desktop import Desktop
from omnigym.devices.sim.input.behaviour import BEHAVIOURS
from omnigym.devices.sim.input.display import set_setting
from omnigym.devices.sim.input.menu import close_menu
from omnigym.devices.sim.input.messages import send
from omnigym.devices.sim.input.windows import minimise, request_close, toggle_shell

__all__ = ["go_back", "go_home", "press_phone_key", "settle"]

#: Of 25 steps of the volume, in which a key turns it.
_VOLUME, _LOUDEST = "system/volume_music_speaker", 25


def go_back(desk: Desktop) -> None:
    """Close what is open last: menu, shade or recent apps, keyboard, then a screen of the app, then the app."""
    regs = desk.regs
    if desk.locked:
        return
    if regs.menu is not None:
        close_menu(desk)
    elif regs.shell:
        toggle_shell(desk, "")
    elif regs.keyboard[0]:
        _show_keyboard(desk, (False, *regs.keyboard[1:]))
    else:
        window = regs.windows.get(regs.active)
        if window is None:
            return
        app = desk.apps[window.app]
        wanted = next((msg for key, msg in app.keys if key == "back"), None)
        if wanted is not None:
            send(desk, window.id, wanted)
        elif app.dialog:
            request_close(desk, window.id)
        else:
            minimise(desk, window.id)


def go_home(desk: Desktop) -> None:
    """The first page of the home screen; apps stay as they are."""
    regs = desk.regs
    if desk.locked:
        return
    close_menu(desk)
    if regs.shell:
        toggle_shell(desk, "")
    for wid in reversed([w for w in regs.order if not regs.windows[w].owner]):
        minimise(desk, wid)
    send(desk, "launcher", ("home",))


def _recents(desk: Desktop) -> None:
    if not desk.locked:
        close_menu(desk)
        toggle_shell(desk, "recents")


def _power(desk: Desktop) -> None:
    if desk.regs.shell == "lock":
        send(desk, "lock", ("power",))
    else:
        close_menu(desk)
        toggle_shell(desk, "lock", "dark")


def _louder(desk: Desktop, steps: int) -> None:
    now = desk.regs.settings.get(_VOLUME, "0")
    level = (int(now) if now.isdecimal() else 0) + steps
    set_setting(desk, _VOLUME, str(min(max(level, 0), _LOUDEST)))
    send(desk, "volume", ("show",))


_KEYS: Mapping[str, Callable[[Desktop], None]] = {
    "back": go_back,
    "home": go_home,
    "meta": go_home,
    "recents": _recents,
    "alt+tab": _recents,
    "power": _power,
    "volumeup": lambda desk: _louder(desk, 1),
    "volumedown": lambda desk: _louder(desk, -1),
}


def press_phone_key(desk: Desktop, combo: str) -> bool:
    """Do what Android does with a key; False where it leaves it to the apps. Escape closes what back would close."""
    if combo == "escape" and (desk.regs.menu is not None or desk.regs.shell or desk.regs.keyboard[0]):
        go_back(desk)
        return True
    handler = _KEYS.get(combo)
    if handler is None:
        return False
    handler(desk)
    return True


def settle(desk: Desktop, action: Action) -> None:
    """Show the keyboard when a field gets the focus or is touched again; hide it when the focus is elsewhere."""
    regs = desk.regs
    shown, window, key = regs.keyboard
    focused = desk.focused()
    if focused is None or BEHAVIOURS[focused[1].kind].editing is None:
        if shown or key:
            _show_keyboard(desk, (False, "", ""))
        return
    now = (regs.active, focused[1].key)
    touched = type(action) is Click and regs.hover == now
    if now != (window, key) or (touched and not shown):
        _show_keyboard(desk, (True, *now))


def _show_keyboard(desk: Desktop, wanted: tuple[bool, str, str]) -> None:
    regs = desk.regs
    changed = wanted[0] != regs.keyboard[0]
    regs.keyboard = wanted
    if not changed:
        return
    desk.clear_bars()
    for window in tuple(regs.windows.values()):
        if window.mode == "full":
            desk.put(window._replace(h=desk.work[3] - desk.work[1]))  # another object: it has another size now
    desk.touch()
