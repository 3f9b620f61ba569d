#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# tests/mutate.py: which changes it makes to C text, how it names them and finds them again; what ends a
# test that hangs, which tests run a line, and what is told.
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
    pick() { /usr/bin/python3 "$ROOT/tests/mutate.py" --list --count 20 --seed "$1" --files lib/core/board; }
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
    PYTHONPATH=$ROOT/tests:${PYTHONPATH-} /usr/bin/python3 -B -c '
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

@test "a program can be interrupted, though the run itself ignores it" {
    [ "$(trap '' INT HUP; program 9 'kill -INT $$; echo alive')" = '-2|' ]
    [ "$(trap '' INT HUP; program 9 'kill -HUP $$; echo alive')" = '-1|' ]
}

@test "nothing of a program is left behind, whatever its process group" {
    program 60 'set -m; sleep 60 >/dev/null & echo $!; exit 3' >said
    grep -qx '[0-9]*|3|' said
    [[ $(ps -o stat= -p "$(cut -d '|' -f 1 said)") =~ ^(Z.*)?$ ]] # ended, if nobody has waited for it
}

# reach: a tree of two tests, and reach.py, which prints the tests that can notice each change of lib/a.c
reach() {
    mkdir -p build/obj/lib build/obj/tests tests lib
    cat >lib/a.c <<'END'
static const int table[] = {4};
const int shown = 5;

int twice(int n) {
    if (n > 3)
        return 6;
    switch (n) {
    case 1: return 7;
    }
    return table[0];
}

int unused(void) {
    return 8;
}
END
    echo 'int other(void) { return 1; }' >lib/b.c
    cat >tests/t.c <<'END'
#include <stdlib.h>
#include <unistd.h>
int twice(int n), other(void);
int main(int argc, char **argv) { _exit(argc > 1 ? twice(atoi(argv[1])) : other()); }
END
    cp tests/t.c tests/u.c
    for file in lib/a lib/b tests/t; do gcc --coverage -c -MMD -o "build/obj/$file.o" $file.c; done
    cat >reach.py <<'END'
import os, sys
import mutate_c, mutate_reach, mutate_run
open("mutate-ends.c", "w").write(mutate_reach.ENDS)
link = mutate_reach.flags(".")[1].replace("LDFLAGS=", "")
os.system("gcc -c mutate-ends.c && gcc --coverage -o run build/obj/*/*.o " + link)
tests = [mutate_run.Test("unit big", ["./run", "9"], "tests/t.c"), mutate_run.Test("unit one", ["./run", "1"], "tests/t.c"),
         mutate_run.Test("unit none", ["./run"], "tests/u.c")]
reach = mutate_reach.Reach(os.getcwd(), os.environ, os.path.abspath("ran"), tests)
reach.learn(1)
for change in mutate_c.Source("lib/a.c", open("lib/a.c").read()).changes():
    if sys.argv[1:] and change.new in sys.argv[1:]:
        print(change.line, change.what + ":", *(test.name[5:] for test in reach.of(change)))
print(*reach.unreached("lib/a.c"), *reach.unreached("lib/a.h"))
END
}

@test "those tests can notice a change that run its line, or the lines around it; each runs again when it is changed" {
    reach
    PYTHONPATH=$ROOT/tests:${PYTHONPATH-} run_split /usr/bin/python3 -B reach.py 5 6 7 9
    expect 0 'gcov: 3 of 3 tests have to run
gcov: unit big, 0 s
gcov: unit one, 0 s
gcov: unit none, 0 s
1 4 => 5: big one
2 5 => 6: big one none
6 6 => 5: big
6 6 => 7: big
8 7 => 6: big one
14 8 => 7:
14 8 => 9:
10 13 14' ''
    echo '//' >>tests/u.c
    PYTHONPATH=$ROOT/tests:${PYTHONPATH-} run_split /usr/bin/python3 -B reach.py
    expect 0 'gcov: 1 of 3 tests have to run
gcov: unit none, 0 s
10 13 14' ''
    sed -i '3a //\n//\n//\n//\n//\n//' lib/a.c # its lines move
    sed -i 's/return 8/return 7 + 1/' lib/a.c
    gcc --coverage -c -MMD -o build/obj/lib/a.o lib/a.c
    PYTHONPATH=$ROOT/tests:${PYTHONPATH-} run_split /usr/bin/python3 -B reach.py 5 6
    expect 0 '1 4 => 5: big one
2 5 => 6: big one none
12 6 => 5: big
14 7 => 6: big one
20 7 => 6:
16 19 20' ''
}

@test "what no test reaches has survived, what ran out of time has not, and a run goes on where it was broken off" {
    printf 'int f(int a) {\n    return a + 1;\n}\n' >a.c
    cat >verdicts.py <<'END'
import argparse, types
import mutate, mutate_run
def judged(enough, *times):
    copy = types.SimpleNamespace(cpu=0, pool=types.SimpleNamespace(enough=enough, note=lambda test, failed: None))
    def fails(cpu):
        copy.cpu = cpu
    tests = [types.SimpleNamespace(fails=lambda copy, cpu=cpu: fails(cpu)) for cpu in times]
    return mutate_run.Copy.run_tests(copy, tests)
print(judged(0, 5, 5, 5), judged(8, 5, 5, 5), judged(15, 5, 5, 5))
pool = types.SimpleNamespace(in_order=lambda change: [])
print(mutate_run.Copy.judge(types.SimpleNamespace(pool=pool), None))
args = argparse.Namespace(known="", seconds=None, apply=[], changes=[], patch=[], min=50)
trial = mutate.Trial(args, mutate.source("a.c").changes())
trial.resume("log")
print(*trial.changes)
print(trial.report())
END
    sed "s|a.c|$PWD/a.c|" >log <<'END'
killed          a.c:2: + => - (unit few: a (b), 2 s)
survived        a.c:2: 1 => 0 (3 tests, 9 s)
not reached     a.c:2: 1 => 2
survived: a.c:2: return a + 1; => ;
END
    sed -i "s|\"a.c\"|\"$PWD/a.c\"|" verdicts.py
    PYTHONPATH=$ROOT/tests:${PYTHONPATH-} run_split /usr/bin/python3 -B verdicts.py
    expect 0 "('survived', '3 tests') ('ran out of time', '2 of 3 tests') ('survived', '3 tests')
('not reached', '')
$PWD/a.c:2: a + 1 => 0

survived: $PWD/a.c:2: 1 => 0
	a.c:f	return a + 1;	1 => 0	
not reached: $PWD/a.c:2: 1 => 2
	a.c:f	return a + 1;	1 => 2	
3 changes: 1 killed, 1 survived, 1 not reached
score: 33.3 of 100 without equivalent and speed-only changes, 33.3 with them
1" ''
}
