"""Outcomes: which facts hold of a tree, and what is no fact."""

from __future__ import annotations

import pytest

from omnigym.a11y import BlockBuilder, Role, State, Tree
from omnigym.benchmarks.omniact.outcomes import Fact, facts_of, outcome_from_plain, outcome_holds, outcome_to_plain
from omnigym.devices.protocol import ClipboardContent
from omnigym.errors import CapabilityError, UnreadableError
from omnigym.values import Pointer

SHOWN = State.ENABLED | State.VISIBLE


class _Screen:
    """A device that shows a few nodes."""

    name = "made"

    def __init__(self, *nodes: tuple, clipboard: str = "", pointer: tuple[int, int] | None = None) -> None:
        builder = BlockBuilder(0)
        for n, (role, name, states, value) in enumerate(nodes):
            builder.add(role, name, (0, 10 * n, 50, 10), SHOWN | states, value=value, key=f"k{n}" if name else "")
        self._tree = Tree((builder.build(),), (50, 100))
        self._clipboard, self._pointer = clipboard, pointer

    def tree(self) -> Tree:
        return self._tree

    def clipboard(self) -> ClipboardContent:
        return ClipboardContent(text=self._clipboard)

    def set_clipboard(self, content: ClipboardContent) -> None:
        self._clipboard = content.text

    def pointer(self) -> Pointer | None:
        return None if self._pointer is None else Pointer(self._pointer, None)


BOX = (Role.CHECKBOX, "Bold", State.CHECKABLE | State.CHECKED, "")
FIELD = (Role.TEXT_FIELD, "Name", State.FOCUSED, "Ines")


@pytest.mark.parametrize(
    ("fact", "holds"),
    [
        (Fact("shown", "checkbox", "Bold", "k0"), True),
        (Fact("shown", "button", "Bold", "k0"), False),
        (Fact("shown", "checkbox", "Bold", "other"), False),
        (Fact("shown", "dialog", "Save", holds=False), True),
        (Fact("state", "checkbox", "Bold", "k0", "checked"), True),
        (Fact("state", "checkbox", "Bold", "k0", "not checked"), False),
        (Fact("state", "text_field", "Name", "k1", "focused"), True),
        (Fact("value", "text_field", "Name", "k1", "Ines"), True),
        (Fact("value", "text_field", "Name", "k1", "Olek"), False),
        (Fact("clipboard", text="copied"), True),
        (Fact("pointer", "text_field", "Name", "k1"), True),
        (Fact("pointer", "checkbox", "Bold", "k0"), False),
    ],
)
def test_a_fact_holds_or_does_not(fact, holds):
    device = _Screen(BOX, FIELD, clipboard="copied", pointer=(5, 15))
    assert outcome_holds((fact,), device) is holds
    assert outcome_holds((fact.opposite,), device) is not holds


def test_a_switch_that_is_gone_is_not_off():
    off = Fact("state", "checkbox", "Bold", "k0", "not checked")
    assert outcome_holds((off,), _Screen((Role.CHECKBOX, "Bold", State.CHECKABLE, "")))
    assert not outcome_holds((off,), _Screen(FIELD))


@pytest.mark.parametrize(
    "node",
    [
        (Role.BUTTON, "Clock 9:41 AM", State.NONE, ""),
        (Role.PROGRESS, "Copying", State.NONE, "41"),
        (Role.TEXT, "Now", State.NONE, "0:07"),
    ],
)
def test_what_runs_on_by_itself_is_no_fact(node):
    other = (node[0], node[1].replace("41", "42"), node[2], node[3].replace("41", "42").replace("07", "08"))
    assert facts_of(_Screen(node)) == facts_of(_Screen(other))


def test_a_node_without_a_name_is_known_by_its_value_alone():
    assert facts_of(_Screen((Role.TEXT_AREA, "", State.EDITABLE, "5"))) == {Fact("value", "text_area", text="5")}
    assert not facts_of(_Screen((Role.TEXT_AREA, "", State.EDITABLE | State.FOCUSED, "")))


def test_a_long_text_is_known_by_its_hash():
    (fact,) = [f for f in facts_of(_Screen((Role.DOCUMENT, "Page", State.NONE, "x" * 5000))) if f.kind == "value"]
    assert fact.text.startswith("sha256:")
    assert len(fact.text) < 80


def test_an_outcome_is_plain_data():
    outcome = (Fact("shown", "menu", "File"), Fact("state", "tab", "Home", "t", "selected", holds=False))
    assert outcome_from_plain(outcome_to_plain(outcome)) == outcome


@pytest.mark.parametrize(
    "data",
    [
        None,
        3,
        [],
        [{"kind": "smell"}],
        [{"role": "menu"}],
        [{"kind": "shown", "name": 3}],
        [{"kind": "shown", "x": 1}],
        [{"kind": "shown", "holds": "no"}],
        ["shown"],
    ],
)
def test_what_is_no_outcome_is_refused(data):
    with pytest.raises(UnreadableError):
        outcome_from_plain(data)


def test_an_empty_outcome_and_a_device_without_a_tree_are_errors():
    with pytest.raises(ValueError, match="at least one fact"):
        outcome_holds((), _Screen(BOX))
    with pytest.raises(CapabilityError, match="accessibility tree"):
        facts_of(type("Bare", (), {"name": "bare"})())
