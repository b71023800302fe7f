"""Graphs up to the largest: quick, and the same answers as by brute force where that can be had."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.benchmarks.omnibench.exporting import _orders
from omnigym.devices.fake import FakeDevice
from omnigym.errors import ConfigError, DeviceError, TaskFileError
from omnigym.evaluation.dag import Dag
from omnigym.evaluation.judgement import Judgement
from omnigym.evaluation.metrics.coherency import best_coherency
from omnigym.evaluation.probe import Probe
from omnigym.evaluation.record import Completion, EpisodeRecord, NodeRecord
from omnigym.evaluation.report import summarise
from omnigym.foreign.limits import MAX_EDGES, MAX_NODES


@st.composite
def small_dags(draw: st.DrawFn) -> Dag:
    count = draw(st.integers(1, 6))
    pairs = [(str(a), str(b)) for b in range(count) for a in range(b)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return Dag(tuple(map(str, range(count))), tuple(edges))


@given(small_dags())
@settings(max_examples=60)
def test_width_and_orders_are_those_of_brute_force(dag: Dag) -> None:
    nodes = range(len(dag.ids))
    apart = [
        chosen
        for size in range(1, len(nodes) + 1)
        for chosen in itertools.combinations(nodes, size)
        if all(a not in dag.ancestors[b] for a, b in itertools.permutations(chosen, 2))
    ]
    assert dag.width == max(map(len, apart))
    orders = [list(p) for p in itertools.permutations(dag.ids) if dag.is_order(p)]
    assert list(_orders(dag)) == orders
    assert [dag.ids[i] for i in dag.order] == orders[0]


def test_an_environment_starts_without_importing_networkx() -> None:
    code = (
        "import sys, gymnasium, omnigym\n"
        "gymnasium.make('OmniBench-Win11-v0', tasks='suite:composed nodes:5').reset(seed=0)\n"
        "sys.exit('networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_the_largest_graph_takes_no_time() -> None:
    rng = random.Random(0)
    ids = tuple(map(str, range(MAX_NODES)))
    pairs = rng.sample([(str(a), str(b)) for b in range(MAX_NODES) for a in range(b)], MAX_EDGES)
    before = time.process_time()
    dag = Dag(ids, tuple(pairs))
    assert (len(dag.order), dag.depth > 9, dag.width > 9) == (MAX_NODES, True, True)
    assert len(list(itertools.islice(_orders(dag), 100))) == 100
    assert time.process_time() - before < 10


@pytest.mark.parametrize(
    ("nodes", "edges", "said"),
    [(MAX_NODES + 1, 0, "at most 512 nodes, got 513"), (2, MAX_EDGES + 1, "at most 4,096 edges")],
)
def test_a_larger_one_is_refused(nodes: int, edges: int, said: str) -> None:
    with pytest.raises(TaskFileError, match=said):
        Dag(tuple(map(str, range(nodes))), (("0", "1"),) * edges)


def test_a_message_about_many_nodes_is_short() -> None:
    ids = tuple("x" * 100 + str(i) for i in range(MAX_NODES))
    for edges in ((("a" * 9999, ids[0]),), (*itertools.pairwise(ids), (ids[-1], ids[0]))):
        with pytest.raises(TaskFileError) as e:
            Dag(ids, edges)
        assert len(str(e.value)) < 1500


def test_a_best_order_that_is_too_hard_to_find_is_given_up() -> None:
    rng = random.Random(0)
    ids = tuple(map(str, range(200)))
    pairs = {(str(a), str(b)) for b in range(200) for a in rng.sample(range(b), min(b, 2))}
    dag = Dag(ids, tuple(sorted(pairs)))
    apps = [f"app{rng.randrange(40)}" for _ in ids]
    before = time.process_time()
    assert best_coherency(dag, apps) is None
    assert time.process_time() - before < 20
    nodes = tuple(NodeRecord(i, app=a) for i, a in zip(ids, apps, strict=True))
    report = summarise([EpisodeRecord(task_id="t", nodes=nodes, edges=dag.edges, completed=(Completion("0", 1),))])
    assert report["logical_consistency"] is None
    assert report["success_rate"] == 0.0


RECORD = {"task_id": "t", "nodes": [{"id": "a"}], "completed": [{"node": "a", "step": 1}], "later": "field"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"nodes": 5}, "nodes"),
        ({"nodes": [{"id": 5}]}, r"nodes\[0\].id: .*got 5"),
        ({"nodes": [5]}, r"nodes\[0\]"),
        ({"nodes": [{"id": "a"}, {"id": "a"}]}, "must differ"),
        ({"edges": [["a"]]}, r"edges\[0\]"),
        ({"edges": [["a", "b"]]}, "no node"),
        ({"edges": [["a", "a"]]}, "no cycle"),
        ({"completed": [{"node": "b", "step": 1}]}, "Completed nodes"),
        ({"completed": [{"node": "a", "step": -1}]}, "step"),
        ({"completed": [{"node": "a", "step": "1"}]}, "step"),
        ({"actions": -1}, "actions"),
        ({"actions": True}, "actions"),
        ({"tokens": 1.5}, "tokens"),
        ({"unscored": "no"}, "unscored"),
        ({"nodes": [{"id": str(i)} for i in range(1000)], "completed": []}, "at most 512 nodes"),
    ],
)
def test_a_record_that_is_none_is_refused(change: dict[str, object], said: str) -> None:
    assert EpisodeRecord.from_json(json.dumps(RECORD)).success
    with pytest.raises(ConfigError, match=rf"Cannot read an episode's record: .*{said}"):
        EpisodeRecord.from_json(json.dumps({**RECORD, **change}))


@pytest.mark.parametrize(
    "text", ["[" * 99_999, "NaN", "null", '"x"', '{"task_id": "t", "nodes": [], "nodes": []}', "9" * 5000]
)
def test_what_is_no_json_object_is_no_record(text: str) -> None:
    with pytest.raises(ConfigError, match="Cannot read an episode's record"):
        EpisodeRecord.from_json(text)


@pytest.mark.parametrize("reward", [float("nan"), float("inf")])
def test_a_reward_of_a_host_that_is_not_finite_is_a_fault_of_its_own(reward: float) -> None:
    class Broken:
        def judge(self, _answer: str | None) -> Judgement:
            return Judgement(reward, True, True)

    probe = Probe(FakeDevice())
    probe.judge_by(Broken())
    probe.begin()
    with pytest.raises(DeviceError, match="reward should be a finite number"):
        probe.judgement()
    assert probe.judged is None  # so it neither pays nor ends the episode
