"""What a page plays, as its scripts tell it (`media.js`). All of it is hostile, and bounded here.

The page tells when something begins or changes, by its own clock. Nothing is decoded or mixed before somebody asks.
"""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from omnigym.devices.chromium.pipe import ProtocolError, understood
from omnigym.devices.chromium.speaking import spoken

__all__ = ["BINDING", "ENDLESS", "Data", "Media", "Node", "ParamEvent", "Run", "Voice", "Wire"]

#: What a page calls to tell something; its scripts never see it.
BINDING = "omnigymTell"
#: A moment after all others, in milliseconds.
ENDLESS = 1 << 62

# -- what is told -----------------------------------------------------------------------------------------------------


class Voice(NamedTuple):
    """A media element, or a spoken text, that sounds for a while in the same way.

    Attributes:
        source: Its address, or the key of `Media.data`.
        since, until: From when to when, in milliseconds of the page's clock.
        place: Where in it one is at first, in milliseconds.
        speed: Seconds of it in a second.
        gain: How loud, from 0 to 100.
        loops: Whether it begins again at its end.
        node: The node of Web Audio that it goes through; 0 for none.
    """

    source: str
    since: int
    until: int
    place: int
    speed: float
    gain: int
    loops: bool
    node: int


class Data(NamedTuple):
    """Bytes that the page gave: samples, int16, so many a second, or a file, where the rate is 0."""

    rate: int
    content: bytes


class ParamEvent(NamedTuple):
    """An event of an automation, by the context's clock in seconds (Web Audio API, AudioParam)."""

    kind: str
    value: float
    time: float
    more: float


class Wire(NamedTuple):
    """A connection of two nodes for a while, by the page's clock."""

    source: int
    target: int
    since: int
    until: int


class Run(NamedTuple):
    """A while, by the page's clock, in which a context's clock ran, and that at its beginning, in seconds."""

    since: int
    until: int
    clock: float


@dataclass(slots=True)
class Node:
    """A node of Web Audio.

    Attributes:
        context: Its context.
        kind: ``"osc"``, ``"buffer"``, ``"media"``, ``"gain"``, ``"pass"`` or ``"destination"``.
        wave: Of an oscillator.
        params: The events of its parameters, by name.
        start, stop: When it sounds, in seconds of the context's clock.
        key: Its sound, of a buffer, from
        offset: this second on,
        length: for so many seconds, 0 for all.
        loops: Whether it begins again.
    """

    context: int
    kind: str
    wave: str = "sine"
    params: dict[str, list[ParamEvent]] = field(default_factory=dict)
    start: float = math.inf
    stop: float = math.inf
    key: str = ""
    offset: float = 0.0
    length: float = 0.0
    loops: bool = False


#: The most of all that a document may make: voices in an episode, and at once; nodes; events of a parameter; wires;
#: runs of a context; bytes of data; texts that are spoken.
_MOST_VOICES, _MOST_AT_ONCE, _MOST_NODES, _MOST_EVENTS, _MOST_WIRES, _MOST_RUNS = 4096, 32, 4096, 500, 4096, 256
_MOST_BYTES, _MOST_TEXTS, _MOST_SAID = 32 << 20, 200, 64 << 20
#: No page's clock, and no place in a sound, is later, in milliseconds and in seconds.
_LATEST, _LATEST_S = 1 << 53, 1e7
_KINDS = frozenset({"osc", "buffer", "media", "gain", "pass", "destination"})
_WAVES = frozenset({"sine", "square", "sawtooth", "triangle"})
_EVENTS = frozenset({"set", "line", "curve", "target", "cancel"})


class Document:
    """The sounds and films that one document of a page plays.

    Attributes:
        busy: 1 while something loads or is sought, 2 while a picture has to be drawn, else 0.
        films: How many of its players show a picture, or where one is.
        voices: What sounded and sounds, in the order in which it began.
        data: What it gave, by key.
        nodes, wires: Its graphs of Web Audio.
        runs: When each context's clock ran.
    """

    def __init__(self) -> None:
        self.busy = 0
        self.films = 0
        self.voices: list[Voice] = []
        self.data: dict[str, Data] = {}
        self.nodes: dict[int, Node] = {}
        self.wires: list[Wire] = []
        self.runs: dict[int, list[Run]] = {}
        self._open: dict[int, int] = {}
        self._bytes = self._texts = self._said = 0

    def take(self, message: list[Any], answer: Callable[[str], None]) -> None:
        """Take in what the document told.

        Args:
            message: What, and more.
            answer: Says something back to the document.
        """
        what, *rest = message
        if what == "busy":
            (how,) = rest
            self.busy = _whole(how, 0, 2)
        elif what == "films":
            (count,) = rest
            self.films = _whole(count, 0, 100)
        elif what == "voice":
            self._voice(*rest)
        elif what == "ask":
            number, text, speaker = rest
            self._speak(number, text, speaker, answer)
        elif what == "data":
            self._keep(*rest)
        else:
            self._graph(what, *rest)

    def end(self, at: int) -> None:
        """The document is gone: nothing of it sounds from this moment on."""
        self.busy = self.films = 0
        for index in self._open.values():
            self.voices[index] = self.voices[index]._replace(until=at)
        self._open.clear()
        for runs in self.runs.values():
            if runs and runs[-1].until == ENDLESS:
                runs[-1] = runs[-1]._replace(until=at)

    def _voice(
        self,
        number: object,
        at: object,
        going: object,
        source: object,
        place: object,
        speed: object,
        gain: object,
        loops: object,
        node: object,
    ) -> None:
        number, at = _whole(number, -_LATEST, _LATEST), _whole(at, 0, _LATEST)
        index = self._open.pop(number, None)
        if index is not None:
            self.voices[index] = self.voices[index]._replace(until=at)
        if not going or len(self._open) >= _MOST_AT_ONCE or len(self.voices) >= _MOST_VOICES:
            return
        fields = _whole(place, 0, 1000 * int(_LATEST_S)), _real(speed, 0.0, 16.0), _whole(gain, 0, 100)
        voice = Voice(str(source), at, ENDLESS, *fields, bool(loops), _whole(node, 0, _LATEST))
        self._open[number] = len(self.voices)
        self.voices.append(voice)

    def _speak(self, number: object, text: object, speaker: object, answer: Callable[[str], None]) -> None:
        number = _whole(number, 0, _LATEST)
        self._texts += 1
        pieces = spoken(str(text), str(speaker)) if self._texts <= _MOST_TEXTS else ()
        content = b"".join([piece.samples.tobytes() for piece in pieces])
        self._said += len(content)
        if self._said > _MOST_SAID:
            pieces, content = (), b""
        self.data[f"speech:{number}"] = Data(16_000, content)
        answer(json.dumps([number, [[p.begin, p.length, len(p.samples) // 16] for p in pieces]]))

    def _keep(self, key: object, rate: object, content: object) -> None:
        key, rate, content = str(key), _real(rate, 0.0, 192_000.0), str(content)
        self._bytes += len(content) + 64
        if self._bytes <= _MOST_BYTES and key not in self.data:
            self.data[key] = Data(round(rate), base64.b64decode(content, validate=True))

    def _graph(self, what: object, *rest: object) -> None:
        if what == "node":
            context, number, kind = rest
            if len(self.nodes) < _MOST_NODES and kind in _KINDS:
                self.nodes[_whole(number, 0, _LATEST)] = Node(_whole(context, 0, _LATEST), str(kind))
        elif what == "context":
            number, at, running, clock = rest
            self._turn(_whole(number, 0, _LATEST), _whole(at, 0, _LATEST), bool(running), _real(clock, 0, _LATEST_S))
        elif what == "wire":
            source, target, at, on = rest
            self._wire(_whole(source, 0, _LATEST), _whole(target, 0, _LATEST), _whole(at, 0, _LATEST), bool(on))
        else:
            number, *more = rest
            node = self.nodes.get(_whole(number, 0, _LATEST))
            if node is not None:
                _change(node, what, *more)

    def _turn(self, context: int, at: int, running: bool, clock: float) -> None:
        if len(self.runs) >= _MOST_AT_ONCE and context not in self.runs:
            return
        runs = self.runs.setdefault(context, [])
        if runs and runs[-1].until == ENDLESS:
            runs[-1] = runs[-1]._replace(until=at)
        if running and len(runs) < _MOST_RUNS:
            runs.append(Run(at, ENDLESS, clock))

    def _wire(self, source: int, target: int, at: int, on: bool) -> None:
        if on and len(self.wires) < _MOST_WIRES:
            self.wires.append(Wire(source, target, at, ENDLESS))
        elif not on:
            for n, wire in enumerate(self.wires):
                if wire.source == source and wire.until == ENDLESS and target in (0, wire.target):
                    self.wires[n] = wire._replace(until=at)


def _change(node: Node, what: object, *rest: object) -> None:
    """Take in what a node of Web Audio was told."""
    if what == "wave":
        (wave,) = rest
        node.wave = str(wave) if wave in _WAVES else "sine"
    elif what == "start":
        key, at, offset, length, loops = rest
        node.key, node.loops = str(key), bool(loops)
        node.start, node.offset, node.length = (_real(x, 0.0, _LATEST_S) for x in (at, offset, length))
    elif what == "stop":
        (at,) = rest
        node.stop = _real(at, 0.0, _LATEST_S)
    elif what == "param":
        name, kind, value, time, more = rest
        if kind not in _EVENTS or len(node.params) > 8:
            return
        events = node.params.setdefault(str(name), [])
        event = ParamEvent(str(kind), _real(value, -1e9, 1e9), _real(time, 0.0, _LATEST_S), _real(more, 0.0, _LATEST_S))
        if kind == "cancel":
            events[:] = [e for e in events if e.time < event.time]
        elif len(events) < _MOST_EVENTS:
            events.append(event)


def _whole(value: object, low: int, high: int) -> int:
    return round(_real(value, low, high))


def _real(value: object, low: float, high: float) -> float:
    """A number that was told, brought into a range.

    Raises:
        ValueError: It is none.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"expected a number, got {value!r}"[:100])
    return min(max(value, low), high)


# -- of a page --------------------------------------------------------------------------------------------------------

#: Documents of a page whose sounds are remembered, and characters of a message.
_MOST_DOCUMENTS, _MOST_TEXT = 64, 24 << 20
#: `Document.busy` of one that waits for a picture.
_DRAWING = 2
#: Requests of players that a page makes before it goes elsewhere: each is answered with megabytes.
_MOST_REQUESTS = 1024


class Media:
    """The sounds and films that the documents of a page play.

    Attributes:
        documents: They, by the number of their world; those that are gone, too, as long as somebody may ask.
        clock_ms: The page's clock when it was last told.
        changed: Whether something loaded, or was sought, since the page came to rest.
        stirred: Whether something loaded, or was sought, since this was last set to False.
        patience: How many real seconds this action may still wait for that.
    """

    def __init__(self) -> None:
        self.documents: dict[int, Document] = {}
        self._gone: set[int] = set()
        self.clock_ms = 0
        self.changed = self.stirred = False
        self.patience = 0.0
        self._requests = 0

    @property
    def busy(self) -> bool:
        """Whether some document waits for what loads, or is sought."""
        return any(document.busy for document in self.documents.values())

    @property
    def drawing(self) -> bool:
        """Whether some document waits for a picture, which comes when frames are drawn."""
        return any(document.busy == _DRAWING for document in self.documents.values())

    def filming(self) -> tuple[int, ...]:
        """The worlds of the documents whose pictures go on."""
        return tuple([world for world, document in self.documents.items() if document.films])

    def hear(self, world: int, text: str, answer: Callable[[Literal["omnigymsaid"], str], None]) -> None:
        """Take in what a document told. What cannot be understood is passed over: a page may say anything.

        Args:
            world: The number of its world.
            text: What it told.
            answer: Says something back: the name of an event, and its text.
        """
        if len(text) > _MOST_TEXT or world in self._gone:
            return
        if world not in self.documents and len(self.documents) >= _MOST_DOCUMENTS:
            self.forget_gone()
            if len(self.documents) >= _MOST_DOCUMENTS:
                return
        document = self.documents.setdefault(world, Document())
        try:
            with understood():
                document.take(json.loads(text), lambda reply: answer("omnigymsaid", reply))
        except ProtocolError:
            return
        if document.busy:
            self.changed = self.stirred = True

    def may_load(self) -> bool:
        """Whether one more sound or film, or a part of one, may be loaded; it is counted."""
        self._requests += 1
        return self._requests <= _MOST_REQUESTS

    def leave(self, world: int) -> None:
        """A document is gone."""
        document = self.documents.get(world)
        if document is not None and world not in self._gone:
            document.end(self.clock_ms)
            self._gone.add(world)

    def leave_all(self) -> None:
        """All documents are gone."""
        self._requests = 0
        for world in self.documents:
            self.leave(world)

    def forget_gone(self) -> None:
        """Nobody asks any more for what sounded in documents that are gone."""
        for world in self._gone:
            self.documents.pop(world, None)
        self._gone.clear()
