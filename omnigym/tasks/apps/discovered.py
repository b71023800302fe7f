"""What `omnigym tasks discover` found on the simulated Windows, of the collection "discovered": nobody wrote these."""

from __future__ import annotations

from pathlib import Path

from omnigym.benchmarks.omnibench.synthesis.discovery import storage
from omnigym.tasks.subtask import register

_FOUND = Path(storage.__file__).parent / "found"

for _path in sorted(_FOUND.glob("*.jsonl")):
    for _subtask in storage.read_discovered(_path):
        register(_subtask)
