"""Events derived from actions and the tree before them."""

from __future__ import annotations

import pytest

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.actions import Action, Click, Done, Drag, Move, Press, Scroll, Type, Wait
from omnigym.evaluation.events import ClickEvent, DragEvent, Event, KeyEvent, ScrollEvent, TextEvent, derive


@pytest.fixture
def tree() -> Tree:
    b = BlockBuilder()
    root = b.add(Role.WINDOW, "Window", (0, 0, 100, 100))
    button = b.add(Role.BUTTON, "Save", (0, 0, 50, 50), parent=root, key="save")
    b.add(Role.ICON, "", (10, 10, 20, 20), parent=button)
    b.add(Role.TEXT_FIELD, "", (50, 50, 50, 50), value="typed", parent=root)
    return Tree((b.build(),), (100, 100))


@pytest.mark.parametrize(
    ("action", "events"),
    [
        (Click((0.05, 0.05)), (ClickEvent("Save", Role.BUTTON, "save", "left", 1),)),
        (Click((0.15, 0.15), "right", 2), (ClickEvent("Save", Role.BUTTON, "save", "right", 2),)),
        (Click((0.9, 0.9)), (ClickEvent("typed", Role.TEXT_FIELD, "", "left", 1),)),
        (Scroll((0.0, 0.0), 2), (ScrollEvent("Save", 2, 0),)),
        (Drag((0.0, 0.0), (0.9, 0.1)), (DragEvent("Save", "Window"),)),
        (Type("ab"), (TextEvent("ab"),)),
        (Type("a\nb\t"), (TextEvent("a"), KeyEvent("enter", ()), TextEvent("b"), KeyEvent("tab", ()))),
        (Type(""), ()),
        (Press("a", count=2), (TextEvent("aa"),)),
        (Press("a", ("shift",)), (TextEvent("A"),)),
        (Press("1", ("shift",)), (TextEvent("!"),)),
        (Press("space"), (TextEvent(" "),)),
        (Press("s", ("ctrl",)), (KeyEvent("s", ("ctrl",)),)),
        (Press("down", count=2), (KeyEvent("down", ()), KeyEvent("down", ()))),
        (Wait(), ()),
        (Move((0.0, 0.0)), ()),
        (Done(), ()),
    ],
)
def test_events(tree: Tree, action: Action, events: tuple[Event, ...]) -> None:
    assert derive(action, tree) == events


def test_the_wheel_turns_what_scrolls_below_it() -> None:
    """The innermost pane of the window that is hit, by place: rows of a pane need not be its children."""
    front, behind = BlockBuilder(), BlockBuilder(layer=1)
    front.add(Role.WINDOW, "Front", (0, 0, 50, 100))
    front.add(Role.SCROLL_PANE, "Page", (0, 0, 50, 80), State.SCROLLABLE)
    front.add(Role.LIST, "Names", (0, 0, 50, 40), State.SCROLLABLE)
    front.add(Role.LIST_ITEM, "Ann", (0, 0, 50, 20))
    behind.add(Role.SCROLL_PANE, "Files", (0, 0, 100, 100), State.SCROLLABLE)
    tree = Tree((front.build(), behind.build()), (100, 100))
    turned = [derive(Scroll((x, y), -1), tree) for x, y in ((0.1, 0.1), (0.1, 0.6), (0.1, 0.9), (0.9, 0.9))]
    assert [[(e.text, e.pane) for e in events if type(e) is ScrollEvent] for events in turned] == [
        [("Ann", "Names")],
        [("Page", "Page")],
        [("Front", "")],
        [("Files", "Files")],
    ]


def test_without_a_tree_a_click_has_no_text() -> None:
    assert derive(Click((0.5, 0.5)), None) == (ClickEvent("", Role.UNKNOWN, "", "left", 1),)
    assert derive(Drag((0.5, 0.5), (0.1, 0.1)), None) == (DragEvent("", ""),)
