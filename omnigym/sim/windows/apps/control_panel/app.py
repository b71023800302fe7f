"""Control Panel: its declaration, and how its forms and its wizard are filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from omnigym.sim.app import App, Context, Focus, SetFiles, SetSetting
from omnigym.sim.commands import commanded
from omnigym.sim.common.message_box import tell
from omnigym.sim.handlers import saved, sets
from omnigym.sim.program import Program
from omnigym.sim.tables.table import next_id
from omnigym.sim.windows.apps.control_panel.art import CONTROL_ART, CONTROL_STYLES
from omnigym.sim.windows.apps.control_panel.state import (
    PAGES,
    PROGRAM,
    RULE,
    RULES,
    USER,
    USERS,
    Draft,
    Result,
    Rule,
    State,
    User,
    Wizard,
    with_control,
)
from omnigym.sim.windows.apps.control_panel.view import FORMS, LIST, MINUTES, view


def _go(state: State, _ctx: Context, page: str) -> Result:
    return (State(page, (*state.back, state.page)[-20:]) if page in PAGES and page != state.page else state), ()


def _back(state: State, _ctx: Context) -> Result:
    return (State(state.back[-1], state.back[:-1]) if state.back else state), ()


def _delay(state: State, _ctx: Context, setting: str, label: str) -> Result:
    return state, (SetSetting(setting, next(value for value, says in MINUTES if says == label)),)


def _change(state: State, ctx: Context, setting: str, label: str) -> Result:
    """A form is filled in; nothing follows yet."""
    options = next(options for key, _, options in FORMS[state.page] if key == setting)
    value = next(value for value, says in options if says == label)
    others = tuple([(key, v) for key, v in state.changed if key != setting])
    return state._replace(changed=others if ctx.settings.get(setting) == value else (*others, (setting, value))), ()


def _apply(state: State, ctx: Context, leave: bool) -> Result:
    effects = tuple([SetSetting(key, value) for key, value in state.changed])
    return (_back(state, ctx)[0] if leave else state._replace(changed=())), effects


def _add_user(state: State, ctx: Context, *_: str) -> Result:
    rows, draft = USERS.rows(ctx.vfs), state.user
    if draft is None or not draft.name.strip():
        return state, ()
    name = draft.name.strip()
    taken = [ctx.settings.get("account.name", ""), *[user.name for user in rows]]
    if name.casefold() in map(str.casefold, taken):
        return state, (
            tell("User Accounts", "An account with this name already exists. Type a different name.", "warning"),
        )
    files = USERS.written(ctx.vfs, (*rows, User(next_id(rows), name, draft.kind)), ctx.clock_ms)
    return state._replace(user=None), (SetFiles(files),)


def _rule(state: State, _ctx: Context, part: str, value: Any) -> Result:
    return state._replace(rule=state.rule._replace(**{part: value})), ()


def _rule_step(state: State, ctx: Context, by: int, *_: str) -> Result:
    rule = state.rule
    if by > 0 and not rule.complete:
        return state, ()
    if rule.step + by < 3:
        return state._replace(rule=rule._replace(step=max(0, rule.step + by))), ()
    rows = RULES.rows(ctx.vfs)
    made = Rule(next_id(rows), rule.name.strip(), rule.protocol, str(int(rule.port)), rule.action)
    return State("firewall", ("home",)), (saved(RULES, ctx, (*rows, made)),)


_UPDATES: Mapping[str, Callable[..., Result]] = {
    "add_user": _add_user,
    "apply": _apply,
    "back": _back,
    "change": _change,
    "choose": sets("chosen"),
    "delay": _delay,
    "draft": lambda s, _, part, value: (s._replace(user=(s.user or Draft())._replace(**{part: value})), ()),
    "drop_user": lambda s, _: (s._replace(user=None), ()),
    "go": _go,
    "new_user": lambda s, _: (s._replace(user=Draft()), (Focus("control.user_name"),)),
    "opened": _go,
    "rule": _rule,
    "rule_step": _rule_step,
    "set": lambda s, _, setting, value: (s, (SetSetting(setting, value),)),
}
_APP = App(
    name="control_panel",
    title="Control Panel",
    icon="control-panel",
    art=CONTROL_ART,
    styles=CONTROL_STYLES,
    program=Program(spoken=("the Control Panel", "Control Panel"), category="System Management", commands=("control",)),
    initial=with_control,
    init=lambda page, _ctx: (State(str(page) if page in PAGES else "home", rule=Wizard()), ()),
    view=view,
    on=_UPDATES,
    caption=lambda state: PAGES[state.page][0],
    keys=(("alt+left", ("back",)), ("alt+up", ("go", "home"))),
    tables=(USERS, RULES),
    size=(860, 560),
    min_size=(560, 380),
    single=True,
    locate={"records": {"key": LIST}},
)
APPS = (commanded(_APP, PROGRAM, USER, RULE),)
