"""Starting a browser on a watchdog_process, and ending it."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from omnigym.devices.chromium import watchdog_process
from omnigym.devices.chromium.pipe import Listener, Pipe, ProtocolError
from omnigym.devices.chromium.place import Place
from omnigym.devices.chromium.proxy import Route, routes_to_json
from omnigym.errors import ConfigError, DeviceError, DeviceLostError, DeviceStartError, MissingDependencyError

# -- which browser program this machine has, and how it is started ----------------------------------------------------

_PACKAGE = "apt-get install --no-install-recommends chromium-headless-shell fonts-dejavu-core fonts-noto-color-emoji"

#: The shell comes first: only it lets the client draw the frames, without which nothing is repeatable. Debian's
#: command is a script around the real program, which is therefore looked for before it.
_SHELLS = ("/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell", "chrome-headless-shell")
_BROWSERS = (
    *("/usr/lib/chromium/chromium", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

#: The last but one has a page wait for a frame, which we do not draw yet, before it takes in an answer after a click;
#: the last has a frame wait for more input while a scroll bar is held, which we do not send before it is drawn.
_NO_FEATURES = (
    *(
        "IsolateOrigins",
        "site-per-process",
        "IsolateSandboxedIframes",
        "Translate",
        "PaintHolding",
        "BackForwardCache",
        "HttpsUpgrades",
    ),
    *("DeferRendererTasksAfterInput", "WaitForLateScrollEvents"),
)
#: No traffic of its own, no first run, nothing that throttles, and pages that look the same on every machine.
_FLAGS = (
    *("--headless", "--no-first-run", "--no-default-browser-check", "--no-service-autorun", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-default-apps"),
    *("--disable-extensions", "--disable-domain-reliability", "--disable-client-side-phishing-detection"),
    *("--disable-breakpad", "--no-pings", "--disable-quic", "--disable-gpu", "--disable-dev-shm-usage"),
    *("--disable-hang-monitor", "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows"),
    *("--disable-renderer-backgrounding", "--disable-ipc-flooding-protection", "--disable-smooth-scrolling"),
    *("--password-store=basic", "--use-mock-keychain", "--force-color-profile=srgb", "--font-render-hinting=none"),
    *("--disable-lcd-text", "--force-device-scale-factor=1", "--lang=en-US", "--disable-site-isolation-trials"),
    f"--disable-features={','.join(_NO_FEATURES)}",
    # The shell knows it by the second name, other browsers by the first.
    *(f"--{name}webrtc-ip-handling-policy=disable_non_proxied_udp" for name in ("", "force-")),
    *("--mute-audio", "--renderer-process-limit=4"),
)
#: The name under which the browser knows its proxy; no page can go there, as the proxy does not lead to itself.
_PROXY = "proxy.omnigym.invalid:1080"
_DRAWN = ("--deterministic-mode", "--enable-begin-frame-control", "--run-all-compositor-stages-before-draw")


@dataclass(frozen=True, slots=True)
class Program:
    """A browser program.

    Attributes:
        path: Where it is.
        drawn: Whether the client draws its frames (``HeadlessExperimental.beginFrame``).
    """

    path: str
    drawn: bool


def located(command: str) -> str | None:
    """Where the device finds one of the programs that it looks for, which need not be on PATH; None if nowhere."""
    known = [name for name in (*_SHELLS, *_BROWSERS) if Path(name).name == command]
    return next(filter(None, map(shutil.which, known)), None)


def find_program(wanted: str = "") -> Program:
    """The browser to start.

    Args:
        wanted: A path or a command; empty for the best that this machine has.

    Raises:
        ConfigError: The wanted one is not there.
        MissingDependencyError: None was named, and there is none.
    """
    for name in (wanted,) if wanted else (*_SHELLS, *_BROWSERS):
        path = shutil.which(name)
        if path is not None:
            return Program(path, "headless-shell" in Path(path).name)
    if wanted:
        raise ConfigError(f"There is no program {wanted!r}. Name another one, or leave program= out.")
    raise MissingDependencyError("a Chromium", "The device 'chromium'", _PACKAGE)


def flags(program: Program, profile: str, size: tuple[int, int], proxy: int, sandboxed: bool) -> Sequence[str]:
    """The arguments to start a browser with.

    Args:
        program: What is started.
        profile: The directory of its profile.
        size: The (width, height) of pages in pixels. It is that of the browser's screen, too: a page that goes full
            screen is as large as before.
        proxy: The port of this machine at which it finds its way to the network.
        sandboxed: Whether its own sandbox works here.
    """
    # Whatever would go past the proxy finds no host: every name but the proxy's, loopback too, leads nowhere.
    resolver = f"MAP {_PROXY} 127.0.0.1:{proxy}, MAP * ~NOTFOUND"  # the first that fits holds
    return (
        *_FLAGS,
        *(_DRAWN if program.drawn else ()),
        *(() if sandboxed else ("--no-sandbox",)),
        f"--user-data-dir={profile}",
        "--screen-info={{{}x{}}}".format(*size),
        "--window-size={},{}".format(*size),
        f"--proxy-server=socks5://{_PROXY}",
        "--proxy-bypass-list=<-loopback>",
        f"--host-resolver-rules={resolver}",
        "--remote-debugging-pipe",
        "about:blank",
    )


# -- process ----------------------------------------------------------------------------------------------------------

_START_TIMEOUT = 20.0
_PATIENCE = 5.0
#: Where the browser's own sandbox was found not to work, it is not tried again: the answer is the machine's.
_unsandboxed: set[str] = set()


class BrowserProcess:
    """A running browser with its place.

    Args:
        program: What to start.
        size: The (width, height) of its pages in pixels.
        routes: Where its pages may go.
        listener: Hears the browser's events.

    Attributes:
        place: Its directory.
        pipe: The DevTools connection.
        program: What was started.

    Raises:
        DeviceStartError: It did not come up; nothing of it is left then.
    """

    def __init__(self, program: Program, size: tuple[int, int], routes: Sequence[Route], listener: Listener) -> None:
        self.program, self._size = program, size
        for sandboxed in (True, False):
            if sandboxed and program.path in _unsandboxed:
                continue
            self.place = Place.create()
            self._start(routes, listener, sandboxed)
            try:
                self.pipe.until(time.monotonic() + _START_TIMEOUT)
                self.pipe.call("Browser.getVersion")
                return
            except DeviceLostError as e:
                self.place.note_log()
                self.close()
                if not sandboxed:
                    advice = "What it said is logged at level DEBUG."
                    raise DeviceStartError("chromium", "reset", f"{program.path} ended.", advice) from e
                _unsandboxed.add(program.path)
            except (DeviceError, ProtocolError) as e:
                self.close()
                raise DeviceStartError("chromium", "reset", f"{program.path} does not answer as it should: {e}") from e

    def kill(self) -> None:
        """Let it be killed and removed; does not wait."""
        if self._leash.stdin is not None:
            self._leash.stdin.close()

    def close(self) -> None:
        """End it; nothing of it is left running or on disk. May be called twice."""
        self.kill()
        self.pipe.close()
        try:
            self._leash.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._leash.kill()
            self._leash.wait()
        watchdog_process.remove(str(self.place.root))

    def _start(self, routes: Sequence[Route], listener: Listener, sandboxed: bool) -> None:
        user = self.place.user
        commands_end, commands = os.pipe()
        answers, answers_end = os.pipe()
        gate = socket.create_server(("127.0.0.1", 0), backlog=128)
        # Out of the way of 3 to 5, which they become.
        ends = (commands_end, answers_end, gate.fileno())
        theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 10) for fd in ends]
        # The browser expects its pipes as descriptors 3 and 4, which a shell arranges without a fork hook.
        moves = "3<&{0} 4>&{1} 5<&{2} {0}<&- {1}>&- {2}<&-".format(*theirs)
        script = f'exec {moves}; exec "$@"'
        python = [sys.executable, "-I", "-S", watchdog_process.__file__, str(os.getpid()), str(self.place.root)]
        rest = ["" if user is None else str(user), routes_to_json(routes), self.program.path]
        rest += flags(self.program, str(self.place.profile), self._size, gate.getsockname()[1], sandboxed)
        try:
            self._leash = subprocess.Popen(
                ["/bin/bash", "-c", script, "leash", *python, *rest],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=theirs,
                env=self._environment(),
                cwd="/",
                start_new_session=True,
            )
        except OSError as e:
            os.close(commands)
            os.close(answers)
            watchdog_process.remove(str(self.place.root))
            raise DeviceStartError("chromium", "reset", f"cannot start {self.program.path}: {e.strerror}.") from e
        finally:
            gate.close()
            for fd in (commands_end, answers_end, *theirs):
                os.close(fd)
        self.pipe = Pipe(commands, answers, listener)

    def _environment(self) -> dict[str, str]:
        """A clean environment: nothing of the caller's gets in."""
        home = str(self.place.profile)
        return {"HOME": home, "TMPDIR": home, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"}
