"""What a desktop's processes can see and take: a bubblewrap sandbox, or, where that is forbidden, the bare host.

In the sandbox there is a user of id 1000 with a home of his own, a read-only ``/usr``, the few files of ``/etc`` that
programs need, no other process, no other X server, and no network unless it is asked for. All that can be written to is
one disk in memory, of a stated size. A filter keeps programs from system calls that no application needs.

The desktops of root have a user each, in a sandbox or not: whatever gets out of one has no rights of root's, and only
so does the kernel count its processes.
"""

from __future__ import annotations

import functools
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Literal, TypeAlias

from omnigym.devices.x11.cleanup import remove
from omnigym.devices.x11.confinement import (
    Confinement,
    can_mount,
    claim_user,
    environment,
    first_steps,
    hand_over,
    join_groups,
)
from omnigym.devices.x11.home import HOME
from omnigym.devices.x11.host_paths import Place
from omnigym.devices.x11.limits import Limits, make_groups, possible_groups
from omnigym.devices.x11.seccomp import filter_program
from omnigym.errors import DeviceStartError

# -- a desktop without a sandbox --------------------------------------------------------------------------------------

# Plain processes, which see what everyone sees of this machine.

#: Where root may not mount anything, its applications are this user's, all of them.
NOBODY = 65534


def bare(place: Place, limits: Limits) -> Confinement:
    """Plain processes: root's are another user's, with a name (D-Bus insists) and a disk where mounts are allowed."""
    home, run = str(place.home), str(place.run)
    disk = os.geteuid() == 0 and can_mount()
    user = claim_user(place.root) if disk else NOBODY if os.geteuid() == 0 else None
    last = ""
    if disk:
        names = place.root / "passwd"
        names.write_text(f"{Path('/etc/passwd').read_text()}user:x:{user}:{user}:User:{home}:/bin/bash\n")
        names.chmod(0o644)
        last = f"mount -n --bind {shlex.quote(str(names))} /etc/passwd"
    steps = first_steps(place, limits, user, disk, join_groups(place, limits), last)
    uid = os.geteuid() if user is None else user
    argv = (*steps, *limits.rlimits(own_user=disk))
    return Confinement(argv, environment(home, run), home, run, user, uid, False, disk, None)


# -- a desktop's sandbox, as bubblewrap is told to make it ------------------------------------------------------------

_UID = 1000
_FILTER = "filter"
_FILTER_DESCRIPTOR = 9
_ETC = (
    "ImageMagick-6",
    "ImageMagick-7",
    "alternatives",
    "chromium.d",
    "fonts",
    "gimp",
    "gtk-2.0",
    "gtk-3.0",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "libreoffice",
    "localtime",
    "mime.types",
    "thunderbird",
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


# -- sandbox ----------------------------------------------------------------------------------------------------------

Sandbox: TypeAlias = Literal["auto", "require", "off"]

_PROGRAMS = {
    "bwrap": "bubblewrap",
    "mount": "mount",
    "prlimit": "util-linux",
    "setpriv": "util-linux",
    "unshare": "util-linux",
}


def why_no_sandbox() -> str:
    """Why there cannot be a sandbox here; empty if there can."""
    return "" if os.geteuid() == 0 and not _problem(own_user=True) else _problem(own_user=False)


def what_is_lacking() -> tuple[str, ...]:
    """What this machine cannot do for a sandbox that works, in words."""
    rootish = os.geteuid() == 0 and _problem(own_user=True) != ""
    groups = "no control group can be made, so memory is watched, and what no process maps is not seen"
    found = {
        groups: not _groups_work(),
        "there is no filter of system calls for this processor": not filter_program(),
        "processes are those of root: no other user can make a sandbox": rootish,
    }
    return tuple(what for what, lacks in found.items() if lacks)


def what_is_open(sandbox: Sandbox, confinement: Confinement) -> str:
    """What a desktop without a sandbox leaves open, in words."""
    why = "it was forgone" if sandbox == "off" else why_no_sandbox()
    who, files = "your user", "all that you may"
    if confinement.user is not None:
        alone = (
            "who is no other desktop's" if confinement.disk else "as those of other desktops do, whose files they see"
        )
        who, files = f"user {confinement.user}, {alone}", "what everyone may"
    return (
        f"No sandbox ({why}). The desktop's programs run as {who}: they can read and change {files} on this machine, "
        "see its processes, and reach its network and its other displays. What they write outside their home is not "
        "limited, nor, where no control group can be made, is their memory. sandbox='require' refuses to start so."
    )


@functools.cache
def _groups_work() -> bool:
    """Whether control groups can be made here: one is."""
    groups = possible_groups(f"probe-{os.getpid()}")
    works = make_groups(groups, Limits())
    for group in groups if works else ():
        group.rmdir()
    return works


@functools.cache
def _problem(own_user: bool) -> str:
    """What is wrong with a sandbox like that of a desktop, which is tried out."""
    missing = sorted({package for program, package in _PROGRAMS.items() if shutil.which(program) is None})
    if missing:
        return f"{', '.join(missing)} is not installed (apt-get install {' '.join(missing)})"
    place = Place.create()
    try:
        confinement = bubblewrap(place, False, Limits(), claim_user(place.root) if own_user else None)
        hand_over(place, confinement)
        argv = [*confinement.argv, "true"]
        done = subprocess.run(argv, env=dict(confinement.env), capture_output=True, timeout=10, check=False)
    except subprocess.TimeoutExpired:
        return "bubblewrap did not answer within 10 s"
    finally:
        remove(str(place.root))
    if done.returncode == 0:
        return ""
    said = done.stderr.decode(errors="replace").strip() or f"exit code {done.returncode}"
    return f"bubblewrap cannot make namespaces: {said} (the system must allow users to: see user_namespaces(7))"


def native_home(place: Place, sandbox: Sandbox) -> str:
    """The home of a place as its user will write it."""
    return str(place.home) if sandbox == "off" or why_no_sandbox() else HOME


def choose_sandbox(
    place: Place,
    sandbox: Sandbox,
    network: bool = False,
    limits: Limits = Limits(),  # noqa: B008
) -> Confinement:
    """The confinement of a place.

    Args:
        place: Where the desktop lives.
        sandbox: ``"auto"`` uses a sandbox where one works, ``"require"`` insists on it, ``"off"`` forgoes it.
        network: Whether the sandbox shares the machine's network; without a sandbox it always is shared.
        limits: What the desktop may take.

    Raises:
        DeviceStartError: A sandbox is required and does not work here.
    """
    problem = "" if sandbox == "off" else why_no_sandbox()
    if sandbox == "require" and problem:
        raise DeviceStartError("x11", "reset", f"no sandbox: {problem}.", "Allow it, or say sandbox='auto'.")
    if sandbox == "off" or problem:
        return bare(place, limits)
    own_user = os.geteuid() == 0 and not _problem(own_user=True)
    return bubblewrap(place, network, limits, claim_user(place.root) if own_user else None)
