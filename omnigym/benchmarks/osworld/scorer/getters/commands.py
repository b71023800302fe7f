"""Getters that run a command of the task on the device, or read what a terminal shows."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.benchmarks.osworld.scorer.registry import NotThereError, getter
from omnigym.errors import ConfigError
from omnigym.evaluation.probe import Probe
from omnigym.foreign import show_value, sound_text

__all__ = ["vm_command_error", "vm_command_line", "vm_terminal_output"]


@getter("vm_command_line")
def vm_command_line(probe: Probe, config: Mapping[str, object]) -> str:
    """Return the standard output of ``command``: words, or with ``shell`` a line.

    A command that does not end in ``timeout`` seconds leaves the episode unscored.
    """
    return _run(probe, config)[0]


@getter("vm_command_error")
def vm_command_error(probe: Probe, config: Mapping[str, object]) -> str:
    """Return the standard error of a command, as of `vm_command_line`."""
    return _run(probe, config)[1]


def _run(probe: Probe, config: Mapping[str, Any]) -> tuple[str, str]:
    argv = _argv(config["command"], bool(config.get("shell", False)), probe.platform)
    timeout = {"timeout": float(config["timeout"])} if "timeout" in config else {}
    _, out, err = probe.run(argv, **timeout)
    said = [sound_text(o.decode("utf-8", "replace")).replace("\r\n", "\n") for o in (out, err)]
    return said[0], said[1]


def _argv(command: object, shell: bool, platform: str) -> list[str]:
    if not command or not isinstance(command, str | list | tuple):
        raise ConfigError(f"Expected a command, got {show_value(command)}. Mend the task.")
    if not shell:
        return shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
    line = command if isinstance(command, str) else " ".join(str(word) for word in command)
    return ["cmd", "/c", line] if platform == "windows" else ["sh", "-c", line]


@getter("vm_terminal_output")
def vm_terminal_output(probe: Probe, _config: Mapping[str, object]) -> str:
    """Return the text of the terminal in front, without blank space at its end."""
    terminals = [n for n in probe.tree().nodes if n.role is Role.TERMINAL]
    if not terminals:
        raise NotThereError("There is no terminal on the screen.")
    return max(terminals, key=lambda n: len(n.value) if n.layer == terminals[0].layer else -1).value.rstrip()
