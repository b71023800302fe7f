"""A transformer on tokens learns what the oracle shows, and points at what it never saw."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from omnigym.baselines.agent import make_agent
from omnigym.errors import CheckpointError, ConfigError

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
from omnigym.baselines.clone import CloneConfig  # noqa: E402
from omnigym.baselines.clone.demonstration_dataset import ExamplePlan, episode  # noqa: E402
from omnigym.baselines.policy.node_view import NodeView  # noqa: E402
from omnigym.baselines.policy.vocabulary import Vocabulary  # noqa: E402
from omnigym.baselines.transformer import TransformerAgent, TransformerConfig, train  # noqa: E402
from omnigym.baselines.transformer.network import TokenTransformer  # noqa: E402
from omnigym.baselines.transformer.token_sequence import Symbols, deal  # noqa: E402
from omnigym.wrappers import NodeActions  # noqa: E402

NAMES = "id:settings/display-name@*"
TWO = "id:settings/display-name@0,settings/display-name@1"
_NETWORK: dict[str, Any] = {"width": 32, "layers": 2, "heads": 2, "batch": 4, "learning_rate": 3e-3, "dealt": 0.0}


def _shown(**changes: Any) -> CloneConfig:
    plain: dict[str, Any] = dict.fromkeys(("astray", "torn", "varied", "reworded", "company"), 0)
    return CloneConfig(joined=False, **{**plain, "tasks": NAMES, "epochs": 60, **changes})


def _env() -> NodeActions:
    return NodeActions(gymnasium.make("OmniBench-Win11-v0", tasks=NAMES, split="train", observation="a11y"))


def test_it_does_what_was_shown_and_is_kept_as_data(tmp_path: Path) -> None:
    losses: list[float] = []
    config = TransformerConfig(demonstrations=_shown(tasks=TWO, split=None, out=tmp_path), **_NETWORK)
    path = train(config, lambda _, loss: losses.append(loss))
    assert losses[-1] < 0.3 < losses[0]
    env = gymnasium.make("OmniBench-Win11-v0", tasks=TWO, observation="a11y", max_steps=16)
    agent = make_agent(f"transformer:{path}")
    worn = agent.wrap(env)
    observation, info = worn.reset(seed=0, options={"task": env.unwrapped.tasks[0].id})  # type: ignore[attr-defined]
    agent.reset(worn, info)
    ended = False
    while not ended:
        observation, _, terminated, truncated, info = worn.step(agent.act(observation, info))
        ended = terminated or truncated
    assert info["is_success"]
    damaged = tmp_path / "damaged.safetensors"
    damaged.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(CheckpointError):
        TransformerAgent(damaged)
    with pytest.raises(ConfigError, match="no model"):
        TransformerAgent(tmp_path / "none")


def test_an_answer_reads_back_and_names_never_met_are_pointers() -> None:
    env = _env()
    base: Any = env.unwrapped
    task = base.tasks[0].id
    words = Vocabulary(["change", "the", "name", "account", "settings"])
    found = [x for x in episode(env, task, words, ExamplePlan(0, whole=True)) if x.choice]
    assert {x.view.first for x in found} == {0} and [x.view.steps for x in found] == list(range(len(found)))
    symbols, rng = Symbols(env.layout, len(words.words)), np.random.default_rng(0)
    said = 0
    for example in found:
        view = example.view
        choice = view.in_the_view(example.choice)
        assert isinstance(view, NodeView) and choice is not None
        answer = symbols.answer(choice, deal(None))
        if answer is None:
            continue
        said += 1
        assert max(symbols.read(view, deal(None)) + answer) < len(symbols)
        read = {"verb": symbols.value_of("verb", answer[0])}
        for name, token in zip(symbols.fields(read["verb"]), answer[1:], strict=True):
            assert token in symbols.possible(name, read, view)
            read[name] = symbols.value_of(name, token)
        assert symbols.whole(read) == symbols.whole(choice)
        dealt = deal(rng)
        pointers = set(symbols.read(view, dealt)) & {symbols.token_of("start", int(n)) for n in dealt.tokens}
        assert pointers, "the name of the account is not known, so it is pointed at"
        assert len(symbols.read(view, dealt)) == len(symbols.read(view, deal(None)))
    assert said >= 5


def test_a_token_does_not_see_those_after_it() -> None:
    torch.manual_seed(0)
    network = TokenTransformer(20, 16, 2, 2)
    tokens = torch.randint(20, (1, 8))
    changed = tokens.clone()
    changed[0, 5] = (changed[0, 5] + 1) % 20
    one, two = network(tokens), network(changed)
    assert torch.allclose(one[0, :5], two[0, :5]) and not torch.allclose(one[0, 5:], two[0, 5:])


def test_nothing_to_learn_from_is_refused(tmp_path: Path) -> None:
    none = _shown(plain=0, out=tmp_path)
    with pytest.raises(ConfigError, match="shows nothing"):
        train(TransformerConfig(demonstrations=none, **_NETWORK))
