"""The correlation of CR and LC with people's scores (Figure 5), against scipy."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from omnigym.benchmarks.omnieval.agreement import agreement, read_scores
from omnigym.cli.root import app
from omnigym.errors import ConfigError


def test_the_coefficients_are_scipy_s() -> None:
    stats = pytest.importorskip("scipy.stats")
    chance = np.random.default_rng(3)
    people = chance.integers(0, 11, size=50) / 10  # with ties, as 0 %, 10 %...
    metric = np.clip(people + chance.normal(0, 0.2, 50), 0, 1).round(1)
    found = agreement(metric.tolist(), people.tolist())
    expected = stats.pearsonr(metric, people)
    interval = expected.confidence_interval(0.95)
    assert found.pearson == pytest.approx((expected.statistic, interval.low, interval.high))
    assert found.spearman[0] == pytest.approx(stats.spearmanr(metric, people).statistic)
    assert found.spearman[1] < found.spearman[0] < found.spearman[2]
    assert found == agreement(metric.tolist(), people.tolist())


def test_annotators_are_averaged_and_shares_read(tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text("task,cr,human_cr\na,0.5,40%;60%\nb,1,100%\nc,0,0.1;0.3\nd,0.25,0.2\n")
    assert read_scores(path) == {"cr": ([0.5, 1.0, 0.0, 0.25], [0.5, 1.0, 0.2, 0.2])}
    result = CliRunner().invoke(app, ["agreement", str(path), "--json", "-"])
    assert result.exit_code == 0 and json.loads(result.output)["cr"]["trajectories"] == 4


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "needs the columns"),
        ("cr,human\n1,1\n", "needs the columns"),
        ("cr,human_cr\n1,good\n", "line 2.*human_cr"),
        ("cr,human_cr\n1,nan\n", "line 2"),
        ("cr,human_cr\n1,\n", "line 2"),
        ("cr,human_cr\n" + "1,1\n" * 3, "four trajectories"),
        ("cr,human_cr\n" + "1,0.5\n" * 5, "same value"),
    ],
)
def test_bad_scores_are_a_typed_error(tmp_path: Path, text: str, error: str) -> None:
    (tmp_path / "s.csv").write_text(text)
    with pytest.raises(ConfigError, match=error):
        _ = [agreement(*columns) for columns in read_scores(tmp_path / "s.csv").values()]
