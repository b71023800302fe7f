"""OmniEval's test sets (OmniBench 4.2, 5.2, 5.3, appendix D.1), drawn from any pool of tasks."""

from omnigym.benchmarks.omnieval.drawing import PREFIX, SIZE, SUITE, draw_tasks, drawn_of, rename_task

__all__ = ["PREFIX", "SIZE", "SUITE", "draw_tasks", "drawn_of", "rename_task"]
