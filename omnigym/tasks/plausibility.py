"""What makes a story make sense: reasons to refuse a composition that could be done, but that nobody would want.

`omnigym.tasks.conflicts` keeps nodes apart that cannot be done together. The rules here are about people: they do not
rename a file twice, nor throw away what they have just made. A rule is a function from a story to the reason why it is
refused, or "". It is asked while the story is being composed, so it must not refuse what later nodes could mend.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from omnigym.evaluation.bound_check import effects_of
from omnigym.evaluation.dag import Dag
from omnigym.evaluation.world.effects import Effect
from omnigym.tasks.node_binding import BoundNode, bind_node, need_key, resource_key
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.templates import names_in

__all__ = ["CLIPBOARD", "RULES", "Deed", "Story", "deed_of", "nonsense"]


# -- what a bound node does to the things of a story: it makes, changes, moves, removes, copies -----------------------

#: Prefix of the kinds of what lies on the clipboard.
CLIPBOARD = "clipboard"
#: The folders of mail in which things end that nobody wants.
_AWAY = ("deleted/", "junk/")

_Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Deed:
    """What a node does. Things are named by the values of their resources, in lower case.

    Attributes:
        node: The node.
        needs, gives: The (kind, thing) that must be there before, and that are there after it.
        takes: The things that it works on.
        makes: The things that are there only after it.
        fixed: Those of them whose place the request does not say, as the app decides it: a download.
        moves: The things that are called otherwise or lie elsewhere after it.
        changes: The things that stay where they are and are other than before.
        removes: The things that are gone or done with after it.
        settings: The settings that it changes.
        unread: Whether it marks something as not yet read.
    """

    node: BoundNode
    needs: frozenset[_Key]
    gives: frozenset[_Key]
    takes: frozenset[str]
    makes: frozenset[str]
    fixed: frozenset[str]
    moves: frozenset[str]
    changes: frozenset[str]
    removes: frozenset[str]
    settings: frozenset[str]
    unread: bool

    @property
    def pastes(self) -> frozenset[_Key]:
        """What it needs on the clipboard."""
        return frozenset(k for k in self.needs if k[0].startswith(CLIPBOARD))

    @property
    def copies(self) -> frozenset[_Key]:
        """What it puts on the clipboard."""
        return frozenset(k for k in self.gives if k[0].startswith(CLIPBOARD))


def deed_of(node: BoundNode) -> Deed:
    """The deed of a node; the same subtask with the same parameters is looked at once."""
    return _deed(node.subtask, json.dumps(node.parameters, sort_keys=True))


@lru_cache(maxsize=8192)
def _deed(subtask: Subtask, parameters: str) -> Deed:
    node = bind_node("", subtask, json.loads(parameters))
    effects = (*(node.effects or ()), *(e for p in node.parts for c in p.conditions for e in effects_of(c)))
    gives = frozenset(map(resource_key, node.produces))
    things = frozenset(value for kind, value in gives if not kind.startswith(CLIPBOARD))
    needs = {need_key(n): n.consumes for n in node.needs}
    taken = frozenset(value for kind, value in needs if not kind.startswith(CLIPBOARD))
    used_up = [key for key, consumed in needs.items() if consumed]
    moves = frozenset(value for kind, value in used_up if any(k.startswith(kind) for k, _ in gives))
    done = frozenset(v for k, v in gives if k.endswith("_done") or v.startswith(_AWAY))
    said = names_in(subtask.instruction)
    return Deed(
        node,
        needs=frozenset(needs),
        gives=gives,
        takes=taken,
        makes=things - taken,
        fixed=frozenset(
            resource_key(r)[1]
            for r, template in zip(node.produces, subtask.produces, strict=True)
            if "/" in template.value and not names_in(template.value.rpartition("/")[0]) & said
        ),
        moves=moves,
        changes=frozenset(v for v in taken & things if any(_is_change(e, v) for e in effects)),
        removes=frozenset(v for _, v in used_up if not gives or done) | (done & taken),
        settings=frozenset(e.at for e in effects if e.at.startswith("setting:")),
        unread=any(c.args.get("read") is False for p in node.parts for c in p.conditions),
    )


def _is_change(effect: Effect, thing: str) -> bool:
    """Whether an effect may be a change of a thing: of the file with that path, or of some row."""
    return effect.how == "change" and (effect.at.casefold() == thing or effect.at.startswith("content://"))


# -- plausibility -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Story:
    """The nodes that are assigned so far.

    Attributes:
        dag: The graph.
        deeds: By index; all ancestors of a node that is there are there.
        one: Whether it is known that all of it is about one thing, as an intent chose it.
    """

    dag: Dag
    deeds: Mapping[int, Deed]
    one: bool = False

    def edges(self) -> Iterator[tuple[Deed, Deed]]:
        """The deeds of which the second follows the first directly."""
        return ((self.deeds[a], self.deeds[b]) for b in self.deeds for a in self.dag.predecessors[b])

    def before(self) -> Iterator[tuple[Deed, Deed]]:
        """The deeds of which the first must be done before the second."""
        return ((self.deeds[a], self.deeds[b]) for b in self.deeds for a in sorted(self.dag.ancestors[b]))

    def pairs(self) -> Iterator[tuple[Deed, Deed]]:
        """Any two different deeds, once."""
        return itertools.combinations(self.deeds.values(), 2)


def nonsense(dag: Dag, nodes: Mapping[int, BoundNode], *, one_story: bool = False) -> str:
    """The first reason why nobody would want a task, or "".

    Args:
        dag: The graph.
        nodes: The nodes by index; some may be missing, but not ancestors of those that are there.
        one_story: Whether it is known that all of it is about one thing, as an intent chose it.
    """
    story = Story(dag, {i: deed_of(n) for i, n in nodes.items()}, one_story)
    return next((reason for rule in RULES if (reason := rule(story))), "")


def _moved_again(story: Story) -> str:
    """What the story made or moved has its place and name, unless the app chose them."""
    for a, b in story.before():
        if again := (b.moves | _copied(b)) & (a.makes - a.fixed):
            return f"{min(again)} is renamed, moved or copied though the task itself has put it there"
    return ""


def _copied(deed: Deed) -> set[str]:
    """The things of which it makes a second one of the same kind and name elsewhere."""
    names = {(kind, thing.rpartition("/")[2]) for kind, thing in deed.gives if thing in deed.makes}
    return {thing for kind, thing in deed.needs if (kind, thing.rpartition("/")[2]) in names}


def _changed_again(story: Story) -> str:
    for a, b in story.edges():
        if again := a.changes & b.changes:
            return f"{min(again)} is changed twice in a row without being used"
    return ""


def _made_and_removed(story: Story) -> str:
    for a, b in itertools.chain(story.pairs(), ((b, a) for a, b in story.pairs())):
        if gone := b.removes & (a.makes | a.changes):
            return f"{min(gone)} is made or changed and then thrown away"
    return ""


def _set_twice(story: Story) -> str:
    for a, b in story.pairs():
        if twice := a.settings & b.settings:
            return f"{min(twice)} is set twice"
    return ""


#: Kinds of things into which one puts several. Only who wants one thing puts several onto a list in one breath.
_SHELVES = ("folder", "todo_list", "mail_folder")


def _repeated(story: Story) -> str:
    """The same kind of step right after itself, or again for the same thing."""
    for a, b in story.edges():
        if a.node.subtask is b.node.subtask:
            return f"{b.node.subtask.id} follows itself"
    for a, b in story.pairs():
        shared = {v for k, v in a.needs & b.needs if k not in (_SHELVES if story.one else _SHELVES[:1])}
        if a.node.subtask is b.node.subtask and shared:
            return f"{b.node.subtask.id} is done twice with {min(shared)}"
    return ""


def _there_and_back(story: Story) -> str:
    """A table as text and back as a table; a file uploaded and downloaded."""
    for a, b in story.before():
        for kind, thing in sorted(b.gives):
            flows = {k for k, v in a.gives & b.needs if v in a.makes and k != kind}
            if flows and thing in b.makes and any(k == kind for k, _ in a.needs):
                return f"a {kind} becomes a {min(flows)} and again a {kind}"
    return ""


def _into_itself(story: Story) -> str:
    """What was copied is put back to where it comes from; a folder lies in one of its own name."""
    for a, b in story.before():
        if a.copies & b.pastes:
            if back := a.takes & (b.takes | b.makes):
                return f"what is copied from {min(back)} is pasted there"
            if a.node.subtask.app == b.node.subtask.app and _folders(a.takes) & _folders(b.makes):
                return f"{b.node.subtask.app} gets back what was copied from the same place"
    for deed in story.deeds.values():
        for thing in deed.makes:
            parts = thing.split("/")
            if len(set(parts)) < len(parts):
                return f"{thing} lies in something of its own name"
    return ""


def _folders(things: frozenset[str]) -> set[str]:
    return {t.rpartition("/")[0] for t in things if "/" in t}


def _nothing_copied(story: Story) -> str:
    for i, deed in story.deeds.items():
        filled = {key for a in story.dag.ancestors[i] for key in story.deeds[a].copies}
        if deed.pastes - filled:
            return f"{deed.node.subtask.id} needs the clipboard, which no step before it has filled"
    return ""


def _never_pasted(story: Story) -> str:
    for i, deed in story.deeds.items():
        after = [n for n in range(len(story.dag.ids)) if i in story.dag.ancestors[n]]
        known = [story.deeds[n] for n in after if n in story.deeds]
        if deed.copies and len(known) == len(after) and not any(deed.copies & d.pastes for d in known):
            return f"what {deed.node.subtask.id} copies is never pasted"
    return ""


def _unread_again(story: Story) -> str:
    """To mark a mail as unread is the last that one does with it."""
    for a, b in story.before():
        if a.unread and a.takes & b.takes:
            return f"{min(a.takes)} is marked as unread and then opened"
    return ""


def _two_spellings(story: Story) -> str:
    seen: dict[str, str] = {}
    for deed in story.deeds.values():
        for resource in (*(n.resource for n in deed.node.needs), *deed.node.produces):
            for name in resource.value.split("/"):
                if seen.setdefault(name.casefold(), name) != name:
                    return f"{name} is written {seen[name.casefold()]} elsewhere"
    return ""


def _leaked(story: Story) -> str:
    """An answer that one step is to find out and that the words of another one say."""
    for a, b in itertools.permutations(story.deeds.values(), 2):
        for kind, answer in sorted(a.gives - a.needs):
            found_out = kind.startswith((CLIPBOARD, "calculator_")) and not _says(a, answer)
            if found_out and _says(b, answer):
                return f"{b.node.subtask.id} says {answer}, which {a.node.subtask.id} is to find out"
    return ""


def _says(deed: Deed, answer: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(answer)}(?!\w|\.\w)", deed.node.instruction.casefold()) is not None


#: The folders that everybody has: that two steps name one of them does not make them one story.
_COMMON = frozenset({"documents", "desktop", "downloads", "download", "pictures", "music", "videos", "inbox", "tasks"})


def _strangers(story: Story) -> str:
    """Parts of the graph that no edge connects have an app, or somebody or something, in common."""
    if story.one or len(story.deeds) < len(story.dag.ids):
        return ""
    parts = _components(story.dag)
    about = [frozenset().union(*(_about(story.deeds[i]) for i in part)) for part in parts]
    if len(parts) > 1 and not frozenset.intersection(*about):
        return "its parts have nothing to do with one another"
    return ""


def _components(dag: Dag) -> list[set[int]]:
    parts: list[set[int]] = []
    for i in dag.order:
        linked = [p for p in parts if p & set(dag.predecessors[i])]
        parts = [p for p in parts if p not in linked] + [{i}.union(*linked)]
    return parts


def _about(deed: Deed) -> frozenset[str]:
    names = {v.casefold() for v in deed.node.parameters.values() if isinstance(v, str) and len(v) > 2} - _COMMON
    return frozenset({f"app {deed.node.subtask.app}", *names})


#: Every rule, the cheap ones that refuse most first.
RULES: tuple[Callable[[Story], str], ...] = (
    _nothing_copied,
    _repeated,
    _moved_again,
    _changed_again,
    _made_and_removed,
    _there_and_back,
    _never_pasted,
    _into_itself,
    _set_twice,
    _unread_again,
    _two_spellings,
    _leaked,
    _strangers,
)
