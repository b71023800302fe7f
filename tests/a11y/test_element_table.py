"""OSWorld's table of elements: against one made by its rules from the tree in XML, as its server sends it."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from omnigym.a11y import BlockBuilder, Node, Rect, Role, State, Tree
from omnigym.a11y.element_table import element_table, listed_elements, marks_table
from omnigym.benchmarks.osworld.scorer.accessibility import NAMESPACES, parse_tree, to_xml
from omnigym.wrappers.osworld_marks import number_elements

SHOWN = State.ENABLED | State.VISIBLE
TEXTS = ("", "Save", 'He said "hi"', "tab\there", "two\nlines", '"', "a & b <c>", "\ufffc", "x\ufffcy", "ü", "  ")
HEAD = "tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)"
#: The names of the published agents' filter, as one expression.
LISTED = re.compile(
    r"document.*|.*(item|button|heading|label|scrollbar|searchbox|textbox|link|tabelement|textfield|textarea|menu)"
    r"|alert|canvas|check-box|combo-box|entry|icon|image|paragraph|scroll-bar|section|slider|static|table-cell"
    r"|terminal|text|netuiribbontab|start|trayclockwclass|traydummysearchcontrol|uiimage|uiproperty|uiribboncommandbar"
)


def of_rules(xml: str, platform: str, *, pictures: bool = False) -> list[Any]:
    """The listed elements of a tree in XML."""
    state, place = f"{{{NAMESPACES['st']}}}", f"{{{NAMESPACES['cp']}}}"
    shows = ("visible",) if platform == "windows" else ("visible", "showing")
    found = []
    for element in parse_tree(xml).iter():
        on = {name.removeprefix(state) for name, value in element.attrib.items() if value == "true" and state in name}
        x, y, w, h = (int(n) for name in ("screencoord", "size") for n in numbers(element.get(f"{place}{name}")))
        named = element.get("name") or element.text or (pictures and element.get("image") == "true")
        usable = on & {"enabled", "editable", "expandable", "checkable"}
        if LISTED.fullmatch(element.tag) and on.issuperset(shows) and usable and named and min(x, y) >= 0 < min(w, h):
            found.append(element)
    return found


def numbers(text: str | None) -> list[str]:
    return re.findall(r"-?\d+", text or "(-1, -1)")


def told(text: str | None) -> str:
    return text if text and '"' not in text else '"' + (text or "").replace('"', '""') + '"'


def table(xml: str, platform: str) -> str:
    place = f"{{{NAMESPACES['cp']}}}"
    rows = [
        (e.tag, e.get("name"), told(e.text), "", "", e.get(f"{place}screencoord"), e.get(f"{place}size"))
        for e in of_rules(xml, platform)
    ]
    return "\n".join([HEAD, *map("\t".join, rows)])


def drawn_tree(rng: random.Random) -> Tree:
    builder = BlockBuilder()
    for n in range(rng.randrange(1, 40)):
        states = State.NONE
        for state in State:
            states |= state if rng.random() < 0.6 else State.NONE
        bounds: Rect = (
            *(rng.randrange(-20, 300), rng.randrange(-20, 200)),
            *(rng.randrange(-2, 60), rng.randrange(-2, 60)),
        )
        parent = rng.randrange(-1, n)
        builder.add(rng.choice([*Role]), rng.choice(TEXTS), bounds, states, value=rng.choice(TEXTS), parent=parent)
    return Tree((builder.build(),), (320, 240))


@pytest.mark.parametrize("platform", ["linux", "windows"])
def test_tables_are_those_of_the_rules(platform: str) -> None:
    rng, listed = random.Random(0), 0
    for _ in range(100):
        tree = drawn_tree(rng)
        xml = to_xml(tree, platform, lambda _: "")
        assert element_table(tree, platform) == table(xml, platform)
        marked = [*listed_elements(tree, platform, pictures=True)]
        rules = of_rules(xml, platform, pictures=True)
        rows = [f"{n}\t{e.tag}\t{e.get('name')}\t{told(e.text)}" for n, e in enumerate(rules, 1)]
        assert marks_table(marked, platform) == "\n".join(["index\ttag\tname\ttext", *rows])
        listed += len(rows)
    assert listed > 250


def screen() -> Tree:
    builder = BlockBuilder()
    window = builder.add(Role.WINDOW, "Note", (0, 0, 100, 80), SHOWN)
    bar = builder.add(Role.TOOLBAR, "", (0, 0, 100, 20), SHOWN, parent=window)
    builder.add(Role.BUTTON, "Save", (2, 2, 20, 16), SHOWN, parent=bar)
    builder.add(Role.BUTTON, "Undo", (24, 2, 20, 16), State.VISIBLE, parent=bar)
    builder.add(Role.ICON, "", (50, 2, 16, 16), SHOWN, parent=bar)
    builder.add(Role.TEXT_AREA, "", (0, 20, 100, 60), SHOWN | State.EDITABLE, value='Say "milk"', parent=window)
    return Tree((builder.build(),), (100, 80))


def test_a_table() -> None:
    assert element_table(screen(), "linux").splitlines() == [
        HEAD,
        'push-button\tSave\t""\t\t\t(2, 2)\t(20, 16)',
        'text\t\t"Say ""milk"""\t\t\t(0, 20)\t(100, 60)',
    ]


def test_marks_are_drawn_as_published() -> None:
    tree = screen()
    frame = np.full((80, 100, 3), 200, np.uint8)
    frame[5:10, 5:10] = 0  # something on the button; the icon is of one colour and gets no number
    nodes = [*listed_elements(tree, "linux", pictures=True)]
    assert [n.role for n in nodes] == [Role.BUTTON, Role.ICON, Role.TEXT_AREA]
    marks, drawn = number_elements(frame, nodes, tree.size)
    assert marks.bounds == ((2, 2, 20, 16),)
    red = (drawn == (255, 0, 0)).all(axis=2)
    assert red[2, 2:23].all() and red[2:19, 22].all() and np.count_nonzero(red) > 50
    ink = drawn[6:19, 2:9]  # white on black at the left of the lower edge
    assert ink.min() == 0 and ink.max() > 230
    assert (drawn[19:] == 200).all() and (drawn[:, 23:] == 200).all()


def test_a_number_that_is_drawn_into_the_next_element_is_a_colour_of_it() -> None:
    tree, frame = screen(), np.full((80, 100, 3), 200, np.uint8)
    frame[17, 2:22] = 0
    below = Node(9, 0, Role.BUTTON, "Below", "", SHOWN, (0, 10, 40, 20), "", 0)
    button = next(listed_elements(tree, "linux"))
    assert len(number_elements(frame, [button, below], tree.size)[0].rows) == 2


def test_marks_follow_the_size_of_the_picture() -> None:
    tree, frame = screen(), np.random.default_rng(0).integers(0, 255, (40, 50, 3), np.uint8)
    nodes: list[Node] = [*listed_elements(tree, "linux")]
    marks, drawn = number_elements(frame, nodes, tree.size)
    assert marks.bounds == tuple(n.bounds for n in nodes)  # of the screen
    assert (drawn[10:20, 0] == (255, 0, 0)).all()  # the left edge of the text
