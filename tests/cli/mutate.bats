#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# tests/mutate.py: which changes it makes to C text, how it names them and finds them again; what ends a
# test that hangs, and how near a test is to a file.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# changes: those of the text on standard input, without the name of the file
changes() {
    cat >a.c
    /usr/bin/python3 "$ROOT/tests/mutate.py" --list --all --files "$PWD/a.c" | sed 's/^[^:]*a\.c://'
}

@test "operators, constants, conditions, results and statements are changed" {
    changes >actual <<'END'
#define LIMIT(x) ((x) < 8)
/* a < b */
static bool fits(const place *p, int *left) {
    int n = *left - 1; // n = 2;
    p->at[n & 7] |= 0x10u;
    if (n < 0 || !p->open)
        return false;
    for (int i = 0; i < n; i++)
        (*left)--;
    puts("n == 1");
    return n == *left;
}

static const char *name(int n) {
    return n > 2 ? "many" :
                   "few";
}
END
    diff - actual <<'END'
4: - => +
4: 1 => 0
4: 1 => 2
5: p->at[n & 7] |= 0x10u; => ;
5: & => |
5: 7 => 6
5: 7 => 8
5: |= => &=
5: 0x10u => 0x11u
5: 0x10u => 0xfu
6: n < 0 || !p->open => !(n < 0 || !p->open)
6: < => <=
6: 0 => 1
6: || => &&
6: !p => p
7: false => true
8: 0 => 1
8: < => <=
9: (*left)--; => ;
9: -- => ++
10: puts("n == 1"); => ;
11: == => !=
15: n > 2 ? "many" : "few" => NULL
15: > => >=
15: 2 => 1
15: 2 => 3
15: "many" : "few" => "few" : "many"
END
}

@test "a change is named so that its place in the line is certain, and found by that name" {
    changes >named <<'END'
static int f(int a, int b) {
    return (a < b) + (b < a) + (a < b);
}
END
    [ "$(grep -c ' < .* => .* <= ' named)" -eq 3 ]
    [ "$(sort -u named | wc -l)" -eq "$(wc -l <named)" ]
    sed "s|^|$PWD/a.c:|" named >list
    /usr/bin/python3 "$ROOT/tests/mutate.py" --list --changes list | sed 's/^[^:]*a\.c://' >again
    same_output named again
}

@test "a change that is not there, or not in one place alone, is refused" {
    echo 'int x = 1 + 1;' >a.c
    run_split /usr/bin/python3 "$ROOT/tests/mutate.py" --list --apply "$PWD/a.c:1:2:3"
    expect 1 '' "mutate.py: $PWD/a.c:1: not there: \`2\`"
    run_split /usr/bin/python3 "$ROOT/tests/mutate.py" --list --apply "$PWD/a.c:1: 1 => 2"
    expect 1 '' "mutate.py: $PWD/a.c:1: more than once: \`1\`"
    run_split /usr/bin/python3 "$ROOT/tests/mutate.py" --list --apply "$PWD/a.c:1:1 +:1 -"
    [ "$status" -eq 0 ]
    [[ $out == *'a.c:1: 1 + => 1 -' ]]
}

@test "a seed picks the same changes each time, and another seed others" {
    pick() { /usr/bin/python3 "$ROOT/tests/mutate.py" --list --count 20 --seed "$1" --files lib/board; }
    cd "$ROOT"
    pick 1 >"$BATS_TEST_TMPDIR/one"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/one")" -eq 20 ]
    pick 1 | cmp - "$BATS_TEST_TMPDIR/one"
    [ "$(pick 2)" != "$(cat "$BATS_TEST_TMPDIR/one")" ]
}

@test "a known change is found by file, function, line and words; one that is gone is named" {
    printf 'int f(int a) {\n    return a + 1;\n}\n\nint g(int a) {\n    return a + 1;\n}\n' >a.c
    printf 'speed\ta.c:%s\treturn a + 1;\t%s\treason\n' g '+ => -' h '+ => -' g '1 => 3' >known
    run_split /usr/bin/python3 "$ROOT/tests/mutate.py" --stale --known known --files "$PWD/a.c"
    expect 1 'known:2: there is no such change
known:3: there is no such change' ''
    sed 2,3d known >one
    run_split /usr/bin/python3 "$ROOT/tests/mutate.py" --stale --known one --files "$PWD/a.c"
    expect 0 '' ''
    printf 'speed\ta.c:g\treturn a + 1;\t+ => -\n' >known
    run_split /usr/bin/python3 "$ROOT/tests/mutate.py" --stale --known known --files "$PWD/a.c"
    expect 1 '' 'known:1: not KIND, PLACE, LINE, CHANGE and REASON with tabs between'
}

# program SECONDS COMMAND [ASLEEP]: what a shell command prints, its status, and what ended it
program() {
    PYTHONPATH=$ROOT/tests /usr/bin/python3 -B -c '
import os, sys, mutate_proc
mutate_proc.ASLEEP = float(sys.argv[3])
program = mutate_proc.Program(["bash", "-c", sys.argv[2]], ".", os.environ)
said = list(program.lines(float(sys.argv[1])))
program.close()
print(*said, program.status, program.limit, sep="|")' "$1" "$2" "${3:-60}" 3>&-
}

@test "a program is ended for the processor time of all its processes, not for the time that it waits" {
    [ "$(program 1 'sleep 2; echo done')" = 'done|0|' ]
    [ "$(program 1 'echo begun; (while :; do :; done) | cat')" = 'begun|-9|processor time' ]
    [ "$(program 1 'while :; do timeout 0.4 bash -c "while :; do :; done"; done')" = '-9|processor time' ]
    [ "$(program 60 'read -r line < <(sleep 50)' 1)" = '-9|asleep' ]
}

@test "nothing of a program is left behind, whatever its process group" {
    program 60 'set -m; sleep 60 >/dev/null & echo $!; exit 3' >said
    grep -qx '[0-9]*|3|' said
    [[ $(ps -o stat= -p "$(cut -d '|' -f 1 said)") =~ ^(Z.*)?$ ]] # ended, if nobody has waited for it
}

@test "a test is near to what its program refers to, and reaches nothing else" {
    mkdir -p build/obj/lib/count build/obj/tools/odds build/obj/tests/unit tests/cli tests/unit
    compile() { gcc -c -MMD -x c -o "build/obj/$1.o" "$2"; }
    echo 'int far(void) { return 1; }' >far.c
    printf 'int far(void);\n#include "near.h"\nint near(void) { return far(); }\n' >near.c
    echo 'int other(void) { return 2; }' >other.c
    echo 'int near(void); int main(void) { return near(); }' >main.c
    touch near.h
    for name in far near other; do compile "lib/count/$name" $name.c; done
    compile tools/odds/odds main.c
    compile tests/unit/test_near main.c
    echo 'xpgn-odds x; xpgn-odds y; xpgn-list z' >tests/cli/odds.bats
    cat >near.py <<'END'
import mutate_reach, mutate_run
links = mutate_reach.Links(".")
unit = mutate_run.Test("unit near", [], "tests/unit/test_near.c", 1)
bats = mutate_run.Test("cli odds", [], "tests/cli/odds.bats", 1)
for name in ("near", "far", "other"):
    print(name, *("%.2f" % links.nearness(test, {"lib/count/" + name}) for test in (unit, bats)))
print(links.of("lib/count/far.c"), links.of("near.h"))
END
    PYTHONPATH=$ROOT/tests run_split /usr/bin/python3 -B near.py
    expect 0 "near 0.25 0.17
far 0.11 0.07
other 0.00 0.00
{'lib/count/far'} {'lib/count/near'}" ''
}
