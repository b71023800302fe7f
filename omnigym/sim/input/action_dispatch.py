"""Applying an action to the desktop: one handler for each type of action, and the virtual time that it takes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from omnigym.actions import (
    MODIFIERS,
    Action,
    Click,
    Drag,
    KeyDown,
    KeyUp,
    MouseDown,
    MouseUp,
    Move,
    OpenApp,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
    typed_text,
)
from omnigym.errors import ActionError
from omnigym.sim.catalogue import listed
from omnigym.sim.desktop import Desktop
from omnigym.sim.input.keyboard import press_key, type_text
from omnigym.sim.input.pointer import move, press_button, release_button, swipe, wheel
from omnigym.sim.input.virtual_time import elapse, happen
from omnigym.sim.input.windows import activate, follow_hover, launch
from omnigym.sim.work_budget import SpentError, charge

__all__ = ["act", "stand_by"]

#: Virtual milliseconds that actions take.
_CLICK, _KEY, _CHAR, _MOVE, _WHEEL, _LAUNCH = 100, 50, 30, 20, 50, 500
#: From this duration in seconds on, a touch is a long press, which is the right button.
_LONG_PRESS = 0.5
#: What a key costs, in units of work.
_PRESSED = 2000


def act(desk: Desktop, action: Action) -> None:
    """Apply an action, then the effects that are due, then what the platform does after each action.

    Raises:
        ActionError: The action is not an input action but, for example, `omnigym.actions.Done`.
    """
    handler = _HANDLERS.get(type(action))
    if handler is None:
        raise ActionError(
            f"The simulated device cannot do {type(action).__name__}: expected an input action. "
            "The environment handles control actions itself."
        )
    with suppress(SpentError):  # what was not done yet is not done
        handler(desk, action)
    _catch_up(desk)
    if desk.platform.settle is not None:
        desk.platform.settle(desk, action)


def stand_by(desk: Desktop, ms: int) -> None:
    """Let virtual time pass in which nobody acts on this device, but maybe on another one."""
    agenda = desk.regs.agenda
    elapse(desk, ms)
    _catch_up(desk)
    if desk.regs.agenda is not agenda and desk.platform.settle is not None:
        desk.platform.settle(desk, Wait(0.0))  # only what happened can have changed what it looks at


def _catch_up(desk: Desktop) -> None:
    agenda = desk.regs.agenda
    if agenda and agenda[0].at_ms <= desk.regs.clock_ms:
        happen(desk)


def _pixel(desk: Desktop, at: Point) -> tuple[int, int]:
    w, h = desk.size
    return min(int(at[0] * w), w - 1), min(int(at[1] * h), h - 1)


def _end_clicks(desk: Desktop) -> None:
    """Forget the last click, so that the next one is not taken for the second of a double click."""
    if desk.regs.click.times:
        desk.regs.click = desk.regs.click._replace(times=0, at_ms=-(1 << 30))


def _type(desk: Desktop, action: Type) -> None:
    _end_clicks(desk)
    text = typed_text(action.text)
    desk.tick(_CHAR * len(text))
    type_text(desk, text)


def _press(desk: Desktop, action: Press) -> None:
    _end_clicks(desk)
    held = desk.regs.held
    mods = (*action.modifiers, *held) if held else action.modifiers
    for _ in range(action.count):
        desk.tick(_KEY)
        charge(_PRESSED)
        press_key(desk, action.key, mods)


def _click(desk: Desktop, action: Click) -> None:
    x, y = _pixel(desk, action.at)
    held = desk.regs.held
    mods = (*action.modifiers, *held) if held else action.modifiers
    button = "right" if desk.platform.touch and action.duration >= _LONG_PRESS else action.button
    # Separate clicks never add up to a double click, except on a phone: with adb a double tap is two taps.
    if action.count > 1 or not desk.platform.touch:
        _end_clicks(desk)
    for _ in range(action.count):
        press_button(desk, x, y, button, mods)
        release_button(desk, x, y, button, mods)
    elapse(desk, _CLICK * action.count + round(1000 * action.duration))


def _drag(desk: Desktop, action: Drag) -> None:
    (x0, y0), (x1, y1) = _pixel(desk, action.at), _pixel(desk, action.to)
    elapse(desk, round(1000 * max(0.0, action.duration)))
    if desk.platform.touch and swipe(desk, x0, y0, x1, y1):
        return
    _end_clicks(desk)
    held = desk.regs.held
    desk.regs.held = (*held, *[m for m in action.modifiers if m not in held])  # a drop asks for them
    press_button(desk, x0, y0, action.button, desk.regs.held)
    release_button(desk, x1, y1, action.button)  # it moves the pointer to (x1, y1) first
    desk.regs.held = held
    _end_clicks(desk)


def _move(desk: Desktop, action: Move) -> None:
    desk.tick(_MOVE)
    move(desk, *_pixel(desk, action.at))
    follow_hover(desk)


def _mouse_down(desk: Desktop, action: MouseDown) -> None:
    desk.tick(_KEY)
    press_button(desk, *_pixel(desk, action.at), action.button, desk.regs.held)


def _mouse_up(desk: Desktop, action: MouseUp) -> None:
    desk.tick(_KEY)
    release_button(desk, *_pixel(desk, action.at), action.button, desk.regs.held)


def _scroll(desk: Desktop, action: Scroll) -> None:
    desk.tick(_WHEEL)
    wheel(desk, *_pixel(desk, action.at), *[max(-100.0, min(100.0, notches)) for notches in (action.dy, action.dx)])


def _key_down(desk: Desktop, action: KeyDown) -> None:
    regs = desk.regs
    desk.tick(_KEY)
    if action.key in MODIFIERS:
        if action.key not in regs.held:
            regs.held = (*regs.held, action.key)
    else:
        press_key(desk, action.key, regs.held)


def _key_up(desk: Desktop, action: KeyUp) -> None:
    regs = desk.regs
    desk.tick(_KEY)
    if action.key in regs.held:
        regs.held = tuple([k for k in regs.held if k != action.key])


def _wait(desk: Desktop, action: Wait) -> None:
    elapse(desk, round(1000 * max(0.0, action.duration)))


def _open_app(desk: Desktop, action: OpenApp) -> None:
    """Bring the app's last window to the front, or start the app if it has none."""
    desk.tick(_LAUNCH)
    if desk.locked:
        return
    wanted = action.app.casefold()
    for app in listed(desk.apps):
        if wanted in (app.name.casefold(), app.title.casefold()):
            mine = [w for w in desk.regs.order if desk.regs.windows[w].app == app.name]
            if mine:
                activate(desk, mine[-1])
            else:
                launch(desk, app.name, "")
            return


_HANDLERS: dict[type, Callable[[Desktop, Any], None]] = {
    Type: _type,
    Press: _press,
    Click: _click,
    Drag: _drag,
    Move: _move,
    MouseDown: _mouse_down,
    MouseUp: _mouse_up,
    Scroll: _scroll,
    KeyDown: _key_down,
    KeyUp: _key_up,
    Wait: _wait,
    OpenApp: _open_app,
}
