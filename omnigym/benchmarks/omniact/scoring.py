"""Scores of a file of answers to a data set: the columns of OmniACT's Table 4.

Whether a data point can be judged follows from the set alone, never from an answer. Points that cannot are left out of
all sums and counted apart, each with its reason. An answer that is missing, or that is no script, scores 0.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from omnigym.benchmarks.omniact.dataset import Box, OmniAct, Point
from omnigym.benchmarks.omniact.metrics.action_score import ActionScore, Rule, action_score
from omnigym.codecs.pyautogui_script import Call, read_script
from omnigym.errors import ConfigError, ScriptError, TooLargeError, UnknownNameError, UnreadableError
from omnigym.evaluation.intervals import Interval, interval
from omnigym.foreign import parse_json, read_text, show_value
from omnigym.foreign.limits import FILE_BYTES

if TYPE_CHECKING:  # not at run time: scoring a file needs no device
    from omnigym.benchmarks.omniact.live import LivePoint

__all__ = [
    "ActionScores",
    "Gold",
    "NoAnswer",
    "PointScore",
    "PublishedRow",
    "as_plain",
    "published_rows",
    "read_answers",
    "score_answer",
    "score_answers",
    "summary",
]


class NoAnswer(NamedTuple):
    """Stands for an answer where what an agent runs on failed, so that nothing is known of how well it answers.

    Attributes:
        reason: What failed.
    """

    reason: str


class Gold(NamedTuple):
    """What an answer to a data point is compared with.

    Attributes:
        calls: The gold script.
        boxes: The boxes on the screen, in the order of their file.
        problem: Why the point cannot be judged; "" where it can.
    """

    calls: tuple[Call, ...] = ()
    boxes: tuple[Box, ...] = ()
    problem: str = ""

    @classmethod
    def of(cls, point: Point | LivePoint, images: bool = True) -> Gold:
        """What is in the files of a point.

        Args:
            point: The data point.
            images: Whether its screenshot has to be there, and the boxes on it.
        """
        try:
            calls = read_script(point.script)
            boxes = tuple(point.boxes(images).values())
        except ScriptError as e:
            return cls(problem=f"the gold script cannot be read: {e}")
        except UnreadableError as e:
            return cls(problem=str(e))
        return cls(calls, boxes)


@dataclass(frozen=True, slots=True)
class PointScore:
    """A data point and what an answer to it came to.

    Attributes:
        key: The point's name in the set: ``test/12``.
        screen: The path of its screenshot: points of one screen are alike.
        score: None where the point cannot be judged.
        problem: Why not; or why the answer scores 0 whatever it says: it is missing, or no script.
    """

    key: str
    screen: str
    score: ActionScore | None
    problem: str = ""


class ActionScores(TypedDict):
    """A row of Table 4, in per cent of what the gold scripts have.

    ``AS`` is ``SS`` less the penalties of clicks, keys and texts; ``interval`` is its 95 % interval, bootstrapped over
    screens. All are None where no point can be judged. ``points`` counts those that were judged, ``unscored`` the
    others by their ``split/id``, with the reason; ``missing`` and ``unreadable`` are judged ones whose answer is not
    there or is no script.
    """

    rule: Rule
    points: int
    SS: float | None
    M_p: float | None
    K_p: float | None
    W_p: float | None
    AS: float | None
    interval: list[float] | None
    unscored: dict[str, str]
    missing: list[str]
    unreadable: dict[str, str]


_MISSING = "there is no answer"


def score_answer(gold: Gold, answer: str | NoAnswer | None, rule: Rule) -> tuple[ActionScore | None, str]:
    """The score of an answer, and why it is none, or 0 whatever the answer says."""
    if gold.problem:
        return None, gold.problem
    if isinstance(answer, NoAnswer):
        return None, answer.reason
    said: tuple[Call, ...] = ()
    problem = _MISSING if answer is None else ""
    if answer is not None:
        try:
            said = read_script(answer)
        except ScriptError as e:
            problem = str(e)
    score = action_score(gold.calls, said, gold.boxes, rule)
    if not score.ideal:
        return None, "the gold script is empty"
    if score.boxless:
        return None, f"no box has {score.boxless} of the points of the gold script"
    return score, problem


def score_answers(
    points: Iterable[Point], answers: Mapping[str, str | NoAnswer], rule: Rule = "published", images: bool = True
) -> list[PointScore]:
    """Score the answers to some data points; nothing of an answer is run.

    Args:
        points: The data points.
        answers: Scripts by ``split/id``, as `read_answers` gives them.
        rule: "paper" or "published".
        images: Whether a point whose screenshot is missing or broken, or has its boxes elsewhere, is left out.

    Raises:
        UnknownNameError: There is no such rule.
    """
    scored = []
    for point in points:
        score, problem = score_answer(Gold.of(point, images), answers.get(point.key), rule)
        scored.append(PointScore(point.key, str(point.entry.get("image")), score, problem))
    return scored


def summary(scored: Sequence[PointScore], rule: Rule) -> ActionScores:
    """The row of Table 4 that some scores come to (Equation 6)."""
    judged = [(point, point.score) for point in scored if point.score is not None]
    ideal = sum(score.ideal for _, score in judged)
    parts: dict[str, float | None] = dict.fromkeys(("SS", "M_p", "K_p", "W_p", "AS"))
    ends: list[float] | None = None
    if ideal:
        sums = (sum(values) for values in zip(*((s.ss, s.m, s.k, s.w, s.score) for _, s in judged), strict=True))
        parts = {name: 100 * value / ideal for name, value in zip(parts, sums, strict=True)}
        found = _interval(judged)
        ends = [100 * found.low, 100 * found.high]
    return ActionScores(
        rule=rule,
        points=len(judged),
        SS=parts["SS"],
        M_p=parts["M_p"],
        K_p=parts["K_p"],
        W_p=parts["W_p"],
        AS=parts["AS"],
        interval=ends,
        unscored={point.key: point.problem for point in scored if point.score is None},
        missing=[point.key for point, _ in judged if point.problem == _MISSING],
        unreadable={point.key: point.problem for point, _ in judged if point.problem not in ("", _MISSING)},
    )


def _interval(judged: Sequence[tuple[PointScore, ActionScore]]) -> Interval:
    """The interval of the action score, screens being drawn: the tasks of one screen are alike.

    The score is a ratio of two sums, which the screens share unevenly. So what is drawn is the ratio and each screen's
    influence on it; their mean is the ratio.
    """
    ideal = sum(score.ideal for _, score in judged)
    ratio = sum(score.score for _, score in judged) / ideal
    above: dict[str, float] = defaultdict(float)
    for point, score in judged:
        above[point.screen] += score.score - ratio * score.ideal
    found = interval({screen: [ratio + len(above) * value / ideal] for screen, value in above.items()})
    return Interval(ratio, max(found.low, 0.0), min(found.high, 1.0))


# -- answers ----------------------------------------------------------------------------------------------------------


def read_answers(path: str | Path, data: OmniAct, split: str | None = None) -> dict[str, str | NoAnswer]:
    """The answers in a file, by ``split/id``.

    Args:
        path: A JSON file ``{id: script}``, or one that ends in ``.jsonl`` with lines ``{"id": id, "script": script}``,
            or ``{"id": id, "script": null, "unscored": reason}`` where the agent failed and not its answer.
        data: The set that they answer. An id may be of the form ``split/id``.
        split: Whose ids they are; None for the whole set.

    Raises:
        ConfigError: The file cannot be used: it is none of the two, or has an id twice.
        UnknownNameError: An id is not in the set, or not in the split.
    """
    path = Path(path)
    try:
        text = read_text(path, FILE_BYTES)
        rows = _lines(text) if path.suffix.lower() == ".jsonl" else _object(text)
    except FileNotFoundError:
        raise ConfigError(f"There is no file {path}.") from None
    except (UnreadableError, TooLargeError) as e:
        raise ConfigError(f"{path}: {e}. {_EXPECTED}") from None
    known = {point.key: point for point in (data.values() if split is None else data.split(split))}
    answers: dict[str, str | NoAnswer] = {}
    for id_, script in rows:
        key = id_ if id_ in known else f"{split}/{id_}" if split else data[id_].key
        if key not in known:
            raise UnknownNameError(f"point of {split}", id_, (point.id for point in known.values()))
        if key in answers:
            raise ConfigError(f"{path}: there are two answers to {key}. Keep one.")
        answers[key] = script
    return answers


_EXPECTED = 'Answers are a JSON object {"id": "script"}, or in a .jsonl file lines {"id": "...", "script": "..."}.'


def _object(text: str) -> list[tuple[str, str | NoAnswer]]:
    value = parse_json(text)
    if not isinstance(value, Mapping):
        raise UnreadableError(f"expected an object, got {show_value(value)}")
    return [_answer(id_, script) for id_, script in value.items()]


def _lines(text: str) -> list[tuple[str, str | NoAnswer]]:
    rows = list[tuple[str, str | NoAnswer]]()
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                row = parse_json(line)
                if not isinstance(row, Mapping) or not {"id", "script"} <= row.keys():
                    raise UnreadableError(f"expected id and script, got {show_value(row)}")
                id_, script = _answer(row["id"], row["script"])
                failed = row["script"] is None and row.get("unscored")
                rows.append((id_, NoAnswer(str(failed)) if failed else script))
            except UnreadableError as e:
                raise UnreadableError(f"line {number}: {e}") from None
    return rows


def _answer(id_: object, script: object) -> tuple[str, str]:
    """An id may be a number, and None is an answer that says nothing."""
    if isinstance(id_, bool) or not isinstance(id_, str | int) or not isinstance(script, str | None):
        raise UnreadableError(
            f"the id and the script of an answer are texts, got {show_value(id_)} and {show_value(script)}"
        )
    return str(id_), script or ""


# -- what was published -----------------------------------------------------------------------------------------------


class PublishedRow(TypedDict):
    """A row of Table 4, in per cent; ``group`` is "prompted", "fine-tuned", "multimodal" or "human"."""

    model: str
    group: str
    SS: float
    M_p: float
    K_p: float
    W_p: float
    AS: float


@cache
def published_rows() -> tuple[PublishedRow, ...]:
    """The rows of the paper's Table 4, which are of its own test split."""
    return tuple(json.loads(Path(__file__).with_name("table4.json").read_text(encoding="utf-8")))


def as_plain(scored: PointScore) -> dict[str, object]:
    """A point's score for a JSON file."""
    row = asdict(scored)
    if scored.score is not None:
        row["score"] = {**scored.score._asdict(), "score": scored.score.score, "ratio": scored.score.ratio}
    return row
