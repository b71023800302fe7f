"""A Windows without a virtual machine, for tests: Wine, with the guest's server in a Windows Python.

Every process is in one sandbox and ends with it. The system is read-only; what belongs to the user, 2 MB, is a copy.
Its Python can import omnigym too, whose files are in reach.
The network is that of this machine.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import select
import shutil
import subprocess
import time
import zipfile
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from omnigym.devices.guest.bundle import write_bundle
from omnigym.devices.guest.config import TOKEN_VARIABLE
from omnigym.devices.vm.building import Build, recipe_of
from omnigym.devices.vm.image import images_dir
from omnigym.devices.vm.recipes.wine import DESCRIPTION, ROOT, USER_ID, native_recipe
from omnigym.errors import DeviceStartError

__all__ = ["NativeWine", "native_system", "run_omnigym", "why_no_wine"]

_HOME: Final = "/home/user"
_PREFIX: Final = f"{_HOME}/.wine"
_ENVIRONMENT: Final = {"HOME": _HOME, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}
_PROGRAMS: Final = ("bwrap", "setpriv")
_ANSWER = re.compile(rb"^http://127\.0\.0\.1:(\d{1,5})  shows ", re.MULTILINE)
_START_S, _END_S = 240.0, 10.0
_MOST_SAID = 1 << 16
#: The mode of a file that the machine's user reads, too.
_FOR_ALL: Final = 0o644


def native_system() -> Path:
    """The folder of the system, which is built where it is not there yet: about two minutes, 2 GB.

    Raises:
        MissingDependencyError: A program that builds it is not installed.
        ConfigError: Another process builds.
        BuildError: It cannot be built.
    """
    return Build(native_recipe(), images_dir()).run() / ROOT


def why_no_wine() -> str:
    """Why no Wine can be started here at once; empty if one can."""
    if missing := [program for program in _PROGRAMS if shutil.which(program) is None]:
        return f"{', '.join(missing)} is not installed"
    recipe = native_recipe()
    if recipe_of(images_dir() / recipe.name / DESCRIPTION) != recipe.keys()[-1]:
        return "its system is not built, or an older one: python scripts/wine_machine.py"
    return ""


class NativeWine:
    """A desktop of Wine from its making until `close`; its server answers at once.

    Args:
        system: The folder of the system, as of `native_system`.
        folder: An empty folder of the machine's own.
        device: What the server shows: "host" is the desktop.

    Attributes:
        url: Where the server listens.
        token: What it asks for.
        drive: The machine's drive C, as this machine sees it.

    Raises:
        DeviceStartError: It did not start.
    """

    def __init__(self, system: Path, folder: Path, device: str = "host") -> None:
        self.token = secrets.token_urlsafe(24)
        self.drive = folder / "wine" / "drive_c"
        program = _furnish(system, folder)
        write_bundle(program, (device,))
        program.chmod(_FOR_ALL)
        self._process = subprocess.Popen(
            _sandbox(system, folder, ("--device", device, "--port", "0")),
            env={**_ENVIRONMENT, TOKEN_VARIABLE: self.token},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        try:
            self.url = f"http://127.0.0.1:{self._port()}"
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End all of it; may be called twice."""
        self._process.kill()  # the first process of a namespace takes all others with it
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_S)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _port(self) -> int:
        assert self._process.stdout is not None
        file, said, end = self._process.stdout.fileno(), b"", time.monotonic() + _START_S
        while (found := _ANSWER.search(said)) is None:
            ready = select.select([file], [], [], max(end - time.monotonic(), 0.0))[0]
            chunk = os.read(file, 4096) if ready else b""
            said = (said + chunk)[-_MOST_SAID:]
            if not chunk:
                last = said.decode("utf-8", "replace").strip()[-2000:] or "nothing"
                raise DeviceStartError("wine", "start", f"the server did not answer; it said {last}.")
        return int(found[1])


def run_omnigym(system: Path, folder: Path, arguments: Sequence[str]) -> None:
    """Run a command of omnigym in a Windows Python, on a desktop of its own; its output is that of this process.

    Args:
        system: The folder of the system, as of `native_system`.
        folder: An empty folder of the machine's own.
        arguments: What follows ``omnigym``: ``("doctor", "--device", "host", "--yes")``.
    """
    program = _furnish(system, folder)
    with zipfile.ZipFile(program, "w") as file:
        file.writestr("__main__.py", "from omnigym.cli import main\nmain()\n")
    program.chmod(_FOR_ALL)
    subprocess.run(_sandbox(system, folder, arguments), env=_ENVIRONMENT, stdin=subprocess.DEVNULL, check=True)


def _furnish(system: Path, folder: Path) -> Path:
    """Make what a machine owns, and say where the file goes that its Python runs."""
    _copy_user(system, folder / "wine")
    shared = folder / "shared"
    shared.mkdir(mode=0o755)
    (shared / "packages" / "omnigym").mkdir(parents=True)
    return shared / "guest.pyz"


def _copy_user(system: Path, prefix: Path) -> None:
    """Copy what belongs to the user: all of his Windows but for the system's own folder, which stays read-only."""
    base = system / _PREFIX.lstrip("/")
    parts = [p for p in base.iterdir() if p.name != "drive_c"]
    drive = [p for p in (base / "drive_c").iterdir() if p.name != "windows"]
    for sources, target in ((parts, prefix), (drive, prefix / "drive_c")):
        target.mkdir(mode=0o755)
        subprocess.run(["cp", "-a", *map(str, sources), str(target)], check=True)
    (prefix / "drive_c" / "windows").mkdir()
    if os.geteuid() == 0:
        for made in (prefix, prefix / "drive_c", prefix / "drive_c" / "windows"):
            os.chown(made, USER_ID, USER_ID)


def _sandbox(system: Path, folder: Path, arguments: Sequence[str]) -> Sequence[str]:
    """The command that starts the desktop where nothing of this machine but its network is in reach."""
    windows = f"{_PREFIX}/drive_c/windows"
    root = os.geteuid() == 0
    own = [] if root else ["--unshare-user", "--uid", str(USER_ID), "--gid", str(USER_ID)]
    return [
        *("bwrap", "--die-with-parent", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--new-session", *own),
        *("--ro-bind", str(system), "/", "--proc", "/proc", "--dev", "/dev"),
        *("--perms", "1777", "--tmpfs", "/tmp", "--perms", "1777", "--dir", "/tmp/.X11-unix"),
        *("--tmpfs", "/run", "--ro-bind", str(folder / "shared"), "/run/omnigym"),
        *("--ro-bind", str(files("omnigym")), "/run/omnigym/packages/omnigym"),
        *("--bind", str(folder / "wine"), _PREFIX),
        *("--ro-bind", str(system / windows.lstrip("/")), windows),
        *("--perms", "1777", "--tmpfs", f"{windows}/temp"),
        "--",
        *((f"setpriv --reuid={USER_ID} --regid={USER_ID} --clear-groups --no-new-privs".split()) if root else ()),
        *("sh", "/opt/omnigym/native.sh", *arguments),
    ]
