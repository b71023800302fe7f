"""Resources lead from one application of the simulated Windows to another; few of them are made for nobody."""

from __future__ import annotations

import pytest

from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.resources import ResourceKind, kinds_of
from omnigym.tasks.subtask import Condition, Need, Resource, Subtask

WINDOWS = [s for s in all_subtasks() if "windows" in s.platforms and "sim" in s.devices]
KINDS = kinds_of(WINDOWS)
#: They make settings, which no app needs from another.
_ALONE = {"control_panel"}


def test_there_are_enough_subtasks_and_kinds_that_cross() -> None:
    assert len(WINDOWS) >= 240
    assert len([kind for kind in KINDS if kind.crosses]) >= 20


def test_nothing_is_needed_that_nobody_makes() -> None:
    assert [(kind.name, kind.users, kind.given) for kind in KINDS if kind.is_missing] == []


def test_at_most_a_third_of_the_kinds_are_dead_ends() -> None:
    dead = [kind.name for kind in KINDS if kind.is_dead_end]
    assert 3 * len(dead) <= len(KINDS), dead


@pytest.mark.parametrize("app", sorted({a for k in KINDS for a in (*k.makers, *k.users)} - _ALONE))
def test_no_application_stands_alone(app: str) -> None:
    """It needs something that another one makes, or makes something that another one needs."""
    assert [k.name for k in KINDS if k.crosses and app in (*k.makers, *k.users)] != []


def _subtask(name: str, app: str, *needs: Need, makes: str = "") -> Subtask:
    produces = (Resource(makes, "{x}"),) if makes else ()
    return Subtask(
        id=f"test/{name}",
        app=app,
        instruction="Do {x}.",
        parameters=({"x": "1"}, {"x": "2"}),
        conditions=(Condition("file_exists", {"path": "{x}"}),),
        needs=needs,
        produces=produces,
    )


def test_what_is_given_is_no_use_of_what_was_made() -> None:
    kinds = kinds_of(
        [
            _subtask("a", "word", makes="document"),
            _subtask("b", "excel", Need(Resource("document", "{x}"), given=True), makes="sheet"),
            _subtask("c", "mail", Need(Resource("sheet", "{x}")), Need(Resource("ghost", "{x}"))),
            _subtask("d", "word", Need(Resource("own", "{x}")), makes="own"),
        ]
    )
    assert kinds == (
        ResourceKind("document", ("word",), (), ("excel",)),
        ResourceKind("ghost", (), ("mail",), ()),
        ResourceKind("own", ("word",), ("word",), ()),
        ResourceKind("sheet", ("excel",), ("mail",), ()),
    )
    assert [kind.name for kind in kinds if kind.is_dead_end] == ["document"]
    assert [kind.name for kind in kinds if kind.is_missing] == ["ghost"]
    assert [kind.name for kind in kinds if kind.crosses] == ["sheet"]
