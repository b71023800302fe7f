"""Instructions for composed tasks: they read like a person's and keep the graph's dependencies (OmniBench B.4).

Each node is one sentence, in a topological order that stays in a branch while it can. How it begins says what it
waits for: "Then" is the sentence just before; "After creating ..." names what it follows, and "After the same step"
follows what the sentence before named; "Once both are done" is the two sentences before it; "Separately" waits for
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from omnigym.evaluation.dag import Dag
from omnigym.tasks.binding import BoundNode

__all__ = ["gerund", "write_instruction", "write_intent"]

_IRREGULAR = {"put": "putting", "cut": "cutting", "set": "setting", "get": "getting", "run": "running", "be": "being"}
_DOUBLED = {"drag": "dragging", "zip": "zipping", "drop": "dropping", "swap": "swapping", "pin": "pinning"}
#: "In Word, ..." before the verb.
_PLACE = re.compile(r"(In|On|With|Using) ([^,']+), (.+)", re.DOTALL)
_NUMBERS = {2: "both", 3: "all three", 4: "all four", 5: "all five"}


def gerund(sentence: str) -> str:
    """An imperative sentence as what one has been doing.

    >>> gerund("Create a folder named 'Work'.")
    "creating a folder named 'Work'"
    >>> gerund("In Word, type 'Hello' and save the document.")
    "typing 'Hello' and saving the document in Word"
    """
    text = re.sub(r"\. ([A-Z][a-z]+) ", lambda m: f" and {m[1].lower()} ", sentence.strip().rstrip("."))
    place = _PLACE.match(text)
    if place:
        return f"{_verbs(place[3])} {place[1].lower()} {place[2]}"
    return _verbs(text)


def _verbs(text: str) -> str:
    """The first verb, and each one after "and", in the -ing form."""
    first, _, rest = text.partition(" ")
    out = f"{_ing(first)} {rest}".strip()
    return re.sub(r"\band (save|close|copy|open|rename|move|type|paste|press) ", lambda m: f"and {_ing(m[1])} ", out)


def _ing(verb: str) -> str:
    verb = verb.lower()
    if verb in _IRREGULAR or verb in _DOUBLED:
        return _IRREGULAR.get(verb) or _DOUBLED[verb]
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return verb[:-1] + "ing"
    return verb + "ing"


def write_instruction(nodes: Mapping[str, BoundNode], dag: Dag) -> str:
    """The instruction of a whole task.

    Args:
        nodes: By id.
        dag: What comes before what.
    """
    order = _telling_order(dag)
    sentences = []
    for place, index in enumerate(order):
        text = nodes[dag.ids[index]].instruction.strip()
        opening = _opening(dag, order[:place], index, nodes)
        if opening == "Then" and _PLACE.match(text):
            opening = "Then,"
        sentences.append(f"{opening} {_lower(text)}" if opening else text)
    return " ".join(s if s.endswith((".", "!", "?")) else s + "." for s in sentences)


def _telling_order(dag: Dag) -> list[int]:
    """A topological order that goes on with a successor of the node just told where one is free."""
    told: list[int] = []
    while len(told) < len(dag.ids):
        free = [i for i in dag.order if i not in told and set(dag.predecessors[i]) <= set(told)]
        following = [i for i in free if told and told[-1] in dag.predecessors[i]]
        told.append((following or free)[0])
    return told


def _opening(dag: Dag, told: list[int], index: int, nodes: Mapping[str, BoundNode]) -> str:
    before = dag.predecessors[index]
    if not told:
        return ""
    if not before:
        return "Separately,"
    if set(before) == {told[-1]}:
        return "Then"
    if len(before) == 1 and before == dag.predecessors[told[-1]] and before[0] != told[-2]:
        return "After the same step,"
    if len(before) > 1 and set(before) == set(told[-len(before) :]) and _loose(dag, before):
        return f"Once {_NUMBERS.get(len(before), 'all of that')} {'are' if len(before) in _NUMBERS else 'is'} done,"
    done = [gerund(nodes[dag.ids[p]].instruction) for p in sorted(before, key=told.index)]
    return f"After {' and '.join(done) if len(done) < 3 else ', '.join(done[:-1]) + ' and ' + done[-1]},"


def _loose(dag: Dag, group: tuple[int, ...]) -> bool:
    """Whether none of a group follows another: "both" would hide which of them matters."""
    return not any(a in dag.ancestors[b] for a in group for b in group)


def _lower(text: str) -> str:
    """A sentence that goes on: its first letter small, unless it is a name."""
    first = text.partition(" ")[0]
    return text if first.isupper() and len(first) > 1 else text[:1].lower() + text[1:]


def write_intent(nodes: Mapping[str, BoundNode], dag: Dag) -> str:
    """What it is all for, in a few words: the thing that the last node makes or works on, and the apps."""
    last = nodes[dag.ids[dag.order[-1]]]
    made = [r.value for r in last.produces if not r.kind.startswith("clipboard")]
    made += [n.resource.value for n in last.needs if not n.resource.kind.startswith("clipboard")]
    apps = " and ".join(sorted({b.subtask.app.replace("_", " ") for b in nodes.values()}))
    return f"Get {made[0]} ready with the {apps}" if made else f"Work with the {apps}"
