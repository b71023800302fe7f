"""Playing a run: planned from its header, by one process or several, stored in its directory."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, TypeAlias

from omnigym.baselines.agent import Agent, Describes, LimitsSteps, make_agent
from omnigym.baselines.env_specs import Home, places_of, shared_among
from omnigym.baselines.episodes import EpisodePlayer, Recording, TouringPlayer, lost_episode
from omnigym.baselines.evaluate import schedule, wrap_control
from omnigym.baselines.interleaving import in_turns
from omnigym.baselines.workers import Worker, in_workers
from omnigym.envs.observer import InfoDict
from omnigym.errors import ConfigError
from omnigym.runs import TRAJECTORIES, EpisodeLine, RunDirectory, RunHeader
from omnigym.tasks.fingerprint import fingerprint
from omnigym.tasks.task import Task

__all__ = ["Elsewhere", "devices_of_each", "plan_run", "play_run"]

#: Plays episodes on other machines: takes what makes a player there, where recordings are kept here, the episodes, and
#: what makes a record of an episode that was lost, of its number and the reason. Yields as `in_workers`.
Elsewhere: TypeAlias = Callable[
    [
        Callable[[Recording | None], Worker[EpisodeLine]],
        Recording | None,
        Sequence[int],
        Callable[[int, str], EpisodeLine],
    ],
    Iterator[tuple[int, EpisodeLine]],
]


def devices_of_each(env_id: str, device: str | None, workers: int) -> tuple[InfoDict, ...]:
    """Return the device, or the devices, of each of several processes, in the form of ``gymnasium.make``.

    Args:
        env_id: An environment of omnigym.
        device: The name of its device, or of several ``desktop=x11,phone=phone``; None for its own.
        workers: How many processes.

    Raises:
        UnknownNameError: There is no such device.
        ConfigError: There are fewer such devices: a phone, of which there is one, is not shared.
    """
    (place,) = places_of(env_id, device)
    return tuple([each.arguments for each in place.shared_out(workers)])


def plan_run(
    header: RunHeader, times: int | None = None, trust: bool = False, served: Home | None = None
) -> tuple[RunHeader, tuple[Task, ...]]:
    """Return the properties of a run that only the environment and the agent know.

    Args:
        header: What is known.
        times: How often each task is played; None for ``header.episodes`` in all.
        trust: As `make_agent` takes it.
        served: The environment on a server; None for those of the header in this process.

    Returns:
        The whole header, and the tasks that are played, which `play_run` draws from.

    Raises:
        ConfigError: The environment or the agent cannot be made.
        CapabilityError: None of several environments has any of the tasks.
    """
    agent = make_agent(header.agent, header.seed, trust)
    places = places_of(header.env, header.device)
    wanted: Sequence[tuple[Home, Any]] = [(served or places[0], header.tasks)]
    if len(places) > 1:
        wanted = shared_among(places, header.tasks, header.split)
    tasks: tuple[Task, ...] = ()
    for place, query in wanted:
        environment = place.make(tasks=query, **_start(header))
        base: Any = environment.unwrapped
        tasks += base.tasks
        environment.close()
    about = agent.about() if isinstance(agent, Describes) else {}
    episodes = header.episodes if times is None else times * len(tasks)
    return header.model_copy(update={"episodes": episodes, "task_set": fingerprint(tasks), "about": about}), tasks


def play_run(
    header: RunHeader,
    tasks: tuple[Task, ...],
    run: RunDirectory | None = None,
    *,
    workers: int = 1,
    at_once: int = 1,
    trust: bool = False,
    again: Callable[[EpisodeLine], bool] = lambda _: False,
    elsewhere: Elsewhere | None = None,
    served: Home | None = None,
) -> Generator[EpisodeLine, None, None]:
    """Play a run, or the missing part of it.

    Args:
        header, tasks: As `plan_run` returns them.
        run: Where the episodes are kept; None for nowhere.
        workers: How many processes play side by side.
        at_once: How many episodes one process plays at once, each while others wait for a model's answer.
        trust: As `make_agent` takes it.
        again: Which episodes of the run are played again.
        elsewhere: Plays them on other machines, in place of ``workers`` and ``at_once``.
        served: As of `plan_run`.

    Yields:
        The episodes that had ended before, then the others as they end.

    Raises:
        ConfigError: There are not so many devices, both ``workers`` and ``at_once`` are given, or another process goes
            on with the run.
        DeviceError: A device is broken for good, or a process was killed.
        WorkerLostError, ServerError: The server is gone for good.
        AgentError: What the agent runs on is.
        RecordingError: The run cannot be written.
    """
    if workers > 1 and at_once > 1:
        raise ConfigError(f"Episodes are played at once in one process: got workers={workers}, at_once={at_once}.")
    agent = partial(_agent, header, trust)
    first = agent()
    seen = first.senses
    if header.max_steps is not None and isinstance(first, LimitsSteps):
        seen |= {"max_steps": first.limit_steps(header.max_steps)}
    recording = None if run is None or not header.record else Recording(run.path / TRAJECTORIES, kept={"trees": True})
    plan = schedule(len(tasks), header.episodes, header.seed)
    make = partial(_player, header, agent, plan, tasks, seen)
    with contextlib.ExitStack() as stack:
        todo, add = list(range(header.episodes)), None
        if run is not None:
            add = stack.enter_context(run.going_on(again))
            todo = run.missing()
            yield from run.played()
        players = min(max(workers, at_once), len(todo))
        if not players:
            return
        places: Sequence[Home] = places_of(header.env, header.device) if served is None else (served,)
        if elsewhere is not None:
            lost = partial(_lost, header, plan, tasks)
            done = elsewhere(partial(make, places), recording, todo, lost)
        else:
            each = zip(*[place.shared_out(players) for place in places], strict=True)
            makes = [partial(make, its, recording) for its in each]
            done = in_turns(makes, todo) if at_once > 1 else in_workers(makes, todo, players)
        for _, played in done:
            if add is None:
                yield played
                continue
            name = played.trajectory
            kept = replace(played, trajectory=None if name is None else f"{TRAJECTORIES}/{name}")
            add(kept)
            yield kept


def _player(
    header: RunHeader,
    agent: Callable[[], Agent],
    plan: Sequence[int],
    tasks: Sequence[Task],
    seen: Mapping[str, object],
    places: Sequence[Home],
    recording: Recording | None,
) -> TouringPlayer:
    """Who plays the episodes of a run in one process.

    Args:
        header, tasks: The run's.
        agent: Makes the agent.
        plan: The task of each episode.
        seen: What the agent looks at.
        places: The environments, in this process.
        recording: Where episodes are recorded.
    """
    homes = [next(n for n, place in enumerate(places) if len(places) == 1 or place.has(task)) for task in tasks]
    places_within = [count() for _ in places]
    within = [next(places_within[home]) for home in homes]  # where a task is among those of its environment
    makes = []
    for number, place in enumerate(places):
        own = tuple([task for task, home in zip(tasks, homes, strict=True) if home == number])
        make = partial(place.make, tasks=own, **{**_start(header), **seen})
        local = [within[n] for n in plan]
        around = partial(wrap_control, blind=header.blind, click_only=header.click_only, perceived=header.perceived)
        makes.append(partial(EpisodePlayer, make, agent, local, header.seed, header.agent, recording, around))
    return TouringPlayer(makes, [homes[n] for n in plan])


def _agent(header: RunHeader, trust: bool) -> Agent:
    agent = make_agent(header.agent, header.seed, trust)
    if header.max_steps is not None and isinstance(agent, LimitsSteps):
        agent.limit_steps(header.max_steps)
    return agent


def _lost(header: RunHeader, plan: Sequence[int], tasks: Sequence[Task], episode: int, problem: str) -> EpisodeLine:
    return lost_episode(episode, tasks[plan[episode]], header.seed, header.agent, problem)


def _start(header: RunHeader) -> dict[str, Any]:
    """The arguments of an environment that decide how its episodes begin."""
    return {
        "split": header.split,
        "disturbances": header.disturbances or None,
        "variation": header.variation,
        "parameters": header.parameters,
        "max_steps": header.max_steps,
    }
