# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034,SC2154 # for bats; status: run_split
# Chains of sealed dice, and what is on disk of them when a run fails. The libraries failing.so and
# torn.so of tests/cli/data are in $BATS_FILE_TMPDIR.

# known FILE FIRST LINKS: a chain whose secret is the 32 bytes from FIRST on
known() {
    {
        printf 'xpgn-chain 2\nlinks %d\nsecret ' "$3"
        seq "$2" $(($2 + 31)) | xargs printf %02x
        echo
    } >"$1"
    chmod 600 "$1"
}

# What such chains of 8 links publish, white from 0 on and black from 32 on.
WHITE_0=a696e78d3b2fc778a9501d7b1f734c18c75531fa1804ec72043597e06c99e225
BLACK_0=a1a45fd1b79f2c340565145cf0534be947a621c0d9f170af8cfc636a4694ff5b
WHITE_KEY=dbe97064405cffcc92bee47ce13200900cd888bcc053b673dca4ded0233cc5b2
BLACK_KEY=ee181dd50db9b036e60a66b3089b58ee48c0b4263e57c4710026de57d0263805

# sealed_tags WHITE BLACK: what these chains publish, as options of xpgn-record, in the array tags
sealed_tags() {
    mapfile -t tags < <(xpgn-dice tags "white:$1" "black:$2" | sed -E 's/^\[(\w+) "(.*)"\]$/--set-tag=\1=\2/')
    [ "${#tags[@]}" -eq 2 ]
}

# sent FILE: the messages that a scribe has shown in its replies, each once
sent() { sed -n 's/^send //p' "$1" | awk '!said[$0]++'; }

# with_fault memory|disk N CMD...: its allocation number N fails, or its change of the disk; of some
# numbers all that come after it, too
with_fault() {
    local how=$1 at=$2
    shift 2
    case $how in
    memory) FAIL_ON=$((at % 4 == 0)) FAIL_AT=$at LD_PRELOAD=$BATS_FILE_TMPDIR/failing.so "$@" ;;
    disk) DISK_ON=$((at % 2)) DISK_AT=$((at / 2)) LD_PRELOAD=$BATS_FILE_TMPDIR/torn.so "$@" ;;
    esac
}

# faults memory|disk MOST CMD...: what N may be, at most MOST numbers, in the array faults
faults() {
    local how=$1 most=$2 count
    shift 2
    if [ "$how" = memory ]; then
        count=$(FAIL_COUNT=9 LD_PRELOAD=$BATS_FILE_TMPDIR/failing.so "$@" 9>&1 >/dev/null 2>&1) || true
    else
        count=$(DISK_COUNT=9 LD_PRELOAD=$BATS_FILE_TMPDIR/torn.so "$@" 9>&1 >/dev/null 2>&1) || true
        count=$((2 * count + 1))
    fi
    [ "$count" -gt 1 ] || { echo "$*: $count"; return 1; }
    mapfile -t faults < <(seq $((how == disk ? 2 : 1)) $((count / most + 1)) "$count")
}

# told memory|disk: does the message in the file err say the truth?
told() {
    case $1 in
    memory) grep -q memory err && ! grep -q libsodium err ;;
    disk) grep -q 'No space left on device' err ;;
    esac
}

# is_whole CHAIN: each of its lines is
is_whole() {
    [ "$(tail -c 1 "$1" | od -An -c)" = "  \\n" ] && [ "$(head -n 1 "$1")" = 'xpgn-chain 2' ] &&
        ! grep -vxE 'xpgn-chain 2|links [0-9]+|secret [0-9a-f]{64}|game [0-9a-f]{64}|shown [0-9]+( [0-9a-f]{64})?' "$1"
}

# faulty_chain memory|disk CMD...: of a command of xpgn-dice with the file chain everything fails in
# turn, from the state in the file before: then the chain is as it was, or as it is after the
# command, and what has been printed is all of that. Once nothing fails, the command does what it
# would have done.
faulty_chain() {
    local how=$1 at faults
    shift
    cp -p before chain
    "$@" >whole.out 2>/dev/null
    cp -p chain after
    cp -p before chain
    faults "$how" 25 "$@"
    for at in "${faults[@]}"; do
        cp -p before chain
        status=0
        with_fault "$how" "$at" "$@" >some.out 2>err || status=$?
        if [ "$status" -eq 2 ]; then
            told "$how"
        else
            [ "$status" -eq 0 ] && cmp whole.out some.out && cmp chain after
        fi || { echo "$*: $how $at: status $status: $(<err)"; return 1; }
        if [ -s some.out ]; then
            cmp whole.out some.out && cmp chain after
        else # a disk that fails for good does not even cut the file
            { is_whole chain && { cmp -s chain before || cmp chain after; }; } || [[ $how$((at % 2)) == disk1 ]]
        fi || { echo "$*: $how $at: printed $(<some.out)"; return 1; }
        if ! { "$@" >some.out 2>/dev/null && cmp whole.out some.out && cmp chain after; }; then
            echo "$*: not after $how $at"
            return 1
        fi
    done
}

# faulty_make memory|disk: the same of a chain that is made. There is none, or a whole one, and none
# whose making has failed for want of disk.
faulty_make() {
    local how=$1 at faults
    rm -f chain
    faults "$how" 25 xpgn-dice make chain
    for at in "${faults[@]}"; do
        rm -f chain
        status=0
        with_fault "$how" "$at" xpgn-dice make chain >some.out 2>err || status=$?
        case $status in
        0) [ -s some.out ] ;;
        2) told "$how" ;;
        *) false ;;
        esac || { echo "make: $how $at: status $status: $(<err)"; return 1; }
        if [ -e chain ]; then
            is_whole chain && [ "$(stat -c %a chain)" = 600 ] && xpgn-dice commitment chain >after &&
                { [ ! -s some.out ] || cmp after some.out; }
        else
            [ "$status" -eq 2 ] && [ ! -s some.out ]
        fi || { echo "make: $how $at: $(<some.out)"; return 1; }
        [ ! -e chain ] || [ "$status" -eq 0 ] || [ "$how" = memory ]
    done
}

# sealed_lines: a game as White's scribe takes it, with the messages of Black, in the file lines
sealed_lines() {
    printf '%s\n' e4 d5 exd5 | "${scribe[@]}" --sealed=white w.xpgn >w.out
    printf '%s\n' e4 d5 "$(sent w.out)" c5 d4 cxd4 | "${scribe[@]}" --sealed=black b.xpgn >b.out
    printf '%s\n' e4 d5 exd5 "$(sent b.out | head -n 1)" c5 d4 "$(sent b.out | tail -n 1)" >lines
    rm -f [wb].xpgn* [wb].out
}

# faulty_game memory|disk: of a session with the chain white everything fails in turn. Nothing was
# shown that is not in the journal, whose link is not noted in the chain; every action that was
# answered is in the record; and all can be taken up: the game ends as it would have ended.
faulty_game() {
    local how=$1 at faults taken actions error
    known white 0 8
    known black 32 8
    sealed_tags white black
    local scribe=(xpgn-record --variant=chess-attack --no-advice --date=2026.05.08 "${tags[@]}")
    sealed_lines
    scribe+=(--sealed=white game.xpgn)
    new_game() {
        rm -f game.xpgn game.xpgn.journal
        known white 0 8
    }
    new_game
    "${scribe[@]}" <lines >whole.out
    cp game.xpgn whole.xpgn
    [[ $(tail -n 1 whole.out) == 'ok 3... cxd4 <'* ]]
    cp white whole.chain
    sort -u game.xpgn.journal >whole.journal
    new_game
    faults "$how" 25 "${scribe[@]}" <lines
    for at in "${faults[@]}"; do
        new_game
        with_fault "$how" "$at" "${scribe[@]}" <lines >some.out 2>err || true
        error=$(sed '/^send/d' some.out | sed -n '/^error/{=;q;}')
        if [ -n "$error" ]; then # the scribe would stop there
            new_game
            with_fault "$how" "$at" "${scribe[@]}" < <(head -n $((error - 2)) lines) >some.out 2>err || true
        fi
        if [ -s some.out ] && sent some.out | grep -q . && ! { sent some.out | grep -vxFf game.xpgn.journal >lost || [ ! -s lost ]; }; then
            echo "$how $at: shown and not in the journal: $(<lost)"
            return 1
        fi
        taken=$(sent some.out | cut -d ' ' -f 2 | tail -n 1)
        [ -z "$taken" ] || grep -qxE "shown $taken [0-9a-f]{64}" white || { echo "$how $at: link $taken is not noted"; return 1; }
        taken=$(grep -c '^ok [1-9][0-9]*\.' some.out || true)
        "${scribe[@]}" </dev/null >greeting 2>err || { echo "$how $at: $(<err)"; return 1; }
        read -r _ actions _ < <(grep -v '^send' greeting)
        [ "$actions" -ge "$taken" ] || { echo "$how $at: $taken actions taken, $actions on disk"; return 1; }
        sed -n "$((actions + 1 + (actions > 2))),\$p" lines >rest
        "${scribe[@]}" <rest >some.out
        if ! { cmp game.xpgn whole.xpgn && is_whole white && cmp <(uniq white) whole.chain && sort -u game.xpgn.journal | cmp - whole.journal; }; then
            echo "$how $at: $actions actions"
            cat greeting some.out
            return 1
        fi
    done
}
