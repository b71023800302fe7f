"""Scoring by metrics in a process of its own: what an agent saved is hostile, and libraries read it.

The process has limits of memory and processor time for each question, no network of omnigym's and no device. It is
given names, values and bytes, and answers with numbers. A metric that fails on what the agent made scores 0. One that
fails on the reference itself, which no agent made, leaves the episode unscored.

So does a process that is killed or late: a busy machine says nothing of an agent. An agent's file scores 0 for that
alone only where its question spends a limit of its own twice, each time in a fresh process, and its reference does not.
"""

from __future__ import annotations

import json
import logging
import math
import os
import pickle
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from omnigym.benchmarks.osworld.scorer.choice import DEFAULT_SCORER, WhichScorer
from omnigym.benchmarks.osworld.scorer.registry import File, get_metric
from omnigym.errors import DeviceError, DeviceTimeoutError, MissingDependencyError, UnreadableError
from omnigym.foreign import lacks_memory

__all__ = ["DEADLINE_S", "QUESTION_S", "Question", "Score", "score_all", "score_here"]

#: Seconds of processor time that a question may take, and the bytes of memory that it may have.
QUESTION_S: Final = 30
_MEMORY: Final = 3 << 30
#: Seconds in which all metrics of a task answer, on a machine that is busy too.
DEADLINE_S: Final = 240.0
#: How often a question is asked that is not answered.
_TRIES: Final = 2
#: What the process runs.
COMMAND: tuple[str, ...] = (sys.executable, "-W", "ignore", "-m", __name__)
#: What a function raises on values that it was not made for.
_FAILURES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
#: What else a library raises below a published function: its own errors are not of the kinds above.
_PUBLISHED_FAILURES = (*_FAILURES, RuntimeError, SyntaxError, OSError)
#: The longest answer that is read.
_MOST_OUTPUT: Final = 1 << 20


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
        spent: The limit of its own that the question spent, "memory" or "time", so that it has no score; else "".
    """

    value: float
    reason: str = ""
    broken: bool = False
    spent: str = ""


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
        if lacks_memory(e):
            return Score(0.0, f"the metric needs more than {_MEMORY >> 30} GiB of memory.", spent="memory")
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
    """Score in processes of their own: one, and a fresh one wherever a question is not answered.

    Args:
        questions: What is asked.
        deadline: Seconds after which the process is killed.

    Raises:
        DeviceError: A metric failed in a way that nobody foresaw, a process was killed or late, or a reference cannot
            be read: the episode is not scored.
    """
    until = time.monotonic() + deadline
    scores: list[Score] = []
    failed: list[_End] = []
    while len(scores) < len(questions):
        answers, end = _asked(questions[len(scores) :], until)
        failed = failed if not answers else []
        scores += answers
        if end is None:
            continue
        failed.append(end)
        if len(failed) == _TRIES:
            scores.append(_worn_out(questions[len(scores)], failed, until))
            failed = []
    for question, score in zip(questions, scores, strict=True):
        if score.broken:
            problem = f"the reference of {question.metric!r} cannot be read: {score.reason}"
            raise DeviceError("task", "check", problem, "Fetch its assets again.")
    return scores


class _End(NamedTuple):
    """Why a process did not answer a question: the reason, and whether the question spent a limit of its own."""

    reason: str
    own: bool = False


def _worn_out(question: Question, ends: Sequence[_End], until: float) -> Score:
    """The score of a question that was not answered: 0 where nothing but what the agent saved can be at fault."""
    other = next((end for end in ends if not end.own), None)
    if other is None and question.own and _holds_file(question.expected):
        _, other = _asked([question._replace(result=question.expected)], until)
    if other is not None:
        raise DeviceTimeoutError("task", "check", f"{question.metric!r}: {other.reason}", "The episode is not scored.")
    return Score(0.0, f"With what was saved {ends[-1].reason}")


def _asked(questions: Sequence[Question], until: float) -> tuple[list[Score], _End | None]:
    """The answers of a process of its own, and why it answered no more of them; None if it answered all."""
    given = pickle.dumps([tuple(q) for q in questions])
    left = max(until - time.monotonic(), 0.0)
    try:
        done = subprocess.run(COMMAND, input=given, capture_output=True, timeout=left, check=False)
    except subprocess.TimeoutExpired:
        problem = f"the metrics took longer than {DEADLINE_S:g} s together."
        raise DeviceTimeoutError("task", "check", problem, "The episode is not scored.") from None
    if done.returncode > 0 or len(done.stdout) > _MOST_OUTPUT:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2][:300]
        problem = f"the metrics ended with code {done.returncode}: {last}"
        raise DeviceError("task", "check", problem, "The episode is not scored.")
    # What follows the last newline was being written when all ended.
    scores = [Score(*json.loads(line)) for line in done.stdout.split(b"\n")[:-1]]
    if scores and scores[-1].spent:
        return scores[:-1], _End(scores[-1].reason, own=True)
    if len(scores) == len(questions):
        return scores, None
    if done.returncode == -signal.SIGXCPU:
        return scores, _End(f"the metric took more than {QUESTION_S} s of processor time.", own=True)
    return scores, _End(f"the metrics were ended by signal {-done.returncode}.")


def _serve() -> None:
    """The process: questions on its input, one answer a line on its output, until a question spends its memory."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what a library prints is no answer
    logging.disable()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for question in [Question(*q) for q in pickle.load(sys.stdin.buffer)]:
        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + QUESTION_S, most))
        score = score_here(question)
        print(json.dumps(score), file=answers, flush=True)
        if score.spent:  # a fresh process has all of its memory
            return


if __name__ == "__main__":
    _serve()
