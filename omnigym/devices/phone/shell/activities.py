"""``am``, ``pm`` and ``monkey``: apps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omnigym.a11y.android_packages import LAUNCHER, package_of
from omnigym.actions import Press
from omnigym.devices.phone.shell.input import type_base64
from omnigym.devices.phone.shell.running import Result, UsageError, applet, fail, say
from omnigym.devices.sim import servicing

if TYPE_CHECKING:
    from omnigym.devices.phone.phone import Phone

__all__ = ["resolve"]


def _option(arguments: list[str], *names: str) -> str:
    """The value behind the first of an option's names; empty without one."""
    for name in names:
        if name in arguments[:-1]:
            return arguments[arguments.index(name) + 1]
    return ""


def _app(phone: Phone, package: str) -> str:
    """Omnigym's name of a package's app.

    Raises:
        UsageError: It is not installed.
    """
    app = phone.installed().get(package)
    if app is None:
        raise UsageError(f"Unknown package: {package}")
    return app


def _start(phone: Phone, package: str, path: str = "") -> None:
    if package == LAUNCHER:
        phone.act(Press("home"))
    else:
        phone.device.launch(_app(phone, package), path or None)


@applet("am")
def run_am(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``am start``, ``force-stop``, ``broadcast``."""
    command, rest = (arguments or [""])[0], arguments[1:]
    if command in ("start", "start-activity"):
        return _am_start(phone, rest)
    if command in ("force-stop", "kill"):
        app = phone.installed().get(rest[-1] if rest else "")
        if app is not None:  # Android says nothing of others
            phone.log.add("I", "ActivityManager", f"Force stopping {rest[-1]} appid=2000 user=0: from pid 2000")
            servicing.stop_app(phone.device, app)
        return Result()
    if command == "broadcast":
        if _option(rest, "-a") == "ADB_INPUT_B64":
            type_base64(phone, _option(rest, "msg"))
        return say(f"Broadcasting: Intent {{ act={_option(rest, '-a')} }}\nBroadcast completed: result=0")
    raise UsageError(f"Unknown command: {command}")


def _am_start(phone: Phone, rest: list[str]) -> Result:
    component = _option(rest, "-n")
    package = component.partition("/")[0] or _option(rest, "-p")
    action, data = _option(rest, "-a"), _option(rest, "-d")
    if not package and "android.intent.category.HOME" in rest:
        package = LAUNCHER
    if not package and action.startswith("android.settings."):
        package = package_of("settings").name
    if not package and data.startswith("http"):
        package = package_of("chrome").name
    if package not in phone.installed():
        return fail(f"Error: Activity class {{{component or action}}} does not exist.", 1)
    phone.log.add(
        "I", "ActivityTaskManager", f"START u0 {{cmp={component or package_of(package).component}}} from uid 2000"
    )
    _start(phone, package, data.removeprefix("file:///sdcard/"))
    out = f"Starting: Intent {{ cmp={component or package} }}\n"
    if "-W" in rest:
        out += f"Status: ok\nLaunchState: COLD\nActivity: {phone.foreground().component}\nComplete\n"
    return say(out)


@applet("monkey")
def run_monkey(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``monkey -p PACKAGE -c android.intent.category.LAUNCHER 1``: start an app by its package."""
    package = _option(arguments, "-p")
    if package not in phone.installed():
        return fail("** No activities found to run, monkey aborted.", 252)
    _start(phone, package)
    return say("Events injected: 1")


@applet("pm")
def run_pm(phone: Phone, arguments: list[str], _stdin: bytes) -> Result:
    """``pm list packages``, ``path``, ``resolve-activity``, ``clear``, ``grant``."""
    command, rest = " ".join(arguments[:1]), arguments[1:]
    if command == "list" and rest[:1] == ["packages"]:
        wanted = [a for a in rest[1:] if not a.startswith("-")]
        names = sorted(p for p in phone.installed() if all(w in p for w in wanted))
        return say("\n".join(f"package:{name}" for name in names))
    if command == "path":
        _app(phone, rest[-1])
        return say(f"package:/data/app/{rest[-1]}/base.apk")
    if command == "resolve-activity":
        return say(resolve(phone, rest[-1] if rest else ""))
    if command == "clear":
        return _clear(phone, rest[-1] if rest else "")
    if command in ("grant", "revoke"):
        return Result()
    raise UsageError(f"Unknown command: {command}")


#: What apps keep elsewhere than in ``/data/data/<package>``.
_ELSEWHERE = {"chrome": "/sdcard/AppData/Local/Browser"}


def _clear(phone: Phone, package: str) -> Result:
    """End an app and remove what it keeps of its own. As on Android, what it keeps with a provider stays."""
    app = _app(phone, package)
    servicing.stop_app(phone.device, app)
    for path in (f"/data/data/{package}", _ELSEWHERE.get(app, "")):
        if path and phone.files.stat(path) is not None:
            phone.files.remove(path)
    return say("Success")


def resolve(phone: Phone, package: str) -> str:
    """The activity that a package's icon starts, as ``resolve-activity --brief`` says it."""
    app = phone.installed().get(package)
    if app is None:
        return "No activity found"
    return f"priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n{package_of(app).component}"
