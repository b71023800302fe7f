"""Reading and writing OSWorld's task files, which OS-MAP, WindowsAgentArena and NeMo Gym share; docs/osworld.md."""

from __future__ import annotations

from omnigym.benchmarks.osworld.exporting import Exported, export_osworld
from omnigym.benchmarks.osworld.file import TaskFile, parse_task_file, read_task_file
from omnigym.benchmarks.osworld.importing import Imported, read_mappings, read_osworld
from omnigym.benchmarks.osworld.report import REASONS, Census, Reason, Report, census
from omnigym.benchmarks.osworld.tree import asset_urls, read_tree

__all__ = [
    "REASONS",
    "Census",
    "Exported",
    "Imported",
    "Reason",
    "Report",
    "TaskFile",
    "asset_urls",
    "census",
    "export_osworld",
    "parse_task_file",
    "read_mappings",
    "read_osworld",
    "read_task_file",
    "read_tree",
]
