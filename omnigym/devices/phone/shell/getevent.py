"""``getevent``: which input devices there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omnigym.devices.phone.shell.applets import Result, applet, say

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__: list[str] = []

#: The keys of the body: (code, name).
_KEYS = (("0072", "KEY_VOLUMEDOWN"), ("0073", "KEY_VOLUMEUP"), ("0074", "KEY_POWER"))
#: The axes of the screen: (code, name, largest value); those without one go to the screen's edge.
_AXES = (
    ("002f", "ABS_MT_SLOT", 9),
    ("0035", "ABS_MT_POSITION_X", None),
    ("0036", "ABS_MT_POSITION_Y", None),
    ("0039", "ABS_MT_TRACKING_ID", 65535),
    ("003a", "ABS_MT_PRESSURE", 255),
)


@applet("getevent")
def run_getevent(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``getevent [-lp]``; events are not told, and without ``-p`` the service waits for them as Android's does."""
    letters = {letter for word in arguments if word.startswith("-") for letter in word[1:]}
    keys, screen = ["add device 1: /dev/input/event0"], ["add device 2: /dev/input/event1"]
    keys.append('  name:     "gpio-keys"')
    screen.append('  name:     "omnigym touchscreen"')
    if letters & {"p", "i"}:
        at = 1 if "l" in letters else 0
        keys += ["  events:", "    KEY (0001): " + "  ".join(key[at] for key in _KEYS)]
        edges = {"0035": phone.width - 1, "0036": phone.height - 1}
        axes = [
            f"{axis[at]:<{22 if at else 4}}: value 0, min 0, max {edges.get(code, most)}, fuzz 0, flat 0, resolution 0"
            for axis in _AXES
            for code, _, most in (axis,)
        ]
        first = "    KEY (0001): " + ("BTN_TOUCH" if at else "014a")
        screen += ["  events:", first, "    ABS (0003): " + ("\n" + " " * 16).join(axes)]
        keys += ["  input props:", "    <none>"]
        screen += ["  input props:", "    " + ("INPUT_PROP_DIRECT" if at else "0001")]
    return say("\n".join([*screen, *keys]))
