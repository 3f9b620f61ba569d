# SPDX-License-Identifier: MIT
# When an allocation fails, whichever it is, a tool says so and ends with status 2, or it does
# without and its output is whole: never is something left out in silence. Which of many allocations
# fail is drawn evenly; three times as many with XPGN_LONG.

load helper
load disk
load chains

[ -n "${XPGN_LONG:-}" ] && MANY=3 || MANY=1

setup_file() {
    if xpgn-validate --version | grep -q sanitize; then
        return # they have an allocator of their own
    fi
    ${CC:-cc} -shared -fPIC -o "$BATS_FILE_TMPDIR/failing.so" "$ROOT/tests/cli/data/failing.c"
    # errors of every kind of text: sums, supporters, names, checkpoints, options
    cat "$ROOT"/samples/sheets/*.xpgn "$ROOT"/samples/broken/{AS-3,CA-3,CA-4,FD-4,CC-8,P-12,T-03}*.xpgn \
        >"$BATS_FILE_TMPDIR/errors.xpgn"
    head -n 30 "$ROOT/samples/club.xpgn" >"$BATS_FILE_TMPDIR/good.xpgn"
    printf '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n' >"$BATS_FILE_TMPDIR/shuffle.pgn"
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
    if [ ! -e failing.so ]; then skip 'built with a sanitizer'; fi
}

# failing CMD...: an allocation of the command fails, once or with all that come after it. A dozen of
# them or more, spread over the run.
failing() {
    local count at on said whole=0 preload=$BATS_FILE_TMPDIR/failing.so
    "$@" >whole.out 2>/dev/null || whole=$?
    count=$(FAIL_COUNT=9 LD_PRELOAD=$preload "$@" 9>&1 >/dev/null 2>&1) || true
    [ "$count" -gt 5 ]
    for ((at = 1; at <= count; at += count / (MANY * 16) + 1)); do
        status=0
        on=$((at % 4 == 0))
        FAIL_ON=$on FAIL_AT=$at LD_PRELOAD=$preload "$@" >some.out 2>err || status=$?
        if [ "$status" -eq 2 ]; then
            said=$(<err)
            [[ $said == *memory* && $said != *libsodium* ]] ||
                { echo "$*: allocation $at: $said"; return 1; }
        elif [ "$status" -ne "$whole" ] || ! cmp -s whole.out some.out; then
            echo "$*: allocation $at, $on: status $status"
            diff whole.out some.out | head -n 5
            return 1
        fi
    done
}

# failing_disk CMD...: the same of a command that writes files, in a copy of the folder before/.
failing_disk() {
    local count at preload=$BATS_FILE_TMPDIR/failing.so
    whole_disk "$@"
    rm -rf work
    cp -Rp before work
    count=$(cd work && FAIL_COUNT=9 LD_PRELOAD=$preload "$@" 9>&1 >/dev/null 2>&1 </dev/null) || true
    [ "$count" -gt 5 ]
    for ((at = 1; at <= count; at += count / (MANY * 12) + 1)); do
        # shellcheck disable=SC2034 # for some_disk
        failure=(FAIL_ON=$((at % 4 == 0)) FAIL_AT="$at" LD_PRELOAD="$preload")
        some_disk "$@"
        if ! check_disk || { [ "$status" -eq 2 ] && ! grep -q memory err; }; then
            echo "$*: allocation $at of $count: status $status"
            cat err
            return 1
        fi
    done
}

@test "memory fails in reports" {
    failing xpgn-validate -j1 errors.xpgn
    failing xpgn-validate -j1 --format=json errors.xpgn
    failing xpgn-validate -j1 --explain good.xpgn
}

@test "memory fails in diagrams" {
    failing xpgn-render-ascii -j1 --each --columns=2 good.xpgn
    failing xpgn-render-ascii -j1 --combat --each good.xpgn
    failing xpgn-render-html -j1 good.xpgn
    failing xpgn-render-html -j1 --protocol good.xpgn
    failing xpgn-render-svg -j1 --combat --each --destinations=e2 good.xpgn
    failing xpgn-render-svg --attributes --theme=screen
    failing xpgn-replay -j1 --format=ascii good.xpgn
}

@test "memory fails in copies, searches, counts and lists" {
    failing xpgn-fmt -j1 good.xpgn
    failing xpgn-grep -j1 --tag='White=/a/i' --has=combat good.xpgn
    failing xpgn-stats -j1 --by=White good.xpgn
    failing xpgn-stats -j1 --luck good.xpgn
    failing xpgn-stats -j1 --svg=- good.xpgn
    failing xpgn-odds -j1 --svg=- good.xpgn
    failing xpgn-odds -j1 good.xpgn
    failing xpgn-odds --variant chess-attack -a N -s 0-2
    failing xpgn-odds --variant chess-attack -a N -d P --format=latex
    failing xpgn-odds --variant chess-attack -m --format=markdown
    failing xpgn-validate --list-variants
}

# sheets OPTION... FILE...: what a failed comparison has printed is nothing, or the right record whole.
sheets() {
    local count at whole=0 preload=$BATS_FILE_TMPDIR/failing.so
    failing xpgn-compare "$@"
    xpgn-compare "$@" >whole.out 2>/dev/null || whole=$?
    [ "$whole" -eq 1 ] || [ "$whole" -eq 3 ]
    count=$(FAIL_COUNT=9 LD_PRELOAD=$preload xpgn-compare "$@" 9>&1 >/dev/null 2>&1) || true
    for ((at = 2; at <= count; at += count / (MANY * 25) + 1)); do
        status=0
        FAIL_ON=$((at / 2 % 2)) FAIL_AT=$at LD_PRELOAD=$preload xpgn-compare "$@" >some.out 2>err || status=$?
        [ "$status" -eq "$whole" ] || [ "$status" -eq 2 ]
        if [ -s some.out ] && ! cmp -s whole.out some.out; then
            echo "$*: allocation $at: status $status, another record:"
            cat some.out
            return 1
        fi
    done
}

@test "memory fails in sheets that are compared" {
    cp "$ROOT"/samples/compare/*.xpgn .
    failing xpgn-compare white.xpgn black.xpgn
    failing xpgn-compare --format=json white.xpgn black.xpgn
    sheets --merge white.xpgn black.xpgn
    sed 's/ Re8 12/ {[%missing]} 12/; s/N2f[35]/Nqq/' black.xpgn >gaps.xpgn # a guess, a gap, and what follows it
    xpgn-compare --merge gaps.xpgn gaps.xpgn >merged 2>/dev/null || [ $? -eq 3 ]
    grep -qF '{[%missing]}' merged
    sheets --merge gaps.xpgn gaps.xpgn
    failing xpgn-compare --merge --format=json gaps.xpgn white.xpgn
}

@test "memory fails in rows, duplicates and claims" {
    failing xpgn-list -j1 good.xpgn
    failing xpgn-grep -j1 -n --similar good.xpgn good.xpgn
    failing xpgn-grep -j1 --not-in=good.xpgn errors.xpgn
    failing xpgn-split -j1 --by=player,year,ECO --dry-run good.xpgn
    failing xpgn-sort -j1 --by=White,-ECO,plies good.xpgn
    failing xpgn-list -j1 --format=json --columns=file,White,tag:odd,errors,Opening errors.xpgn
    failing xpgn-list -j1 --format=csv --columns=number,digest,start good.xpgn
    failing xpgn-grep --duplicates good.xpgn good.xpgn
    failing xpgn-grep -j1 --line='e4 ... Nf3' --material='Q=1' --has=repetition good.xpgn
    failing xpgn-replay -j1 --claims shuffle.pgn
    printf 'round,white,black,result,date\n1,Ann,Bob,1-0,2026-05-01\n' >list.csv
    printf '[Round "1"]\n[White "Anm"]\n[Black "Bob"]\n[TimeControl "300"]\n\n1. e4 {[%%clk 0:06:00]} 1-0\n' >clock.pgn
    failing xpgn-event --list=list.csv --crosstable good.xpgn clock.pgn
    failing xpgn-event --list="$ROOT/samples/event/club.trf" clock.pgn
    failing xpgn-event --format=json good.xpgn good.xpgn clock.pgn
    printf 'event,round,white,black,result\nA,1,Ann,Bob,1-0\nB,1,Ann,Bob,1-0\n' >several.csv
    failing xpgn-event --list=several.csv --show=pairings clock.pgn
    failing xpgn-event --rounds=9 --list="$ROOT/tests/world/held-swiss-5.trf" --tie-breaks=DE,BH/C1,SB,TPR \
        --show=standings,crosstable,pairings,rating,missing --table=json clock.pgn
    failing xpgn-event --rounds=9 --list="$ROOT/tests/world/held-teams.trf" --tie-breaks=EDE,ESB,SSSC --show=teams --table=html clock.pgn
    failing xpgn-fmt -j1 --set-tag=Site=Here --ply-count --eco good.xpgn
    cp good.xpgn indexed.xpgn
    xpgn-list --index indexed.xpgn
    failing xpgn-validate -j1 --game=1 indexed.xpgn
}

@test "memory fails while a library is loaded" {
    cp "$ROOT/samples/sealed.xpgn" .
    printf '[RulesDigest "sha256:0"]\n\n1. e4 *\n' >digest.xpgn
    xpgn-dice make one.chain >link
    xpgn-dice make two.chain >other
    gzip -k good.xpgn
    failing xpgn-dice commitment one.chain
    failing xpgn-dice tags "white:$(<link)" black:"$(<other)"
    failing xpgn-dice transcript sealed.xpgn
    failing xpgn-dice check sealed.xpgn
    failing xpgn-validate -j1 sealed.xpgn digest.xpgn
    failing xpgn-validate -j1 good.xpgn.gz
    failing xpgn-validate --version
    failing xpgn-fmt -j1 --digest good.xpgn
    failing xpgn-grep -j1 --unique good.xpgn
}

@test "memory fails in simulated games, and in help" {
    failing xpgn-simulate -j1 -n 3 --variant=chess-attack
    failing xpgn-simulate -j1 -n 3 --report --variant=chess-attack
    failing xpgn-simulate -j1 -n 3 --report --format=json --variant=chess-attack --against=five-dice
    failing xpgn help
    failing xpgn help CA-3
    failing xpgn validate -j1 good.xpgn
}

# A slip with one correction, German letters, and two readings of a total.
furnish_slips() {
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rel b5 7. Bb3 *\n' >"$1/slip.pgn"
    printf '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *\n' >"$1/german.pgn"
    cp "$ROOT/samples/broken/CA-3.xpgn" "$1/tie.xpgn"
    { head -n 2 "$ROOT/samples/evening/event.csv"; echo '4,7,"Hall, Susan","Reed, Thomas",0-1,'; } >"$1/event.csv"
    mkdir "$1/sheets"
    cp "$ROOT"/samples/evening/sheets/{hall,reed}.pgn "$1/slip.pgn" "$1/sheets"
    mv "$1/sheets/slip.pgn" "$1/sheets/4-1.pgn"
}

@test "memory fails in corrections" {
    rm -rf before
    mkdir before
    furnish_slips before
    failing xpgn-fix -q --likely before/slip.pgn before/german.pgn before/tie.xpgn
    xpgn-fix -q --questions=asked "$ROOT/samples/ask/sheets.xpgn" >/dev/null || [ $? -eq 1 ]
    awk -v RS='\r\n' -v ORS='\r\n' 'NR > 1 {$0 = $0 substr("1?!", NR % 3 + 1, 1)} 1' asked >answers
    failing xpgn-fix -q --answers=answers "$ROOT/samples/ask/sheets.xpgn"
    failing_disk xpgn-fix -q --likely -w --log=log slip.pgn german.pgn tie.xpgn
    failing_disk xpgn-fix -q --likely -o fixed --log=log --questions=q.csv slip.pgn tie.xpgn
    failing_disk xpgn-compare -q --batch --list=event.csv --log=log --questions=q.csv sheets
    (cd before && xpgn-fix -q --likely --log=log -w slip.pgn german.pgn && rm ./*.orig)
    failing_disk xpgn-fix --undo=log
    failing_disk xpgn-fix --undo=log 1
}

@test "memory fails in files that are written: old, or whole, or not there" {
    rm -rf before
    mkdir before
    cp "$ROOT"/samples/{chess-attack,five-dice}.xpgn before
    cp errors.xpgn shuffle.pgn before
    failing_disk xpgn-fmt -j1 -w chess-attack.xpgn errors.xpgn shuffle.pgn
    failing_disk xpgn-validate -j1 --good=good --bad=bad --partial=part chess-attack.xpgn errors.xpgn
    failing_disk xpgn-render-svg -j1 --each --output=%n.svg five-dice.xpgn
    failing_disk xpgn-stats -j1 --svg=chart.svg five-dice.xpgn
    failing_disk xpgn-odds -j1 --svg=chart.svg five-dice.xpgn
    failing_disk xpgn-list -j1 --index chess-attack.xpgn five-dice.xpgn
    failing_disk xpgn-grep -j1 --index --not-in=chess-attack.xpgn five-dice.xpgn
    failing_disk xpgn-split -j1 --by=White chess-attack.xpgn
    failing_disk xpgn-sort -j1 --by=White -o sorted.xpgn chess-attack.xpgn
    # and files that are replaced
    (cd before && xpgn-list --index chess-attack.xpgn && echo >>chess-attack.xpgn &&
        xpgn-odds --svg=chart.svg chess-attack.xpgn >../some.out && echo old | tee good bad part >../some.out)
    failing_disk xpgn-list -j1 --index chess-attack.xpgn
    failing_disk xpgn-odds -j1 --svg=chart.svg five-dice.xpgn
    failing_disk xpgn-validate -j1 --force --good=good --bad=bad --partial=part chess-attack.xpgn errors.xpgn
}

@test "memory fails in partial results that are combined" {
    xpgn-stats -j1 --partial good.xpgn >a.part || [ $? -eq 1 ]
    xpgn-stats -j1 --partial errors.xpgn >b.part || [ $? -eq 1 ]
    failing xpgn-stats -j1 --partial good.xpgn
    failing xpgn-stats --merge a.part b.part
    xpgn-validate -j1 --partial=a.sums good.xpgn >/dev/null || [ $? -eq 1 ]
    xpgn-validate -j1 --partial=b.sums errors.xpgn >/dev/null || [ $? -eq 1 ]
    failing xpgn-validate -v --merge a.sums b.sums
}

@test "memory fails at a chain: no link is shown that is not on disk, and the chain is whole" {
    mkdir -p chains
    cd chains
    known before 0 8
    faulty_make memory
    faulty_chain memory xpgn-dice commitment chain
    faulty_chain memory xpgn-dice tags white:chain "black:$BLACK_0:$BLACK_KEY"
    failing xpgn-dice roll 1 "$WHITE_0" "white:$WHITE_0" "black:$BLACK_0"
    failing xpgn-dice -j1 check "$ROOT/samples/sealed.xpgn"
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

@test "an index is whole, or none, when memory fails" {
    cp good.xpgn new.xpgn
    xpgn-list --index new.xpgn
    mv new.xpgn.xpi whole.xpi
    count=$(FAIL_COUNT=9 LD_PRELOAD=$BATS_FILE_TMPDIR/failing.so xpgn-list --index new.xpgn 9>&1 >/dev/null 2>&1)
    [ "$count" -gt 5 ]
    for ((at = 1; at <= count; at++)); do
        rm -f new.xpgn.xpi
        status=0
        FAIL_AT=$at LD_PRELOAD=$BATS_FILE_TMPDIR/failing.so xpgn-list --index new.xpgn 2>err || status=$?
        if [ "$status" -eq 2 ]; then
            [ ! -e new.xpgn.xpi ]
            grep -q memory err
        else
            cmp new.xpgn.xpi whole.xpi
        fi
    done
}

@test "memory fails with a ruleset of the user's" {
    failing xpgn-validate -j1 --rules="$ROOT/samples/rules/club-tiles.yaml" good.xpgn
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
    for ((at = 1; at <= count; at += MANY == 1 ? 3 : 1)); do
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
        xpgn-record --variant=combat-chess-2 --date=2026.05.08 --tag=Annotator=me before.xpgn >/dev/null
    failing_record --no-advice <<<$'@a1\nend\nactions\nquit'
}
