"""Makes the pack of sounds ``spoken``, of which the instructions of the suite ``omnigui`` are joined.

    pip install hibari-tts
    python scripts/compose_spoken.py

To be run after ``scripts/compose_omnigui.py``. It writes ``scripts/sounds/spoken.toml`` and has it spoken. Recorded are
the phrases of templates, and the values in them, that at least four tasks have, and else single words. For 709 tasks of
472 different instructions whole sentences would take 2,360 s, all phrases 1,060 s, phrases of four tasks 680 s, and
single words alone, which are hard to listen to, 320 s. A second takes 11 kB in the steps of the other packs, and 7 kB
in those of this one, which are four times as coarse, 33 dB below the voice. So the pack has 5.3 MB.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from omnigym.benchmarks.omnigui.suite import omnigui_suite
from omnigym.sounds import about, names
from omnigym.sounds.spoken import SPEAKER, words_of
from omnigym.tasks.task import Task

_FILE = Path(__file__).with_name("sounds") / "spoken.toml"
_HEAD = """# The phrases of which instructions are joined that are spoken. Written by `scripts/compose_spoken.py`.
step = 128

[groups.spoken]
speakers = ["{}"]
"""
#: The most letters of a piece's name, and the tasks that must have a phrase.
_LONGEST, _LEAST = 60, 4

Words = tuple[str, ...]


def phrases(task: Task) -> Iterator[Words]:
    """The phrases of the templates of a task's nodes, and the values in them."""
    for node in task.bound.values():
        for part in re.split(r"\{[^{}]*\}", node.subtask.instruction):
            yield from words_of(part)
        for name in re.findall(r"\{(\w+)", node.subtask.instruction):
            yield from words_of(str(node.parameters[name]))


def spoken(text: str, known: set[Words]) -> Iterator[Words]:
    """The pieces that say a text, the longest first; a single word where there is no other."""
    longest = max(map(len, known))
    for words in words_of(text):
        at = 0
        while at < len(words):
            ends = range(min(len(words), at + longest), at + 1, -1)
            end = next((end for end in ends if words[at:end] in known), at + 1)
            yield words[at:end]
            at = end


def written(pieces: Iterable[Words]) -> str:
    """The file of texts."""
    lines, taken = [_HEAD.format(SPEAKER)], set[str]()
    for words in sorted(pieces):
        slug = re.sub(r"\W+", "", "-".join(words).replace("-", "_"))[:_LONGEST].replace("_", "-").strip("-")
        name = next(n for n in (slug, *[f"{slug}-{k}" for k in range(2, 99)]) if n not in taken)
        taken.add(name)
        text = " ".join(words).replace('"', "")
        lines.append(f'"{name}" = "{text[:1].upper()}{text[1:]}"\n')
    return "".join(lines)


def needed(tasks: Sequence[Task]) -> set[Words]:
    """The pieces that are to be recorded: those that say all instructions, without those that are there."""
    others = [name for name in names("voice", SPEAKER) if not name.startswith(f"{SPEAKER}/spoken/")]
    there = {tuple(word for run in words_of(about(name).text) for word in run) for name in others}
    counted = Counter(words for task in tasks for words in set(phrases(task)))
    known = there | {words for words, number in counted.items() if number >= _LEAST}
    return {words for task in tasks for words in spoken(task.instruction, known)} - there


def main() -> None:
    """Write the texts, and have them spoken."""
    _FILE.write_text(written(needed(omnigui_suite("android"))), "utf-8")
    subprocess.run([sys.executable, str(Path(__file__).with_name("make_sounds.py")), "spoken"], check=True)


if __name__ == "__main__":
    main()
