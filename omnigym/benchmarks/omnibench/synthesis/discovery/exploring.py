"""The proposer that needs no model: it explores an app by snapshots, and keeps what changed the user's data.

Every control is pressed, every thing chosen and its menu opened, every field typed into, breadth first, so that the
first way that is found is the shortest. Where the user's data has become another, the way there is a draft: a name on
the way that the app's own records have is a parameter, and the things beside it are its other values.
"""

from __future__ import annotations

import random
import re
from collections import Counter, deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from omnigym.a11y import Node, Role, State
from omnigym.actions import Action, Type
from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import FIELDS, Draft, DraftStep, kind_of, press_action
from omnigym.benchmarks.omnibench.synthesis.discovery.grounding import find_differences
from omnigym.devices.sim.crawl import CONTROLS, THINGS, click, within
from omnigym.devices.sim.device import SimDevice
from omnigym.devices.userdata import UserData
from omnigym.errors import TooLargeError, UnreadableError
from omnigym.evaluation.world.difference import Difference
from omnigym.tasks.templates import unify

__all__ = ["AppExplorer", "way_sentence"]


# -- the instruction of what was found by exploring, from the labels of what was pressed ------------------------------

_SWITCHES = frozenset({Role.SWITCH, Role.CHECKBOX, Role.TOGGLE})
_CONFIRMING = frozenset({"ok", "save", "add", "create", "apply", "done", "yes", "send", "delete", "rename"})


def way_sentence(title: str, steps: Sequence[DraftStep], last: Node) -> str:
    """A sentence for a way, a template.

    Args:
        title: What the app is called.
        steps: The way, templates.
        last: The node of the last click, as it was before that.

    >>> from omnigym.benchmarks.omnibench.synthesis.discovery.drafts import DraftStep
    >>> entry = Node(0, -1, Role.MENU_ITEM, "Delete task", "", State.NONE, (0, 0, 9, 9), "", 0)
    >>> way_sentence("To Do", [DraftStep("right_click", "{item}"), DraftStep("click", "Delete task")], entry)
    "In To Do, choose Delete task for '{item}'."
    """
    clicked = [s for s in steps if s.do not in ("type", "press") and s.name]
    names = ["'{item}'" if s.name == "{item}" else s.name for s in clicked]
    if any(s.do == "type" for s in steps):
        *names, field = [n for n in names if n.casefold() not in _CONFIRMING] or [""]
        deed = f"enter '{{text}}'{f' in {field}' if field else ''}"
        if last.value and last.name == field:
            deed = f"change {field} to '{{text}}'"
    else:
        *names, label = names or [""]
        verb = "choose"
        if last.role in _SWITCHES:
            verb = "turn off" if last.has(State.CHECKED) else "turn on"
        deed = f"{verb} {label}".strip()
    way = [n for n in names if n != "'{item}'"]
    whom = " for '{item}'" if "'{item}'" in names else ""
    where = f"under {' and '.join(way)}, " if way else ""
    return f"In {title}, {where}{deed}{whom}."


# -- exploring --------------------------------------------------------------------------------------------------------

#: What is typed, by a word of the field's label; "" for any other: short names that nothing here has.
_TEXTS: Mapping[str, tuple[str, ...]] = {
    "": ("Harbour walk", "Spare keys", "Blue folder", "Second draft", "Window seat", "Copper wire"),
    "url": ("https://fabrikam.example/harbour", "https://fabrikam.example/keys", "https://fabrikam.example/copper"),
    "mail": ("ines@fabrikam.example", "olek@fabrikam.example", "runa@fabrikam.example"),
    "phone": ("555-0161", "555-0172", "555-0183"),
    "date": ("2016", "2021", "2023"),
    "year": ("2016", "2021", "2023"),
    "pages": ("14-29", "201-230", "88-91"),
    "volume": ("17", "23", "31"),
}
#: The most steps of a way.
_DEPTH = 6
#: From how many states a control of a kind is tried that was reached in the same way.
_TRIES = 2
_OTHERS = 6
#: How many drafts may differ in what was chosen alone, such as a colour.
_ALIKE = 3
#: What is chosen among few has at most so many characters.
_CHOICE = 24
_QUOTED = re.compile("[“'](.+)[”']")


@dataclass(frozen=True, slots=True)
class _Reached:
    """A state, and how it was reached.

    Attributes:
        state: A snapshot.
        steps: The way.
        beside: For each step the names of the things of the same kind that it could have been done to.
    """

    state: Hashable
    steps: tuple[DraftStep, ...] = ()
    beside: tuple[tuple[str, ...], ...] = ()


class AppExplorer:
    """Proposes what exploring finds.

    Args:
        device: Is reset and explored.
        clicks: How many steps are tried in an app at most.
        seed: Of the order in which what is on a screen is tried.
    """

    def __init__(self, device: SimDevice, clicks: int = 4000, seed: int = 0) -> None:
        self._device, self._clicks, self._seed = device, clicks, seed

    def propose(self, app: str) -> Iterator[Draft]:
        """As of `omnigym.benchmarks.omnibench.synthesis.discovery.drafts.Proposer`."""
        device, order = self._device, random.Random(f"{self._seed} {app}")
        device.reset(0)
        start = device.user_data()
        device.launch(app)
        title, records = device.app_title(app), _texts(start)
        waiting = deque([_Reached(device.snapshot())])
        seen: set[Hashable] = set()
        tried: dict[tuple[str, str, str], int] = {}
        alike: Counter[tuple[str, ...]] = Counter()
        left = self._clicks
        while waiting and left > 0:
            here = waiting.popleft()
            device.restore(here.state)
            if not device.windows() or device.windows()[0].app != app:
                continue
            window, nodes = device.windows()[0].title, list(within(device))
            order.shuffle(nodes)
            for step, node in _possible(nodes):
                last = here.steps[-1].kind if here.steps else ""
                place = (window, last, f"{step[0].do} {step[0].kind} {step[-1].do}")
                if tried.get(place, 0) >= _TRIES:
                    continue
                tried[place], left = tried.get(place, 0) + 1, left - 1
                device.restore(here.state)
                for action in _actions(step, node, device):
                    device.act(action)
                state = device.snapshot()
                if state == here.state:
                    continue
                beside = tuple([n.name for n in nodes if kind_of(n) == kind_of(node) and n.name != node.name])
                way = _Reached(state, (*here.steps, *step), (*here.beside, beside, *[()] * (len(step) - 1)))
                found = _found(start, device)
                if found is None:
                    continue
                if found:
                    kinds = tuple([s.kind or s.text for s in way.steps])
                    if (what := _signature(found)) in seen or alike[kinds] == _ALIKE:
                        continue
                    seen.add(what)
                    draft = _draft(app, title, way, records, node)
                    if draft is not None:
                        alike[kinds] += 1
                        yield draft
                elif len(way.steps) < _DEPTH:
                    waiting.append(way)


def _found(start: UserData, device: SimDevice) -> tuple[Difference, ...] | None:
    """What differs from the start; None where it cannot be read, of which nothing is proposed."""
    try:
        return find_differences(start, device.user_data(), device.platform)
    except (TooLargeError, UnreadableError):
        return None


def _signature(found: Sequence[Difference]) -> Hashable:
    """What was done, whichever record it was done to and whatever was typed."""
    out = []
    for d in found:
        row = d.after if d.after is not None else d.before
        columns = tuple([n for n in row if d.before is None or row[n] != d.before.get(n)]) if row is not None else ()
        values = [row[n] for n in columns] if row is not None and d.how == "change" and len(columns) < 3 else []
        # A list is of this record; of a setting and a choice among few each value is another thing to ask for.
        chosen = tuple([v for v in values if len(v) <= _CHOICE and not v.startswith("[")])
        out.append((d.how, d.at if row is not None or d.at.startswith("setting:") else "", columns, chosen))
    return tuple(out)


def _possible(nodes: Sequence[Node]) -> Iterator[tuple[tuple[DraftStep, ...], Node]]:
    """What may be done on a screen, a way of one or more steps each, and to which node."""
    for node in nodes:
        if not node.has(State.ENABLED | State.CLICKABLE):
            continue
        name, kind = node.name, kind_of(node)
        if node.role in FIELDS:
            typed = (
                DraftStep("click", name, kind),
                DraftStep("press", text="ctrl+a"),
                DraftStep("type", text=_texts_for(name)[0]),
            )
            if node.role is not Role.TEXT_AREA:
                yield (*typed, DraftStep("press", text="enter")), node
            yield typed, node
        elif node.role in CONTROLS and name:
            yield (DraftStep("click", name, kind),), node
        if node.role in THINGS and name:
            yield (DraftStep("right_click", name, kind),), node
            if node.role not in CONTROLS:
                yield (DraftStep("click", name, kind),), node


def _actions(steps: Sequence[DraftStep], node: Node, device: SimDevice) -> Iterator[Action]:
    for step in steps:
        if step.do == "type":
            yield Type(step.text)
        elif step.do == "press":
            yield press_action(step.text)
        else:
            yield click(node, device, "right" if step.do == "right_click" else "left")


def _texts_for(label: str) -> tuple[str, ...]:
    """What is typed into a field of that label."""
    return next((texts for word, texts in _TEXTS.items() if word and word in label.casefold()), _TEXTS[""])


def _texts(data: UserData) -> frozenset[str]:
    """What the records say: a name on the screen that is one of these is no label of the app's own."""
    found: set[str] = set()
    for address in sorted(data.tables):
        try:
            rows = data.rows(address)
        except UnreadableError:
            continue
        found.update(value for row in rows for value in row.values() if len(value) > 2 and not value.isdecimal())
    return frozenset(found)


def _draft(app: str, title: str, way: _Reached, records: frozenset[str], last: Node) -> Draft | None:
    """The draft of a way, with the last record on it for a parameter; None where a text is typed twice."""
    steps = [replace(s, text="{text}") if s.do == "type" else s for s in way.steps]
    typed = sum(s.do == "type" for s in steps)
    if typed > 1:
        return None
    items: list[str] = []
    for i in reversed(range(len(steps))):
        if item := _record(steps[i].name, records):
            template = steps[i].name.replace(item, "{item}", 1)
            items = [item, *[o for n in way.beside[i] if (o := (unify(template, n) or {}).get("item", "")) in records]]
            steps[i] = replace(steps[i], name=template)
            break
    sets: list[Mapping[str, str]] = [{"item": item} for item in dict.fromkeys(items)] if items else [{}] * _OTHERS
    if typed:
        field = next((a.name for a, b in pairwise(s for s in steps if s.text != "ctrl+a") if b.do == "type"), "")
        texts = _texts_for(field)
        sets = [{**p, "text": texts[n % len(texts)]} for n, p in enumerate(sets)]
    distinct = {tuple(sorted(p.items())): p for p in sets[:_OTHERS]}
    return Draft(app, way_sentence(title, steps, last), tuple(steps), tuple(distinct.values()), "explorer")


def _record(name: str, records: frozenset[str]) -> str:
    """The record that a node shows by its name, as a whole or in quotation marks; "" for none."""
    quoted = _QUOTED.search(name)
    return name if name in records else quoted[1] if quoted is not None and quoted[1] in records else ""
