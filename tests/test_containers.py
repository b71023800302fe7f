"""The Dockerfile, the compose file and the manifests agree with their schemas, with one another and with the package.

No image is built here: that takes minutes and a network. docs/containers.md says how it was done.
"""

from __future__ import annotations

import copy
import importlib.resources
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import typer
import yaml

from omnigym.cli.serve import serve

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))
MANIFESTS = {
    resource["kind"]: resource
    for file in sorted((ROOT / "deploy" / "kubernetes").glob("*.yaml"))
    for resource in yaml.safe_load_all(file.read_text(encoding="utf-8"))
}
POD = MANIFESTS["Deployment"]["spec"]["template"]
CONTAINER = POD["spec"]["containers"][0]
#: What starts a server: the compose file's words, and the manifest's.
COMMANDS = {
    "compose": COMPOSE["services"]["serve"]["command"],
    "kubernetes": [*CONTAINER["command"], *CONTAINER["args"]],
}
#: The versions of Kubernetes that the manifests are for: autoscaling/v2 and all the rest are of 1.23.
VERSIONS = ("1.27", "1.37")


def options(command: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """The values of each option of a command line."""
    found: dict[str, list[str]] = {}
    for name, _, value in (word.partition("=") for word in command[2:]):
        found.setdefault(name, []).append(value)
    return found


def stages() -> dict[str, str]:
    """The targets of the Dockerfile and what stands in each, without comments."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE)
    return dict(re.findall(r"^FROM \S+ AS (\w+)\n(.*?)(?=^FROM |\Z)", text, re.MULTILINE | re.DOTALL))


# -- the Dockerfile ----------------------------------------------------------------------------------------------------


def test_the_targets_and_their_extras() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {name: set(re.findall(r"[\w-]+", "".join(re.findall(r"\)\[(.+?)\]", s)))) for name, s in stages().items()}
    assert {name for name, named in extras.items() if named} == {"core", "x11", "train"}
    assert {"serve", "mcp"} <= extras["core"] and "x11" in extras["x11"] and "train" in extras["train"]
    assert set().union(*extras.values()) <= project["optional-dependencies"].keys()
    assert list(stages())[-1] == "core"  # `docker build .` makes the last one


@pytest.mark.parametrize("target", ["core", "x11", "train"])
def test_a_target_is_not_root(target: str) -> None:
    assert stages()[target].rstrip().endswith(f"USER {POD['spec']['securityContext']['runAsUser']}:1000")


# -- schemas -----------------------------------------------------------------------------------------------------------


def compose_schema() -> dict[str, Any]:
    pytest.importorskip("check_jsonschema", reason="pip install 'omnigym[dev]'")
    schemas = importlib.resources.files("check_jsonschema") / "builtin_schemas" / "vendor" / "compose-spec.json"
    found: dict[str, Any] = json.loads(schemas.read_text(encoding="utf-8"))
    return found


def test_the_compose_file_is_one() -> None:
    jsonschema.validate(COMPOSE, compose_schema())
    wrong = copy.deepcopy(COMPOSE)
    wrong["services"]["serve"]["comand"] = wrong["services"]["serve"].pop("command")
    with pytest.raises(jsonschema.ValidationError, match="comand"):
        jsonschema.validate(wrong, compose_schema())


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", MANIFESTS)
def test_a_manifest_is_one(kind: str, version: str) -> None:
    schemas = pytest.importorskip("kubernetes_validate", reason="pip install 'omnigym[dev]'")
    assert schemas.validate(MANIFESTS[kind], version, strict=True) == version
    with pytest.raises(schemas.ValidationError):
        schemas.validate({**MANIFESTS[kind], "spec": {**MANIFESTS[kind]["spec"], "selektor": {}}}, version, strict=True)


# -- agreement ---------------------------------------------------------------------------------------------------------


def context_of(command: Sequence[str]) -> Any:
    """A command line as `omnigym serve` reads it."""
    app = typer.Typer()
    app.command()(serve)
    return typer.main.get_command(app).make_context("serve", list(command[2:]))


@pytest.mark.parametrize("place", COMMANDS)
def test_a_command_is_one_that_serve_takes(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMNIGYM_SERVE_TOKEN", raising=False)
    command = COMMANDS[place]
    assert command[:2] == ["omnigym", "serve"]
    given = context_of(command).params
    assert given["address"] == "0.0.0.0" and not given["token"]  # that is a secret, and comes by the environment


def test_both_places_serve_the_same() -> None:
    assert options(COMMANDS["compose"]) == options(COMMANDS["kubernetes"])


def test_the_ports_are_those_of_the_command() -> None:
    metrics = options(COMMANDS["kubernetes"])["--metrics-port"][0]
    ports = {port["name"]: str(port["containerPort"]) for port in CONTAINER["ports"]}
    default = context_of(["omnigym", "serve"]).params["port"]
    assert ports == {"serve": str(default), "metrics": metrics}
    assert POD["metadata"]["annotations"]["prometheus.io/port"] == metrics
    assert MANIFESTS["Service"]["spec"]["ports"][0]["targetPort"] == "serve"
    scraped = yaml.safe_load((ROOT / "deploy" / "prometheus.yml").read_text(encoding="utf-8"))
    assert scraped["scrape_configs"][0]["static_configs"] == [{"targets": [f"serve:{metrics}"]}]
    assert COMPOSE["services"]["serve"]["ports"] == [f"127.0.0.1:{default}:{default}"]
    asked = re.findall(r"http://127\.0\.0\.1:(\d+)", str(COMPOSE) + str(MANIFESTS))
    assert asked == [metrics] * 2  # the health check, and the pause before the end
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert CONTAINER[probe]["httpGet"]["port"] == "metrics"


def test_labels_and_names_meet() -> None:
    labels = POD["metadata"]["labels"]
    assert MANIFESTS["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert MANIFESTS["Service"]["spec"]["selector"] == labels
    target = MANIFESTS["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", MANIFESTS["Deployment"]["metadata"]["name"])
    assert COMPOSE["services"]["serve"]["build"]["target"] in stages()


def test_the_autoscaler_leaves_a_quarter_free() -> None:
    (metric,) = MANIFESTS["HorizontalPodAutoscaler"]["spec"]["metrics"]
    room = int(options(COMMANDS["kubernetes"])["--max-environments"][0])
    assert int(metric["pods"]["target"]["averageValue"]) == room - room // 4


def test_the_limits_are_those_of_the_plan() -> None:
    plan = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
    row = re.search(r"^\| desktop, simulated, 1024x768 \|(.+)\|$", plan, re.MULTILINE)
    assert row is not None
    each_mb, step_ms = float(row[1].split("|")[2]), float(row[1].split("|")[4])
    grown = re.search(r"^\| desktop \|(.+)\|$", (ROOT / "docs" / "serve.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert grown is not None
    given = options(COMMANDS["kubernetes"])
    room, workers = int(given["--max-environments"][0]), int(given["--workers"][0])
    memory = (room * each_mb + workers * float(grown[1].split("|")[3])) / 0.9
    cores = room * step_ms / 1000 / 0.7  # at a step a second
    limits, requests = CONTAINER["resources"]["limits"], CONTAINER["resources"]["requests"]
    assert memory <= int(limits["memory"].removesuffix("Gi")) * 1.074e3 <= 1.1 * memory
    assert (
        limits["memory"]
        == requests["memory"]
        == COMPOSE["services"]["serve"]["deploy"]["resources"]["limits"]["memory"].replace("g", "Gi")
    )
    assert cores <= int(requests["cpu"].removesuffix("m")) / 1000 <= 1.2 * cores
    assert int(limits["cpu"]) == workers + 1  # and the server
    assert COMPOSE["services"]["serve"]["deploy"]["resources"]["limits"]["cpus"] == limits["cpu"]


def test_a_pod_may_do_nothing_that_it_need_not() -> None:
    inside, around = CONTAINER["securityContext"], POD["spec"]["securityContext"]
    assert around["runAsNonRoot"] and around["seccompProfile"] == {"type": "RuntimeDefault"}
    assert inside["readOnlyRootFilesystem"] and inside["capabilities"] == {"drop": ["ALL"]}
    assert not inside["allowPrivilegeEscalation"] and not POD["spec"]["automountServiceAccountToken"]
    composed = COMPOSE["services"]["serve"]
    assert composed["read_only"] and composed["cap_drop"] == ["ALL"]
    assert composed["security_opt"] == ["no-new-privileges:true"]
