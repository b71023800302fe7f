"""The policy of node actions: verb, then node, then text, each chosen among the possible values.

It reads words and its last actions (`_moment`), is given a vector of each thing that it sees (`_sight`: nodes of the
tree, or cells of the screen), and points: at a node by its vector, at a span by those of the instruction's tokens.
Tokens are read in the light of each other, of what was done and of what is seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import torch
from torch import Tensor, nn

from omnigym.baselines.policy.batch import MOST_STEPS, Batch, collate
from omnigym.baselines.policy.instruction_features import HISTORY, MARKS, MEMORY, MOST_TOKENS, View
from omnigym.baselines.policy.networks import NO, Attention, BoundaryNetwork
from omnigym.baselines.policy.node_view import DISTANCES
from omnigym.baselines.policy.observation_encoder import NodeSight, Sight, bag
from omnigym.baselines.policy.text_adapter import TextRead
from omnigym.baselines.policy.text_encoder import reader_of
from omnigym.wrappers.node_layout import FIELDS, NODE_VERBS, VERBS, Choice, NodeLayout

__all__ = ["SCORED", "Chooser"]

_VERB_NAMES = tuple(VERBS)
_ROLES: Final = 64
#: The row of each verb among the node verbs, or -1.
_ROW = torch.tensor([NODE_VERBS.index(v) if v in NODE_VERBS else -1 for v in _VERB_NAMES])
#: Fields whose values are scored by a linear layer over what was chosen before.
_PLAIN = ("key", "modifiers", "count", "form", "then", "piece", "app", "gesture", "x", "y", "to_x", "to_y")
#: Fields that are pointed at.
_POINTED = ("node", "to", "source", "start", "end")
_READS = {name: torch.tensor([name in fields for fields in VERBS.values()]) for name in FIELDS}
#: What a token has to do with the one that a span starts with (`_together`).
_GROUPED: Final = 6
#: What `Chooser.scores` reads of a batch.
SCORED: Final = ("verbs", "can", "shown", "sources", "there", "quotes", "chunks", "marks")


class Chooser(nn.Module):
    """The network of the policy.

    Args:
        layout: Of the node actions.
        words: The size of the vocabulary.
        width: D, of all vectors.
        heads: Of attention.
        sight: What makes vectors of what is seen; None for one that reads nodes.
        reader: The name of who reads the words to it besides (`omnigym.baselines.policy.text_encoder`), or "".
    """

    def __init__(
        self,
        layout: NodeLayout,
        words: int,
        width: int = 96,
        heads: int = 4,
        sight: Sight | None = None,
        reader: str = "",
    ) -> None:
        super().__init__()
        self._layout, self._width = layout, width
        sizes = layout.sizes
        self._word = nn.Embedding(words, width, padding_idx=0)
        self._role, self._ago = nn.Embedding(_ROLES, width), nn.Embedding(2 * MEMORY + 2, width)
        self._verb = nn.Embedding(len(VERBS) + 1, width)
        self._place, self._age = nn.Embedding(MOST_TOKENS, width), nn.Embedding(HISTORY + 1, width)
        self._step, self._away = nn.Embedding(MOST_STEPS, width), nn.Embedding(DISTANCES, width)
        done = (sizes["key"] + 1, sizes["modifiers"], sizes["piece"] + 1, 3, sizes["app"] + 1)
        self.done = nn.ModuleList([nn.Embedding(n, width) for n in done])
        for table in self.modules():
            if isinstance(table, nn.Embedding):
                nn.init.normal_(table.weight, std=0.3)
        self._marks = nn.Linear(MARKS, width, bias=False)
        self._beside = nn.Conv1d(width, width, 3, padding=1)
        self._group = nn.Linear(width, _GROUPED)
        self._sight = sight or NodeSight(width, reader_of(reader).width if reader else 0)
        self._read, self._look, self._think = (Attention(width, heads) for _ in range(3))
        self._final = nn.LayerNorm(width)
        self._verbs = nn.Linear(width, len(VERBS))
        # a module cannot be called "to"
        self._points = nn.ModuleDict({f"{name}_query": nn.Linear(width, width) for name in _POINTED})
        self._targets = nn.ModuleDict({f"{name}_key": nn.Linear(width, width) for name in _POINTED})
        self._sources = nn.Linear(width, 2)
        self._plain = nn.ModuleDict({name: nn.Linear(width, sizes[name]) for name in _PLAIN})
        self._value, self._finished = nn.Linear(width, 1), nn.Linear(width, 1)
        self.cuts = BoundaryNetwork(words)
        self._told = TextRead(reader_of(reader).width, width) if reader else None

    # -- reading ------------------------------------------------------------------------------------------------------

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Return the vectors of the moment (B, D), of the tokens (B, T, D) and of the nodes (B, N, D)."""
        words, moment = self._word(batch["words"]), self._step(batch["steps"]) + self._age.weight[HISTORY]
        if self._told is not None:
            told_words, told_whole = self._told(batch)
            words, moment = words + told_words, moment + told_whole
        length = words.shape[1]
        text = words + self._place.weight[:length] + self._marks(batch["marks"])
        text = text + self._ago(batch["used"]) + self._ago(batch["touched"] + MEMORY + 1) + self._away(batch["away"])
        text = text * batch["there"][..., None]  # or the last token would have neighbours in a batch of longer ones
        text = text + self._beside(text.transpose(1, 2)).relu().transpose(1, 2)
        past = batch["past"]
        done = self._verb(past[..., 0]) + self._role(past[..., 4]) + self._word(past[..., 5])
        for table, column in zip(self.done, (1, 2, 3, 7, 6), strict=True):
            done = done + table(past[..., column])
        done = done + bag(self._word, batch["past_words"]) + self._age.weight[:HISTORY]
        x = torch.cat((moment[:, None], done, text), 1)
        here = torch.cat((torch.ones_like(batch["there"][:, :1]), past[..., 0] > 0, batch["there"]), 1)
        x = self._read(x, None, here)
        nodes, told = self._sight(batch, x[:, 1 + HISTORY :], self._word, self._role)
        x = torch.cat((x[:, : 1 + HISTORY], told), 1)
        x = self._look(x, nodes, batch["shown"] | ~batch["shown"].any(1, keepdim=True))
        x = self._final(self._think(x, None, here))
        return x[:, 0], x[:, 1 + HISTORY :], nodes

    # -- choosing -----------------------------------------------------------------------------------------------------

    def value(self, moment: Tensor) -> Tensor:
        """Return the expected return of an episode: (B,)."""
        value: Tensor = self._value(moment)
        return value[:, 0]

    def finished(self, moment: Tensor) -> Tensor:
        """Return logits that the order is done: (B,)."""
        finished: Tensor = self._finished(moment)
        return finished[:, 0]

    @torch.inference_mode()
    def are_done(self, views: Sequence[View], unknown: Sequence[frozenset[int]] = ()) -> list[bool]:
        """Return whether the order of each view is done; ``unknown`` as for `collate`."""
        if not views:
            return []
        done: list[bool] = (self.finished(self(collate(views, unknown))[0]) > 0).tolist()
        return done

    def scores(self, field: str, batch: Batch, read: tuple[Tensor, Tensor, Tensor], chosen: Batch) -> Tensor:
        """Return log-probabilities of a field's values after earlier fields: (B, values); impossible ones are -inf.

        Nodes are numbered as in the view, tokens as in the instruction; sources are the instruction, the clipboard, and
        then the view's nodes.
        """
        moment, text, nodes = read
        if field == "verb":
            return _log(self._verbs(moment), batch["verbs"])
        query = moment + self._verb(chosen["verb"] + 1)
        logits: Tensor
        if field in ("node", "to", "source"):
            logits = self._point(field, query, nodes)
            if field == "source":
                logits = torch.cat((self._sources(query), logits), 1)
                return _log(logits, batch["sources"])
            rows = _ROW[chosen["verb"]].clamp(min=0) if field == "node" else torch.full_like(chosen["verb"], _DRAG)
            return _log(logits, batch["can"].gather(2, rows[:, None, None].expand(-1, nodes.shape[1], 1))[..., 0])
        if field in ("start", "end"):
            mask, logits = batch["there"], self._point(field, query, text)
            if field == "end":
                query = query + _take(text, chosen["start"])
                mask = mask & (torch.arange(mask.shape[1]) >= chosen["start"][:, None])
                logits = self._point(field, query, text)
                logits = logits + torch.einsum("btg,bg->bt", _together(batch, chosen["start"]), self._group(query))
            return _log(logits, mask)
        for name, told in _TOLD.items():
            if name in chosen:
                reads = _READS[name][chosen["verb"]][:, None]
                query = query + reads * told(self, chosen[name], text, nodes)
        logits = self._plain[field](query)
        return logits.log_softmax(-1)

    def _point(self, field: str, query: Tensor, at: Tensor) -> Tensor:
        keys, wanted = self._targets[f"{field}_key"](at), self._points[f"{field}_query"](query)
        return torch.bmm(keys, wanted[:, :, None])[..., 0] / math.sqrt(self._width)

    def evaluate_choice(self, batch: Batch, chosen: Batch) -> tuple[Tensor, Tensor]:
        """Return the log-probability of a choice, over all its fields (B,), and the vectors of the moment (B, D)."""
        read = self(batch)
        total = self.scores("verb", batch, read, {}).gather(1, chosen["verb"][:, None])[:, 0]
        for field in FIELDS[1:]:
            rows = torch.nonzero(_READS[field][chosen["verb"]])[:, 0]
            if len(rows):
                scores = self._scores_of(field, batch, read, chosen, rows)
                total = total.index_add(0, rows, scores.gather(1, chosen[field][rows][:, None])[:, 0])
        return total, read[0]

    @torch.inference_mode()
    def choose(
        self, views: Sequence[View], greedy: bool = True, unknown: Sequence[frozenset[int]] = ()
    ) -> list[Choice]:
        """Return a choice for each view, with nodes as rows of the tree; ``unknown`` as for `collate`."""
        batch = collate(views, unknown)
        read = self(batch)
        chosen = {"verb": _pick(self.scores("verb", batch, read, {}), greedy)}
        reads = {field: _READS[field][chosen["verb"]] for field in _ORDER}
        for field in _ORDER:
            rows = torch.nonzero(reads[field])[:, 0]
            if len(rows):
                scores = self._scores_of(field, batch, read, chosen, rows)
                chosen[field] = torch.zeros_like(chosen["verb"]).index_copy(0, rows, _pick(scores, greedy))
        named = {name: tensor.tolist() for name, tensor in chosen.items()}
        return [
            views[n].in_the_tree({name: named[name][n] for name in ("verb", *VERBS[_VERB_NAMES[verb]])})
            for n, verb in enumerate(named["verb"])
        ]

    def _scores_of(
        self, field: str, batch: Batch, read: tuple[Tensor, Tensor, Tensor], chosen: Batch, rows: Tensor
    ) -> Tensor:
        """The scores of a field for some rows of a batch, of what was chosen in all of it."""
        part = {name: batch[name][rows] for name in SCORED}
        before = {name: chosen[name][rows] for name in _fields_before(field) if name in chosen}
        return self.scores(field, part, (read[0][rows], read[1][rows], read[2][rows]), before)


_DRAG = NODE_VERBS.index("drag")
_BEFORE: dict[str, tuple[str, ...]] = {
    "modifiers": ("verb", "key", "node"),
    "count": ("verb", "key", "node"),
    "end": ("verb", "start"),
    "form": ("verb", "end"),
    "then": ("verb", "end", "piece"),
    **dict.fromkeys(("x", "y", "gesture", "to_x", "to_y"), ("verb", "node")),
}
#: How a field that was chosen is told to those after it, if its verb reads it.
_TOLD: dict[str, Callable[[Chooser, Tensor, Tensor, Tensor], Tensor]] = {
    "key": lambda c, value, *_: c.done[0](value + 1),
    "piece": lambda c, value, *_: c.done[2](value + 1),
    "node": lambda _, value, __, nodes: _take(nodes, value),
    "end": lambda _, value, text, __: _take(text, value),
}


#: All fields but the verb, each after those that its scores look at.
_ORDER = (*(name for name in FIELDS[1:] if name != "then"), "then")


def _fields_before(field: str) -> tuple[str, ...]:
    """The fields that the scores of a field look at."""
    return _BEFORE.get(field, ("verb",))


def _together(batch: Batch, start: Tensor) -> Tensor:
    """What a token has to do with the one that a span starts with: (B, T, _GROUPED).

    In one quotation with it, and the last there; in one chunk, and the last there; the same token; within one quotation
    or none, the last of a chunk.
    """
    quotes, chunks, marks = batch["quotes"], batch["chunks"], batch["marks"]
    quote, chunk = (groups.gather(1, start[:, None]) for groups in (quotes, chunks))
    quoted, near = (quotes == quote) & (quote > 0), chunks == chunk
    here = torch.arange(quotes.shape[1]) == start[:, None]
    level = quotes == quote
    parts = (quoted, quoted & (marks[..., 5] > 0), near, near & (marks[..., 7] > 0), here, level & (marks[..., 7] > 0))
    return torch.stack(parts, -1).float()


def _take(vectors: Tensor, rows: Tensor) -> Tensor:
    return vectors[torch.arange(len(rows)), rows.clamp(max=vectors.shape[1] - 1)]


def _log(logits: Tensor, mask: Tensor) -> Tensor:
    return logits.masked_fill(~mask, NO).log_softmax(-1)


def _pick(scores: Tensor, greedy: bool) -> Tensor:
    return scores.argmax(-1) if greedy else torch.multinomial(scores.exp(), 1)[:, 0]
