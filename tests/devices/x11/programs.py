"""The programs of one desktop."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

from omnigym.devices.x11.cleanup import marked_processes
from omnigym.devices.x11.device import X11Device


def signal_program(device: X11Device, program: str, number: signal.Signals) -> None:
    """Send a signal to a program of this desktop: others run beside it, which without a sandbox it could reach."""
    assert device._desktop is not None
    for pid in marked_processes(str(device._desktop.session.place.root)):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended, with the one before maybe
            if Path(f"/proc/{pid}/comm").read_text().strip() == program:
                os.kill(pid, number)
