#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What people meet at the prompt: hints at what they have mistyped, names that match nothing.

load helper

@test "every program that is told a ruleset or an option says which one was meant" {
    local tool
    for tool in simulate 'odds -a N -d P' 'render-ascii --xfen=8/8' 'render-svg --attributes' grep; do
        # shellcheck disable=SC2086
        run_split xpgn-$tool --variant=chess-atack
        [[ $status -eq 2 && $err == *'did you mean chess-attack?'* ]] || { echo "$tool: $err"; return 1; }
    done
    run_split xpgn-odds --variant=chess-attack --options=remote-royal -a N -d P
    [[ $status -eq 2 && $err == *"'remote-royal'; did you mean remote-royals?"* ]]
    run_split xpgn-simulate --variant=qqqqqqqqqq
    expect 2 '' "xpgn-simulate: unknown ruleset or option 'qqqqqqqqqq'
try 'xpgn-simulate --help'"
}
