"""The places of the steps in an instruction, the text between them, and the order that the words state.

The sentences of the subtasks are looked for in the text. Of what stands between them every word has to be one of those
that join steps, or name a step that was told before; a statement ("I want to ...") is judged by its words as
`omnigym.tasks.proofs.unjudged_requests` does, and so is a text in which a sentence is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from omnigym.tasks._phrases import arrival, gerund, is_order, split_tool, ways_of_saying
from omnigym.tasks.instructions import says_apart
from omnigym.tasks.proofs.unjudged_requests import beyond, joining_words
from omnigym.tasks.task import Task

__all__ = ["Span", "contradictions", "left_over", "spans_of"]

#: The beginnings of openings that name a step that was told before.
_NAMING = re.compile(r"\b(?:after|once|when|as soon as|while)\b", re.IGNORECASE)
_NEGATIVE = frozenset({"not", "no", "never", "none", "nothing", "without", "except", "instead", "only", "don't"})
_ANY_ORDER = re.compile(
    r"\bany order\b|\bwhichever order\b|\beither order\b|\bwhatever order\b|\border (?:does not|doesn't) matter\b"
    r"|\bat the same time\b|\bsimultaneously\b",
    re.IGNORECASE,
)
#: Between two steps: that the second comes first.
_SWAPPED = re.compile(
    r"^[\s,]*(?:but |and )?(?:only )?(?:after|once|when|as soon as) (?!that\b|this\b|which\b|done\b)"
    r"|\b[Bb]efore (?:that|this|it|doing (?:so|that))\b|\b[Bb]eforehand\b"
)
#: Behind a step: that it comes before those that were told.
_FIRST = re.compile(r",? (?:first|beforehand|before that|at first)\b", re.IGNORECASE)
_STEP = "\ue002"
_WORD = re.compile(r"[^\s.,;:!?\ue002]*\w[^\s.,;:!?\ue002]*")
#: What a list of steps begins with.
_LISTING = re.compile(r"\bdo (?:these|the following|all of this|both)\b", re.IGNORECASE)


class Span(NamedTuple):
    """The place of a step in the text.

    Attributes:
        start, end: Of its sentence in the instruction with single spaces, without the app and the final stop.
        said: The sentence.
    """

    start: int
    end: int
    said: str


def text_of(task: Task) -> str:
    """The instruction of a task with single spaces."""
    return " ".join(task.instruction.split())


def spans_of(task: Task) -> dict[str, Span]:
    """Return the place of each node; nodes whose sentence is missing in the instruction are left out."""
    low, spans = text_of(task).lower(), dict[str, Span]()
    ways = [(said, node) for node, every in ways_of_saying(task.bound).items() for said in every]
    for said, node in sorted(ways, key=lambda way: -len(way[0])):
        core = " ".join(split_tool(said)[1].split()).rstrip(".").lower()
        at = low.find(core) if core and node not in spans else -1
        if at >= 0:  # another node of the same words is told elsewhere
            spans[node] = Span(at, at + len(core), said)
            low = low[:at] + "\0" * len(core) + low[at + len(core) :]
    return spans


def left_over(task: Task, spans: Mapping[str, Span]) -> Iterator[str]:
    """Yield, as sentences, the text of an instruction that neither its steps nor anything else accounts for."""
    nodes = list(task.bound.values())
    rest = _between(task, spans)
    if len(spans) < len(nodes):
        yield from beyond(rest.replace(_STEP, " "), nodes)
        return
    for piece in re.split(r"(?<=[.!?]) ", rest):
        if _STEP not in piece and piece.strip(" .") and not is_order(piece):
            yield from beyond(piece, nodes)
        elif words := " ".join(
            w for w in re.findall(r"[^\s.,;:!?\ue002]+", piece) if re.search(r"\w", w) and not _joins(w)
        ):
            yield f"The instruction says {words!r} besides its steps, and nothing accounts for it. Drop it."


def _joins(word: str) -> bool:
    return word.strip("'").lower() in joining_words()


def _between(task: Task, spans: Mapping[str, Span]) -> str:
    """An instruction with a mark for each step, and without the words that name apps, goals and earlier steps."""
    text, out, end = text_of(task), "", 0
    told: list[str] = []
    for node, span in sorted(spans.items(), key=lambda item: item[1].start):
        opening, tool = text[end : span.start], split_tool(span.said)[0]
        opening = opening.replace(tool, " ") if tool else opening
        for other in told:
            maker = task.bound[other]
            named = (gerund(spans[other].said), arrival(maker, task.bound[node]), *[r.value for r in maker.produces])
            for name in named:
                opening = opening.replace(name, " ") if name else opening
        if _NAMING.search(opening):
            opening = _without_words_of(opening, " ".join([spans[o].said for o in told]))
        out += f"{opening}{_STEP}"
        end = span.end
        told.append(node)
    goal = " ".join(task.intent.split()).rstrip(".")
    out += text[end:]
    out = _LISTING.sub(" ", out)
    return out.replace(goal, " ") if goal else out


def _without_words_of(opening: str, sentences: str) -> str:
    """An opening without the words by which it names what the sentences say."""
    words = set(re.findall(r"[\w~@-]+", sentences.lower()))
    known = {word[:4] for word in words} | {f"{word[:3]}-ing" for word in words}

    def kept(m: re.Match[str]) -> str:
        word = m[0].lower()
        stem = f"{word[:3]}-ing" if word.endswith("ing") else word[:4]
        return m[0] if word in _NEGATIVE or stem not in known else " "

    return re.sub(r"[\w~@-]+", kept, opening)


# -- order ------------------------------------------------------------------------------------------------------------


def contradictions(task: Task, spans: Mapping[str, Span]) -> Iterator[str]:
    """Yield the edges that contradict the order of the sentences, or words that state another order, or none."""
    text = text_of(task)
    ends = sorted(span.end for span in spans.values())
    for before, after in task.edges:
        if before not in spans or after not in spans:
            continue
        a, b = spans[before], spans[after]
        opening = text[max((end for end in ends if end <= b.start), default=0) : b.start]
        if a.start > b.start:
            yield f"Node {after!r} is told before {before!r}, which it has to wait for. Tell them in their order."
        elif says_apart(f"{opening}{b.said[:1]}") or _SWAPPED.search(opening) or _FIRST.match(text[b.end :]):
            yield f"Node {after!r} is told apart, and has to wait for {before!r}. Say so."
    yield from _any_order(task, spans, text)


def _any_order(task: Task, spans: Mapping[str, Span], text: str) -> Iterator[str]:
    """Steps that are said to have no order, and have one."""
    index, dag = task.dag.index, task.dag
    for found in _ANY_ORDER.finditer(text):
        start = max((m.end() for m in re.finditer(r"[.!?]'? ", text) if m.end() <= found.start()), default=0)
        end = next((m.start() for m in re.finditer(r"[.!?](?: |$)", text) if m.start() >= found.end()), len(text))
        meant = [n for n, s in spans.items() if s.start >= start and s.end <= end]
        if len(meant) < 2:
            meant = [n for n, s in spans.items() if s.end <= found.start()]
        if len(spans) < len(task.nodes) or len(meant) < 2:  # nobody knows which are meant
            meant = list(index) if _is_chain(task) else []
        for a in meant:
            for b in meant:
                if index[a] in dag.ancestors[index[b]]:
                    yield f"The instruction says {found[0]!r}, and node {b!r} has to wait for {a!r}. Say so."


def _is_chain(task: Task) -> bool:
    """Whether of any two nodes one has to wait for the other."""
    return len(task.nodes) > 1 and sorted(len(a) for a in task.dag.ancestors) == list(range(len(task.nodes)))
