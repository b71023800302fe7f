"""``omnigym record``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.cli.console import counted, progress, stdout
from omnigym.cli.evaluate import report_table
from omnigym.cli.options import (
    AgentOption,
    DeviceOption,
    EnvOption,
    EpisodesOption,
    SeedOption,
    SplitOption,
    SuiteOption,
    TasksOption,
    TrustOption,
    make_environment,
    task_query,
)
from omnigym.evaluation.report import summarise
from omnigym.recording import to_minari
from omnigym.wrappers.record_trajectory import RecordTrajectory

__all__ = ["record"]


def record(
    env: EnvOption = "OmniBench-Win11-v0",
    device: DeviceOption = None,
    agent: AgentOption = "oracle",
    trust: TrustOption = False,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    episodes: EpisodesOption = 10,
    seed: SeedOption = 0,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="A directory for each episode goes here.")
    ] = Path("runs/record"),
    trees: Annotated[bool, typer.Option("--trees", help="Keep the full accessibility trees too.")] = False,
    minari: Annotated[
        str | None, typer.Option("--minari", metavar="ID", help="Make a Minari data set of it, such as mine/oracle-v0.")
    ] = None,
) -> None:
    """Record what an agent does: actions, rewards and a screenshot a step, in the form of OmniBench's data.

    Every step is on disk before the next one is made, so nothing is lost when the run is killed. `omnigym replay`
    makes a GIF or MP4 of an episode.
    """
    player = make_agent(agent, seed, trust)
    observation = "both" if minari else player.observation
    environment = make_environment(env, device, task_query(suite, tasks), split, observation=observation)
    recorder = RecordTrajectory(environment, out, trees=trees, arrays=minari is not None)
    records = []
    made: dict[Path, None] = {}  # others may record into the same directory
    try:
        with progress("Recording", episodes) as advance:
            for episode in run_episodes(recorder, player, episodes, seed, agent):
                records.append(episode)
                if recorder.path is not None:
                    made[recorder.path] = None
                advance(1, episode.task_id)
        console = stdout()
        console.print(report_table({agent: summarise(records)}))
        console.print(f"{counted(len(made), 'episode')} in {out}", markup=False, soft_wrap=True)
        if minari is not None:
            export = to_minari(list(made), minari, environment, algorithm=agent)
            console.print(f"Minari data set {export.dataset_id}: {export.episodes} episodes, {export.steps} steps")
    finally:
        recorder.close()
