"""The lock of proofs hides nothing: what is broken is played again, and fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.proof_lock import LOCK, Entry, Lock, Tree, part_of_app
from tests.proof_plugin import DRAWN, drawn

ROOT = Path(__file__).parents[1]
FILES = {
    "omnigym/errors.py": "",
    "omnigym/sim/desktop.py": "",
    "omnigym/sim/words.txt": "a",
    "omnigym/sim/windows/apps.jsonl": "{}",
    "omnigym/sim/windows/apps/notes/__init__.py": "",
    "omnigym/sim/windows/apps/notes/view.py": "",
    "omnigym/sim/windows/apps/mail/__init__.py": "",
    "omnigym/evaluation/checks/__init__.py": "",
    "omnigym/evaluation/checks/notes.py": "",
    "omnigym/evaluation/checks/mail.py": "",
    "omnigym/tasks/apps/__init__.py": "",
    "omnigym/tasks/apps/notes.toml": '[defaults]\napp = "notes"\n["notes/write"]\ndo = [{ sign = "n" }]\n',
    "omnigym/tasks/apps/signing.py": "@word\ndef sign(): ...\n\n\n@word\ndef seal(): ...\n",
    "omnigym/tasks/apps/sealing.py": "@word\ndef stamp(): ...\n",
    "omnigym/tasks/apps/notes.py": "from omnigym.tasks.apps import _shared\n",
    "omnigym/tasks/apps/_shared.py": "",
    "omnigym/tasks/apps/more.toml": '[defaults]\napp = "mail"\n["mail/send"]\nafter = "notes/write"\n',
    "omnigym/tasks/apps/mail.toml": '[defaults]\napp = "mail"\n["mail/delete"]\n',
}


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "tests").mkdir()
    return Tree(tmp_path)


COMMON = ("omnigym/errors.py", "omnigym/sim/desktop.py")
IMPORTED = (*COMMON, "omnigym/sim/windows/apps/notes/view.py", "omnigym/evaluation/checks/notes.py")
IDS = ("test_x.py::test_it[notes/write]",)


def locked(tree: Tree) -> Lock:
    """The lock of one group, of the app "notes", written and read."""
    common = tree.parts(COMMON)
    parts = sorted({*tree.parts(IMPORTED, COMMON), part_of_app("notes")})
    key = Lock(tree, common).key(IDS, parts)
    Lock(tree, common, [Entry("sim notes", key, tuple(parts))]).write()
    return Lock.read(Tree(tree.root))


def test_parts_are_files_folders_of_apps_and_data(tree: Tree) -> None:
    assert tree.parts(COMMON) == {"omnigym/errors.py", "omnigym/*", "omnigym/sim/desktop.py", "omnigym/sim/*"}
    assert tree.parts(IMPORTED, COMMON) == {
        "omnigym/sim/windows/apps/notes/",
        "omnigym/evaluation/checks/notes.py",
        "omnigym/evaluation/checks/*",
    }
    most = ["omnigym/evaluation/checks/notes.py", "omnigym/evaluation/checks/mail.py"]
    assert tree.parts(most) == {"omnigym/evaluation/"}
    assert tree.parts(["omnigym/tasks/apps/notes.py"]) == set()


def test_what_is_locked_holds_and_is_read_back(tree: Tree) -> None:
    lock = locked(tree)
    assert lock.holds("sim notes", IDS)
    assert not lock.holds("sim notes", [*IDS, "another"]) and not lock.holds("sim mail", IDS)


@pytest.mark.parametrize(
    ("file", "holds"),
    [
        ("omnigym/errors.py", False),
        ("omnigym/sim/words.txt", False),
        ("omnigym/sim/windows/apps/notes/view.py", False),
        ("omnigym/sim/windows/apps/notes/new.py", False),
        ("omnigym/evaluation/checks/notes.py", False),
        ("omnigym/tasks/apps/notes.toml", False),
        ("omnigym/tasks/apps/notes.py", False),
        ("omnigym/tasks/apps/_shared.py", False),
        ("omnigym/tasks/apps/signing.py", False),
        ("omnigym/tasks/apps/sealing.py", True),
        ("omnigym/tasks/apps/more.toml", False),  # names a subtask of the app, and might declare a trial of it
        ("omnigym/tasks/apps/mail.toml", True),
        ("omnigym/evaluation/checks/mail.py", True),
        ("omnigym/sim/windows/apps/mail/__init__.py", True),
        ("docs/index.md", True),
    ],
)
def test_any_other_content_of_what_it_depends_on_opens_it(tree: Tree, file: str, holds: bool) -> None:
    locked(tree)
    path = tree.root / file
    path.parent.mkdir(exist_ok=True)
    path.write_text((path.read_text() if path.exists() else "") + "# changed\n")
    assert Lock.read(Tree(tree.root)).holds("sim notes", IDS) is holds


def test_what_is_gone_opens_it(tree: Tree) -> None:
    locked(tree)
    (tree.root / "omnigym/evaluation/checks/notes.py").unlink()
    assert not Lock.read(Tree(tree.root)).holds("sim notes", IDS)


def test_the_lines_of_two_branches_are_a_lock(tree: Tree) -> None:
    """Git keeps both (.gitattributes): one of them is of the content that is there."""
    locked(tree)
    path = tree.root / LOCK
    (line,) = [line for line in path.read_text().splitlines() if line.startswith("sim notes")]
    name, key, parts = line.split("\t")
    path.write_text(path.read_text() + f"{name}\t{key[::-1]}\t{parts}\n")
    assert Lock.read(Tree(tree.root)).holds("sim notes", IDS)


def test_a_twentieth_is_drawn_and_another_one_with_another_commit() -> None:
    ids = [f"test[{n}]" for n in range(4000)]
    turns = [{i for i in ids if drawn(i, f"commit {n}")} for n in range(60)]
    assert all(100 < len(turn) < 300 for turn in turns) and DRAWN == 20
    assert len(set().union(*turns)) > 0.9 * len(ids)


#: What is broken, by what is in the file and what takes its place; the app whose proofs then fail.
BROKEN = {
    "sevenzip": ("omnigym/tasks/apps/sevenzip.toml", '{ command = "add", record = "{name}" }', '{ press = "escape" }'),
    "sticky_notes": (
        "omnigym/sim/windows/apps/sticky_notes/app.py",
        "state._replace(note=note.id, ",
        "state._replace(note=0, ",
    ),
    "todoist": ("omnigym/evaluation/checks/rows.py", "return passed()", 'return not_yet("")'),
}


@pytest.mark.slow
@pytest.mark.timeout(1800)  # it starts two pytests
def test_a_broken_oracle_a_check_and_an_app_are_not_hidden(tmp_path: Path) -> None:
    """In a copy whose lock holds all of it."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("omnigym", "tests/tasks"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    own = [f"tests/{name}.py" for name in ("conftest", "proof_lock", "proof_plugin")]
    for name in ("conftest.py", "pyproject.toml", "constraints.txt", *own):
        shutil.copy(ROOT / name, tmp_path / name)
    apps = " or ".join(["7-zip", "sticky-notes", "todoist", "people"])

    def play(way: str) -> str:
        options = ("-q", "-n", "0", "-p", "no:cacheprovider", f"--proofs={way}", "--proof-jobs=1", "-k", apps)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, "tests/tasks/apps/test_milestones.py"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout + done.stderr

    assert "4 groups are proved, 0 were, 0 are not" in play("prove")
    for file, was, now in BROKEN.values():
        text = (tmp_path / file).read_text()
        assert was in text, file
        (tmp_path / file).write_text(text.replace(was, now))
    said = play("changed")
    failed = [line for line in said.splitlines() if line.startswith("FAILED")]
    for named in ("7-zip/add", "sticky-notes/", "todoist/"):
        assert any(named in line for line in failed), said
