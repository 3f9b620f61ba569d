#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What is said of a game does not depend on the games that were read before it.

# shellcheck disable=SC2154 # out, err, status, out_file are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5:1> *\n' >dice.xpgn
    cat >open.yaml <<'END'
ruleset: open
title: Open files
version: 1
extends: chess
setup:
  kind: fixed
  position: "r3k2r/8/8/8/8/8/8/RQ2K2R w KQkq - 0 1"
END
}

# open N MOVETEXT: a file with a game of that ruleset
open() {
    printf '[Variant "open"]\n\n%s\n' "$2" >"open$1.pgn"
}

# first FILE...: the first actions that are counted, with the open ruleset
first() {
    xpgn-stats -j1 --rules=open.yaml --format=json "$@" | jq -cS '.rulesets.open.first_actions'
}

@test "a first action has one name, whatever was played before it" {
    open 1 '1. Qb8+ *'
    open 2 '1. Qb8 *'
    open 3 '1. 0-0 Ke7 *'
    open 4 '1. O-O Ke7 *'
    open 5 '1. e1g1 {no mark} *'
    open 6 '{[%missing]} 1... Ke7 *'
    open 7 '1. Qb8+ Ke7 2. Qe5 *'
    for n in 1 2 7; do
        [ "$(first open$n.pgn)" = '{"Qb8+":1}' ]
        [ "$(first dice.xpgn open$n.pgn)" = '{"Qb8+":1}' ]
    done
    for n in 3 4 5; do
        [ "$(first open$n.pgn)" = '{"O-O":1}' ]
        [ "$(first dice.xpgn open$n.pgn)" = '{"O-O":1}' ]
    done
    [ "$(first open6.pgn)" = '{}' ]
    [ "$(first open?.pgn)" = '{"O-O":3,"Qb8+":3}' ]
    [ "$(first open[1-3].pgn dice.xpgn open[4-7].pgn)" = '{"O-O":3,"Qb8+":3}' ]
    [ "$(XPGN_FORCE=walk first open?.pgn)" = '{"O-O":3,"Qb8+":3}' ]
}

@test "orders, threads, cuts and merging change nothing" {
    n=100
    for file in "$ROOT"/samples/*.xpgn "$ROOT"/samples/*/*.xpgn; do
        n=$((n + 1))
        cp "$file" "game$n.xpgn"
    done
    cp "$ROOT"/samples/rules/*.yaml .
    n=1
    for text in '1. Qb8+ *' '1. Qb8 Ke7 1-0' '1. O-O Ke7 *' '1. 0-0 *' '1. Qb8 {[%clk 1]} *' '1. Ke2 *'; do
        open $n "$text"
        n=$((n + 1))
    done
    # so much that there are threads
    for n in 1 2 3; do cp "$ROOT/tests/bench/data/plain.pgn" "plain$n.pgn"; done
    cp "$ROOT/tests/bench/data/chess-attack.xpgn" attack.xpgn
    [ -n "${XPGN_LONG:-}" ] && trials=2000 || trials=40
    run_split /usr/bin/python3 "$ROOT/tests/oracles/orders.py" . "$trials"
    [ "$status" -eq 0 ] || { cut -c 1-2000 <<<"$err"; return 1; }
    [[ $out = "$trials orders, "*' games alone: the same counts' ]]
}
