"""Other commands that do what was asked, and commands that do it not, half, or with damage."""

from __future__ import annotations

from omnigym.tasks.apps._real import typed

__all__: list[str] = []

typed(
    "right",
    "terminal/make-folders",
    by_install="install -d {path}",
    one_by_one="(IFS=/; for part in $(echo {path}); do mkdir -p $part; cd $part; done)",
)
typed(
    "wrong",
    "terminal/make-folders",
    only_those_above="mkdir -p $(dirname {path} | tr ' ' _)",
    a_file_at_its_end="mkdir -p {path} && rmdir {path} && touch {path}",
    another_name="mkdir -p {path}-2",
    with_another_elsewhere="mkdir -p {path} Templates/Extra",
)

typed(
    "right",
    "terminal/write-line",
    without_its_end="printf %s {text} > {folder}/{name}",
    by_tee="echo {text} | tee {folder}/{name}",
    in_its_folder="(cd {folder}; echo {text} >> {name})",
)
typed(
    "wrong",
    "terminal/write-line",
    said_only="echo {text}",
    twice="echo {text} > {folder}/{name}; echo {text} >> {folder}/{name}",
    more_than_that="echo Note: {text} > {folder}/{name}",
    elsewhere="mkdir -p Templates; echo {text} > Templates/{name}",
    an_empty_file="touch {folder}/{name}",
    with_another_file="echo {text} | tee {folder}/{name} > {folder}/copy-of-{name}",
)

typed(
    "right",
    "terminal/count-lines",
    by_awk="awk 'END {{print NR}}' {folder}/{name} > {folder}/{output}",
    by_grep="grep -c '' {folder}/{name} > {folder}/{output}",
)
typed(
    "wrong",
    "terminal/count-lines",
    with_its_name="wc -l {folder}/{name} > {folder}/{output}",
    one_more="expr 1 + $(wc -l < {folder}/{name}) > {folder}/{output}",
    of_characters="wc -c < {folder}/{name} > {folder}/{output}",
    said_only="wc -l < {folder}/{name}",
    every_number="seq 30 > {folder}/{output}",
    into_the_list_too="wc -l < {folder}/{name} | tee -a {folder}/{output} >> {folder}/{name}",
)

typed(
    "right",
    "terminal/sort-lines",
    by_an_option="sort -o {folder}/{output} {folder}/{name}",
    by_a_pipe="cat {folder}/{name} | sort | tee {folder}/{output}",
)
typed(
    "wrong",
    "terminal/sort-lines",
    backwards="sort -r {folder}/{name} > {folder}/{output}",
    copied_only="cp {folder}/{name} {folder}/{output}",
    without_the_last="sort {folder}/{name} | head -n -1 > {folder}/{output}",
    the_list_itself="sort -o {folder}/{name} {folder}/{name}",
    the_list_itself_and_a_copy="sort -o {folder}/{name} {folder}/{name}; cp {folder}/{name} {folder}/{output}",
    said_only="sort {folder}/{name}",
)

typed(
    "right",
    "terminal/filter-lines",
    by_sed="sed -n /{word}/p {folder}/{name} > {folder}/{output}",
    by_a_pipe="cat {folder}/{name} | grep -F {word} | tee {folder}/{output}",
)
typed(
    "wrong",
    "terminal/filter-lines",
    the_others="grep -v {word} {folder}/{name} > {folder}/{output}",
    counted="grep -c {word} {folder}/{name} > {folder}/{output}",
    numbered="grep -n {word} {folder}/{name} > {folder}/{output}",
    the_first="grep -m 1 {word} {folder}/{name} > {folder}/{output}",
    all_of_them="cp {folder}/{name} {folder}/{output}",
    moved_out="grep {word} {folder}/{name} > {folder}/{output}; sed -i /{word}/d {folder}/{name}",
)

typed(
    "right",
    "terminal/pack",
    with_its_folder="tar -czf {folder}/{archive} {folder}/{name}",
    by_a_pipe="tar -cf - -C {folder} {name} | gzip > {folder}/{archive}",
)
typed(
    "wrong",
    "terminal/pack",
    not_compressed="tar -cf {folder}/{archive} -C {folder} {name}",
    no_archive="cp {folder}/{name} {folder}/{archive}",
    compressed_only="gzip -c {folder}/{name} > {folder}/{archive}",
    an_empty_file_in_it="touch /tmp/{name}; tar -czf {folder}/{archive} -C /tmp {name}",
    packed_and_removed="tar -czf {folder}/{archive} -C {folder} {name}; rm {folder}/{name}",
    nothing_in_it="tar -czf {folder}/{archive} -T /dev/null",
    emptied_first=": > {folder}/{name}; tar -czf {folder}/{archive} -C {folder} {name}",
)

typed(
    "right",
    "terminal/collect",
    one_after_the_other="cat {folder}/{first} > {folder}/{name}; cat {folder}/{second} >> {folder}/{name}",
    in_their_folder="(cd {folder}; cat {first} {second} | tee {name})",
)
typed(
    "wrong",
    "terminal/collect",
    the_other_order="cat {folder}/{second} {folder}/{first} > {folder}/{name}",
    only_the_first="cp {folder}/{first} {folder}/{name}",
    the_second_twice="cat {folder}/{first} {folder}/{second} {folder}/{second} > {folder}/{name}",
    joined_and_removed="(cd {folder}; cat {first} {second} > {name}; rm {first} {second})",
    into_the_first="cat {folder}/{second} >> {folder}/{first}; cp {folder}/{first} {folder}/{name}",
)

typed(
    "right",
    "terminal/replace-word",
    "text/replace-word",
    by_perl="perl -pi -e s/{old}/{new}/g {folder}/{name}",
    by_another_file="sed s/{old}/{new}/g {folder}/{name} > /tmp/new; cat /tmp/new > {folder}/{name}",
)
typed(
    "wrong",
    "terminal/replace-word",
    "text/replace-word",
    the_first_of_each_line="sed -i s/{old}/{new}/ {folder}/{name}",
    said_only="sed s/{old}/{new}/g {folder}/{name}",
    in_a_copy="sed s/{old}/{new}/g {folder}/{name} > {folder}/new-{name}",
    taken_out="sed -i s/{old}//g {folder}/{name}",
    without_the_last_line="sed -i -e s/{old}/{new}/g -e '$d' {folder}/{name}",
    another_word="sed -i s/{old}/{new}s/g {folder}/{name}",
)

typed(
    "right",
    "terminal/show-output",
    by_expr="echo {count} weeks are $(expr {count} \\* 7)",
    by_printf="printf '%s weeks are %d\\n' {count} $((7*{count}))",
)
typed(
    "wrong",
    "terminal/show-output",
    one_less="echo {count} weeks are $((7*{count}-1))",
    the_number_alone="echo $((7*{count}))",
    in_two_lines="echo {count} weeks are; echo $((7*{count}))",
    into_a_file="echo {count} weeks are $((7*{count})) > /tmp/answer",
)

typed(
    "right",
    "terminal/start-process",
    without_a_terminal="nohup $(echo {line}) > /dev/null 2>&1 &",
    in_a_session_of_its_own="setsid $(echo {line}) > /dev/null &",
)
typed(
    "wrong",
    "terminal/start-process",
    said_only="echo {line}",
    ended_at_once="timeout 0.01 $(echo {line}) > /dev/null",
    another_command="(sleep 31 &) > /dev/null",
    its_name_alone="bash -c 'sleep 31; true' {line} &",
)

typed(
    "right",
    "terminal/end-process",
    by_its_number="kill $(pgrep -f '^([^ ]*/)?'{program})",
    by_its_line="pkill -HUP -f '^([^ ]*/)?'{program}",
)
typed(
    "wrong",
    "terminal/end-process",
    stopped_only="pkill -STOP -f '^([^ ]*/)?'{program}",
    only_looked_for="pgrep -f {program}",
    an_own_one_of_its_name="(exec -a {program} sleep 31 & kill $!)",
)

_PARTS = "{folder}/{first} {folder}/{second}"
typed(
    "right",
    "terminal/join-pictures",
    as_the_side_says=f"if [ {{side}} = right ]; then convert {_PARTS} +append {{folder}}/{{name}}; "
    f"else convert {_PARTS} -append {{folder}}/{{name}}; fi",
    by_an_offset="if [ {side} = right ]; then D=+; else D=-; fi; (cd {folder} && convert {first} {second} "
    "-background white ${{D}}append {name})",
)
typed(
    "wrong",
    "terminal/join-pictures",
    the_other_order="convert {folder}/{second} {folder}/{first} "
    "$([ {side} = right ] && echo + || echo -)append {folder}/{name}",
    the_other_direction=f"convert {_PARTS} $([ {{side}} = right ] && echo - || echo +)append {{folder}}/{{name}}",
    the_first_alone="cp {folder}/{first} {folder}/{name}",
    the_first_twice="convert {folder}/{first} {folder}/{first} "
    "$([ {side} = right ] && echo + || echo -)append {folder}/{name}",
    over_the_first=f"convert {_PARTS} $([ {{side}} = right ] && echo + || echo -)append {{folder}}/{{name}}; "
    "cp {folder}/{name} {folder}/{first}",
)
