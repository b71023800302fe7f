"""Composition: shapes, clashes, determinism, speed."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from omnigym.errors import ConfigError, UnknownNameError
from omnigym.tasks.complexity import shape
from omnigym.tasks.compose import compose
from omnigym.tasks.conflicts import Facts, clash, facts_of
from omnigym.tasks.node_binding import bind_node, resource_key
from omnigym.tasks.registry import get_subtask
from omnigym.tasks.split import split_of
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.task_file import dumps_task, loads_task


@pytest.mark.parametrize(
    ("name", "nodes", "branches", "width", "depth"),
    [
        ("chain", 5, 1, 1, 5),
        ("fork", 3, 2, 2, 2),
        ("fork", 5, 2, 2, 3),
        ("fork", 6, 5, 5, 2),
        ("join", 5, 2, 2, 3),
        ("diamond", 4, 2, 2, 3),
        ("diamond", 7, 5, 5, 3),
        ("ladder", 12, 2, 2, 9),
        ("broom", 9, 5, 5, 5),
        ("broom", 4, 2, 2, 3),
        ("comb", 9, 5, 5, 5),
        ("comb", 8, 3, 3, 6),
        ("comb", 3, 1, 1, 3),
        ("parallel", 5, 3, 3, 2),
        ("parallel", 3, 3, 3, 1),
    ],
)
def test_shapes_are_as_wide_and_deep_as_asked_for(name: str, nodes: int, branches: int, width: int, depth: int) -> None:
    dag = shape(name, nodes, branches)
    assert (len(dag.ids), dag.width, dag.depth) == (nodes, width, depth)


def test_shapes_that_cannot_be_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="chain"):
        shape("chian", 3)
    with pytest.raises(ConfigError, match="at least 4"):
        shape("diamond", 3)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["chain", "fork", "join", "diamond"]), st.integers(4, 8), st.integers(0, 10**6))
def test_a_composed_task_keeps_its_promises(pool: tuple[Subtask, ...], name: str, nodes: int, seed: int) -> None:
    dag = shape(name, nodes)
    try:
        task = compose(dag, seed=seed, subtasks=pool, sensible=False)
    except ConfigError:
        assume(False)
    assert task.dag == dag
    for before, after in task.edges:
        made = {resource_key(r) for r in task.bound[before].produces}
        needed = {resource_key(n.resource) for n in task.bound[after].needs}
        assert made & needed, "something flows along every edge"
    facts = [facts_of(task.bound[i]) for i in dag.ids]
    for i, a in enumerate(facts):
        for j, b in enumerate(facts):
            if i != j and i not in dag.ancestors[j] and j not in dag.ancestors[i]:
                assert not clash(a, b, 0)
    assert loads_task(dumps_task(task)).nodes == task.nodes


def test_the_same_seed_gives_the_same_task(pool: tuple[Subtask, ...]) -> None:
    dag = shape("diamond", 6)
    assert compose(dag, seed=3, subtasks=pool, sensible=False) == compose(dag, seed=3, subtasks=pool, sensible=False)
    assert len({compose(dag, seed=s, subtasks=pool, sensible=False).instruction for s in range(10)}) > 5


@pytest.mark.parametrize("split", ["train", "heldout"])
def test_a_task_lies_in_the_split_asked_for(pool: tuple[Subtask, ...], split: str) -> None:
    for seed in range(10):
        assert split_of(compose(shape("chain", 3), seed=seed, subtasks=pool, split=split, sensible=False)) == split  # type: ignore[arg-type]


@pytest.mark.parametrize("apps", [1, 2, 3])
def test_a_task_has_as_many_apps_as_asked_for(pool_of_three: tuple[Subtask, ...], apps: int) -> None:
    counts = [
        len(compose(shape(name, nodes, branches), seed=seed, subtasks=pool_of_three, apps=apps, sensible=False).apps)
        for seed in range(8)
        for name, nodes, branches in (("chain", 5, 1), ("fork", 6, 3), ("join", 5, 2), ("parallel", 5, 3))
    ]
    assert max(counts) == apps
    assert counts.count(apps) > len(counts) / 2


def test_12_nodes_take_milliseconds(pool: tuple[Subtask, ...]) -> None:
    dag = shape("fork", 12, 3)
    compose(dag, seed=0, subtasks=pool, sensible=False)
    times = []
    for seed in range(1, 10):
        started = time.process_time()
        compose(dag, seed=seed, subtasks=pool, sensible=False)
        times.append(time.process_time() - started)
    assert sorted(times)[len(times) // 2] < 1


def test_what_cannot_be_joined_is_refused(pool: tuple[Subtask, ...]) -> None:
    only_delete = [s for s in pool if s.id == "test/delete-file"]
    with pytest.raises(ConfigError, match="could not be joined"):
        compose(shape("chain", 2), seed=0, subtasks=only_delete)


def real(subtask_id: str, **values: str) -> Facts:
    subtask = get_subtask(subtask_id)
    return facts_of(bind_node(subtask_id, subtask, {**subtask.parameters[0], **values}))


def bound(pool: tuple[Subtask, ...], which: str, **values: str) -> Facts:
    subtask = next(s for s in pool if s.id == f"test/{which}")
    return facts_of(bind_node(which, subtask, {**subtask.parameters[0], **values}))


def test_a_renamed_file_cannot_be_used_under_its_old_name(pool: tuple[Subtask, ...]) -> None:
    rename = bound(pool, "rename-file", name="a.txt", folder="Documents")
    copy = bound(pool, "copy-file", name="a.txt", folder="Documents")
    assert clash(rename, copy, 0)
    assert clash(copy, rename, 0)
    assert clash(rename, copy, -1), "the copy comes after the rename"
    assert not clash(copy, rename, -1), "the copy comes before the rename"


def test_an_app_is_not_uninstalled_before_it_is_needed() -> None:
    gone = real("control/uninstall", program="Media Player")
    played = real("media/play-sound")
    assert clash(gone, played, 0)
    assert clash(gone, played, -1), "it is uninstalled first"
    assert not clash(played, gone, -1), "it is uninstalled afterwards"
    assert not clash(gone, real("spotify/like"), 0)
    assert clash(real("settings/uninstall", program="7-Zip"), real("7-zip/add"), 0)


def test_what_lies_in_a_renamed_folder_is_gone_too(pool: tuple[Subtask, ...]) -> None:
    rename = bound(pool, "rename-folder", name="A", folder="Documents")
    copy = bound(pool, "copy-file", name="a.txt", folder="Documents/A")
    assert clash(rename, copy, 0)


def test_two_nodes_do_not_make_the_same_thing(pool: tuple[Subtask, ...]) -> None:
    a = bound(pool, "create-folder", name="X", folder="Documents")
    b = bound(pool, "rename-folder", name="Y", new="x", folder="documents")
    assert clash(a, b, -1)


def test_what_a_stranger_needs_at_the_start_is_not_made_later(pool: tuple[Subtask, ...]) -> None:
    make = bound(pool, "create-folder", name="Backup", folder="Documents")
    copy = bound(pool, "copy-file", target="Documents/Backup")
    assert clash(make, copy, 0)
    subtask = next(s for s in pool if s.id == "test/copy-file")
    node = bind_node("copy", subtask, {**subtask.parameters[0], "target": "Documents/Backup"})
    assert not clash(make, facts_of(node, provided=make.gives), -1)


def test_two_setups_of_one_file_agree(pool: tuple[Subtask, ...]) -> None:
    first = bound(pool, "copy-file", name="a.txt", folder="Documents", target="Music")
    second = bound(pool, "copy-file", name="a.txt", folder="Documents", target="Desktop")
    assert first.written == second.written and not clash(first, second, 0)
    other = replace(second, written=frozenset((path, "another text") for path, _ in second.written))
    assert clash(first, other, 0) and clash(other, first, -1)


@pytest.mark.parametrize(("name", "branches"), [("chain", 1), ("fork", 3), ("join", 2), ("diamond", 2)])
def test_every_shape_is_composed_with_twelve_nodes(name: str, branches: int) -> None:
    dag = shape(name, 12, branches)
    for seed in range(5):
        assert compose(dag, seed=seed, sensible=False).dag == dag
