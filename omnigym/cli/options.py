"""Options that several commands share, declared once, and the environment that they describe."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast, get_args
from urllib.parse import urlencode

import gymnasium
import typer

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.baselines.agent import Env
from omnigym.baselines.runs import Elsewhere, devices_of_each
from omnigym.devices.config import DeviceConfig, device_config, named_configs
from omnigym.envs.pool import TaskQuery
from omnigym.envs.registration import ID_OF, ids_with_tasks
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.foreign.limits import MAX_EPISODES
from omnigym.manifest import suites
from omnigym.tasks.query import folders_of, names_files, parse_query
from omnigym.tasks.split import Split

if TYPE_CHECKING:
    from omnigym.serve.server_location import ServedPlace

__all__ = [
    "AgentOption",
    "ClusterOption",
    "DeviceOption",
    "DisturbancesOption",
    "EnvOption",
    "EnvsOption",
    "EpisodesOption",
    "JsonOption",
    "ListJsonOption",
    "OSWorldScorerOption",
    "OSWorldVersionOption",
    "ParametersOption",
    "QueryArgument",
    "SeedOption",
    "ServerOption",
    "SplitOption",
    "SuiteOption",
    "TasksOption",
    "TokenOption",
    "TrustOption",
    "VariationOption",
    "WorkersOption",
    "environment_ids",
    "environments_of",
    "is_given",
    "known_environment",
    "make_environment",
    "on_cluster",
    "one_of",
    "one_split",
    "served_place",
    "size_of_text",
    "task_query",
    "with_folder_options",
]

_Known = TypeVar("_Known", bound=str)
#: Where several environments can be meant, and None says which by the tasks.
EnvsOption = Annotated[
    str | None,
    typer.Option(
        "--env",
        metavar="ID[,ID...]",
        help="The environment's id, or several: each task is played where it is done. By default that of the "
        "simulated desktop, or those of --suite crab.",
    ),
]
EnvOption = Annotated[str, typer.Option("--env", metavar="ID", help="The environment's id.")]
DeviceOption = Annotated[
    str | None,
    typer.Option(
        "--device",
        metavar="NAME",
        help="Device, or several as desktop=x11,phone=phone; by default the environment's own. A screen may "
        "follow, as in sim:1920x1080 or, with larger texts, sim:1920x1080@1.5.",
    ),
]
AgentOption = Annotated[
    str,
    typer.Option(
        "--agent",
        metavar="NAME",
        help="noop, random, oracle, ppo:MODEL.safetensors, chat:MODEL@URL (a language model), MODULE:CLASS, FILE.py.",
    ),
]
TrustOption = Annotated[
    bool,
    typer.Option(
        "--trust", help="Let --agent FILE.py, or sb3:MODEL.zip of Stable-Baselines3, run the code that is in it."
    ),
]
SuiteOption = Annotated[
    str | None, typer.Option("--suite", metavar="NAME", help="All tasks of a suite; short for --tasks suite:NAME.")
]
TasksOption = Annotated[
    str | None,
    typer.Option(
        "--tasks",
        metavar="QUERY",
        help="A query, such as app:word nodes:1-3, a task file, FOLDER/ of them, or osworld:FOLDER of OSWorld's files.",
    ),
]
OSWorldVersionOption = Annotated[
    str | None,
    typer.Option(
        "--osworld-version",
        metavar="2024|verified",
        help="The version of OSWorld whose files osworld:FOLDER has; by default OSWorld-Verified.",
    ),
]
OSWorldScorerOption = Annotated[
    str | None,
    typer.Option(
        "--osworld-scorer",
        metavar="omnigym|published",
        help="Scorer of osworld:FOLDER: omnigym's own functions, or those that do as the published ones, faults "
        "included.",
    ),
]
QueryArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[QUERY]", help="Short for --tasks.", show_default=False)
]
SplitOption = Annotated[
    str | None,
    typer.Option("--split", metavar="train|heldout|test", help="Only this part of the parameters; default all."),
]
EpisodesOption = Annotated[
    int, typer.Option("--episodes", min=1, max=MAX_EPISODES, metavar="N", help="Number of episodes.")
]
DisturbancesOption = Annotated[
    bool, typer.Option("--disturbances", help="Let toasts, mails, dialogs, updates and crashes come in between.")
]
VariationOption = Annotated[
    str,
    typer.Option(
        "--variation",
        metavar="none|layout|all",
        help="Changes of the start by the seed: none, of its look, or also of what lies around.",
    ),
]
ParametersOption = Annotated[
    str | None,
    typer.Option(
        "--parameters",
        metavar="fixed|drawn",
        help="Written parameters of tasks, or drawn ones; by default drawn with --variation all.",
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Seeds whatever is drawn by chance.")]
WorkersOption = Annotated[
    int,
    typer.Option("--workers", min=0, max=256, metavar="N", help="Number of worker processes; 0 for one a core."),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Ray cluster: auto, HOST:PORT, or local for one on this machine. --workers bounds its actors.",
    ),
]
JsonOption = Annotated[
    Path | None,
    typer.Option("--json", metavar="OUT", help="Write the result here as JSON too; - prints that and nothing else."),
]
ServerOption = Annotated[
    str | None, typer.Option("--server", metavar="URL", help="Play on a server that omnigym serve runs.")
]
TokenOption = Annotated[
    str, typer.Option("--token", metavar="T", envvar="OMNIGYM_SERVE_TOKEN", help="The server's token.")
]
ListJsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def environment_ids() -> tuple[str, ...]:
    """Return the ids of environments with tasks that omnigym has registered, sorted."""
    return ids_with_tasks()


def task_query(suite: str | None, tasks: str | None, terms: Sequence[str] | None = None) -> str | None:
    """Return one query from ``--suite``, ``--tasks`` and the words without an option.

    >>> task_query("one-node", "app:word", ["nodes:1"])
    'suite:one-node app:word nodes:1'
    """
    parts = [f"suite:{suite}" if suite else "", tasks or "", *(terms or ())]
    return " ".join(p for p in parts if p) or None


def with_folder_options(query: str | None, **options: str | None) -> str | None:
    """Return a query of a folder with options of its files behind it; None is an option that is not given.

    Raises:
        ConfigError: The query names no folder of another format's files.

    >>> with_folder_options("osworld:examples", version="2024", scorer=None)
    'osworld:examples?version=2024'
    """
    said = {name: value for name, value in options.items() if value is not None}
    if not said:
        return query
    if query is None or folders_of(query) is None:
        flags = " and ".join(f"--osworld-{name}" for name in said)
        raise ConfigError(f"{flags} go with --tasks osworld:FOLDER, got {query or 'no query'}. Name the folder.")
    return f"{query}{'&' if '?' in query else '?'}{urlencode(said)}"


def one_of(option: str, value: str, known: tuple[_Known, ...]) -> _Known:
    """Return the validated value of an option.

    Raises:
        UnknownNameError: It is not a known one.
    """
    for one in known:
        if one == value:
            return one
    raise UnknownNameError(f"value of --{option}", value, known)


def one_split(split: str | None) -> Split | None:
    """Return the value of ``--split``.

    Raises:
        ConfigError: It is none of them.
    """
    if split is None:
        return None
    for known in get_args(Split):
        if split == known:
            return cast(Split, known)
    raise ConfigError(f"--split must be train, heldout or test, got {split!r}. Leave it out for all.")


def size_of_text(text: str) -> tuple[int, int]:
    """Return the (width, height) in pixels of ``--size``.

    Raises:
        ConfigError: It says none.

    >>> size_of_text("320x240")
    (320, 240)
    """
    width, x, height = text.partition("x")
    if not (x and width.isdecimal() and height.isdecimal()):
        raise ConfigError(f"--size is a width and a height in pixels, such as 320x240, got {text!r}.")
    return int(width), int(height)


def is_given(context: typer.Context, name: str) -> bool:
    """Return whether an option was given, as opposed to its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def known_environment(env_id: str) -> None:
    """Check that an environment of that id exists.

    Raises:
        UnknownNameError: There is none.
    """
    if env_id not in environment_ids():
        raise UnknownNameError("environment", env_id, environment_ids())


def environments_of(tasks: str | None, device: str | None = None) -> str:
    """Return the environments of a query if none is named: a suite's own, else that of the device's platform.

    >>> environments_of("suite:crab nodes:1"), environments_of("files/copy", "ubuntu:1280x800")
    ('Crab-Ubuntu-v0,Crab-Android-v0,Crab-Cross-v0', 'OmniBench-Linux-v0')
    """
    files = tasks is None or names_files(tasks)
    said = [] if files else [(t.key, v) for t in parse_query(tasks or "").terms if not t.negated for v in t.values]
    for suite in suites().values():
        own = [
            v == suite.name if key == "suite" else v.startswith(suite.prefix)
            for key, v in said
            if key in ("suite", "id")
        ]
        if suite.environments and own and all(own):
            return ",".join(suite.environments)
    named = device_config(device) if device and device.partition(":")[0] in named_configs() else None
    of = None if tasks is None else folders_of(tasks)
    if of is not None and (named is None or named.stands_for == of.platform):
        return of.environment
    return ID_OF["windows"] if named is None else ID_OF.get(named.stands_for, ID_OF["windows"])


def served_place(server: str, token: str, env: str, device: str | None) -> ServedPlace:
    """Return the environment of a server on which a run is played.

    Raises:
        ConfigError: A device or several environments are named.
        MissingDependencyError: The packages of `omnigym serve` are not installed.
    """
    if device is not None:
        raise ConfigError("A server chooses the device. Leave out --device, or --server.")
    if "," in env:
        raise ConfigError(f"A run on a server is of one environment, and here are {env}. Name one with --env.")
    place: ServedPlace = importlib.import_module("omnigym.serve.server_location").ServedPlace(server, token, env)
    return place


def make_environment(
    env_id: str,
    device: str | DeviceConfig | None = None,
    tasks: TaskQuery = None,
    split: str | None = None,
    **kwargs: Any,
) -> Env:
    """Return the environment that the options describe; missing options keep their defaults.

    Args:
        env_id: Its id.
        device: Its device, or several as a text, ``desktop=x11,phone=phone``.
        tasks: The tasks it draws from.
        split: One of the two, or None for both.
        kwargs: Its other arguments.

    Raises:
        UnknownNameError: There is no such id, or no such device.
        ConfigError: ``split`` is not one of the two.
    """
    known_environment(env_id)
    if isinstance(device, str):
        (given,) = devices_of_each(env_id, device, 1)
        kwargs |= given
    elif device is not None:
        kwargs["device"] = device
    kwargs |= {"tasks": tasks, "split": one_split(split)}
    return gymnasium.make(env_id, **{k: v for k, v in kwargs.items() if v is not None})


def on_cluster(address: str, env: str, device: str | None, most: int | None) -> Elsewhere:
    """Play episodes on a cluster, for `omnigym.baselines.runs.play_run`.

    Args:
        address: The same as in `ClusterOption`.
        env, device: The environments and their device.
        most: The most actors; None for as many as have room.

    Raises:
        MissingDependencyError: Ray is not installed.
    """
    playing = importlib.import_module("omnigym.cluster.playing")
    return partial(playing.play_on, address, env, device, most)
