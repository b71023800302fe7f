"""``omnigym record``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from omnigym.baselines.agent import make_agent
from omnigym.baselines.episodes import EpisodePlayer, Recording
from omnigym.baselines.evaluate import schedule
from omnigym.baselines.runs import devices_of_each
from omnigym.baselines.workers import expect_workers, in_workers, processors
from omnigym.cli.console import counted, progress, stdout
from omnigym.cli.evaluate import report_table
from omnigym.cli.options import (
    AgentOption,
    DeviceOption,
    EnvOption,
    EpisodesOption,
    ParametersOption,
    SeedOption,
    SplitOption,
    SuiteOption,
    TasksOption,
    TrustOption,
    VariationOption,
    WorkersOption,
    make_environment,
    size_of_text,
    task_query,
)
from omnigym.errors import ConfigError
from omnigym.evaluation.report import summarise
from omnigym.recording import check_dataset_id, find_trajectories, to_minari
from omnigym.runs import Played
from omnigym.wrappers import NodeActions
from omnigym.wrappers.node_infos import NodeInfos

__all__ = ["record"]


def record(
    env: EnvOption = "OmniBench-Win11-v0",
    device: DeviceOption = None,
    agent: AgentOption = "oracle",
    trust: TrustOption = False,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    variation: VariationOption = "none",
    parameters: ParametersOption = None,
    episodes: EpisodesOption = 10,
    seed: SeedOption = 0,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="A directory for each episode goes here.")
    ] = Path("runs/record"),
    trees: Annotated[bool, typer.Option("--trees", help="Keep the full accessibility trees too.")] = False,
    screens: Annotated[bool, typer.Option(help="Keep the full screen of each step, which films are made of.")] = True,
    observation: Annotated[
        str | None,
        typer.Option("--observation", metavar="both|pixels|a11y", help="What the data set holds; by default both."),
    ] = None,
    size: Annotated[
        str | None, typer.Option("--size", metavar="WxH", help="The size of its screenshots, such as 320x240.")
    ] = None,
    minari: Annotated[
        str | None, typer.Option("--minari", metavar="ID", help="Make a Minari data set of it, such as mine/oracle-v0.")
    ] = None,
    node_actions: Annotated[
        bool, typer.Option("--node-actions", help="The data set says what node actions each step is; with --trees.")
    ] = False,
    workers: WorkersOption = 1,
) -> None:
    """Record what an agent does: actions, rewards and a screenshot a step, in the form of OmniBench's data.

    Every step is on disk before the next one is made, so nothing is lost when the run is killed. `omnigym replay`
    makes a GIF or MP4 of an episode.
    """
    if minari is not None:
        check_dataset_id(minari)
    elif node_actions:
        raise ConfigError("--node-actions is about a data set. Name it: --minari mine/oracle-v0")
    trees = trees or node_actions
    workers = workers or processors()
    if workers > 1:
        expect_workers()
    player = make_agent(agent, seed, trust)
    make = partial(
        make_environment,
        env_id=env,
        split=split,
        variation=variation,
        parameters=parameters,
        observation=observation or ("both" if minari else player.observation),
        screenshot_size=None if size is None else size_of_text(size),
    )
    environment = make(device=device, tasks=task_query(suite, tasks))
    try:
        base: Any = environment.unwrapped
        infos = NodeInfos(NodeActions(environment).layout) if node_actions else None
        recording = Recording(
            out,
            len(find_trajectories(out)),
            {"screenshots": screens, "trees": trees, "arrays": minari is not None},
        )
        rest = (
            partial(make_agent, agent, seed, trust),
            *(schedule(len(base.tasks), episodes, seed), seed, agent, recording),
        )
        makes = [
            partial(EpisodePlayer, partial(make, **each, tasks=base.tasks), *rest)
            for each in devices_of_each(env, device, workers)
        ]
        made: dict[int, Played] = {}
        with progress("Recording", episodes) as advance:
            for episode, played in in_workers(makes, range(episodes), workers):
                made[episode] = played
                advance(1, played.record.task_id)
        ordered = [made[n] for n in sorted(made)]
        console = stdout()
        console.print(report_table({agent: summarise([p.record for p in ordered])}))
        console.print(f"{counted(len(made), 'episode')} in {out}", markup=False, soft_wrap=True)
        if minari is not None:
            paths = [out / p.trajectory for p in ordered if p.trajectory is not None]
            with progress("Exporting", len(paths)) as advance:
                export = to_minari(
                    paths,
                    minari,
                    environment,
                    algorithm=agent,
                    trees=trees,
                    more=infos,
                    advance=lambda n: advance(n, ""),
                )
            console.print(f"Minari data set {export.dataset_id}: {export.episodes} episodes, {export.steps} steps")
    finally:
        environment.close()
