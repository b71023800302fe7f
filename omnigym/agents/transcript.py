"""What was said to models and by them, on disk: a file of JSON lines an episode, the pictures beside it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from omnigym.agents.model import Answer, Asked, Picture
from omnigym.errors import RecordingError
from omnigym.foreign import append_to, replace_file, sound_text

__all__ = ["Transcript"]


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
            (folder / "pictures").mkdir(parents=True, exist_ok=True)
            replace_file(self.path, "")
        except OSError as e:
            raise self._error(e) from e

    def picture(self, picture: Picture) -> str:
        """Keep a picture; its path, relative to the folder."""
        name = f"pictures/{hashlib.sha256(picture.data).hexdigest()[:24]}.{picture.kind}"
        path = self._folder / name
        if not path.exists():
            try:
                replace_file(path, picture.data)  # another process may write the same: most episodes begin alike
            except OSError as e:
                raise self._error(e) from e
        return name

    def exchange(self, step: int, role: str, messages: Sequence[Asked], answer: Answer | None, error: str = "") -> None:
        """Write what was said at a step.

        Raises:
            RecordingError: It cannot be written.
        """
        line: dict[str, Any] = {"step": step, "role": role, "messages": [self._plain(m) for m in messages]}
        line |= {"answer": asdict(answer)} if answer is not None else {"error": error}
        try:
            with append_to(self.path) as file:
                file.write(f"{sound_text(json.dumps(line, ensure_ascii=False))}\n".encode())
        except OSError as e:
            raise self._error(e) from e

    def _plain(self, message: Asked) -> Mapping[str, Any]:
        parts = [{"picture": self.picture(p)} if isinstance(p, Picture) else {"text": p} for p in message.parts]
        out: dict[str, Any] = {"role": message.role, "parts": parts}
        if message.calls:
            out["calls"] = [asdict(c) for c in message.calls]
        return out | ({"call_id": message.call_id} if message.call_id else {})

    def _error(self, e: OSError) -> RecordingError:
        return RecordingError(f"Cannot write the transcript {self.path}: {e.strerror or e}.")
