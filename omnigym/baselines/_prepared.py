"""What a process that plays needs, imported: worker processes are copies of one that has imported this."""

import omnigym.baselines.episodes as _episodes
from omnigym.tasks.registry import all_subtasks as _all_subtasks

__all__: list[str] = []
_all_subtasks()
del _all_subtasks, _episodes
