"""Runs: the output of `omnigym evaluate --out RUN`, read, resumed and compared.

====================== =================================================================================================
file                   holds
====================== =================================================================================================
``RUN/run.json``       what the episodes follow from (`RunHeader`): one object
``RUN/episodes.jsonl`` a line an episode as it ends (`EpisodeLine`), in order of ending
``RUN/report.json``    the report on them, when the run has ended or was interrupted
``RUN/trajectories/``  a recording an episode, if asked for; ``agent.jsonl`` in it is what the agent told of its steps
====================== =================================================================================================

Files get their names when they are whole, and a line counts from when it ends: a process that is killed loses the
episodes at hand and no other.
"""

from omnigym.runs.agent_log import AGENT_LOG, read_agent_log, write_agent_log
from omnigym.runs.comparison import Comparison, ComparisonRow, compare
from omnigym.runs.directory import EPISODES, HEADER, TRAJECTORIES, RunDirectory, read_header, read_played
from omnigym.runs.episode_record import EpisodeLine, tokens_of, total_usage
from omnigym.runs.header import RunHeader, versions
from omnigym.runs.reports import LeaderRow, RunReport, benchmark_tables, leader_row, run_report

__all__ = [
    "AGENT_LOG",
    "EPISODES",
    "HEADER",
    "TRAJECTORIES",
    "Comparison",
    "ComparisonRow",
    "EpisodeLine",
    "LeaderRow",
    "RunDirectory",
    "RunHeader",
    "RunReport",
    "benchmark_tables",
    "compare",
    "leader_row",
    "read_agent_log",
    "read_header",
    "read_played",
    "run_report",
    "tokens_of",
    "total_usage",
    "versions",
    "write_agent_log",
]
