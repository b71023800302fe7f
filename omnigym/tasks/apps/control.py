"""Steps, oracles and runs of control that are no plain data."""

from __future__ import annotations

from collections.abc import Iterator

from omnigym.actions import Action, OpenApp
from omnigym.tasks.counterexamples import right_way, wrong_run
from omnigym.tasks.step_library.steps import dialog_opens, found_where_known, in_front, scroll_to
from omnigym.tasks.step_library.variations import as_asked
from omnigym.tasks.step_registry import word
from omnigym.tasks.subtask import UI


@word
def page(ui: UI, name: str) -> Iterator[Action]:
    """A page, from the home page by its first link; in Wine by its icon, which opens a dialog."""
    yield from in_front(ui)
    if ui.tree.find(key="control.pane.home") is not None:
        yield ui.click("control.pane.home")
    yield from scroll_to(ui, f"control.{name}.0", "control.page")
    if found_where_known(ui, "icons") is None:
        yield ui.click(f"control.{name}.0")
    else:
        yield ui.double_click(f"control.{name}.0")
        yield from dialog_opens(ui)


@word
def chosen_in_control_panel(ui: UI, setting: str, label: str) -> Iterator[Action]:
    """An option of a combo box, by what it says."""
    yield ui.click(f"control.{setting}")
    option = next((n for n in ui.tree.nodes if n.name == label and n.key.startswith(f"control.{setting}.")), None)
    yield ui.click(option if option is not None else f"control.{setting}.{label}")


@wrong_run("control/firewall-rule")
def not_finished(ui: UI, name: str, **values: str) -> Iterator[Action]:
    """The wizard is left before its end."""
    for action in as_asked("control/firewall-rule", ui, name=name, **values):
        yield action
        if action == ui.type(name):
            break
    yield ui.click("control.rule_cancel")


@right_way("control/firewall-rule")
def there_and_back(ui: UI, **values: str) -> Iterator[Action]:
    """Another window is in front in the middle of it, and a step is taken back."""
    for n, action in enumerate(as_asked("control/firewall-rule", ui, **values)):
        yield action
        if ui.find("control.rule_back") is not None and n == 6:
            yield OpenApp("file_manager")
            yield OpenApp("control_panel")
