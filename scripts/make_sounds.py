"""Make the sounds of ``omnigym-data`` and their manifests: voices by a wheel, all others by integers alone.

    pip install hibari-tts            # Apache-2.0, English, its voice in the wheel: 23 MB
    python scripts/make_sounds.py             # write all packs; then python scripts/lock_data.py
    python scripts/make_sounds.py common      # write one
    python scripts/make_sounds.py --check     # exit 1 if any sound would be another one here

A network rounds in its own way on each kind of processor, so voices are made once and shipped: no machine's rounding
gets into an episode. Rings, alarms, notices, chimes, music and ambience come from integers, the same on every machine.
The texts of voices are in `scripts/sounds/`, a file each pack; all other sounds are in `TONES`, by their packs.
"""

import argparse
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from omnigym.sounds import RATE, about, load, names
from omnigym.sounds.archive import NewSound, write_pack

#: The texts of each pack, and how fast its speakers speak.
TEXTS = Path(__file__).with_name("sounds")
#: Where the samples go.
OUT = Path(__file__).resolve().parents[1] / "data" / "omnigym_data" / "sounds"
#: Each file of texts is a pack.
PACKS = tuple(sorted(file.stem for file in TEXTS.glob("*.toml")))
#: Samples are multiples of it: it is 45 dB below a voice, and what is finer would take half of the space. A pack may
#: name a coarser one.
STEP = 32
#: Of a voice: its loudest sample, and the loudness below which its ends are cut.
_PEAK, _QUIET = 9000, 150
_OURS, _WHEELS = "MIT", "MIT; voice by hibari-tts {}, Apache-2.0"

Samples = np.ndarray  # int64 (S,), before they are clipped

# -- integers: oscillators, envelopes, noise ---------------------------------------------------------------------------

_TURN = 1 << 16
#: Hundredths of a hertz of the twelve notes from middle C, equal temperament.
_OCTAVE = (26163, 27718, 29366, 31113, 32963, 34923, 36999, 39200, 41530, 44000, 46616, 49388)


def count(ms: int) -> int:
    """Samples in so many milliseconds."""
    return ms * RATE // 1000


def sine(phase: Samples) -> Samples:
    """Bhaskara's sine of a phase in 1/65536 of a turn, in [-32767, 32767]; at most 0.2 % off, and exact everywhere."""
    half = _TURN // 2
    part = phase % half
    hump = part * (half - part)
    value = 4 * 32767 * hump // ((5 * half * half - 4 * hump) // 4)
    return np.where(phase % _TURN < half, value, -value)


def pitch(note: int) -> int:
    """Hundredths of a hertz of a MIDI note; 60 is middle C."""
    octave, place = divmod(note - 60, 12)
    return _OCTAVE[place] << octave if octave >= 0 else _OCTAVE[place] >> -octave


def tone(hundredths: int | Samples, ms: int, harmonics: Sequence[int] = (100,)) -> Samples:
    """A steady or sliding tone; harmonics in hundredths of full scale."""
    times = np.arange(count(ms), dtype=np.int64)
    turns = np.cumsum(np.broadcast_to(hundredths, times.shape)) * _TURN // (RATE * 100)
    return sum(sine(turns * (k + 1)) * share // 100 for k, share in enumerate(harmonics))


def fading(sound: Samples, half_ms: int, attack_ms: int = 4) -> Samples:
    """A sound that rises for `attack_ms` and loses half every `half_ms`."""
    times, half, attack = np.arange(len(sound), dtype=np.int64), count(half_ms), max(count(attack_ms), 1)
    falling = ((_TURN >> np.minimum(times // half, 16)) * (2 * half - times % half)) // (2 * half)
    return sound * (falling * np.minimum(times, attack) // attack) // _TURN


def slide(first: int, last: int, ms: int) -> Samples:
    """A pitch that goes from one to another, for `tone`."""
    way = np.arange(count(ms), dtype=np.int64)
    return first + (last - first) * way // len(way)


def smooth(sound: Samples, edge_ms: int = 5) -> Samples:
    """A sound that comes and goes without a click."""
    times, edge = np.arange(len(sound), dtype=np.int64), count(edge_ms)
    return sound * np.minimum(np.minimum(times, times[::-1]), edge) // edge


def noise(ms: int, seed: int) -> Samples:
    """White noise in [-32768, 32767]: the top bits of a counter that is mixed (SplitMix64)."""
    mixed = (np.arange(count(ms), dtype=np.uint64) + np.uint64(seed << 32)) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return (mixed >> np.uint64(48)).astype(np.int64) - 32768


def dull(sound: Samples, width: int, times: int = 3) -> Samples:
    """A sound without its high part: means over `width` samples, in a ring so that a loop has no seam."""
    for _ in range(times):
        sums = np.cumsum(np.concatenate((sound, sound[:width])))
        sound = (sums[width:] - sums[:-width]) // width
    return sound


def swell(ms: int, turns: int, least: int = 30, start: int = 0) -> Samples:
    """A loudness that goes up and down `turns` times, in [least, 100]."""
    times = np.arange(count(ms), dtype=np.int64)
    return least + (100 - least) * (sine(times * turns * _TURN // len(times) + start) + 32767) // 65534


def silence(ms: int) -> Samples:
    """Zeros."""
    return np.zeros(count(ms), np.int64)


def chain(*sounds: Samples) -> Samples:
    """One after another."""
    return np.concatenate(sounds)


def level(sound: Samples, peak: int) -> Samples:
    """A sound whose loudest sample is `peak`."""
    return sound * peak // max(int(np.abs(sound).max()), 1)


def pluck(note: int, ms: int, half_ms: int = 90, harmonics: Sequence[int] = (100, 40, 15)) -> Samples:
    """A note that is struck."""
    return fading(tone(pitch(note), ms, harmonics), half_ms)


_BELL = (100, 20, 60, 5, 25, 0, 10)
_FLUTE = (100, 12, 4)


def played(line: str, beat_ms: int, note_of: Callable[[int, int], Samples]) -> Samples:
    """A line of notes, "60 . 64- 67": one a beat, `.` rests, each `-` lengthens by a beat; notes ring on in a loop."""
    words = line.split()
    beats = [1 + word.count("-") for word in words]
    whole = silence(beat_ms * sum(beats))
    at = 0
    for word, length in zip(words, beats, strict=True):
        if word[0] != ".":
            sound = note_of(int(word.rstrip("-")), min(beat_ms * length * 2, beat_ms * sum(beats)))
            places = (count(at) + np.arange(len(sound))) % len(whole)
            np.add.at(whole, places, sound)
        at += beat_ms * length
    return whole


def blown(note: int, ms: int) -> Samples:
    """A note that is held for its length."""
    return smooth(tone(pitch(note), ms // 2, _FLUTE), 25)


def drum(note: int, ms: int) -> Samples:
    """A stroke: 36 is a bass drum, 38 a snare, 42 a hat."""
    ms = min(ms, 250)
    if note == 36:
        return fading(tone(slide(11000, 4500, ms), ms), 40)
    hiss = noise(ms, note) - dull(noise(ms, note), 6, 1)
    return fading(hiss, 12 if note == 42 else 35) // (4 if note == 42 else 2)


# -- the sounds --------------------------------------------------------------------------------------------------------


def _warble(first: int, second: int, ms: int, each_ms: int) -> Samples:
    times = np.arange(count(ms)) // count(each_ms) % 2
    return smooth(tone(np.where(times == 0, first, second), ms, (100, 30, 10)))


def _beeps(hundredths: int, ms: int, rest_ms: int, how_many: int, harmonics: Sequence[int] = (100, 30)) -> Samples:
    return chain(*[chain(smooth(tone(hundredths, ms, harmonics)), silence(rest_ms)) for _ in range(how_many)])


def _struck(line: str, beat_ms: int, half_ms: int, harmonics: Sequence[int] = (100, 40, 15)) -> Samples:
    """Notes one after another that end in rest, not a loop."""
    return played(f"{line} .---", beat_ms, partial(pluck, half_ms=half_ms, harmonics=harmonics))


def _song(beat_ms: int, melody: str, bass: str, beat: str = "", *, held: bool = False) -> Samples:
    """A loop: bass and beat are repeated below the melody, whose beats are a multiple of theirs."""
    sound = played(melody, beat_ms, blown if held else partial(pluck, half_ms=140))
    below = played(bass, beat_ms, partial(pluck, half_ms=200, harmonics=(100, 30))) * 2 // 3
    for line in (below, played(beat, beat_ms, drum)) if beat else (below,):
        times, rest = divmod(len(sound), len(line))
        if rest:
            raise ValueError(f"a line of {len(line)} samples does not fit into one of {len(sound)}")
        sound = sound + np.tile(line, times)
    return sound


def _crowd() -> Samples:
    voices = [
        (dull(noise(3000, seed), 8, 2) - dull(noise(3000, seed), 24, 2)) * swell(3000, turns, 5, seed * 9000) // 100
        for seed, turns in ((21, 7), (22, 10), (23, 13), (24, 5))
    ]
    return sum(voices)


#: The two tones of each key of a telephone, hertz.
_KEYPAD = {
    "1": (697, 1209),
    "2": (697, 1336),
    "3": (697, 1477),
    "4": (770, 1209),
    "5": (770, 1336),
    "6": (770, 1477),
    "7": (852, 1209),
    "8": (852, 1336),
    "9": (852, 1477),
    "star": (941, 1209),
    "0": (941, 1336),
    "hash": (941, 1477),
}


def _key(low: int, high: int) -> Samples:
    return smooth(tone(100 * low, 180) + tone(100 * high, 180))


def _scattered(sound: Callable[[int], Samples], ms: int, every_ms: int, seed: int) -> Samples:
    """Many short sounds at places that look like chance, in a ring so that a loop has no seam."""
    whole, places = silence(ms), noise(ms // every_ms, seed)[:: RATE // 1000] + 32768
    for n, place in enumerate(places):
        one = sound(n)
        np.add.at(whole, (int(place) * len(whole) // 65536 + np.arange(len(one))) % len(whole), one)
    return whole


def _applause(ms: int) -> Samples:
    """Very many hands."""
    claps = [fading(noise(60, 50 + n) - dull(noise(60, 50 + n), 9, 1), 6 + n % 4, 1) for n in range(9)]
    return _scattered(lambda n: claps[n % len(claps)], ms, 7, 31)


def _laughter(ms: int) -> Samples:
    """Some people who say ha, each in a voice and at a pace of their own."""

    def person(hertz: int, each_ms: int, seed: int) -> Samples:
        one = silence(0)
        for n in range(ms // each_ms):
            voice = tone(slide(hertz * 112, hertz * 88, each_ms), each_ms, (60, 80, 100, 70, 50, 30, 20))
            breath = noise(each_ms, seed + n) - dull(noise(each_ms, seed + n), 4, 1)
            one = np.concatenate((one, fading(voice * (3 - n % 5 // 3) + breath // 2, each_ms // 3, 12)))
        return np.concatenate((one, silence(ms)))[: count(ms)]

    people = ((150, 170, 1), (210, 150, 40), (260, 190, 80), (330, 140, 120), (120, 205, 160), (290, 165, 200))
    return sum(person(*each) for each in people)


def _birds() -> Samples:
    """Whistled slides up and down."""
    songs = [(320000, 410000, 90), (450000, 380000, 120), (390000, 470000, 70), (420000, 330000, 140)]
    return _scattered(lambda n: smooth(tone(slide(*songs[n % 4]), songs[n % 4][2]), 12), 3000, 190, 33)


def _bark() -> Samples:
    """A rough tone that falls, and breath."""
    rough = tone(slide(52000, 27000, 190), 190, (100, 90, 80, 60, 60, 40, 30))
    return fading(rough + (noise(190, 37) - dull(noise(190, 37), 5, 1)) * 2, 60, 8)


#: Loudest sample by kind: music and ambience are quieter than what calls.
PEAKS = {"ring": 12000, "alarm": 14000, "notice": 9000, "chime": 9000, "music": 9000, "ambience": 4000}
#: What is no voice, by pack and name; music and ambience have no seam when they are repeated.
TONES: Mapping[str, Mapping[str, Callable[[], Samples]]] = {
    "common": {
        "ring/classic": lambda: chain(_warble(44000, 48000, 1200, 25), silence(800)),
        "ring/marimba": lambda: _struck("72 76 79 76 72 76 79 84", 150, 70),
        "ring/bells": lambda: _struck("79 83 86 91 86 83", 220, 180, _BELL),
        "ring/rising": lambda: _struck("60 62 64 65 67 69 71 72", 120, 90, _FLUTE),
        "ring/pulse": lambda: chain(_beeps(66000, 180, 70, 5), silence(750)),
        "ring/flute": lambda: played("76- 74 72 74- 79- . .", 200, blown),
        "alarm/beeps": lambda: chain(_beeps(200000, 90, 60, 4, (100,)), silence(500)),
        "alarm/siren": lambda: smooth(
            tone(chain(slide(60000, 120000, 800), slide(120000, 60000, 800)), 1600, (100, 25))
        ),
        "alarm/buzzer": lambda: chain(_beeps(12000, 400, 200, 3, (100, 0, 33, 0, 20, 0, 14))),
        "alarm/morning": lambda: _struck("67 71 74 79 74 71 67 74", 200, 130, _BELL),
        "alarm/smoke": lambda: chain(_beeps(310000, 350, 150, 3, (100,)), silence(700)),
        "notice/message": lambda: _struck("76 83", 110, 60),
        "notice/mail": lambda: _struck("72 67 72", 120, 80, _BELL),
        "notice/calendar": lambda: _struck("69 69 74", 160, 90),
        "notice/battery-low": lambda: _struck("67 63 58", 180, 90),
        "notice/error": lambda: chain(_beeps(15000, 120, 60, 2, (100, 0, 33, 0, 20))),
        "notice/success": lambda: _struck("72 76 79 84", 90, 80),
        "notice/sent": lambda: smooth(tone(slide(60000, 150000, 180), 180)),
        "notice/key": lambda: fading(noise(40, 3), 4, 1),
        "notice/shutter": lambda: chain(fading(noise(60, 5), 8, 1), silence(50), fading(noise(90, 6), 14, 1)),
        "notice/record-start": lambda: smooth(tone(88000, 160)),
        "notice/record-stop": lambda: chain(smooth(tone(88000, 90)), silence(60), smooth(tone(66000, 120))),
        "notice/answer-now": lambda: _beeps(100000, 150, 1, 1, (100,)),
        "chime/door": lambda: _struck("76 72", 400, 250, _BELL),
        "chime/station": lambda: _struck("67 71 74", 300, 220, _BELL),
        "chime/gong": lambda: fading(tone(pitch(43), 1600, (100, 60, 70, 30, 45, 20, 25)), 300),
        "chime/quiz": lambda: _struck("60 64 67 72 67 72", 110, 80),
        "chime/chapter": lambda: _struck("74 81", 180, 140, _FLUTE),
        "music/waltz": lambda: _song(
            250, "72- 76 79- 76 77- 74 71- 67 72- 76 79- 84 83 81 79 72--", "48 . . 48 . . 43 . . 48 . ."
        ),
        "music/march": lambda: _song(
            200, "67 67 72 72 74 74 79- 77 76 74 72 74- 67- 76- 74 71 72--- 67 . . .", "48 55", "36 42 38 42"
        ),
        "music/lullaby": lambda: _song(300, "76- 79--- 76- 79--- 76- 79- 84- 83-", "48---- 43----", held=True),
        "music/blues": lambda: _song(
            220, "60 63 65 66 67 . 70 72 70 . 67 66 65 63 60 . 60 63 60 .", "36 43 45 43", "36 42 38 42"
        ),
        "music/canon": lambda: _song(
            260, "78- 76- 74- 73- 71- 69- 71- 73-", "50- 57- 59- 54- 55- 50- 55- 57-", held=True
        ),
        "music/drums": lambda: _song(
            180, "60 . . . 60 . 63 . 60 . . . 65 . 63 .", "36 . . .", "36 42 38 42 36 36 38 42"
        ),
        "ambience/rain": lambda: noise(2500, 11) - dull(noise(2500, 11), 3, 1) // 2,
        "ambience/wind": lambda: dull(noise(3000, 12), 24) * swell(3000, 2) // 100,
        "ambience/sea": lambda: dull(noise(4000, 13), 5, 2) * swell(4000, 1, 10) // 100,
        "ambience/crowd": _crowd,
        "ambience/engine": lambda: tone(4500, 2000, (100, 70, 50, 40, 30, 20)) + dull(noise(2000, 15), 10) * 2,
    },
    "calls": {f"notice/dtmf-{key}": partial(_key, *tones) for key, tones in _KEYPAD.items()},
    "films": {
        "ambience/laughter": lambda: _laughter(2600),
        "ambience/applause": lambda: _applause(2600),
        "ambience/birds": lambda: _birds(),
        "ambience/thunder": lambda: fading(dull(noise(2400, 41), 30, 2), 500, 60) * 4,
        "ambience/dog": lambda: chain(*[chain(_bark(), silence(rest)) for rest in (160, 420, 160, 500)]),
        "chime/bell": lambda: chain(*[fading(tone(pitch(76), 900, _BELL), 220) for _ in range(3)]),
        "chime/whistle": lambda: smooth(tone(240000 + sine(np.arange(count(900)) * 150) // 4, 900), 20),
    },
}


class Phrase(NamedTuple):
    """What is to be spoken."""

    name: str
    text: str
    speaker: str


def _texts(pack: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((TEXTS / f"{pack}.toml").read_text(encoding="utf-8"))


def phrases(pack: str) -> Iterator[Phrase]:
    """Every phrase of a pack by each of its speakers."""
    for group, texts in _texts(pack).get("groups", {}).items():
        for speaker in texts.pop("speakers"):
            for piece, text in texts.items():
                yield Phrase(f"{speaker}/{group}/{piece}", text, speaker)


def speakers() -> dict[str, float]:
    """How much faster than it was made the voice is read, by speaker."""
    return {name: faster for pack in PACKS for name, faster in _texts(pack).get("speakers", {}).items()}


def _resampled(wave: np.ndarray, samples: int) -> np.ndarray:
    """A wave at another number of samples, band-limited."""
    spectrum = np.fft.rfft(wave.astype(np.float64))
    bins = samples // 2 + 1
    kept = np.pad(spectrum[:bins], (0, max(bins - len(spectrum), 0)))
    return np.fft.irfft(kept, samples)


class Voice:
    """The voice of the wheel `hibari-tts`."""

    def __init__(self) -> None:
        from hibari import Hibari

        self._speak = Hibari(voice="heart", threads=1)
        self._speakers = speakers()

    def samples(self, phrase: Phrase) -> Samples:
        """A phrase at 16 kHz by a speaker, without the silence at its ends."""
        faster = self._speakers[phrase.speaker]
        wave = self._speak(phrase.text, speed=1 / faster, seed=0)
        wave = _resampled(wave, round(len(wave) * RATE / (self._speak.sample_rate * faster)))
        sound = np.round(wave * (_PEAK / np.abs(wave).max())).astype(np.int64)
        loud = np.flatnonzero(np.abs(sound) > _QUIET)
        rest = count(30)
        return smooth(sound[max(loud[0] - rest, 0) : loud[-1] + rest], 10)


def stepped(sound: Samples, step: int = STEP) -> np.ndarray:
    """The int16 samples that ship."""
    return ((np.clip(sound, -32000, 32000) + step // 2) // step * step).astype(np.int16)


def tones(pack: str) -> Iterator[NewSound]:
    """Every sound of a pack that is no voice."""
    for name, make in TONES.get(pack, {}).items():
        kind = name.partition("/")[0]
        yield NewSound(name, kind, stepped(level(make(), PEAKS[kind])), licence=_OURS)


def voices(pack: str, only: Callable[[str], bool] = lambda _: True) -> Iterator[NewSound]:
    """Every voice of a pack whose name is wanted."""
    voice, licence, step = Voice(), _WHEELS.format(version("hibari-tts")), _texts(pack).get("step", STEP)
    for phrase in filter(lambda p: only(p.name), phrases(pack)):
        yield NewSound(phrase.name, "voice", stepped(voice.samples(phrase), step), phrase.text, phrase.speaker, licence)


def main() -> int:
    """Write the packs, or compare them with those that ship."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("packs", nargs="*", metavar="PACK", help=f"of {', '.join(PACKS)}; all if none is named")
    parser.add_argument("--check", action="store_true", help="compare with what ships; write nothing")
    said = parser.parse_args()
    packs = said.packs or PACKS
    if strange := set(packs) - set(PACKS):
        parser.error(f"expected packs of {', '.join(PACKS)}, got {', '.join(sorted(strange))}")
    try:
        version("hibari-tts")
    except PackageNotFoundError:
        sys.exit("pip install hibari-tts: the voice is in this wheel.")
    others = []
    for pack in packs:
        made = [*tones(pack), *voices(pack)]
        seconds = sum(len(m.samples) for m in made) / RATE
        if not said.check:
            size = write_pack(pack, made, OUT)
            print(f"{pack}: {len(made)} sounds, {seconds:.0f} s, {size / 1e6:.2f} MB", flush=True)
            continue
        print(f"{pack}: {len(made)} sounds, {seconds:.0f} s", flush=True)
        others += [m.name for m in made if m.name not in names() or not np.array_equal(load(m.name), m.samples)]
        others += [m.name for m in made if m.name in names() and about(m.name).text != m.text]
    if said.check and not said.packs:
        wanted = {name for pack in PACKS for name in (*TONES.get(pack, {}), *[p.name for p in phrases(pack)])}
        others += sorted(set(names()) - wanted)
    if said.check:
        print("\n".join(others) or "These are the sounds that ship.")
    return bool(others)


if __name__ == "__main__":
    sys.exit(main())
