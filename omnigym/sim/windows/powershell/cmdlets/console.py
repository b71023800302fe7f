"""Cmdlets for the console and the system: writing, dates, help, the execution policy, processes."""

from __future__ import annotations

from collections.abc import Iterable

from omnigym.sim.app import SetClipboard
from omnigym.sim.windows.powershell.operators import wildcard
from omnigym.sim.windows.powershell.registry import ALIASES, CMDLETS, Call, cmdlet
from omnigym.sim.windows.powershell.session import PLAIN, SCOPES, VALUES, WARNING, effective, policy_of, with_policy
from omnigym.sim.windows.powershell.showing import dated, shown_lines
from omnigym.sim.windows.powershell.values import (
    Moment,
    PsError,
    Record,
    Value,
    as_list,
    as_text,
    check_size,
    joined,
)
from omnigym.values import ClipboardContent

_COLOURS = {
    "black": 0x000000,
    "blue": 0x3B78FF,
    "cyan": 0x61D6D6,
    "darkgreen": 0x13A10E,
    "darkyellow": 0xC19C00,
    "gray": 0xCCCCCC,
    "green": 0x16C60C,
    "magenta": 0xF080E0,
    "red": 0xE74856,
    "white": 0xF2F2F2,
    "yellow": 0xF9F1A5,
}


@cmdlet("Write-Output", "InputObject:* NoEnumerate!", "echo", "write")
def _write_output(call: Call) -> Iterable[Value]:
    return as_list(call.value("inputobject")) if call.has("inputobject") else call.given


@cmdlet("Write-Host", "Object:* NoNewline! ForegroundColor BackgroundColor Separator")
def _write_host(call: Call) -> Iterable[Value]:
    colour = call.text("foregroundcolor").casefold()
    if colour and colour not in _COLOURS:
        raise PsError(f"Write-Host : There is no colour '{colour}'.")
    values = as_list(call.value("object")) if call.has("object") else call.given
    text = joined([as_text(v) for v in values], call.text("separator", " "))
    call.session.write(text + ("" if call.has("nonewline") else "\n"), _COLOURS.get(colour, PLAIN))
    return ()


@cmdlet("Write-Error", "Message:0")
def _write_error(call: Call) -> Iterable[Value]:
    call.fail(call.text("message"))
    return ()


@cmdlet("Write-Warning", "Message:0")
def _write_warning(call: Call) -> Iterable[Value]:
    call.session.write(f"WARNING: {call.text('message')}\n", WARNING)
    return ()


@cmdlet("Write-Verbose", "Message:0")
def _write_verbose(call: Call) -> Iterable[Value]:
    if call.has("verbose") or as_text(call.session.variables.get("verbosepreference")).casefold() == "continue":
        call.session.write(f"VERBOSE: {call.text('message')}\n", WARNING)
    return ()


@cmdlet("Clear-Host", "", "cls", "clear")
def _clear_host(call: Call) -> Iterable[Value]:
    call.session.shown.clear()
    call.session.cleared = True
    return ()


@cmdlet("Get-Date", "Date:0 Format UFormat Year Month Day")
def _get_date(call: Call) -> Iterable[Value]:
    moment = call.value("date")
    if not isinstance(moment, Moment):
        moment = Moment(call.session.world.local)
    return [dated(moment, call.text("format"))] if call.has("format") else [moment]


@cmdlet("Set-Clipboard", "Value:0 Append!", "scb")
def _set_clipboard(call: Call) -> Iterable[Value]:
    values = as_list(call.value("value")) if call.has("value") else call.given
    text = joined(shown_lines(values, call.session.world.columns), "\n")
    call.session.effects.append(SetClipboard(ClipboardContent(text=text)))
    return ()


@cmdlet("Get-Process", "Name:0", "ps", "gps")
def _get_process(call: Call) -> Iterable[Value]:
    wanted = [wildcard(text) for text in call.texts("name")]
    names = [
        n
        for n in call.session.world.running
        if not wanted or any(w.search(n, call.session.spend) is not None for w in wanted)
    ]
    if call.has("name") and not names:
        call.fail(f"No process is called '{call.text('name')}'.")
    return [Record("Process", (("Id", 1000 + 4 * n), ("ProcessName", name)), name) for n, name in enumerate(names)]


@cmdlet("Start-Process", "FilePath:0 ArgumentList:1", "start", "saps")
def _start_process(call: Call) -> Iterable[Value]:
    name = call.text("filepath").casefold().removesuffix(".exe")
    app = call.session.world.apps.get(name)
    if app is None:
        raise PsError(f"Start-Process : There is no program '{call.text('filepath')}'.")
    typed = call.text("argumentlist")
    path = call.session.path(typed) if typed else ""
    call.session.launch(app, path)
    return ()


# -- variables --------------------------------------------------------------------------------------------------------


@cmdlet("Set-Variable", "Name:0 Value:1", "sv")
def _set_variable(call: Call) -> Iterable[Value]:
    check_size(call.value("value"))
    call.session.variables[call.text("name").casefold()] = call.value("value")
    return ()


@cmdlet("Get-Variable", "Name:0 ValueOnly!", "gv")
def _get_variable(call: Call) -> Iterable[Value]:
    wanted = [wildcard(text) for text in call.texts("name")] or [wildcard("*")]
    for name, value in sorted(call.session.variables.items()):
        if any(w.search(name, call.session.spend) is not None for w in wanted):
            yield value if call.has("valueonly") else Record("PSVariable", (("Name", name), ("Value", value)))


@cmdlet("Remove-Variable", "Name:0", "rv")
def _remove_variable(call: Call) -> Iterable[Value]:
    for name in call.texts("name"):
        if call.session.variables.pop(name.casefold(), None) is None:
            call.fail(f"There is no variable '{name}'.")
    return ()


# -- the execution policy ---------------------------------------------------------------------------------------------


def _one_of(call: Call, name: str, usual: str, known: tuple[str, ...]) -> str:
    given = call.text(name, usual)
    found = next((k for k in known if k.casefold() == given.casefold()), "")
    if not found:
        raise PsError(f"{call.name} : '{given[:40]}' is none of {', '.join(known)}.")
    return found


@cmdlet("Get-ExecutionPolicy", "Scope:0 List!")
def _get_execution_policy(call: Call) -> Iterable[Value]:
    if call.has("list"):
        return [
            Record("PSCustomObject", (("Scope", scope), ("ExecutionPolicy", policy_of(call.session, scope))))
            for scope in SCOPES
        ]
    if call.has("scope"):
        return [policy_of(call.session, _one_of(call, "scope", "", SCOPES))]
    return [effective(call.session)]


@cmdlet("Set-ExecutionPolicy", "ExecutionPolicy:0 Scope:1 Force!")
def _set_execution_policy(call: Call) -> Iterable[Value]:
    session = call.session
    policy = _one_of(call, "executionpolicy", "", (*VALUES, "Default"))
    scope = _one_of(call, "scope", "LocalMachine", SCOPES)
    policy = "Undefined" if policy == "Default" else policy
    if scope == "Process":
        session.policy = "" if policy == "Undefined" else policy
    else:
        session.vfs = with_policy(session.vfs, scope, policy, session.world.now)
    return ()


# -- help -------------------------------------------------------------------------------------------------------------


@cmdlet("Get-Command", "Name:0", "gcm")
def _get_command(call: Call) -> Iterable[Value]:
    wanted = wildcard(call.text("name", "*"))
    for _, known in sorted(CMDLETS.items()):
        if wanted.search(known.name, call.session.spend) is not None:
            yield Record("CmdletInfo", (("CommandType", "Cmdlet"), ("Name", known.name)), known.name)


@cmdlet("Get-Alias", "Name:0", "gal")
def _get_alias(call: Call) -> Iterable[Value]:
    wanted = wildcard(call.text("name", "*"))
    for alias, name in sorted(ALIASES.items()):
        if wanted.search(alias, call.session.spend) is not None:
            yield Record("AliasInfo", (("CommandType", "Alias"), ("Name", f"{alias} -> {name}")), name)


@cmdlet("Get-Help", "Name:0", "help", "man")
def _get_help(call: Call) -> Iterable[Value]:
    name = call.text("name", "Get-Help")
    known = CMDLETS.get(ALIASES.get(name.casefold(), name).casefold())
    if known is None:
        raise PsError(f"Get-Help : There is no command '{name}'.")
    parameters = [f"[-{p.name}]" if p.switch else f"[-{p.name} <value>]" for p in known.parameters]
    return ["NAME", f"    {known.name}", "", "SYNTAX", f"    {known.name} {' '.join(parameters)}", ""]


@cmdlet("Get-Host", "")
def _get_host(call: Call) -> Iterable[Value]:
    return [Record("Host", (("Name", "ConsoleHost"), ("Version", "5.1")))]
