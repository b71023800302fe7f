"""The trace of QEMU's keyboard: when the guest has read a key.

QEMU's USB keyboard has a queue of sixteen changes and drops those that come while it is full. A guest without a
processor reads none, so no pause between two keys is long enough. QEMU's trace says when a key is queued, and when the
guest has read the last one. The queue never fills if each key waits for the one before.
"""

from __future__ import annotations

import os
from typing import Final

from omnigym.devices.waiting import wait_for

__all__ = ["KeyTrace"]

#: Events of QEMU's trace: a key came in; the USB keyboard's queue was read to its end; another keyboard has the key.
_CAME, _TAKEN, _ELSEWHERE = b"input_event_key_qcode", b"hid_kbd_queue_empty", b"ps2_keyboard_event"
_PART: Final = 1 << 16


class KeyTrace:
    """A pipe that QEMU writes its trace of the keyboard to. Not for several threads at once.

    It must be read after each key: QEMU stops while the pipe is full.

    Attributes:
        theirs: QEMU's end, a descriptor.
        due: Whether the guest has yet to read a key of the USB keyboard. False also where that cannot be known.
        told: Whether QEMU said of the last key that it came in, and that the USB keyboard has it.
    """

    def __init__(self) -> None:
        self._ours, self.theirs = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._ours, False)
        self._rest = b""
        self.due = self.told = False

    @property
    def options(self) -> tuple[str, ...]:
        """Arguments of QEMU's. A QEMU that was built without a trace to a log takes them and writes nothing."""
        events = [
            argument for name in (_CAME, _TAKEN, _ELSEWHERE) for argument in ("-trace", f"enable={name.decode()}")
        ]
        return "-D", f"/proc/self/fd/{self.theirs}", *events

    def read(self, seconds: float = 0.0) -> None:
        """Wait for news, and take in all that there are.

        Raises:
            EOFError: QEMU has ended.
        """
        if not wait_for(seconds, self._ours).read:
            return
        while True:
            try:
                part = os.read(self._ours, _PART)
            except BlockingIOError:
                return
            if not part:
                raise EOFError("QEMU hung up")
            *lines, self._rest = (self._rest + part).split(b"\n")
            for line in lines:
                if _CAME in line:
                    self.due = self.told = True
                elif _ELSEWHERE in line:
                    self.due = self.told = False
                elif _TAKEN in line:
                    self.due = False

    def given(self) -> None:
        """Let QEMU alone hold its end, once it has it."""
        if self.theirs >= 0:
            os.close(self.theirs)
            self.theirs = -1

    def close(self) -> None:
        """Let go of it."""
        self.given()
        if self._ours >= 0:
            os.close(self._ours)
            self._ours = -1
