"""Android's layout dump, written and read."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.a11y.uiautomator import class_name, dump_window, dump_windows, parse_dump
from omnigym.devices.sim.device import SimDevice

SIZE = (540, 1200)
ATTRIBUTES = [
    *("index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked", "clickable"),
    *("enabled", "focusable", "focused", "scrollable", "long-clickable", "password", "selected", "bounds"),
]
PACKAGE = "com.android.settings"


def tree() -> Tree:
    front = BlockBuilder(0)
    usual = State.ENABLED | State.VISIBLE
    page = front.add(Role.WINDOW, "Page", (0, 0, 540, 1200), usual, key="page")
    items = front.add(Role.LIST, "", (0, 100, 540, 900), usual | State.SCROLLABLE, parent=page)
    front.add(
        Role.LIST_ITEM, "Wi-Fi", (0, 100, 540, 100), usual | State.CLICKABLE, key="wifi", value="on", parent=items
    )
    front.add(Role.SWITCH, "Wi-Fi", (440, 100, 100, 100), usual | State.CHECKABLE | State.CHECKED, parent=items)
    front.add(Role.TEXT_FIELD, "Name", (0, 200, 540, 100), usual | State.EDITABLE, key="name", value='a"<b>&\nc')
    back = BlockBuilder(7)
    back.add(Role.BUTTON, "Back", (0, 1134, 100, 66), usual | State.LONG_CLICKABLE, key="nav.back")
    return Tree((front.build(), back.build()), SIZE)


def test_a_tree_may_be_deep() -> None:
    builder, parent = BlockBuilder(0), -1
    for _ in range(5_000):
        parent = builder.add(Role.GROUP, "a", (0, 0, 5, 5), State.VISIBLE, parent=parent)
    xml = dump_window(Tree((builder.build(),), SIZE), [PACKAGE], 0)
    assert xml.count("<node ") == 5_001 and xml.count("</node>") == xml.count("<node ") - xml.count("/><")
    assert xml.endswith("</node></node></hierarchy>")


def test_attributes_and_their_order() -> None:
    xml = dump_window(tree(), [PACKAGE, "com.android.systemui"], 0)
    assert xml.startswith("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node ")
    for element in ET.fromstring(xml).iter("node"):
        assert list(element.attrib) == ATTRIBUTES
        assert re.fullmatch(r"\[\d+,\d+\]\[\d+,\d+\]", element.attrib["bounds"])


def test_one_window_holds_its_own_nodes_alone() -> None:
    root = ET.fromstring(dump_window(tree(), [PACKAGE, "com.android.systemui"], 0))
    assert {e.attrib["package"] for e in root.iter("node")} == {PACKAGE}
    (decor,) = root
    assert decor.attrib["class"] == "android.widget.FrameLayout"
    assert [e.attrib["resource-id"] for e in decor] == [f"{PACKAGE}:id/page", f"{PACKAGE}:id/name"]


def test_what_is_written_is_read_back() -> None:
    before = tree()
    after = parse_dump(dump_windows(before, [PACKAGE, "com.android.systemui"], 0), SIZE)
    read = {n.key: n for n in after if n.key}
    for node in before:
        if node.key:
            found = read[node.key]
            assert (found.name, found.value, found.bounds, found.role) == (
                *(node.name, node.value, node.bounds),
                # a window is a frame like others
                Role.GROUP if node.role is Role.WINDOW else node.role,
            )
            assert found.states == node.states
    assert [b.layer for b in after.blocks] == [0, 1]
    item = read["wifi"]
    assert after.nodes[item.parent].role is Role.LIST


def test_a_simulated_phone_comes_back() -> None:
    device = SimDevice(SIZE, "android", 1.5)
    device.launch("settings")
    before = device.tree()
    after = parse_dump(dump_windows(before, [PACKAGE] * len(before.blocks), before.blocks[0].layer), SIZE)
    assert {n.key: (n.bounds, n.name, n.value) for n in after if n.key} == {
        n.key: (n.bounds, n.name, n.value) for n in before if n.key
    }


def test_bounds_are_clipped_to_the_screen() -> None:
    xml = (
        '<hierarchy rotation="0"><node class="android.view.View" bounds="[-50,1150][600,1300]" text="x" /></hierarchy>'
    )
    (node,) = parse_dump(xml, SIZE)
    assert node.bounds == (0, 1150, 540, 50)


@pytest.mark.parametrize(
    ("view", "role"),
    [
        ("com.google.android.material.button.MaterialButton", Role.BUTTON),
        ("androidx.appcompat.widget.SwitchCompat", Role.SWITCH),
        ("com.example.Fancy$TagEditText", Role.TEXT_FIELD),
        ("com.example.Whatever", Role.GROUP),
        ("", Role.UNKNOWN),
    ],
)
def test_apps_own_classes(view: str, role: Role) -> None:
    (node,) = parse_dump(f'<hierarchy rotation="0"><node class="{view}" bounds="[0,0][9,9]" /></hierarchy>', SIZE)
    assert node.role is role


@pytest.mark.parametrize("xml", ["", "ERROR: could not get idle state.", "<hierarchy><node>", "<html></html>"])
def test_no_layout(xml: str) -> None:
    with pytest.raises(ValueError, match=r"(?i)expected"):
        parse_dump(xml, SIZE)


def test_characters_that_xml_cannot_hold() -> None:
    builder = BlockBuilder(0)
    builder.add(Role.TEXT, "bell \x07 and \ud800", (0, 0, 9, 9))
    xml = dump_window(Tree((builder.build(),), SIZE), ["p"], 0)
    assert [n.name for n in parse_dump(xml, SIZE) if n.name] == ["bell . and ."]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("&#55357;&#56832;", "\U0001f600"),
        ("&#xD83D;&#xDE00;!", "\U0001f600!"),
        ("\ud83d\ude00", "\U0001f600"),
        ("a&#55357;b", "a\ufffdb"),
        ("a&#56832;&#55357;b", "a\ufffd\ufffdb"),
        ("\ude00a", "\ufffda"),
        ("&#55357;&#56424;&#8205;&#55357;&#56425;", "\U0001f468\u200d\U0001f469"),
        ("a&#0;&#1;&#x1F;b", "ab"),
        ("a\x00\x1bb\ufffe\uffff", "ab"),
        ("a&#65534;&#xFFFF;b", "ab"),
        ("&#1114112;", "\ufffd"),
        ("&#128512; &#10;&amp;#1;", "\U0001f600 \n&#1;"),
        ("&#9731; snow", "\u2603 snow"),
    ],
)
@pytest.mark.parametrize("attribute", ["text", "content-desc"])
def test_what_is_no_xml_is_repaired(attribute: str, written: str, read: str) -> None:
    button = f'<node class="android.widget.Button" {attribute}="{written}" bounds="[0,0][9,9]"/>'
    below = '<node class="android.widget.TextView" text="below" bounds="[0,9][9,18]"/>'
    found = parse_dump(f"<hierarchy rotation='0'>{button}{below}</hierarchy>", SIZE)
    assert [n.name for n in found] == [read, "below"]


def test_every_role_has_a_class() -> None:
    assert all(class_name(role).count(".") >= 2 for role in Role)
