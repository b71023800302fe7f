"""The shipped sounds are those of the manifest, and the archive gives them by name."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from omnigym.assets.packaged import data_names, data_path
from omnigym.errors import ConfigError, UnknownNameError, UnreadableError
from omnigym.sounds import KINDS, RATE, about, archive, join_sounds, load, names
from omnigym.sounds.archive import NewSound, pack_samples, unpack_samples, write_pack

MANIFESTS = Path(archive.__file__).parent


def test_every_sound_is_what_the_manifest_says() -> None:
    for name in names():
        sound, samples = about(name), load(name)
        assert hashlib.sha256(samples.astype("<i2").tobytes()).hexdigest() == sound.sha256
        assert sound.milliseconds == len(samples) * 1000 // RATE and samples.dtype == np.int16
        assert sound.licence and bool(sound.text) == bool(sound.speaker) == (sound.kind == "voice")
        assert np.abs(samples).max() > 3000 and not samples.flags.writeable  # none is silent


def test_there_is_enough_of_each_kind_and_little_of_the_disk() -> None:
    kinds = Counter(about(name).kind for name in names())
    assert set(kinds) == set(KINDS) and min(kinds.values()) >= 5 and kinds["voice"] >= 300
    packs = [data_path(name, "A test") for name in data_names() if name.startswith("sounds/")]
    assert {path.stem for path in packs} == {path.stem for path in MANIFESTS.glob("*.json")}
    sizes = {p.stem: p.stat().st_size + (MANIFESTS / f"{p.stem}.json").stat().st_size for p in packs}
    assert max(sizes.pop("common"), sizes.pop("spoken")) < 6e6 and max(sizes.values()) < 2e6
    by_speaker = {s: len(names("voice", s)) for s in ("amber", "bruno", "cleo", "dario")}
    assert sum(by_speaker.values()) == kinds["voice"] and len(names()) == sum(kinds.values())


@pytest.mark.parametrize("kind", ["music", "ambience"])
def test_loops_have_no_seam(kind: str) -> None:
    for name in names(kind):
        steps = np.abs(np.diff(np.tile(load(name).astype(int), 2)))
        seam = steps[len(load(name)) - 1]
        assert seam <= steps[: len(load(name)) - 1].max()


@pytest.mark.parametrize(
    "samples",
    [
        [],
        [0],
        [-32768, 32767, -32768, 32767],
        [32, -64, 96],
        np.zeros(1000),
        np.random.default_rng(0).integers(-32768, 32768, 5000),
    ],
    ids=["empty", "one", "extremes", "steps", "silence", "noise"],
)
def test_packing_loses_nothing(samples: np.ndarray) -> None:
    sound = np.array(samples, np.int16)
    again = unpack_samples(pack_samples(sound))
    assert again.dtype == np.int16 and np.array_equal(again, sound)


@pytest.mark.parametrize("data", [b"", b"\0", b"\0abc", pack_samples(np.arange(900, dtype=np.int16))[:-9]])
def test_damaged_data_are_unreadable(data: bytes) -> None:
    with pytest.raises(UnreadableError, match="damaged"):
        unpack_samples(data)


def test_a_damaged_archive_gives_no_other_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (NewSound("ring/a", "ring", np.full(50, v, np.int16), licence="MIT") for v in (32, 64))
    write_pack("own", [one], tmp_path, tmp_path)
    manifest = (tmp_path / "own.json").read_bytes()
    write_pack("own", [other], tmp_path, tmp_path)
    (tmp_path / "own.json").write_bytes(manifest)
    place = json.loads(manifest)["ring/a"]
    sound = archive.Sound("ring/a", "ring", "", "", 3, place["sha256"], "MIT")
    placed = archive._Place(sound, "own", 0, place["size"])
    monkeypatch.setattr(archive, "data_path", lambda name, _: tmp_path / Path(name).name)
    monkeypatch.setattr(archive, "_manifest", lambda: {"ring/a": placed})
    with pytest.raises(UnreadableError, match=r"'ring/a'\. Reinstall omnigym"):
        load("ring/a")


@pytest.mark.parametrize(("name", "close"), [("ring/clasic", "ring/classic"), ("", "for example"), (None, "example")])
def test_an_unknown_name_says_what_is_close(name: str, close: str) -> None:
    with pytest.raises(UnknownNameError, match=close):
        load(name)
    with pytest.raises(UnknownNameError, match=close):
        about(name)


def test_unknown_kinds_and_speakers_are_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"kind of sound 'rings'.*'ring'"):
        names("rings")
    with pytest.raises(UnknownNameError, match=r"speaker 'amba'.*'amber'"):
        names(speaker="amba")


def test_sounds_are_joined_with_silence_between_them() -> None:
    parts = [load("amber/navigation/in-200"), load("amber/navigation/left")]
    sound = join_sounds("amber/navigation/in-200", "amber/navigation/left", gap_ms=100)
    assert len(sound) == len(parts[0]) + 1600 + len(parts[1]) and sound.dtype == np.int16
    assert np.array_equal(sound[: len(parts[0])], parts[0]) and np.array_equal(sound[-len(parts[1]) :], parts[1])
    assert not sound[len(parts[0]) : len(parts[0]) + 1600].any()
    assert join_sounds().shape == (0,) and np.array_equal(join_sounds("ring/pulse"), load("ring/pulse"))


def test_joining_is_bounded() -> None:
    with pytest.raises(ConfigError, match="At most 64"):
        join_sounds(*["notice/key"] * 65)
    for gap in (-1, 10_001):
        with pytest.raises(ConfigError, match="gap_ms"):
            join_sounds("notice/key", gap_ms=gap)
