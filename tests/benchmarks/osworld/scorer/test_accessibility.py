"""Selectors in CSS as XPath, and trees in XML."""

from __future__ import annotations

import pytest

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.benchmarks.osworld.scorer.accessibility import parse_tree, selected, to_xml, xpath_of
from omnigym.errors import ConfigError, UnreadableError

XML = """<r xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><a name="One two" class="x y" id="i">
<b name="it's" st:focused="true">1</b><b name="pre-fix">2</b><c/></a><a name="other"><b/></a></r>"""


@pytest.mark.parametrize(
    ("css", "count"),
    [
        ("a", 2),
        ("*", 7),
        ("a b", 3),
        ("r > a > c", 1),
        ("a[name='One two']", 1),
        (r"a[name=One\ two]", 1),
        ('b[name="it\'s"]', 1),
        ("b[st|focused=true]", 1),
        ("b[name^=pre]", 1),
        ("b[name$='fix']", 1),
        ("b[name*=e-f]", 1),
        ("b[name|=pre]", 1),
        ("a[name~=two]", 1),
        ("a.y", 1),
        ("#i", 1),
        ("b:nth-child(2)", 1),
        ("b:first-child", 2),
        ("b:last-child", 1),
        ("b + c", 1),
        ("b ~ c", 1),
        ("c, a", 3),
        ("[name]", 4),
        ("b[name=none]", 0),
    ],
)
def test_a_selector_finds(css: str, count: int) -> None:
    assert len(selected(parse_tree(XML), css=css)) == count


@pytest.mark.parametrize("css", ["a >", "a[", "a:hover", "a,, b", "a[name='x]", "!"])
def test_a_selector_that_is_none_is_refused(css: str) -> None:
    with pytest.raises(ConfigError, match="Mend"):
        xpath_of(css)


def test_a_text_in_both_kinds_of_quotes() -> None:
    assert xpath_of("a[b='x\\'y\"z']") == "//a[@b=concat('x',\"'\",'y\"z')]"


def _tree(name: str, value: str) -> Tree:
    b = BlockBuilder(layer=0)
    window = b.add(Role.WINDOW, name, parent=-1, states=State.ENABLED | State.ACTIVE, bounds=(0, 0, 80, 60))
    b.add(Role.TEXT_FIELD, "Field", value=value, parent=window, states=State.ENABLED, bounds=(1, 2, 3, 4))
    b.add(Role.MENU_ITEM, "Item", parent=window, states=State.ENABLED, bounds=(1, 2, 3, 4))
    return Tree((b.build(),), (80, 60))


@pytest.mark.parametrize(
    ("platform", "css"),
    [("linux", "application[name=App] > frame > entry"), ("windows", "application[name=App] > window > edit")],
)
def test_a_tree_is_written_by_the_platforms_roles(platform: str, css: str) -> None:
    hostile = 'a<b> & "c"\0\ud800'
    root = parse_tree(to_xml(_tree(hostile, hostile), platform, lambda title: "App" if title == hostile else ""))
    (field,) = selected(root, css=css)
    assert field.text == 'a<b> & "c"'
    assert selected(root, xpath="//*[@cp:screencoord='(1, 2)' and @cp:size='(3, 4)']/@name") == ["Field", "Item"]
    assert len(selected(root, css="[st|active=true]")) == 1
    assert len(selected(root, css="menu-item" if platform == "linux" else "menuitem")) == 1


def test_a_tree_that_is_none() -> None:
    with pytest.raises(UnreadableError):
        parse_tree("<a>")
    with pytest.raises(UnreadableError):
        parse_tree('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;&d;</a>')
