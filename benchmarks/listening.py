"""How many of the shipped phrases the listener hears right, clean and over noise and music, and at which cost.

    python benchmarks/listening.py                 # every phrase, clean: ten minutes of sound
    python benchmarks/listening.py --over --every 12   # every twelfth, also over beds at 20 and 10 dB

A phrase is right if all its words are. The grammar is either all phrases, or those of the phrase's own group and
speaker, which is what a task asks for. Needs the extra ``listen``.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from omnigym.perception.listening import SpeechListener, words_of
from omnigym.sounds import RATE, about, load, names

#: Samples of the bed before and after a phrase.
REST = 3200
BEDS = ("white noise", "music/waltz", "ambience/rain", "ambience/crowd")
Samples = np.ndarray


def over(bed: Samples, decibels: int) -> Callable[[Samples], Samples]:
    """Lay a phrase over a bed that is so much quieter, by the means of their squares."""

    def mixed(phrase: Samples) -> Samples:
        under = np.resize(bed, len(phrase) + 2 * REST).astype(float)
        under *= phrase.astype(float).std() / under.std() / 10 ** (decibels / 20)
        under[REST : REST + len(phrase)] += phrase
        return np.clip(under, -32768, 32767).astype(np.int16)

    return mixed


#: All phrases but the instructions of a suite, which say names that no dictionary has.
VOICES = tuple(name for name in names("voice") if "/spoken/" not in name)


def conditions(beds: bool) -> Iterator[tuple[str, Callable[[Samples], Samples]]]:
    """What the phrases are heard over, and how they are mixed."""
    yield "clean", lambda phrase: phrase
    for bed in BEDS if beds else ():
        noise = np.random.default_rng(0).normal(0, 3000, 10 * RATE)
        for decibels in (20, 10):
            yield f"{bed}, {decibels} dB", over(noise if bed == "white noise" else load(bed), decibels)


def measure(listener: SpeechListener, spoken: Sequence[str], mix: Callable[[Samples], Samples], *, own: bool) -> str:
    """Share of phrases that are heard right, and seconds of CPU for a second of sound, as text."""
    right, seconds, cpu = 0, 0.0, 0.0
    every = [about(name).text for name in VOICES]
    for name in spoken:
        group = name.rpartition("/")[0] + "/"
        grammar = [about(other).text for other in VOICES if other.startswith(group)] if own else every
        sound = mix(load(name))
        listener.words(sound[:0], grammar)  # the grammar is read
        start = time.process_time()
        right += listener.words(sound, grammar) == words_of(about(name).text)
        cpu += time.process_time() - start
        seconds += len(sound) / RATE
    return f"{right / len(spoken):6.3f} {cpu / seconds:10.3f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="hear each so-manieth phrase")
    parser.add_argument("--over", action="store_true", help="also over noise, music, rain and a crowd")
    asked = parser.parse_args()
    listener, spoken = SpeechListener(), VOICES[:: asked.every]
    print(f"{len(spoken)} phrases             all phrases: right, CPU s/s      own group: right, CPU s/s")
    for label, mix in conditions(asked.over):
        columns = [measure(listener, spoken, mix, own=own) for own in (False, True)]
        print(f"{label:24} {columns[0]:>28} {columns[1]:>30}", flush=True)


if __name__ == "__main__":
    main()
