"""Options that several commands share, declared once, and the environment that they describe."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, cast, get_args

import gymnasium
import typer

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import Env
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.split import Split

__all__ = [
    "AgentOption",
    "DeviceOption",
    "DisturbancesOption",
    "EnvOption",
    "EpisodesOption",
    "JsonOption",
    "SeedOption",
    "SplitOption",
    "SuiteOption",
    "TasksOption",
    "TrustOption",
    "environment_ids",
    "make_environment",
    "one_split",
    "task_query",
]

EnvOption = Annotated[str, typer.Option("--env", metavar="ID", help="The environment's id.")]
DeviceOption = Annotated[
    str | None, typer.Option("--device", metavar="NAME", help="Its device; by default the environment's own.")
]
AgentOption = Annotated[
    str, typer.Option("--agent", metavar="NAME", help="noop, random, oracle, or ppo:MODEL.safetensors (NAME:ARGUMENT).")
]
TrustOption = Annotated[
    bool,
    typer.Option("--trust", help="Let --agent sb3:MODEL.zip, a file of Stable-Baselines3, run the code that is in it."),
]
SuiteOption = Annotated[
    str | None, typer.Option("--suite", metavar="NAME", help="All tasks of a suite; short for --tasks suite:NAME.")
]
TasksOption = Annotated[
    str | None,
    typer.Option("--tasks", metavar="QUERY", help="A query, such as app:word nodes:1-3, or a task file."),
]
SplitOption = Annotated[
    str | None, typer.Option("--split", metavar="train|heldout", help="Only this part of the parameters; default both.")
]
EpisodesOption = Annotated[int, typer.Option("--episodes", min=1, metavar="N", help="How many episodes.")]
DisturbancesOption = Annotated[
    bool, typer.Option("--disturbances", help="Let toasts, mails, dialogs and updates come in between.")
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Seeds whatever is drawn by chance.")]
JsonOption = Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write the result here as JSON too.")]


def environment_ids() -> tuple[str, ...]:
    """The ids that omnigym has registered, sorted."""
    return tuple(sorted(i for i, s in gymnasium.registry.items() if str(s.entry_point).startswith("omnigym.")))


def task_query(suite: str | None, tasks: str | None) -> str | None:
    """One query from ``--suite`` and ``--tasks``.

    >>> task_query("one-node", "app:word")
    'suite:one-node app:word'
    """
    parts = [f"suite:{suite}" if suite else "", tasks or ""]
    return " ".join(p for p in parts if p) or None


def one_split(split: str | None) -> Split | None:
    """The value of ``--split``.

    Raises:
        ConfigError: It is neither of the two.
    """
    if split is None:
        return None
    for known in get_args(Split):
        if split == known:
            return cast(Split, known)
    raise ConfigError(f"--split must be train or heldout, got {split!r}. Leave it out for both.")


def make_environment(env_id: str, device: str | None, query: str | None, split: str | None, **kwargs: Any) -> Env:
    """The environment that the options describe; what was not given keeps its default.

    Raises:
        UnknownNameError: There is no such id.
        ConfigError: ``split`` is not one of the two.
    """
    if env_id not in environment_ids():
        raise UnknownNameError("environment", env_id, environment_ids())
    given = {"device": device, "tasks": query, "split": one_split(split), **kwargs}
    return gymnasium.make(env_id, **{k: v for k, v in given.items() if v is not None})
