"""``omnigym record``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from omnigym.baselines.agent import make_agent
from omnigym.baselines.episodes import EpisodePlayer, Recording, lost_episode
from omnigym.baselines.evaluate import schedule
from omnigym.baselines.runs import devices_of_each
from omnigym.baselines.workers import expect_workers, in_workers, processors
from omnigym.cli.console import count_of, error_line, progress, stdout
from omnigym.cli.evaluate import report_table
from omnigym.cli.options import (
    AgentOption,
    ClusterOption,
    DeviceOption,
    EnvOption,
    EpisodesOption,
    ParametersOption,
    SeedOption,
    ServerOption,
    SplitOption,
    SuiteOption,
    TasksOption,
    TokenOption,
    TrustOption,
    VariationOption,
    WorkersOption,
    is_given,
    make_environment,
    on_cluster,
    served_place,
    size_of_text,
    task_query,
)
from omnigym.errors import ConfigError, RecordingError
from omnigym.evaluation.report import summarise
from omnigym.recording import check_dataset_id, find_trajectories, read_trajectory, to_minari, write_video
from omnigym.recording.video import MAX_PACE, MAX_WIDTH
from omnigym.runs import EpisodeLine
from omnigym.wrappers import NodeActions
from omnigym.wrappers.node_infos import NodeInfos


def record(
    context: typer.Context,
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
        typer.Option(
            "--observation", metavar="both|pixels|a11y", help="Observations of the data set; by default both."
        ),
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
    cluster: ClusterOption = None,
    server: ServerOption = None,
    token: TokenOption = "",
) -> None:
    """Record an agent: actions, rewards and a screenshot per step, in the form of OmniBench's data.

    Every step is on disk before the next one is made, so nothing is lost when the run is killed. `omnigym replay`
    makes a GIF or MP4 of an episode. With `--cluster` an episode is on disk here when it has ended. With `--server` the
    agent plays here, on a device of `omnigym serve`.
    """
    if server is not None and (cluster is not None or minari is not None):
        raise ConfigError("--server goes neither with --cluster nor with --minari. Leave out one of them.")
    if minari is not None:
        check_dataset_id(minari)
    elif node_actions:
        raise ConfigError("--node-actions is about a data set. Name it: --minari mine/oracle-v0")
    trees = trees or node_actions
    most = workers if workers and is_given(context, "workers") else None
    workers = workers or processors()
    if workers > 1 and cluster is None:
        expect_workers()
    player = make_agent(agent, seed, trust)
    made_by: Callable[..., Any] = partial(make_environment, env_id=env)
    if server is not None:
        made_by = served_place(server, token, env, device).make
    make = partial(
        made_by,
        split=split,
        variation=variation,
        parameters=parameters,
        **{**player.senses, "observation": observation or ("both" if minari else player.observation)},
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
        plan = schedule(len(base.tasks), episodes, seed)
        side_by_side = workers if cluster is None else 1
        devices = ({},) * side_by_side if server is not None else devices_of_each(env, device, side_by_side)
        rest = partial(make_agent, agent, seed, trust), plan, seed, agent
        makes = [partial(EpisodePlayer, partial(make, **each, tasks=base.tasks), *rest) for each in devices]
        if cluster is None:
            done = in_workers([partial(each, recording) for each in makes], range(episodes), workers)
        else:

            def lost(episode: int, problem: str) -> EpisodeLine:
                return lost_episode(episode, base.tasks[plan[episode]], seed, agent, problem)

            done = on_cluster(cluster, env, device, most)(makes[0], recording, range(episodes), lost)
        made: dict[int, EpisodeLine] = {}
        with progress("Recording", episodes) as advance:
            for episode, played in done:
                made[episode] = played
                advance(1, played.record.task_id)
        ordered = [made[n] for n in sorted(made)]
        console = stdout()
        console.print(report_table({agent: summarise([p.record for p in ordered])}))
        console.print(f"{count_of(len(made), 'episode')} in {out}", markup=False, soft_wrap=True)
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


# -- ``omnigym replay`` -----------------------------------------------------------------------------------------------


def replay(
    trajectory: Annotated[
        Path, typer.Argument(metavar="TRAJECTORY", help="An episode's directory, or one that holds several.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="A .gif or .mp4; by default replay.gif in the episode."),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option("--width", min=64, max=MAX_WIDTH, metavar="PIXELS", help="By default the screen's own."),
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", min=0.05, max=MAX_PACE, metavar="X", help="2 shows all twice as long.")
    ] = 1.0,
) -> None:
    """Make a GIF or MP4 of a recorded episode, with the actions drawn on the screen.

    Of a directory with several episodes, each gets a replay.gif of its own; one that cannot be drawn is said and left
    out, and the exit code is 1.
    """
    if trajectory.is_file():  # its trajectory.json, perhaps
        trajectory = trajectory.parent
    episodes = find_trajectories(trajectory) if trajectory.is_dir() else [trajectory]
    if not episodes:
        raise ConfigError(f"There is no recorded episode in {trajectory}. Record one: omnigym record -o {trajectory}")
    if output is not None and len(episodes) > 1:
        raise ConfigError(
            f"{trajectory} holds {len(episodes)} episodes, which do not fit into one file. Name one of them, such as "
            f"{episodes[0]}, or leave -o out."
        )
    left_out = 0
    with progress("Drawing", len(episodes)) as advance:
        for path in episodes:
            try:
                written = write_video(read_trajectory(path), output or path / "replay.gif", width=width, pace=pace)
            except RecordingError as e:
                if len(episodes) == 1:
                    raise
                left_out += 1
                error_line(e)
            else:
                stdout().print(written, markup=False, soft_wrap=True)
            advance(1, path.name)
    if left_out:
        error_line(f"{count_of(left_out, 'episode')} of {len(episodes)} could not be drawn.")
        raise typer.Exit(1)
