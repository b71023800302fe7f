"""A model behind HTTP: OpenAI's chat completions, which nearly every server speaks."""

from __future__ import annotations

import email.utils
import http.client
import json
import os
import random
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, NoReturn
from urllib.parse import urlsplit

from omnigym.agents._deadline import opener_with_deadline
from omnigym.agents.model import Answer, Asked, Call, Picture, Tool, Usage
from omnigym.errors import (
    AgentError,
    ConfigError,
    ModelAnswerError,
    ModelLimitError,
    ModelLostError,
    ModelRefusedError,
    ModelTimeoutError,
    UnreadableError,
)
from omnigym.foreign import parse_json, shown, sound_text

__all__ = ["KEY_VARIABLE", "Endpoint", "RateLimit"]

#: The environment variable with the key, by default. No other service's key is sent anywhere unasked.
KEY_VARIABLE: Final = "OMNIGYM_API_KEY"
#: The most bytes of an answer that are read.
_MOST_BYTES: Final = 16 << 20
#: What is sent again: too early, too often, and whatever the server says of itself.
_AGAIN: Final = frozenset((408, 409, 425, 429))
_LONGEST_WAIT_S: Final = 60.0


class RateLimit:
    """Lets so many requests a minute begin, evenly, whatever thread they are of.

    Args:
        per_minute: How many; None for any number.
        clock, sleep: Of the time, in seconds.
    """

    def __init__(
        self,
        per_minute: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if per_minute is not None and not per_minute > 0:
            raise ConfigError(f"per_minute must be a positive number of requests, got {per_minute}.")
        self._gap = 60.0 / per_minute if per_minute else 0.0
        self._clock, self._sleep = clock, sleep
        self._next = 0.0
        self._lock = threading.Lock()

    def wait(self) -> None:
        """Wait until the next request may begin."""
        with self._lock:
            now = self._clock()
            at = max(now, self._next)
            self._next = at + self._gap
        if at > now:
            self._sleep(at - now)


@dataclass
class Endpoint:
    """A model behind an OpenAI-compatible endpoint; an `omnigym.agents.model.Model`.

    What the endpoint fails in is asked again, after a wait that doubles each time (with a part by chance, so that many
    that failed together do not come back together) or as long as its ``Retry-After`` says. What it refuses (a wrong
    key, an unknown model) is not.

    Args:
        model: The model's name there.
        url: The base, such as ``http://localhost:8000/v1``; ``/chat/completions`` is added.
        key_variable: The environment variable that holds the key, if there is one; it is sent to ``url`` alone.
        request: What else is sent with each request, such as ``{"temperature": 0, "max_tokens": 2000}``.
        timeout: Seconds for one answer, all of it.
        retries: How often it is asked again.
        backoff: Seconds before it is asked again the first time.
        longest_wait: Seconds that a ``Retry-After`` may ask for; who wants more is given up.
        limit: The rate limit; share one between endpoints of one account.
        prices: US dollars for a million tokens of prompt and of answer; None if nobody knows. An endpoint that tells
            the cost itself is believed.
        sleep: How it waits.

    Raises:
        ConfigError: An argument is wrong.
    """

    model: str
    url: str
    key_variable: str = KEY_VARIABLE
    request: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 120.0
    retries: int = 5
    backoff: float = 1.0
    longest_wait: float = _LONGEST_WAIT_S
    limit: RateLimit = field(default_factory=RateLimit)
    prices: tuple[float, float] | None = None
    sleep: Callable[[float], None] = time.sleep

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError(f"url must be an address such as http://localhost:8000/v1, got {shown(self.url)}.")
        if parts.username is not None or parts.query:
            raise ConfigError(f"url must have no user and no query: the key goes into ${self.key_variable}.")
        if not self.timeout > 0 or self.retries < 0 or self.backoff < 0:
            raise ConfigError(
                "timeout must be positive, retries and backoff at least 0, "
                f"got {self.timeout}, {self.retries}, {self.backoff}."
            )
        taken = {"model", "messages", "tools", "stream"} & set(self.request)
        if taken:
            raise ConfigError(f"request must not hold {', '.join(sorted(taken))}: these are the agent's own.")
        self._random = random.Random(0)

    def answer(self, messages: Sequence[Asked], tools: Sequence[Tool] = ()) -> Answer:
        """The model's answer.

        Raises:
            ModelLostError: The endpoint cannot be reached, hangs up, or says that it is broken.
            ModelTimeoutError: It did not answer in time.
            ModelLimitError: It lets nobody in, for longer than is waited.
            ModelRefusedError: It refuses the request.
            ModelAnswerError: What it answers is no chat completion.
        """
        body: dict[str, Any] = {**self.request, "model": self.model, "messages": [_message(m) for m in messages]}
        if tools:
            body["tools"] = [_tool(t) for t in tools]
        data = sound_text(json.dumps(body, ensure_ascii=False)).encode()
        began = time.monotonic()
        for attempt in range(self.retries + 1):
            self.limit.wait()
            try:
                answer = self._once(data)
            except ModelRefusedError:
                raise
            except AgentError as e:
                asked = e.retry_after if isinstance(e, ModelLimitError) else None
                if attempt == self.retries or (asked or 0.0) > self.longest_wait:
                    raise
                own = self.backoff * 2.0**attempt * (1 + self._random.random() / 4)
                self.sleep(min(own, self.longest_wait) if asked is None else asked)
            else:
                usage, text, calls, thought, finish = answer
                return Answer(text, calls, thought, finish, usage, attempt, time.monotonic() - began)
        raise AssertionError("the last attempt returns or raises")

    def _once(self, data: bytes) -> tuple[Usage, str, tuple[Call, ...], str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "omnigym"}
        key = os.environ.get(self.key_variable, "").strip()
        if key and not (key.isascii() and key.isprintable()):
            raise ConfigError(f"The key in ${self.key_variable} has characters that no header can hold.")
        if key:
            headers["Authorization"] = f"Bearer {key}"
        where = f"{self.url.rstrip('/')}/chat/completions"
        try:
            request = urllib.request.Request(where, data, headers, method="POST")
            with opener_with_deadline(self.timeout) as opener:
                try:
                    with opener.open(request, timeout=self.timeout) as response:
                        raw = response.read(_MOST_BYTES + 1)
                        if response.length and len(raw) <= _MOST_BYTES:
                            raise http.client.IncompleteRead(raw, response.length)
                except urllib.error.HTTPError as e:
                    with e:
                        self._refused(e.code, e.headers, _excerpt(e))
        except TimeoutError:
            raise ModelTimeoutError(f"{self._who} did not answer within {self.timeout:g} s.") from None
        except (OSError, http.client.HTTPException, ValueError) as e:
            reason = getattr(e, "reason", None) or e
            if isinstance(reason, TimeoutError):
                raise ModelTimeoutError(f"{self._who} did not answer within {self.timeout:g} s.") from None
            raise ModelLostError(
                f"{self._who} cannot be talked with: {type(reason).__name__}: {reason}. Is it running?"
            ) from None
        if len(raw) > _MOST_BYTES:
            raise ModelAnswerError(f"{self._who} answered more than {_MOST_BYTES >> 20} MiB.")
        return self._read(raw)

    @property
    def _who(self) -> str:
        return f"The model {self.model!r} at {self.url}"

    def _refused(self, code: int, headers: Any, said: str) -> NoReturn:
        what = f"{self._who} says {code} {http.client.responses.get(code, '')}: {said}"
        if code == 429 or (code == 503 and headers.get("Retry-After")):
            error = ModelLimitError(what)
            error.retry_after = _seconds(headers.get("Retry-After"))
            raise error
        if code in _AGAIN or code >= 500:
            raise ModelLostError(what)
        hint = f" Set ${self.key_variable} to the key." if code in (401, 403) else ""
        raise ModelRefusedError(what + hint)

    def _read(self, raw: bytes) -> tuple[Usage, str, tuple[Call, ...], str, str]:
        try:
            data = parse_json(raw.decode())
            choice = data["choices"][0]
            message = choice["message"]
            text, thought = message.get("content"), message.get("reasoning_content") or message.get("reasoning")
            calls = tuple([_call(c) for c in message.get("tool_calls") or ()])
            usage = self._usage(data.get("usage") or {})
            finish = str(choice.get("finish_reason") or "")
        except (UnreadableError, LookupError, TypeError, AttributeError, ValueError) as e:
            raise ModelAnswerError(
                f"{self._who} answered what is no chat completion ({type(e).__name__}: {e}): "
                f"{shown(raw[:300].decode(errors='replace'))}"
            ) from None
        return usage, _text(text), calls, _text(thought), finish

    def _usage(self, told: Mapping[str, Any]) -> Usage:
        prompt, completion = int(told.get("prompt_tokens") or 0), int(told.get("completion_tokens") or 0)
        cost = told.get("cost")
        if cost is None and self.prices is not None:
            cost = (prompt * self.prices[0] + completion * self.prices[1]) / 1e6
        return Usage(prompt, completion, None if cost is None else float(cost))


def _text(content: object) -> str:
    """The text of a content, which some servers give in parts."""
    if isinstance(content, list):
        return "\n".join([str(p.get("text", "")) for p in content if isinstance(p, Mapping)])
    return content if isinstance(content, str) else ""


def _call(call: Mapping[str, Any]) -> Call:
    function = call["function"]
    arguments = function.get("arguments") or "{}"
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments)  # some servers have read it already
    return Call(str(function["name"]), arguments, str(call.get("id") or ""))


def _tool(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _message(message: Asked) -> dict[str, Any]:
    """A message as the endpoint takes it."""
    out: dict[str, Any] = {"role": message.role}
    if any(isinstance(part, Picture) for part in message.parts):
        out["content"] = [
            {"type": "image_url", "image_url": {"url": part.url}}
            if isinstance(part, Picture)
            else {"type": "text", "text": part}
            for part in message.parts
        ]
    else:
        out["content"] = message.text
    if message.calls:
        out["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
            for c in message.calls
        ]
        out["content"] = out["content"] or None
    if message.role == "tool":
        out["tool_call_id"] = message.call_id
    return out


def _excerpt(error: urllib.error.HTTPError) -> str:
    try:
        text = error.read(2000).decode(errors="replace")
    except (OSError, http.client.HTTPException, ValueError):
        return ""
    try:
        told = parse_json(text)["error"]
        text = str(told["message"] if isinstance(told, Mapping) else told)
    except (UnreadableError, LookupError, TypeError):
        pass
    return shown(" ".join(text.split())[:300])


def _seconds(retry_after: str | None) -> float | None:
    """The seconds of a ``Retry-After``, which is a number or a date."""
    if not retry_after:
        return None
    try:
        return max(float(retry_after), 0.0)
    except ValueError:
        pass
    try:
        date = email.utils.parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max((date - datetime.now(UTC)).total_seconds(), 0.0)
