# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2034,SC2154 # for bats; status: run_split
# Chains of sealed dice, and what is on disk of them when a run fails. The libraries failing.so and
# torn.so of tests/cli/data are in $BATS_FILE_TMPDIR.

# known FILE FIRST LINKS: a chain that ends in 32 bytes from FIRST on
known() {
    {
        printf 'xpgn-chain 1\nlinks %d\nend ' "$3"
        seq "$2" $(($2 + 31)) | xargs printf %02x
        echo
    } >"$1"
    chmod 600 "$1"
}

# The links of such chains of 8 links, white from 0 on and black from 32 on. Not exported: they would be
# secrets in the memory of every program.
WHITE_0=96948fa79009fcdb79b26b79b693d94f06b3b1e326b62b437f4885952af8cb18
BLACK_0=1856cfa9228b8b55ece22410bdbff5afce1a2a2381b81f221c57fa732e2a43f4
WHITE_1=86f43dd4648e2f6f189fdba5a1c8f4ee94f5c32c2ba11ac534dde56f75cebf31
BLACK_1=8cdc40a552107bcc7bd04b734cdde6fd7e25f9b92a59ba88929ac04123215c35
WHITE_2=747d9ed6ceb6688778a1cb0f7f89782555766338183becf454ad42d3eeae3794
BLACK_2=39c30edc9b910242db4a0baf970ac377c7db9f85de85271c47242582bb77d832
WHITE_3=95e67e73e4e4a19eb565a84a5e53970bb67c8f1e63a1d257028dd80bcd44b4f1
BLACK_3=afafadb10ff476eda51c236a2e8bf278c586a6d3e605d435d58575a7b409eb4e

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
    [ "$(tail -c 1 "$1" | od -An -c)" = "  \\n" ] && [ "$(head -n 1 "$1")" = 'xpgn-chain 1' ] &&
        ! grep -vxE 'xpgn-chain 1|links [0-9]+|end [0-9a-f]{64}|game( [a-z]+:[0-9a-f]{64})+|revealed [0-9]+' "$1"
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

# faulty_game memory|disk: of a session with the chain white everything fails in turn. No link was
# shown that is not on disk, every action that was answered is in the record, and both can be taken
# up: the game ends as it would have ended.
faulty_game() {
    local how=$1 at faults shown revealed taken actions error
    local scribe=(xpgn-record --variant=chess-attack --no-advice --date=2026.05.08 --sealed=white
        --tag="DiceCommit=white:$WHITE_0 black:$BLACK_0")
    printf '%s\n' e4 d5 exd5 "link $BLACK_1" c5 d4 cxd4 "link $BLACK_2" >lines
    new_game() {
        rm -f game.xpgn
        known white 0 8
    }
    new_game
    "${scribe[@]}" game.xpgn <lines >whole.out
    cp game.xpgn whole.xpgn
    [ "$(tail -n 1 whole.out)" = 'ok 3... cxd4 <5+0=7w:3+1=7w>' ]
    cp white whole.chain
    new_game
    faults "$how" 25 "${scribe[@]}" game.xpgn <lines
    for at in "${faults[@]}"; do
        new_game
        with_fault "$how" "$at" "${scribe[@]}" game.xpgn <lines >some.out 2>err || true
        error=$(sed -n '/^error/{=;q;}' some.out)
        if [ -n "$error" ]; then # the scribe would stop there
            new_game
            with_fault "$how" "$at" "${scribe[@]}" game.xpgn < <(head -n $((error - 1)) lines) >some.out 2>err || true
        fi
        shown=$(grep -oE 'white:[0-9a-f]{64}' some.out | sort -u | wc -l)
        revealed=$(grep -cx 'revealed .*' white || true)
        taken=$(grep -c '^ok [1-9][0-9]*\.' some.out || true)
        [ "$shown" -le "$revealed" ] || { echo "$how $at: $shown links shown, $revealed on disk"; return 1; }
        "${scribe[@]}" game.xpgn </dev/null >greeting 2>err || { echo "$how $at: $(<err)"; return 1; }
        read -r _ actions _ <greeting
        [ "$actions" -ge "$taken" ] || { echo "$how $at: $taken actions taken, $actions on disk"; return 1; }
        sed -n "$((actions + 1 + (actions > 2))),\$p" lines >rest
        "${scribe[@]}" game.xpgn <rest >some.out
        if ! { cmp game.xpgn whole.xpgn && is_whole white && cmp <(uniq white) whole.chain; }; then
            echo "$how $at: $actions actions"
            cat greeting some.out
            return 1
        fi
    done
}
