"""Where the episodes of a run are played: a server of environments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from omnigym.serve.client import RemoteEnv, connect
from omnigym.tasks.task import Task

__all__ = ["ServedPlace"]


@dataclass(frozen=True)
class ServedPlace:
    """An environment of a server, as a `omnigym.baselines.env_specs.Place` is one of this process.

    Attributes:
        url, token: The server's.
        env_id: The environment's id.
        patience_s: As of `omnigym.serve.connect`.
    """

    url: str
    token: str = field(repr=False)
    env_id: str
    patience_s: float = 10.0

    def has(self, task: Task) -> bool:
        """Whether a task is done there: the server says so when it makes the environment."""
        del task
        return True

    def shared_out(self, workers: int) -> tuple[ServedPlace, ...]:
        """A place for each of so many processes: the server gives each an environment, or says that it has no room."""
        return (self,) * workers

    def make(self, tasks: str | Sequence[Task] | None = None, **given: Any) -> RemoteEnv:
        """The environment; what is None keeps its default.

        Raises:
            OmnigymError: As of `omnigym.serve.connect`.
        """
        known = {name: value for name, value in given.items() if value is not None}
        if tasks is not None:
            known["tasks"] = tasks if isinstance(tasks, str) else [task.id for task in tasks]
        return connect(self.url, self.env_id, token=self.token, patience_s=self.patience_s, **known)
