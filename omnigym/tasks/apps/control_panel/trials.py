"""Wrong runs and other right ways of the subtasks of Control Panel (`omnigym.tasks.trials`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from omnigym.actions import Action, OpenApp
from omnigym.tasks.apps._commands import do
from omnigym.tasks.apps._steps import answer
from omnigym.tasks.apps._variations import as_asked, before_it, besides, following, instead
from omnigym.tasks.apps.control_panel.panels import chosen, page
from omnigym.tasks.subtask import UI
from omnigym.tasks.trials import right_way, wrong_run

__all__: list[str] = []

_MADE = ("control/add-user", "control/firewall-rule")
_ALL = ("control/uninstall", "control/power-plan", "control/formats", *_MADE)
instead(*_MADE)
besides(*_MADE)
instead("control/uninstall", program="Solitaire")
besides("control/uninstall", program="Solitaire")
instead("control/power-plan", values=("minutes", "delay"))
instead("control/formats", values=("dates",))
instead("control/formats", day="Sunday")
instead("control/add-user", kind=following("kind", "Standard", "Administrator"))
instead("control/firewall-rule", what="action", action=following("action", "Allow", "Block"))
instead("control/firewall-rule", what="protocol", protocol=following("protocol", "TCP", "UDP"))
instead("control/firewall-rule", what="port", port="4711")
besides("control/power-plan", harmless=True)
besides("control/formats", harmless=True)


def _looked(ui: UI, **_: Any) -> Iterator[Action]:
    """A form is filled in and left by Cancel."""
    yield from page(ui, "mouse")
    yield from chosen(ui, "mouse.primary", "Right")
    yield ui.click("control.cancel")


def _left_handed(ui: UI, **_: Any) -> Iterator[Action]:
    """The buttons of the mouse are swapped, unasked."""
    yield from page(ui, "mouse")
    yield from chosen(ui, "mouse.primary", "Right")
    yield ui.click("control.apply")


def _no_visitor(ui: UI, **_: Any) -> Iterator[Action]:
    """Another account is deleted."""
    yield from page(ui, "users")
    yield from do(ui, "remove_user", "Visitor")
    yield from answer(ui, "message.delete_account")


def _rule_off(ui: UI, **_: Any) -> Iterator[Action]:
    """A rule that was there is disabled."""
    yield from page(ui, "firewall")
    yield from do(ui, "switch", "Remote Desktop")


before_it("after_a_look", _looked, *_ALL, harmless=True)
before_it("left_handed", _left_handed, *_ALL)
before_it("no_visitor", _no_visitor, *_ALL)
before_it("rule_off", _rule_off, *_ALL)


@wrong_run("control/uninstall")
def asked_and_not_done(ui: UI, program: str) -> Iterator[Action]:
    """No."""
    yield from page(ui, "programs")
    yield from do(ui, "uninstall", program)
    yield from answer(ui, "message.no")


@right_way("control/uninstall")
def by_its_menu(ui: UI, program: str) -> Iterator[Action]:
    """The context menu."""
    yield from page(ui, "programs")
    yield from do(ui, "uninstall", program, "menu")
    yield from answer(ui, "message.yes")


@wrong_run("control/power-plan")
def the_plan_alone(ui: UI, mode: str, **_: str) -> Iterator[Action]:
    """Half of it."""
    yield from page(ui, "power")
    yield ui.click(f"control.plan.{mode}")


@wrong_run("control/formats")
def not_applied(ui: UI, dates: str, day: str) -> Iterator[Action]:
    """Filled in, and neither OK nor Apply."""
    yield from page(ui, "region")
    yield from chosen(ui, "region.short_date", dates)
    yield from chosen(ui, "region.first_day", day)


@right_way("control/formats")
def applied_one_by_one(ui: UI, dates: str, day: str) -> Iterator[Action]:
    """Apply after each."""
    yield from page(ui, "region")
    for setting, label in (("region.first_day", day), ("region.short_date", dates)):
        yield from chosen(ui, setting, label)
        yield ui.click("control.apply")


@right_way("control/add-user")
def made_an_administrator_later(ui: UI, person: str, kind: str) -> Iterator[Action]:
    """The other type first, and then changed."""
    other = "Standard" if kind == "Administrator" else "Administrator"
    yield from as_asked("control/add-user", ui, person=person, kind=other)
    yield from do(ui, "kind", person)


@wrong_run("control/firewall-rule")
def not_finished(ui: UI, name: str, **values: str) -> Iterator[Action]:
    """The wizard is left before its end."""
    for action in as_asked("control/firewall-rule", ui, name=name, **values):
        yield action
        if action == ui.type(name):
            break
    yield ui.click("control.rule_cancel")


@wrong_run("control/firewall-rule")
def made_twice(ui: UI, name: str, **values: str) -> Iterator[Action]:
    """There are two, one of another name."""
    yield from as_asked("control/firewall-rule", ui, name=f"{name} 2", **values)
    yield from as_asked("control/firewall-rule", ui, name=name, **values)


@right_way("control/firewall-rule")
def there_and_back(ui: UI, **values: str) -> Iterator[Action]:
    """Another window is in front in the middle of it, and a step is taken back."""
    for n, action in enumerate(as_asked("control/firewall-rule", ui, **values)):
        yield action
        if ui.find("control.rule_back") is not None and n == 6:
            yield OpenApp("file_manager")
            yield OpenApp("control_panel")
