"""Sub-task templates (CRAB 4.4): typed attributes, a typed output, and what generates the evaluator from their values.

A template is a registered subtask of the collection "crab" under CRAB's own id. Its attributes are parameters, and so
is `OUTPUT`, which is what is known after it: a text, "" where a file says none. Whatever else setup, conditions and
oracle need is derived from these (`Derive`), so that a file of CRAB's, which has nothing else, is enough. ::

    @crab_subtask(
        id="2394b768-2ca7-45e9-b41e-2aa4e9573192",
        app="calendar",
        types={"date": "date"},
        output="content",
        noun="the title of that event",
        sets=({"date": "19 March 2025", "output": "Japan"}, ...),
        derive=lambda given: {"day": day_of(given["date"]), "answer": given["output"] or "Board meeting"},
        ...
    )
    def find_event(ui: UI, date: str, **_: object) -> Iterator[Action]: ...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from omnigym.errors import UnknownNameError
from omnigym.tasks.registry import all_subtasks
from omnigym.tasks.subtask import Oracle, Subtask, register

__all__ = [
    "CRAB",
    "OUTPUT",
    "PLATFORMS",
    "TAKEN",
    "Derive",
    "Template",
    "crab_oracle",
    "crab_subtask",
    "declare",
    "get_template",
    "parameters_of",
    "templates",
]

#: The collection that the templates are.
CRAB = "crab"
#: The parameter that holds the output.
OUTPUT = "output"
#: `Derive` gets it besides: the values of the sub-tasks right after, one a line. A file of CRAB's says in no other way
#: what is in a folder that is copied.
TAKEN = "taken"
#: CRAB's names of environments, and the platforms that they are here.
PLATFORMS: Mapping[str, str] = {"android": "android", "ubuntu": "linux"}
#: ``derive(values)``: further parameters, from the attributes, the output and `TAKEN`.
Derive: TypeAlias = Callable[[Mapping[str, str]], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Template:
    """A sub-task template.

    Attributes:
        subtask: What is registered: evaluator graph, setup, oracle.
        makes: Attributes that name what is made, which no output of another sub-task is to be.
        noun: What an instruction calls its output, where another subtask takes it: "the address of that place".
        derive: Gives the parameters that are no attributes.
        sets: Values of the attributes and the output by which tasks are generated.
    """

    subtask: Subtask
    makes: tuple[str, ...]
    noun: str
    derive: Derive
    sets: tuple[Mapping[str, str], ...]

    @property
    def id(self) -> str:
        """CRAB's id of the sub-task."""
        return self.subtask.id

    @property
    def types(self) -> Mapping[str, str]:
        """The declared type of each attribute."""
        return self.subtask.types

    @property
    def platform(self) -> str:
        """CRAB's name of the environment; "" where any will do."""
        names = [name for name, ours in PLATFORMS.items() if ours in self.subtask.platforms]
        return names[0] if len(names) == 1 else ""

    @property
    def answers(self) -> bool:
        """Whether it is to submit an answer."""
        checks = [c.check for part in self.subtask.parts for c in part.conditions]
        return any(name.startswith("answer_") for name in checks)

    @property
    def copies(self) -> frozenset[str]:
        """The kinds of things that it leaves on the clipboard."""
        return frozenset([r.kind for r in self.subtask.produces if r.kind.startswith("clipboard")])

    @property
    def pastes(self) -> frozenset[str]:
        """The kinds of things that it needs on the clipboard."""
        kinds = [n.resource.kind for n in self.subtask.needs]
        return frozenset([kind for kind in kinds if kind.startswith("clipboard")])

    @property
    def nodes(self) -> int:
        """The number of nodes of its evaluator graph."""
        return len(self.subtask.parts)


_TEMPLATES: dict[str, Template] = {}


def crab_subtask(**declared: Any) -> Callable[[Oracle], Oracle]:
    """Register the decorated oracle's template; arguments as of `declare`."""

    def decorate(oracle: Oracle) -> Oracle:
        declare(oracle, **declared)
        return oracle

    return decorate


def crab_oracle(template_id: str) -> Callable[[Oracle], Oracle]:
    """The decorated run does what a template asks for that was declared without an oracle.

    So the oracle of an app that one device has stands in a file of its own, which imports that of the declaration.

    Raises:
        UnknownNameError: There is no template of this id.
        ConfigError: It has an oracle already.
    """

    def decorate(oracle: Oracle) -> Oracle:
        template = get_template(template_id)
        _TEMPLATES[template_id] = replace(template, subtask=register(replace(template.subtask, oracle=oracle)))
        return oracle

    return decorate


def declare(
    oracle: Oracle | None = None,
    *,
    sets: Sequence[Mapping[str, str]],
    types: Mapping[str, str],
    makes: Sequence[str] = (),
    noun: str = "",
    derive: Derive = lambda _: {},
    **attributes: Any,
) -> Template:
    """Register a template.

    Args:
        oracle: Does it; None where no device has its app yet.
        sets: Values of the attributes and the output; a set without `OUTPUT` has "".
        types, makes, noun, derive: As of `Template`.
        attributes: Those of `omnigym.tasks.subtask.Subtask`; parameters that are no attributes are implied.

    Raises:
        ConfigError: The id is taken, or an attribute of the subtask is wrong.
    """
    full = tuple([_filled(types, derive, values, values.get(OUTPUT, "")) for values in sets])
    implied = tuple([name for name in full[0] if name not in types])
    subtask = Subtask(
        oracle=oracle, parameters=full, implied=implied, types=types, collection=CRAB, tags=(CRAB,), **attributes
    )
    template = Template(
        register(subtask), tuple(makes), noun, derive, tuple([{OUTPUT: "", **values} for values in sets])
    )
    _TEMPLATES[template.id] = template
    return template


def parameters_of(
    template: Template, attributes: Mapping[str, str], output: str, taken: Sequence[str] = ()
) -> dict[str, object]:
    """All parameters of a template's subtask.

    Args:
        template: The template.
        attributes: The values of its attributes.
        output: What is known after it; "" where nobody is told.
        taken: The values of the sub-tasks that come after it.

    Raises:
        UnknownNameError: An attribute is missing.
    """
    return _filled(template.types, template.derive, attributes, output, taken)


def _filled(
    types: Mapping[str, str], derive: Derive, values: Mapping[str, str], output: str, taken: Sequence[str] = ()
) -> dict[str, object]:
    for name in types:
        if name not in values:
            raise UnknownNameError("attribute", name, values)
    known = {**{name: values[name] for name in types}, OUTPUT: output}
    return {**known, **derive({**known, TAKEN: "\n".join(taken)})}


def templates() -> tuple[Template, ...]:
    """Every template, by id."""
    return tuple([_TEMPLATES[s.id] for s in all_subtasks(CRAB)])


def get_template(template_id: str) -> Template:
    """The template of an id.

    Raises:
        UnknownNameError: There is none; the message has similar ids.
    """
    if template_id not in _TEMPLATES:
        known = [t.id for t in templates()]
        if template_id not in _TEMPLATES:
            raise UnknownNameError("sub-task of CRAB", template_id, known)
    return _TEMPLATES[template_id]
