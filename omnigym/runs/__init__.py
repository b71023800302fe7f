"""Runs: what `omnigym evaluate --out RUN` writes, read back, resumed and compared.

======================= ==============================================================================================
``RUN/run.json``        what the episodes follow from (`RunHeader`): one object
``RUN/episodes.jsonl``  a line an episode as it ends (`Played`), in order of ending
``RUN/report.json``     the report on them, when the run has ended or was interrupted
``RUN/trajectories/``   a recording an episode, if asked for; ``agent.jsonl`` in it is what the agent told of its steps
======================= ==============================================================================================

Files get their names when they are whole, and a line counts from when it ends: a process that is killed loses the
episodes at hand and no other.
"""

from omnigym.runs.agent_log import TOLD, read_told, write_told
from omnigym.runs.comparison import Comparison, Row, compare
from omnigym.runs.directory import EPISODES, HEADER, TRAJECTORIES, RunDirectory, read_header, read_played
from omnigym.runs.episode_record import Played, tokens_of, total_usage
from omnigym.runs.header import RunHeader, versions
from omnigym.runs.reports import RunReport, Standing, run_report, standing

__all__ = [
    "EPISODES",
    "HEADER",
    "TOLD",
    "TRAJECTORIES",
    "Comparison",
    "Played",
    "Row",
    "RunDirectory",
    "RunHeader",
    "RunReport",
    "Standing",
    "compare",
    "read_header",
    "read_played",
    "read_told",
    "run_report",
    "standing",
    "tokens_of",
    "total_usage",
    "versions",
    "write_told",
]
