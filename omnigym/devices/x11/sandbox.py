"""What a desktop's processes can see: a bubblewrap sandbox, or, where that is forbidden, the bare host.

In the sandbox there is a user of id 1000 with a home of his own, a read-only ``/usr``, the few files of ``/etc`` that
programs need, no other process, no other X server, and no network unless it is asked for. The host's ``/etc/shadow``,
homes and sockets are not there at all: inside, the user is the one who started omnigym, perhaps root, so permissions
would not do.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from omnigym.devices.x11.home import HOME
from omnigym.devices.x11.place import Place
from omnigym.errors import DeviceStartError

__all__ = ["NOBODY", "Confinement", "Sandbox", "choose_sandbox", "native_home", "why_no_sandbox"]

Sandbox: TypeAlias = Literal["auto", "require", "off"]

#: Without a sandbox, a device of root runs its applications as this user.
NOBODY = 65534
_UID = 1000
_ETC = (
    "ImageMagick-6",
    "ImageMagick-7",
    "alternatives",
    "chromium.d",
    "fonts",
    "gtk-3.0",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "libreoffice",
    "localtime",
    "mime.types",
    "xdg",
    "X11",
)
#: What the names of hosts and the certificates of servers are looked up in.
_NETWORK_ETC = ("ca-certificates", "resolv.conf", "ssl")
_VAR = ("/var/cache/fontconfig", "/var/lib/libreoffice", "/var/lib/xkb")
_MACHINE_ID = "6f6d6e6967796d6465736b746f703031"
_SIMPLEST = ("--unshare-all", "--uid", str(_UID), "--ro-bind", "/usr", "/usr", "--symlink", "usr/lib", "/lib")


@dataclass(frozen=True, slots=True)
class Confinement:
    """How a desktop's first process is started, and how its paths look from inside.

    Attributes:
        argv: What is put before the command.
        env: The environment inside.
        home, run: The place's directories as they are seen inside.
        user: The user that the host gives the processes; None is the one who started omnigym.
        uid: The user id inside.
        sandboxed: Whether there is a sandbox.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str]
    home: str
    run: str
    user: int | None
    uid: int
    sandboxed: bool


@functools.cache
def why_no_sandbox() -> str:
    """Why bubblewrap does not work here; empty if it does."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed (apt-get install bubblewrap)"
    links = ("--symlink", "usr/lib64", "/lib64", "--symlink", "usr/bin", "/bin", "--proc", "/proc", "--dev", "/dev")
    try:
        done = subprocess.run(["bwrap", *_SIMPLEST, *links, "true"], capture_output=True, timeout=10, check=False)
    except subprocess.TimeoutExpired:
        return "bubblewrap did not answer within 10 s"
    if done.returncode == 0:
        return ""
    said = done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}"
    return f"bubblewrap cannot make namespaces: {said} (the system must allow users to: see user_namespaces(7))"


def native_home(place: Place, sandbox: Sandbox) -> str:
    """The home of a place as its user will write it."""
    return str(place.home) if sandbox == "off" or why_no_sandbox() else HOME


def choose_sandbox(place: Place, sandbox: Sandbox, network: bool = False) -> Confinement:
    """The confinement of a place.

    Args:
        place: Where the desktop lives.
        sandbox: ``"auto"`` uses a sandbox where one works, ``"require"`` insists on it, ``"off"`` forgoes it.
        network: Whether the sandbox shares the machine's network; without a sandbox it always is shared.

    Raises:
        DeviceStartError: A sandbox is required and does not work here.
    """
    problem = "" if sandbox == "off" else why_no_sandbox()
    if sandbox == "require" and problem:
        raise DeviceStartError("x11", "reset", f"no sandbox: {problem}.", "Allow it, or say sandbox='auto'.")
    return _bare(place) if sandbox == "off" or problem else _bubblewrap(place, network)


def _bubblewrap(place: Place, network: bool) -> Confinement:
    home, run = HOME, "/run/desktop"
    for name, content in (
        ("passwd", f"user:x:{_UID}:{_UID}:User:{home}:/bin/bash\n"),
        ("group", f"user:x:{_UID}:\n"),
        ("nsswitch.conf", f"passwd: files\ngroup: files\nhosts: files{' dns' if network else ''}\n"),
        ("hosts", "127.0.0.1 localhost desktop\n"),
        ("machine-id", _MACHINE_ID + "\n"),
    ):
        (place.run / name).write_text(content)
    argv = ["bwrap", "--die-with-parent", "--unshare-all", "--cap-drop", "ALL"]
    argv += ["--share-net"] if network else []
    argv += ["--hostname", "desktop", "--uid", str(_UID), "--gid", str(_UID)]
    argv += ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64"):
        if os.path.islink(f"/{name}"):
            argv += ["--symlink", f"usr/{name}", f"/{name}"]
        elif os.path.isdir(f"/{name}"):
            argv += ["--ro-bind", f"/{name}", f"/{name}"]
    for path in (*(f"/etc/{n}" for n in (*_ETC, *(_NETWORK_ETC if network else ()))), *_VAR):
        argv += ["--ro-bind-try", path, path]
    argv += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"]
    argv += ["--bind", str(place.sockets), "/tmp/.X11-unix", "--bind", str(place.run), run]
    for name in ("passwd", "group", "nsswitch.conf", "hosts", "machine-id"):
        argv += ["--ro-bind", str(place.run / name), f"/etc/{name}"]
    argv += ["--bind", str(place.home), home, "--chdir", home]
    return Confinement(tuple(argv), _environment(home, run), home, run, None, _UID, True)


def _bare(place: Place) -> Confinement:
    user = NOBODY if os.geteuid() == 0 else None
    if user is not None:
        place.root.chmod(0o711)  # it stays the host's: nothing can be put in the place of its directories
        for path in place.root.rglob("*"):
            os.chown(path, user, user)
    home, run = str(place.home), str(place.run)
    return Confinement((), _environment(home, run), home, run, user, os.geteuid() if user is None else user, False)


def _environment(home: str, run: str) -> Mapping[str, str]:
    """A clean environment: nothing of the caller's gets in."""
    return {
        "HOME": home,
        "USER": "user",
        "LOGNAME": "user",
        "SHELL": "/bin/bash",
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "XDG_RUNTIME_DIR": f"{run}/xdg",
        "XDG_CURRENT_DESKTOP": "XFCE",
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={run}/xdg/bus",
        "GDK_BACKEND": "x11",
        "GNOME_ACCESSIBILITY": "1",
        "GSETTINGS_BACKEND": "keyfile",
        "GIO_USE_VFS": "local",
        "GTK_OVERLAY_SCROLLING": "0",
        "NO_AT_BRIDGE": "0",
    }
