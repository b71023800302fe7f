"""The APIs: what is sent and what is read, an episode over each, and answers that are none."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from typing import Any

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.agents.apis import APIS
from omnigym.agents.config import ChatConfig
from omnigym.agents.endpoint import KEY_VARIABLE, Endpoint
from omnigym.agents.model import Answer, Call, PromptMessage, PromptPicture, Tool, Usage
from omnigym.agents.oracle_model import OracleModel, RehearsedAgent, rehearse
from omnigym.agents.serving import ChatHandler, ChatServer
from omnigym.errors import ModelAnswerError

SCREEN = PromptPicture(b"\x89PNG", "png", "data:image/png;base64,iVBORw==")
CLICK = Tool("click", "Click.", {"type": "object", "properties": {}})
ASKED = (PromptMessage("system", ("Be good.",)), PromptMessage("user", ("Step 1.", SCREEN)))


def asked_again(answer: Answer, seen: bool = True) -> tuple[PromptMessage, ...]:
    """The conversation after an answer whose first call was done."""
    reply = PromptMessage("assistant", (answer.text,), answer.calls, items=answer.items)
    shown: Any = ("Step 2.", SCREEN) if seen else ("Step 2.",)
    return (*ASKED, reply, PromptMessage("tool", ("done",), call_id=answer.calls[0].id), PromptMessage("user", shown))


# -- Responses ---------------------------------------------------------------------------------------------------------

RESPONSE = {
    "id": "resp_1",
    "object": "response",
    "status": "completed",
    "output": [
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Look."}], "content": None},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "I click.", "logprobs": [{"token": "I", "logprob": -0.5}]}],
        },
        {
            "type": "computer_call",
            "id": "cu_1",
            "call_id": "call_1",
            "status": "completed",
            "pending_safety_checks": [{"id": "sc_1", "code": "malicious_instructions", "message": "?"}],
            "actions": [{"type": "click", "x": 1, "y": 2, "button": "left"}],
        },
        {"type": "web_search_call", "id": "ws_1"},
    ],
    "usage": {"input_tokens": 12, "output_tokens": 3, "total_tokens": 15},
}


def test_a_response_is_read_and_told_again() -> None:
    api = APIS["responses"]
    answer = api.read(RESPONSE)
    assert (answer.text, answer.thought, answer.finish_reason) == ("I click.", "Look.", "tool_calls")
    assert answer.usage == Usage(12, 3) and answer.logprobs == (-0.5,)
    assert answer.checks == ("malicious_instructions: ?",)
    (call,) = answer.calls
    assert call.name == "computer" and call.id == "call_1" and json.loads(call.arguments)["actions"][0]["x"] == 1

    body = api.body("m", asked_again(answer), (Tool("computer", "", {}, {"type": "computer"}), CLICK))
    assert body["tools"][0] == {"type": "computer"} and body["tools"][1]["name"] == "click"
    assert body["store"] is False
    kinds = [item["type"] for item in body["input"]]
    assert kinds == ["message", "message", "reasoning", "message", "computer_call", "computer_call_output", "message"]
    output = body["input"][5]
    assert output["output"] == {"type": "computer_screenshot", "image_url": SCREEN.url}
    assert output["acknowledged_safety_checks"][0]["id"] == "sc_1"


def test_a_computer_call_whose_screen_is_gone_is_told_in_words() -> None:
    api = APIS["responses"]
    body = api.body("m", asked_again(api.read(RESPONSE), seen=False), ())
    assert {item["type"] for item in body["input"]} == {"message"}
    assert '"x": 1' in body["input"][2]["content"] and body["input"][3]["content"][0]["text"] == "done"


def test_one_action_of_the_preview_and_a_cut_answer() -> None:
    call = {"type": "computer_call", "call_id": "c", "action": {"type": "wait"}, "pending_safety_checks": []}
    answer = APIS["responses"].read({"output": [call], "incomplete_details": {"reason": "max_output_tokens"}})
    assert json.loads(answer.calls[0].arguments) == {"actions": [{"type": "wait"}]}
    assert answer.finish_reason == "length"


# -- Messages ----------------------------------------------------------------------------------------------------------

REPLY = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "content": [
        {"type": "thinking", "thinking": "Look.", "signature": "c2ln"},
        {"type": "text", "text": "I click."},
        {
            "type": "tool_use",
            "id": "toolu_1",
            "name": "left_click",
            "toolset_name": "computer",
            "input": {"coordinate": [1, 2]},
        },
    ],
    "stop_reason": "tool_use",
    "usage": {"input_tokens": 10, "cache_read_input_tokens": 2, "output_tokens": 3},
}


def test_a_message_is_read_and_told_again() -> None:
    api = APIS["messages"]
    answer = api.read(REPLY)
    assert (answer.text, answer.thought, answer.finish_reason) == ("I click.", "Look.", "tool_calls")
    assert answer.usage == Usage(12, 3)
    assert answer.calls == (Call("left_click", '{"coordinate": [1, 2]}', "toolu_1"),)

    body = api.body("m", asked_again(answer), (CLICK,))
    assert body["system"] == "Be good." and body["tools"][0]["input_schema"]["type"] == "object"
    assert [m["role"] for m in body["messages"]] == ["user", "assistant", "user"]
    assert body["messages"][1]["content"] == REPLY["content"]
    assert [block["type"] for block in body["messages"][2]["content"]] == ["tool_result", "text", "image"]
    assert body["messages"][2]["content"][0]["tool_use_id"] == "toolu_1"


def test_a_conversation_that_was_cut_begins_with_the_user() -> None:
    body = APIS["messages"].body(
        "m", (PromptMessage("system", ("s",)), PromptMessage("assistant", ("a",)), PromptMessage("user", ("b",))), ()
    )
    assert [m["role"] for m in body["messages"]] == ["user", "assistant", "user"]


# -- chat completions: tokens ------------------------------------------------------------------------------------------


def completion(**choice: object) -> dict[str, Any]:
    return {"choices": [{"message": {"content": "hi"}, "finish_reason": "stop", **choice}]}


def test_tokens_as_vllm_and_as_openai_tell_them() -> None:
    api = APIS["chat"]
    told = completion(
        token_ids=[5, 6], logprobs={"content": [{"token": "h", "logprob": -1}, {"token": "i", "logprob": -2.5}]}
    )
    answer = api.read({**told, "prompt_token_ids": [1, 2, 3]})
    assert (answer.token_ids, answer.logprobs, answer.prompt_token_ids) == ((5, 6), (-1.0, -2.5), (1, 2, 3))
    answer = api.read(completion(logprobs={"content": [{"token": "token_id:7", "logprob": -1}]}))
    assert (answer.token_ids, answer.logprobs) == ((7,), (-1.0,))
    answer = api.read(completion(logprobs={"content": [{"token": "hi", "logprob": -1}]}))
    assert (answer.token_ids, answer.logprobs) == (None, (-1.0,))
    assert api.read(completion(logprobs=None)).logprobs is None


# -- over HTTP ---------------------------------------------------------------------------------------------------------

NONE: Mapping[str, list[object]] = {
    "chat": [
        completion(token_ids=[1], logprobs={"content": []}),
        completion(token_ids=["x"]),
        completion(logprobs={"content": [{"token": "a", "logprob": "NaN"}]}),
    ],
    "responses": [{}, {"output": {}}, {"output": [{"type": "function_call"}]}, {"output": [{}] * 5000}],
    "messages": [{}, {"content": "text"}, {"content": [{"type": "tool_use", "input": {}}]}, {"content": [1] * 5000}],
}


@pytest.mark.parametrize(("api", "data"), [(api, data) for api, all_of in NONE.items() for data in all_of])
def test_what_is_no_answer_is_told_as_such(api: str, data: object) -> None:
    with ChatServer(lambda _: data) as server, pytest.raises(ModelAnswerError, match=APIS[api].ANSWER):  # type: ignore[arg-type,return-value]
        Endpoint("m", server.url, retries=0, api=api).answer(ASKED)


class Noting(ChatHandler):
    """Keeps the headers of requests."""

    seen: list[Mapping[str, str]] = []  # noqa: RUF012 - the test's own

    def body(self) -> Mapping[str, Any]:
        self.seen.append({k.lower(): v for k, v in self.headers.items()})
        return super().body()


@pytest.mark.parametrize(
    ("api", "header", "value"),
    [
        ("chat", "authorization", "Bearer secret-key"),
        ("responses", "authorization", "Bearer secret-key"),
        ("messages", "x-api-key", "secret-key"),
    ],
)
def test_the_key_is_sent_as_each_wants_it_and_is_in_no_answer(
    monkeypatch: pytest.MonkeyPatch, api: str, header: str, value: str
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "secret-key")
    Noting.seen.clear()
    said = Answer("my key is secret-key", (Call("click", '{"k": "secret-key"}', "c"),), "secret-key?")
    with ChatServer(lambda _: said, Noting) as server:
        answer = Endpoint("m", server.url, api=api).answer(ASKED, (CLICK,))
    assert Noting.seen[0][header] == value
    assert answer.calls and "secret-key" not in repr(answer) and KEY_VARIABLE in answer.text


@pytest.mark.parametrize(("api", "space"), [("responses", "openai"), ("messages", "anthropic"), ("chat", "qwen")])
def test_an_episode_over_each(api: str, space: str) -> None:
    oracle = OracleModel()
    with ChatServer(oracle.respond) as server:
        options = ChatConfig(model="m", url=server.url, space=space, size=(540, 1200), picture="jpeg", screens=2)
        agent = RehearsedAgent(options, options.endpoint(), oracle)
        env = agent.wrap(gymnasium.make("OmniBench-Android-v0", observation="both", tasks="nodes:1"))
        scores = [rehearse(env, agent, t.id) for t in env.unwrapped.tasks[::90][:2]]  # type: ignore[attr-defined]
        env.close()
    assert options.speaks == api and True in scores and False not in scores
    later = [r for r in server.requests if len(r.get("messages", r.get("input", ()))) > 2]
    assert later  # a conversation went on


def test_so_many_requests_at_once() -> None:
    out, most, lock, gate = [0], [0], threading.Lock(), threading.Semaphore(0)

    def slow(_: Mapping[str, Any]) -> Answer:
        with lock:
            out[0] += 1
            most[0] = max(most[0], out[0])
        gate.acquire(timeout=5)
        with lock:
            out[0] -= 1
        return Answer("hi")

    with ChatServer(slow) as server:
        endpoint = Endpoint("m", server.url, at_once=2)
        threads = [threading.Thread(target=endpoint.answer, args=(ASKED,)) for _ in range(6)]
        for thread in threads:
            thread.start()
        for _ in threads:
            gate.release()
        for thread in threads:
            thread.join()
    assert 1 <= most[0] <= 2 and len(server.requests) == 6
