"""A model behind HTTP, in one of the APIs of `omnigym.agents.apis`."""

from __future__ import annotations

import asyncio
import contextlib
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
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, NoReturn
from urllib.parse import urlsplit

import httpx
from pydantic import ValidationError

from omnigym.agents.apis import APIS, Api
from omnigym.agents.model import Answer, PromptMessage, Tool
from omnigym.baselines.interleaving import result_of
from omnigym.errors import (
    AgentError,
    ConfigError,
    ModelAnswerError,
    ModelLimitError,
    ModelLostError,
    ModelRefusedError,
    ModelTimeoutError,
    UnknownNameError,
    UnreadableError,
)
from omnigym.foreign import parse_json, place_of, show_value, sound_text

__all__ = ["KEY_VARIABLE", "Endpoint", "RateLimit"]

#: The environment variable with the key, by default. No other service's key is sent anywhere unasked.
KEY_VARIABLE: Final = "OMNIGYM_API_KEY"
#: The most bytes of an answer that are read, and of a refusal.
_MOST_BYTES: Final = 16 << 20
_REFUSAL_BYTES: Final = 2000
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
    """A limiter of the requests per minute, which spaces them evenly.

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
    """A model behind an endpoint; an `omnigym.agents.model.Model`.

    What the endpoint fails in is asked again, after a wait that doubles each time (with a part by chance, so that many
    that failed together do not come back together) or as long as its ``Retry-After`` says. What it refuses (a wrong
    key, an unknown model) is not. A key of eight characters or more is in no text that comes from here: not in an
    answer, nor in an error.

    Args:
        model: The model's name there.
        url: The base, such as ``http://localhost:8000/v1``; the API's path is added.
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
        api: What it speaks: "chat", OpenAI's chat completions, "responses", OpenAI's Responses API, or "messages",
            Anthropic's.
        at_once: The most requests that are out at the same time; None for any number.

    Raises:
        ConfigError: An argument is wrong.
        UnknownNameError: There is no such API.
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
    api: str = "chat"
    at_once: int | None = None

    def __post_init__(self) -> None:
        if self.api not in APIS:
            raise UnknownNameError("API", self.api, APIS)
        if self.at_once is not None and self.at_once < 1:
            raise ConfigError(f"at_once must be a positive number of requests, got {self.at_once}.")
        self._api: Api = APIS[self.api]
        self._slots: tuple[asyncio.AbstractEventLoop, asyncio.Semaphore] | None = None
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError(f"url must be an address such as http://localhost:8000/v1, got {show_value(self.url)}.")
        if parts.username is not None or parts.query:
            raise ConfigError(f"url must have no user and no query: the key goes into ${self.key_variable}.")
        if not self.timeout > 0 or self.retries < 0 or self.backoff < 0:
            raise ConfigError(
                "timeout must be positive, retries and backoff at least 0, "
                f"got {self.timeout}, {self.retries}, {self.backoff}."
            )
        taken = self._api.OWN & set(self.request)
        if taken:
            raise ConfigError(f"request must not hold {', '.join(sorted(taken))}: these are the agent's own.")
        self._random = random.Random(0)
        self._client: tuple[asyncio.AbstractEventLoop, httpx.AsyncClient] | None = None

    def answer(self, messages: Sequence[PromptMessage], tools: Sequence[Tool] = ()) -> Answer:
        """Return the model's answer. Other threads go on meanwhile (`omnigym.baselines.interleaving`).

        Raises:
            ModelLostError: The endpoint cannot be reached, hangs up, or says that it is broken.
            ModelTimeoutError: It did not answer in time.
            ModelLimitError: It lets nobody in, for longer than is waited.
            ModelRefusedError: It refuses the request.
            ModelAnswerError: What it answers is none of its API.
            ConfigError: The key cannot be sent.
        """
        return result_of(asyncio.run_coroutine_threadsafe(self._answer(messages, tools), _loop()))

    async def _answer(self, messages: Sequence[PromptMessage], tools: Sequence[Tool]) -> Answer:
        body = {**self._api.body(self.model, messages, tools), **self.request}
        data = sound_text(json.dumps(body, ensure_ascii=False)).encode()
        key = self._key()
        began = time.monotonic()
        for attempt in range(self.retries + 1):
            try:
                async with self._slot():
                    await self.limit.wait()
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
                return replace(answer, retries=attempt, seconds=time.monotonic() - began)
        raise AssertionError("the last attempt returns or raises")

    def _key(self) -> str:
        key = os.environ.get(self.key_variable, "").strip()
        if key and not (key.isascii() and key.isprintable()):
            raise ConfigError(f"The key in ${self.key_variable} has characters that no header can hold.")
        return key

    def _slot(self) -> contextlib.AbstractAsyncContextManager[object]:
        """A place among the requests that are out; who waits to ask again has none."""
        if self.at_once is None:
            return contextlib.nullcontext()
        loop = asyncio.get_running_loop()
        if self._slots is None or self._slots[0] is not loop:
            self._slots = loop, asyncio.Semaphore(self.at_once)
        return self._slots[1]

    async def _once(self, data: bytes, key: str) -> Answer:
        # a compressed answer could be any size once it is unpacked
        headers = {"Content-Type": "application/json", "Accept": "application/json", "Accept-Encoding": "identity"}
        headers |= self._api.headers(key)
        where = f"{self.url.rstrip('/')}{self._api.PATH}"
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
                f"{self._who} cannot be talked with: {type(e).__name__}: {show_value(str(e))}. Is it running?"
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

    def _said(self, raw: bytes, key: str) -> Answer:
        try:
            answer = self._api.read(_scrubbed(parse_json(raw.decode()), key, self.key_variable))
        except (UnreadableError, UnicodeDecodeError, ValidationError) as e:
            why = f"{type(e).__name__}: {e}"
            if isinstance(e, ValidationError):
                first = e.errors(include_url=False)[0]
                why = f"{place_of(first['loc']) or 'whole'}: {first['msg']}"
            raise ModelAnswerError(
                f"{self._who} answered what is no {self._api.ANSWER} ({why}): "
                f"{show_value(raw[:300].decode(errors='replace'))}"
            ) from None
        usage = answer.usage
        if usage.cost is None and self.prices is not None:
            cost = (usage.prompt_tokens * self.prices[0] + usage.completion_tokens * self.prices[1]) / 1e6
            answer = replace(answer, usage=replace(usage, cost=cost))
        return answer


# -- what comes back ---------------------------------------------------------------------------------------------------


async def _read(response: httpx.Response, most: int) -> bytes:
    """The body as it comes, and no more of it than tells that it is too large."""
    parts, size = list[bytes](), 0
    async for part in response.aiter_raw():
        parts.append(part)
        size += len(part)
        if size > most:
            break
    return b"".join(parts)


def _scrubbed(value: object, key: str, variable: str) -> object:
    """A value of JSON without the key in any of its texts."""
    match value:
        case str():
            return _cleaned(key, variable, value)
        case list():
            return [_scrubbed(v, key, variable) for v in value]
        case dict():
            return {_cleaned(key, variable, k): _scrubbed(v, key, variable) for k, v in value.items()}
    return value


def _cleaned(key: str, variable: str, text: str) -> str:
    """A text without the key, which some servers repeat."""
    return text.replace(key, f"${variable}") if len(key) >= _SHORTEST_KEY else text


def _without(key: str, error: AgentError, variable: str) -> AgentError:
    """The same error without the key in its text."""
    clean = type(error)(_cleaned(key, variable, str(error)))
    if isinstance(error, ModelLimitError) and isinstance(clean, ModelLimitError):
        clean.retry_after = error.retry_after
    return clean


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
