"""The check of OSWorld's task files: getters and metrics by name, and the combination of their scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from omnigym.actions import Fail
from omnigym.benchmarks.osworld.scorer.choice import (
    DEFAULT_SCORER,
    ScorerKind,
    TaskVersion,
    WhichScorer,
)
from omnigym.benchmarks.osworld.scorer.judging import Question, Score, score_all
from omnigym.benchmarks.osworld.scorer.registry import NotThereError, get_getter, get_metric, runs_on_device
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.evaluation.condition import Verdict, measured_verdict
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.registry import check

__all__ = ["osworld"]


@check("osworld", final=True)
def osworld(
    probe: Probe,
    func: list[str],
    result: list[dict[str, object] | None],
    expected: list[dict[str, object] | None],
    options: list[dict[str, object]],
    conj: Literal["and", "or"] = "and",
    scorer: ScorerKind = DEFAULT_SCORER.kind,
    version: TaskVersion = DEFAULT_SCORER.version,
) -> Verdict:
    """The metrics' combined score: with "and" their mean, or 0 if one is 0; with "or" the largest (OS-MAP B.3).

    The four lists are of one length, an entry for each metric. A file that is missing scores 0 for its own metric.
    With the published scorer the metric is called without it, and an agent that says FAIL has 0.

    Args:
        probe: Reads the device.
        func: The metrics.
        result: The getter of each one's result; None for a metric of nothing.
        expected: The getter of what each should be; None for a metric that takes none.
        options: The options of each.
        conj: How the scores are combined.
        scorer: Whose functions score: omnigym's own, or those that do as the published ones.
        version: The version of the task files.
    """
    which = WhichScorer(scorer, version)
    if scorer == "published" and isinstance(next(iter(probe.actions()[-1:]), None), Fail):
        return measured_verdict(0.0, "The agent said FAIL.")
    questions: list[Question] = []
    answers: list[Score] = []
    missing: list[str] = []
    for name, read, wanted, chosen in zip(func, result, expected, options, strict=True):
        try:
            # The reference first: whether a file of the task is there is no matter of what the agent made.
            reference = None if wanted is None else _read(probe, wanted, which)
            found = None if read is None else _found(probe, read, which)
            if runs_on_device(name):
                answers.append(_run(probe, name, found, reference, chosen))
                continue
        except TooLargeError:
            raise
        except (NotThereError, UnreadableError) as e:
            missing.append(str(e))
            continue
        own = wanted is not None and wanted.get("type") == "cloud_file"
        questions.append(Question(name, found, reference, chosen, own, which))
    if missing and (conj == "and" or not (questions or answers)):
        return measured_verdict(0.0, missing[0])
    answers += score_all(questions) if questions else []
    values = [a.value for a in answers]
    worst = min(answers)
    if conj == "or":
        return measured_verdict(max(values), max(answers).reason)
    return measured_verdict(
        0.0 if worst.value == 0 else sum(values) / len(values), worst.reason or f"The scores are {values}."
    )


def _read(probe: Probe, config: Mapping[str, object], which: WhichScorer) -> object:
    return get_getter(str(config["type"]), which)(probe, config)


def _found(probe: Probe, config: Mapping[str, object], which: WhichScorer) -> object:
    """The result; None for a missing file with the published scorer."""
    try:
        return _read(probe, config, which)
    except NotThereError:
        if which.kind == "published":
            return None
        raise


def _run(probe: Probe, name: str, result: object, expected: object, options: Mapping[str, object]) -> Score:
    states = (result,) if expected is None else (result, expected)
    return Score(min(max(float(get_metric(name)(probe, *states, **options)), 0.0), 1.0))
