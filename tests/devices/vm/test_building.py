"""Steps, their keys, what is kept of them, and the programs that they run."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from omnigym.devices.vm.building import Build, BuildStep, ImageRecipe, file_hash, recipe_of, remove_image
from omnigym.errors import BuildError, ConfigError, MissingDependencyError
from omnigym.foreign import held_lock


def _recipe(made: list[str], **changes: Callable[[Build], None]) -> ImageRecipe:
    """Two steps and the image; each says that it ran."""

    def step(name: str, work: Callable[[Build], None], shared: bool = False) -> BuildStep:
        def make(build: Build) -> None:
            made.append(name)
            changes.get(name, work)(build)

        return BuildStep(name, make, {"version": 1}, 3.0, shared)

    def image(build: Build) -> None:
        content = (build.part("first") / "a").read_text() + (build.part("second") / "b").read_text()
        (build.out / "disk").write_text(content)
        (build.out / "image.json").write_text(f'{{"recipe": "{build.key}"}}')

    return ImageRecipe(
        "tiny",
        (
            step("first", lambda build: build.call(["sh", "-c", "echo one > a"]), shared=True),
            step("second", lambda build: build.call(["sh", "-c", "echo two > b"])),
            step("image", image),
        ),
        {"sh": "dash"},
    )


def _again(recipe: ImageRecipe, name: str) -> ImageRecipe:
    """The recipe with another input of one step."""
    return replace(
        recipe, steps=tuple(replace(s, inputs={"version": 2}) if s.name == name else s for s in recipe.steps)
    )


def _parts(images: Path) -> list[str]:
    return sorted(p.name.rpartition("-")[0] for p in (images / ".parts").iterdir())


def test_an_image_is_made_once_and_shared_steps_are_kept(tmp_path: Path) -> None:
    made: list[str] = []
    recipe, passed = _recipe(made), 0

    def advance(seconds: int, note: str) -> None:
        nonlocal passed
        assert note.startswith(("first", "second", "image"))
        passed += seconds

    folder = Build(recipe, tmp_path, advance).run()
    assert (folder, (folder / "disk").read_text()) == (tmp_path / "tiny", "one\ntwo\n")
    assert (made, passed, recipe_of(folder / "image.json")) == (["first", "second", "image"], 9, recipe.keys()[-1])
    assert _parts(tmp_path) == ["first"]
    assert Build(recipe, tmp_path).run() == folder
    assert len(made) == 3
    Build(_again(recipe, "second"), tmp_path).run()
    assert made[3:] == ["second", "image"]
    assert recipe_of(folder / "image.json") != recipe.keys()[-1]


@pytest.mark.parametrize(("step", "changed"), [("first", [0, 1, 2]), ("second", [1, 2]), ("image", [2])])
def test_a_key_is_of_all_before_it(step: str, changed: list[int]) -> None:
    recipe = _recipe([])
    pairs = zip(recipe.keys(), _again(recipe, step).keys(), strict=True)
    assert [n for n, (was, now) in enumerate(pairs) if was != now] == changed


def test_a_failed_build_resumes_and_quotes_the_program(tmp_path: Path) -> None:
    made: list[str] = []
    fails = _recipe(made, second=lambda build: build.call(["sh", "-c", "echo no room >&2; exit 3"]))
    with pytest.raises(BuildError, match=r"tiny, step second: sh ended with code 3:\nno room"):
        Build(fails, tmp_path).run()
    assert not (tmp_path / "tiny").exists()
    Build(_recipe(made), tmp_path).run()
    assert made == ["first", "second", "second", "image"]
    assert _parts(tmp_path) == ["first"]  # nothing of the one that failed


@pytest.mark.parametrize(
    "script",
    ["sleep 600 & echo pid $!; wait", "trap '' TERM; echo pid $$; while :; do sleep 1; done"],
    ids=["its child", "one that ignores SIGTERM"],
)
def test_an_interrupted_program_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    monkeypatch.setattr("omnigym.devices.vm.building._PATIENCE_S", 0.2)
    noted: list[int] = []

    def interrupted(_seconds: int, note: str) -> None:
        if note.startswith("first pid "):
            noted.append(int(note.split()[2]))
            raise KeyboardInterrupt

    slow = _recipe([], first=lambda build: build.call(["sh", "-c", script]))
    with pytest.raises(KeyboardInterrupt):
        Build(slow, tmp_path, interrupted).run()
    end = time.monotonic() + 10
    while (stat := Path(f"/proc/{noted[0]}/stat")).exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z":
        assert time.monotonic() < end
        time.sleep(0.01)


def test_one_build_at_a_time(tmp_path: Path) -> None:
    with held_lock(tmp_path / ".lock"), pytest.raises(ConfigError, match="Another process builds"):
        Build(_recipe([]), tmp_path).run()


def test_a_missing_program_is_said_before_anything_is_made(tmp_path: Path) -> None:
    made: list[str] = []
    recipe = replace(_recipe(made), programs={"sh": "dash", "no-such-program": "nothing", "nor-this": "nothing"})
    with pytest.raises(MissingDependencyError, match=r"install --no-install-recommends nothing$"):
        Build(recipe, tmp_path).run()
    assert not made


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BuildError, match="file"):
        Build(_recipe([]), tmp_path / "file").run()


def test_removing_says_what_it_freed(tmp_path: Path) -> None:
    folder = Build(_recipe([]), tmp_path).run()
    assert remove_image(tmp_path, "tiny", parts=False) > 0
    assert not folder.exists()
    assert _parts(tmp_path) == ["first"]
    assert remove_image(tmp_path, "tiny", parts=True) > 0
    assert not (tmp_path / ".parts").exists()


def test_a_hash_is_of_names_and_contents(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    one = file_hash(tmp_path)
    (tmp_path / "a").rename(tmp_path / "b")
    two = file_hash(tmp_path)
    (tmp_path / "b").write_text("2")
    assert len({one, two, file_hash(tmp_path), file_hash(tmp_path / "b")}) == 4
