"""Apps of a phone: what is installed, what is in front, and starting and ending them."""

from __future__ import annotations

import re
import time

from omnigym.a11y.android_packages import LAUNCHER, SYSTEM_UI, app_of, package_of
from omnigym.devices.adb.link import AdbLink, quote
from omnigym.devices.android import Activity
from omnigym.devices.protocol import WindowInfo
from omnigym.devices.waiting import Deadline
from omnigym.errors import AppError, UnknownNameError

__all__ = ["Apps"]

_READY_S, _LOOK_EVERY_S = 15.0, 0.05
_RESUMED = re.compile(r"(?:topResumed|mResumed|Resumed)Activity[:=] ?ActivityRecord\{\S+ \S+ (\S+?)[ }]")
_FOCUS = re.compile(r"mCurrentFocus=Window\{\S+ \S+ (\S+?)\}")
_HISTORY = re.compile(r"\* Hist +#\d+: ActivityRecord\{(\S+) \S+ (\S+?) t-?\d+")
#: Launchers and what else is not an app, whatever the maker calls it.
_NO_APPS = re.compile(r"launcher|systemui|quickstep", re.IGNORECASE)


class Apps:
    """The apps of a phone.

    Args:
        link: The phone.
        size: Its screen's (width, height) in pixels.
    """

    def __init__(self, link: AdbLink, size: tuple[int, int]) -> None:
        self._link, self._size = link, size
        self._installed: dict[str, str] | None = None

    def installed(self) -> dict[str, str]:
        """The packages that omnigym knows by a name, by that name. Asked for once."""
        if self._installed is None:
            lines = self._link.run("pm list packages").split()
            packages = [line.removeprefix("package:") for line in lines]
            known = {app_of(p): p for p in packages if p not in (LAUNCHER, SYSTEM_UI)}
            self._installed = {app: package for app, package in known.items() if app != package}
        return self._installed

    def front(self) -> Activity | None:
        """The activity that is in front, or None where there is none."""
        said = self._link.again(lambda: self._link.run("dumpsys activity activities"))
        found = _RESUMED.search(said)
        if found is None:
            found = _FOCUS.search(self._link.again(lambda: self._link.run("dumpsys window windows")))
        return Activity.parse(found[1]) if found is not None else None

    def windows(self) -> tuple[WindowInfo, ...]:
        """The apps that were opened, front to back: one window each."""
        said = self._link.again(lambda: self._link.run("dumpsys activity activities"))
        resumed = _RESUMED.search(said)
        front = Activity.parse(resumed[1]) if resumed is not None else None
        out: dict[str, WindowInfo] = {}
        for identity, component in _HISTORY.findall(said):
            activity = Activity.parse(component)
            if activity.package in out or _NO_APPS.search(activity.package):
                continue
            active = front is not None and front.package == activity.package
            bounds = (0, 0, *self._size)
            title = activity.name.rpartition(".")[2]
            out[activity.package] = WindowInfo(identity, app_of(activity.package), title, bounds, active, not active)
        return tuple(sorted(out.values(), key=lambda w: not w.active))

    def opened_packages(self) -> frozenset[str]:
        """The packages of the apps that were opened."""
        said = self._link.again(lambda: self._link.run("dumpsys activity activities"))
        packages = {Activity.parse(component).package for _, component in _HISTORY.findall(said)}
        return frozenset(p for p in packages if not _NO_APPS.search(p))

    def launch(self, app: str, path: str = "") -> None:
        """Start an app and wait until it is in front.

        Args:
            app: Omnigym's name.
            path: A file that it opens, as the phone calls it.

        Raises:
            UnknownNameError: There is no such app here.
            AppError: It does not come to the front.
        """
        package = self.installed().get(app)
        if package is None:
            raise UnknownNameError("app", app, self.installed())
        component = self._component(app, package)
        line = f"am start -W -n {quote(component)}" + (f" -d {quote('file://' + path)}" if path else "")
        said = self._link.shell(line)
        if said.code or b"Error" in said.out + said.err:
            message = " ".join((said.out + said.err).decode("utf-8", "replace").split())
            raise AppError("adb", self._link.call, f"{app} ({component}) does not start: {message}.")
        deadline = Deadline(_READY_S)
        while (front := self.front()) is None or front.package != package:
            if deadline.passed:
                shown = front.package if front is not None else "nothing"
                raise AppError("adb", self._link.call, f"{app} is not in front after {_READY_S:g} s, but {shown}.")
            time.sleep(_LOOK_EVERY_S)  # between two looks, until the deadline

    def activate(self, window: str) -> None:
        """Bring an app that was opened to the front.

        Raises:
            UnknownNameError: No window has this id.
            AppError: It does not come to the front.
        """
        self.launch(self._known(window).app)

    def leave(self, window: str) -> None:
        """Go home, where an app is in front.

        Raises:
            UnknownNameError: No window has this id.
        """
        if self._known(window).active:
            self._link.run("input keyevent 3")

    def stop(self, window: str) -> None:
        """End an app.

        Raises:
            UnknownNameError: No window has this id.
        """
        app = self._known(window).app
        self._link.run(f"am force-stop {quote(self.installed().get(app, app))}")

    def _known(self, window: str) -> WindowInfo:
        known = {w.id: w for w in self.windows()}
        if window not in known:
            raise UnknownNameError("window", window, known)
        return known[window]

    def _component(self, app: str, package: str) -> str:
        """The activity of an app's icon, as the phone knows it."""
        said = self._link.shell(f"cmd package resolve-activity --brief {quote(package)}")
        last = (said.text.splitlines() or [""])[-1].strip()
        return last if said.code == 0 and "/" in last else package_of(app).component

    def stop_all(self) -> None:
        """End every app that was opened, and go to the home screen."""
        packages = [self.installed().get(w.app, w.app) for w in self.windows()]
        stops = [f"am force-stop {quote(p)}" for p in packages]
        self._link.run("; ".join([*stops, "input keyevent 3"]))
