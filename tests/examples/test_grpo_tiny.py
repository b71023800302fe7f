"""GRPO on a model made from nothing: its rollouts carry the tokens that it learns from, and a seed decides all."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from omnigym.baselines.rollout_runs import read_groups
from tests.docs.examples import ROOT

torch = pytest.importorskip("torch", reason="the example trains with torch: pip install 'omnigym[train]'")
pytest.importorskip("transformers", reason="the example's model is of transformers: pip install transformers")

TASKS = ("hello/open-office@0", "hello/open-office@1", "hello/powerpoint-tab@0")


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(ROOT / "examples" / "grpo_tiny")
    yield importlib.import_module("train")
    for name in ("train", "tiny_model"):
        sys.modules.pop(name, None)


def test_a_seed_decides_all_and_the_model_learns_from_the_file(train: ModuleType, tmp_path: Path) -> None:
    texts = {
        r.task_id: [m.content for m in r.steps[0].messages[:-1]]
        for r in train.play(tmp_path / "oracle", lambda: train.RehearsedAgent(train.CHAT), TASKS, 1)
    }
    runs = [
        train.train(
            3,
            tmp_path / str(n),
            texts,
            {"held out": TASKS[:1]},
            updates=2,
            tasks=2,
            group=4,
            rate=1e-2,
            say=lambda _: None,
        )
        for n in range(2)
    ]
    (curve, rates, model), (again, same, other) = runs
    assert (curve, rates) == (again, same) and len(curve) == 2
    weights = model.state_dict()
    assert all(torch.equal(weights[name], tensor) for name, tensor in other.state_dict().items())

    groups = list(read_groups(tmp_path / "0" / "rollouts"))
    assert sorted(len(group) for group in groups) == [4, 4]
    step = groups[0][0].steps[0]
    # a number that is drawn need not be on the screen: such an answer is invalid
    assert "Click" in {a["type"] for g in groups for r in g for s in r.steps for a in s.actions}
    assert step.token_ids and step.logprobs and step.prompt_token_ids and len(step.token_ids) == len(step.logprobs)
    # a reward for one of two answers makes it likelier; an unscored group, and one without a sibling, teach nothing
    told = [replace(r, advantage=a) for r, a in zip(groups[0][:2], (1.0, -1.0), strict=True)]
    before = _logprob(model, told[0])
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    assert train.learn(model, optimizer, [told], epochs=1, entropy=0.0) == 2
    if told[0].steps[0].token_ids != told[1].steps[0].token_ids:
        assert _logprob(model, told[0]) > before
    assert train.learn(model, optimizer, [(replace(told[0], advantage=None),)]) == 0


def test_log_probabilities_of_the_file_are_those_of_the_model(train: ModuleType, tmp_path: Path) -> None:
    texts = {TASKS[0]: ["Open Word.", 'Step 1.\n[1] button "Word"']}
    _, _, model = train.train(
        0, tmp_path, texts, {"held out": TASKS[:1]}, updates=1, tasks=1, group=3, rate=0.0, say=lambda _: None
    )
    for *_, record in read_groups(tmp_path / "rollouts"):
        assert np.isclose(_logprob(model, record), sum(record.steps[0].logprobs), atol=1e-3)


def _logprob(model: object, record: object) -> float:
    """Of the whole answer, computed anew."""
    step = record.steps[0]  # type: ignore[attr-defined]
    ids = torch.tensor([[*step.prompt_token_ids, *step.token_ids]])
    with torch.no_grad():
        chances = model(ids).logits[0].log_softmax(-1)  # type: ignore[operator]
    start = len(step.prompt_token_ids) - 1
    return sum(float(chances[start + n, token]) for n, token in enumerate(step.token_ids))
