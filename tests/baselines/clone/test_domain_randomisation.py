"""Examples on changed screens: all that the choice needs is left, and the rest is not what it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import gymnasium
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")
torch.set_num_threads(1)  # tests run side by side

# only now is it known that they can be imported
from omnigym.actions import KEYS  # noqa: E402
from omnigym.baselines.clone.demonstration_dataset import Example, ExamplePlan, episode  # noqa: E402
from omnigym.baselines.clone.domain_randomisation import randomise_example  # noqa: E402
from omnigym.baselines.clone.epochs import in_view  # noqa: E402
from omnigym.baselines.policy.batch import collate  # noqa: E402
from omnigym.baselines.policy.node_view import NodeView, ranks_of  # noqa: E402
from omnigym.baselines.policy.vocabulary import Vocabulary  # noqa: E402
from omnigym.wrappers import NodeActions  # noqa: E402
from omnigym.wrappers.node_layout import NODE_VERBS, VERBS  # noqa: E402

_TIMES = 40
_VERBS = tuple(VERBS)
_TASK = "calc/name-sheet@0"


@pytest.fixture(scope="module")
def env() -> NodeActions:
    made = gymnasium.make("Crab-Ubuntu-v0", device="ubuntu", tasks=f"id:{_TASK}", observation="a11y")
    return NodeActions(made)


@pytest.fixture(scope="module")
def examples(env: NodeActions) -> list[Example]:
    words = Vocabulary(["sheet", "save", "=sheet", "calc"])
    return in_view([episode(env, _TASK, words, ExamplePlan(0, opened=1.0, paths=1.0))])


def _view(example: Example) -> NodeView:
    assert isinstance(example.view, NodeView)
    return example.view


def _changed(examples: Sequence[Example], seed: int = 0) -> list[tuple[Example, Example]]:
    rng = np.random.default_rng(seed)
    return [(x, randomise_example(x, examples, rng)) for x in examples for _ in range(_TIMES)]


def test_what_is_done_stays_possible_and_where_it_is(examples: list[Example]) -> None:
    """The node that is acted on, with what can be done to it, what the instruction says of it, and the instruction."""
    for before, after in _changed(examples):
        old, new = _view(before), _view(after)
        assert not after.choice or new.verbs[after.choice["verb"]]
        assert in_view([[after]])
        assert all(np.array_equal(getattr(old, name), getattr(new, name)) for name in ("words", "used", "touched"))
        if "node" in before.choice:
            (was,), (now,) = (np.flatnonzero(v.rows == before.choice["node"]) for v in (old, new))
            assert new.can[now, NODE_VERBS.index(_VERBS[before.choice["verb"]])]
            assert np.array_equal(new.has[now], old.has[was])
            assert np.array_equal(new.can[now], old.can[was])
        assert np.array_equal(new.ranks, ranks_of(new.roles))
        assert len(new.rows) == len(np.unique(new.rows))


def test_screens_get_empty_fewer_and_more(examples: list[Example]) -> None:
    """So that which app is opened has to be told by the words alone."""
    (first, *_) = examples
    counts = [len(_view(after).rows) for before, after in _changed(examples) if before is first]
    whole = len(_view(first).rows)
    assert _VERBS[first.choice["verb"]] == "open_app"
    assert 0.15 < np.mean([count == 0 for count in counts]) < 0.45
    assert any(0 < count < whole for count in counts)
    assert any(count > whole for count in counts)
    assert first.view.steps == 0
    assert all(after.view.steps == 0 for before, after in _changed(examples) if before is first)


def test_nothing_of_the_example_itself_is_changed_and_chance_is_by_the_seed(examples: list[Example]) -> None:
    kept = [{f.name: np.array(getattr(x.view, f.name)) for f in fields(x.view)} for x in examples]
    one, other = (collate([after.view for _, after in _changed(examples, seed)]) for seed in (1, 1))
    assert all(torch.equal(one[name], other[name]) for name in one)
    for x, before in zip(examples, kept, strict=True):
        assert all(np.array_equal(getattr(x.view, name), array) for name, array in before.items())


def test_apps_are_opened_by_name_and_dialogs_given_whole_paths(env: NodeActions) -> None:
    """Else a click on the dock, and the name alone where the dialog shows the folder."""
    words = Vocabulary([])
    by_name, plain = (episode(env, _TASK, words, ExamplePlan(0, opened=x, paths=x)) for x in (1.0, 0.0))
    verbs = [[_VERBS[x.choice["verb"]] for x in played if x.choice] for played in (by_name, plain)]
    assert verbs[0][0] == "open_app"
    assert verbs[1][0] == "click"
    spelt = [
        "".join(env.layout.pieces[x.choice["piece"]] for x in played if "piece" in x.choice)
        for played in (by_name, plain)
    ]
    assert spelt[0].startswith("/home/user/")
    assert "/" not in spelt[1]
    assert "escape" not in {_key(x) for x in plain}  # a menu bar is nothing that has to be closed first


def _key(example: Example) -> str:
    return KEYS[example.choice["key"]] if "key" in example.choice else ""
