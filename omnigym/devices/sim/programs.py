"""Programs that an agent might type which do much: a grammar an interpreter, from which they are drawn.

Their oracle is what they cost, CPU and memory, and not exceptions alone: `omnigym.sim.work_budget` is to end each.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import NamedTuple

from omnigym.actions import MAX_TYPED, Action, OpenApp, Press, Type
from omnigym.devices.protocol import Platform

__all__ = ["GRAMMARS", "PLACES", "Place", "deeds", "program"]

#: By interpreter: what each name stands for, one of several texts; ``<name>`` in a text is another name. A program is a
#: "program"; behind `_DEEPEST` names in each other the first text of a name is taken, which ends it.
GRAMMARS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "powershell": {
        "program": ("<line>", "<line>; <line>", "<line>; <line>; <line>", "<line>; <loop>"),
        "line": (
            *("$<var>=<value>", "<loop>", "$<var>+=<value>", "<value> <op> <value>", "<pipe>", "<file>", "<deed>"),
            "function f($n) { <line>; f $n; f $n }; f <number>",
        ),
        "loop": (
            "1..20 | % { $<var>=$<var>,$<var> }",
            "while (1) { <line> }",
            "for (;;) { $<var>=$<var>+$<var>; <line> }",
            "1..<number> | % { <line> }",
            "foreach ($i in $<var>) { <line> }",
        ),
        "value": (
            *("<text>", "<number>", "$<var>", "(<value> <op> <value>)", "(1..<number>)", "@{a=<value>; b=$<var>}"),
            *("$<var>,$<var>", '"$<var>$<var>$<var>$<var>"', "(<text>*<number>)", "(<pipe>)", "(<value>).<member>"),
        ),
        "text": ("'x'", "'a,b c'", "'{0:D} {0,999}{0}'", "'(a|b)*c'", "'[a-z]+'", "'()'", "'*a*'"),
        "number": ("9", "300", "9999", "200000", "2147483647", "1e308", "1e400", "-1"),
        "var": ("a", "b", "c"),
        "op": (
            *("+", "*", "-join", "-split", "-f", "-match", "-like", "-contains", "-eq", "-gt", "/", "%"),
            *("-replace", "-in", "-as", ".."),
        ),
        "member": (
            *(
                "Length",
                "ToString('N99')",
                "Replace('x',$<var>)",
                "Split(',')",
                "PadLeft(<number>)",
                "Insert(0,$<var>)",
            ),
            *("Contains($<var>)", "ToCharArray()", "IndexOf(<text>)", "Equals($<var>)", "a"),
        ),
        "pipe": (
            *("<value> | sort", "<value> | group | select -Unique *", "<value> | ConvertTo-Json | ConvertFrom-Json"),
            *("<value> | ? { $_ -in $<var> }", "<value> | measure -Sum -Max", "<value> | Out-String", "<value> | fl"),
            *("ls C:\\ -Recurse | ft *", "<value> | ConvertTo-Csv | ConvertFrom-Csv", "<value> | sls <text>"),
            *("compare $<var> $<var>", "<value> | Set-Clipboard", "gv | select -ExpandProperty Value"),
        ),
        "file": (
            *("mkdir d; cd d", "<value> > f.txt", "<value> >> f.txt; gc f.txt", "cp d e -Recurse; mv e d"),
            *(
                "cp . d\\<text> -Recurse",
                "Get-FileHash *",
                "<value> | Export-Csv f.csv; Import-Csv f.csv",
                "rm d -Recurse",
            ),
        ),
        "deed": (
            "start notepad",
            "Write-Host -NoNewline $<var>",
            "throw <value>",
            "Get-Date -Format <text>",
            "sv v<number> <value>",
        ),
    },
    "bash": {
        "program": ("<line>", "<line>; <line>", "<line>; <line>; <line>", "<line>; <loop>"),
        "line": (
            *("echo <value>", "<var>=<value>", "<var>=$x$x", "<loop>", "<source> | <filter>", "<files>", "<deed>"),
            *("<source> | <filter> | <filter>", "[ <value> -lt <number> ] || echo <value>"),
        ),
        "loop": (
            *("while true; do <line>; done", "for i in <value> <value>; do <line>; done"),
            "until false; do <var>=$<var>$<var>; done",
        ),
        "value": (
            *("'a b'", "$<var>", '"$x$y$z$x"', "$(<source>)", "$((x*y+7**9))", "{1..9}{1..9}", "/*/*"),
            *("${<var>//a/bb}", "${<var>%%*b}", "${<var>#*a}", "${#<var>}", "${<var>:1:9}", "'(a*)*b'", "`<source>`"),
        ),
        "var": ("x", "y", "z"),
        "number": ("9", "2000", "20000", "999999999"),
        "source": (
            *("yes", "yes <value>", "seq 1 <number>", "find / -name <value>", "cat f0 f1 f0", "ls -laR /", "history"),
            *("printf '%999s' <value>", "tree", "du -a ~", "head -n <number> f0", "diff f0 f1"),
            "date -d '+<number> days'",
        ),
        "filter": (
            *(
                "sort -r",
                "uniq -c",
                "wc",
                "tac",
                "rev",
                "nl",
                "paste - -",
                "tee f0 f1",
                "xargs -n 1 echo",
                "cut -c1-9999",
            ),
            *("awk '{print $0 $0 $1}'", "sed s/y/yyyyyyyyy/g", "sed -e 's/.*/&&/' -e 's/.*/&&/'", "tr a-y b-z", "gzip"),
            *("grep -E '(a*)*b'", "grep -C 9999 y", "head -n <number>"),
        ),
        "files": (
            *(
                "cat <value> > f0",
                "cat f0 f1 f0 >> f1",
                "mkdir -p a/b/c; cd a/b",
                "cp -r ~ q",
                "tar cf t.tar ~; gzip t.tar",
            ),
            *("mkdir d; cd d", "touch f{1..99}", "rm -r a q", "zip -r z.zip ~; unzip z.zip -d u", "grep -rE 'a*b' ~"),
        ),
        "deed": (
            "gedit &",
            "sleep <number> &",
            "alias a=<value>",
            "export <var>=<value>",
            "bash -c '<line>'",
            "vim f0",
        ),
    },
    "formulas": {
        "program": ("<cell>", "<cell>\t<cell>", "<cell>\n<cell>\n<cell>", "<cell>\t<cell>\n<cell>\t<cell>"),
        "cell": ("=<value>", "=<value>", "=<call>", "<number>", "<text>"),
        "value": (
            *("<number>", "<place>", "<call>", "(<value><sign><value>)", "-<value>", '"<text>"', "<value>%"),
            *("<place><sign><place><sign><place>", "<call><sign><call>"),
        ),
        "call": (
            *(
                "SUM(<area>)",
                "SUMPRODUCT(<area>,<area>)",
                "MEDIAN(<area>)",
                'COUNTIF(<area>,"<text>")',
                "CONCAT(<area>)",
            ),
            *(
                "VLOOKUP(<value>,<area>,1)",
                "IF(<value>,<value>,<value>)",
                "POWER(<value>,<value>)",
                "LARGE(<area>,<number>)",
            ),
            *(
                "ROUND(<value>,<number>)",
                "UPPER(<place>&<place>&<place>)",
                "LEFT(<place>,<number>)",
                "SUBTOTAL(9,<area>)",
            ),
            *("REPT(<place>,<number>)", 'SUMIF(<area>,"<text>",<area>)', "INDEX(<area>,<number>,1)", "FACT(<number>)"),
        ),
        "area": ("A1:A9", "A$1:A$999", "A1:CZ1000", "A:CZ", "1:1000", "A1:XFD1048576", "$A$1:A1", "<place>"),
        "place": ("A1", "A2", "B1", "$A$1", "A999", "CZ1000", "Sheet2!A1"),
        "number": ("1", "0", "999999999", "1E308", "-1", "0.1"),
        "text": ("a", "*a*b", "?*?*?*", "~", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ">0"),
        "sign": ("+", "*", "^", "&", "/", "=", "<>"),
    },
    "vim": {
        "program": ("<keys>", "<keys><keys><keys>", "<keys><line><keys>"),
        "keys": (
            *(
                "<count>x",
                "<count>dd",
                "<count>p",
                "yyp",
                "ggyG",
                "Gp",
                "<count>w",
                "<count>b",
                "d<count>w",
                "u",
                "<count>J",
            ),
            *(
                "i<text>",
                "o<text>",
                ">>",
                "n",
                "N",
                "qa<keys>q",
                "<count>@a",
                "D",
                "S<text>",
                "cw<text>",
                '"ayy"ap',
                ".",
            ),
        ),
        "line": (
            *(":%s/<pattern>/<text>/g\n", ":s/<pattern>/<text>/\n", "/<pattern>\n", "?<pattern>\n", ":g/<pattern>/d\n"),
            *(":%d\n", ":<count>\n", ":w\n", ":w f<digit>\n", ":e f<digit>\n", ":g/a/normal yyp\n", ":1,$s/a/b/g\n"),
        ),
        "pattern": ("a", "", ".", "(a*)*b", "x*", "a*a*a*b", "^", "$", "\\w\\+", "[^a]*"),
        "count": ("", "9", "999", "999999999", "99999999999999999999"),
        "text": ("a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "a\na\na\n", "&&&&", "\\1", "a b c d e f "),
        "digit": ("0", "1"),
    },
    "replaces": {
        "program": ("<text>", "<text><text>", "<text><text><text><text>"),
        "text": (
            "a",
            "aa",
            "ab\n",
            "<text><text><text><text>",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "\n\n\n\n",
            "\ta",
            "é",
        ),
    },
}


class Place(NamedTuple):
    """Where programs are typed.

    Attributes:
        platform: Of the desktop.
        opening: What brings the keyboard there.
        keys: What a person presses between programs, any of them.
    """

    platform: Platform
    opening: tuple[Action, ...]
    keys: tuple[Action, ...] = ()


def _ctrl(keys: str, count: int = 1) -> tuple[Action, ...]:
    return tuple([Press(key, ("ctrl",), count) for key in keys])


#: By interpreter.
PLACES: Mapping[str, Place] = {
    "powershell": Place("windows", (OpenApp("powershell_ise"), Press("d", ("ctrl",)))),
    "bash": Place("linux", (OpenApp("terminal"),)),
    "formulas": Place(
        "windows",
        (OpenApp("excel"),),
        (*_ctrl("adrcvzyb"), *_ctrl("vdz", 1000), Press("space", ("ctrl",)), Press("home", ("ctrl",)), Press("down")),
    ),
    "vim": Place(
        "linux",
        (OpenApp("terminal"), Type("yes aaab | head -n 900 > f0; vim f0\n")),
        (Press("escape"), Press("escape"), Press("escape"), *_ctrl("rfb"), *_ctrl("r", 1000), Press("enter", (), 1000)),
    ),
    "replaces": Place(
        "windows",
        (OpenApp("text_editor"),),
        (
            *(*_ctrl("acxvzyh"), *_ctrl("vzy", 1000), Press("f3", (), 1000), Press("enter", (), 1000)),
            *(Press("tab"), Press("escape"), Press("backspace", (), 1000), Press("down", ("shift",), 1000)),
        ),
    ),
}
_DEEPEST = 7
_NAME = re.compile(r"<(\w+)>")


def deeds(interpreter: str, rng: random.Random) -> tuple[Action, ...]:
    """A program typed, and some keys."""
    keys = PLACES[interpreter].keys
    typed = f"{program(interpreter, rng)}\n"[:MAX_TYPED]
    return Type(typed), *[rng.choice(keys) for _ in range(rng.randrange(4) if keys else 0)]


def program(interpreter: str, rng: random.Random) -> str:
    """A program in the language of an interpreter."""
    grammar = GRAMMARS[interpreter]

    def grown(name: str, depth: int) -> str:
        chosen = rng.choice(grammar[name]) if depth < _DEEPEST else grammar[name][0]
        return _NAME.sub(lambda found: grown(found[1], depth + 1), chosen)

    return grown("program", 0)
