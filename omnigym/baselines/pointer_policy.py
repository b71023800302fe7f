"""The pointer policy: it scores every verb on every node of the accessibility tree, and every key.

`Eye` turns batched observations of `omnigym.wrappers.ElementActions` into small arrays: of at most K nodes that can be
acted on or have a text, their bounds, role, states, hashed words, and how they match the instruction. `PointerNetwork`
scores verb x node, text verb x node x text candidate, and keys, from each node's vector and a vector of the screen. It
knows neither platform nor app, so it plays wherever there is a tree. `omnigym.baselines.ppo`, ``bc`` and ``grpo``
train it.

Shapes: N environments, K nodes kept, J = verbs + text verbs x candidates: what can be done to one node, C candidates.
"""

from __future__ import annotations

import zlib
from typing import Any, Final

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from torch import Tensor, nn

from omnigym.a11y import N_STATES
from omnigym.baselines.agent import Env
from omnigym.spaces.text import decode_text, word_list, words
from omnigym.wrappers import ElementActions
from omnigym.wrappers.element_actions import ElementLayout

__all__ = ["CANDIDATES", "Eye", "PointerNetwork", "View", "layout_of", "stack_views", "tensors", "wrap"]

CANDIDATES: Final = 4  # of ElementActions, for all learners here
_NODES = 96  # K
_BUCKETS = 2048  # of hashed words; 0 pads
_WORDS, _SAID = 5, 32  # hashed words of a node (the first is its whole text), and of an instruction
_STEPS = 16.0

#: The arrays of N moments, or their tensors; see `Eye.see`.
View = dict[str, Any]


def wrap(env: Env) -> ElementActions:
    """Return the environment with the action space of this policy."""
    return ElementActions(env, candidates=CANDIDATES)


def layout_of(space: spaces.Space[Any]) -> ElementLayout:
    """Return the layout of `wrap`'s actions in an environment with these observations."""
    return ElementLayout(space["a11y_role"].shape[0], candidates=CANDIDATES)  # type: ignore[index]


def _bucket(word: str) -> int:
    return 1 + zlib.crc32(word.encode()) % (_BUCKETS - 1)


def _hashed(parts: list[str], length: int) -> list[int]:
    return ([_bucket(p) for p in parts] + [0] * length)[:length]


class _Instruction:
    """What an episode's instruction says, and how texts on the screen match it."""

    def __init__(self, instruction: str, template: str, candidates: list[str]) -> None:
        lowered = template.casefold().replace("{", " {").split()
        self.words = _hashed(lowered, _SAID)
        self.line = " " + " ".join(word_list(instruction)) + " "
        before = [_before(lowered, n) for n in range(1, len(candidates) + 1)]
        self.before = _hashed(before, CANDIDATES)
        self.candidates = [c.casefold() for c in candidates]
        self._known: dict[bytes, tuple[float, ...]] = {b"": (0.0,) * (2 + 2 * CANDIDATES)}

    def match(self, text: bytes) -> tuple[float, ...]:
        """Return whether all of a text is in the instruction, where, and which candidates it equals and contains."""
        known = self._known.get(text)
        if known is None:
            read = text.decode("latin-1").casefold()
            at = self.line.find(f" {' '.join(word_list(read))} ")
            place = (1.0, at / len(self.line)) if at >= 0 else (0.0, 0.0)
            equal = [float(c == read) for c in self.candidates]
            within = [float(c in read) for c in self.candidates]
            blank = [0.0] * (CANDIDATES - len(equal))
            known = self._known[text] = (*place, *equal, *blank, *within, *blank)
        return known


def _before(template: list[str], number: int) -> str:
    """The word before a candidate: "to" in "Rename {1} to {2}"."""
    place = next((i for i, w in enumerate(template) if f"{{{number}}}" in w), 0)
    return template[place - 1].strip("'\"") if place else ""


class Eye:
    """An encoder that converts observations to views, and remembers the nodes acted on in each episode.

    Args:
        layout: Of the element actions.
        slots: N, how many environments it looks at.
    """

    def __init__(self, layout: ElementLayout, slots: int = 1) -> None:
        self.layout, self._at = layout, np.arange(slots)[:, None]
        self._verbs, self._texts = len(layout.verbs), len(layout.text_verbs) * layout.candidates
        self.each: int = self._verbs + self._texts
        self._words: dict[bytes, list[int]] = {b"": [0] * _WORDS}
        self._said: list[_Instruction | None] = [None] * slots
        self._acted: list[dict[bytes, float]] = [{} for _ in range(slots)]
        self._last: list[bytes] = [b""] * slots
        self._steps = np.zeros(slots, np.float32)
        self._rows: NDArray[np.intp] = np.zeros((slots, 0), np.intp)
        self._read: list[list[bytes]] = []

    def forget(self, slots: NDArray[np.bool_]) -> None:
        """Forget the episodes in these environments: bool (N,)."""
        for n in np.flatnonzero(slots):
            self._said[n], self._acted[n], self._last[n], self._steps[n] = None, {}, b"", 0.0

    def see(self, observed: Any, masks: NDArray[np.bool_]) -> View:
        """Return the view of a batch of observations.

        Args:
            observed: The observations of N environments: arrays by name.
            masks: Of their actions, bool (N, A).

        Returns:
            New arrays: ``nodes`` float32 (N, K, F), ``roles`` int (N, K), ``words`` int (N, K, W), ``valid`` bool
            (N, K), ``can`` bool (N, K * J + keys), ``said`` int (N, S), ``before`` int (N, C), ``given`` float32
            (N, C, 2), ``last`` int (N,) and ``steps`` float32 (N,).
        """
        layout, count = self.layout, len(masks)
        verbs = masks[:, : layout.text_start].reshape(count, layout.nodes, -1)
        texts = masks[:, layout.text_start : layout.key_start].reshape(count, layout.nodes, -1)
        codes = observed["a11y_text"][:, : layout.nodes]
        useful = np.where(verbs.any(2) | texts.any(2), 0, np.where(codes[:, :, 0] > 0, 1, 2))
        rows = self._rows = np.argsort(useful, axis=1, kind="stable")[:, :_NODES]
        at = self._at
        valid = useful[at, rows] < 2
        read = np.ascontiguousarray(codes[at, rows]).view(f"S{codes.shape[2]}")[..., 0]
        self._read = read.tolist()
        said = [self._instruction(n, observed) for n in range(count)]
        matched = np.array([[one.match(t) for t in line] for one, line in zip(said, self._read, strict=True)], "f4")
        acted = [
            [(known.get(t, 0.0), float(t == last != b"")) for t in line]
            for known, last, line in zip(self._acted, self._last, self._read, strict=True)
        ]
        can_node = np.concatenate((verbs[at, rows], texts[at, rows]), 2)
        bounds, states = observed["a11y_bounds"][at, rows], observed["a11y_states"][at, rows]
        possible = can_node[:, :, : self._verbs + 1]
        overlap = observed["a11y_overlap"][at, rows]
        parts = (bounds, states, overlap, possible, matched, np.array(acted, "f4"))
        nodes = np.concatenate(parts, 2, dtype=np.float32, casting="unsafe")
        within = matched[:, :, 2 + CANDIDATES :] * possible[:, :, -1:]
        given = np.stack((observed["text_candidates"][:, :, 0] > 0, within.max(1)), 2, dtype=np.float32)
        return {
            "nodes": nodes,
            "roles": observed["a11y_role"][at, rows].astype(np.int64),
            "words": np.array([[self._hash(t) for t in line] for line in self._read], np.int64),
            "valid": valid,
            "can": np.concatenate((can_node.reshape(count, -1), masks[:, layout.key_start :]), 1),
            "said": np.array([one.words for one in said], np.int64),
            "before": np.array([one.before for one in said], np.int64),
            "given": given,
            "last": observed["last_doing"][:, 0].astype(np.int64),
            "steps": np.minimum(self._steps / _STEPS, 1.0),
        }

    def act(self, choices: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the numbers of the chosen actions, int (N,), by their places in ``can``, and remember them."""
        layout, keys = self.layout, self._rows.shape[1] * self.each
        numbers = np.zeros(len(choices), np.int64)
        for n, choice in enumerate(choices.tolist()):
            place, what = divmod(choice, self.each)
            if choice >= keys:
                numbers[n], text = layout.key_start + choice - keys, b""
            else:
                row, text = int(self._rows[n, place]), self._read[n][place]
                verb = row * self._verbs + what
                typed = layout.text_start + row * self._texts + what - self._verbs
                numbers[n] = verb if what < self._verbs else typed
            if text:
                self._acted[n][text] = min(self._acted[n].get(text, 0.0) + 0.5, 1.0)
            self._last[n] = text
        self._steps += 1
        return numbers

    def choice(self, number: int) -> int | None:
        """Return the place in ``can`` of an action of the first environment, or None if its node is not in the view."""
        layout, keys = self.layout, int(self._rows.shape[1]) * self.each
        if number >= layout.key_start:
            return keys + number - layout.key_start
        node = number < layout.text_start
        start, width = (0, self._verbs) if node else (layout.text_start, self._texts)
        row, what = divmod(number - start, width)
        places: list[int] = np.flatnonzero(self._rows[0] == row).tolist()
        if not places:
            return None
        return places[0] * self.each + what + (0 if node else self._verbs)

    def _instruction(self, n: int, observed: Any) -> _Instruction:
        known = self._said[n]
        if known is None:
            texts = [t for t in map(decode_text, observed["text_candidates"][n]) if t]
            line = decode_text(observed["instruction"][n])
            known = self._said[n] = _Instruction(line, decode_text(observed["template"][n]), texts)
        return known

    def _hash(self, text: bytes) -> list[int]:
        known = self._words.get(text)
        if known is None:
            if len(self._words) > 100_000:
                self._words = {b"": [0] * _WORDS}
            read = text.decode("latin-1").casefold()
            known = self._words[text] = _hashed(["=" + read, *sorted(words(read))], _WORDS)
        return known


class PointerNetwork(nn.Module):
    """Scores of the possible actions, and a value.

    Args:
        layout: Of the element actions.
        width: D, of its vectors.
    """

    def __init__(self, layout: ElementLayout, width: int = 64) -> None:
        super().__init__()
        verbs, texts = len(layout.verbs), len(layout.text_verbs)
        features = 4 + N_STATES + 2 + verbs + 1 + 2 + 2 * CANDIDATES + 2
        self.layout, self.width = layout, width
        self.words = nn.EmbeddingBag(_BUCKETS, width, mode="sum", padding_idx=0)
        self.said = nn.EmbeddingBag(_BUCKETS, width, mode="sum", padding_idx=0)
        self.before = nn.Embedding(_BUCKETS, width, padding_idx=0)
        self.role = nn.Embedding(256, width)
        self.last = nn.Embedding(1 + len(layout.doings), width)
        self.node, self.deeper = nn.Linear(features, width), nn.Linear(width, width)
        self.screen, self.whole = nn.Linear(2 * width + 1, width), nn.Linear(width, width)
        self.mine, self.ours = nn.Linear(width, width), nn.Linear(width, width)
        self.verb, self.text = nn.Linear(width, verbs), nn.Linear(width, texts)
        self.which, self.given = nn.Linear(width, width), nn.Linear(2 + layout.candidates, width)
        self.key, self.value = nn.Linear(width, len(layout.keys)), nn.Linear(width, 1)
        for table in (self.words, self.said, self.before, self.last, self.role):
            nn.init.normal_(table.weight, std=0.1)
        for head in (self.verb, self.text, self.key, self.which, self.value):
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)
        with torch.no_grad():  # a click is the likeliest thing to do at first
            self.verb.bias.copy_(torch.tensor([0.0 if v == "click" else -2.0 for v in layout.verbs]))
            self.key.bias.fill_(-1.0)

    def forward(self, view: View) -> tuple[Tensor, Tensor]:
        """Return logits of ``can``, float32 (N, K * J + keys), very low for impossible actions; values (N,)."""
        valid = view["valid"]
        of = valid.nonzero()[:, 0]  # the moment of each node
        known = self.node(view["nodes"][valid]) + self.words(view["words"][valid]) + self.role(view["roles"][valid])
        nodes = torch.relu(self.deeper(torch.relu(known)))
        padded = nodes.new_zeros((*valid.shape, self.width))
        padded[valid] = nodes
        mean = padded.sum(1) / valid.sum(1, keepdim=True).clamp(min=1)
        pooled = torch.cat((mean, padded.max(1)[0], view["steps"][:, None]), 1)
        whole = torch.relu(self.screen(pooled) + self.said(view["said"]) + self.last(view["last"]))
        whole = torch.relu(self.whole(whole))
        both = torch.relu(self.mine(nodes) + self.ours(whole)[of])
        places = torch.eye(self.layout.candidates).expand(len(valid), -1, -1)
        given = self.given(torch.cat((view["given"], places), 2)) + self.before(view["before"])
        typed = (self.which(both)[:, None] * torch.relu(given)[of]).sum(2)
        texts = (self.text(both)[:, :, None] + typed[:, None]).flatten(1)
        scores = torch.cat((self.verb(both), texts), 1)
        spread = scores.new_zeros((*valid.shape, scores.shape[1]))
        spread[valid] = scores
        logits = torch.cat((spread.flatten(1), self.key(whole)), 1).masked_fill(~view["can"], -1e9)
        return logits, self.value(whole)[:, 0]


def tensors(view: View) -> View:
    """Return the arrays as tensors that share their memory."""
    return {name: torch.from_numpy(array) for name, array in view.items()}


def stack_views(views: list[View]) -> View:
    """Return views of N moments each as one view of all, as tensors."""
    return {name: torch.from_numpy(np.concatenate([v[name] for v in views])) for name in views[0]}
