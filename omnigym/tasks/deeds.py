"""What a bound node does to the things of a story: it makes, changes, moves, removes, copies."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from omnigym.evaluation.fold import effects_of
from omnigym.evaluation.world.effects import Effect
from omnigym.tasks.binding import BoundNode, bind_node, need_key, resource_key
from omnigym.tasks.subtask import Subtask
from omnigym.tasks.templates import names_in

__all__ = ["CLIPBOARD", "Deed", "deed_of"]

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
