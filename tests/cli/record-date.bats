# SPDX-License-Identifier: MIT
# The date of a record. CI runs this file on another day, too.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

@test "a new record has the date of today" {
    before=$(date +%Y.%m.%d)
    xpgn-record game.xpgn </dev/null >/dev/null
    after=$(date +%Y.%m.%d) # another day at midnight
    grep -qxF -e "[Date \"$before\"]" -e "[Date \"$after\"]" game.xpgn
}

@test "a date is judged at once, and written as PGN has it" {
    n=0
    while read -r typed date; do
        n=$((n + 1))
        xpgn-record "--date=$typed" $n.xpgn </dev/null >/dev/null
        grep -qxF "[Date \"$date\"]" $n.xpgn
        printf 'tag EventDate %s\n' "$typed" | xpgn-record $n.xpgn >/dev/null
        grep -qxF "[EventDate \"$date\"]" $n.xpgn
    done <<'END'
2026.11.21 2026.11.21
2026.??.?? 2026.??.??
21.11.2026 2026.11.21
1.2.2026 2026.02.01
2026-11-21 2026.11.21
2026/11/21 2026.11.21
11/22/2026 2026.11.22
22/11/2026 2026.11.22
5/5/2026 2026.05.05
29.2.2028 2028.02.29
END
    for typed in 2026.13.45 29.2.2026 5/6/2026 5-6-2026 21.11.26 yesterday 21.11/2026; do
        run_split xpgn-record "--date=$typed" bad.xpgn </dev/null
        [ "$status" -eq 2 ]
        [[ $err == "xpgn-record: Date '$typed' is not a date, or is ambiguous; expected 2026.11.21, or 21.11.2026"* ]]
        run_split xpgn-record "--set-tag=Date=$typed" bad.xpgn </dev/null
        [ "$status" -eq 2 ]
        [ ! -e bad.xpgn ]
        run_split xpgn-record 1.xpgn <<<"tag Date $typed"
        [[ $out == *$'\nerror T-04 Date '* ]]
    done
}
