"""A policy reads an instruction one order at a time."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import gymnasium
import pytest

from omnigym.tasks import list_tasks
from omnigym.tasks.instructions import places_of_telling
from omnigym.wrappers import NodeActions
from omnigym.wrappers.node_text import tokens

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")

from omnigym.baselines.clone.demonstration_dataset import ExamplePlan, episode  # noqa: E402
from omnigym.baselines.clone.segmentation import learn_cuts, told_of  # noqa: E402
from omnigym.baselines.policy.autoregressive_policy import Chooser  # noqa: E402
from omnigym.baselines.policy.instruction_features import WHOLE, History  # noqa: E402
from omnigym.baselines.policy.instruction_segmenter import begin, look, orders_in, orders_of  # noqa: E402
from omnigym.baselines.policy.vocabulary import Vocabulary  # noqa: E402

TWOS = "suite:composed-2 nodes:2"
WORDS = ["then", "also", "after", "that", "next", "separately", "besides", "file", "save", "and", ",", "."]


@pytest.fixture(scope="module")
def env() -> NodeActions:
    return NodeActions(gymnasium.make("OmniBench-Win11-v0", tasks=TWOS, split="train", observation="a11y"))


@pytest.mark.parametrize("query", [TWOS, "suite:composed-2 nodes:3", "suite:composed-2 nodes:4"])
def test_what_is_told_of_the_nodes_is_all_of_the_instruction_but_what_stands_in_between(query: str) -> None:
    for task in list_tasks(query, device="sim"):
        places = sorted(places_of_telling(task.bound, task.dag).values())
        assert places[0][0] == 0
        assert places[-1][1] >= len(task.instruction) - 1
        assert all(end == begin for (_, end), (begin, _) in pairwise(places))
        assert len(set(orders_of(task).values())) == len(task.nodes)


def test_one_node_or_words_of_somebody_else_are_one_order() -> None:
    one, two = list_tasks("suite:one-node app:text_editor", device="sim")[0], list_tasks(TWOS, device="sim")[0]
    assert set(orders_of(one).values()) == {WHOLE}
    changed = type(two)(id="x", nodes=two.nodes, edges=two.edges, instruction="Do both.")
    assert set(orders_of(changed).values()) == {WHOLE}


def test_an_example_says_one_order_and_that_it_is_done_before_the_next(env: NodeActions) -> None:
    base: Any = env.unwrapped
    words = Vocabulary(WORDS)
    played = 0
    for task in base.tasks[:12]:
        found = episode(env, task, words, ExamplePlan(0))
        if not found:
            continue
        played += 1
        orders = sorted(orders_of(task).values())
        assert sorted({example.view.first for example in found}) == [first for first, _ in orders]
        ends = [n for n, example in enumerate(found) if not example.choice]
        assert len(ends) == len(orders)
        assert ends[-1] == len(found) - 1
        assert found[ends[0] + 1].view.first != found[ends[0]].view.first, "the next order is at hand"
        assert not found[ends[0] + 1].view.past.any(), "and nothing was done for it"
        for example in found:
            seen = example.view.in_the_view(example.choice)
            assert seen is None or example.view.in_the_tree(seen) == example.choice
            if example.choice.get("source") == 0:
                first, end = next(order for order in orders if order[0] == example.view.first)
                assert first <= example.choice["start"] <= example.choice["end"] < end
    assert played > 6


def test_where_to_cut_is_learned_from_texts_alone() -> None:
    tasks = list_tasks(TWOS, split="train") + list_tasks("suite:one-node", device="sim", split="train")[::6]
    held = list_tasks(TWOS, split="heldout")
    words = Vocabulary(WORDS)
    policy = Chooser(_layout(), len(words), 16)
    assert {orders_in(policy, task.instruction, words) for task in held} == {(WHOLE,)}, "nothing is learned yet"
    torch.manual_seed(0)
    learn_cuts(policy.cuts, [told_of(task, words) for task in tasks], seed=0)
    right = [orders_in(policy, t.instruction, words) == tuple(sorted(orders_of(t).values())) for t in held]
    assert sum(right) > 0.8 * len(right)


def test_the_next_order_is_at_hand_once_the_policy_finds_one_done(env: NodeActions) -> None:
    base: Any = env.unwrapped
    words = Vocabulary(WORDS)
    policy = Chooser(env.layout, len(words), 16)
    env.reset(seed=0, options={"task": base.tasks[0].id})
    length = len(tokens(env.codec.instruction))
    history = History(order=(0, 5), later=((5, length),))
    with torch.no_grad():
        policy._finished.bias.fill_(50.0)
    assert look(policy, env.codec, history, words)[0].order == (0, 5), "of an order for which nothing was done"
    history.add(env.codec, env.codec.named("wait", count=0), words)
    after, view = look(policy, env.codec, history, words)
    assert (after.order, after.later, after.steps) == ((5, length), (), 0)
    assert (len(view.words), view.first) == (length - 5, 5)
    after.add(env.codec, env.codec.named("wait", count=0), words)
    assert look(policy, env.codec, after, words)[0].order == (5, length), "the last order stays"
    with torch.no_grad():
        policy._finished.bias.fill_(-50.0)
    assert look(policy, env.codec, history, words)[0].order == (0, 5)
    assert begin(policy, env.codec, words).order == WHOLE


def _layout() -> Any:
    return NodeActions(gymnasium.make("OmniBench-Win11-v0", tasks=TWOS, observation="a11y")).layout


def test_orders_are_known_of_a_graph_that_is_told_in_another_order() -> None:
    task = next(t for t in list_tasks("suite:composed-2 nodes:3 style:order1", device="sim"))
    places = orders_of(task)
    assert len(set(places.values())) == 3
    begins = [first for first, _ in tokens(task.instruction)]
    for node, (first, end) in places.items():
        said = task.instruction[begins[first] : begins[end] if end < len(begins) else None]
        mine = [str(v) for v in task.bound[node].parameters.values() if str(v) in task.instruction]
        assert all(value in said for value in mine[:1])
