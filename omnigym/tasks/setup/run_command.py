"""The setup step `RunCommand`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from omnigym.actions import Wait
from omnigym.devices.protocol import require_confined
from omnigym.errors import ConfigError
from omnigym.tasks.setup.step import SetupStep
from omnigym.tasks.values import Argv, Name, Text

__all__ = ["RunCommand"]

#: What a device's shell runs a command in that is not waited for; its output goes nowhere.
_IN_BACKGROUND = ("setsid", "--fork", "sh", "-c", 'exec "$0" "$@" >/dev/null 2>&1 </dev/null')
#: Seconds between two tries of a command that is repeated.
_PAUSE = 0.3


@dataclass(frozen=True, slots=True)
class RunCommand(SetupStep):
    """Run a command on the device, inside its sandbox, and never on the training machine.

    A command that fails is no error: task files of others rely on that.

    Attributes:
        argv: The command. For a shell's line: ``("sh", "-c", line)``.
        background: Whether it goes on running.
        timeout: Seconds after which it is killed, all repetitions together.
        until_code: It is repeated until it ends with this exit code; None: it is run once.
        until_output: It is repeated until this is in what it writes; "" for none.
        keep: The name under which its standard output is kept for the check, by
            `omnigym.evaluation.probe.Probe.setup_output`, or "".
        keep_errors: Likewise of its standard error.
    """

    needs: ClassVar[str] = "shell"

    argv: Argv
    background: bool = False
    timeout: float = 60.0
    until_code: int | None = None
    until_output: Text = ""
    keep: Name | str = ""
    keep_errors: Name | str = ""

    def problem(self) -> tuple[str, str]:
        """Return a problem if the arguments are inconsistent."""
        if not 0 < self.timeout <= 600:
            return "timeout", f"it lies in (0, 600] seconds, got {self.timeout:g}"
        if self.background and (self.until_code is not None or self.until_output or self.keep or self.keep_errors):
            return "background", "a command that goes on running has no end to be looked at"
        return "", ""

    def apply(self, device: Any) -> None:
        """Do the step on a device.

        Raises:
            ConfigError: Commands would reach more than the device, or what it is repeated for did not come.
        """
        require_confined(device)
        if self.background:
            device.run((*_IN_BACKGROUND, *self.argv), self.timeout)
            return
        for _ in range(self._tries):
            code, out, err = device.run(self.argv, self.timeout)
            if self._is_reached(code, out, err):
                break
            device.act(Wait(_PAUSE))
        else:
            raise ConfigError(
                f"{self.argv[0]!r} never {f'ended with code {self.until_code}' if self.until_code is not None else ''}"
                f"{f'wrote {self.until_output!r}' if self.until_output else ''} within {self.timeout:g} s."
            )
        for name, output in ((self.keep, out), (self.keep_errors, err)):
            if name:
                device.setup_outputs()[name] = output

    @property
    def _tries(self) -> int:
        return 1 + int(self.timeout / _PAUSE) if self.until_code is not None or self.until_output else 1

    def _is_reached(self, code: int, out: bytes, err: bytes) -> bool:
        if self.until_code is None and not self.until_output:
            return True
        return code == self.until_code or bool(self.until_output and self.until_output.encode() in out + err)
