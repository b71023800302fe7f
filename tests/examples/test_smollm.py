"""The example with a small language model, on one that is tiny and random: nothing is downloaded."""

from __future__ import annotations

import errno
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.agents.model import PromptMessage
from omnigym.baselines.agent import make_agent
from omnigym.baselines.rollout_runs import read_groups
from omnigym.errors import CheckpointError, ConfigError, MissingDependencyError
from tests.docs.examples import ROOT

torch = pytest.importorskip("torch", reason="the example trains with torch: pip install 'omnigym[train]'")
transformers = pytest.importorskip("transformers", reason="the example's model is of transformers")

MODULES = ("choices", "records", "small_model", "play", "sft", "grpo")
SCREEN = """Step 1.
window "Photos"
 [1] button "Minimize"
 [3] button "Close"
text "Nothing here"
[4] list (focused)
 [5] list_item "Mimi.jpg" = "640 x 960"
 [15] list_item "Mimi.jpg"
[6] entry "A \\"name\\"" (selected, checked)
... 36 more elements, further back, are left out"""
TEMPLATE = (
    "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
TASKS = ("hello/open-office@0", "hello/powerpoint-tab@0")


@pytest.fixture
def smollm(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    monkeypatch.syspath_prepend(ROOT / "examples" / "smollm")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # so small a model is slower with more
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in MODULES})
    torch.set_num_threads(threads)
    for name in MODULES:
        sys.modules.pop(name, None)


def tiny(smollm: SimpleNamespace, template: str | None = TEMPLATE, seed: int = 0) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer, bpe.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    special = ["<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    bpe.train_from_iterator(
        [SCREEN], trainers.BpeTrainer(vocab_size=400, special_tokens=special, initial_alphabet=alphabet)
    )
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=bpe, eos_token="<|end|>")
    tokenizer.chat_template = template
    torch.manual_seed(seed)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=4096,
        eos_token_id=tokenizer.eos_token_id,
    )
    return smollm.small_model.SmallModel(transformers.LlamaForCausalLM(config), tokenizer, layers=1, rank=2, seed=seed)


def asked(instruction: str, screen: str = SCREEN) -> list[PromptMessage]:
    return [PromptMessage("system", (instruction,)), PromptMessage("user", (screen,))]


def likelihood(small: Any, prompt: Any, answer: Any, branches: Any) -> float:
    return float(small.log_probabilities(prompt, [answer], branches)[0].detach())


def examples(smollm: SimpleNamespace) -> list[Any]:
    return [smollm.play.Example("t", "Close Photos.", SCREEN, n) for n in (1, 3)]


def test_choices_are_marked_elements_and_quoted_words(smollm: SimpleNamespace) -> None:
    choices = smollm.choices.choices_of("Type 'tea' into A.", SCREEN)
    assert [c.label for c in choices] == [
        *("Minimize: 1", "Close: 3", "list: 4", "Mimi.jpg: 5", "Mimi.jpg: 15", 'A "name": 6', "type tea")
    ]
    assert smollm.choices.same_call('```json\n{"name": "click", "arguments": {"element": 15}}\n```', choices) == 4
    assert smollm.choices.same_call('{"name": "scroll", "arguments": {"element": 15, "dy": 40}}', choices) is None
    many = "\n".join(f'[{n}] button "{n}"' for n in range(200))
    assert len(smollm.choices.choices_of("", many)) == smollm.choices.MOST_ROWS


def test_an_answer_is_always_a_choice_and_its_probability_is_that_of_training(smollm: SimpleNamespace) -> None:
    small = tiny(smollm)
    with torch.no_grad():
        for value in small.adapters.values():
            value.add_(0.3 * torch.randn(value.shape))
    texts = [c.text for c in smollm.choices.choices_of("Close 'it'.", SCREEN)]
    model = smollm.small_model.ChoiceModel(small, seed=0)
    answers = [model.answer(asked("Close 'it'.")) for _ in range(20)]
    assert {a.text for a in answers} <= set(texts) and len({a.text for a in answers}) > 2
    branches = small.branches(smollm.choices.choices_of("Close 'it'.", SCREEN))
    prompt = answers[0].prompt_token_ids
    every = small.log_probabilities(prompt, branches.answers, branches)
    assert float(torch.stack(every).detach().exp().sum()) == pytest.approx(1.0, abs=1e-4)
    assert [likelihood(small, prompt, a, branches) for a in branches.answers] == pytest.approx(
        torch.stack(every).tolist(), abs=1e-3
    ), "what answers share is read once"
    for answer in answers:
        assert sum(answer.logprobs) == pytest.approx(likelihood(small, prompt, answer.token_ids, branches), abs=1e-3)
    greedy = [smollm.small_model.ChoiceModel(small).answer(asked("Close 'it'.")).text for _ in range(2)]
    assert greedy[0] == greedy[1]
    read = model.read_tokens
    model.answer(asked("Close 'it'."))
    assert model.read_tokens - read < 10, "the prompt is not read again"


def test_a_model_without_a_choice_says_nothing_and_the_action_is_invalid(
    smollm: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = smollm.small_model.ChoiceModel(tiny(smollm)).answer(asked("Close Photos.", 'text "Nothing"'))
    assert (answer.text, answer.token_ids) == ("", None)
    monkeypatch.setattr(smollm.small_model, "choices_of", lambda *_: ())
    (record,) = smollm.play.play(tmp_path, smollm.play.agent_of(tiny(smollm)), "held out", TASKS[:1])
    assert [a["type"] for s in record.steps for a in s.actions] == ["Invalid"] * 2
    assert smollm.play.outcome([record]) | {"rate": 0.0, "successes": 0, "scored": 1, "without an answer": 2} == (
        smollm.play.outcome([record])
    )


def test_outcomes_leave_unscored_rollouts_out(smollm: SimpleNamespace, tmp_path: Path) -> None:
    (record,) = smollm.play.play(tmp_path, smollm.play.agent_of(tiny(smollm)), "held out", TASKS[:1])
    scores = smollm.play.outcome([replace(record, is_success=True), replace(record, unscored=True)])
    assert (scores["rate"], scores["scored"], scores["unscored"]) == (1.0, 1, 1)


def test_smaller_screens_keep_what_is_chosen(smollm: SimpleNamespace) -> None:
    example = examples(smollm)[1]
    seen = [smollm.sft.augmented(example, np.random.default_rng(n), most=3) for n in range(20)]
    rights = [smollm.choices.choices_of(e.instruction, e.screen)[e.right].label for e in seen]
    assert {r.split(":")[0] for r in rights} == {"Mimi.jpg"} and len(set(rights)) > 5
    assert all("(focused)" in e.screen for e in seen)
    assert len({len(smollm.choices.choices_of("", e.screen)) for e in seen}) > 1


def test_fine_tuning_learns_and_goes_on_after_a_stop(smollm: SimpleNamespace, tmp_path: Path) -> None:
    taught = examples(smollm)[:1]
    options: dict[str, Any] = {"seed": 1, "updates": 8, "batch": 2, "rate": 0.05}
    whole = tiny(smollm)
    before = float(smollm.sft.loss_of(whole, taught[0]).detach())
    assert smollm.sft.train(whole, taught, tmp_path / "whole", **options) == 8
    assert float(smollm.sft.loss_of(whole, taught[0]).detach()) < before
    stopped = tiny(smollm)
    assert smollm.sft.train(stopped, taught, tmp_path / "parts", **options, minutes=-1) == 0
    # a stop after three updates, of which the checkpoint is written
    curve, add = smollm.records.Curve, smollm.records.Curve.add

    def stop(self: Any, *values: float) -> None:
        add(self, *values)
        if values[0] == 3:
            raise KeyboardInterrupt

    curve.add = stop
    with pytest.raises(KeyboardInterrupt):
        smollm.sft.train(tiny(smollm), taught, tmp_path / "parts", **options)
    curve.add = add
    again = tiny(smollm, seed=7)
    again.model.load_state_dict(tiny(smollm).model.state_dict())
    assert smollm.sft.train(again, taught, tmp_path / "parts", **options) == 8
    assert all(torch.equal(value, again.adapters[name]) for name, value in whole.adapters.items())
    rows = [(tmp_path / name / "curve.csv").read_text().splitlines() for name in ("whole", "parts")]
    assert [row.split(",")[:4] for row in rows[0]] == [row.split(",")[:4] for row in rows[1]] and len(rows[0]) == 9


def test_reinforcement_learns_from_the_file_of_rollouts(smollm: SimpleNamespace, tmp_path: Path) -> None:
    small = tiny(smollm)
    options: dict[str, Any] = {"seed": 0, "batch": 2, "group": 2, "rate": 1e-2}
    assert smollm.grpo.train(small, TASKS, tmp_path, updates=1, **options) == 1
    assert smollm.grpo.train(tiny(smollm), TASKS, tmp_path, updates=2, **options) == 2
    lines = (tmp_path / "curve.csv").read_text().splitlines()
    assert [line.split(",")[:2] for line in lines[1:]] == [["1", "4"], ["2", "8"]]
    (group, *_) = read_groups(tmp_path / "rollouts")
    told = [replace(group[0], advantage=1.0), replace(group[1], advantage=-0.5)]
    step = told[0].steps[0]
    branches = small.branches(smollm.choices.choices_of(told[0].instruction, smollm.play.screen_of(step)))
    optimizer = torch.optim.SGD(small.adapters.values(), lr=0.1)
    before = likelihood(small, step.prompt_token_ids, step.token_ids, branches)
    assert smollm.grpo.learn(small, optimizer, [told], 2) >= 1
    assert likelihood(small, step.prompt_token_ids, step.token_ids, branches) > before
    assert smollm.grpo.learn(small, optimizer, [[replace(told[0], advantage=None)]], 1) == 0


def test_what_is_missing_or_damaged_is_a_typed_error(
    smollm: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConfigError, match="no chat template"):
        tiny(smollm, template=None)
    with pytest.raises(ConfigError, match="no causal model"):
        smollm.small_model.load_model(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError, match=r"requirements\.txt"):
        smollm.small_model.load_model()
    small = tiny(smollm)
    with pytest.raises(CheckpointError, match="no checkpoint"):
        small.load(tmp_path / "none.pt")
    (tmp_path / "broken.pt").write_bytes(b"PK\x03\x04")
    with pytest.raises(CheckpointError, match="no checkpoint of this example"):
        small.load(tmp_path / "broken.pt")
    small.save(tmp_path / "last.pt", {"done": 1})
    other = smollm.small_model.SmallModel(tiny(smollm).model, small.tokenizer, layers=0)
    with pytest.raises(CheckpointError, match="adapters of"):
        other.load(tmp_path / "last.pt")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(smollm.small_model, "replace_file", full)
    with pytest.raises(CheckpointError, match=r"No space left.*is whole"):
        small.save(tmp_path / "last.pt", {"done": 2})
    assert small.load(tmp_path / "last.pt") == {"done": 1}


def test_the_command_evaluate_plays_a_checkpoint(
    smollm: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = tiny(smollm)
    small.save(tmp_path / "last.pt", {})
    monkeypatch.setattr(smollm.small_model, "load_model", lambda: tiny(smollm, seed=5))
    agent = make_agent(f"{ROOT}/examples/smollm/play.py:SmallAgent:{tmp_path}/last.pt", trust=True)
    assert agent.about()["checkpoint"] == "last.pt"  # type: ignore[attr-defined]
    env = agent.wrap(gymnasium.make("OmniBench-Win11-v0", observation="a11y", tasks=f"id:{TASKS[0]}"))
    observation, info = env.reset(seed=0)
    agent.reset(env, info)
    assert agent.act(observation, info).__class__.__name__ == "Click"
    env.close()
