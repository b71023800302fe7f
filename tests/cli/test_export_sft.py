"""`omnigym export sft`: the oracle, recordings and rollouts as chat examples."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from omnigym.cli.rollout import _agent_of
from omnigym.errors import ConfigError, RecordingError

TASK = ("--tasks", "id:settings/display-name@0")
Run = Callable[..., Result]


def rows(folder: Path, split: str = "train") -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"{split}.jsonl").read_text().splitlines()]


def split_of(folder: Path) -> str:
    (file,) = folder.glob("*.jsonl")
    return file.stem


def test_the_oracle_a_recording_and_a_rollout_give_the_same_examples(run: Run, tmp_path: Path) -> None:
    told = ("--space", "ui-tars", "--options", "screens=2")
    assert run("export", "sft", tmp_path / "o", "--oracle", *TASK, *told).exit_code == 0
    assert run("record", *TASK, "--episodes", "1", "-o", tmp_path / "r", "--trees").exit_code == 0
    assert run("export", "sft", tmp_path / "or", tmp_path / "r", *told).exit_code == 0
    played = run("rollout", "--policy", "oracle,space=ui-tars,screens=2", *TASK, "--group", "1", "-o", tmp_path / "p")
    assert played.exit_code == 0, played.output
    assert run("export", "sft", tmp_path / "op", tmp_path / "p").exit_code == 0
    split = split_of(tmp_path / "o")

    def compared(folder: Path) -> list[Any]:
        return [(r["messages"], r["images"], r["image_tokens"]) for r in rows(folder, split)]

    live = compared(tmp_path / "o")
    assert live and live == compared(tmp_path / "or") == compared(tmp_path / "op")
    assert all(m["content"].startswith("Thought: ") for r in live for m in r[0] if m["role"] == "assistant")


def test_splits_are_files_of_their_own(run: Run, tmp_path: Path) -> None:
    told = (
        "--oracle",
        "--tasks",
        "suite:hello level:1",
        "--sample",
        "4",
        "--observation",
        "a11y",
        "--space",
        "omnigym",
    )
    result = run("export", "sft", tmp_path / "o", *told, "--split", "heldout")
    assert result.exit_code == 0, result.output
    assert split_of(tmp_path / "o") == "heldout" and len(rows(tmp_path / "o", "heldout")) >= 4
    assert "images" not in rows(tmp_path / "o", "heldout")[0]


def test_what_a_space_cannot_say_is_left_out_and_counted(run: Run, tmp_path: Path) -> None:
    told = ("--oracle", "--tasks", "id:files/create-folder@0", "--space", "autoglm")
    result = run("export", "sft", tmp_path / "o", *told)
    assert result.exit_code == 2 and "left out: the space has no words" in result.output


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((), "give runs, or --oracle"),
        (("--oracle", "runs"), "give runs, or --oracle"),
        (("--oracle", *TASK, "--space", "nobody"), "nobody"),
        (("--oracle", *TASK, "--observation", "smell"), "smell"),
        (("--oracle", *TASK, "--pack", "week"), "week"),
        (("--oracle", *TASK, "--options", "structure=by-environment"), "structure=single"),
        (("--oracle", *TASK, "--max-pixels", "1000"), "budget"),
        (("nowhere",), "neither a run"),
    ],
)
def test_bad_requests_are_one_typed_error(run: Run, tmp_path: Path, arguments: tuple[str, ...], error: str) -> None:
    result = run("export", "sft", tmp_path / "o", *arguments)
    assert result.exit_code == 2 and error in result.output, result.output


def test_an_unreadable_run_is_a_typed_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "rollouts.jsonl").write_text("{}\n")
    (tmp_path / "p" / "plan.json").write_text("{")
    assert "plan.json cannot be read" in run("export", "sft", tmp_path / "o", tmp_path / "p").output
    assert run("record", *TASK, "--episodes", "1", "-o", tmp_path / "r").exit_code == 0
    (meta,) = (tmp_path / "r").rglob("meta.json")
    meta.write_text("{")
    result = run("export", "sft", tmp_path / "o", tmp_path / "r")
    assert result.exit_code == 2 and "meta.json" in result.output


def test_a_run_in_another_space_is_not_said_anew(run: Run, tmp_path: Path) -> None:
    policy = "oracle,space=qwen,screenshot=false,tree=300"
    assert run("rollout", "--policy", policy, *TASK, "--group", "1", "-o", tmp_path / "p").exit_code == 0
    result = run("export", "sft", tmp_path / "o", tmp_path / "p", "--space", "ui-tars")
    assert result.exit_code == 2 and "--policy oracle,space=ui-tars" in result.output.replace("\n", " ")


def test_the_policy_takes_no_model(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--model"):
        _agent_of("oracle,space=qwen", "m", 1, tmp_path, False)


def tokenizer(folder: Path, template: str | None) -> Path:
    tokenizers = pytest.importorskip("tokenizers")
    transformers = pytest.importorskip("transformers")
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({"[UNK]": 0, "button": 1}, unk_token="[UNK]"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made = transformers.PreTrainedTokenizerFast(tokenizer_object=words, unk_token="[UNK]", chat_template=template)
    made.save_pretrained(folder)
    return folder


def test_tokens_are_counted_with_a_named_tokenizer(run: Run, tmp_path: Path) -> None:
    template = "{% for m in messages %}{{ m.role }} {{ m.content }} {% endfor %}"
    name = tokenizer(tmp_path / "t", template)
    told = ("--oracle", *TASK, "--space", "qwen", "--observation", "a11y", "--tokenizer", name)
    result = run("export", "sft", tmp_path / "o", *told)
    assert result.exit_code == 0 and "tokens of texts" in result.output
    row = rows(tmp_path / "o", split_of(tmp_path / "o"))[0]
    from omnigym.agents.token_counts import TokenCounter

    counter = TokenCounter(str(name))
    text = " ".join([f"{m['role']} {m['content']}" for m in row["messages"]])
    assert row["tokens"] == len(counter._tokenizer(text)["input_ids"]) > 50


@pytest.mark.parametrize(
    ("template", "error"), [(None, "no chat template"), ("{{ raise_exception('system is refused') }}", "does not take")]
)
def test_a_tokenizer_that_cannot_count_a_chat_is_a_typed_error(
    run: Run, tmp_path: Path, template: str | None, error: str
) -> None:
    name = tokenizer(tmp_path / "t", template)
    result = run("export", "sft", tmp_path / "o", "--oracle", *TASK, "--observation", "a11y", "--tokenizer", name)
    assert result.exit_code == 2 and error in result.output.replace("\n", " ")


def test_without_the_package_the_error_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from omnigym.agents.token_counts import TokenCounter
    from omnigym.errors import MissingDependencyError

    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingDependencyError, match="pip install transformers"):
        TokenCounter("qwen")
    assert issubclass(RecordingError, Exception)
