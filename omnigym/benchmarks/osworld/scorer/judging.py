"""Scoring by metrics in a process of its own: what an agent saved is hostile, and libraries read it.

The process has limits of memory and time, no network of omnigym's and no device. It is given names, values and bytes,
and answers with numbers. A metric that fails on what the agent made scores 0. One that fails on the reference itself,
which no agent made, leaves the episode unscored.
"""

from __future__ import annotations

import json
import pickle
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from omnigym.benchmarks.osworld.scorer.choice import DEFAULT_SCORER, WhichScorer
from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.errors import DeviceError, DeviceTimeoutError, MissingDependencyError, UnreadableError

__all__ = ["DEADLINE_S", "Question", "Score", "score_all", "score_here"]

#: Seconds that all metrics of a task may take together, and the bytes of memory that they may have.
DEADLINE_S = 60.0
_MEMORY = 3 << 30
#: What the process runs.
COMMAND: tuple[str, ...] = (sys.executable, "-m", __name__)
#: What a function raises on values that it was not made for.
_FAILURES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
#: What else a library raises below a published function: its own errors are not of the kinds above.
_PUBLISHED_FAILURES = (*_FAILURES, RuntimeError, SyntaxError, OSError)
#: The longest answer that is read.
_MOST_OUTPUT = 1 << 20


class Question(NamedTuple):
    """The input of a metric.

    Attributes:
        metric: Its name.
        result: What a getter read on the device.
        expected: What it should be; None where the metric takes none.
        options: The metric's options.
        own: Whether what is expected is the task's own. A file that was read on the device is the agent's, and so is
            the fault if it cannot be read.
        scorer: The scorer of the metric.
    """

    metric: str
    result: Any
    expected: Any = None
    options: Mapping[str, Any] = {}
    own: bool = True
    scorer: WhichScorer = DEFAULT_SCORER


class Score(NamedTuple):
    """The answer.

    Attributes:
        value: In [0, 1].
        reason: Why it is 0 where the result could not be read, or "".
        broken: Whether the reference, not the result, is at fault.
    """

    value: float
    reason: str = ""
    broken: bool = False


def score_here(question: Question) -> Score:
    """Score in this process.

    A metric that cannot read one of two files is asked to compare the expected one with itself: if it cannot do that
    either, the reference is at fault. A published function that fails scores 0, whatever is at fault.
    """
    published = question.scorer.kind == "published"
    function = get_metric(question.metric, question.scorer)
    states = (question.result,) if question.expected is None else (question.result, question.expected)
    try:
        return Score(min(max(float(function(*states, **question.options)), 0.0), 1.0))
    except (UnreadableError, MemoryError, RecursionError) as e:
        broken = question.own and not published and _is_broken(question)
        return Score(0.0, str(e) or type(e).__name__, broken=broken)
    except _PUBLISHED_FAILURES as e:
        if not published or isinstance(e, MissingDependencyError):
            raise
        return Score(0.0, f"{type(e).__name__}: {e}"[:300])


def _is_broken(question: Question) -> bool:
    if not _holds_file(question.expected):  # a rule is no state, so that it cannot be compared with itself
        return False
    try:
        get_metric(question.metric, question.scorer)(question.expected, question.expected, **question.options)
    except (UnreadableError, MemoryError, RecursionError):
        return True
    except _FAILURES:
        return False  # what is expected is of another kind than the result: nothing is known
    return False


def _holds_file(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(_holds_file(v) for v in value.values())
    return isinstance(value, File) or (isinstance(value, list | tuple) and any(_holds_file(v) for v in value))


def score_all(questions: Sequence[Question], deadline: float = DEADLINE_S) -> list[Score]:
    """Score in a process of its own.

    Args:
        questions: What is asked.
        deadline: Seconds after which the process is killed.

    An agent's file may wear the process out. If the references alone do not, that is a score of 0.

    Raises:
        DeviceError: A metric failed in a way that nobody foresaw, the process ran out of memory or time with the
            references alone, or a reference cannot be read: the episode is not scored.
    """
    try:
        scores = _asked(questions, deadline)
    except _WornOutError as e:
        references = [q._replace(result=q.expected) for q in questions if q.own and _holds_file(q.expected)]
        try:
            _asked(references, deadline)
        except _WornOutError as worse:
            raise DeviceTimeoutError("task", "check", str(worse), "The episode is not scored.") from None
        return [Score(0.0, f"With what was saved {e}") for _ in questions]
    for question, score in zip(questions, scores, strict=True):
        if score.broken:
            problem = f"the reference of {question.metric!r} cannot be read: {score.reason}"
            raise DeviceError("task", "check", problem, "Fetch its assets again.")
    return scores


class _WornOutError(Exception):
    """The process ran out of time or memory."""


def _asked(questions: Sequence[Question], deadline: float) -> list[Score]:
    """The answers of a process of its own."""
    given = pickle.dumps([tuple(q) for q in questions])
    try:
        done = subprocess.run(COMMAND, input=given, capture_output=True, timeout=deadline, check=False)
    except subprocess.TimeoutExpired:
        raise _WornOutError(f"the metrics took longer than {deadline:g} s.") from None
    if done.returncode < 0:
        raise _WornOutError(f"the metrics were ended by signal {-done.returncode}.")
    if done.returncode != 0 or len(done.stdout) > _MOST_OUTPUT:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2][:300]
        problem = f"the metrics ended with code {done.returncode}: {last}"
        raise DeviceError("task", "check", problem, "The episode is not scored.")
    return [Score(*answer) for answer in json.loads(done.stdout)]


def _serve() -> None:
    """The process: questions on its input, answers on its output."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    questions = [Question(*q) for q in pickle.load(sys.stdin.buffer)]
    answers = [list(score_here(q)) for q in questions]
    sys.stdout.write(json.dumps(answers))


if __name__ == "__main__":
    _serve()
