"""The messages to and from a language model: the transcript, and the roles that talk with the model."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from omnigym.agents.dialects.call_syntax import apart
from omnigym.agents.model import Answer, Model, PromptMessage, PromptPicture, Tool
from omnigym.errors import AgentError, RecordingError
from omnigym.foreign import append_to, replace_file, sound_text

__all__ = ["Talker", "Transcript", "keep_picture"]

# -- transcript -------------------------------------------------------------------------------------------------------

# What was said to models and by them, on disk: a file of JSON lines an episode, the pictures beside it.


class Transcript:
    """Writes one episode's, line by line, as it is said: ``FOLDER/000012-TASK.jsonl``, pictures in ``FOLDER/pictures``.

    A line is an exchange: ``{"step", "role", "messages", "answer" or "error"}``. Messages are those that are new since
    the exchange of the same role before it; the first has the system's. Keys are never written.

    Args:
        folder: The directory; made.
        task, seed: The episode's, of which the file's name is made; one of the same name is replaced.

    Raises:
        RecordingError: It cannot be written.
    """

    def __init__(self, folder: Path, task: str, seed: int) -> None:
        self._folder = folder
        name = re.sub(r"[^\w.@-]+", "_", task)[:120]
        self.path = folder / f"{seed:06d}-{name}.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, "")
        except OSError as e:
            raise self._error(e) from e

    def exchange(
        self, step: int, role: str, messages: Sequence[PromptMessage], answer: Answer | None, error: str = ""
    ) -> None:
        """Write the messages of a step.

        Raises:
            RecordingError: It cannot be written.
        """
        line: dict[str, object] = {"step": step, "role": role, "messages": [self._plain(m) for m in messages]}
        line |= {"answer": asdict(answer)} if answer is not None else {"error": error}
        try:
            with append_to(self.path) as file:
                file.write(f"{sound_text(json.dumps(line, ensure_ascii=False))}\n".encode())
        except OSError as e:
            raise self._error(e) from e

    def _plain(self, message: PromptMessage) -> Mapping[str, Any]:
        folder = self._folder
        parts = [
            {"picture": keep_picture(folder, p)} if isinstance(p, PromptPicture) else {"text": p} for p in message.parts
        ]
        out: dict[str, object] = {"role": message.role, "parts": parts}
        if message.calls:
            out["calls"] = [asdict(c) for c in message.calls]
        return out | ({"call_id": message.call_id} if message.call_id else {})

    def _error(self, e: OSError) -> RecordingError:
        return RecordingError(f"Cannot write the transcript {self.path}: {e.strerror or e}.")


def keep_picture(folder: Path, picture: PromptPicture) -> str:
    """Save a picture, and return its path, relative to the folder.

    Args:
        folder: The directory, in whose directory ``pictures`` it comes.
        picture: The picture.

    Raises:
        RecordingError: It cannot be written.
    """
    name = f"pictures/{hashlib.sha256(picture.data).hexdigest()[:24]}.{picture.kind}"
    path = folder / name
    if not path.exists():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, picture.data)  # another process may write the same: most episodes begin alike
        except OSError as e:
            raise RecordingError(f"Cannot write the picture {path}: {e.strerror or e}.") from e
    return name


# -- talker -----------------------------------------------------------------------------------------------------------

# A conversation with a model in one role: its messages, the answers, and how much of both is sent again.

_EARLIER = "(what was shown here is not shown any more)"


@dataclass(frozen=True, slots=True)
class _Turn:
    """What was said once: results of the calls before, words, what was shown with them, and the answer."""

    results: tuple[PromptMessage, ...]
    words: str
    shown: tuple[str | PromptPicture, ...]
    reply: PromptMessage

    def messages(self, *, shown: bool) -> list[PromptMessage]:
        parts = tuple([p for p in (self.words, *(self.shown if shown else (_EARLIER,) if self.shown else ())) if p])
        return [*self.results, *([PromptMessage("user", parts)] if parts else []), self.reply]


class Talker:
    """A conversation with a model in one role, for one episode.

    Args:
        model: The model.
        role: Its name in transcripts.
        system: What it is told first, the task in full among it; it is never left out.
        screens: How many of the screens that it was shown it sees, the present one among them.
        turns: How many of the last turns it is told again; None for all.
        transcript: Where what is said is written; None for nowhere.
    """

    def __init__(
        self,
        model: Model,
        role: str,
        system: str,
        screens: int = 1,
        turns: int | None = None,
        transcript: Transcript | None = None,
    ) -> None:
        self._model, self._role = model, role
        self._screens, self._kept, self._transcript = screens, turns, transcript
        self._system = PromptMessage("system", (system,))
        self._before: tuple[PromptMessage, ...] = ()
        self._turns: list[_Turn] = []
        self._new: tuple[PromptMessage, ...] = ()

    @property
    def new(self) -> tuple[PromptMessage, ...]:
        """The messages of the last turn: the new messages and the answer."""
        return self._new

    def recall(self, messages: Sequence[PromptMessage]) -> None:
        """Restore the messages before this conversation, which are sent again each time."""
        self._before = tuple(messages)

    def ask(
        self,
        step: int,
        words: str,
        shown: tuple[str | PromptPicture, ...] = (),
        tools: Sequence[Tool] = (),
        results: Sequence[str] = (),
    ) -> Answer:
        """Send a message and return the answer.

        Args:
            step: The environment's, for the transcript.
            words: What is said, and told again later.
            shown: What it sees now: the parts of the observation.
            tools: What it may call.
            results: What came of each call of the last answer.

        Raises:
            AgentError: It gave no answer.
            RecordingError: The transcript cannot be written.
        """
        calls = self._turns[-1].reply.calls if self._turns else ()
        told = tuple(
            [PromptMessage("tool", (text,), call_id=call.id) for call, text in zip(calls, results, strict=True)]
        )
        turn = _Turn(told, words, shown, PromptMessage("assistant"))
        heard = turn.messages(shown=True)[:-1]
        new = heard if self._turns else [self._system, *heard]
        try:
            answer = self._model.answer([self._system, *self._earlier(), *heard], tools)
        except AgentError as e:
            if self._transcript is not None:
                self._transcript.exchange(step, self._role, new, None, str(e))
            raise
        if tools:
            answer = _numbered(answer, step)
        elif answer.calls:
            answer = replace(answer, calls=(), items=())
        if self._transcript is not None:
            self._transcript.exchange(step, self._role, new, answer)
        answer = apart(answer)
        reply = PromptMessage("assistant", (answer.text,) if answer.text else (), answer.calls, items=answer.items)
        self._turns.append(replace(turn, reply=reply))
        self._new = (*new, reply)
        return answer

    def _earlier(self) -> list[PromptMessage]:
        turns = self._turns if self._kept is None else self._turns[max(len(self._turns) - self._kept, 0) :]
        seen = len(turns) - (self._screens - 1)
        messages = [m for n, turn in enumerate(turns) for m in turn.messages(shown=n >= seen)]
        # the messages sent again must not begin with the result of a call that is left out
        while messages and messages[0].role == "tool":
            del messages[0]
        return [*self._before, *messages]


def _numbered(answer: Answer, step: int) -> Answer:
    """An answer whose calls have ids that differ: by these results are told, and servers forget or repeat them."""
    ids = [call.id for call in answer.calls]
    if len(set(ids)) == len(ids) and all(ids):
        return answer
    calls = tuple([replace(c, id=f"call_{step}_{n}") for n, c in enumerate(answer.calls)])
    return replace(answer, calls=calls, items=())  # what came has the old ids
