"""A desktop without a sandbox: plain processes, which see what everyone sees of this machine."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from omnigym.devices.x11.confinement import Confinement, can_mount, environment, first_steps, join_groups
from omnigym.devices.x11.limits import Limits
from omnigym.devices.x11.place import Place
from omnigym.devices.x11.users import claim_user

__all__ = ["NOBODY", "bare"]

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
