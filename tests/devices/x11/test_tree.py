from __future__ import annotations

import pytest

pytest.importorskip("Xlib", reason="needs omnigym[x11]")

from omnigym.a11y import Rect, Role, State, Tree
from omnigym.devices.x11.atspi import Accessible
from omnigym.devices.x11.tree import build_tree
from omnigym.devices.x11.windows import XWindow

_SIZE = (200, 100)
_ON = State.ENABLED | State.VISIBLE


def _object(role: Role, name: str, bounds: Rect, *children: Accessible, states: State = _ON) -> Accessible:
    return Accessible("/", role, states, name, "", bounds, list(children))


def _window(xid: int, title: str, frame: Rect, *, border: int = 0, **state: object) -> XWindow:
    x, y, w, h = frame
    actions = frozenset({"CLOSE", "MINIMIZE"})
    return XWindow(xid, "App", title, (x, y + border, w, h - border), frame, actions=actions, **state)  # type: ignore[arg-type]


def _build(tops: list[Accessible], windows: list[XWindow], **kwargs: object) -> Tree:
    options: dict[str, object] = {"truncated": False, "hung": frozenset(), **kwargs}
    return build_tree(tops, windows, _SIZE, **options)  # type: ignore[arg-type]


def test_layers_follow_the_stacking_not_the_order_of_applications() -> None:
    back = _object(Role.WINDOW, "back", (0, 0, 100, 50))
    front = _object(Role.WINDOW, "front", (50, 0, 100, 50))
    windows = [_window(2, "front", (50, 0, 100, 50), active=True), _window(1, "back", (0, 0, 100, 50))]
    tree = _build([back, front], windows)
    assert [(n.name, n.layer) for n in tree] == [("front", 0), ("back", 1), ("Desktop", 2)]
    hit = tree.hit(60, 10)
    assert hit is not None
    assert hit.name == "front"
    assert tree.nodes[0].states & State.ACTIVE
    assert not tree.nodes[1].states & State.ACTIVE


def test_windows_of_one_place_are_told_apart_by_title() -> None:
    place = (0, 0, 100, 50)
    tops = [_object(Role.WINDOW, "b", place), _object(Role.WINDOW, "a", place)]
    tree = _build(tops, [_window(1, "a", place), _window(2, "b", place)])
    assert [n.name for n in tree][:2] == ["a", "b"]


def test_bounds_are_clipped_to_what_can_be_seen() -> None:
    inside = _object(Role.BUTTON, "in", (-10, 10, 30, 10))
    outside = _object(Role.BUTTON, "out", (0, 60, 30, 10))
    pane = _object(Role.PANE, "pane", (0, 0, 100, 50), inside, outside)
    tree = _build([_object(Role.WINDOW, "w", (0, 0, 100, 80), pane)], [_window(1, "w", (0, 0, 100, 80))])
    button = tree.find(Role.BUTTON)
    assert button is not None
    assert button.bounds == (0, 10, 20, 10)
    assert tree.find(name="out") is None


def test_an_object_without_an_area_hands_its_children_on() -> None:
    button = _object(Role.BUTTON, "b", (10, 10, 10, 10))
    tab = _object(Role.TAB, "tab", (-1, -1, -1, -1), button)
    tree = _build([_object(Role.WINDOW, "w", (0, 0, 100, 50), tab)], [_window(1, "w", (0, 0, 100, 50))])
    found = tree.find(name="b")
    assert found is not None
    assert tree.nodes[found.parent].name == "w"
    assert tree.find(name="tab") is None


def test_an_open_menu_lies_over_the_window_it_hangs_from() -> None:
    item = _object(Role.MENU_ITEM, "Save", (0, 20, 60, 10))
    deeper = _object(Role.MENU, "More", (0, 30, 60, 10), _object(Role.MENU_ITEM, "Deep", (60, 30, 60, 10)))
    menus = [_object(Role.MENU, "File", (0, 10, 20, 10), item, deeper), _object(Role.MENU, "Edit", (20, 10, 20, 10))]
    bar = _object(Role.MENUBAR, "", (0, 10, 100, 10), *menus)
    page = _object(Role.TEXT_AREA, "page", (0, 20, 100, 30))
    tree = _build([_object(Role.WINDOW, "w", (0, 0, 100, 50), bar, page)], [_window(1, "w", (0, 0, 100, 50))])
    assert [n.name for n in tree.nodes if n.role is Role.MENU] == ["More", "File"]
    hit = tree.hit(5, 25)
    assert hit is not None
    assert hit.name == "Save"
    entries = {n.name: n.states for n in tree.nodes if n.role is Role.MENU_ITEM}
    assert entries["File"] & State.EXPANDED
    assert entries["Edit"] & State.EXPANDABLE
    assert not entries["Edit"] & State.EXPANDED


def test_title_bars_have_the_buttons_that_the_window_manager_allows() -> None:
    tree = _build([_object(Role.WINDOW, "w", (0, 0, 100, 50))], [_window(1, "w", (0, 0, 100, 50), border=20)])
    bar = tree.find(Role.TITLEBAR)
    assert bar is not None
    assert bar.bounds == (0, 0, 100, 20)
    assert [n.key for n in tree.children(bar)] == ["window.close", "window.minimize"]


def test_minimised_windows_are_not_there() -> None:
    tops = [_object(Role.WINDOW, "w", (0, 0, 100, 50))]
    assert [n.name for n in _build(tops, [_window(1, "w", (0, 0, 100, 50), minimised=True)])] == ["Desktop"]


def test_a_silent_window_still_shows_its_title() -> None:
    tree = _build([], [_window(7, "mute", (0, 0, 100, 50))], hung=frozenset({7}), truncated=True)
    node = tree.find(Role.WINDOW, "mute")
    assert node is not None
    assert node.states & State.BUSY
    assert tree.truncated


def test_a_cell_of_icon_and_text_is_one_node() -> None:
    parts = (_object(Role.CELL, "", (0, 0, 10, 10)), _object(Role.CELL, "a.txt", (10, 0, 40, 10)))
    table = _object(Role.TABLE, "", (0, 0, 100, 50), _object(Role.CELL, "", (0, 0, 50, 10), *parts))
    tree = _build([_object(Role.WINDOW, "w", (0, 0, 100, 50), table)], [_window(1, "w", (0, 0, 100, 50))])
    assert [(n.name, n.bounds) for n in tree.find_all(Role.CELL)] == [("a.txt", (0, 0, 50, 10))]


def test_what_libreoffice_draws_is_below_its_menu_bar_and_gtk_widgets_on_it_stay_where_they_are() -> None:
    field = _object(Role.TEXT_FIELD, "font", (30, 35, 40, 10))
    widget = _object(Role.PANE, "gtk", (30, 35, 40, 10), field)  # as large as its parent, and where it is drawn
    drawn = _object(Role.PANE, "drawn", (30, 10, 40, 10), widget)
    bold = _object(Role.TOGGLE, "bold", (80, 10, 10, 10))
    work = _object(Role.PANE, "work", (0, 0, 100, 75), _object(Role.TOOLBAR, "tools", (0, 5, 100, 20), drawn, bold))
    area = _object(Role.PANE, "area", (0, 25, 100, 75), work)
    frame = _object(Role.PANE, "frame", (0, 0, 100, 100), _object(Role.MENUBAR, "menus", (0, 0, 100, 25)), area)
    tree = _build([_object(Role.WINDOW, "w", (0, 0, 100, 100), frame)], [_window(1, "w", (0, 0, 100, 100))])
    places = {n.name: n.bounds for n in tree}
    assert places["menus"] == (0, 0, 100, 25)
    assert places["work"] == places["area"] == (0, 25, 100, 75)
    assert places["tools"] == (0, 30, 100, 20)
    assert places["bold"] == (80, 35, 10, 10)
    assert places["drawn"] == places["gtk"] == places["font"] == (30, 35, 40, 10)
