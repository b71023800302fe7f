"""``getprop``, ``settings``, ``ime``, ``cmd`` and the like: what the phone says of itself, and how it is set."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from omnigym.actions import Drag, Press, Wait
from omnigym.devices.adb.names import NAMESPACES
from omnigym.devices.phone.shell.activities import resolve
from omnigym.devices.phone.shell.running import Result, UsageError, applet, fail, find_applet, say
from omnigym.devices.sim import servicing
from omnigym.errors import UnreadableError

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

_KEYBOARDS = ("com.android.inputmethod.latin/.LatinIME", "com.android.adbkeyboard/.AdbIME")


@applet("getprop")
def run_getprop(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``getprop [NAME [DEFAULT]]``."""
    if arguments:
        return say(phone.properties.get(arguments[0], "".join(arguments[1:2])) + "\n")
    return say("\n".join(f"[{k}]: [{v}]" for k, v in sorted(phone.properties.items())))


@applet("setprop")
def run_setprop(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``setprop NAME VALUE``; what is read-only stays."""
    name, value = arguments
    if name.startswith("ro."):
        return fail(f"Failed to set property '{name}' to '{value}'.")
    phone.properties[name] = value
    return Result()


@applet("settings")
def run_settings(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``settings get|put|delete|list NAMESPACE [KEY [VALUE]]``.

    Settings of the device that are not Android's ("wallpaper") are in the system's name space.
    """
    command, namespace = (*arguments[:2], "", "")[:2]
    if namespace not in NAMESPACES:
        raise UsageError(f"Invalid namespace '{namespace}'")
    if command == "list":
        known = {**phone.device_settings(), **{f"{space}/{key}": v for (space, key), v in phone.settings.items()}}
        start = f"{namespace}/"
        return say("\n".join(f"{k.removeprefix(start)}={v}" for k, v in sorted(known.items()) if k.startswith(start)))
    key = arguments[2]
    if command == "get":
        return say(_get(phone, namespace, key))
    if command == "put":
        _put(phone, namespace, key, arguments[3])
        return Result()
    if command == "delete":
        gone = phone.settings.pop((namespace, key), None)
        return say(f"Deleted {int(gone is not None)} rows")
    raise UsageError(f"Invalid command: {command}")


def _get(phone: Phone, namespace: str, key: str) -> str:
    name = _name(phone, namespace, key)
    return phone.settings.get((namespace, key), "null") if name is None else phone.device.setting(name)


def _name(phone: Phone, namespace: str, key: str) -> str | None:
    """The device's name of a setting; None of one that only the daemon keeps."""
    known = phone.device_settings()
    if f"{namespace}/{key}" in known:
        return f"{namespace}/{key}"
    return key if namespace == "system" and key in known else None


def _put(phone: Phone, namespace: str, key: str, value: str) -> None:
    name = _name(phone, namespace, key)
    if name is None:
        phone.settings[namespace, key] = value
    else:
        phone.device.set_setting(name, value)


@applet("ime")
def run_ime(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``ime list -s``, ``ime set ID``, ``ime enable ID``."""
    if arguments[:1] == ["list"]:
        return say("\n".join(_KEYBOARDS))
    if arguments[:1] in (["set"], ["enable"]) and arguments[-1] in _KEYBOARDS:
        if arguments[0] == "set":
            phone.settings["secure", "default_input_method"] = arguments[-1]
        return say(f"Input method {arguments[-1]} {'selected' if arguments[0] == 'set' else 'now enabled'} for user #0")
    return fail(f"Unknown input method {arguments[-1] if arguments else ''} cannot be used")


# -- cmd -------------------------------------------------------------------------------------------------------------


@applet("cmd")
def run_cmd(phone: Phone, arguments: list[str], stdin: bytes) -> Result:
    """``cmd SERVICE ...``: some services are programs of their own."""
    service, rest = (arguments or [""])[0], arguments[1:]
    program = find_applet({"activity": "am", "package": "pm", "window": "wm"}.get(service, ""))
    if service == "package" and rest[:1] == ["resolve-activity"]:
        return say(resolve(phone, rest[-1]))
    if program is not None:
        return program(phone, rest, stdin)
    if service in _SERVICES:
        return _SERVICES[service](phone, rest)
    return fail(f"cmd: Can't find service: {service}", 20)


def _omnigym(phone: Phone, a: list[str]) -> Result:
    """The phone's own: ``reset [SEED]``, ``uptime``, ``fault KIND [TIMES [PATTERN]]``, ``fault clear``.

    ``uptime`` says in microseconds of the phone's own time when it is now, and when the last picture was streamed.
    """
    if a[:1] == ["uptime"]:
        cast = phone.cast
        return say(f"{phone.uptime_ms * 1000} -1" if cast is None else f"{cast.now_us} {cast.last_us}")
    if a[:1] == ["reset"]:
        phone.reset(int(a[1]) if len(a) > 1 else 0)
        return Result()
    if a[:2] == ["fault", "clear"]:
        phone.faults.clear()
        return Result()
    if a[:1] == ["fault"] and len(a) > 1:
        phone.faults.arm(a[1], int(a[2]) if len(a) > 2 else 1, " ".join(a[3:]))
        return Result()
    raise UsageError(f"Unknown command: {' '.join(a)}")


def _uimode(phone: Phone, a: list[str]) -> Result:
    if a[:1] != ["night"]:
        raise UsageError(f"Unknown command: {' '.join(a)}")
    if len(a) > 1:
        _put(phone, "secure", "ui_night_mode", "2" if a[1] == "yes" else "1")
    dark = _get(phone, "secure", "ui_night_mode") == "2"
    return say(f"Night mode: {'yes' if dark else 'no'}")


def _statusbar(phone: Phone, a: list[str]) -> Result:
    """The shade is pulled down as a finger does it."""
    if a in (["expand-notifications"], ["expand-settings"]):
        middle = phone.width // 2
        for _ in range(1 if a == ["expand-notifications"] else 2):
            phone.act(Drag(phone.point(middle, 0), phone.point(middle, phone.height // 2)))
        return Result()
    if a == ["collapse"]:
        phone.act(Press("back"))
        return Result()
    raise UsageError(f"Unknown command: {' '.join(a)}")


_SERVICES: dict[str, Callable[[Phone, list[str]], Result]] = {
    "omnigym": _omnigym,
    "uimode": _uimode,
    "statusbar": _statusbar,
}


@applet("sleep")
def run_sleep(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``sleep SECONDS``: the phone's own time goes on by that much, at once."""
    phone.act(Wait(float(arguments[0])))
    return Result()


@applet("date")
def run_date(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``date``: the phone's time, in seconds since the epoch with ``+%s``."""
    seconds = phone.seconds
    if arguments == ["+%s"]:
        return say(str(seconds))
    return say(datetime.fromtimestamp(seconds, UTC).strftime("%a %b %e %H:%M:%S UTC %Y"))


@applet("true", ":", "export")
def run_true(_phone: Phone, _arguments: list[str], _stdin: bytes) -> Result:
    """Nothing, with success."""
    return Result()


@applet("false")
def run_false(_phone: Phone, _arguments: list[str], _stdin: bytes) -> Result:
    """Nothing, without."""
    return Result(code=1)


# -- ``content``: the rows of content providers -----------------------------------------------------------------------

#: What ``--bind`` says: a column, a letter for the type, and the value.
_BIND = re.compile(r"^\w+:[bsilfdn]:")
#: What ``--where`` may say: a column and its text, several joined by AND.
_WHERE = re.compile(r"^\s*(\w+)\s*=\s*(?:'((?:[^']|'')*)'|(\S+))\s*$")


@applet("content")
def run_content(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``content query --uri URI [--projection A:B] [--where "A='x'"]``, ``content insert --uri URI --bind A:s:x``."""
    if arguments[:1] == ["insert"]:
        return _insert(phone, arguments[1:])
    if arguments[:1] != ["query"]:
        raise UsageError(f"[ERROR] Unsupported operation: {' '.join(arguments[:1])}")
    options = dict(zip(arguments[1::2], arguments[2::2], strict=False))
    uri = options.get("--uri", "")
    if uri not in phone.providers():
        return fail(f"Error while accessing provider:{uri}\njava.lang.IllegalArgumentException: Unknown URI {uri}", 0)
    wanted = _conditions(options.get("--where", ""))
    try:
        rows = [row for row in phone.rows(uri) if all(row.get(k) == v for k, v in wanted)]
    except UnreadableError as e:  # the words of a provider whose database is damaged
        said = f"android.database.sqlite.SQLiteDatabaseCorruptException: {e}"
        return fail(f"Error while accessing provider:{uri}\n{said}", 0)
    columns = options["--projection"].split(":") if "--projection" in options else None
    if not rows:
        return say("No result found.")
    lines = []
    for number, row in enumerate(rows):
        cells = [f"{c}={row.get(c) or 'NULL'}" for c in columns or row]
        lines.append(f"Row: {number} {', '.join(cells)}")
    return say("\n".join(lines))


def _insert(phone: Phone, arguments: list[str]) -> Result:
    pairs = list(zip(arguments[::2], arguments[1::2], strict=False))
    uri = next((value for name, value in pairs if name == "--uri"), "")
    values = {}
    for column, kind, value in [
        value.split(":", 2) for name, value in pairs if name == "--bind" and _BIND.match(value)
    ]:
        values[column] = str(int(value == "true")) if kind == "b" else value
    if not values:
        raise UsageError("[ERROR] content insert needs --bind COLUMN:TYPE:VALUE")
    try:
        servicing.insert(phone.device, uri, values)
    except KeyError:
        said = "java.lang.UnsupportedOperationException: it takes no rows on the simulated phone"
        return fail(f"Error while accessing provider:{uri}\n{said}", 0)
    return Result()


def _conditions(where: str) -> list[tuple[str, str]]:
    out = []
    for part in re.split(r"\s+AND\s+", where, flags=re.IGNORECASE) if where else []:
        found = _WHERE.match(part)
        if found is None:
            raise UsageError(f"cannot read the condition {part!r}: expected column='text'")
        out.append((found[1], found[3] if found[2] is None else found[2].replace("''", "'")))
    return out
