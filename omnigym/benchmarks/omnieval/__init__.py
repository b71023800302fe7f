"""OmniEval's test sets (OmniBench 4.2, 5.2, 5.3, appendix D.1), drawn from any pool of tasks."""

from omnigym.benchmarks.omnieval.drawing import PREFIX, SIZE, SUITE, drawn, drawn_of, renamed

__all__ = ["PREFIX", "SIZE", "SUITE", "drawn", "drawn_of", "renamed"]
