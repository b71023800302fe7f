"""Checks of running processes."""

from __future__ import annotations

import shlex

from omnigym.evaluation.condition import Verdict, not_yet, passed
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["process_ended", "process_running"]


@check("process_running")
def process_running(probe: Probe, command: str) -> Verdict:
    """A process is running whose command begins with these words; the folder of its program is ignored.

    Args:
        probe: Reads the device.
        command: The words in the syntax of a shell: "sleep 600".
    """
    words = tuple(shlex.split(command))
    if any((p.name, *p.argv[1:])[: len(words)] == words for p in probe.processes()):
        return passed()
    return not_yet(f"No process {command!r} runs.")


@check("process_ended")
def process_ended(probe: Probe, name: str) -> Verdict:
    """No process of that program is running."""
    running = any(p.name == name for p in probe.processes())
    return not_yet(f"A process {name!r} runs.") if running else passed()
