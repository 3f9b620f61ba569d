#!/bin/sh
# SPDX-License-Identifier: MIT
# A new fact is one row of facts.def, a new statistic one row of tally_stats.def: adds some in a copy of the tree and
# expects that all tools know them, and that the tests of manuals say what is forgotten. A new kind of combat or
# style of diagrams does not compile until each file that asks for it knows it.
#   one-row.sh [COPY]    COPY: where the copy of the tree is made (default: build/one-row)
set -eu
cd "$(dirname "$0")/../.."

copy=${1:-build/one-row}
failed=0
mkdir -p "$copy"
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$copy"
cd "$copy"

# before FILE LINE ROW: puts a row before the first line that begins so.
before() {
    AT=$2 ROW=$3 awk '!done && index($0, ENVIRON["AT"]) == 1 { print ENVIRON["ROW"]; done = 1 } { print }' \
        "$1" >"$1.new"
    if cmp -s "$1.new" "$1"; then
        echo "one-row.sh: no line of $1 begins with: $2" >&2
        exit 2
    fi
    mv "$1.new" "$1"
}

# holds WHAT COMMAND...
holds() {
    what=$1
    shift
    if "$@" >out 2>&1; then
        echo "ok: $what"
    else
        echo "NOT ok: $what"
        head -n 5 out
        failed=$((failed + 1))
    fi
}
fails() {
    ! "$@"
}
says() {
    text=$1
    shift
    "$@" | grep -qe "$text"
}

# asked FILE UNIT TEXT: with one kind or style more, the compiler says so in this file.
asked() {
    # shellcheck disable=SC2086 # CC may be more than one word: ccache gcc
    fails ${CC:-cc} -std=c11 -fsyntax-only -Wall -Werror -I lib -I lib/include "$2" 2>&1 | grep -q "^$1:.*$3"
}
cp lib/core/rules/ruleset.h ruleset.h
cp lib/include/xpgn/write.h write.h
sed -i 's/^    COMBAT_KINDS/    COMBAT_NEW_ONE,\n&/' lib/core/rules/ruleset.h
sed -i 's/^    XPGN_DIAGRAM_COMPACT\>/    XPGN_DIAGRAM_NEW_ONE,\n&/' lib/include/xpgn/write.h
holds 'a new style of diagrams is missed' asked lib/output/draw/board_view.c lib/output/draw/board_view.c NEW_ONE
holds 'a new kind of combat is missed where its parts are' asked lib/core/rules/contest.c lib/core/rules/contest.c \
    'each kind of combat has its row'
mv ruleset.h lib/core/rules/ruleset.h
mv write.h lib/include/xpgn/write.h

before lib/facts/facts.def 'FACT(errors, GAME' \
    'FACT(moves, GAME, NUMBER, PLAIN, true, (s->turns + 1) / 2, "moves of the main line")'
before lib/facts/facts.def 'FACT(tie, COMBAT' \
    'FACT(wounds, COMBAT, NUMBER, PLAIN, true, (f->side[0].fate == (char)119) + (f->side[1].fate == (char)119), "pieces wounded")'
before lib/output/count/tally_stats.def 'STAT(STOOD' \
    'STAT(MARGIN, margin, COMBAT, true, 1, true, margin, none, none, none, HISTOGRAM, margins, "margins")
STAT(LUCKY, lucky, COMBAT, true, 1, true, luck, none, none, none, HISTOGRAM, lucks, "luck of combats")
STAT(DECIDES, decides, COMBAT, true, 1, true, rule, none, none, none, NAMES, decided_by, "rules that decided")
STAT(WOUNDED, wounded, COMBAT, true, 1, true, attacker, wounds, upset, none, TABLE, wounded, "wounds by attacker")'
make -s "-j$(nproc)" CFLAGS="${CFLAGS:--O1}" tools >build.log 2>&1 || {
    tail build.log
    exit 2
}
PATH=$PWD/build/bin:$PATH

holds 'a fact of a game is a column' says '"moves":17}$' xpgn-list --columns=game,moves --format=json samples/club.xpgn
holds 'it is in --help' says 'moves' xpgn-list --help
holds 'a fact of a combat is one of a query' xpgn-grep -q --has 'wounds=1' samples/club.xpgn
holds '... and a column, a sum and a row' \
    says '[1-9]' xpgn-stats --no-header --format=csv --select='sum(wounds)' --where='wounds=1' samples/club.xpgn
holds '... with its type' sh -c 'xpgn-replay --rows=combats --columns=wounds --format=json samples/club.xpgn | jq -e .wounds | grep -qx 1'
holds 'a histogram is drawn as text' says '^margins: -[0-9]* to [0-9]*, median ' xpgn-stats samples/club.xpgn
holds '... of decimals too' says '^luck of combats: -[0-9.]* to ' xpgn-stats samples/club.xpgn
holds 'names are drawn' says '^  CA-4  .*%  ##' xpgn-stats samples/club.xpgn
holds 'a table is drawn' says '^  attacker  *wounds  *upset  *count' xpgn-stats samples/club.xpgn
xpgn-stats --format=json samples/*.xpgn >all.json
holds 'JSON is as its schema says' python3 tests/cli/schema.py formats/stats.schema.json all.json
xpgn-stats --by=White --format=json samples/*.xpgn >by.json
holds '... by groups too' python3 tests/cli/schema.py formats/stats.schema.json by.json
jq '[.rulesets[].combats[].fought] | add' all.json >fought
jq '[.rulesets[].wounded[]?.count] | add' all.json >counted
holds 'every combat is in the table' cmp fought counted
jq '[.rulesets[].margins.histogram // {} | to_entries[] | (.key | tonumber) * .value] | add' all.json >sum
jq '[.rulesets[].margins.total // 0] | add' all.json >total
holds 'totals are those of the histogram' cmp sum total
xpgn-replay --rows=combats --format=json --columns=margin samples/*.xpgn 2>/dev/null | jq -s 'map(.margin // 0) | add' >margins
holds '... and of the rows of replay' cmp margins total
holds 'charts are drawn' says 'luck of combats' xpgn-stats --svg=- samples/club.xpgn
xpgn-stats --partial samples/club.xpgn >one.part
xpgn-stats --partial samples/five-dice.xpgn >two.part
xpgn-stats --combine one.part two.part >merged
xpgn-stats samples/club.xpgn samples/five-dice.xpgn >whole
holds 'partial results add up' cmp merged whole

holds 'without its sentence in xpgn-facts(7) a fact is missed' fails python3 tests/oracles/facts.py
holds '... and so in the schema' fails python3 tests/oracles/schemas.py
holds '... make facts puts it there' make -s facts
holds '... then all is well' sh -c 'python3 tests/oracles/facts.py && python3 tests/oracles/schemas.py'
holds 'without its sentence in xpgn-json(5) a statistic is missed' fails python3 tests/oracles/stats.py
[ "$failed" -eq 0 ]
