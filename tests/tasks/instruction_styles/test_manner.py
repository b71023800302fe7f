"""Tasks in other manners: in another order, with the intent, step by step; by query, id and environment."""

from __future__ import annotations

from dataclasses import replace

import gymnasium
import pytest

import omnigym.envs  # noqa: F401 - registers the ids
from omnigym.errors import ConfigError, UnknownNameError
from omnigym.evaluation.dag import Dag
from omnigym.tasks.instruction_styles.manner import Manner, apart, orders_of_telling, split_manner
from omnigym.tasks.instruction_styles.reading import TextReader
from omnigym.tasks.instruction_styles.variants import can_be_told, tell
from omnigym.tasks.query import parse_query
from omnigym.tasks.suites import list_tasks, load_task, suite_tasks

FORK = "composed-2/sim-fork-4x3-train-0"
CHAIN = "composed-2/sim-chain-3x1-train-0"


@pytest.mark.parametrize(
    ("text", "manner"),
    [
        ("high", Manner()),
        ("order0", Manner()),
        ("low", Manner(low=True)),
        ("order2+intent", Manner(order=2, intent=True)),
        ("intent+low", Manner(low=True, intent=True)),
        ("order1+bare", Manner(order=1, bare=True)),
    ],
)
def test_a_manner_is_read_by_its_name(text: str, manner: Manner) -> None:
    assert Manner.parse(text) == manner
    assert Manner.parse(str(manner)) == manner


@pytest.mark.parametrize("text", ["loud", "order3", "order", "low+order1", "intent+bare", "", "low+", "LOW"])
def test_what_is_no_manner_is_said(text: str) -> None:
    with pytest.raises(ConfigError, match=r"manner|order|intent"):
        Manner.parse(text)


def test_orders_are_topological_and_as_different_as_can_be() -> None:
    task = load_task(FORK)
    orders = orders_of_telling(task.bound, task.dag)
    assert len(orders) == 3
    assert all(task.dag.is_order([task.dag.ids[i] for i in order]) for order in orders)
    assert min(apart(a, b) for a in orders for b in orders if a is not b) >= 1
    assert max(apart(orders[0], other) for other in orders) == 3  # the three branches turned round
    assert orders == orders_of_telling(task.bound, task.dag)


def test_a_chain_can_be_told_in_one_order() -> None:
    task = load_task(CHAIN)
    assert len(orders_of_telling(task.bound, task.dag)) == 1
    assert not can_be_told(task, Manner(order=1))
    with pytest.raises(ConfigError, match="no other order"):
        tell(task, Manner(order=1))


def test_every_order_tells_the_same_graph_in_another_text() -> None:
    tasks = [t for t in suite_tasks("composed-2", "sim") if can_be_told(t, Manner(order=2))][::3]
    assert len(tasks) > 20
    for task in tasks:
        told = [tell(task, Manner(order=n)) for n in range(3)]
        assert len({t.instruction for t in told}) == 3
        assert all(TextReader().read(t.instruction, t.bound).edges == set(task.edges) for t in told)


def test_the_world_is_the_same_however_it_is_told() -> None:
    task = load_task(FORK)
    for manner in (Manner(order=1), Manner(intent=True), Manner(low=True)):
        told = tell(task, manner)
        assert told.steps_by_device == task.steps_by_device
        assert (told.nodes, told.edges, told.intent) == (task.nodes, task.edges, task.intent)


def test_the_intent_is_told_first() -> None:
    task = load_task(FORK)
    assert tell(task, Manner(intent=True)).instruction == f"Goal: {task.intent}. {task.instruction}"


def test_of_a_task_that_tells_its_intent_it_can_be_left_out() -> None:
    plain = load_task(FORK)
    task = replace(plain, instruction=f"I want to tidy up. {plain.instruction}")
    assert tell(task, Manner(bare=True)).instruction == plain.instruction
    assert tell(plain, Manner(bare=True)).instruction == plain.instruction
    assert tell(task, Manner(intent=True)).instruction == task.instruction  # it is told already
    for order in (1, 2):
        told = tell(plain, Manner(order=order)).instruction
        assert tell(task, Manner(order=order)).instruction == f"I want to tidy up. {told}"
        assert tell(task, Manner(order=order, bare=True)).instruction == told
    low = tell(plain, Manner(low=True)).instruction
    assert tell(task, Manner(low=True, intent=True)).instruction == f"I want to tidy up. {low}"


def test_an_id_says_how_it_is_told() -> None:
    assert load_task(f"{FORK}~order1").instruction == tell(load_task(FORK), Manner(order=1)).instruction
    assert load_task(f"{FORK}~order1").id == f"{FORK}~order1"
    assert split_manner(f"{FORK}~order1+intent") == (FORK, Manner(order=1, intent=True))
    assert [t.id for t in list_tasks(f"{FORK}~intent")] == [f"{FORK}~intent"]
    with pytest.raises(UnknownNameError):
        load_task("files/renam@0~low")
    with pytest.raises(ConfigError, match="manners"):
        load_task("files/rename@0~loud")


def test_a_query_says_how_its_tasks_are_told() -> None:
    found = list_tasks(f"{FORK} style:high,order1,order2")
    assert [t.id for t in found] == [FORK, f"{FORK}~order1", f"{FORK}~order2"]
    assert [t.id for t in list_tasks([f"{FORK} style:order1", CHAIN])] == [f"{FORK}~order1", CHAIN]
    assert parse_query("nodes:1").manners == (Manner(),)
    with pytest.raises(ConfigError, match="No task fits"):
        list_tasks(f"{CHAIN} style:order1")


@pytest.mark.parametrize(
    ("query", "said"), [("style:loud", "manners"), ("-style:low", "leave the -"), ("style:", "no v")]
)
def test_a_query_of_no_manner_is_refused(query: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        parse_query(query)


def test_told_is_an_alias_of_style() -> None:
    assert parse_query("told:low,intent") == parse_query("style:low,intent") != parse_query("")


def test_an_environment_tells_its_tasks_so() -> None:
    env = gymnasium.make("OmniBench-Win11-v0", tasks="files/rename@0 style:low", observation="a11y")
    _, info = env.reset(seed=0)
    env.close()
    assert info["task_id"] == "files/rename@0~low"
    assert "press F2" in info["instruction"]


def test_of_a_graph_without_edges_every_order_is_one() -> None:
    task = load_task("composed-2/sim-parallel-3x3-train-0")
    assert task.dag == Dag(task.dag.ids)
    assert len(orders_of_telling(task.bound, task.dag)) == 3
