"""Regular expressions that always end: all ways to read a text are followed in parallel, letter by letter.

With a pattern that goes back, as most libraries' do, a few letters of a script could keep the desktop busy for hours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from omnigym.sim.patterns.compiling import Code, OverspentError, compiled, is_word

#: What is saved of groups that is copied in the time of an instruction.
_SLOTS = 32
#: How many letters a search for plain words passes in the time of an instruction.
_PLAIN = 32
#: Of how much work is told at once, and how much more an instruction is where references are followed.
_PIECE, _REFERRING = 2000, 8

#: Is told how much work a search was; whoever has no more to spend raises.
Spend: TypeAlias = Callable[[int], None]

_Saved: TypeAlias = tuple[int, ...]


class Allowance:
    """The budget of one command for its searches.

    Args:
        work: How many instructions may be followed.
    """

    def __init__(self, work: int = 2_000_000) -> None:
        self.left = work

    def __call__(self, work: int) -> None:
        """Spends some of it.

        Raises:
            OverspentError: There is no more.
        """
        self.left -= work
        if self.left < 0:
            raise OverspentError("it takes too much work")


class Found(NamedTuple):
    """The place of a match: (start, end) of the whole and of each group, (-1, -1) for a missing group."""

    spans: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        """The start of the match."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """The end of the match."""
        return self.spans[0][1]

    def group(self, text: str, number: int) -> str:
        """Return the letters of a group."""
        start, end = self.spans[number] if number < len(self.spans) else (-1, -1)
        return text[start:end] if start >= 0 else ""


class Pattern:
    """A regular expression.

    Args:
        text: It.
        exact: Whether case counts.
        whole: Where what is found has to lie: "word" is between letters that are of no word, "line" is all of the text.

    Raises:
        PatternError: It is none, or longer than what is supported.
    """

    def __init__(self, text: str, exact: bool = False, whole: frozenset[str] = frozenset()) -> None:
        code, groups, self._exact = compiled(text, exact)
        before = [Code("at", place=p) for w, p in (("line", "^"), ("word", "<")) if w in whole]
        behind = [Code("at", place=p) for w, p in (("word", ">"), ("line", "$")) if w in whole]
        self._code = (Code("save", 0), *before, *code, *behind, Code("save", 1), Code("done"))
        self._refers = any(c.what == "back" for c in _every(self._code))
        self._slots = 2 * (groups + 1)
        # Plain words are found faster, and cannot go back.
        plain = re.escape("".join([c.letter for c in code]))
        plain = rf"(?<!\w){plain}(?!\w)" if "word" in whole else plain
        plain = f"^{plain}$" if "line" in whole else plain
        is_plain = bool(code) and all(c.letter for c in code)
        self._plain = re.compile(plain, 0 if self._exact else re.IGNORECASE) if is_plain else None
        self._anchored = self._code[1].what == "at" and self._code[1].place in "^A"

    def search(self, text: str, spend: Spend, start: int = 0) -> Found | None:
        """Return the first match.

        Raises:
            Exception: The search is too much work; what ``spend`` raises.
        """
        if self._plain is not None:
            there = self._plain.search(text, start)
            spend(20 + ((len(text) if there is None else there.end()) - start) // _PLAIN)
            return None if there is None else Found((there.span(),))
        best = self._run(self._code, text, spend, start, here=self._anchored)
        if best is None:
            return None
        return Found(tuple([(best[i], best[i + 1]) for i in range(0, self._slots, 2)]))

    def all(self, text: str, spend: Spend) -> Iterator[Found]:
        """Yield all matches, one after another."""
        at = 0
        while at <= len(text) and (found := self.search(text, spend, at)) is not None:
            yield found
            at = max(found.end, found.start + 1) if found.end > found.start else found.end + 1

    def replaced(
        self, text: str, filled: Callable[[Found], str], spend: Spend, *, first: int = 1, every: bool = False
    ) -> tuple[str, int]:
        """Return a text with its matches replaced, and the number of replacements.

        Args:
            text: What is searched.
            filled: What stands there instead.
            spend: Is told of the work.
            first: The place to begin with, from 1.
            every: Whether all behind it are meant, too.
        """
        made, at, count = "", 0, 0
        for number, found in enumerate(self.all(text, spend), 1):
            if number >= first:
                made += text[at : found.start] + filled(found)
                at, count = found.end, count + 1
                if not every:
                    break
        return made + text[at:], count

    def _run(
        self, program: Sequence[Code], text: str, spend: Spend, start: int, *, here: bool = False
    ) -> _Saved | None:
        """What was saved on the preferred way through a program, which begins at ``start`` alone if ``here``."""
        threads: list[tuple[int, _Saved]] = []
        seen: set[Hashable] = set()
        best: _Saved | None = None
        # The slot behind all others is how much of a reference was read.
        price = (_REFERRING if self._refers else 1) * (1 + self._slots // _SLOTS)
        work, fresh = 0, (*[-1] * self._slots, 0)
        for at in range(start, len(text) + 1):
            if best is None and (at == start or not here):
                self._add(program, threads, seen, (0, fresh), text, at, spend)
            after: list[tuple[int, _Saved]] = []
            reached: set[Hashable] = set()
            work += max(len(seen), len(threads)) * price
            for number, saved in threads:
                code = program[number]
                if code.what == "done":
                    best = saved
                    break  # what is behind is less preferred
                if at == len(text):
                    continue
                if code.what == "back":
                    begin, end, read = saved[2 * code.a], saved[2 * code.a + 1], saved[-1]
                    if not self._same(text[begin + read], text[at]):
                        continue
                    if begin + read + 1 < end:
                        after.append((number, (*saved[:-1], read + 1)))
                        continue
                    saved = (*saved[:-1], 0)
                elif code.test is None or not code.test(text[at]):
                    continue
                self._add(program, after, reached, (number + 1, saved), text, at + 1, spend)
            threads, seen = after, reached
            if work > _PIECE:
                spend(work)
                work = 0
            if not threads and (best is not None or here):
                break
        spend(work + 20)
        return best

    def _add(
        self,
        program: Sequence[Code],
        threads: list[tuple[int, _Saved]],
        seen: set[Hashable],
        thread: tuple[int, _Saved],
        text: str,
        at: int,
        spend: Spend,
    ) -> None:
        """The instructions that are reached without a letter, the preferred ones first."""
        waiting = [thread]
        while waiting:
            number, saved = waiting.pop()
            key = (number, saved) if self._refers else number
            if key in seen:
                continue
            seen.add(key)
            code = program[number]
            if code.what == "split":
                waiting += [(number + code.b, saved), (number + code.a, saved)]
            elif code.what == "jump":
                waiting.append((number + code.a, saved))
            elif code.what == "save":
                waiting.append((number + 1, (*saved[: code.a], at, *saved[code.a + 1 :])))
            elif code.what == "at":
                if _is_at(code.place, text, at):
                    waiting.append((number + 1, saved))
            elif code.what == "look":
                if self._looks(code, text, at, spend) != code.negated:
                    waiting.append((number + 1, saved))
            elif code.what == "back" and min(saved[2 * code.a : 2 * code.a + 2]) < 0:
                continue  # the group is not there
            elif code.what == "back" and saved[2 * code.a] == saved[2 * code.a + 1]:
                waiting.append((number + 1, saved))
            else:
                threads.append((number, saved))

    def _looks(self, code: Code, text: str, at: int, spend: Spend) -> bool:
        """Whether what a pattern looks for lies ahead of a place, or behind it."""
        if code.ahead:
            return self._run(code.inside, text, spend, at, here=True) is not None
        return self._run(code.inside, text[:at], spend, max(0, at - code.a) if code.a >= 0 else 0) is not None

    def _same(self, a: str, b: str) -> bool:
        return a == b if self._exact else a.casefold() == b.casefold()


def _every(program: Sequence[Code]) -> Iterator[Code]:
    """The instructions of a program and of all it looks at."""
    for code in program:
        yield code
        yield from _every(code.inside)


def _is_at(place: str, text: str, at: int) -> bool:
    if place in "^A":
        return at == 0
    if place == "Z":
        return at == len(text)
    if place == "$":
        return at == len(text) or (at == len(text) - 1 and text[at] == "\n")
    before, behind = at > 0 and is_word(text[at - 1]), at < len(text) and is_word(text[at])
    if place in "<>":
        return not (before if place == "<" else behind)
    return (before != behind) == (place == "b")


@lru_cache(maxsize=64)
def pattern_of(text: str, exact: bool = False, whole: frozenset[str] = frozenset()) -> Pattern:
    """Return a `Pattern`."""
    return Pattern(text, exact, whole)
