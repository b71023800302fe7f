"""The configuration of an agent of language models: its model, its observation, and its actions."""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, ConfigDict, Field, JsonValue, PlainValidator, TypeAdapter, ValidationError

from omnigym.agents.dialects import API_OF, GRAMMARS, MODEL_SPACES, OWN_FORMS, SPACES
from omnigym.agents.dialects.call_syntax import Form
from omnigym.agents.endpoint import KEY_VARIABLE, Endpoint, RateLimit
from omnigym.agents.picture_layout import Stitch
from omnigym.errors import ConfigError, UnknownNameError, UnreadableError
from omnigym.foreign import parse_json, parse_toml, place_of, read_text, show_value

__all__ = ["PRESETS", "ChatConfig", "config_of", "read_config"]


def _size(value: object) -> object:
    """A size as ``1024x768`` or two numbers."""
    return tuple(value.lower().split("x")) if isinstance(value, str) else value


def _marks(value: object) -> bool | str:
    """Whether there are marks, or where they come from."""
    if isinstance(value, bool):
        return value
    text = str(value)
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if text == "pixels" or re.fullmatch(r"[\w.]+:\w+", text):
        return text
    raise ValueError("expected true, false, pixels or MODULE:FUNCTION")


_Side = Annotated[int, Field(ge=1, le=16384)]
_Size = Annotated[tuple[_Side, _Side], BeforeValidator(_size)]
_Price = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_Seconds = Annotated[float, Field(gt=0, le=86400, allow_inf_nan=False)]
_Count = Annotated[int, Field(ge=0, le=10**6)]
_Some = Annotated[int, Field(ge=1, le=10**4)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatConfig:
    """The options of the agent ``chat``.

    Attributes:
        model: The model's name at the endpoint.
        url: The endpoint's base, such as ``http://localhost:8000/v1``.
        space: The action space: "omnigym", "omnibench", "crab", "computer13", "pyautogui" or "omnigui"; or that of a
            model: "openai", "anthropic", "gemini", "qwen", "qwen2.5", "ui-tars", "ui-tars-1.5", "autoglm" or "opencua".
        form: How the model acts: "functions", by function calling; "json" or "code", in its text; "fenced", one action
            an answer, as OS-MAP has it (appendix E); "own", the grammar that a model was trained on, or that of
            OmniBench's trajectory prompt (E.1). None for the grammar of a model's space, and for "functions" else.
        api: What the endpoint speaks: "chat", OpenAI's chat completions; "responses", OpenAI's Responses API;
            "messages", Anthropic's. None for the one whose tool the space is, and for "chat" else.
        structure: CRAB's: "single", "by-functionality" or "by-environment" (CRAB, appendix B.2).
        screenshot: Whether the model is shown the screen.
        size: The (width, height) of the picture in pixels, ``1024x768``; None for the screen's own. Of several devices
            that of all, or by their names of some, ``size.phone=540x1200``.
        fit: How the screen comes to this size: "stretch", or "pad", which keeps its ratio, scales it by bicubic
            interpolation and pads it (OmniBench, D.2.1). Positions are those of the whole picture.
        stitch: The screen to the left of the present one, in the same picture: "before", that of the last click, with a
            red box around its place in both (OmniBench, D.3); "unmarked", the present one without numbers (E.1); None
            for none.
        picture: Its format, "png" or "jpeg".
        marks: Whether elements have numbers in the picture (set of marks), by which actions can name them. Those of the
            tree if true; "pixels", or a detector ``module:function``, finds them on the screen
            (`omnigym.wrappers.PerceiveElements`), and ``tree`` then tells what was found.
        tree: About how many tokens of the screen's elements the model is told, numbered; 0 for none. Of several devices
            each has so many.
        elements: How it is told them: "lines", numbered; "controls", a JSON object for each with a number (OmniBench,
            E.1); or "table", as OSWorld's published agents are (`omnigym.a11y.element_table`). The table has numbers
            only with ``marks``, which then are the published ones (`omnigym.wrappers.OSWorldMarks`).
        screens: How many screens it sees: the present one and those before it.
        turns: How many of the last turns it is told again; None for all.
        max_actions: The most actions of one answer that are done, a step each.
        max_turns: After so many answers, and what they do, the episode ends: the step limit is reached; None for any
            number (CRAB has 15).
        steps: What the step limit of a run (``--max-steps``) counts: "actions", or the model's "answers", each of which
            may hold several actions, as in OSWorld.
        stop_at_invalid: Whether the first invalid action ends the episode, as in CRAB.
        safety_checks: What becomes of an action that OpenAI wants a person to look at first: "stop" does not do it and
            ends the episode as ``safety_check``, "acknowledge" says that somebody has looked, and does it.
        request: What else is sent with each request, such as ``temperature`` or ``max_tokens``.
        key_variable: The environment variable with the key.
        timeout: Seconds for an answer.
        retries: How often a request that failed is made again.
        backoff: Seconds before it is made again the first time; twice as long each time.
        per_minute: The most requests a minute, of this process; None for any number.
        at_once: The most requests of this process that are out at the same time; None for any number.
        prompt_price, completion_price: US dollars for a million tokens; None where nobody knows.
        transcripts: A directory in which all that is said is written; None for nowhere.
        prompts: A directory with other templates of prompts; see `omnigym.agents.structures`.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    model: Annotated[str, Field(min_length=1)]
    url: str
    space: str = "omnigym"
    form: Form | None = None
    api: Literal["chat", "responses", "messages"] | None = None
    structure: Literal["single", "by-functionality", "by-environment"] = "single"
    screenshot: bool = True
    size: _Size | dict[str, _Size] | None = None
    fit: Literal["stretch", "pad"] = "stretch"
    stitch: Stitch | None = None
    picture: Literal["png", "jpeg"] = "png"
    marks: Annotated[bool | str, PlainValidator(_marks)] = False
    tree: _Count = 0
    elements: Literal["lines", "controls", "table"] = "lines"
    screens: _Some = 1
    turns: _Count | None = None
    max_actions: _Some = 16
    max_turns: _Some | None = None
    steps: Literal["actions", "answers"] = "actions"
    stop_at_invalid: bool = False
    safety_checks: Literal["stop", "acknowledge"] = "stop"
    request: dict[str, JsonValue] = field(default_factory=dict)
    key_variable: str = KEY_VARIABLE
    timeout: _Seconds = 120.0
    retries: Annotated[int, Field(ge=0, le=100)] = 5
    backoff: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 1.0
    per_minute: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    at_once: _Some | None = None
    prompt_price: _Price | None = None
    completion_price: _Price | None = None
    transcripts: Path | None = None
    prompts: Path | None = None

    def __post_init__(self) -> None:
        if self.space not in (*SPACES, *MODEL_SPACES):
            raise UnknownNameError("action space", self.space, (*SPACES, *MODEL_SPACES))
        own, wanted = self.space in OWN_FORMS, API_OF.get(self.space)
        if self.form == "own" and not own:
            raise ConfigError(f"form=own is for the spaces {', '.join(OWN_FORMS)}, got space={self.space}.")
        if wanted is not None and self.spoken == "functions" and self.speaks != wanted:
            raise ConfigError(f"The tool of space={self.space} is that of api={wanted}, got api={self.api}.")
        if self.spoken == "own" and self.structure != "single":
            raise ConfigError(f"A grammar is that of one model, got structure={self.structure}.")
        if not (self.screenshot or self.tree):
            raise ConfigError(
                "The model would see nothing: set screenshot=true, or tree=2000 for its elements as text."
            )
        if self.elements == "table" and (self.source != "tree" or not (self.marks or self.tree)):
            raise ConfigError("elements=table lists the device's tree: set tree=10000, or marks=true.")
        if self.space == "omnibench" and self.spoken == "own" and not self.numbered:
            raise ConfigError("OmniBench's trajectory prompt names controls by their numbers: set marks=true.")
        if (self.fit == "pad" or self.stitch) and not self.screenshot:
            raise ConfigError("fit=pad and stitch need the screenshot: set screenshot=true.")
        if self.fit == "pad" and self.size is None:
            raise ConfigError("fit=pad pads the screen to a size: set size=1024x1024.")
        if self.stitch == "unmarked" and not (self.marks and self.elements != "table"):
            raise ConfigError("stitch=unmarked shows the screen without its numbers: set marks=true, and no table.")
        if self.space == "crab" and not self.numbered:
            raise ConfigError("CRAB's actions name elements by their numbers: set marks=true or tree=2000.")
        if self.marks and not self.screenshot:
            raise ConfigError("marks=true needs the screenshot on which they are drawn: set screenshot=true.")
        if (self.prompt_price is None) != (self.completion_price is None):
            raise ConfigError("Give both prices, prompt_price and completion_price, or neither.")
        if self.prompts is not None and not self.prompts.is_dir():
            raise ConfigError(f"There is no directory {self.prompts} of prompts.")

    @property
    def spoken(self) -> Form:
        """The form that ``form`` means."""
        return self.form or ("own" if self.space in GRAMMARS else "functions")

    @property
    def speaks(self) -> str:
        """The API that ``api`` means."""
        return self.api or API_OF.get(self.space, "chat")

    @property
    def numbered(self) -> bool:
        """Whether elements have numbers."""
        return bool(self.marks) or (self.tree > 0 and self.elements != "table")

    @property
    def source(self) -> str:
        """The source of numbered elements: "tree", or the detector of `omnigym.wrappers.PerceiveElements`."""
        return self.marks if isinstance(self.marks, str) else "tree"

    def about(self) -> dict[str, Any]:
        """Return the options that determine answers, as JSON values, without the address of the model."""
        options: dict[str, object] = _ADAPTER.dump_python(self, mode="json", exclude=_REACHING)
        return {**options, "form": self.spoken, "api": self.speaks}

    def endpoint(self) -> Endpoint:
        """Return the endpoint of the model.

        Raises:
            ConfigError: The address is none.
        """
        prices = None
        if self.prompt_price is not None and self.completion_price is not None:
            prices = self.prompt_price, self.completion_price
        return Endpoint(
            self.model,
            self.url,
            self.key_variable,
            self.request,
            self.timeout,
            self.retries,
            self.backoff,
            limit=RateLimit(self.per_minute),
            prices=prices,
            api=self.speaks,
            at_once=self.at_once,
        )


_ADAPTER: Final = TypeAdapter(ChatConfig)
#: Options of the way to the model, and of what it costs: none says anything of its answers.
_REACHING: Final = {
    *("url", "key_variable", "timeout", "retries", "backoff", "per_minute", "at_once"),
    *("prompt_price", "completion_price", "transcripts"),
}
_NAMES: Final = tuple([f.name for f in dataclasses.fields(ChatConfig)])
_PAIR: Final = re.compile(r",([A-Za-z_][\w.]*)=([^,]*)")
_HEAD: Final = re.compile(r"(?P<model>[^,]+?)@(?P<url>https?://[^,\s]+)")
_MOST_BYTES: Final = 1 << 20
#: The settings of OSWorld's published agents (OSWorld 4.1): the last three rounds, and its sampling.
_OSWORLD: Final[Mapping[str, object]] = {
    "space": "pyautogui",
    "form": "code",
    "elements": "table",
    "turns": 3,
    "steps": "answers",
    "request": {"temperature": 1.0, "top_p": 0.9, "max_tokens": 1500},
}
#: OmniBench's agents: pictures of 1024 x 1024, padded (D.2.1), and metadata of the controls (D.2.2).
_OMNIBENCH: Final[Mapping[str, object]] = {
    "space": "omnibench",
    "size": (1024, 1024),
    "fit": "pad",
    "tree": 4000,
    "elements": "controls",
}
#: As much of a tree they are told, in tokens.
_OSWORLD_TREE: Final = 10_000
#: Options by the name of a paper: CRAB's agents see numbered elements, and end at the first invalid action or after 15
#: turns (CRAB 5, 6). OS-MAP's see the screen and the last three rounds, and say one action (OS-MAP 4.1, D.1, E).
#: OmniACT's see the screen as text, in a prompt of 4,000 tokens (OmniACT 6).
PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "crab": {"space": "crab", "marks": True, "max_turns": 15, "stop_at_invalid": True},
    "osmap": {
        "space": "computer13",
        "form": "fenced",
        "turns": 3,
        "max_actions": 1,
        "request": {"temperature": 1.0, "top_p": 0.9, "max_tokens": 1500},
    },
    "omniact": {"screenshot": False, "tree": 4000, "request": {"temperature": 0.0}},
    # OmniBench's open models see the present screen; its closed ones that of the last click, too (D.3); and the agents
    # that demonstrate subtasks are asked by the prompt of E.1
    "omnibench": _OMNIBENCH,
    "omnibench-history": {**_OMNIBENCH, "stitch": "before"},
    "omnibench-trajectory": {
        "space": "omnibench",
        "form": "own",
        "marks": True,
        "stitch": "unmarked",
        "tree": 4000,
        "elements": "controls",
        "turns": 0,
        "max_actions": 1,
    },
    # OSWorld's, by what they observe
    "osworld-screenshot": {**_OSWORLD, "elements": "lines"},
    "osworld-a11y_tree": {**_OSWORLD, "screenshot": False, "tree": _OSWORLD_TREE},
    "osworld-screenshot_a11y_tree": {**_OSWORLD, "tree": _OSWORLD_TREE},
    "osworld-som": {**_OSWORLD, "marks": True, "tree": _OSWORLD_TREE},
}
_EXPECTED: Final = "MODEL@URL or FILE.toml, then options such as ,marks=true,space=computer13"


def read_config(argument: str) -> ChatConfig:
    """Return the options in the form of the command line: ``MODEL@URL,KEY=VALUE,...`` or ``FILE.toml,KEY=VALUE,...``.

    ``preset=crab`` stands for the options in `PRESETS`; what else is said comes after them.

    Raises:
        ConfigError: They are none, or one has a value that it cannot have.

    >>> config = read_config("small@http://localhost:8000/v1,marks=true,size=640x480,request.temperature=0")
    >>> config.model, config.size, config.request
    ('small', (640, 480), {'temperature': 0})
    """
    head, _, rest = argument.partition(",")
    pairs = _PAIR.findall(f",{rest}") if rest else []
    if rest and "".join([f",{k}={v}" for k, v in pairs]) != f",{rest}":
        raise ConfigError(f"Cannot read the options {show_value(rest)}: expected {_EXPECTED}.")
    found = _HEAD.fullmatch(head)
    if found:
        values: dict[str, Any] = {"model": found["model"], "url": found["url"]}
    elif head.endswith(".toml"):
        values = _read_file(Path(head))
    else:
        raise ConfigError(f"Cannot read {show_value(argument)}: expected {_EXPECTED}.")
    preset = dict(pairs).get("preset") or values.pop("preset", None)
    if preset is not None:
        if preset not in PRESETS:
            raise UnknownNameError("preset of the agent chat", str(preset), PRESETS)
        values = {**PRESETS[preset], **values}
    for name, text in [pair for pair in pairs if pair[0] != "preset"]:
        outer, _, inner = name.partition(".")
        if inner and outer == "request":
            values["request"] = {**values.get("request", {}), inner: _json_or_text(text)}
        elif inner and outer == "size":
            before = values.get("size")
            values["size"] = {**(before if isinstance(before, Mapping) else {}), inner: text}
        else:
            values[name] = None if text.lower() == "none" else text
    return _validated(values)


def config_of(about: Mapping[str, object]) -> ChatConfig:
    """Return the options that `ChatConfig.about` told, as a run keeps them.

    Raises:
        ConfigError: They are none.
    """
    values = {name: value for name, value in about.items() if name in _NAMES}
    return _validated({"model": "unknown", "url": "http://localhost/v1", **values})


def _read_file(path: Path) -> dict[str, object]:
    try:
        return parse_toml(read_text(path, _MOST_BYTES))
    except (OSError, UnreadableError) as e:
        raise ConfigError(
            f"{path} cannot be read: {e}. Expected a TOML file with model, url and other options."
        ) from None


def _json_or_text(text: str) -> object:
    try:
        return parse_json(text)
    except UnreadableError:
        return text


def _validated(values: Mapping[str, object]) -> ChatConfig:
    for name in values:
        if name not in _NAMES:
            close = difflib.get_close_matches(name, _NAMES, n=2)
            hint = f"Did you mean {' or '.join(close)}?" if close else f"Known: {', '.join(_NAMES)}."
            raise ConfigError(f"The agent chat has no option {name!r}. {hint}")
    try:
        return _ADAPTER.validate_python(values)
    except ValidationError as e:
        error = e.errors(include_url=False)[0]
        own = error.get("ctx", {}).get("error")
        if isinstance(own, ConfigError):
            raise own from None
        if error["type"] == "missing":
            raise ConfigError(f"The agent chat needs {place_of(error['loc'])}: expected {_EXPECTED}.") from None
        raise ConfigError(
            f"{place_of(error['loc']) or 'chat'}: {error['msg']}, got {show_value(error['input'])}."
        ) from None
