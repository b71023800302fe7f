"""The little PowerShell says and does what PowerShell does, and always ends."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.sim.vfs import HOME, Vfs
from omnigym.sim.windows.powershell.parsing import parse
from omnigym.sim.windows.powershell.running import kept_of, put_back, run_line, run_script
from omnigym.sim.windows.powershell.session import ERROR, Session, World
from omnigym.sim.windows.powershell.syntax import ScriptError
from omnigym.sim.work_budget import metered

NOW = 1_741_942_800_000
FILES = {
    "fruit.txt": "pear\napple\nfig\napple\n",
    "Documents/table.csv": "name,age\nMia,31\nTom,9\nAda,40\n",
    "Documents/a.log": "x" * 120,
    "Documents/b.txt": "hello",
}


def session() -> Session:
    vfs = Vfs().make_dir(HOME)
    for path, text in FILES.items():
        vfs = vfs.write(f"{HOME}/{path}", text.encode(), NOW)
    return Session(vfs, World(NOW, NOW, {}, {"notepad": "text_editor"}))


def said(line: str) -> str:
    shell = session()
    with metered():
        run_line(shell, line)
    return "".join(piece.text for piece in shell.shown).rstrip("\n")


@pytest.mark.parametrize(
    ("line", "output"),
    [
        # texts and variables
        ("$x = 5; \"a $x $($x+1) $x.Length\"; 'a $x'", "a 5 6 5.Length\na $x"),
        ('$f = \'a\'; "${f}b `$f `"q`""', 'ab $f "q"'),
        ('@"\none $(1+1)\n"@', "one 2"),
        ('\'it\'\'s\'; "say ""hi"""', 'it\'s\nsay "hi"'),
        # reckoning
        ("1 + 2 * 3; (1 + 2) * 3; 7/2; 6/3; 10 % 3; -2 + 5; 2KB; 0x1F", "7\n9\n3.5\n2\n1\n3\n2048\n31"),
        ("1..4 -join ','; 'a' * 3; 'a','b' + 'c'", "1,2,3,4\naaa\na\nb\nc"),
        ("5 -gt 3 -and -not $false; 'Abc' -eq 'aBC'; 'Abc' -ceq 'aBC'", "True\nTrue\nFalse"),
        ("1,2,3,4 -gt 2; 'a.txt' -like '*.TXT'; 3 -in 1,3; 1,2 -contains 5", "3\n4\nTrue\nTrue\nFalse"),
        ("'a1b22' -replace '[0-9]+','#'; 'x-y' -replace '(.)-(.)','$2$1'; 'a,b;c' -split '[,;]'", "a#b#\nyx\na\nb\nc"),
        ("'hello' -match 'l+(o)'; $Matches[1]", "True\no"),
        ("'{0:N2} {1,4}|{2:D3}' -f 3.14159, 'x', 7", "3.14    x|007"),
        ("[int]'42' + 1; [math]::Round(2.567, 1); [string]1 + 1; ' a '.Trim().ToUpper()", "43\n2.6\n11\nA"),
        ("$h = @{a=1}; $h.b = 2; $h['a']; $h.Count; $a = 1,2; $a += 3; $a[-1]; $a.Length", "1\n2\n3\n3"),
        ("1/0; 'on'", "Nothing can be divided by zero.\nAt line 1\non"),
        # statements
        ("if (0) {1} elseif (2) {3} else {4}", "3"),
        ("foreach ($i in 1..5) { if ($i -eq 2) { continue }; if ($i -eq 4) { break }; $i }", "1\n3"),
        (
            "for ($i=0; $i -lt 3; $i++) { $i }; $j = 3; while ($j) { $j-- }; do { $j++ } until ($j -ge 2); $j",
            "0\n1\n2\n2",
        ),
        ("function add($a, $b = 10) { return $a + $b; 'no' }; add 1; add 1 2; add -b 1 5", "11\n3\n6"),
        ("function fact($n) { if ($n -le 1) { return 1 }; $n * (fact ($n - 1)) }; fact 5", "120"),
        ("& { param($x) $x * 2 } 4; throw 'no'; 'never'", "8\nno"),
        # pipelines of objects
        ("ls Documents | where Length -gt 10 | % Name", "a.log\ntable.csv"),
        (
            "ls -Recurse -File | Sort-Object Length -Descending | select -First 1 -ExpandProperty Name",
            "a.log",
        ),
        ("(ls Documents).Count; (Get-Item fruit.txt).Extension; Test-Path nope", "3\n.txt\nFalse"),
        (
            "Import-Csv Documents\\table.csv | ? { [int]$_.age -gt 10 } | sort name | ConvertTo-Csv -NoTypeInformation",
            '"name","age"\n"Ada","40"\n"Mia","31"',
        ),
        ("(gc fruit.txt | Measure-Object).Count; (1..4 | measure -Sum -Average).Average", "4\n2.5"),
        ('gc fruit.txt | group | % { "$($_.Name)=$($_.Count)" }', "apple=2\nfig=1\npear=1"),
        ("gc fruit.txt | sort -Unique; gc fruit.txt -Head 1; gc fruit.txt -Tail 1", "apple\nfig\npear\npear\napple"),
        ("1..3 | ForEach-Object { $_ * 2 } | Where-Object { $_ -ne 4 }", "2\n6"),
        (
            "Select-String app fruit.txt; gc fruit.txt | sls -NotMatch 'p' | % Line",
            "fruit.txt:2:apple\nfruit.txt:4:apple\nfig",
        ),
        (
            "ls Documents *.txt | select Name, @{n='Big';e={$_.Length -gt 3}} | ConvertTo-Json -Compress",
            '{"Name": "b.txt", "Big": true}',
        ),
        # files
        (
            "'x' > o.txt; 'y' >> o.txt; gc o.txt; Set-Content o.txt z; Add-Content o.txt w; (gc o.txt) -join '+'",
            "x\ny\nz+w",
        ),
        ("mkdir R | Out-Null; cp *.txt R; mv Documents\\*.log R; ren R\\fruit.txt f.txt; ls R -Name", "a.log\nf.txt"),
        (
            "mkdir D > x; 'y' > D\\y; rm D; ls D -Name; rm D -Recurse; Test-Path D; rm Documents -Recurse",
            (
                "Remove-Item : 'C:\\Users\\user\\D' is a folder that is not empty. With -Recurse it goes with all that "
                "is in it.\ny\nFalse\nRemove-Item : 'C:\\Users\\user\\Documents': The system needs it."
            ),
        ),
        (
            "gc nope.txt; gc nope.txt -ErrorAction SilentlyContinue; cd Documents; pwd | % Path",
            "Get-Content : There is no 'C:\\Users\\user\\nope.txt'.\nC:\\Users\\user\\Documents",
        ),
        # what is wrong
        ("foo -x", "foo : There is no such command, script or program. Check how it is spelled.\nAt line 1"),
        ("ls -Nonsense", "Get-ChildItem : There is no parameter 'nonsense'.\nAt line 1"),
        ("if (1 {", "')' is missing behind 'if'.\nAt line 1"),
        ("'open", "The text has no end: a ' is missing.\nAt line 1"),
    ],
)
def test_it_says_what_powershell_says(line: str, output: str) -> None:
    assert said(line) == output


def test_a_script_runs_where_the_policy_lets_it() -> None:
    shell = session()
    shell.vfs = shell.vfs.write(f"{HOME}/a.ps1", b"param($n = 2)\n1 + $n\nWrite-Host hi -ForegroundColor Green\n")
    run_script(shell, f"{HOME}/a.ps1")
    assert shell.shown[-1].ink == ERROR and "policy Restricted" in shell.shown[-1].text
    run_line(shell, "Set-ExecutionPolicy remotesigned -Scope CurrentUser; Get-ExecutionPolicy")
    shell.shown.clear()
    run_script(shell, f"{HOME}/a.ps1")
    assert [(p.text, p.ink) for p in shell.shown] == [("3\n", -1), ("hi\n", 0x16C60C)]
    shell.shown.clear()
    run_line(shell, ".\\a.ps1 5 > out.txt; gc out.txt; Set-ExecutionPolicy Sometimes")
    assert [p.text for p in shell.shown][:2] == ["hi\n", "6\n"]
    assert "'Sometimes' is none of" in shell.shown[-1].text


def test_variables_and_functions_outlast_a_line() -> None:
    shell = session()
    run_line(shell, "$a = 1,@{b='c'}; function twice($x) { $x * 2 }; $s = { $_ + 1 }; cd Documents")
    kept = kept_of(shell)
    assert hash(kept) is not None
    other = session()
    put_back(other, kept)
    run_line(other, "twice $a[0]; $a[1].b; 1,2 | % $s; (pwd).Path")
    assert "".join(p.text for p in other.shown) == "2\nc\n2\n3\nC:\\Users\\user\\Documents\n"


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("while ($true) { }", "OutOfMemoryException"),
        ("while ($true) { 'x' * 1000 }", "OutOfMemoryException"),
        ("function f { f }; f", "too deep"),
        ("$x = { & $x }; & $x", "too deep"),
        ("$s = 'ab' * 1000; while (1) { $s = $s + $s }", "OutOfMemoryException"),
        ("$l = 1..10000; while (1) { $l = $l + $l }", "OutOfMemoryException"),
        ("1..99999", "A range has room"),
        ("1..20000", "OutOfMemoryException"),
        ("(" * 400 + "1" + ")" * 400, "too deep"),
        ("1" + "+1" * 5000, "too deep"),
        ("'" + "a" * 3000 + "!' -match '(a+)+$'", "False"),
        ("$x = 2; while (1) { $x = $x * $x }", "OutOfMemoryException"),
        ("for (;;) { $null = mkdir a; rm a }", "OutOfMemoryException"),
        ("$h = @{}; while (1) { $h = @{a=$h} }", "values lie too deep"),
        ("$h = @{}; while (1) { $h.a = $h }", "values lie too deep"),
        ("$l = 1..9999; while (1) { $m = $l | sort -Descending }", "OutOfMemoryException"),
        ("$s = 'a' * 99999; while (1) { $t = $s -replace 'a', 'b' }", "OutOfMemoryException"),
        ('$h = @{}; while (1) { $i++; $h["k$i"] = $i }', "OutOfMemoryException"),
    ],
)
def test_what_never_ends_is_stopped(line: str, end: str) -> None:
    shell = session()
    with metered():
        run_line(shell, line)
    assert end in "".join([piece.text for piece in shell.shown])[-3000:]
    hash(kept_of(shell))


_BITS = [
    "\n",
    *"""$ ( ) { } [ ] @ @( @{ $( ' " ` , ; | > >> & . .. = += ++ - -- -eq -match -f -join -split -Path -Recurse : :: %
    ? if else foreach while do for in function param return break throw ls gc sort where select echo measure sls ! -not
    Get-Date Set-Content Import-Csv Export-Csv Get-ChildItem Where-Object ForEach-Object $_ $x $x.y [int] [math]::Abs( 1
    2.5 0 'a' "$x" *.txt fruit.txt Documents # <# #> Name Length a.b {0}""".split(),  # noqa: SIM905
]
_WORDS = st.lists(st.sampled_from(_BITS), max_size=20)
_SCRIPTS = st.one_of(_WORDS.map(" ".join), _WORDS.map("".join), st.text(max_size=60))


@settings(max_examples=250, deadline=None)
@given(_SCRIPTS)
def test_any_text_is_a_script_or_says_why_not(text: str) -> None:
    with contextlib.suppress(ScriptError):
        parse(text)


@settings(max_examples=250, deadline=None)
@given(_SCRIPTS)
def test_any_line_ends_and_what_is_kept_can_be_hashed(text: str) -> None:
    shell = session()
    with metered():
        run_line(shell, text)
    hash(kept_of(shell))
    put_back(session(), kept_of(shell))
