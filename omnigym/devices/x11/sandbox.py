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
import shutil
import subprocess
from typing import Literal, TypeAlias

from omnigym.devices.x11.bare import bare
from omnigym.devices.x11.bubblewrap import bubblewrap
from omnigym.devices.x11.cgroups import make_groups, possible_groups
from omnigym.devices.x11.confinement import Confinement, hand_over
from omnigym.devices.x11.home import HOME
from omnigym.devices.x11.leftovers import remove
from omnigym.devices.x11.limits import Limits
from omnigym.devices.x11.place import Place
from omnigym.devices.x11.seccomp import filter_program
from omnigym.devices.x11.users import claim_user
from omnigym.errors import DeviceStartError

__all__ = ["Sandbox", "choose_sandbox", "native_home", "what_is_lacking", "what_is_open", "why_no_sandbox"]

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
