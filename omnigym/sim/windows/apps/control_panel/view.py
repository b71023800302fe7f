"""What Control Panel looks like: an address, a pane of links, categories, lists, and forms with OK and Apply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from omnigym.a11y import Role
from omnigym.counts import count_of
from omnigym.sim.app import Context
from omnigym.sim.commands import BAR
from omnigym.sim.program import installed_names
from omnigym.sim.ui.nodes import FILL, Element, Node, column, panel, row, state_flags, wrapped
from omnigym.sim.ui.widgets import button, combo, field, icon, radio, scroll, separator, spacer, text
from omnigym.sim.windows.apps.control_panel.state import (
    ACTIONS,
    KINDS,
    PAGES,
    PROGRAM,
    PROTOCOLS,
    RULE,
    RULES,
    USER,
    USERS,
    Draft,
    Rule,
    State,
    User,
    Wizard,
)
from omnigym.sim.windows.clock import SHORT_DATES
from omnigym.sim.windows.packages import PACKAGES, Package, icon_of

LIST = "control.page"
#: A page, what its category is called, and its links with the pages where they lead.
_CATEGORIES = (
    ("firewall", "System and Security", "Windows Defender Firewall", "Make a rule for incoming connections"),
    ("users", "User Accounts", "Add or remove user accounts", "Change account type"),
    ("programs", "Programs", "Uninstall a program", ""),
    ("region", "Clock and Region", "Change date formats", ""),
    ("power", "Power Options", "Choose a power plan", "Change when the computer sleeps"),
    ("mouse", "Hardware and Sound", "Change mouse buttons", "Change the mouse pointer"),
)
#: The power plans: what Settings calls them, what they are called here, and what is said of them.
PLANS = (
    ("balanced", "Balanced (recommended)", "Automatically balances performance with energy consumption."),
    ("efficiency", "Power saver", "Saves energy by reducing the performance of your computer."),
    ("performance", "High performance", "Favors performance, but may use more energy."),
)
MINUTES = (
    ("1", "1 minute"),
    *[(str(n), count_of(n, "minute")) for n in (2, 5, 10, 15, 30)],
    ("60", "1 hour"),
    ("0", "Never"),
)
_DAYS = ("Sunday", "Monday", "Saturday")
_SCHEMES = ("Windows Default", "Windows Black", "Windows Inverted", "Magnified")
#: Of the pages that are forms: a setting, what it is called, and its values with what they say.
FORMS: Mapping[str, tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]] = {
    "region": (
        ("region.short_date", "Short date:", tuple([(name, name) for name in SHORT_DATES])),
        ("time.24h", "Short time:", (("off", "h:mm tt"), ("on", "HH:mm"))),
        ("region.first_day", "First day of week:", tuple([(day, day) for day in _DAYS])),
    ),
    "mouse": (
        ("mouse.primary", "Primary button:", (("left", "Left"), ("right", "Right"))),
        ("mouse.scheme", "Pointer scheme:", tuple([(name, name) for name in _SCHEMES])),
        ("mouse.speed", "Pointer speed:", tuple([(str(n), str(n)) for n in range(2, 21, 2)])),
    ),
}
_POWER = (("power.screen_off", "Turn off the display:"), ("power.sleep", "Put the computer to sleep:"))


def _link(key: str, label: str, *msg: object) -> Node:
    return button(f"control.{key}", label, style="control_link", click=msg)


def _address(page: str, can_go_back: bool) -> Node:
    titles, at = [PAGES[page][0]], PAGES[page][1]
    while at:
        titles, at = [PAGES[at][0], *titles], PAGES[at][1]
    back = button("control.back", icon="back", name="Back", style="nav", disabled=not can_go_back, click=("back",))
    up = button(
        "control.up", icon="up", name="Up", style="nav", disabled=not PAGES[page][1], click=("go", PAGES[page][1])
    )
    shown = row(
        icon("control-panel", size=16),
        text("  ›  ".join(titles), key="control.address"),
        style="control_address",
        h=26,
        pad=(8, 0),
        gap=8,
    )
    return row(back, up, shown, pad=(8, 6), gap=4)


def _home() -> Node:
    made = []
    for page, title, first, second in _CATEGORIES:
        links = [_link(f"{page}.{n}", label, "go", page) for n, label in enumerate((first, second)) if label]
        says = column(text(title, style="control_category", role=Role.HEADING), *links, gap=2)
        made.append(row(icon(f"control-{page}", size=44), says, w=340, pad=(8, 10), gap=14, align="start"))
    head = text("Adjust your computer's settings", style="control_title", role=Role.HEADING)
    return column(head, wrapped(*made, gap=6), pad=(24, 16), gap=14)


def _table(
    title: str, note: str, tools: tuple[Node, ...], heads: tuple[tuple[str, int], ...], lines: tuple[Node, ...]
) -> Node:
    names = [text(name, style="caption", w=w, role=None) for name, w in heads]
    return column(
        text(title, style="control_title", role=Role.HEADING),
        text(note, style="muted", wrap=True, w=FILL),
        row(*tools, style="control_head", h=34, pad=(6, 0), gap=4, role=Role.TOOLBAR, name="Commands"),
        row(*names, pad=(10, 4), gap=8),
        separator(),
        column(*lines, role=Role.LIST, name=title),
        pad=(20, 14),
        gap=8,
    )


def _line(
    key: str, name: str, cells: tuple[tuple[str, int], ...], chosen: bool, menu: str, target: object, image: str = ""
) -> Node:
    shown = [text(words, w=w, role=None) for words, w in cells]
    flags = state_flags(selected=chosen)
    on: dict[str, Any] = {"click": ("choose", str(target)), "context": (menu, target)}
    sign = icon(image, size=18) if image else None
    return row(
        sign,
        *shown,
        style="row",
        key=f"control.line.{key}",
        role=Role.LIST_ITEM,
        name=name,
        flags=flags,
        h=28,
        pad=(10, 0),
        gap=8,
        **on,
    )


def _programs(names: tuple[str, ...], chosen: str) -> Node:
    lines = []
    for name in names:
        package = PACKAGES.get(name, Package())
        cells = (name, FILL), (package.publisher, 180), (package.size, 90)
        lines.append(_line(name, name, cells, name == chosen, "program_menu", name, icon_of(name)))
    tools = PROGRAM.buttons(BAR, chosen if chosen in names else None, style="tool")
    note = "To uninstall a program, select it from the list and then click Uninstall."
    heads = (("Name", FILL), ("Publisher", 180), ("Size", 90))
    return _table("Uninstall or change a program", note, tools, heads, tuple(lines))


def _users(own: str, users: tuple[User, ...], chosen: str, draft: Draft | None) -> Node:
    lines = [
        _line(str(u.id), u.name, ((u.name, FILL), (u.kind, 130)), str(u.id) == chosen, "user_menu", u.id, "user")
        for u in users
    ]
    picked = next((u for u in users if str(u.id) == chosen), None)
    new = button(
        "control.new_user", "Add a user account", style="tool", disabled=draft is not None, click=("new_user",)
    )
    tools = (new, *(USER.buttons(BAR, picked, style="tool") if picked is not None else ()))
    table = _table(
        "Manage accounts",
        f"Signed in: {own}, Administrator",
        tools,
        (("Name", FILL), ("Account type", 130)),
        tuple(lines),
    )
    if draft is None:
        return table
    kinds = [
        radio(f"control.user_kind.{kind}", kind, checked=kind == draft.kind, click=("draft", "kind", kind))
        for kind in KINDS
    ]
    name = field(
        "control.user_name",
        draft.name,
        name="New account name",
        placeholder="New account name",
        w=240,
        change=("draft", "name"),
        submit=("add_user",),
    )
    done = button(
        "control.user_add", "Create Account", style="primary", disabled=not draft.name.strip(), click=("add_user",)
    )
    cancel = button("control.user_cancel", "Cancel", click=("drop_user",))
    title = text("Name the account and choose an account type", style="control_title")
    return column(
        table, column(title, row(name, *kinds, gap=14), row(done, cancel, gap=8), style="control_pane", pad=14, gap=10)
    )


def _combo(setting: str, label: str, value: str, options: tuple[tuple[str, str], ...], msg: str) -> Node:
    shown = next((says for known, says in options if known == value), value)
    chooser = combo(
        f"control.{setting}", shown, tuple([says for _, says in options]), name=label, w=200, change=(msg, setting)
    )
    return row(text(label, w=190, role=None), chooser, gap=10)


def _power(mode: str, delays: tuple[str, str]) -> Node:
    plans = [
        column(
            radio(f"control.plan.{plan}", label, checked=plan == mode, click=("set", "power.mode", plan)),
            row(text(note, style="caption"), pad=(28, 0)),
        )
        for plan, label, note in PLANS
    ]
    rest = [_combo(key, label, value, MINUTES, "delay") for (key, label), value in zip(_POWER, delays, strict=True)]
    head = text("Choose or customize a power plan", style="control_title", role=Role.HEADING)
    return column(
        head, column(*plans, gap=6, role=Role.GROUP, name="Power plans"), separator(), *rest, pad=(20, 14), gap=12
    )


def _form(page: str, values: tuple[str, ...], changed: bool) -> Node:
    """The settings of a page, as they are to be; they are what they are to be by OK or Apply."""
    title, lines = PAGES[page][0], []
    for (setting, label, options), value in zip(FORMS[page], values, strict=True):
        lines.append(_combo(setting, label, value, options, "change"))
    buttons = (
        button("control.ok", "OK", style="primary", w=88, click=("apply", True)),
        button("control.cancel", "Cancel", w=88, click=("back",)),
        button("control.apply", "Apply", w=88, disabled=not changed, click=("apply", False)),
    )
    group = column(*lines, style="control_pane", pad=18, gap=12, w=460)
    return column(
        text(title, style="control_title", role=Role.HEADING), group, row(*buttons, gap=8), pad=(20, 14), gap=14
    )


def _firewall(rules: tuple[Rule, ...], chosen: str) -> Node:
    lines = []
    for rule in rules:
        cells = (
            (rule.name, FILL),
            (rule.protocol, 70),
            (rule.port, 70),
            (rule.action, 70),
            ("Yes" if rule.enabled else "No", 60),
        )
        lines.append(_line(str(rule.id), rule.name, cells, str(rule.id) == chosen, "rule_menu", rule.id))
    picked = next((rule for rule in rules if str(rule.id) == chosen), None)
    new = button("control.new_rule", "New Rule...", style="tool", click=("go", "rule"))
    tools = (new, *(RULE.buttons(BAR, picked, style="tool") if picked is not None else ()))
    heads = (("Name", FILL), ("Protocol", 70), ("Port", 70), ("Action", 70), ("Enabled", 60))
    return _table("Inbound Rules", "They say which connections from outside are let in.", tools, heads, tuple(lines))


_STEPS = ("Protocol and Ports", "Action", "Name")


def _rule(wizard: Wizard) -> Node:
    """A step of the wizard."""

    def choices(part: str, options: tuple[str, ...], now: str) -> list[Node]:
        return [
            radio(f"control.rule.{option}", option, checked=option == now, click=("rule", part, option))
            for option in options
        ]

    bodies: tuple[tuple[Node, ...], ...] = (
        (
            text("Does this rule apply to TCP or UDP?"),
            *choices("protocol", PROTOCOLS, wizard.protocol),
            row(
                text("Specific local port:", w=130),
                field(
                    "control.rule_port",
                    wizard.port,
                    name="Specific local port",
                    placeholder="1 to 65535",
                    w=140,
                    change=("rule", "port"),
                    submit=("rule_step", 1),
                ),
                gap=8,
            ),
        ),
        (
            text("What action should be taken when a connection matches the specified conditions?"),
            *choices("action", ACTIONS, wizard.action),
        ),
        (
            text("Specify the name of this rule."),
            field(
                "control.rule_name",
                wizard.name,
                name="Name",
                w=300,
                change=("rule", "name"),
                submit=("rule_step", 1),
            ),
        ),
    )
    steps = [
        text(f"{'● ' if n == wizard.step else '○ '}{name}", style="strong" if n == wizard.step else "muted")
        for n, name in enumerate(_STEPS)
    ]
    last = wizard.step == len(_STEPS) - 1
    buttons = (
        spacer(),
        button("control.rule_back", "< Back", w=88, disabled=not wizard.step, click=("rule_step", -1)),
        button(
            "control.rule_next",
            "Finish" if last else "Next >",
            style="primary",
            w=88,
            disabled=not wizard.complete,
            click=("rule_step", 1),
        ),
        button("control.rule_cancel", "Cancel", w=88, click=("back",)),
    )
    body = row(
        column(text("Steps:", style="caption"), *steps, style="control_pane", w=170, h=200, pad=14, gap=10),
        column(*bodies[wizard.step], h=200, pad=(18, 8), gap=10),
        align="start",
    )
    title = text(_STEPS[wizard.step], style="control_title", role=Role.HEADING)
    return column(title, body, row(*buttons, gap=8), pad=(20, 14), gap=12)


def _body(state: State, ctx: Context) -> Element:
    settings = ctx.settings
    if state.page == "programs":
        return panel(_programs, tuple(sorted(installed_names(settings), key=str.casefold)), state.chosen)
    if state.page == "users":
        return panel(_users, settings.get("account.name", ""), USERS.rows(ctx.vfs), state.chosen, state.user)
    if state.page == "power":
        return panel(_power, settings.get("power.mode", ""), tuple([settings.get(key, "") for key, _ in _POWER]))
    if state.page == "firewall":
        return panel(_firewall, RULES.rows(ctx.vfs), state.chosen)
    if state.page == "rule":
        return panel(_rule, state.rule)
    if state.page in FORMS:
        changed = dict(state.changed)
        values = tuple([changed.get(key, settings.get(key, "")) for key, _, _ in FORMS[state.page]])
        return panel(_form, state.page, values, bool(changed))
    return panel(_home)


def _pane(page: str) -> Node:
    links = [_link(f"pane.{key}", PAGES[key][0], "go", key) for key, *_ in _CATEGORIES if key != page]
    return column(
        _link("pane.home", "Control Panel Home", "go", "home"),
        spacer(h=8),
        text("See also", style="caption"),
        *links,
        style="control_pane",
        h=FILL,
        pad=(14, 16),
        gap=8,
    )


def view(state: State, ctx: Context) -> Node:
    """The window."""
    body = scroll(LIST, _body(state, ctx), name=PAGES[state.page][0])
    side = panel(_pane, state.page, w=186, h=FILL) if state.page != "home" else None
    return column(
        panel(_address, state.page, bool(state.back)),
        separator(),
        row(side, body, h=FILL, align="stretch"),
        style="control",
        h=FILL,
    )
