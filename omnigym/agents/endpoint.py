"""A model behind HTTP: OpenAI's chat completions, which nearly every server speaks."""

from __future__ import annotations

import asyncio
import base64
import email.utils
import functools
import http
import json
import math
import os
import random
import threading
import time
import weakref
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, Final, NoReturn
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, BeforeValidator, Field, StrictStr, ValidationError

from omnigym.agents.model import Answer, Asked, Call, Part, Picture, Sound, Tool, Usage
from omnigym.baselines.turns import result_of
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
from omnigym.foreign import parse_json, place_of, shown, sound_text

__all__ = ["KEY_VARIABLE", "Endpoint", "RateLimit"]

#: The environment variable with the key, by default. No other service's key is sent anywhere unasked.
KEY_VARIABLE: Final = "OMNIGYM_API_KEY"
#: The most bytes of an answer that are read, and of a refusal.
_MOST_BYTES: Final = 16 << 20
_REFUSAL_BYTES: Final = 2000
#: The most calls of an answer that are read: far more than an agent does of one answer.
_MOST_CALLS: Final = 256
#: A shorter key is a placeholder such as "EMPTY": replacing it would change what models say.
_SHORTEST_KEY: Final = 8
#: What is sent again: too early, too often, and whatever the server says of itself.
_AGAIN: Final = frozenset((408, 409, 425, 429))
_LONGEST_WAIT_S: Final = 60.0


@functools.cache
def _loop() -> asyncio.AbstractEventLoop:
    """The event loop of all endpoints of this process, in a thread of its own."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="omnigym-endpoints", daemon=True).start()
    return loop


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_loop.cache_clear)  # the thread stays with the parent


class RateLimit:
    """Lets so many requests a minute begin, evenly.

    Args:
        per_minute: How many; None for any number.
        clock, sleep: Of the time, in seconds.
    """

    def __init__(
        self,
        per_minute: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        if per_minute is not None and not per_minute > 0:
            raise ConfigError(f"per_minute must be a positive number of requests, got {per_minute}.")
        self._gap = 60.0 / per_minute if per_minute else 0.0
        self._clock, self._sleep = clock, sleep
        self._next = 0.0

    async def wait(self) -> None:
        """Wait until the next request may begin."""
        now = self._clock()
        at = max(now, self._next)
        self._next = at + self._gap
        if at > now:
            await self._sleep(at - now)


@dataclass
class Endpoint:
    """A model behind an OpenAI-compatible endpoint; an `omnigym.agents.model.Model`.

    What the endpoint fails in is asked again, after a wait that doubles each time (with a part by chance, so that many
    that failed together do not come back together) or as long as its ``Retry-After`` says. What it refuses (a wrong
    key, an unknown model) is not. A key of eight characters or more is in no text that comes from here: not in an
    answer, nor in an error.

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
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep

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
        self._client: tuple[asyncio.AbstractEventLoop, httpx.AsyncClient] | None = None

    def answer(self, messages: Sequence[Asked], tools: Sequence[Tool] = ()) -> Answer:
        """The model's answer. Other threads go on meanwhile (`omnigym.baselines.turns`).

        Raises:
            ModelLostError: The endpoint cannot be reached, hangs up, or says that it is broken.
            ModelTimeoutError: It did not answer in time.
            ModelLimitError: It lets nobody in, for longer than is waited.
            ModelRefusedError: It refuses the request.
            ModelAnswerError: What it answers is no chat completion.
            ConfigError: The key cannot be sent.
        """
        return result_of(asyncio.run_coroutine_threadsafe(self._answer(messages, tools), _loop()))

    async def _answer(self, messages: Sequence[Asked], tools: Sequence[Tool]) -> Answer:
        body: dict[str, Any] = {**self.request, "model": self.model, "messages": [_message(m) for m in messages]}
        if tools:
            body["tools"] = [_tool(t) for t in tools]
        data = sound_text(json.dumps(body, ensure_ascii=False)).encode()
        key = self._key()
        began = time.monotonic()
        for attempt in range(self.retries + 1):
            await self.limit.wait()
            try:
                answer = await self._once(data, key)
            except ModelRefusedError as e:
                raise _without(key, e, self.key_variable) from None
            except AgentError as e:
                asked = e.retry_after if isinstance(e, ModelLimitError) else None
                if attempt == self.retries or (asked or 0.0) > self.longest_wait:
                    raise _without(key, e, self.key_variable) from None
                own = self.backoff * 2.0**attempt * (1 + self._random.random() / 4)
                await self.sleep(min(own, self.longest_wait) if asked is None else asked)
            else:
                usage, text, calls, thought, finish = answer
                return Answer(text, calls, thought, finish, usage, attempt, time.monotonic() - began)
        raise AssertionError("the last attempt returns or raises")

    def _key(self) -> str:
        key = os.environ.get(self.key_variable, "").strip()
        if key and not (key.isascii() and key.isprintable()):
            raise ConfigError(f"The key in ${self.key_variable} has characters that no header can hold.")
        return key

    async def _once(self, data: bytes, key: str) -> tuple[Usage, str, tuple[Call, ...], str, str]:
        # a compressed answer could be any size once it is unpacked
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        where = f"{self.url.rstrip('/')}/chat/completions"
        try:
            async with (
                asyncio.timeout(self.timeout),
                self._connected().stream("POST", where, content=data, headers=headers) as response,
            ):
                good = response.is_success
                raw = await _read(response, _MOST_BYTES if good else _REFUSAL_BYTES)
        except TimeoutError:
            raise ModelTimeoutError(f"{self._who} did not answer within {self.timeout:g} s.") from None
        except Exception as e:  # the one boundary of endpoints: whatever asking one brings about is its failure
            raise ModelLostError(
                f"{self._who} cannot be talked with: {type(e).__name__}: {shown(str(e))}. Is it running?"
            ) from e
        if not good:
            self._refused(response.status_code, response.headers.get("Retry-After"), _excerpt(raw))
        if len(raw) > _MOST_BYTES:
            raise ModelAnswerError(f"{self._who} answered more than {_MOST_BYTES >> 20} MiB.")
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise ModelAnswerError(f"{self._who} answered compressed, which nobody asked for.")
        return self._said(raw, key)

    def _connected(self) -> httpx.AsyncClient:
        """The client, made in the loop where it is used; a redirection is an error, as the key would go wherever."""
        loop = asyncio.get_running_loop()
        if self._client is None or self._client[0] is not loop:  # after a fork there is another one
            client = httpx.AsyncClient(timeout=None, follow_redirects=False, headers={"User-Agent": "omnigym"})
            self._client = loop, client
            weakref.finalize(self, lambda: asyncio.run_coroutine_threadsafe(client.aclose(), loop)).atexit = False
        return self._client[1]

    @property
    def _who(self) -> str:
        return f"The model {self.model!r} at {self.url}"

    def _refused(self, code: int, retry_after: str | None, said: str) -> NoReturn:
        phrase = http.HTTPStatus(code).phrase if code in http.HTTPStatus._value2member_map_ else ""
        what = f"{self._who} says {code} {phrase}: {said}"
        if code == 429 or (code == 503 and retry_after):
            error = ModelLimitError(what)
            error.retry_after = _seconds(retry_after)
            raise error
        if code in _AGAIN or code >= 500:
            raise ModelLostError(what)
        hint = f" Set ${self.key_variable} to the key." if code in (401, 403) else ""
        raise ModelRefusedError(what + hint)

    def _said(self, raw: bytes, key: str) -> tuple[Usage, str, tuple[Call, ...], str, str]:
        try:
            completion = _Completion.model_validate(parse_json(raw.decode()))
            choice = completion.choices[0]
            called = choice.message.called()
        except (UnreadableError, UnicodeDecodeError, ValidationError) as e:
            why = f"{type(e).__name__}: {e}"
            if isinstance(e, ValidationError):
                first = e.errors(include_url=False)[0]
                why = f"{place_of(first['loc']) or 'whole'}: {first['msg']}"
            raise ModelAnswerError(
                f"{self._who} answered what is no chat completion ({why}): {shown(raw[:300].decode(errors='replace'))}"
            ) from None
        message = choice.message
        clean = functools.partial(_cleaned, key, self.key_variable)
        calls = tuple([Call(clean(c.name), clean(c.text()), clean(c.id)) for c in called])
        thought = message.reasoning_content or message.reasoning
        usage = completion.usage or _Usage()
        cost = usage.cost
        if cost is None and self.prices is not None:
            cost = (usage.prompt_tokens * self.prices[0] + usage.completion_tokens * self.prices[1]) / 1e6
        used = Usage(usage.prompt_tokens, usage.completion_tokens, cost)
        return used, clean(_text(message.content)), calls, clean(_text(thought)), clean(choice.finish_reason)


# -- what comes back ---------------------------------------------------------------------------------------------------


# Null, which servers write for what they do not tell, is nothing.
_Tokens = Annotated[int, Field(ge=0, le=10**12), BeforeValidator(lambda value: 0 if value is None else value)]
_Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else str(value))]


class _Usage(BaseModel):
    prompt_tokens: _Tokens = 0
    completion_tokens: _Tokens = 0
    cost: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


class _Function(BaseModel):
    name: StrictStr
    arguments: Any = None


class _ToolCall(BaseModel):
    function: _Function
    id: _Text = ""

    @property
    def name(self) -> str:
        return self.function.name

    def text(self) -> str:
        """The arguments; some servers have read them already."""
        told = self.function.arguments or "{}"
        return told if isinstance(told, str) else json.dumps(told)


class _Message(BaseModel):
    content: Any = None
    reasoning_content: Any = None
    reasoning: Any = None
    tool_calls: Annotated[list[Any] | None, BeforeValidator(lambda calls: calls or None)] = None

    def called(self) -> list[_ToolCall]:
        """The first of its calls, each checked as it is read.

        Raises:
            ValidationError: One is none.
        """
        return [_ToolCall.model_validate(call) for call in (self.tool_calls or ())[:_MOST_CALLS]]


class _Choice(BaseModel):
    message: _Message
    finish_reason: _Text = ""


def _first(choices: object) -> object:
    return choices[:1] if isinstance(choices, list) else choices


class _Completion(BaseModel):
    choices: Annotated[list[_Choice], Field(min_length=1), BeforeValidator(_first)]
    usage: _Usage | None = None


async def _read(response: httpx.Response, most: int) -> bytes:
    """The body as it comes, and no more of it than tells that it is too large."""
    parts, size = list[bytes](), 0
    async for part in response.aiter_raw():
        parts.append(part)
        size += len(part)
        if size > most:
            break
    return b"".join(parts)


def _cleaned(key: str, variable: str, text: str) -> str:
    """A text without the key, which some servers repeat."""
    return text.replace(key, f"${variable}") if len(key) >= _SHORTEST_KEY else text


def _without(key: str, error: AgentError, variable: str) -> AgentError:
    """The same error without the key in its text."""
    clean = type(error)(_cleaned(key, variable, str(error)))
    if isinstance(error, ModelLimitError) and isinstance(clean, ModelLimitError):
        clean.retry_after = error.retry_after
    return clean


def _text(content: object) -> str:
    """The text of a content, which some servers give in parts."""
    if isinstance(content, list):
        return "\n".join([str(p.get("text", "")) for p in content if isinstance(p, Mapping)])
    return content if isinstance(content, str) else ""


def _excerpt(raw: bytes) -> str:
    """The first words of a refusal."""
    text = raw.decode(errors="replace")
    try:
        told = parse_json(text)["error"]
        text = str(told["message"] if isinstance(told, Mapping) else told)
    except (UnreadableError, LookupError, TypeError):
        pass
    return " ".join(text.split())[:300]


def _seconds(retry_after: str | None) -> float | None:
    """The seconds of a ``Retry-After``, which is a number or a date; None if it is neither."""
    if not retry_after:
        return None
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            date = email.utils.parsedate_to_datetime(retry_after)
        except (ValueError, OverflowError):
            return None
        seconds = (date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    return None if math.isnan(seconds) else max(seconds, 0.0)


# -- what is sent ------------------------------------------------------------------------------------------------------


def _tool(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _part(part: Part) -> dict[str, Any]:
    match part:
        case Picture():
            return {"type": "image_url", "image_url": {"url": part.url}}
        case Sound():
            heard = {"data": base64.b64encode(part.data).decode(), "format": "wav"}
            return {"type": "input_audio", "input_audio": heard}
    return {"type": "text", "text": part}


def _message(message: Asked) -> dict[str, Any]:
    """A message as the endpoint takes it."""
    out: dict[str, Any] = {"role": message.role}
    if all(isinstance(part, str) for part in message.parts):
        out["content"] = message.text
    else:
        out["content"] = [_part(part) for part in message.parts]
    if message.calls:
        out["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
            for c in message.calls
        ]
        out["content"] = out["content"] or None
    if message.role == "tool":
        out["tool_call_id"] = message.call_id
    return out
