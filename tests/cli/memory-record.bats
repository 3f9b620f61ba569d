# SPDX-License-Identifier: MIT
# When an allocation fails while a game is recorded, what was answered is on disk, and no link of a chain serves twice.

# shellcheck disable=SC2154 # tags: sealed_tags sets it

load helper
load chains
load failing

[ -n "${XPGN_LONG:-}" ] && STEP=1 || STEP=3

@test "memory fails at a chain: no link is shown that is not on disk, and the chain is whole" {
    mkdir -p chains
    cd chains
    known before 0 8
    faulty_make memory
    faulty_chain memory xpgn-dice commitment chain
    faulty_chain memory xpgn-dice tags white:chain "black:$BLACK_0:$BLACK_KEY"
    cp before white
    known black 32 8
    sealed_tags white black
    xpgn-record --variant=chess-attack "${tags[@]}" --sealed=white game.xpgn <<<$'e4\nd5' >answers
    failing_party announce game.xpgn white exd5
}

# failing_party COMMAND...: xpgn-dice with the record game.xpgn and the chain white, when memory fails:
# what is shown is in the journal, and once nothing fails it is what it would have been
failing_party() {
    local at faults
    cp -p white before.chain
    cp -p game.xpgn.journal before.journal
    restore() {
        cp -p before.chain white
        cp -p before.journal game.xpgn.journal
    }
    xpgn-dice "$@" >whole.out 2>err
    restore
    faults memory 25 xpgn-dice "$@"
    for at in "${faults[@]}"; do
        restore
        status=0
        with_fault memory "$at" xpgn-dice "$@" >some.out 2>err || status=$?
        [ "$status" -eq 0 ] || { [ "$status" -eq 2 ] && told memory; } || { echo "$at: $status $(<err)"; return 1; }
        [ ! -s some.out ] || grep -qxFf some.out game.xpgn.journal
        xpgn-dice "$@" 2>err | cmp - whole.out
    done
}

@test "memory fails in a game with sealed dice: no link serves twice, and it can be taken up" {
    mkdir -p sealed
    cd sealed
    faulty_game memory
}

# record_states OPTION... <ENTRIES: what is on disk after each of the entries, in the array state; their
# answers are in state.out
record_states() {
    local n=0
    cat >entries
    state=()
    while :; do
        rm -f state.xpgn
        [ ! -e before.xpgn ] || cp before.xpgn state.xpgn
        head -n "$n" entries | xpgn-record "$@" state.xpgn >state.out
        state+=("$(<state.xpgn)")
        [ "$n" -lt "$(wc -l <entries)" ] || break
        n=$((n + 1))
    done
    # the entries are all taken, but for those that are meant to be refused
    [ "$(grep -c '^error' state.out)" = "$(grep -c '^Ke4' entries)" ] || { cat state.out; return 1; }
}

# fail_at N ENTRIES OPTION...: a recording in which allocation N fails, in the file run/N.xpgn; sets
# status, said, disk and the array answers
fail_at() {
    local at=$1 entries=$2 game=run/$1.xpgn
    shift 2
    rm -f "$game"
    [ ! -e before.xpgn ] || cp before.xpgn "$game"
    status=0
    FAIL_ON=$((at % 5 == 0)) FAIL_AT=$at LD_PRELOAD=$BATS_FILE_TMPDIR/failing.so \
        xpgn-record "$@" "$game" >some.out 2>err <"$entries" || status=$?
    said=$(<err)
    disk=''
    [ ! -e "$game" ] || disk=$(<"$game")
    mapfile -t answers <some.out
}

# failing_record OPTION... <ENTRIES: of a recording every third allocation fails (with XPGN_LONG every one),
# once or with all after it.
# What is on disk then is the record after the last entry that was answered, or with the one after it.
failing_record() {
    local count at taken status said disk answers
    record_states "$@"
    rm -rf run
    mkdir run
    count=$(FAIL_COUNT=9 LD_PRELOAD=$BATS_FILE_TMPDIR/failing.so xpgn-record "$@" run/0.xpgn 9>&1 >some.out 2>err <entries)
    [ "$count" -gt 50 ]
    for ((at = 1; at <= count; at += STEP)); do
        fail_at "$at" entries "$@"
        taken=$((${#answers[@]} - 1))
        if [[ ${answers[*]} == *'error DISK not recorded: Cannot allocate memory'* ]]; then
            # it goes on after the entry that it had no memory to write; this is where it stood then
            taken=$(sed -n '/^error DISK/{=;q;}' some.out)
            head -n $((taken - 1)) entries >some.entries
            fail_at "$at" some.entries "$@"
            taken=$((taken - 2))
        elif [ "$status" -eq 2 ] && [[ $said != *memory* ]]; then
            echo "allocation $at: $said"
            return 1
        elif [ "$status" -ne 2 ] && ! cmp state.out some.out; then
            echo "allocation $at: status $status"
            return 1
        fi
        # before the first answer the tags may be on disk, or not yet
        if [ "$taken" -lt 0 ] && [ -z "$disk" ]; then
            continue
        fi
        taken=$((taken < 0 ? 0 : taken))
        if [ "$disk" != "${state[taken]}" ] && [ "$disk" != "${state[taken + 1]-}" ]; then
            echo "allocation $at: after $taken answers"
            diff <(echo "${state[taken]}") <(echo "$disk")
            return 1
        fi
    done
    [ -z "$(find run -type f ! -name '*.xpgn')" ]
}

@test "memory fails at the board: what was answered is on disk, and nothing else" {
    failing_record --variant=chess-attack --options=rescue --date=2026.05.08 --white='Adams, "R."' --round=3 <<'END'
e4 0:59:50
d5!? {a word}
exd5 5:1
Ke4
comment good
correct 6:1
annul
exd5
5:2
tag Site Hall
draw?
annul
missing
Nf6 {a guess}
fill Nc3
1/2-1/2
END
}

@test "memory fails at the board in turns of several actions" {
    failing_record --variant=combat-chess-2 --no-advice --date=2026.05.08 <<'END'
first 4:4 2:5
4
e7-e3
e3xd2 5:3
@a8
4
d2-d6
K@
6
K@e4
<4> c7-c3
c3xb2 <3:3 4:1x@h8>
end
END
}

@test "memory fails at the board when a record is taken up" {
    printf '%s\n' first\ 4:2 4 e2-e6 'e6xd7 5:3' |
        xpgn-record --variant=combat-chess-2 --date=2026.05.08 --set-tag=Annotator=me before.xpgn >/dev/null
    failing_record --no-advice <<<$'@a1\nend\nactions\nquit'
}

@test "memory fails at the board when an attacker goes on, and an exchange is annulled" {
    mkdir -p attack
    cd attack
    failing_record --variant=chess-or-die-trying --date=2026.05.08 <<'END'
e4
f6
Qh5
a6
Qxe8 14:12
4:10
annul
11:10
annul
END
}

@test "memory fails while an attacker with sealed dice goes on: the same exchange falls when it is taken up" {
    mkdir -p on
    cd on
    known white 0 8
    known black 32 8
    sealed_tags white black
    local white=(xpgn-record --variant=chess-or-die-trying --event=Vectors --date=2026.11.30 "${tags[@]}" --sealed=white w.xpgn) \
        black=(xpgn-record --variant=chess-or-die-trying --event=Vectors --date=2026.11.30 "${tags[@]}" --sealed=black b.xpgn) at
    printf '%s\n' e4 f6 Qh5 a6 Qxe8 | "${white[@]}" >said
    printf '%s\n' e4 f6 Qh5 a6 "$(sent said)" | "${black[@]}" >heard
    printf '%s\n' "$(sent heard)" roll | "${white[@]}" >said
    grep -q 'the attacker may go on$' said
    sent said | tail -n 1 | "${black[@]}" >heard
    { sent heard | tail -n 1 && echo roll; } >lines
    mkdir -p before whole
    cp -p white w.xpgn w.xpgn.journal before
    "${white[@]}" <lines >whole.out
    grep -q ' 3\. Qxe8 goes on$' whole.out
    cp -p white w.xpgn w.xpgn.journal whole
    cp -p before/* .
    faults memory 60 "${white[@]}" <lines
    for at in "${faults[@]}"; do
        cp -p before/* .
        with_fault memory "$at" "${white[@]}" <lines >some.out 2>err || told memory || { echo "$at: $(<err)"; return 1; }
        "${white[@]}" <lines >again.out
        for file in w.xpgn white w.xpgn.journal; do
            cmp <(sort -u "$file") <(sort -u "whole/$file") || { echo "$at: $file"; return 1; }
        done
    done
}
