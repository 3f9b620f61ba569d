#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# tests/mutate.py: which changes it makes to C text, how it names them and finds them again.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# changes: those of the text on standard input, without the name of the file
changes() {
    cat >a.c
    python3 "$ROOT/tests/mutate.py" --list --all --files "$PWD/a.c" | sed 's/^[^:]*a\.c://'
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
    python3 "$ROOT/tests/mutate.py" --list --changes list | sed 's/^[^:]*a\.c://' >again
    same_output named again
}

@test "a change that is not there, or not in one place alone, is refused" {
    echo 'int x = 1 + 1;' >a.c
    run_split python3 "$ROOT/tests/mutate.py" --list --apply "$PWD/a.c:1:2:3"
    expect 1 '' "mutate.py: $PWD/a.c:1: not there: \`2\`"
    run_split python3 "$ROOT/tests/mutate.py" --list --apply "$PWD/a.c:1: 1 => 2"
    expect 1 '' "mutate.py: $PWD/a.c:1: more than once: \`1\`"
    run_split python3 "$ROOT/tests/mutate.py" --list --apply "$PWD/a.c:1:1 +:1 -"
    [ "$status" -eq 0 ]
    [[ $out == *'a.c:1: 1 + => 1 -' ]]
}

@test "a seed picks the same changes each time, and another seed others" {
    pick() { python3 "$ROOT/tests/mutate.py" --list --count 20 --seed "$1" --files lib/board; }
    cd "$ROOT"
    pick 1 >"$BATS_TEST_TMPDIR/one"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/one")" -eq 20 ]
    pick 1 | cmp - "$BATS_TEST_TMPDIR/one"
    [ "$(pick 2)" != "$(cat "$BATS_TEST_TMPDIR/one")" ]
}
