"""Reading and writing OmniBench's files (Appendix C). Python code in them is parsed and never executed."""

from omnigym.tasks.omnibench.evaluation import parse_evaluation
from omnigym.tasks.omnibench.exporting import ExportedSubtask, ExportedTask, export_subtask, export_task
from omnigym.tasks.omnibench.metadata import Imported, import_subtask, import_task
from omnigym.tasks.omnibench.trajectories import (
    ActionModel,
    SubtaskTrajectoryModel,
    TaskTrajectoryModel,
    read_trajectory,
    write_trajectory,
)
from omnigym.tasks.omnibench.writing import Exported, write_evaluation

__all__ = [
    "ActionModel",
    "Exported",
    "ExportedSubtask",
    "ExportedTask",
    "Imported",
    "SubtaskTrajectoryModel",
    "TaskTrajectoryModel",
    "export_subtask",
    "export_task",
    "import_subtask",
    "import_task",
    "parse_evaluation",
    "read_trajectory",
    "write_evaluation",
    "write_trajectory",
]
