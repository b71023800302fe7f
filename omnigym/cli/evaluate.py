"""``omnigym evaluate``."""

from __future__ import annotations

from rich.table import Table

from omnigym.baselines.agent import make_agent
from omnigym.baselines.evaluate import run_episodes
from omnigym.cli.console import progress, stdout, write_json
from omnigym.cli.options import (
    AgentOption,
    DeviceOption,
    EnvOption,
    EpisodesOption,
    JsonOption,
    SeedOption,
    SplitOption,
    SuiteOption,
    TasksOption,
    make_environment,
    task_query,
)
from omnigym.evaluation.report import Report, summarise

__all__ = ["evaluate", "report_table"]

_HEADINGS = ("episodes", "success", "coverage", "logical cons.", "completion", "exec. eff.", "unscored", "broken")


def evaluate(
    env: EnvOption = "OmniBench-Win11-v0",
    device: DeviceOption = None,
    agent: AgentOption = "oracle",
    suite: SuiteOption = None,
    tasks: TasksOption = None,
    split: SplitOption = None,
    episodes: EpisodesOption = 20,
    seed: SeedOption = 0,
    json: JsonOption = None,
) -> None:
    """Play episodes with an agent and report its scores.

    Episodes in which the device failed, or in which a check could not tell, are not scored: they are counted apart.
    """
    player = make_agent(agent, seed)
    query = task_query(suite, tasks)
    environment = make_environment(env, device, query, split, observation=player.observation)
    records = []
    try:
        with progress("Evaluating", episodes) as advance:
            for record in run_episodes(environment, player, episodes, seed, agent):
                records.append(record)
                advance(1, record.task_id)
    finally:
        environment.close()
    report = summarise(records)
    stdout().print(report_table({agent: report}, title=f"{env}, {query or 'all tasks'}, {split or 'all parameters'}"))
    if json is not None:
        settings = {"env": env, "device": device, "agent": agent, "tasks": query, "split": split, "seed": seed}
        write_json(json, {**report, "settings": settings})


def report_table(reports: dict[str, Report], title: str = "") -> Table:
    """A table with a row for each agent.

    Args:
        reports: The agent's name -> its report.
        title: What was evaluated.
    """
    table = Table(title=title, title_justify="left", caption_justify="left")
    table.add_column("agent")
    for heading in _HEADINGS:
        table.add_column(heading, justify="right")
    table.add_column("ended by")
    for name, r in reports.items():
        ends = ", ".join(f"{reason} {count}" for reason, count in r["end_reasons"].items())
        table.add_row(
            name,
            str(r["episodes"]),
            *(
                "-" if value is None else f"{value:.3f}"
                for value in (
                    r["success_rate"],
                    r["coverage_rate"],
                    r["logical_consistency"],
                    r["completion_ratio"],
                    r["execution_efficiency"],
                )
            ),
            str(r["unscored"]),
            str(r["device_errors"]),
            ends,
        )
    return table
