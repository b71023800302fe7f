"""Control Panel: programs, power plans, formats, users, and the firewall's wizard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from omnigym.actions import Action
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._rows import row_is
from omnigym.tasks.apps._steps import answer, in_front, scroll_to
from omnigym.tasks.apps.phone._steps import table
from omnigym.tasks.apps.settings._steps import is_set
from omnigym.tasks.subtask import UI, AddItem, Condition, Need, Resource, all_of, negate, subtask

__all__ = ["chosen", "page"]

_PANEL: Mapping[str, Any] = {
    "app": "control_panel",
    "platforms": ("windows",),
    "capabilities": ("settings", "content", "files", "apps", "a11y"),
}


def page(ui: UI, name: str) -> Iterator[Action]:
    """A page, from the home page by its first link."""
    yield from in_front(ui)
    if ui.tree.find(key="control.pane.home") is not None:
        yield ui.click("control.pane.home")
    yield from scroll_to(ui, f"control.{name}.0", "control.page")
    yield ui.click(f"control.{name}.0")


def chosen(ui: UI, setting: str, label: str) -> Iterator[Action]:
    """An option of a combo box, by what it says."""
    yield ui.click(f"control.{setting}")
    option = next((n for n in ui.tree.nodes if n.name == label and n.key.startswith(f"control.{setting}.")), None)
    yield ui.click(option if option is not None else f"control.{setting}.{label}")


@subtask(
    **_PANEL,
    id="control/uninstall",
    instruction="Use Programs and Features in the Control Panel to uninstall {program}.",
    parameters=table(
        "program",
        ("Contoso Wiki",),
        ("Zoom Workplace",),
        ("Adatum Forum",),
        ("Fabrikam Maps",),
        ("Northwind Store",),
        ("Sticky Notes",),
        ("Media Player",),
    ),
    conditions=(negate(Condition("setting_lists", {"key": "apps.installed", "item": "{program}"})),),
    needs=(Need(Resource("installed", "{program}"), (AddItem("apps.installed", "{program}"),), consumes=True),),
    produces=(Resource("setting", "{program} uninstalled"),),
    tags=("apps",),
)
def uninstall(ui: UI, program: str) -> Iterator[Action]:
    """Chosen, Uninstall, yes."""
    yield from page(ui, "programs")
    yield from do(ui, "uninstall", program)
    yield from answer(ui, "message.yes")


@subtask(
    **_PANEL,
    id="control/power-plan",
    implied=("mode", "minutes"),
    instruction="In the Control Panel choose the power plan '{plan}' and let the display turn off after {delay}.",
    parameters=table(
        "plan mode delay minutes",
        ("Power saver", "efficiency", "2 minutes", "2"),
        ("High performance", "performance", "1 hour", "60"),
        ("Power saver", "efficiency", "5 minutes", "5"),
        ("High performance", "performance", "30 minutes", "30"),
        ("Power saver", "efficiency", "1 minute", "1"),
        ("High performance", "performance", "15 minutes", "15"),
    ),
    conditions=(all_of(is_set("power.mode", "{mode}"), is_set("power.screen_off", "{minutes}")),),
    produces=(Resource("setting", "the power mode"), Resource("setting", "the screen's timeout")),
    tags=("power",),
)
def power_plan(ui: UI, mode: str, delay: str, **_: str) -> Iterator[Action]:
    """The plan, and the box below."""
    yield from page(ui, "power")
    yield ui.click(f"control.plan.{mode}")
    yield from chosen(ui, "power.screen_off", delay)


@subtask(
    **_PANEL,
    id="control/formats",
    instruction="In the Control Panel's Region, have short dates as {dates} and let the week begin on {day}.",
    parameters=table(
        "dates day",
        ("dd.MM.yyyy", "Monday"),
        ("yyyy-MM-dd", "Monday"),
        ("dd/MM/yyyy", "Saturday"),
        ("dd-MMM-yy", "Monday"),
        ("yyyy/MM/dd", "Saturday"),
        ("dd/MM/yyyy", "Monday"),
    ),
    conditions=(all_of(is_set("region.short_date", "{dates}"), is_set("region.first_day", "{day}")),),
    produces=(Resource("setting", "the formats of dates"),),
    tags=("region",),
)
def formats(ui: UI, dates: str, day: str) -> Iterator[Action]:
    """Both boxes, OK."""
    yield from page(ui, "region")
    yield from chosen(ui, "region.short_date", dates)
    yield from chosen(ui, "region.first_day", day)
    yield ui.click("control.ok")


@subtask(
    **_PANEL,
    id="control/add-user",
    instruction="Add a user account for {person} in the Control Panel, with the account type {kind}.",
    parameters=table(
        "person kind",
        ("Nadia", "Standard"),
        ("Jonas Weber", "Administrator"),
        ("Reception", "Standard"),
        ("Mei", "Administrator"),
        ("Grandpa", "Standard"),
        ("Workshop", "Administrator"),
        ("Lou", "Standard"),
    ),
    draws={"person": "person"},
    conditions=(row_is("control/users", name="{person}", kind="{kind}"),),
    produces=(Resource("setting", "the user {person}"),),
    tags=("users",),
)
def add_user(ui: UI, person: str, kind: str) -> Iterator[Action]:
    """Its name, its type."""
    yield from page(ui, "users")
    if ui.find("control.user_name") is None:
        yield ui.click("control.new_user")
    yield ui.click("control.user_name")
    yield ui.press("a", "ctrl")
    yield ui.type(person)
    yield ui.click(f"control.user_kind.{kind}")
    yield ui.click("control.user_add")


@subtask(
    **_PANEL,
    id="control/firewall-rule",
    instruction="With the Control Panel, make a firewall rule named '{name}' to {action} {protocol} on port {port}.",
    parameters=table(
        "name action protocol port",
        ("Game night", "Allow", "UDP", "27015"),
        ("Old printer", "Block", "TCP", "9100"),
        ("Web test", "Allow", "TCP", "8080"),
        ("No telnet", "Block", "TCP", "23"),
        ("Camera", "Allow", "UDP", "5004"),
        ("Database", "Block", "TCP", "5432"),
        ("Chat server", "Allow", "TCP", "6667"),
    ),
    draws={"name": "title", "port": "listed"},
    conditions=(
        row_is("control/rules", name="{name}", action="{action}", protocol="{protocol}", port="{port}", enabled=True),
    ),
    produces=(Resource("setting", "the firewall rule {name}"),),
    tags=("firewall",),
)
def firewall_rule(ui: UI, name: str, action: str, protocol: str, port: str) -> Iterator[Action]:
    """The wizard: protocol and port, action, name."""
    yield from page(ui, "firewall")
    yield ui.click("control.new_rule")
    yield ui.click(f"control.rule.{protocol}")
    yield ui.click("control.rule_port")
    yield ui.type(port)
    yield ui.click("control.rule_next")
    yield ui.click(f"control.rule.{action}")
    yield ui.click("control.rule_next")
    yield ui.click("control.rule_name")
    yield ui.type(name)
    yield ui.click("control.rule_next")
