"""``omnigym evaluate``."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import gymnasium
import typer
from rich.table import Table

from omnigym.agents.answer_reading import spaces_that_read
from omnigym.baselines.runs import plan_run, play_run
from omnigym.baselines.workers import expect_workers, processors
from omnigym.cli.console import STDOUT, count_of, error_line, escape, progress, stdout, write_json
from omnigym.cli.options import (
    AgentOption,
    ClusterOption,
    DeviceOption,
    DisturbancesOption,
    EnvsOption,
    EpisodesOption,
    JsonOption,
    OSWorldScorerOption,
    OSWorldVersionOption,
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
    environments_of,
    is_given,
    known_environment,
    on_cluster,
    one_of,
    one_split,
    served_place,
    task_query,
    with_folder_options,
)
from omnigym.cli.stopping import interrupt_on_signals
from omnigym.devices.protocol import VARIATIONS
from omnigym.discovery import resolve
from omnigym.errors import ConfigError, OmnigymError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.evaluation.report import Report
from omnigym.garbage import spare_collector
from omnigym.manifest import Report as BenchmarkReport
from omnigym.manifest import manifests
from omnigym.runs import EpisodeLine, RunDirectory, RunHeader, RunReport, benchmark_tables, run_report
from omnigym.tasks.parameter_sampling import PARAMETERS
from omnigym.tasks.query import folders_of
from omnigym.tasks.suites import is_whole

__all__ = ["evaluate", "report_table", "unread_warning"]

#: The exit code if no episode is scored: it could not run.
_NO_SCORE = 2
_AGENTS = ("omnigym.baselines", "omnigym.agents")
#: After so many episodes a run is watched for invalid actions, and above this share of them there is a warning.
_WATCHED, _MOST_INVALID = 3, 0.5
#: Platforms by a part of an id, where it is not the desktop of Windows.
_PLATFORMS = {"Android": "android", "Phone": "android", "Web": "web", "Linux": "linux", "Ubuntu": "linux"}
#: What a table shows of a report.
_Row = Literal[
    "episodes",
    "tasks",
    "success_rate",
    "success_interval",
    "still_holds",
    "coverage_rate",
    "logical_consistency",
    "completion_ratio",
    "execution_efficiency",
    "invalid_actions",
    "answers_without_call",
    "collateral",
    "unscored",
    "device_errors",
    "ended_by_agent",
    "infeasible",
    "infeasible_success_rate",
]
_ROWS: tuple[_Row, ...] = get_args(_Row)


def evaluate(
    context: typer.Context,
    env: EnvsOption = None,
    device: DeviceOption = None,
    agent: AgentOption = "oracle",
    trust: TrustOption = False,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    osworld_version: OSWorldVersionOption = None,
    osworld_scorer: OSWorldScorerOption = None,
    split: SplitOption = None,
    episodes: EpisodesOption = 20,
    every: Annotated[bool, typer.Option("--all", help="Play each task once, instead of --episodes.")] = False,
    times: Annotated[
        int | None, typer.Option("--times", min=1, metavar="N", help="Play each task N times, instead of --episodes.")
    ] = None,
    seed: SeedOption = 0,
    disturbances: DisturbancesOption = False,
    variation: VariationOption = "none",
    parameters: ParametersOption = None,
    blind: Annotated[
        bool, typer.Option("--blind", help="A control: the same agent, its screenshot and tree emptied.")
    ] = False,
    perceived: Annotated[
        bool, typer.Option("--perceived", help="Elements off the picture, by contours and OCR, in place of the tree.")
    ] = False,
    click_only: Annotated[
        bool,
        typer.Option("--click-only", help="Allow clicks, wheel and typing alone; see clicks:DEVICE."),
    ] = False,
    max_steps: Annotated[
        int | None,
        typer.Option("--max-steps", min=1, metavar="N", help="Step limit of each episode; by default the task's own."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="RUN", help="Keep each episode here as it ends.")
    ] = None,
    record: Annotated[bool, typer.Option("--record", help="Record each episode there, screens and trees.")] = False,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="RUN", help="Play the episodes that this run lacks.")
    ] = None,
    unscored: Annotated[
        bool, typer.Option("--unscored", help="With --resume: play those again that are not scored.")
    ] = False,
    workers: WorkersOption = 1,
    at_once: Annotated[
        int,
        typer.Option("--at-once", min=1, max=1024, metavar="N", help="Episodes of one process that wait for a model."),
    ] = 1,
    cluster: ClusterOption = None,
    server: ServerOption = None,
    token: TokenOption = "",
    json: JsonOption = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write CRAB's table of the suite crab here.")
    ] = None,
) -> None:
    """Play episodes with an agent and report its scores.

    Episodes in which the device or the agent's endpoint failed, or in which a check could not tell, are not scored.
    They are counted apart; if none is scored, the exit code is 2. Of `--suite crab` each task is played once, in its
    own environment, unless something else is said; of `--suite omnieval` once, too, and OmniEval's tables are printed.

    With `--out RUN` every episode is on disk as it ends. After Ctrl-C or a kill `--resume RUN` plays the missing ones,
    and the report is the same. Episode *i* has the seed `--seed` + *i*, in however many processes they are played. So
    it is on a `--cluster`, where an episode is played again if its node is lost. With `--server` the agent plays here
    and the devices are those of `omnigym serve`. `omnigym compare` compares runs.
    """
    if resume is None and (unscored or (record and out is None)):
        raise ConfigError("--unscored goes with --resume RUN, and --record with --out RUN. Name the run.")
    if resume is not None and out is not None:
        raise ConfigError("--resume RUN goes on with a run where it is. Leave --out out.")
    if every + (times is not None) + is_given(context, "episodes") > 1:
        raise ConfigError("--episodes, --all and --times say how much is played. Give one of them.")
    if cluster is not None:
        if server is not None:
            raise ConfigError("--cluster and --server both say where the devices are. Give one of them.")
        if at_once > 1:
            raise ConfigError("--at-once is about one process, and --cluster about many. Give one of them.")
        most = workers if workers and is_given(context, "workers") else None
    else:
        workers = workers or processors()
        if workers > 1:
            expect_workers()
    run = None if resume is None else RunDirectory(resume)
    query = with_folder_options(task_query(suite, tasks), version=osworld_version, scorer=osworld_scorer)
    given: dict[str, Any] = {
        "env": env or environments_of(query, device),
        "device": device,
        "agent": agent,
        "tasks": query,
        "split": one_split(split),
        "episodes": episodes,
        "seed": seed,
        "disturbances": disturbances,
        "variation": one_of("variation", variation, VARIATIONS),
        "parameters": parameters and one_of("parameters", parameters, PARAMETERS),
        "blind": blind,
        "click_only": click_only,
        "perceived": perceived,
        "max_steps": max_steps,
        "record": record,
    }
    if run is not None:  # it says what was not given
        said = {name for name in given if is_given(context, name)} | ({"tasks"} if suite is not None else set())
        given = run.header.model_dump(include=set(given) - said) | {name: given[name] for name in said}
        if "agent" not in said and not trust and not _is_own(run.header.agent):
            raise ConfigError(
                f"The run {run.path} names the agent {run.header.agent!r}, code that is not of omnigym. If it is "
                f"yours, say so: --agent {run.header.agent}"
            )
    for env_id in given["env"].split(","):
        known_environment(env_id)
    _tell_left_out(given["tasks"], given["env"], given["device"])
    # a suite with environments of its own is a benchmark, of which a part is no result; what OmniEval draws is one, too
    benchmark = (env is None and "," in given["env"]) or is_whole(given["tasks"])
    whole = run is None and benchmark and not is_given(context, "episodes")
    served = None if server is None else served_place(server, token, given["env"], given["device"])
    header, chosen = plan_run(RunHeader(**given), times or (1 if every or whole else None), trust, served)
    if run is not None:
        run.check(header)
    elif out is not None:
        run = RunDirectory.begin(out, header)
    spare_collector()
    playing = play_run(
        header,
        chosen,
        run,
        workers=workers,
        at_once=at_once,
        trust=trust,
        again=lambda played: unscored and played.record.unscored,
        elsewhere=None if cluster is None else on_cluster(cluster, header.env, header.device, most),
        served=served,
    )
    _play(header, playing, run, json, csv)


def _tell_left_out(tasks: str | None, env: str, device: str | None) -> None:
    """Say of a folder of foreign task files how many run on the device, and why the others do not."""
    files = None if tasks is None else folders_of(tasks)
    if tasks is not None and files is not None:
        named = device or gymnasium.spec(env.partition(",")[0]).kwargs.get("device", "")
        typer.echo(resolve(files.left_out)(tasks.removeprefix(files.prefix), str(named)), err=True)


def _is_own(agent: str) -> bool:
    """Whether an agent is one that comes with omnigym; an untrusted file does not choose imports."""
    name = agent.partition(":")[0]
    places = [f"{package}.{name}" for package in _AGENTS if name.isidentifier() and find_spec(package)]
    return any(find_spec(place) for place in places)


def _play(
    header: RunHeader,
    playing: Generator[EpisodeLine, None, None],
    run: RunDirectory | None,
    json: Path | None,
    csv: Path | None,
) -> None:
    """Play and report; an early end is named after the report on the episodes played so far."""
    played: list[EpisodeLine] = []
    problem: OmnigymError | None = None
    is_warned = False
    with (
        interrupt_on_signals() as stop,
        contextlib.closing(playing),
        progress("Evaluating", header.episodes) as advance,
    ):
        try:
            for done in playing:
                played.append(done)
                advance(1, done.record.task_id)
                if not is_warned and len(played) >= _WATCHED:
                    warning = unread_warning([p.record for p in played], header.env)
                    is_warned = bool(warning)
                    if warning:
                        typer.echo(warning, err=True)
            stop.signal = None
        except KeyboardInterrupt:
            pass
        except OmnigymError as e:
            stop.signal, problem = None, e
    if run is not None:  # a signal may come between an episode's line and its place in the list
        played = run.played()
    if played or problem is None:
        _tell(header, played, run, json, csv)
    if problem is not None:
        raise problem
    if stop():
        on = f"{len(played)} of {header.episodes} episodes are played"
        how = "nothing is kept without --out" if run is None else f"go on with: omnigym evaluate --resume {run.path}"
        error_line(InterruptedError(f"Interrupted: {on}; {how}"))
        raise typer.Exit(stop.exit_code)
    unscored = [p.record for p in played if p.record.unscored]
    if unscored:
        error_line(_why_unscored(unscored, len(played), run))
    if len(unscored) == len(played):
        raise typer.Exit(_NO_SCORE)


def unread_warning(records: Sequence[EpisodeRecord], env_id: str) -> str:
    """The warning if most actions are invalid, with an example and the spaces that would have read it; else ""."""
    scored = [r for r in records if not r.unscored]
    invalid, actions = sum(r.invalid_actions for r in scored), sum(r.actions for r in scored)
    if invalid <= actions * _MOST_INVALID:
        return ""
    said = f"warning: {invalid} of {actions} actions are invalid"
    example = next((r.unread for r in scored if r.unread), "")
    if not example:
        return said
    platform = next((p for name, p in _PLATFORMS.items() if name in env_id), "windows")
    spaces = spaces_that_read(example, platform)
    with_ = f"; this would be read with {' or '.join(spaces)}" if spaces else "; no space reads it: see omnigym answers"
    return f"{said}, such as {example!r}{with_}"


def _why_unscored(unscored: Sequence[EpisodeRecord], episodes: int, run: RunDirectory | None) -> str:
    """One line: how many episodes have no score, and the commonest reason."""
    reasons = Counter(r.problem or f"{r.end_reason.replace('_', ' ')}: a check could not tell" for r in unscored)
    ((reason, _),) = reasons.most_common(1)
    more = f" (and {count_of(len(reasons) - 1, 'other reason')})" if len(reasons) > 1 else ""
    again = "" if run is None else f" Play them again with: omnigym evaluate --resume {run.path} --unscored"
    return f"{len(unscored)} of {count_of(episodes, 'episode')} could not be scored: {reason}{more}{again}"


def _tell(
    header: RunHeader, played: Sequence[EpisodeLine], run: RunDirectory | None, json: Path | None, csv: Path | None
) -> None:
    report = run_report(header, played)
    if run is not None:
        run.write_report(report)
    if json is not None:
        write_json(json, report)
    if csv is not None:
        _write_table(csv, report)
    if json == STDOUT:
        return
    console = stdout()
    where = f"{header.env}, {header.tasks or 'all tasks'}, {header.split or 'all'} parameters"
    console.print(f"{where}, seeds {header.seed} to {header.seed + header.episodes - 1}", markup=False)
    console.print(report_table({header.name: report}))
    for of, table in _tables(report):
        resolve(of.show)({header.name: table})
    if report["usage"] is not None:
        taken = ", ".join(f"{name.replace('_', ' ')} {_figure(value)}" for name, value in report["usage"].items())
        console.print(f"The agent's model took: {taken}", markup=False)
    if run is not None:
        console.print(f"Run: {run.path}", markup=False, soft_wrap=True)


def report_table(reports: Mapping[str, Report]) -> Table:
    """Return a table with a column for each agent and a row for each figure.

    Args:
        reports: The agent's name -> its report.
    """
    table = Table()
    table.add_column("")
    for name in reports:
        table.add_column(escape(name), justify="right", overflow="fold")
    hopeless = any(r["infeasible"] for r in reports.values())
    for key in _ROWS if hopeless else _ROWS[:-2]:
        name = key.replace("_", " ").replace("success interval", "95 % interval of it")
        table.add_row(name, *(escape(_figure(r[key])) for r in reports.values()))
    reasons = dict.fromkeys(reason for r in reports.values() for reason in r["end_reasons"])
    for reason in reasons:
        counts = (r["end_reasons"].get(reason, 0) for r in reports.values())
        table.add_row(f"ended: {reason.replace('_', ' ')}", *map(str, counts), style="dim")
    return table


def _tables(report: RunReport) -> list[tuple[BenchmarkReport, Any]]:
    """The tables of the benchmarks of which episodes were played."""
    tables = benchmark_tables(report)
    return [(of, tables[of.name]) for manifest in manifests() for of in manifest.reports if tables[of.name]]


def _write_table(path: Path, report: RunReport) -> None:
    texts = [resolve(of.csv)(table) for of, table in _tables(report) if of.csv]
    if not texts:
        raise ConfigError("--csv writes CRAB's table, and no scored episode is of the suite crab. Choose --suite crab.")
    try:
        path.write_text("".join(texts), encoding="utf-8")
    except OSError as e:
        raise ConfigError(f"--csv: {path} cannot be written: {e.strerror}. Choose another file.") from None


def _figure(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(f'{end:.3f}' for end in value)}]"
    return "-" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
