"""The shell says and does what bash and the coreutils say and do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnigym.sim.linux.bash.running import run_line
from omnigym.sim.linux.bash.session import Session, World
from omnigym.sim.vfs import HOME, Vfs

NOW = 1_741_942_800_000
FILES = {
    "fruit.txt": "pear\napple\nfig\napple\n",
    "table.csv": "name,age\nMia,31\nTom,9\n",
    "a b.txt": "one two\nthree\n",
    "src/main.py": "print(1)\n",
    "src/deep/note.md": "# note\n",
    ".hidden": "x\n",
}


def session() -> Session:
    vfs = Vfs().make_dir("C:/tmp")
    for path, text in FILES.items():
        vfs = vfs.write(f"{HOME}/{path}", text.encode(), NOW)
    world = World(NOW, {"time.zone": "UTC"}, {"nautilus": "file_manager"})
    return Session(vfs, HOME, {}, world, {"ll": "ls -l"})


def said(line: str) -> str:
    return run_line(session(), line).output.decode()


@pytest.mark.parametrize(
    ("line", "output"),
    [
        # words
        ("echo 'a  b' \"c  d\" e  f", "a  b c  d e f\n"),
        ("x=5; echo $x ${x}y '$x' \"$x\" \\$x", "5 5y $x 5 $x\n"),
        ("x='a b'; printf '[%s]' $x \"$x\"", "[a][b][a b]"),
        ("echo ${x:-none} ${#HOME} ${x:=set} $x", "none 0 set set\n"),
        ("f=a.tar.gz; echo ${f%.gz} ${f%%.*} ${f#*.} ${f##*.} ${f/tar/zip}", "a.tar a tar.gz gz a.zip.gz\n"),
        ("echo $((2+3*4)) $((7/2)) $((-7/2)) $((7%3)) $((2**10)) $((3>2))", "14 3 -3 1 1024 1\n"),
        ("echo $((` ))", "bash: unexpected EOF while looking for matching ``'\n"),
        ("echo {a,b}{1,2} {1..4}", "a1 a2 b1 b2 1 2 3 4\n"),
        ("echo *.txt 'a*' none*", "a b.txt fruit.txt a* none*\n"),
        ("echo src/*/*.md ~/src", "src/deep/note.md /home/user/src\n"),
        ("echo $(echo in $(echo deep)) `echo old`", "in deep old\n"),
        ("echo one # two", "one\n"),
        ("(IFS=/; for p in $(echo a/b); do echo $p; done)", "a\nb\n"),
        # control
        ("true && echo yes || echo no; false && echo yes || echo no", "yes\nno\n"),
        ("! false; echo $?; ! true; echo $?", "0\n1\n"),
        ("for i in 1 2 3; do echo n$i; done", "n1\nn2\nn3\n"),
        ("i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done", "1\n2\n3\n"),
        ("if [ -f fruit.txt ]; then echo file; elif true; then echo x; else echo y; fi", "file\n"),
        ("(cd src; pwd); pwd; { cd src; }; pwd", "/home/user/src\n/home/user\n/home/user/src\n"),
        ("while true; do :; done", "Killed\n"),
        # redirections
        ("echo a > n; echo b >> n; cat < n; wc -l < n", "a\nb\n2\n"),
        ("ls nope 2> err; cat err; ls nope 2>/dev/null; ls nope &> both; cat both | wc -l", None),
        ("cat <<EOF\n$((1+1)) line\nEOF", "2 line\n"),
        ("cat <<'EOF'\n$x\nEOF", "$x\n"),
        ("echo out; echo err 1>&2", "out\nerr\n"),
        ("{ echo a; echo b; } > n; cat n | tee m | tail -1; cat m", "b\na\nb\n"),
        # texts
        ("sort fruit.txt | uniq -c | sort -rn", "      2 apple\n      1 pear\n      1 fig\n"),
        (
            "grep -n apple fruit.txt; grep -c apple fruit.txt; grep -v apple fruit.txt",
            "2:apple\n4:apple\n2\npear\nfig\n",
        ),
        (
            "grep -r note src; grep -l pear *.txt; grep -q pear fruit.txt && echo found",
            "src/deep/note.md:# note\nfruit.txt\nfound\n",
        ),
        (
            "head -n 1 fruit.txt; tail -n 1 fruit.txt; head -2 fruit.txt | tail -1; tail -n +4 fruit.txt",
            "pear\napple\napple\napple\n",
        ),
        (
            "wc fruit.txt; wc -w < fruit.txt; wc -l fruit.txt table.csv",
            " 4  4 21 fruit.txt\n4\n 4 fruit.txt\n 3 table.csv\n 7 total\n",
        ),
        ("cut -d, -f2 table.csv | tail -n +2; cut -c1-2 fruit.txt | head -1", "31\n9\npe\n"),
        ("sort -t, -k2 -n table.csv | tail -2", "Tom,9\nMia,31\n"),
        ("tr a-z A-Z < 'a b.txt'; echo aabb | tr -s a; echo a1b2 | tr -d 0-9", "ONE TWO\nTHREE\nabb\nab\n"),
        (
            "sed -n 2p fruit.txt; sed s/p/P/ fruit.txt | head -1; sed 's/p/P/g;1d' fruit.txt | head -1",
            "apple\nPear\naPPle\n",
        ),
        ("sed -i s/fig/plum/ fruit.txt; sed -n '/plum/,$p' fruit.txt; sed '$d' fruit.txt | wc -l", "plum\napple\n3\n"),
        ("sed -E 's/(a)(p+)/\\2\\1/' fruit.txt | sed -n 2p; echo a/b | sed 's|/|-|'", "ppale\na-b\n"),
        ("awk -F, 'NR>1 {print $2, $1}' table.csv; awk 'END {print NR}' fruit.txt", "31 Mia\n9 Tom\n4\n"),
        ("seq 3 | tac | paste -s -d,; echo abc | rev", None),
        ("diff fruit.txt fruit.txt; echo x > n; echo y > m; diff n m", "1c1\n< x\n---\n> y\n"),
        # files
        (
            "mkdir -p a/b && touch a/b/f && find a && rm -r a && ls a",
            "a\na/b\na/b/f\nls: cannot access 'a': No such file or directory\n",
        ),
        (
            "cp fruit.txt src && ls src; mv src/fruit.txt src/x && ls src",
            "deep  fruit.txt  main.py\ndeep  main.py  x\n",
        ),
        (
            "cp -r src copy; find copy -type f -name '*.md'; find src -maxdepth 1 -type f",
            "copy/deep/note.md\nsrc/main.py\n",
        ),
        ("ls -a | head -3; ls -d src; ls src | wc -l", ".\n..\n'a b.txt'\nsrc\n2\n".replace("'a b.txt'", "a b.txt")),
        ("tree src", "src\n├── deep\n│   └── note.md\n└── main.py\n\n1 directory, 2 files\n"),
        (
            "tar -czf s.tgz src && tar -tzf s.tgz && mkdir o && tar -xzf s.tgz -C o && cat o/src/main.py",
            "src/deep/note.md\nsrc/main.py\nprint(1)\n",
        ),
        (
            "zip -qr s.zip src; unzip -q s.zip -d o; cat o/src/main.py; gzip fruit.txt; zcat fruit.txt.gz | head -1",
            None,
        ),
        (
            "chmod 600 fruit.txt; ls -l fruit.txt | cut -c1-10; echo 'echo run' > s.sh; ./s.sh; chmod +x s.sh; ./s.sh",
            "-rw-------\nbash: ./s.sh: Permission denied\nrun\n",
        ),
        ("basename /a/b.txt .txt; dirname /a/b.txt; realpath src/../fruit.txt", "b\n/a\n/home/user/fruit.txt\n"),
        ("find . -name '*.md' | xargs wc -l; echo a b | xargs -n 1 echo -", "1 ./src/deep/note.md\n- a\n- b\n"),
        (
            "date +%Y-%m-%d; whoami; date; date -d tomorrow +%A",
            "2025-03-14\nuser\nFri Mar 14 09:00:00 UTC 2025\nSaturday\n",
        ),
        # what is wrong
        ("nope", "bash: nope: command not found\n"),
        ("cat nope src", "cat: nope: No such file or directory\ncat: src: Is a directory\n"),
        ("cd nope; cd fruit.txt", "bash: cd: nope: No such file or directory\nbash: cd: fruit.txt: Not a directory\n"),
        (
            "rm nope; rm src; rmdir src",
            (
                "rm: cannot remove 'nope': No such file or directory\n"
                "rm: cannot remove 'src': Is a directory\nrmdir: failed to remove 'src': Directory not empty\n"
            ),
        ),
        (
            "mkdir src; mkdir x/y",
            (
                "mkdir: cannot create directory ‘src’: File exists\n"
                "mkdir: cannot create directory ‘x/y’: No such file or directory\n"
            ),
        ),
        (
            "cp nope x; cp src x; mv nope x",
            (
                "cp: cannot stat 'nope': No such file or directory\n"
                "cp: -r not specified; omitting directory 'src'\nmv: cannot stat 'nope': No such file or directory\n"
            ),
        ),
        ("echo x > nope/y; echo x > src", "bash: nope/y: No such file or directory\nbash: src: Is a directory\n"),
        ("ls -Z", "ls: invalid option -- 'Z'\nTry 'ls --help' for more information.\n"),
        ("echo )", "bash: syntax error near unexpected token `)'\n"),
        ("echo $((1/0))", "bash: division by 0\n"),
        ("touch /etc/x; rm -rf /; rm -rf ~", None),
    ],
)
def test_a_line_and_what_it_writes(line: str, output: str | None) -> None:
    got = said(line)
    if output is not None:
        assert got == output
    else:
        assert "Traceback" not in got and got.endswith("\n")


def test_exit_statuses() -> None:
    assert said(
        "false; echo $?; nope 2>/dev/null; echo $?; ls nope 2>/dev/null; echo $?; grep x fruit.txt; echo $?"
    ) == ("1\n127\n2\n1\n")


def test_the_system_is_not_the_users() -> None:
    shell = session()
    output = run_line(shell, "rm -rf / /home ~ /tmp; touch /etc/x").output.decode()
    assert output.count("Permission denied") == 5
    assert shell.vfs.is_dir(HOME)


def test_what_never_ends_is_stopped() -> None:
    for line in ("while :; do :; done", "yes | cat | cat > big; cat big big big big > b2; while :; do cat b2; done"):
        assert run_line(session(), line).output.endswith(b"Killed\n")


def test_deep_nesting_is_refused() -> None:
    for line in (
        "(" * 200 + "echo" + ")" * 200,
        "echo " + "$(" * 60 + "echo x" + ")" * 60,
        "echo $((" + "(" * 90 + "1" + ")" * 90 + "))",
    ):
        assert b"bash:" in run_line(session(), line).output


WORDS = st.sampled_from(
    [
        "echo",
        "ls",
        "cat",
        "fruit.txt",
        "src",
        "|",
        "||",
        "&&",
        ";",
        "&",
        ">",
        ">>",
        "<",
        "2>",
        "$x",
        "${x",
        "}",
        "$((",
        "))",
        "(",
        ")",
        "'",
        '"',
        "\\",
        "`",
        "*",
        "[",
        "{a,b}",
        "~",
        "#",
        "for",
        "in",
        "do",
        "done",
        "if",
        "then",
        "fi",
        "while",
        "x=1",
        "!",
        "\n",
        "sed",
        "s/a/b/",
        "grep",
        "-n",
        "sort",
        "-k2",
        "find",
        "-exec",
        "awk",
        "{print $1}",
        "rm",
        "-rf",
        "/",
        "..",
        "cp",
        "-r",
        "tar",
        "-cf",
        "-",
        "é😀",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=14).map(" ".join) | st.text(max_size=30))
def test_no_line_is_a_fault(line: str) -> None:
    """Whatever is typed, there is an answer, and the user's home is there afterwards."""
    shell = session()
    run_line(shell, line)
    assert shell.vfs.is_dir(HOME) and shell.vfs.is_dir(shell.cwd)
    assert 0 <= shell.status <= 255


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40))
def test_what_is_quoted_is_one_word_as_it_is(text: str) -> None:
    import shlex

    assert said(f"printf '%s' {shlex.quote(text)}") == text


@given(st.lists(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=6), max_size=20))
def test_sort_uniq_and_wc_agree_with_python(words: list[str]) -> None:
    shell = session()
    shell.vfs = shell.vfs.write(f"{HOME}/w", "".join(f"{w}\n" for w in words).encode())
    out = run_line(shell, "sort -u w; wc -l < w").output.decode().split("\n")
    assert out == [*sorted(set(words)), str(len(words)), ""]


_SITE = "AppData/Local/Sites/cdn.contoso.com/files/notes/a.txt"


@pytest.mark.parametrize(
    ("line", "output", "status"),
    [
        ("wget -q https://cdn.contoso.com/notes/a.txt && cat a.txt", "tide\n", 0),
        ("cd src; wget -q -P deep https://cdn.contoso.com/notes/a.txt; cat deep/a.txt", "tide\n", 0),
        ("echo x > a.txt; wget -q cdn.contoso.com/notes/a.txt; cat a.txt.1", "tide\n", 0),
        ("curl -s https://cdn.contoso.com/notes/a.txt | tr a-z A-Z", "TIDE\n", 0),
        ("curl -o b.txt https://cdn.contoso.com/notes/a.txt; cat b.txt", "tide\n", 0),
        ("wget -q https://cdn.contoso.com/none", "https://cdn.contoso.com/none: ERROR 404: Not Found.\n", 8),
        ("curl -f https://cdn.contoso.com/none", "curl: (22) The requested URL returned error: 404\n", 22),
        ("curl https://nowhere.example/", "curl: (6) Could not resolve host: nowhere.example\n", 6),
        ("wget -O no/b.txt https://cdn.contoso.com/notes/a.txt", "no/b.txt: No such file or directory\n", 3),
    ],
)
def test_files_come_from_the_web(line: str, output: str, status: int) -> None:
    shell = session()
    shell.vfs = shell.vfs.make_dir(f"{HOME}/{_SITE.rpartition('/')[0]}").write(f"{HOME}/{_SITE}", b"tide\n", NOW)
    assert (run_line(shell, line).output.decode(), shell.status) == (output, status)
