"""Instructions for composed tasks that read naturally and state all dependencies of the graph (OmniBench B.4).

The steps are told branch after branch. The opening of a sentence states the predecessors of its step:

* "Then", "After that" and similar: the step of the previous sentence;
* "Once both are done": the steps of the two previous sentences; "When all of that is done": all steps so far;
* "Once list.txt is in Documents": the step with that result; "After renaming ...": that step;
* "While what you copied is still on the clipboard": the step that filled the clipboard;
* "After the same step": the step that the previous sentence named;
* "Also", "Separately" and similar: none;
* "do these in any order: ...; and ...": for each step in the list, the step of the previous sentence.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

from omnigym.evaluation.dag import Dag
from omnigym.tasks._phrases import (
    arrival,
    begins_with_place,
    copy_phrase,
    gerund,
    is_order,
    lower_first,
    on_clipboard,
    sentences,
    split_tool,
)
from omnigym.tasks.node_binding import BoundNode
from omnigym.tasks.task import stable_hash

__all__ = ["gerund", "order_of_telling", "places_of_telling", "says_apart", "write_instruction", "write_intent"]

_ALONE = ("", "", "Please")
_FIRST = ("", "", "", "Please")
_THEN = ("Then", "Next,", "After that,")
_APART = ("Also,", "Besides,", "Separately,")
_GROUP = ("Once", "When", "As soon as")
_IN_ANY_ORDER = ("Then, in any order:", "After that, in any order:")
_NUMBERS = {2: "both", 3: "all three", 4: "all four", 5: "all five"}


def write_instruction(nodes: Mapping[str, BoundNode], dag: Dag, order: Sequence[int] = ()) -> str:
    """Return the instruction of a task; the same nodes always give the same words.

    Args:
        nodes: The nodes by id.
        dag: The graph.
        order: The order in which the steps are told, a topological one of their indices, such as `orders_of_telling`
            has; by default branch after branch.
    """
    return _Teller([nodes[i] for i in dag.ids], dag, sentences(nodes, dag), order).tell()


def order_of_telling(nodes: Mapping[str, BoundNode], dag: Dag) -> tuple[int, ...]:
    """Return the default order in which `write_instruction` states the steps, by their indices."""
    teller = _Teller([nodes[i] for i in dag.ids], dag, sentences(nodes, dag))
    teller.tell()
    return tuple(teller.told)


def places_of_telling(
    nodes: Mapping[str, BoundNode], dag: Dag, order: Sequence[int] = ()
) -> dict[str, tuple[int, int]]:
    """Return the range of characters in which `write_instruction` states each step, with its opening.

    Args:
        nodes, dag, order: As for `write_instruction`.
    """
    teller = _Teller([nodes[i] for i in dag.ids], dag, sentences(nodes, dag), order)
    text, begins = teller.tell(), [0]
    for part in teller.parts:
        begins.append(text.index(part, begins[-1]) + len(part))
    return {dag.ids[i]: (begins[n], begins[n + 1]) for n, i in enumerate(teller.told)}


class _Teller:
    """Writes the sentences for the steps of one graph."""

    def __init__(self, nodes: Sequence[BoundNode], dag: Dag, texts: Sequence[str], order: Sequence[int] = ()) -> None:
        self._nodes, self._dag, self._texts, self._order = nodes, dag, texts, tuple(order)
        # Seeded by the steps and the graph, so that the same task always has the same instruction.
        self._rng = random.Random(stable_hash([*self._texts, [list(e) for e in dag.edges]]))
        self._said: dict[tuple[str, ...], str] = {}
        self.told: list[int] = []
        self.parts: list[str] = []  # what is said of each of those, without what is put in between
        self._named = -1  # the step that the previous sentence named in its opening
        self._tool = ""  # the app that the previous sentence named

    def tell(self) -> str:
        """All sentences as one text."""
        out = []
        while len(self.told) < len(self._nodes):  # every turn tells a step: a graph without cycles has a free one
            leaves = self._leaves()
            out.append(self._list(leaves) if len(leaves) > 1 else self._sentence(self._next()))
        return " ".join(out)

    # -- what comes next ----------------------------------------------------------------------------------------------

    def _next(self) -> int:
        """The step to tell next: that whose last predecessor was told most recently, so that branches are completed."""
        if self._order:
            return self._order[len(self.told)]
        told = {index: place for place, index in enumerate(self.told)}
        free = [i for i in self._dag.order if i not in told and all(p in told for p in self._dag.predecessors[i])]
        return max(free, key=lambda i: (max((told[p] for p in self._dag.predecessors[i]), default=-1), -i))

    def _leaves(self) -> list[int]:
        """The successors of the last told step, if all of them are short, without further edges: they become a list."""
        if not self.told:
            return []
        last = self.told[-1]
        after = self._dag.successors[last]
        alone = all(self._dag.predecessors[i] == (last,) and not self._dag.successors[i] for i in after)
        short = all(is_order(self._texts[i]) and ". " not in self._texts[i] for i in after)
        if self._order:
            after = self._order[len(self.told) :][: len(after)]
            alone = alone and set(after) == set(self._dag.successors[last])
        return list(after) if alone and short else []

    # -- sentences ----------------------------------------------------------------------------------------------------

    def _sentence(self, index: int) -> str:
        opening = self._opening(index)
        tool, order = split_tool(self._texts[index])
        if not opening or (not self.told and (not is_order(order) or begins_with_place(order))):
            text = self._texts[index]
        elif not is_order(order):
            text = f"{opening if opening.endswith((',', ':')) else 'After that,'} {lower_first(order)}"
        elif begins_with_place(order):
            text = f"{opening if opening.endswith((',', ':')) else f'{opening},'} {lower_first(order)}"
        else:
            known = not tool or (tool == self._tool and self._follows(index))
            text = f"{opening} {lower_first(order) if known else f'use {tool} to {order}'}"
        self.told.append(index)
        self._tool = tool
        self.parts.append(_ended(text))
        return self.parts[-1]

    def _list(self, indices: list[int]) -> str:
        items = []
        for i in indices:
            tool, order = split_tool(self._texts[i])
            items.append((f"use {tool} to {order}" if tool else lower_first(order)).rstrip("."))
        self.told += indices
        self.parts += items
        self._named, self._tool = -1, ""
        return _ended(f"{self._one_of(_IN_ANY_ORDER)} {'; '.join(items[:-1])}; and {items[-1]}")

    def _follows(self, index: int) -> bool:
        return set(self._dag.predecessors[index]) == set(self.told[-1:])

    def _one_of(self, words: tuple[str, ...]) -> str:
        """A random one of several phrases, but not the one that was used last."""
        fresh = [w for w in words if w != self._said.get(words)]
        self._said[words] = fresh[int(self._rng.random() * len(fresh))]
        return self._said[words]

    # -- openings -----------------------------------------------------------------------------------------------------

    def _opening(self, index: int) -> str:
        before, named = self._dag.predecessors[index], self._named
        self._named = -1
        if not self.told:
            sources = sum(not p for p in self._dag.predecessors)
            return self._one_of(_FIRST if len(self._nodes) > 2 and sources == 1 else _ALONE)
        if not before:
            return self._one_of(_APART)
        if self._follows(index):
            return self._one_of(_THEN)
        if len(before) > 1 and (group := self._group(index, before)):
            return group
        if len(before) == 1 and on_clipboard(self._nodes[before[0]], self._nodes[index]):
            return "While what you copied is still on the clipboard,"
        if before == (named,):
            self._named = named
            return "After the same step,"
        if len(before) == 1:
            self._named = before[0]
        return self._named_steps(index, sorted(before, key=self.told.index))

    def _group(self, index: int, before: tuple[int, ...]) -> str:
        """The opening if the predecessors are the steps of the last sentences, or all steps told so far; else ""."""
        when = self._one_of(_GROUP)
        loose = not any(a in self._dag.ancestors[b] for a in before for b in before)
        if loose and len(before) in _NUMBERS and set(before) == set(self.told[-len(before) :]):
            return f"{when} {_NUMBERS[len(before)]} are done,"
        if self._dag.ancestors[index] == set(self.told):
            return f"{when} all of that is done,"
        return ""

    def _named_steps(self, index: int, before: list[int]) -> str:
        seen = [arrival(self._nodes[p], self._nodes[index]) for p in before]
        if all(seen):
            return f"{self._one_of(_GROUP)} {_joined(seen)},"
        if all(is_order(split_tool(self._texts[p])[1]) for p in before):
            copied = [p for p in before if on_clipboard(self._nodes[p], self._nodes[index])]
            return f"After {_joined([(copy_phrase if p in copied else gerund)(self._texts[p]) for p in before])},"
        made = [self._nodes[p].produces[0].value for p in before]
        return f"{self._one_of(_GROUP)} {_joined(made)} {'is' if len(made) == 1 else 'are'} ready,"


def _joined(parts: Sequence[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", ".'")) else f"{text}."


def says_apart(text: str) -> bool:
    """Return whether a text ends by stating that the next part does not wait for it.

    >>> says_apart("Make a folder. Separately, d"), says_apart("Make a folder. Then d")
    (True, False)
    """
    last = text.rpartition(". ")[2].lstrip().casefold()
    return last.startswith(tuple(words.casefold() for words in _APART))


#: The most goals that an intent names, the most words of one before its details are left out, and of two together.
_GOALS, _LONG, _MOST = 2, 9, 24
_DETAIL = re.compile(
    r",? (?:and (?:these three files|hang|save (?:it|the)|end the)|by way of|so that|that says|who"
    r"|with (?:the text|two attachments))\b.*"
    r"|, which is [^,]+(?:,|$)",
    re.DOTALL,
)
_COPIED = re.compile(
    r"(?:the (?:text|file|picture|number)|what is) on the clipboard|the (?:text|number) from the clipboard"
)


def write_intent(nodes: Mapping[str, BoundNode], dag: Dag) -> str:
    """Return the goal in a few words: the last steps, after which no others come.

    Of several such steps the ones with the most before them are named.
    """
    texts = sentences(nodes, dag)
    last = [i for i in range(len(dag.ids)) if not dag.successors[i]]
    main = sorted(sorted(last, key=lambda i: (-len(dag.ancestors[i]), i))[:_GOALS])
    first, *others = [_goal(texts[i]) for i in main]
    both = " and ".join([first, *map(lower_first, others)])
    return both if len(both.split()) <= _MOST else first


def _goal(text: str) -> str:
    """The first sentence of an instruction without the app, and without what specifies it further if it is long."""
    order = split_tool(re.split(r"(?<=[.?!]) ", text)[0])[1].rstrip(".")
    if not is_order(order):  # "Soap is not sold any more: delete its row"
        order = order.rpartition(": ")[2]
    if begins_with_place(order):
        place, _, rest = order.partition(", ")
        order = f"{rest} {lower_first(place)}"
    if len(order.split()) > _LONG:
        order = _DETAIL.sub("", order)
    order = _COPIED.sub("what was copied", order)
    return order[:1].upper() + order[1:]
