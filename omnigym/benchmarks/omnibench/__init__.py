"""Reading and writing OmniBench's files (Appendix C). Python code in them is parsed and never executed."""

from omnigym.benchmarks.omnibench.evaluation import parse_evaluation
from omnigym.benchmarks.omnibench.exporting import ExportedSubtask, OmniBenchExport, export_subtask, export_task
from omnigym.benchmarks.omnibench.metadata import OmniBenchImport, import_subtask, import_task
from omnigym.benchmarks.omnibench.trajectories import (
    ActionModel,
    SubtaskTrajectoryModel,
    TaskTrajectoryModel,
    read_trajectory,
    write_trajectory,
)
from omnigym.benchmarks.omnibench.writing import ExportedFunction, write_evaluation

__all__ = [
    "ActionModel",
    "ExportedFunction",
    "ExportedSubtask",
    "OmniBenchExport",
    "OmniBenchImport",
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
