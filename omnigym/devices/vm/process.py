"""A process that ends with its owner, and what it says at its end: QEMU, and the TPM beside it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from omnigym.devices.owned import abandoned_folders, owned_name, private_folder
from omnigym.devices.x11.cleanup import MARKER, remove
from omnigym.errors import DeviceStartError

__all__ = ["Companion", "new_folder", "remove_folder", "sweep"]

#: How much of what a process said last is kept, in bytes.
_MOST_SAID: Final = 4096
#: How long a killed process may take to be gone, in seconds: it gives back gigabytes.
_PATIENCE: Final = 30.0


class Companion:
    """A process that is started by this call and ends with this one: by `end`, with its object, or by the kernel.

    The kernel ends it when the *thread* that started it is gone, so a thread of its own starts it, reads what it says,
    and stays until it has ended. Where the kernel is not told so (no ``setpriv``), `sweep` ends it later.

    Args:
        argv: The command.
        folder: The machine's folder; the process is known by it, and its temporary files are in it.
        files: Descriptors that it gets.

    Raises:
        DeviceStartError: It cannot be started.
    """

    def __init__(self, argv: Sequence[str], folder: Path, files: Sequence[int] = ()) -> None:
        self._said, self._gone = bytearray(), threading.Event()
        started = threading.Event()
        problem: list[OSError] = []
        held: list[subprocess.Popen[bytes]] = []
        env = {**os.environ, MARKER: str(folder), "TMPDIR": str(folder), "LC_ALL": "C"}
        command = [*_bound_to_parent(), *argv]
        self._thread = threading.Thread(
            target=_live, args=(command, env, files, held, problem, started, self._said, self._gone), daemon=True
        )
        self._thread.start()
        started.wait()
        if problem:
            raise DeviceStartError("vm", "reset", f"cannot start {argv[0]}: {problem[0].strerror}.", "Is it installed?")
        self._process = held[0]
        self._end = weakref.finalize(self, _kill, self._process, self._gone)

    @property
    def pid(self) -> int:
        """Its id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return not self._gone.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for its end; whether it has ended."""
        return self._gone.wait(seconds)

    @property
    def code(self) -> int | None:
        """The code that it ended with; None while it runs."""
        return self._process.returncode if self._gone.is_set() else None

    @property
    def said(self) -> str:
        """The last that it wrote to its standard error, as one line."""
        return " ".join(bytes(self._said).decode("utf-8", "replace").split())[-1000:]

    def end(self) -> None:
        """End it at once, and wait until it is gone."""
        self._end()


def _bound_to_parent() -> list[str]:
    tool = shutil.which("setpriv")
    return [tool, "--pdeathsig", "KILL"] if tool else []


def _live(
    command: Sequence[str],
    env: Mapping[str, str],
    files: Sequence[int],
    held: list[subprocess.Popen[bytes]],
    problem: list[OSError],
    started: threading.Event,
    said: bytearray,
    gone: threading.Event,
) -> None:
    """The life of a process; holds no reference to the object, so that this can be collected."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=env,
            pass_fds=files,
            start_new_session=True,  # Ctrl+C is the trainer's
            bufsize=0,
        )
    except OSError as e:
        problem.append(e)
        gone.set()
        started.set()
        return
    held.append(process)
    started.set()
    assert process.stderr is not None
    with process.stderr as pipe:
        while part := pipe.read(_MOST_SAID):
            said += part
            del said[:-_MOST_SAID]
    process.wait()
    gone.set()


def _kill(process: subprocess.Popen[bytes], gone: threading.Event) -> None:
    if not gone.is_set():
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        gone.wait(_PATIENCE)


# -- folders ----------------------------------------------------------------------------------------------------------


def new_folder() -> Path:
    """A new, empty folder of a machine of this process.

    Raises:
        DeviceStartError: There is no room for it.
    """
    base = _base()
    folder = base / owned_name()
    try:
        try:
            folder.mkdir(mode=0o700)
        except FileNotFoundError:  # another process, whose last machine ended in this moment, removed the base
            folder = _base() / folder.name
            folder.mkdir(mode=0o700)
    except OSError as e:
        raise DeviceStartError("vm", "reset", f"cannot make {folder}: {e.strerror}.", "Is the disk full?") from e
    return folder


def remove_folder(folder: Path) -> None:
    """Remove the folder of a machine whose processes have ended."""
    shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        folder.parent.rmdir()  # the last one out


def sweep() -> None:
    """End and remove the machines of processes that no longer live."""
    for folder in abandoned_folders(_base()):
        remove(str(folder))


def _base() -> Path:
    """The folder of all machines of this user. It is on a disk: what a guest writes may be more than the memory."""
    base = Path(tempfile.gettempdir()) / f"omnigym-vm-{os.geteuid()}"
    if private_folder(base) is None:
        raise DeviceStartError("vm", "reset", f"{base} belongs to another user.", "Remove it.")
    return base
