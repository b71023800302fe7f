"""What the phone does besides its apps: back, home and recent apps, its keys, effects, and what comes in unasked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.actions import Action, Click
from omnigym.sim.android.apps.gmail.store import MAIL
from omnigym.sim.android.incoming import watch
from omnigym.sim.app import Effect
from omnigym.sim.audio import FULL
from omnigym.sim.common.disturbances import DISTURBING, mails, toasts
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.behaviour import BEHAVIOURS
from omnigym.sim.input.effects import EFFECTS, set_setting
from omnigym.sim.input.keyboard import press_key, type_text
from omnigym.sim.input.menu import close_menu
from omnigym.sim.input.messages import send
from omnigym.sim.input.virtual_time import notify
from omnigym.sim.input.windows import minimise, request_close, stop_app, toggle_shell
from omnigym.sim.platform import Happening
from omnigym.sim.system import Back, Home, Keystroke, Notify, Stop, TypeText, Watch
from omnigym.sim.vfs import join

# -- disturbances -----------------------------------------------------------------------------------------------------

# What happens on the phone that nobody asked for: notices slide in, and mails arrive. No dialog opens by itself.

_TOASTS = (
    Notify("tasks", "Reminder", "Water the plants is due today."),
    Notify("files", "Storage", "Clear 1.2 GB of files that you no longer need."),
    Notify("photos", "A look back", "You have memories from this day last year."),
    Notify("maps", "Traffic nearby", "Traffic is lighter than usual in your area."),
    Notify("", "Battery", "Battery Saver can make your battery last longer."),
    Notify("settings", "Finish setting up your phone", "A few steps are left."),
)

DISTURBANCES: Mapping[str, Happening] = {"mail": mails(join(MAIL, "Inbox"), "gmail"), "toast": toasts(_TOASTS)}

# -- navigation -------------------------------------------------------------------------------------------------------

# Back, home and recent apps, the keyboard that comes and goes with the focus, and the phone's own keys.

#: Of 25 steps of the volume, in which a key turns it.
_VOLUME, _LOUDEST = "system/volume_music_speaker", 25


#: The volume of a stream, and its loudest step; calls have none in the settings.
_VOLUMES = {
    "media": (_VOLUME, _LOUDEST),
    "alarm": ("system/volume_alarm_speaker", 16),
    "ring": ("system/volume_ring_speaker", 16),
    "notification": ("system/volume_ring_speaker", 16),
}


def loudness(settings: Mapping[str, str], stream: str) -> int:
    """The gain of a stream: see `omnigym.sim.platform.SimPlatform`."""
    if stream not in _VOLUMES:
        return FULL
    setting, loudest = _VOLUMES[stream]
    level = settings.get(setting, "0")
    return FULL * min(int(level), loudest) // loudest if level.isdecimal() else 0


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


# -- what carries out the effects of the phone's apps and shell -------------------------------------------------------


def _notify(desk: Desktop, _wid: str, effect: Notify) -> None:
    settings = desk.regs.settings
    allowed = settings.get(f"notifications.{effect.app}") != "off"
    notify(desk, effect, listed=allowed, shown=settings.get("global/zen_mode") != "1")


PHONE_EFFECTS: Mapping[type[Effect], Callable[[Desktop, str, Any], None]] = {
    **EFFECTS,
    **DISTURBING,
    Notify: _notify,
    Watch: watch,
    Back: lambda desk, _, __: go_back(desk),
    Home: lambda desk, _, __: go_home(desk),
    TypeText: lambda desk, _, e: type_text(desk, e.text),
    Keystroke: lambda desk, _, e: press_key(desk, e.key, ()),
    Stop: lambda desk, _, e: stop_app(desk, e.app),
}
