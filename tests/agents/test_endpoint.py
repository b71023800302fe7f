"""An endpoint against servers that follow a script, lie, stall, hang up, or let nobody in."""

from __future__ import annotations

import asyncio
import json
import socket
import time
import traceback
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from omnigym.agents.endpoint import Endpoint, RateLimit
from omnigym.agents.model import Answer, Call, PromptMessage, PromptPicture, Tool, Usage
from omnigym.agents.serving import ChatHandler, ChatServer
from omnigym.errors import (
    AgentError,
    ConfigError,
    ModelAnswerError,
    ModelLimitError,
    ModelLostError,
    ModelRefusedError,
    ModelTimeoutError,
)

HELLO = (PromptMessage("system", ("Be good.",)), PromptMessage("user", ("Hello?",)))
CLICK = Tool("click", "Click.", {"type": "object", "properties": {}})
SCRIPT: dict[str, Any] = {}


class Scripted(ChatHandler):
    """Does what ``SCRIPT["steps"]`` say, one after another, the last one again and again."""

    def do_POST(self) -> None:  # noqa: N802
        self.body()
        SCRIPT["keys"].append(self.headers.get("Authorization"))
        steps: list[Callable[[Scripted], None]] = SCRIPT["steps"]
        (steps.pop(0) if len(steps) > 1 else steps[0])(self)

    def good(self) -> None:
        self.reply(200, completion({"content": "hi"}))


def completion(message: object, **more: object) -> dict[str, object]:
    usage = {"prompt_tokens": 1000, "completion_tokens": 10}
    return {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage, **more}


def status(code: int, **headers: str) -> Callable[[Scripted], None]:
    return lambda h: h.reply(code, {"error": {"message": "no"}}, {n.replace("_", "-"): v for n, v in headers.items()})


def says(data: object) -> Callable[[Scripted], None]:
    return lambda h: h.reply(200, data if isinstance(data, bytes) else json.dumps(data).encode())


def compressed(handler: Scripted) -> None:
    """All that nobody asked for; it would be 20 MB."""
    handler.reply(200, zlib.compress(bytes(20 << 20)), {"Content-Encoding": "deflate"})


def hang_up(handler: Scripted) -> None:
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def half(handler: Scripted) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices"')
    handler.wfile.flush()
    hang_up(handler)


def stall(handler: Scripted) -> None:
    SCRIPT["gone"].wait(240)


def drip(handler: Scripted) -> None:
    """A byte now and then: each read ends in time, the answer never."""
    for _ in range(4800):
        if SCRIPT["gone"].wait(0.05):
            return
        handler.wfile.write(b"H")


@pytest.fixture
def server() -> Iterator[ChatServer]:
    import threading

    SCRIPT.update(steps=[Scripted.good], keys=[], gone=threading.Event())
    with ChatServer(lambda _: Answer("hi"), Scripted) as made:
        yield made
        SCRIPT["gone"].set()


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def make(server: ChatServer, waits: list[float]) -> Callable[..., Endpoint]:
    def endpoint(*steps: Callable[[Scripted], None], **options: Any) -> Endpoint:
        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        SCRIPT["steps"] = list(steps) or [Scripted.good]
        return Endpoint("small", server.url, **{"timeout": 5.0, "sleep": sleep, **options})

    return endpoint


def test_an_answer_has_text_calls_usage_and_why_it_ended(make: Callable[..., Endpoint], server: ChatServer) -> None:
    call = {"id": "a", "type": "function", "function": {"name": "click", "arguments": '{"x": 1}'}}
    message = {"content": [{"type": "text", "text": "so"}], "tool_calls": [call], "reasoning_content": "hm"}
    answer = make(says(completion(message)), prices=(2.0, 10.0)).answer(HELLO, (CLICK,))
    assert (answer.text, answer.calls, answer.thought) == ("so", (Call("click", '{"x": 1}', "a"),), "hm")
    assert (answer.finish_reason, answer.usage, answer.retries) == ("stop", Usage(1000, 10, 0.0021), 0)
    (body,) = server.requests
    assert body["model"] == "small"
    assert body["messages"][0] == {"role": "system", "content": "Be good."}
    assert body["tools"][0]["function"]["name"] == "click"


def test_pictures_calls_and_results_are_sent(make: Callable[..., Endpoint], server: ChatServer) -> None:
    picture = PromptPicture(b"x", "png", "data:image/png;base64,eA==")
    asked = PromptMessage("assistant", calls=(Call("click", "{}", "a"),)), PromptMessage("tool", ("done",), call_id="a")
    make().answer((*asked, PromptMessage("user", ("Look.", picture))))
    first, second, third = server.requests[0]["messages"]
    assert first["tool_calls"][0]["id"] == second["tool_call_id"] == "a"
    assert [p["type"] for p in third["content"]] == ["text", "image_url"]
    assert third["content"][1]["image_url"]["url"] == picture.url


def test_what_an_endpoint_says_of_the_cost_is_believed(make: Callable[..., Endpoint]) -> None:
    told = completion({"content": "hi"}) | {"usage": {"prompt_tokens": 3, "completion_tokens": 4, "cost": 0.5}}
    assert make(says(told), prices=(9.0, 9.0)).answer(HELLO).usage == Usage(3, 4, 0.5)
    assert make(says(completion({"content": None}) | {"usage": None})).answer(HELLO).usage == Usage()


@pytest.mark.parametrize("fault", [status(500), status(502), status(503), status(429), hang_up, half, says(b"<html>")])
def test_what_fails_is_asked_again(
    make: Callable[..., Endpoint], waits: list[float], fault: Callable[[Scripted], None]
) -> None:
    answer = make(fault, fault, Scripted.good).answer(HELLO)
    assert (answer.text, answer.retries) == ("hi", 2)
    assert 1 <= waits[0] < 1.5 < 2 <= waits[1] < 2.6


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (status(500), ModelLostError),
        (status(429), ModelLimitError),
        (hang_up, ModelLostError),
        (half, ModelLostError),
        (says(b"\xff"), ModelAnswerError),
        (says(b""), ModelAnswerError),
        (says([1]), ModelAnswerError),
        (says({"choices": []}), ModelAnswerError),
        (says({"choices": [{"message": None}]}), ModelAnswerError),
        (says(completion({"tool_calls": [{"function": None}]})), ModelAnswerError),
        (says(completion({"content": "x"}) | {"usage": {"prompt_tokens": "many"}}), ModelAnswerError),
        (says(b"[" * 100_000), ModelAnswerError),
        (says(b"[" * 700 + b"]" * 700), ModelAnswerError),
        (says(completion({"content": "x"}) | {"usage": {"prompt_tokens": -5}}), ModelAnswerError),
        (says(b'{"choices": [{"message": {}}], "usage": {"prompt_tokens": 1e999}}'), ModelAnswerError),
        (says(completion({"content": "x"}) | {"usage": {"cost": -1.0}}), ModelAnswerError),
        (compressed, ModelAnswerError),
        (status(503, Retry_After="nan"), ModelLimitError),
        (status(401), ModelRefusedError),
        (status(404), ModelRefusedError),
        (status(302, Location="http://127.0.0.1:1/"), ModelRefusedError),
    ],
)
def test_each_fault_has_its_error(
    make: Callable[..., Endpoint], fault: Callable[[Scripted], None], error: type[AgentError]
) -> None:
    with pytest.raises(error, match="The model 'small' at http"):
        make(fault, retries=1).answer(HELLO)


@pytest.mark.parametrize("fault", [stall, drip])
def test_an_answer_has_one_deadline_whatever_comes_meanwhile(
    make: Callable[..., Endpoint], fault: Callable[[Scripted], None]
) -> None:
    began = time.monotonic()
    with pytest.raises(ModelTimeoutError, match=r"within 0\.3 s"):
        make(fault, retries=0, timeout=0.3).answer(HELLO)
    assert time.monotonic() - began < 120  # and not the 240 s that the server takes


def test_who_is_not_there_is_lost() -> None:
    with pytest.raises(ModelLostError, match="Is it running"):
        Endpoint("small", "http://127.0.0.1:1/v1", retries=0).answer(HELLO)


def test_refusals_are_not_repeated_and_say_what_to_do(make: Callable[..., Endpoint], server: ChatServer) -> None:
    with pytest.raises(ModelRefusedError, match=r"401.*OMNIGYM_API_KEY"):
        make(status(401)).answer(HELLO)
    assert len(server.requests) == 1


def test_retry_after_is_kept_to_and_not_for_ever(make: Callable[..., Endpoint], waits: list[float]) -> None:
    make(status(429, Retry_After="7"), Scripted.good).answer(HELLO)
    assert waits == [7.0]
    with pytest.raises(ModelLimitError) as caught:
        make(status(429, Retry_After="3600")).answer(HELLO)
    assert (caught.value.retry_after, waits) == (3600.0, [7.0])
    make(status(429, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT"), Scripted.good).answer(HELLO)
    assert waits == [7.0, 0.0]


@pytest.mark.parametrize(
    "said", ["nan", "soon", "Wed, 99 Oct 2015 07:28:00 GMT", "Fri, 01 Jan 99999 00:00:00 GMT", "-5", "1e999"]
)
def test_whatever_retry_after_says_is_an_answer_or_an_agents_error(
    make: Callable[..., Endpoint], waits: list[float], said: str
) -> None:
    if said == "1e999":
        with pytest.raises(ModelLimitError):
            make(status(429, Retry_After=said)).answer(HELLO)
        return
    assert make(status(429, Retry_After=said), Scripted.good).answer(HELLO).text == "hi"
    assert 0 <= waits[0] < 2


def test_a_date_without_a_zone_is_in_utc(make: Callable[..., Endpoint], waits: list[float]) -> None:
    make(status(429, Retry_After="Wed, 21 Oct 2015 07:28:00"), Scripted.good).answer(HELLO)
    assert waits == [0.0]


def test_the_key_comes_from_its_variable_alone(make: Callable[..., Endpoint], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "of another service")
    make().answer(HELLO)
    monkeypatch.setenv("OMNIGYM_API_KEY", "mine")
    make().answer(HELLO)
    make(key_variable="OPENAI_API_KEY").answer(HELLO)
    assert SCRIPT["keys"] == [None, "Bearer mine", "Bearer of another service"]


def test_a_key_is_in_no_error(make: Callable[..., Endpoint], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMNIGYM_API_KEY", "secret\nX-Evil: 1")
    with pytest.raises(ConfigError) as caught:
        make(retries=0).answer(HELLO)
    assert "secret" not in str(caught.value)


def echo(code: int) -> Callable[[Scripted], None]:
    """A server that repeats what it was sent, as some do of what they refuse."""

    def reply(handler: Scripted) -> None:
        sent = handler.headers["Authorization"]
        call = {"id": sent, "function": {"name": sent, "arguments": json.dumps({"x": sent})}}
        message = {"content": sent, "reasoning": [{"text": sent}], "tool_calls": [call]}
        told = completion(message) if code == 200 else {"error": {"message": f"bad header {sent}"}}
        handler.reply(code, told)

    return reply


@pytest.mark.parametrize("code", [200, 401, 429, 500])
def test_a_key_that_is_sent_back_goes_no_further(
    make: Callable[..., Endpoint], monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setenv("OMNIGYM_API_KEY", "sk-secret-0123")
    try:
        told = repr(make(echo(code), retries=0).answer(HELLO))
    except AgentError as e:
        told = "".join(traceback.format_exception(e))
    assert "sk-secret" not in told and "$OMNIGYM_API_KEY" in told


def test_of_very_many_calls_the_first_are_read(make: Callable[..., Endpoint]) -> None:
    call = {"function": {"name": "click", "arguments": "{}"}}
    bad = {"function": None}  # beyond what is read, so never looked at
    assert len(make(says(completion({"tool_calls": [*[call] * 50_000, bad]}))).answer(HELLO).calls) == 256


def test_halves_of_surrogate_pairs_can_be_sent(make: Callable[..., Endpoint]) -> None:
    assert make().answer((PromptMessage("user", ("\ud800",)),)).text == "hi"


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"url": "localhost:8000"}, "url must be"),
        ({"url": "file:///etc/passwd"}, "url must be"),
        ({"url": "http://me:pw@x/v1"}, "no user"),
        ({"timeout": 0}, "timeout"),
        ({"request": {"messages": []}}, "messages"),
    ],
)
def test_wrong_arguments_are_refused(options: dict[str, Any], match: str) -> None:
    with pytest.raises(ConfigError, match=match):
        Endpoint(**{"model": "m", "url": "http://x/v1", **options})


def test_a_rate_limit_spaces_requests_evenly() -> None:
    now = [0.0]
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        now[0] += seconds

    limit = RateLimit(30, lambda: now[0], sleep)
    for _ in range(3):
        asyncio.run(limit.wait())
    now[0] += 10
    asyncio.run(limit.wait())
    assert waits == [2.0, 2.0]
    with pytest.raises(ConfigError):
        RateLimit(0)
