"""The samples of what a page plays, from what it told (`omnigym.devices.chromium.media`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from omnigym.devices.chromium.media import ENDLESS, Document, Node, ParamEvent, Run, Voice, Wire
from omnigym.sim.audio import FULL, Part, Sounding, mixed
from omnigym.values import Sound

__all__ = ["Reader", "mix"]

#: Gives the bytes of a .wav file for a source of a document; none for one that cannot be heard.
Reader = Callable[[Document, str], bytes]
_Floats = NDArray[np.float64]

_PER_MS, _RATE = 16, 16_000
#: So many voices of full length, and samples of all, are rendered for Web Audio; further ones are silent. Then: ways
#: through a graph, and steps of each.
_MOST_AT_ONCE, _MOST_RENDERED, _MOST_WAYS, _MOST_STEPS = 32, 16_000_000, 32, 16
#: Connections of a graph that are followed in all: a page may connect everything with everything.
_MOST_FOLLOWED = 4096
#: Slower than that nothing can be heard (HTML, playbackRate in Chromium).
_SLOWEST = 0.0625


def mix(documents: Sequence[Document], begin: int, end: int, read: Reader) -> Sound:
    """What sounds in documents of one page, int16 (16 x its milliseconds,).

    Args:
        documents: They.
        begin, end: Milliseconds of the page's clock.
        read: Gives the sound of a source.
    """
    parts, graphs = [], np.zeros(_PER_MS * (end - begin))
    for document in documents:
        for voice in document.voices:
            if voice.since < end and voice.until > begin and voice.node == 0 and voice.gain:
                parts += _parts(voice, end, read(document, voice.source))
        for context, runs in document.runs.items():
            for run in runs:
                first, last = max(begin, run.since), min(end, run.until)
                if first < last:
                    place = slice(_PER_MS * (first - begin), _PER_MS * (last - begin))
                    graphs[place] += _Graph(document, context, run, first, last, read).rendered()
    direct = mixed(parts, begin, end)
    if not graphs.any():
        return direct
    return np.clip(np.rint(graphs + direct), -32768, 32767).astype(np.int16)


def _parts(voice: Voice, end: int, source: bytes) -> list[Part]:
    if not source or voice.speed < _SLOWEST:
        return []
    until = 0 if voice.until == ENDLESS else voice.until
    sounding = Sounding(source, voice.since, voice.place, voice.speed, volume=voice.gain, loops=voice.loops)
    return [Part(sounding._replace(until_ms=until), FULL, voice.since, until or end)]


class _Graph:
    """A context's graph while its clock runs, between two moments of the page's clock."""

    def __init__(self, document: Document, context: int, run: Run, begin: int, end: int, read: Reader) -> None:
        self._document, self._context, self._read = document, context, read
        self._begin, self._end = begin, end
        self._clock = run.clock + (begin - run.since) / 1000
        self._followed = 0
        self._wires: dict[int, list[Wire]] = {}
        for wire in document.wires:
            if wire.since < end and wire.until > begin and wire.target in document.nodes:
                self._wires.setdefault(wire.source, []).append(wire)
        self._times = self._clock + np.arange(_PER_MS * (end - begin)) / _RATE

    def rendered(self) -> _Floats:
        """On the scale of int16."""
        total = np.zeros(len(self._times))
        left = min(_MOST_AT_ONCE * len(total), _MOST_RENDERED)
        for number, node in self._document.nodes.items():
            if node.context != self._context or node.kind not in ("osc", "buffer", "media"):
                continue
            first, last = self._span(node)
            left -= last - first
            if first >= last or left < 0:
                continue
            loud = self._loud(number, first, last)
            if loud.any():
                total[first:last] += loud * self._samples(number, node, first, last)
        return total

    def _span(self, node: Node) -> tuple[int, int]:
        """Which samples of this while a source may fill."""
        if node.kind == "media":
            return 0, len(self._times)
        ends = [
            min(max(round((at - self._clock) * _RATE), 0), len(self._times)) if at < math.inf else len(self._times)
            for at in (node.start, node.stop)
        ]
        return ends[0], ends[1]

    def _samples(self, number: int, node: Node, first: int, last: int) -> _Floats:
        times = self._times[first:last]
        if node.kind == "osc":
            return _wave(node, times)
        if node.kind == "media":
            voices = [v for v in self._document.voices if v.node == number and v.until > self._begin]
            parts = [
                part
                for voice in voices
                if voice.since < self._end
                for part in _parts(voice, self._end, self._read(self._document, voice.source))
            ]
            return mixed(parts, self._begin, self._end)[first:last].astype(np.float64)
        source = self._read(self._document, node.key)
        speed = float(_automation(node.params.get("playbackRate", ()), 1.0, np.array([node.start]))[0])
        if not source or not _SLOWEST <= speed <= 16:
            return np.zeros(last - first)
        # Of the context's clock, in whole milliseconds.
        since, begin = round(1000 * node.start), round(1000 * float(times[0]))
        end = begin - (first - last) // _PER_MS + 1
        until = since + round(1000 * node.length / speed) if node.length else 0
        sounding = Sounding(source, since, round(1000 * node.offset), speed, loops=node.loops, until_ms=until)
        found = mixed((Part(sounding, FULL, since, end),), begin, end)[: last - first]
        return np.pad(found.astype(np.float64), (0, last - first - len(found)))

    def _loud(self, number: int, first: int, last: int) -> _Floats:
        """How loud a source comes out of the graph: the sum over its ways to the destination."""
        total = np.zeros(last - first)
        for n, way in enumerate(self._ways(number)):
            if n >= _MOST_WAYS:
                break
            loud = np.ones(last - first)
            for wire, target in way:
                since, until = (_PER_MS * (min(max(at, self._begin), self._end) - self._begin) for at in wire)
                loud[: max(since - first, 0)] = 0
                loud[max(until - first, 0) :] = 0
                events = self._document.nodes[target].params.get("gain", ())
                if self._document.nodes[target].kind == "gain":
                    loud *= _automation(events, 1.0, self._times[first:last])
            total += loud
        return total

    def _ways(self, number: int, steps: int = 0) -> Iterator[list[tuple[tuple[int, int], int]]]:
        """The ways from a node to the destination: for each step when there was a connection, and to where."""
        for wire in self._wires.get(number, ()) if steps < _MOST_STEPS else ():
            self._followed += 1
            if self._followed > _MOST_FOLLOWED:
                return
            step = ((wire.since, wire.until), wire.target)
            if self._document.nodes[wire.target].kind == "destination":
                yield [step]
                continue
            for way in self._ways(wire.target, steps + 1):
                yield [step, *way]


def _automation(events: Sequence[ParamEvent], default: float, times: _Floats) -> _Floats:
    """The values of a parameter at moments that rise (Web Audio API 1.6.3)."""
    out = np.full(len(times), default)
    ordered = sorted(events, key=lambda event: event.time)
    value, at = default, 0.0
    for n, event in enumerate(ordered):
        behind = int(np.searchsorted(times, event.time))
        if event.kind in ("line", "curve") and event.time > at:
            ahead = int(np.searchsorted(times, at))
            share = (times[ahead:behind] - at) / (event.time - at)
            if event.kind == "line":
                out[ahead:behind] = value + (event.value - value) * share
            elif value * event.value > 0:
                out[ahead:behind] = value * (event.value / value) ** share
        if event.kind == "target":
            passed = times[behind:] - event.time
            fall = np.exp(-passed / event.more) if event.more > 0 else np.zeros(len(passed))
            out[behind:] = event.value + (value - event.value) * fall
            if n + 1 < len(ordered):
                ahead_s = ordered[n + 1].time - event.time
                rest = math.exp(-ahead_s / event.more) if event.more > 0 else 0.0
                value, at = event.value + (value - event.value) * rest, ordered[n + 1].time
            continue
        out[behind:] = event.value
        value, at = event.value, event.time
    return out


@cache
def _sine() -> _Floats:
    return np.array([round(32767 * math.sin(2 * math.pi * n / 4096)) for n in range(4096)], np.float64)


def _wave(node: Node, times: _Floats) -> _Floats:
    """An oscillator's samples; above half the rate it is silent, and nothing is done against overtones there."""
    # Its phase is the sum of its frequencies since it began, millisecond by millisecond.
    since, passed = node.start, times - node.start
    ms = since + np.arange(int(passed[-1] * 1000) + 2) / 1000
    hertz = _automation(node.params.get("frequency", ()), 440.0, ms)
    if "detune" in node.params:
        hertz = hertz * 2 ** np.clip(_automation(node.params["detune"], 0.0, ms) / 1200, -10, 10)
    audible = np.abs(hertz) < _RATE / 2
    sums = np.concatenate([[0.0], np.cumsum(np.where(audible, hertz, 0.0))]) / 1000
    turns = np.interp(passed * 1000, np.arange(len(sums)), sums) % 1
    if node.wave == "sine":
        out = _sine()[(turns * 4096).astype(np.int64) % 4096]
    elif node.wave == "square":
        out = np.where(turns < 0.5, 32767.0, -32767.0)
    elif node.wave == "sawtooth":
        out = 32767 * (2 * ((turns + 0.5) % 1) - 1)
    else:
        out = 32767 * (1 - 4 * np.abs((turns + 0.25) % 1 - 0.5))
    return np.where(audible[np.minimum((passed * 1000).astype(np.int64), len(ms) - 1)], out, 0.0)
