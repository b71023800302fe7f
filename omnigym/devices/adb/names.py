"""Android's names: the key codes of omnigym's keys (``android.view.KeyEvent``), and the name spaces of settings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# -- Android's key codes of omnigym's keys (``android.view.KeyEvent``) ------------------------------------------------

#: By omnigym's key: the number, and the name behind ``KEYCODE_``.
KEYCODES: Mapping[str, tuple[int, str]] = MappingProxyType(
    {
        "home": (3, "HOME"),
        "back": (4, "BACK"),
        **{str(n): (7 + n, str(n)) for n in range(10)},
        "up": (19, "DPAD_UP"),
        "down": (20, "DPAD_DOWN"),
        "left": (21, "DPAD_LEFT"),
        "right": (22, "DPAD_RIGHT"),
        "volumeup": (24, "VOLUME_UP"),
        "volumedown": (25, "VOLUME_DOWN"),
        "power": (26, "POWER"),
        **{chr(97 + n): (29 + n, chr(65 + n)) for n in range(26)},
        ",": (55, "COMMA"),
        ".": (56, "PERIOD"),
        "alt": (57, "ALT_LEFT"),
        "shift": (59, "SHIFT_LEFT"),
        "tab": (61, "TAB"),
        "space": (62, "SPACE"),
        "enter": (66, "ENTER"),
        "backspace": (67, "DEL"),
        "`": (68, "GRAVE"),
        "-": (69, "MINUS"),
        "=": (70, "EQUALS"),
        "[": (71, "LEFT_BRACKET"),
        "]": (72, "RIGHT_BRACKET"),
        "\\": (73, "BACKSLASH"),
        ";": (74, "SEMICOLON"),
        "'": (75, "APOSTROPHE"),
        "/": (76, "SLASH"),
        "menu": (82, "MENU"),
        "pageup": (92, "PAGE_UP"),
        "pagedown": (93, "PAGE_DOWN"),
        "escape": (111, "ESCAPE"),
        "delete": (112, "FORWARD_DEL"),
        "ctrl": (113, "CTRL_LEFT"),
        "capslock": (115, "CAPS_LOCK"),
        "meta": (117, "META_LEFT"),
        "printscreen": (120, "SYSRQ"),
        "end": (123, "MOVE_END"),
        "insert": (124, "INSERT"),
        **{f"f{n}": (130 + n, f"F{n}") for n in range(1, 13)},
        "recents": (187, "APP_SWITCH"),
    }
)
_BY_NAME = MappingProxyType({name: key for key, (_, name) in KEYCODES.items()})
_BY_CODE = MappingProxyType({code: key for key, (code, _) in KEYCODES.items()})


def code_of(key: str) -> int:
    """The code of one of omnigym's keys.

    >>> code_of("back")
    4
    """
    return KEYCODES[key][0]


def key_of(code: str) -> str | None:
    """Omnigym's key of a code as ``input keyevent`` takes it, a number or a name, or None.

    >>> key_of("KEYCODE_HOME"), key_of("66"), key_of("9999")
    ('home', 'enter', None)
    """
    if code.isdigit():
        return _BY_CODE.get(int(code))
    return _BY_NAME.get(code.upper().removeprefix("KEYCODE_"))


# -- where Android keeps settings: in three name spaces ---------------------------------------------------------------

NAMESPACES = ("system", "secure", "global")


def place_of(name: str) -> tuple[str, str]:
    """Name space and key of a setting, "global/airplane_mode_on"; without a name space it is the system's.

    >>> place_of("global/airplane_mode_on"), place_of("wallpaper")
    (('global', 'airplane_mode_on'), ('system', 'wallpaper'))
    """
    namespace, slash, key = name.partition("/")
    return (namespace, key) if slash and namespace in NAMESPACES else ("system", name)
