#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# tests/mutate.py: which changes it makes to C text, how it names them and finds them again; what ends a
# test that hangs, and which functions a test enters.
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

@test "a library that is traced tells which functions are entered, by all processes" {
    cat >lib.c <<'END'
static inline int inner(int n) { return n + 1; }
static int local(int n) { return inner(n); }
int first(int n) { return local(n); }
int second(int n) { return n; }
int third(int n) { return n; }
END
    cat >main.c <<'END'
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
int first(int n), second(int n);
int main(void) { return fork() ? wait(0), first(1) : (second(2), raise(SIGKILL)); }
END
    cat >trace.py <<'END'
import mutate_reach, os, subprocess
place = os.getcwd()
with open("trace.c", "w") as file:
    file.write(mutate_reach.Tracer.source(place + "/seen"))
subprocess.run(["gcc", "-c", "-fPIC", "trace.c"], check=True)
subprocess.run("gcc -O1 -fPIC -shared -o lib.so lib.c trace.o".split() + mutate_reach.FLAGS.split(), check=True)
subprocess.run(["gcc", "-o", "main", "main.c", place + "/lib.so"], check=True)
tracer = mutate_reach.Tracer("lib.so", place + "/seen")
tracer.clear()
print(sorted(tracer.entered()))
subprocess.run(["./main"], check=False)
print(sorted(tracer.entered()))
END
    PYTHONPATH=$ROOT/tests run_split /usr/bin/python3 -B trace.py
    expect 0 "[]
['first', 'inner', 'local', 'second']" ''
}
