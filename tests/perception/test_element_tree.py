"""Guessed roles: by what found an element and how wide it is."""

from __future__ import annotations

import pytest

from omnigym.a11y import Role, State
from omnigym.perception import Element
from omnigym.perception.element_tree import element_tree, role_of
from omnigym.perception.grouping import LABEL

GUESSED = [
    (Element((0, 0, 80, 30), "Save", source="panel"), Role.BUTTON, State.CLICKABLE),
    (Element((0, 0, 300, 30), source="panel"), Role.TEXT_FIELD, State.EDITABLE),
    (Element((0, 0, 200, 30), "Save", source="panel"), Role.BUTTON, State.CLICKABLE),
    (Element((0, 0, 20, 20), source="panel"), Role.CHECKBOX, State.CHECKABLE),
    (Element((0, 0, 60, 50), source="panel"), Role.BUTTON, State.CLICKABLE),
    (Element((0, 0, 60, 80), "Music", source="icon"), Role.LIST_ITEM, State.DOUBLE_CLICKABLE),
    (Element((0, 0, 20, 20), icon="cross", source="icon"), Role.BUTTON, State.CLICKABLE),
    (Element((0, 0, 60, 16), "Open", source="text"), Role.LIST_ITEM, State.SELECTABLE),
    (Element((0, 0, 60, 16), "Open"), Role.UNKNOWN, State.CLICKABLE),
    (Element((0, 0, 60, 16), "Names", source=LABEL), Role.TEXT, State.VISIBLE),
]


@pytest.mark.parametrize(("element", "role", "state"), GUESSED)
def test_roles(element: Element, role: Role, state: State) -> None:
    guessed, states = role_of(element)
    assert guessed is role and state in states
    assert State.ENABLED | State.VISIBLE in states
    assert (State.CLICKABLE in states) is (role is not Role.TEXT)
    assert (State.EDITABLE in states) is (role is Role.TEXT_FIELD)


def test_a_field_has_the_name_of_its_label_and_the_value_in_it() -> None:
    found = [
        Element((10, 10, 60, 20), "Email", source="text"),
        Element((100, 8, 300, 26), "name@example.com", source="panel"),
        Element((100, 50, 300, 26), source="panel"),
        Element((100, 90, 60, 16), "Notes", source="text"),
        Element((100, 110, 300, 26), source="panel"),
        Element((450, 110, 20, 20), colour="blue", source="panel"),
    ]
    nodes = [(n.role, n.name, n.value) for n in element_tree(found, (640, 480))]
    assert nodes == [
        (Role.LIST_ITEM, "Email", ""),
        (Role.TEXT_FIELD, "Email", "name@example.com"),
        (Role.TEXT_FIELD, "", ""),
        (Role.LIST_ITEM, "Notes", ""),
        (Role.TEXT_FIELD, "Notes", ""),
        (Role.CHECKBOX, "blue", ""),
    ]
