"""``screencap``, ``uiautomator`` and ``wm``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omnigym.devices.phone.shell.running import Result, UsageError, applet, fail, say

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__: list[str] = []

_DUMP = "/sdcard/window_dump.xml"
_SECOND_DISPLAY = (
    b"[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found, "
    b"however this default is not guaranteed to be consistent across captures. A display id should be specified.\n"
    b"A display ID can be specified with the [-d display-id] option.\n"
)


@applet("screencap")
def run_screencap(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``screencap [-p] [-d DISPLAY] [FILE]``: raw pixels, or PNG."""
    rest = list(arguments)
    named = "-d" in rest
    if named:
        at = rest.index("-d")
        del rest[at : at + 2]
    files = [a for a in rest if not a.startswith("-")]
    as_png = "-p" in rest or (bool(files) and files[0].endswith(".png"))
    if phone.faults.strikes("busy", "screencap"):
        phone.busy = 3
    content: bytes | memoryview = phone.screen_png() if as_png else phone.screen()
    if files:
        phone.files.write(files[0], bytes(content))
        content = b""
    if not named and phone.faults.strikes("displays", "screencap"):
        return Result(_SECOND_DISPLAY + bytes(content))
    return Result(content)


@applet("uiautomator")
def run_uiautomator(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``uiautomator dump [--compressed] [--windows] [FILE]``."""
    if arguments[:1] != ["dump"]:
        raise UsageError(f"expected 'dump', got {' '.join(arguments)!r}")
    if phone.faults.strikes("idle", "uiautomator"):
        return fail("ERROR: could not get idle state.", 0)
    files = [a for a in arguments[1:] if not a.startswith("-")]
    target = files[0] if files else _DUMP
    layout = phone.layout("--windows" in arguments)
    done = f"UI hierchary dumped to: {target}\n"  # Android spells it so
    if target == "/dev/tty":
        return Result(f"{layout}{done}".encode())
    phone.files.write(target, layout.encode())
    return say(done)


@applet("wm")
def run_wm(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``wm size`` and ``wm density``."""
    if arguments == ["size"]:
        return say(f"Physical size: {phone.width}x{phone.height}")
    if arguments == ["density"]:
        return say(f"Physical density: {phone.density}")
    return fail(f"the simulated phone's display cannot be changed: wm {' '.join(arguments)}")


@applet("screenrecord")
def run_screenrecord(_phone: Phone, _arguments: list[str], _stdin: bytes) -> Result:
    """``screenrecord`` as one command of several, which cannot wait for it."""
    return fail("screenrecord: is there as a command line of its own alone")
