"""A vision-language model behind an endpoint, and one GRPO step from the rollouts that were played with it.

    pip install torch torchvision transformers 'omnigym[serve]'
    python examples/trainers/small_model.py runs/small-vl --elements 5 6 7 8 --vision
    python examples/trainers/small_policy.py serve runs/small-vl --port 8000
    python examples/trainers/small_policy.py step runs/small-vl --rollouts rollouts.jsonl --out runs/stepped

`serve` answers Chat Completions, streamed or whole, and OpenAI's Responses, with the token ids and log-probabilities of
each answer. `step` reads rollouts of verifiers (``traces.jsonl``), NeMo Gym (``gym eval run``) or Inspect (a log in
JSON), or lines ``{"messages": [...], "reward": 0.5}``. It weighs each answer by the reward against the mean of all, and
does one step. It is no trainer: it shows that the rollouts have all that a trainer needs, pictures among them.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from PIL import Image
from transformers import AutoModelForImageTextToText, AutoProcessor

from omnigym.agents.model import Answer, Call, Usage
from omnigym.agents.serving import ChatHandler, ChatServer

_CALL = re.compile(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", re.DOTALL)
_MOST_TOKENS = 64


def chat(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message of any of the APIs as the chat template of the processor takes it."""
    if message.get("type") == "function_call":
        call = {"name": message["name"], "arguments": json.loads(message["arguments"])}
        return {"role": "assistant", "content": [], "tool_calls": [{"type": "function", "function": call}]}
    if message.get("type") == "function_call_output":
        return {"role": "tool", "content": [{"type": "text", "text": message["output"]}]}
    content = message.get("content") or []
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else [_part(part) for part in content]
    calls = [dict(call, function=_read(call)) for call in message.get("tool_calls") or ()]
    return {"role": message["role"], "content": parts, **({"tool_calls": calls} if calls else {})}


def _read(call: Mapping[str, Any]) -> dict[str, Any]:
    """The function of a call; Inspect's calls have its name in the place of the whole."""
    inner = call.get("function", call)
    name, arguments = (inner, call["arguments"]) if isinstance(inner, str) else (inner["name"], inner["arguments"])
    return {"name": name, "arguments": json.loads(arguments) if isinstance(arguments, str) else arguments}


def _part(part: Mapping[str, Any]) -> dict[str, Any]:
    url = part.get("image_url") or part.get("image")
    if url is None:
        return {"type": "text", "text": part["text"]}
    data = (url["url"] if isinstance(url, Mapping) else url).partition("base64,")[2]
    return {"type": "image", "image": Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")}


class Policy:
    """The model and its processor.

    Args:
        folder: Of both.
    """

    def __init__(self, folder: Path) -> None:
        torch.manual_seed(0)
        torch.set_num_threads(1)
        self.processor = AutoProcessor.from_pretrained(folder)
        self.model = AutoModelForImageTextToText.from_pretrained(folder)
        self._alone = threading.Lock()

    def tokens(self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]] | None) -> Any:
        """Return the inputs of the model for the answer to messages."""
        return self.processor.apply_chat_template(
            [chat(m) for m in messages],
            tools=tools or None,
            tokenize=True,
            return_dict=True,
            return_tensors="pt",
            add_generation_prompt=True,
        )

    @torch.no_grad()
    def answer(self, body: Mapping[str, Any]) -> Answer:
        """Draw an answer to a request."""
        tools = body.get("tools")
        with self._alone:
            inputs = self.tokens(body.get("messages") or body["input"], tools)
            made = self.model.generate(
                **inputs,
                do_sample=True,
                max_new_tokens=_MOST_TOKENS,
                return_dict_in_generate=True,
                output_logits=True,
                suppress_tokens=[self.model.config.image_token_id],
            )
        length = inputs["input_ids"].shape[1]
        ids = made.sequences[0, length:]
        logprobs = torch.stack(made.logits)[:, 0].log_softmax(-1).gather(1, ids[:, None])[:, 0]
        text = self.processor.tokenizer.decode(ids, skip_special_tokens=True)
        calls = [json.loads(said) for said in _CALL.findall(text)] if tools else []
        return Answer(
            "" if calls else text,
            tuple([Call(c["name"], json.dumps(c["arguments"]), f"call_{time.monotonic_ns()}") for c in calls]),
            finish_reason="tool_calls" if calls else "stop",
            usage=Usage(length, len(ids)),
            token_ids=tuple(ids.tolist()),
            prompt_token_ids=tuple(inputs["input_ids"][0].tolist()),
            logprobs=tuple(logprobs.tolist()),
        )

    def step(self, rollouts: Sequence[tuple[Sequence[Mapping[str, Any]], float]], rate: float) -> tuple[float, int]:
        """Do a step of GRPO: every answer of a rollout has the rollout's advantage.

        Args:
            rollouts: The messages of each, and its reward.
            rate: The learning rate.

        Returns:
            The loss, and the number of answers.
        """
        rewards = torch.tensor([reward for _, reward in rollouts])
        advantages = (rewards - rewards.mean()) / (rewards.std(correction=0) + 1e-4)
        optimizer = torch.optim.AdamW(self.model.parameters(), lr=rate)
        answers = [
            (messages[:n], message, float(advantage))
            for (messages, _), advantage in zip(rollouts, advantages, strict=True)
            for n, message in enumerate(messages)
            if message.get("role") == "assistant" or message.get("type") == "function_call"
        ]
        total = 0.0
        for before, message, advantage in answers:
            inputs = self.tokens(before, None)
            said = self.tokens([*before, message], None)["input_ids"]
            end = int((said[0] == self.processor.tokenizer.eos_token_id).nonzero()[-1])
            whole = torch.cat([inputs["input_ids"], said[:, inputs["input_ids"].shape[1] : end + 1]], 1)
            kinds = torch.nn.functional.pad(
                inputs["mm_token_type_ids"], (0, whole.shape[1] - inputs["input_ids"].shape[1])
            )
            given = {**inputs, "input_ids": whole, "attention_mask": torch.ones_like(whole), "mm_token_type_ids": kinds}
            labels = whole.clone()
            labels[:, : inputs["input_ids"].shape[1]] = -100
            loss = advantage * self.model(**given, labels=labels).loss / len(answers)
            loss.backward()
            total += float(loss.detach())
        optimizer.step()
        return total, len(answers)


class Streaming(ChatHandler):
    """Answers as a stream where one is asked for."""

    def body(self) -> Mapping[str, Any]:
        """Read the request, and keep it for the reply."""
        self.asked = super().body()
        self.chat.requests.clear()  # pictures are large
        return self.asked

    def reply(self, code: int, data: Any, headers: Mapping[str, str] | None = None) -> None:
        """Send a completion as one chunk, and others whole."""
        if "choices" in data:
            used = data["usage"]
            data = {**data, "created": 1, "usage": {**used, "total_tokens": sum(used.values())}}
        if code != 200 or "output" in data or not self.asked.get("stream"):
            super().reply(code, whole(data) if "output" in data else data, headers)
            return
        choice = data["choices"][0]
        calls = [dict(call, index=n) for n, call in enumerate(choice["message"].get("tool_calls", []))]
        delta = {**choice["message"], **({"tool_calls": calls} if calls else {})}
        chunk = {**data, "object": "chat.completion.chunk", "choices": [{**choice, "delta": delta}]}
        del chunk["choices"][0]["message"]
        raw = f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode()
        super().reply(code, raw, {"Content-Type": "text/event-stream"})


def whole(response: Mapping[str, Any]) -> dict[str, Any]:
    """Return a response of the Responses API with all the fields that NeMo Gym wants."""
    used = response["usage"]
    return {
        **response,
        "id": f"resp_{time.monotonic_ns()}",
        "created_at": 1.0,
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            **used,
            "total_tokens": used["input_tokens"] + used["output_tokens"],
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
    }


def rollouts_of(path: Path) -> Iterator[tuple[list[Mapping[str, Any]], float]]:
    """Read the messages and the rewards of rollouts.

    Raises:
        ValueError: A line is of no known form.
    """
    text = path.read_text()
    if path.suffix == ".json":  # Inspect
        for sample in json.loads(text)["samples"]:
            shared = {k.removeprefix("attachment://"): v for k, v in sample.get("attachments", {}).items()}
            yield [_whole(m, shared) for m in sample["messages"]], float(sample["scores"]["coverage"]["value"])
        return
    for line in map(json.loads, text.splitlines()):
        match line:
            case {"messages": messages, "reward": reward}:
                yield messages, reward
            case {"responses_create_params": {"input": asked}, "response": {"output": said}, "reward": reward}:
                yield [*asked, *said], reward
            case {"traces": [{"nodes": nodes, "rewards": {"omnigym": reward}}]}:
                yield [node["message"] for node in nodes], reward["score"]
            case _:
                raise ValueError(f"{path} has a line of no known form, with {sorted(line)}")


def _whole(message: Mapping[str, Any], shared: Mapping[str, str]) -> Mapping[str, Any]:
    """A message of Inspect's log, whose pictures stand apart."""
    content = message["content"]
    if isinstance(content, str):
        return message
    parts = [
        dict(p, image=shared.get(p["image"].removeprefix("attachment://"), p["image"])) if p["type"] == "image" else p
        for p in content
    ]
    return {**message, "content": parts}


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve, or do a step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["serve", "step"])
    parser.add_argument("model", type=Path)
    parser.add_argument("--port", type=int, default=8000, help="0 for a free one")
    parser.add_argument("--rollouts", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--rate", type=float, default=1e-3)
    given = parser.parse_args(arguments)
    policy = Policy(given.model)
    if given.what == "serve":
        with ChatServer(policy.answer, Streaming, given.port) as server:
            print(f"Answers at {server.url}. Ctrl-C ends it.", flush=True)
            threading.Event().wait()
    rollouts = list(rollouts_of(given.rollouts))
    before = {name: weight.clone() for name, weight in policy.model.named_parameters()}
    loss, answers = policy.step(rollouts, given.rate)
    changed = [name for name, weight in policy.model.named_parameters() if not weight.equal(before[name])]
    seeing = sum("visual" in name for name in changed)
    print(f"{len(rollouts)} rollouts, {answers} answers, loss {loss:.4f}")
    print(f"changed: {len(changed)} of {len(before)} weights, {seeing} of them of the vision tower")
    policy.model.save_pretrained(given.out)
    policy.processor.save_pretrained(given.out)


if __name__ == "__main__":
    main()
