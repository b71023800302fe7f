"""A desktop's sandbox, as bubblewrap is told to make it."""

from __future__ import annotations

import functools
import os
import shlex
import subprocess

from omnigym.devices.x11.confinement import Confinement, environment, first_steps, join_groups
from omnigym.devices.x11.home import HOME
from omnigym.devices.x11.limits import Limits
from omnigym.devices.x11.place import Place
from omnigym.devices.x11.seccomp import filter_program

__all__ = ["bubblewrap"]

_UID = 1000
_FILTER = "filter"
_FILTER_DESCRIPTOR = 9
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


def bubblewrap(place: Place, network: bool, limits: Limits, user: int | None) -> Confinement:
    """The confinement of a place in a sandbox.

    Args:
        place: Where the desktop lives.
        network: Whether it shares the machine's network.
        limits: What it may take.
        user: Whom bubblewrap is run as; None: who started omnigym.
    """
    home, run, etc = HOME, "/run/desktop", place.root / "etc"
    etc.mkdir()
    etc.chmod(0o755)
    files = {
        "passwd": f"user:x:{_UID}:{_UID}:User:{home}:/bin/bash\n",
        "group": f"user:x:{_UID}:\n",
        "nsswitch.conf": f"passwd: files\ngroup: files\nhosts: files{' dns' if network else ''}\n",
        "hosts": "127.0.0.1 localhost desktop\n",
        "machine-id": _MACHINE_ID + "\n",
    }
    for name, content in files.items():
        (etc / name).write_text(content)
        (etc / name).chmod(0o644)
    program = filter_program()
    (place.root / _FILTER).write_bytes(program)
    argv = ["bwrap", "--die-with-parent", "--unshare-all", "--unshare-user", "--cap-drop", "ALL"]
    argv += ["--share-net"] if network else []
    argv += ["--disable-userns"] if _knows("--disable-userns") else []
    argv += ["--seccomp", str(_FILTER_DESCRIPTOR)] if program else []
    argv += ["--hostname", "desktop", "--uid", str(_UID), "--gid", str(_UID)]
    argv += ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64"):
        if os.path.islink(f"/{name}"):
            argv += ["--symlink", f"usr/{name}", f"/{name}"]
        elif os.path.isdir(f"/{name}"):
            argv += ["--ro-bind", f"/{name}", f"/{name}"]
    for path in (*(f"/etc/{n}" for n in (*_ETC, *(_NETWORK_ETC if network else ()))), *_VAR):
        argv += ["--ro-bind-try", path, path]
    for name in files:
        argv += ["--ro-bind", str(etc / name), f"/etc/{name}"]
    argv += ["--proc", "/proc", "--dev", "/dev"]
    writable = {"tmp": "/tmp", "shm": "/dev/shm", "x11": "/tmp/.X11-unix", "run": run, "home": home}
    for name, path in writable.items():
        argv += ["--bind", str(place.disk / name), path]
    # What bubblewrap itself made is in memory too, and of no stated size.
    argv += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", home, *limits.rlimits(own_user=True)]
    join = join_groups(place, limits)
    take_filter = f"exec {_FILTER_DESCRIPTOR}<{shlex.quote(str(place.root / _FILTER))}"
    steps = first_steps(place, limits, user, disk=True, join=join, last=take_filter)
    watch = None if join else (limits.memory_bytes, limits.processes)
    return Confinement((*steps, *argv), environment(home, run), home, run, user, _UID, True, True, watch)


@functools.cache
def _knows(option: str) -> bool:
    """Whether this version of bubblewrap has an option."""
    return option in subprocess.run(["bwrap", "--help"], capture_output=True, text=True, check=False).stdout
