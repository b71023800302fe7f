"""The accessibility tree: finding, hit test, JSON, XML, frozen numbers."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnigym.a11y import N_STATES, ROLE_FROM, STATE_FROM, Block, BlockBuilder, Role, State, Tree, role_from

SHOWN = State.ENABLED | State.VISIBLE


def example() -> Tree:
    menu, window = BlockBuilder(0), BlockBuilder(1)
    root = menu.add(Role.MENU, "File", (40, 40, 30, 40), key="menu")
    menu.add(Role.MENU_ITEM, "Open…", (40, 40, 30, 20), SHOWN | State.CLICKABLE, key="menu.open", parent=root)
    root = window.add(Role.WINDOW, "Notes", (0, 0, 100, 100), SHOWN | State.ACTIVE)
    pane = window.add(Role.PANE, "", (0, 20, 100, 80), parent=root)
    window.add(Role.TEXT_FIELD, "Name", (10, 30, 50, 20), SHOWN | State.EDITABLE, value="Ünïcode & <b>", parent=pane)
    window.add(Role.BUTTON, "Open…", (10, 60, 20, 20), SHOWN | State.CLICKABLE, parent=pane)
    return Tree((menu.build(), window.build()), (100, 100))


def test_order_and_parents() -> None:
    tree = example()
    assert [n.name for n in tree] == ["File", "Open…", "Notes", "", "Name", "Open…"]
    assert [n.parent for n in tree] == [-1, 0, -1, 2, 3, 3]
    assert [n.index for n in tree] == list(range(len(tree)))
    assert [n.name for n in tree.children(tree.nodes[3])] == ["Name", "Open…"]
    assert [tree.node(n) for n in range(6)] == list(tree.nodes)
    for row in (-1, 6):
        with pytest.raises(IndexError):
            tree.node(row)


def test_find() -> None:
    tree = example()
    first = tree.find(name="Open…")
    assert first is not None
    assert first.role is Role.MENU_ITEM
    assert [n.index for n in tree.find_all(name="Open…")] == [1, 5]
    button = tree.find(Role.BUTTON)
    assert button is not None
    assert button == tree.nodes[5]
    assert tree.find(text="ÜNÏCODE") == tree.nodes[4]
    assert tree.find(key="menu.open") == tree.nodes[1]
    assert tree.find(states=State.EDITABLE) == tree.nodes[4]
    assert tree.find(states=State.EDITABLE | State.CLICKABLE) is None
    assert tree.find(Role.BUTTON, "Close") is None


def test_a_block_with_other_states_is_found_by_them() -> None:
    block = example().blocks[0]
    assert Tree((block,), (100, 100)).find(states=State.SELECTED) is None
    chosen = block.renamed(block.names, block.values, block.keys, block.states | np.uint32(State.SELECTED))
    assert Tree((chosen,), (100, 100)).find(name="Open…", states=State.SELECTED) is not None
    assert Tree((block,), (100, 100)).find(states=State.SELECTED) is None


def test_a_block_with_other_texts_and_keys_is_read_by_them() -> None:
    block = example().blocks[0]
    assert (block.places["menu.open"], block.texts[1]) == (1, "Open…")
    other = block.renamed(("", *block.names[1:-1], "Z"), block.values, tuple(f"x{key}" for key in block.keys))
    assert (other.places["xmenu.open"], other.texts[-1][:1], "menu.open" in other.places) == (1, "Z", False)
    assert list(other.texts) == [n.text for n in Tree((other,), (100, 100)).nodes]


def test_hit_takes_the_frontmost_layer_then_the_last() -> None:
    tree = example()
    hits = {(50, 45): "Open…", (15, 65): "Open…", (15, 35): "Name", (90, 90): "", (5, 5): "Notes", (50, 75): "File"}
    assert {p: n.name if (n := tree.hit(*p)) else None for p in hits} == hits
    assert tree.hit(100, 100) is None
    assert tree.hit(45, 45) == tree.nodes[1]


def test_json_round_trip() -> None:
    tree = example()
    again = Tree.from_json(tree.to_json())
    assert again.nodes == tree.nodes
    assert again.size == tree.size
    assert again.truncated == tree.truncated
    assert len(again.blocks) == len(tree.blocks), "a block a layer"


texts = st.text(max_size=8)
rows = st.tuples(
    st.sampled_from(Role),
    texts,
    st.tuples(*[st.integers(0, 99)] * 4),
    st.integers(0, 2**N_STATES - 1).map(State),
    texts,
    texts,
    st.integers(-1, 6),
)


@given(st.lists(st.lists(rows, min_size=1, max_size=6), max_size=4))
def test_any_tree_survives_json_and_becomes_xml(layers: list[list[tuple]]) -> None:  # type: ignore[type-arg]
    blocks: list[Block] = []
    for layer, nodes in enumerate(layers):
        builder = BlockBuilder(layer)
        for n, (role, name, bounds, states, value, key, parent) in enumerate(nodes):
            builder.add(role, name, bounds, states, value=value, key=key, parent=min(parent, n - 1))
        blocks.append(builder.build())
    tree = Tree(tuple(blocks), (100, 100))
    assert Tree.from_json(tree.to_json()).nodes == tree.nodes
    root = ET.fromstring(tree.to_xml())
    assert sum(1 for _ in root.iter()) == len(tree) + 1


def test_xml_nests() -> None:
    root = ET.fromstring(example().to_xml())
    field = root.find("window/pane/text-field")
    assert field is not None
    assert field.get("value") == "Ünïcode & <b>"
    assert field.get("bounds") == "10,30,50,20"
    assert set(field.get("states", "").split()) == {"enabled", "visible", "editable"}


def test_node() -> None:
    node = example().nodes[4]
    assert node.center == (35, 40)
    assert node.text == "Name Ünïcode & <b>"
    assert node.has(State.EDITABLE | State.ENABLED)
    assert not node.has(State.EDITABLE | State.FOCUSED)


def test_blocks_are_immutable() -> None:
    block = example().blocks[0]
    with pytest.raises(ValueError, match="read-only"):
        block.bounds[0, 0] = 5


def test_the_numbers_are_frozen() -> None:
    assert [int(r) for r in Role] == list(range(56)), "new roles are appended"
    assert (Role.BUTTON, Role.TEXT_FIELD, Role.CALENDAR) == (12, 35, 55)
    assert len(State) == N_STATES
    assert max(State) == State.DEFAULT == 1 << 23
    assert State.FOCUSED == 8


@pytest.mark.parametrize("vocabulary", ["uia", "atspi", "android", "aria"])
def test_mappings(vocabulary: str) -> None:
    assert {type(r) for r in ROLE_FROM[vocabulary].values()} == {Role}
    assert {type(s) for s in STATE_FROM[vocabulary].values()} == {State}
    for name, role in ROLE_FROM[vocabulary].items():
        assert role_from(vocabulary, name.upper()) is role
    assert role_from(vocabulary, "no such role") is Role.UNKNOWN


@pytest.mark.parametrize(
    ("vocabulary", "name", "role"),
    [
        ("uia", "Edit", Role.TEXT_FIELD),
        ("atspi", "push button", Role.BUTTON),
        ("android", "android.widget.EditText", Role.TEXT_FIELD),
        ("aria", "textbox", Role.TEXT_FIELD),
    ],
)
def test_the_same_thing_has_the_same_role_everywhere(vocabulary: str, name: str, role: Role) -> None:
    assert role_from(vocabulary, name) is role
