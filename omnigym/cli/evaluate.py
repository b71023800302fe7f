"""``omnigym evaluate``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from rich.table import Table

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.cli.console import escape, progress, stdout, write_json
from omnigym.cli.options import (
    AgentOption,
    DeviceOption,
    DisturbancesOption,
    EnvOption,
    EpisodesOption,
    JsonOption,
    SeedOption,
    SplitOption,
    SuiteOption,
    TasksOption,
    TrustOption,
    make_environment,
    task_query,
)
from omnigym.evaluation.report import Report, summarise

__all__ = ["evaluate", "report_table"]

#: What a table shows of a report.
_Row = Literal[
    "episodes",
    "success_rate",
    "still_holds",
    "coverage_rate",
    "logical_consistency",
    "completion_ratio",
    "execution_efficiency",
    "collateral",
    "unscored",
    "device_errors",
    "infeasible",
    "infeasible_success_rate",
]
_ROWS: tuple[_Row, ...] = get_args(_Row)


def evaluate(
    env: EnvOption = "OmniBench-Win11-v0",
    device: DeviceOption = None,
    agent: AgentOption = "oracle",
    trust: TrustOption = False,
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    episodes: EpisodesOption = 20,
    seed: SeedOption = 0,
    disturbances: DisturbancesOption = False,
    json: JsonOption = None,
) -> None:
    """Play episodes with an agent and report its scores.

    Episodes in which the device failed, or in which a check could not tell, are not scored: they are counted apart.
    """
    player = make_agent(agent, seed, trust)
    query = task_query(suite, tasks)
    environment = make_environment(
        env, device, query, split, observation=player.observation, disturbances=disturbances or None
    )
    records = []
    try:
        with progress("Evaluating", episodes) as advance:
            for record in run_episodes(environment, player, episodes, seed, agent):
                records.append(record)
                advance(1, record.task_id)
    finally:
        environment.close()
    report = summarise(records)
    console = stdout()
    console.print(f"{env}, {query or 'all tasks'}, {split or 'all'} parameters, seed {seed}", markup=False)
    console.print(report_table({agent: report}))
    if json is not None:
        settings = {"env": env, "device": device, "agent": agent, "tasks": query, "split": split, "seed": seed}
        write_json(json, {**report, "settings": {**settings, "disturbances": disturbances}})


def report_table(reports: Mapping[str, Report]) -> Table:
    """A table with a column for each agent and a row for each figure.

    Args:
        reports: The agent's name -> its report.
    """
    table = Table()
    table.add_column("")
    for name in reports:
        table.add_column(escape(name), justify="right", overflow="fold")
    hopeless = any(r["infeasible"] for r in reports.values())
    for key in _ROWS if hopeless else _ROWS[:-2]:
        table.add_row(key.replace("_", " "), *(_figure(r[key]) for r in reports.values()))
    reasons = dict.fromkeys(reason for r in reports.values() for reason in r["end_reasons"])
    for reason in reasons:
        counts = (r["end_reasons"].get(reason, 0) for r in reports.values())
        table.add_row(f"ended: {reason.replace('_', ' ')}", *map(str, counts), style="dim")
    return table


def _figure(value: object) -> str:
    return "-" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)
