"""Files of answers: a line a point, with which an interrupted run goes on and which ``omnigym omniact score`` reads."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from omnigym.baselines.interleaving import in_turns
from omnigym.benchmarks.omniact.baselines.agent import Reply, ScriptAgent
from omnigym.benchmarks.omniact.dataset import Point
from omnigym.errors import AgentError, ConfigError, OmnigymError, UnreadableError
from omnigym.foreign import append_to, parse_json, read_lines, replace_file, shown
from omnigym.foreign.limits import MAX_LINE

__all__ = ["Answered", "answer_points", "read_answers"]


class Answered(NamedTuple):
    """What came of a point.

    Attributes:
        id: The point's name in the whole set, such as ``test/12``.
        reply: The answer; None if what the agent runs on failed, or a file of the point cannot be read.
        unscored: Why there is none; "" if there is one.
    """

    id: str
    reply: Reply | None
    unscored: str = ""

    def to_line(self) -> str:
        """The line of a file, without its end."""
        if self.reply is None:
            return json.dumps({"id": self.id, "script": None, "unscored": self.unscored}, ensure_ascii=False)
        return json.dumps({"id": self.id, **self.reply._asdict()}, ensure_ascii=False)


def read_answers(path: Path) -> dict[str, Answered]:
    """The answers of a file by the ids of their points; of one that stands there twice the later line counts.

    Raises:
        FileNotFoundError: There is none.
        ConfigError: A line is damaged; says which.
    """
    found: dict[str, Answered] = {}
    number = 1
    try:
        for line in read_lines(path, MAX_LINE):
            answered = _answered(line)
            found[answered.id] = answered
            number += 1
    except UnreadableError as e:
        raise ConfigError(f"{path}, line {number}: {e}. Remove the file to answer anew.") from None
    return found


def _answered(line: str) -> Answered:
    value: Any = parse_json(line)
    match value:
        case {"id": str(id_), "script": None, "unscored": str(why)}:
            return Answered(id_, None, why)
        case {"id": str(id_), "script": str(script)} if _is_counted(value):
            return Answered(id_, Reply(script, value.get("prompt_tokens", 0), value.get("completion_tokens", 0)))
    raise UnreadableError(f"expected an object with id and script, got {shown(line)}")


def _is_counted(value: Mapping[str, object]) -> bool:
    return all(type(value.get(name, 0)) is int for name in ("prompt_tokens", "completion_tokens"))


def answer_points(
    agent: ScriptAgent, points: Sequence[Point], path: Path | None = None, at_once: int = 1
) -> Iterator[Answered]:
    """Answer points, or those that a file lacks, and add the answers to it.

    Args:
        agent: Who answers.
        points: Which points.
        path: The file; None for none. Points that failed before are answered again.
        at_once: How many points are answered at once, each while others wait for a model.

    Yields:
        The answers of the file, then the others as they come.

    Raises:
        ConfigError: The file is damaged, or cannot be written.
        AgentError: The very first answer failed, so that what the agent runs on is not there.
    """
    known = read_answers(path) if path is not None and path.exists() else {}
    done = {id_: answered for id_, answered in known.items() if answered.reply is not None}
    todo = [place for place, point in enumerate(points) if point.key not in done]
    yield from (done[point.key] for point in points if point.key in done)
    if not todo:
        return
    makes = [lambda: _Answering(agent, points)] * min(at_once, len(todo))
    with contextlib.ExitStack() as stack:
        file = None if path is None else stack.enter_context(_appended(path, done.values()))
        for place, said in in_turns(makes, todo):
            if isinstance(said, OmnigymError):
                if isinstance(said, AgentError) and not done:
                    raise said
                answered = Answered(points[place].key, None, f"{type(said).__name__}: {said}")
            else:
                answered = done[points[place].key] = Answered(points[place].key, said)
            if file is not None:
                file.write(f"{answered.to_line()}\n".encode())
                file.flush()
            yield answered


class _Answering:
    """Answers points by their places, in one thread of several."""

    def __init__(self, agent: ScriptAgent, points: Sequence[Point]) -> None:
        self._agent, self._points = agent, points

    def __call__(self, item: int) -> Reply | AgentError | UnreadableError:
        try:
            return self._agent.answer(self._points[item])
        except (AgentError, UnreadableError) as e:  # neither says anything of how well it answers
            return e

    def close(self) -> None:
        """Nothing is held."""


def _appended(path: Path, kept: Iterable[Answered]) -> BinaryIO:
    """A file with these answers, to add others: what a killed run left of a line is gone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, "".join([f"{answered.to_line()}\n" for answered in kept]))
        return append_to(path)
    except OSError as e:
        raise ConfigError(f"Cannot write {path}: {e.strerror}. Name a folder that can be written.") from e
