"""Which browser program this machine has, and how it is started."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from omnigym.errors import ConfigError, MissingDependencyError

__all__ = ["Program", "find_program", "flags", "located"]

_PACKAGE = "apt-get install --no-install-recommends chromium-headless-shell fonts-dejavu-core"

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
    *("IsolateOrigins", "site-per-process", "Translate", "PaintHolding", "BackForwardCache", "HttpsUpgrades"),
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
