"""What UI Automation and Active Accessibility tell, as a tree: no Windows is needed."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role, State
from omnigym.devices.host.windows.elements import (
    CONTROL_TYPES,
    UiaElement,
    VisibleWindow,
    build_tree,
    msaa_states,
    uia_element,
)

_BOX = (10.0, 20.0, 30.4, 40.6)


def _element(**said: Any) -> UiaElement:
    found = uia_element({"bounds": _BOX, "enabled": True, **said})
    assert found is not None
    return found


def test_every_control_type_has_a_role() -> None:
    assert list(CONTROL_TYPES) == list(range(50_000, 50_041))
    assert Role.UNKNOWN not in CONTROL_TYPES.values()
    known = {
        50_000: Role.BUTTON,
        50_004: Role.TEXT_FIELD,
        50_011: Role.MENU_ITEM,
        50_032: Role.WINDOW,
        50_037: Role.TITLEBAR,
    }
    assert {n: CONTROL_TYPES[n] for n in known} == known


@pytest.mark.parametrize(
    ("said", "role", "states", "not_states"),
    [
        ({"type": 50_000}, Role.BUTTON, State.ENABLED | State.VISIBLE | State.CLICKABLE, State.EDITABLE),
        ({"type": 50_000, "enabled": False, "offscreen": True}, Role.BUTTON, State.NONE, State.ENABLED | State.VISIBLE),
        ({"type": 50_004}, Role.TEXT_FIELD, State.EDITABLE, State.PASSWORD),
        ({"type": 50_004, "read_only": True, "password": True}, Role.TEXT_FIELD, State.PASSWORD, State.EDITABLE),
        ({"type": 50_030, "has_value": True, "read_only": False}, Role.TEXT_AREA, State.EDITABLE, State.NONE),
        ({"type": 50_030}, Role.DOCUMENT, State.NONE, State.EDITABLE),
        ({"type": 50_002, "toggles": True, "toggled": 1}, Role.CHECKBOX, State.CHECKED | State.CHECKABLE, State.NONE),
        ({"type": 50_002, "toggles": True, "toggled": 2}, Role.CHECKBOX, State.CHECKABLE, State.CHECKED),
        ({"type": 50_024, "expanded": 0}, Role.TREE_ITEM, State.EXPANDABLE, State.EXPANDED),
        ({"type": 50_024, "expanded": 1}, Role.TREE_ITEM, State.EXPANDABLE | State.EXPANDED, State.NONE),
        ({"type": 50_024, "expanded": 3}, Role.TREE_ITEM, State.NONE, State.EXPANDABLE),
        ({"type": 50_007, "selectable": True, "selected": True}, Role.LIST_ITEM, State.SELECTED, State.CHECKED),
        ({"type": 1, "focused": True, "focusable": True}, Role.UNKNOWN, State.FOCUSED | State.FOCUSABLE, State.NONE),
    ],
)
def test_an_element(said: dict[str, Any], role: Role, states: State, not_states: State) -> None:
    found = _element(**said)
    assert found.role is role
    assert found.states & states == states and not found.states & not_states
    assert found.bounds == (10, 20, 30, 41)


def test_texts_of_an_element() -> None:
    found = _element(type=50_015, number=2.5, name="Volume", key="slider", window=77)
    assert (found.name, found.value, found.key, found.window) == ("Volume", "2.5", "slider", 77)
    assert _element(type=50_004, value="x" * 200_000).value == "x" * 100_000
    assert uia_element({"name": "nowhere"}) is None
    assert uia_element({"bounds": (1, 2)}) is None


def test_states_of_active_accessibility() -> None:
    assert msaa_states(0x100010, Role.CHECKBOX) & State.CHECKED
    assert not msaa_states(0x1, Role.BUTTON) & State.ENABLED
    assert not msaa_states(0x10000, Role.BUTTON) & State.VISIBLE
    assert msaa_states(0, Role.TEXT_FIELD) & State.EDITABLE and not msaa_states(0x40, Role.TEXT_FIELD) & State.EDITABLE


def test_the_tree_is_front_to_back_and_within_the_screen() -> None:
    button = UiaElement(Role.BUTTON, "OK", (90, 90, 40, 10))
    group = UiaElement(Role.GROUP, "", (0, 0, 0, 0), children=[button])
    gone = UiaElement(Role.TEXT, "hidden", (0, 0, 5, 5), State.ENABLED)
    away = UiaElement(Role.TEXT, "away", (200, 0, 5, 5))
    top = UiaElement(Role.WINDOW, "Editor", (-10, 0, 120, 100), children=[group, gone, away])
    windows = [
        VisibleWindow("Editor", (-10, 0, 120, 100), True, False, False, False, top),
        VisibleWindow("Behind", (0, 0, 50, 50), False, True, False, True, None),
        VisibleWindow("", (5, 5, 20, 20), False, False, True, False, UiaElement(Role.MENU, "", (5, 5, 20, 20))),
        VisibleWindow("Gone", (300, 0, 50, 50), False, False, False, False, None),
    ]
    taskbar = [VisibleWindow("", (0, 90, 100, 10), False, False, False, False, None, Role.TASKBAR)]
    tree = build_tree(windows, taskbar, (100, 100), truncated=True)
    assert tree.truncated and tree.size == (100, 100)
    assert [(n.role, n.name, n.bounds) for n in tree] == [
        (Role.MENU, "", (5, 5, 20, 20)),
        (Role.WINDOW, "Editor", (0, 0, 100, 100)),
        (Role.BUTTON, "OK", (90, 90, 10, 10)),
        (Role.WINDOW, "Behind", (0, 0, 50, 50)),
        (Role.TASKBAR, "", (0, 90, 100, 10)),
        (Role.DESKTOP, "Desktop", (0, 0, 100, 100)),
    ]
    nodes = list(tree)
    assert nodes[1].states & State.ACTIVE and nodes[3].states & State.MODAL and nodes[3].states & State.BUSY
    assert [b.layer for b in tree.blocks] == list(range(5))
