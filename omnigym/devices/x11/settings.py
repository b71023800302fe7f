"""The desktop's settings: Xfce's, which the configuration daemon (xfconf) keeps and D-Bus tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

from omnigym.devices.x11.dbus import Bus, BusClosedError, CallError
from omnigym.devices.x11.dbus_wire import DBusVariant
from omnigym.devices.x11.home import DOUBLE_CLICK_MS
from omnigym.errors import ConfigError, DeviceError, DeviceLostError, UnknownNameError

_XFCONF, _PATH = "org.xfce.Xfconf", "/org/xfce/Xfconf"
_BUS = "org.freedesktop.DBus", "/org/freedesktop/DBus"
_TIMEOUT = 5.0
#: The first number that has too many bits for D-Bus.
_NO_NUMBER = 1 << 31
#: The channel whose properties are all the user's: looks, sounds, mouse and keyboard of every application. Others are
#: full of what programs remember of their windows.
_WHOLE = "xsettings"
#: In it, what Xfce's own programs remember.
_OWN = "/Xfce/"
#: What a home comes with in that channel: path, type and value.
PREFERENCES = (
    ("Net/ThemeName", "string", "Adwaita"),
    ("Net/IconThemeName", "string", "Adwaita"),
    ("Net/DoubleClickTime", "int", str(DOUBLE_CLICK_MS)),
    ("Net/CursorBlink", "bool", "false"),
    ("Net/EnableEventSounds", "bool", "false"),
    ("Xft/Antialias", "int", "1"),
    ("Xft/Hinting", "int", "1"),
    ("Xft/HintStyle", "string", "hintslight"),
    ("Xft/RGBA", "string", "none"),
    ("Gtk/FontName", "string", "DejaVu Sans 10"),
    ("Gtk/MonospaceFontName", "string", "DejaVu Sans Mono 10"),
    ("Gtk/EnableAnimations", "bool", "false"),
    ("Gtk/DialogsUseHeader", "bool", "false"),
)
_SHIPPED = Path(f"/etc/xdg/xfce4/xfconf/xfce-perchannel-xml/{_WHOLE}.xml")
_Value: TypeAlias = str | bool | int


class _Setting(NamedTuple):
    """Where a setting is kept.

    Attributes:
        channel, property: Its names in xfconf.
        default: What it is where nothing was set; of its type.
        words: The words that omnigym has for values of its own.
    """

    channel: str
    property: str
    default: _Value
    words: Mapping[str, _Value] = {}


#: Xvfb has one monitor, of the name "screen".
_BACKDROP = "/backdrop/screen0/monitorscreen/workspace0"

#: By name; those that the simulated desktop has too are called the same.
SETTINGS: Mapping[str, _Setting] = {
    "theme": _Setting("xsettings", "/Net/ThemeName", "Adwaita", {"light": "Adwaita", "dark": "Adwaita-dark"}),
    "icons": _Setting("xsettings", "/Net/IconThemeName", "Adwaita"),
    "font": _Setting("xsettings", "/Gtk/FontName", "DejaVu Sans 10"),
    "font.antialiasing": _Setting("xsettings", "/Xft/Antialias", 1, {"off": 0, "on": 1}),
    "font.dpi": _Setting("xsettings", "/Xft/DPI", -1),
    "font.hinting": _Setting("xsettings", "/Xft/HintStyle", "hintslight"),
    "font.subpixels": _Setting("xsettings", "/Xft/RGBA", "none"),
    "menus.images": _Setting("xsettings", "/Gtk/MenuImages", True),
    "buttons.images": _Setting("xsettings", "/Gtk/ButtonImages", True),
    "menus.editable_accelerators": _Setting("xsettings", "/Gtk/CanChangeAccels", False),
    "dialogs.header_bars": _Setting("xsettings", "/Gtk/DialogsUseHeader", False),
    "sound.feedback": _Setting("xsettings", "/Net/EnableInputFeedbackSounds", False),
    "sound.events": _Setting("xsettings", "/Net/EnableEventSounds", False),
    "wallpaper": _Setting("xfce4-desktop", f"{_BACKDROP}/last-image", ""),
    "wallpaper.style": _Setting("xfce4-desktop", f"{_BACKDROP}/image-style", 5),
    "wallpaper.color_style": _Setting("xfce4-desktop", f"{_BACKDROP}/color-style", 0),
    "wallpaper.changes": _Setting("xfce4-desktop", f"{_BACKDROP}/backdrop-cycle-enable", False),
    "wallpaper.minutes": _Setting("xfce4-desktop", f"{_BACKDROP}/backdrop-cycle-timer", 10),
}


class XfceSettings:
    """Reads and changes the settings of a running desktop.

    Args:
        connect: Makes a connection to its session bus; it is kept.
    """

    def __init__(self, connect: Callable[[], Bus]) -> None:
        self._connect = connect
        self._bus: Bus | None = None
        #: Whether the daemon was seen to run.
        self._ran = False

    def get(self, key: str) -> str:
        """A setting's value; "on" or "off" for what can only be these.

        Raises:
            UnknownNameError: There is no such setting.
        """
        setting = _find(key)
        try:
            return _said(setting, _plain(self._call("GetProperty", "ss", (setting.channel, setting.property))))
        except CallError:  # never set
            return _said(setting, setting.default)

    def all(self) -> Mapping[str, str]:
        """The values of all settings; and what else was set in `_WHOLE`, by its own name."""
        channels = {name: self._channel(name) for name in dict.fromkeys(s.channel for s in SETTINGS.values())}
        known = {(setting.channel, setting.property) for setting in SETTINGS.values()}
        found = {
            key: _said(setting, _plain(channels[setting.channel].get(setting.property, setting.default)))
            for key, setting in SETTINGS.items()
        }
        usual = _defaults() if channels[_WHOLE] else {}
        for name, value in sorted(channels[_WHOLE].items()):
            said = _text(_plain(value))
            if (_WHOLE, name) not in known and not name.startswith(_OWN) and said != usual.get(name, ""):
                found[f"{_WHOLE}{name}"] = said
        return found

    def _channel(self, name: str) -> Mapping[str, object]:
        """What was set in a channel. A daemon that never ran need not be started to say: nothing."""
        self._ran = self._ran or self._runs()
        if not self._ran:
            return {}
        try:
            found = self._call("GetAllProperties", "ss", (name, "/"))
        except CallError:
            return {}
        return found if isinstance(found, dict) else {}

    def _runs(self) -> bool:
        try:
            return self._call("NameHasOwner", "s", (_XFCONF,), _BUS) is True
        except CallError:
            return False

    def set(self, key: str, value: str) -> None:
        """Change a setting.

        Raises:
            UnknownNameError: There is no such setting.
            ConfigError: It cannot have that value.
        """
        setting = _find(key)
        plain: _Value = setting.words.get(value, value)
        if isinstance(setting.default, bool):
            if plain not in ("on", "off"):
                raise ConfigError(f"Expected 'on' or 'off' for the setting {key!r}, got {value!r}.")
            variant = DBusVariant("b", plain == "on")
        elif isinstance(setting.default, int):
            variant = DBusVariant("i", _number(key, plain))
        else:
            variant = DBusVariant("s", str(plain))
        try:
            self._call("SetProperty", "ssv", (setting.channel, setting.property, variant))
        except CallError as e:
            raise DeviceError("x11", "set_setting", f"{key!r} cannot be set: {e}") from e

    def close(self) -> None:
        """Close the connection."""
        if self._bus is not None:
            self._bus.close()
            self._bus = None

    def _call(
        self, member: str, signature: str, values: tuple[object, ...], at: tuple[str, str] = (_XFCONF, _PATH)
    ) -> object:
        """The first value that a method of the daemon, or of another object, returns."""
        name, path = at
        try:
            if self._bus is None:
                self._bus = self._connect()
            answer = self._bus.call(name, path, name, member, signature, values, timeout=_TIMEOUT)
        except (BusClosedError, TimeoutError) as e:
            raise DeviceLostError("x11", "setting", f"the settings daemon does not answer: {e}") from e
        return answer[0] if answer else ""


@cache
def _defaults() -> Mapping[str, str]:
    """What the properties of `_WHOLE` are where nobody set them, as Xfce ships them and homes come with them."""

    def below(node: ET.Element, above: str) -> Iterator[tuple[str, str]]:
        for inner in node.findall("property"):
            name = f"{above}/{inner.get('name', '')}"
            yield name, inner.get("value", "")
            yield from below(inner, name)

    shipped = dict(below(ET.parse(_SHIPPED).getroot(), "")) if _SHIPPED.exists() else {}
    return {**shipped, **{f"/{path}": value for path, _, value in PREFERENCES}}


def _text(value: _Value) -> str:
    """A value as Xfce's files have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(value: object) -> _Value:
    """What came over the bus, if it is what a setting can be."""
    value = value.value if isinstance(value, DBusVariant) else value
    return value if isinstance(value, str | bool | int) else ""


def _said(setting: _Setting, found: _Value) -> str:
    """A value in omnigym's words."""
    if isinstance(setting.default, bool):
        found = bool(found)
    word = next((word for word, value in setting.words.items() if value == found), None)
    if word is not None:
        return word
    return ("on" if found else "off") if isinstance(found, bool) else str(found)


def _number(key: str, value: _Value) -> int:
    try:
        number = int(value)
    except ValueError:
        number = _NO_NUMBER
    if not -_NO_NUMBER <= number < _NO_NUMBER:
        words = f", or one of {', '.join(SETTINGS[key].words)}" if SETTINGS[key].words else ""
        raise ConfigError(f"Expected a whole number of 32 bits for the setting {key!r}{words}, got {value!r}.")
    return number


def _find(key: str) -> _Setting:
    if key not in SETTINGS:
        raise UnknownNameError("setting", key, SETTINGS)
    return SETTINGS[key]


# -- writing the files of Xfce's configuration ------------------------------------------------------------------------

# A channel a file, a tree of typed properties.

#: Properties by name: the type and value of one, or what is below it.
_Tree: TypeAlias = "dict[str, str | _Tree]"


def channel(name: str, properties: Iterable[tuple[str, str, str]]) -> tuple[str, str]:
    """A channel's file in a home.

    Args:
        name: The channel's.
        properties: Path of names with "/" between them, type ("string", "bool", "int"...) and value of each.

    Returns:
        The path in the home, and the content.

    >>> channel("a", [("b/c", "int", "1")])[1].splitlines()[2:5]
    ['  <property name="b" type="empty">', '    <property name="c" type="int" value="1"/>', '  </property>']
    """
    tree: _Tree = {}
    for path, kind, value in properties:
        *above, last = path.split("/")
        at = tree
        for part in above:
            below = at.setdefault(part, {})
            assert isinstance(below, dict), f"{path!r} lies below a value."
            at = below
        at[last] = f'type="{kind}" value="{value}"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<channel name="{name}" version="1.0">', *_lines(tree, 1)]
    return f".config/xfce4/xfconf/xfce-perchannel-xml/{name}.xml", "\n".join([*lines, "</channel>", ""])


def _lines(tree: _Tree, depth: int) -> Iterable[str]:
    room = "  " * depth
    for name, below in tree.items():
        if isinstance(below, str):
            yield f'{room}<property name="{name}" {below}/>'
        else:
            yield f'{room}<property name="{name}" type="empty">'
            yield from _lines(below, depth + 1)
            yield f"{room}</property>"
