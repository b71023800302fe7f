"""Success by OmniGUI's levels and dimensions."""

from __future__ import annotations

from omnigym.benchmarks.omnigui.tables.episodes import by_level
from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord


def _record(task: str, level: str, dimension: str, done: bool, **more: object) -> EpisodeRecord:
    completed = (Completion("1", 1),) if done else ()
    about = {"task_id": task, "level": level, "dimension": dimension, "completed": completed, **more}
    return EpisodeRecord(nodes=(NodeRecord("1"),), **about)  # type: ignore[arg-type]


def test_rates_are_by_dimension_and_level() -> None:
    report = by_level(
        [
            _record("a", "critical", "temporal", True),
            _record("b", "critical", "temporal", False),
            _record("c", "present", "instant", True),
            _record("d", "present", "instant", True, unscored=True),
            _record("e", "L2", "", False),
        ]
    )
    assert report is not None and report["left_out"] == 1
    rates = {d: {v: cell["rate"] for v, cell in of.items() if cell["tasks"]} for d, of in report["rates"].items()}
    assert rates == {
        "localization": {},
        "semantic": {},
        "crossmodal": {},
        "temporal": {"critical": 0.5, "overall": 0.5},
        "instant": {"present": 1.0, "overall": 1.0},
        "overall": {"critical": 0.5, "present": 1.0, "overall": 2 / 3},
    }


def test_other_runs_have_none() -> None:
    assert by_level([_record("a", "L1", "", True)]) is None
