"""Skype, used as a person does; what all chat programs share is tried in `linux/apps/test_chat.py`."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import Role
from omnigym.actions import Wait


@pytest.fixture
def skype(hands: Any) -> Any:
    hands.open("skype")
    hands.click("skype.room.Sara Lind")
    return hands


def rows(hands: Any, table: str) -> list[dict[str, str]]:
    return [dict(row) for row in hands.device.query_content(f"content://skype/{table}")]


def menu(hands: Any, said: str, name: str) -> None:
    hands.click(hands.device.tree().find(role=Role.LIST_ITEM, name=said).key, button="right")
    hands.click(f"skype.menu.{name}")


def chats(hands: Any) -> list[str]:
    return [n.name for n in hands.device.tree() if n.role is Role.TREE_ITEM]


def test_a_contact_is_a_card_that_goes_on(skype: Any) -> None:
    skype.click("skype.card", "skype.card.Priya Nair")
    last = rows(skype, "messages")[-1]
    assert (last["room"], last["file"]) == ("Sara Lind", "Priya Nair.vcf")
    assert b"FN:Priya Nair\r\nTEL;TYPE=CELL:555-0159\r\nEMAIL:priya.nair@northwind.com\r\n" in skype.device.read_file(
        last["kept"]
    )
    menu(skype, "Priya Nair.vcf", "forward")
    skype.click("skype.forward.Tom Becker")
    assert [r["room"] for r in rows(skype, "messages")[-2:]] == ["Sara Lind", "Tom Becker"]
    assert rows(skype, "messages")[-1]["kept"] == last["kept"]


def test_a_group_is_made_renamed_and_found(skype: Any) -> None:
    skype.press("g", "ctrl")
    skype.click("skype.create")
    skype.click("message.ok")
    skype.click("skype.group_name")
    skype.type("Choir")
    skype.click("skype.tick.Sara Lind", "skype.tick.Helen Park", "skype.create")
    skype.type("Tuesday at seven\n")
    skype.click("skype.room.Choir", button="right")
    skype.click("skype.menu.rename")
    skype.type("Small choir\n")
    room = rows(skype, "rooms")[-1]
    assert (room["name"], room["kind"], room["members"]) == ("Small choir", "group", '["Sara Lind", "Helen Park"]')
    assert rows(skype, "messages")[-1]["room"] == "Small choir" and skype.title() == "Small choir - Skype"
    skype.click("skype.search")
    skype.type("SEVEN")
    assert chats(skype) == ["Small choir"]


@pytest.mark.parametrize(
    ("answered", "kind", "least"), [("pick_up", "incoming", 8), ("hang_up", "incoming", 0), ("", "missed", 0)]
)
def test_who_was_not_waited_for_calls_back(skype: Any, answered: str, kind: str, least: int) -> None:
    skype.click("skype.call", "skype.call.hang_up")
    skype.device.act(Wait(7.0))
    assert rows(skype, "calls")[-1]["state"] == "ringing"
    if answered:
        skype.click(f"skype.ring.{answered}")
    skype.device.act(Wait(22.0 if not answered else 9.0))
    if least:
        skype.click("skype.call.hang_up")
    call = rows(skype, "calls")[-1]
    assert (call["state"], call["kind"]) == ("ended", kind) and int(call["seconds"]) >= least
    skype.click("skype.page.calls")
    assert f"Sara Lind, {'Missed call' if kind == 'missed' else 'Incoming'}" in " ".join(
        [n.name for n in skype.device.tree() if n.role is Role.LIST_ITEM]
    )
