"""Control Panel: the same facts as Settings, and its forms, wizard and lists."""

from __future__ import annotations

from typing import Any

import pytest

from omnigym.a11y import State


@pytest.fixture
def control(hands: Any) -> Any:
    hands.press("r", "meta")
    hands.type("control\n")
    assert hands.title() == "Control Panel"
    return hands


def rows(hands: Any, table: str) -> list[dict[str, str]]:
    return [dict(row) for row in hands.device.query_content(f"content://control/{table}")]


def test_a_power_plan_is_the_power_mode_of_settings(control: Any) -> None:
    control.click("control.power.0", "control.plan.efficiency")
    assert control.device.setting("power.mode") == "efficiency"
    control.device.set_setting("power.mode", "performance")
    assert control.has("control.plan.performance", State.CHECKED)


def test_a_form_is_followed_when_it_is_applied(control: Any) -> None:
    def choose(setting: str, label: str) -> None:
        control.click(f"control.{setting}")
        key = next(n.key for n in control.device.tree() if n.name == label and n.key.startswith(f"control.{setting}."))
        control.click(key)

    control.click("control.region.0")
    choose("region.short_date", "dd.MM.yyyy")
    assert control.device.setting("region.short_date") == "M/d/yyyy"
    control.click("control.apply")
    assert control.device.setting("region.short_date") == "dd.MM.yyyy"
    assert "14.03.2025" in control.node("taskbar.clock").name
    choose("time.24h", "HH:mm")
    control.click("control.cancel")
    assert control.device.setting("time.24h") == "off"
    assert not control.see("control.apply")


def test_users(control: Any) -> None:
    control.click("control.users.0", "control.new_user")
    for name in ("alex morgan", "Nadia"):
        control.click("control.user_name")
        control.press("a", "ctrl")
        control.type(name)
        control.click("control.user_kind.Administrator", "control.user_add")
        if name != "Nadia":
            assert "already exists" in control.node("message.text").name
            control.press("enter")
    assert [(u["name"], u["kind"]) for u in rows(control, "users")] == [
        ("Visitor", "Standard"),
        ("Nadia", "Administrator"),
    ]
    control.click("control.line.2", "control.kind", "control.line.1", "control.remove_user", "message.delete_account")
    assert [(u["name"], u["kind"]) for u in rows(control, "users")] == [("Nadia", "Standard")]


def test_the_wizard_takes_no_port_that_is_none(control: Any) -> None:
    control.click("control.firewall.0", "control.new_rule", "control.rule_port")
    control.type("70000")
    assert not control.has("control.rule_next", State.ENABLED)
    control.press("backspace")
    control.click(
        "control.rule_next", "control.rule.Block", "control.rule_back", "control.rule.UDP", "control.rule_next"
    )
    control.click("control.rule_next", "control.rule_name")
    control.type("Test")
    control.click("control.rule_next")
    made = rows(control, "rules")[-1]
    assert [made[c] for c in ("name", "protocol", "port", "action", "enabled")] == ["Test", "UDP", "7000", "Block", "1"]
    control.click("control.line.4", "control.switch")
    assert rows(control, "rules")[-1]["enabled"] == "0"
    control.click("control.delete_rule", "message.no")
    assert len(rows(control, "rules")) == 4
