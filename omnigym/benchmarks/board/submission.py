"""Files of the board: a run of the suite ``board`` as one JSON document, with a hash over its content.

The hash shows that a file was changed after it was made. It is no proof of who made it, or that the agent played.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, asdict, fields, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from omnigym.benchmarks.board.suite import BUDGET, LEVELS, PLATFORM_NAMES, PREFIX, SUITE, board_suite, task_digests
from omnigym.errors import RecordingError, SubmissionError, UnreadableError
from omnigym.evaluation.record import EpisodeRecord
from omnigym.evaluation.report import summarise
from omnigym.foreign import parse_json, place_of, read_text, show_value
from omnigym.foreign.limits import MAX_RECORD
from omnigym.manifest import suites
from omnigym.runs import EpisodeLine, RunDirectory, RunHeader, total_usage
from omnigym.runs.reports import short_name
from omnigym.tasks.fingerprint import fingerprint
from omnigym.tasks.records import record_of

__all__ = ["FORMAT", "MOST_UNSCORED", "Submission", "check_rules", "dump", "figures", "read", "submission_of"]

Format: TypeAlias = Literal["omnigym-board/1"]
FORMAT: Format = "omnigym-board/1"
#: The most episodes without a score, because the device or the endpoint failed.
MOST_UNSCORED = 4
#: Fields of a record that are of the machine, or that the file has elsewhere.
_LEFT_OUT = frozenset({"agent", "problem", "unread", "suite"})
#: Values of `RunHeader` that the rules want.
_WANTED: Mapping[str, tuple[object, ...]] = {
    "device": (None,),
    "split": (None,),
    "disturbances": (False,),
    "variation": ("none",),
    "parameters": (None, "fixed"),
    "max_steps": (None, BUDGET),
}
#: Figures of a report that a file has, too.
_REPORTED = (
    *("success_rate", "success_interval", "coverage_rate", "invalid_actions", "answers_without_call"),
    *("collateral", "unscored", "episodes"),
)
#: Digits of figures, so that they are the same on every machine.
_DIGITS = 6
#: The address of a model in an agent string, which is left out, as paths are.
_ADDRESS = re.compile(r"@https?://[^,]*")
_CONTROLS = ("blind", "click_only", "perceived")


class Submission(NamedTuple):
    """A run for the board.

    Attributes:
        by: Who made it, as the table names them; may be "".
        header: Agent, settings, versions and the fingerprint of the tasks. The agent has no address of a model.
        results: The episodes by the ids of their tasks.
    """

    by: str
    header: RunHeader
    results: tuple[EpisodeLine, ...]

    @property
    def name(self) -> str:
        """The short name of the agent, with the controls through which it played."""
        controls = [name.replace("_", "-") for name in _CONTROLS if getattr(self.header, name)]
        return ", ".join([short_name(self.header.agent), *controls])


class _Model(BaseModel):
    """The keys of a file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    format: Format
    agent: str
    by: str = Field(max_length=200)
    budget: int
    run: dict[str, Any]
    figures: dict[str, Any]
    results: list[dict[str, Any]]
    sha256: str


def submission_of(run: RunDirectory, by: str = "") -> Submission:
    """Return a run as a submission, by the rules or not.

    Raises:
        RecordingError: Its episodes are damaged.
    """
    agent = run.header.agent
    shown = _ADDRESS.sub("@http://model", agent) if _ADDRESS.search(agent) else short_name(agent)
    header = run.header.model_copy(update={"agent": shown})
    empty: dict[str, Any] = {"agent": "", "problem": "", "unread": "", "suite": SUITE}
    results = [replace(line, trajectory=None, record=replace(line.record, **empty)) for line in run.played()]
    return Submission(by, header, tuple(sorted(results, key=lambda line: (line.record.task_id, line.episode))))


def figures(submission: Submission) -> dict[str, Any]:
    """Return the figures of a submission, which follow from its results alone.

    ``platforms`` and ``levels`` have success rates, ``invalid_actions`` a share, ``cost`` dollars if the agent logs
    them. Rates are of scored episodes, and the interval is of 95 %.
    """
    records = [line.record for line in submission.results]
    report: Mapping[str, Any] = {**summarise(records)}
    scored = [record for record in records if not record.unscored]
    usage = total_usage(line.usage for line in submission.results) or {}
    tokens = [record.tokens for record in scored if record.tokens is not None]
    found: dict[str, Any] = {
        **{name: report[name] for name in _REPORTED},
        "steps": _mean(record.actions for record in scored),
        "tokens": sum(tokens) if tokens else None,
        "cost": usage.get("cost"),
        "platforms": {of: _success(scored, _ids(platform=p)) for p, of in PLATFORM_NAMES.items()},
        "levels": {level: _success(scored, _ids(level=level)) for level in LEVELS},
    }
    return {name: _rounded(value) for name, value in found.items()}


def _ids(platform: str = "", level: str = "") -> set[str]:
    """The ids of the tasks of a platform and a level; "" for all."""
    named = [of for name, of in task_digests().items() if platform in ("", name)]
    return {f"{PREFIX}{i}" for of in named for name, ids in of.items() if level in ("", name) for i in ids}


def _success(records: Sequence[EpisodeRecord], ids: Collection[str]) -> float | None:
    return _mean(record.success for record in records if record.task_id in ids)


def _mean(values: Iterable[float]) -> float | None:
    known = list(values)
    return sum(known) / len(known) if known else None


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _rounded(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_rounded(inner) for inner in value]
    return round(value, _DIGITS) if isinstance(value, float) else value


# -- the file ---------------------------------------------------------------------------------------------------------


def dump(submission: Submission) -> str:
    """Return the text of a file, a line for each result."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "agent": submission.name,
        "by": submission.by,
        "budget": BUDGET,
        "run": submission.header.model_dump(mode="json", exclude={"record"}),
        "figures": figures(submission),
        "results": [_plain(line) for line in submission.results],
    }
    head = [f" {json.dumps(name)}: {json.dumps(value)},\n" for name, value in content.items() if name != "results"]
    rows = ",\n".join(f"  {json.dumps(row)}" for row in content["results"])
    return f'{{\n{"".join(head)} "results": [\n{rows}\n ],\n "sha256": "{_hash(content)}"\n}}\n'


def _plain(line: EpisodeLine) -> dict[str, Any]:
    """A result without what has its default."""
    record = asdict(line.record)
    usual = {f.name: None if f.default is MISSING else f.default for f in fields(EpisodeRecord)}
    kept = {name: value for name, value in record.items() if name not in _LEFT_OUT and value != usual[name]}
    return {"episode": line.episode, **kept, **({} if line.usage is None else {"usage": dict(line.usage)})}


def _hash(content: Mapping[str, Any]) -> str:
    """The SHA-256 of JSON values in one spelling: sorted names, no spaces."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def read(path: Path) -> Submission:
    """Read a file, and check that it is whole and as it was made.

    Raises:
        SubmissionError: It is none, was changed, or is of another format.
    """
    try:
        data = parse_json(read_text(path, MAX_RECORD))
        if isinstance(data, dict) and data.get("format") != FORMAT:
            raise SubmissionError(
                f"{path}: expected the format {FORMAT}, got {show_value(data.get('format'))}. Make the file with "
                "omnigym leaderboard submit of this version."
            )
        model = _Model.model_validate(data)
        header = RunHeader.model_validate(model.run)
        results = [
            EpisodeLine.from_line(json.dumps(row | {"suite": SUITE}), f"results[{n}]")
            for n, row in enumerate(model.results)
        ]
        hashed = _hash({name: value for name, value in data.items() if name != "sha256"})
    except FileNotFoundError:
        raise SubmissionError(f"{path}: there is no such file. Make one with omnigym leaderboard submit.") from None
    except ValidationError as e:
        error = e.errors(include_url=False)[0]
        where = place_of(error["loc"]) or "whole"
        raise _damaged(path, f"{where}: {error['msg']}, got {show_value(error['input'])}") from None
    except (UnreadableError, RecordingError, UnicodeEncodeError, ValueError) as e:
        if isinstance(e, SubmissionError):
            raise
        raise _damaged(path, str(e)) from None
    if hashed != model.sha256:
        raise _damaged(path, f"its content has the hash {hashed[:8]}, and it says {model.sha256[:8]}")
    found = Submission(model.by, header, tuple(results))
    made = {"agent": found.name, "budget": BUDGET, "figures": figures(found)}
    for name, value in made.items():
        if value != getattr(model, name):
            raise _damaged(path, f"{name} is {show_value(getattr(model, name))}, and follows as {show_value(value)}")
    return found


def _damaged(path: Path, problem: str) -> SubmissionError:
    return SubmissionError(f"{path}: {problem}. The file was changed or damaged: make it anew from its run.")


# -- the rules --------------------------------------------------------------------------------------------------------


def check_rules(submission: Submission) -> None:
    """Check that a run is one for the board, of the tasks of this version.

    Raises:
        SubmissionError: Names the first rule that it breaks, and the remedy.
    """
    settings = submission.header.settings
    _expect("env", settings["env"], (",".join(suites()[SUITE].environments),))
    for name, wanted in _WANTED.items():
        _expect(name, settings.get(name, wanted[0]), wanted)
    known = _ids()
    count = Counter(line.record.task_id for line in submission.results)
    for problem, ids in (
        ("has no result of", known - set(count)),
        ("has results of tasks that are not of the board:", set(count) - known),
        ("has more than one result of", {name for name, number in count.items() if number > 1}),
    ):
        if ids:
            more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
            raise SubmissionError(f"The run {problem} {min(ids)[:120]}{more}. Play each task once: {_PLAY}")
    for line in submission.results:
        if line.record.actions > BUDGET:
            raise SubmissionError(f"{line.record.task_id} took {line.record.actions} steps of {BUDGET}. {_PLAY}")
    unscored = sum(line.record.unscored for line in submission.results)
    if unscored > MOST_UNSCORED:
        raise SubmissionError(
            f"{unscored} episodes have no score, and {MOST_UNSCORED} are the most. Play them again: omnigym evaluate "
            "--resume RUN --unscored"
        )
    tasks = board_suite("")
    if submission.header.task_set != fingerprint(tasks):
        made = submission.header.versions.get("omnigym", "unknown")
        raise SubmissionError(
            f"The run is of another version of the tasks (omnigym {made}, tasks {submission.header.task_set[:8]}; here "
            f"{fingerprint(tasks)[:8]}). Play it again with this version, or check it with the other one."
        )
    records = {task.id: record_of(task) for task in tasks}
    for record in (line.record for line in submission.results):
        made_of = records[record.task_id]
        if (record.nodes, record.edges) != (made_of.nodes, made_of.edges):
            raise SubmissionError(f"The result of {record.task_id} has other nodes than the task. {_PLAY}")


_PLAY = "omnigym evaluate --suite board --agent AGENT --out RUN"


def _expect(name: str, value: object, wanted: tuple[object, ...]) -> None:
    if value not in wanted:
        raise SubmissionError(f"{name} is {show_value(value)}, and the board takes {wanted[0]!r} alone. {_PLAY}")
