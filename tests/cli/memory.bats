# SPDX-License-Identifier: MIT
# When an allocation fails, whichever it is, a tool says so and ends with status 2, or it does
# without and its output is whole: never is something left out in silence. And the tools free what they allocate.

load helper
load chains
load failing

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

# furnish FOLDER: what tests/cli/data/memory.txt is run on
furnish() {
    rm -rf "$1"
    mkdir "$1" "$1/sealed" "$1/undo" "$1/rules"
    cd "$1" || return
    printf '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n' >shuffle.pgn
    cp "$ROOT/samples/club.xpgn" good.xpgn
    cp good.xpgn indexed.xpgn
    gzip -kn good.xpgn
    cp good.xpgn.gz packed.pgn.gz
    awk 'BEGIN {
        while (i++ < 90)
            printf "[White \"%d\"]\n\n1. e4 {%20000d} *\n\n", i * 7 % 90, i
    }' | gzip -1 >many.pgn.gz
    cp "$ROOT/samples/sealed.xpgn" seals.xpgn
    printf 'game\n2\n' >picks.csv
    cat "$ROOT"/samples/broken/{AS-3,CA-3,CA-4,T-03}*.xpgn >errors.xpgn
    cp "$ROOT"/samples/compare/{white,black}.xpgn "$ROOT/samples/sealed.xpgn" .
    sed 's/ Re8 12/ {[%missing]} 12/; s/N2f[35]/Nqq/' black.xpgn >gaps.xpgn # a guess, a gap, and what follows it
    cp "$ROOT/samples/rules/club-tiles.xpgn" tiles.xpgn
    echo 'title: without a name' >broken.yaml
    printf 'ruleset: child\ntitle: C\nextends: parent\n' >rules/child.yaml
    printf 'ruleset: parent\ntitle: P\nextends: chess-attack\n' >rules/parent.yaml
    printf '[RulesDigest "sha256:0"]\n\n1. e4 *\n' >digest.xpgn
    printf '[White "Aß"]\n\n1.  e4! e5 {a word [%%clk 0:59:50]} (1... c5 2. Nf3 $3) 2. Nf3 Nc6 3. Bb5 a6 4. O-O {[%%eval 0.3]} 1-0\n' >loose.pgn
    printf '1\n2-3\n' >numbers
    printf '<g id="king">\n<path d="M1 1"/>\n</g>\n' >own.svg
    printf 'round,white,black,result,date\n1,Ann,Bob,1-0,2026-05-01\n' >list.csv
    printf 'event,round,white,black,result\nA,1,Ann,Bob,1-0\nB,1,Ann,Bob,1-0\n' >several.csv
    printf '[Round "1"]\n[White "Anm"]\n[Black "Bob"]\n[TimeControl "300"]\n\n1. e4 {[%%clk 0:06:00]} 1-0\n' >clock.pgn
    furnish_slips .
    furnish_entries
    echo old | tee old older >oldest
    furnish_results
    furnish_chains
    cd ..
}

furnish_entries() {
    printf '%s\n' 'e4 0:59:50' 'd5!? {a word}' 'odds exd5' 'exd5 5:1' Ke4 fix actions 'comment good' 'correct 6:1' annul exd5 5:2 \
        'tag Site Hall' 'draw?' annul missing 'Nf6 {a guess}' 'fill Nc3' help nonsense 1/2-1/2 >entries
    printf '%s\n' first e7-e3 'e3xd2 0:59:00' '@a8' end 'resign' >turns
    printf '%s\n' actions 'announce x' exd5 messages end >messages
    printf '[Date "2026.05.08"]\n[Variant "chess-attack"]\n[RuleOptions ""]\n\n1. e4 d5 *\n' >board.xpgn
    printf '%s\n' h 1 b Nqq 2 'Nf3' '?' s '!' >replies
    printf 'round,board,white,black\n1,1,A,B\n1,2,"C, D",E\n' >pairings.csv
    printf '1. e4 e5 *\n' >taken.xpgn
    printf 'light: "#eee"\n' >theme.yaml
}

furnish_results() {
    xpgn-list --index indexed.xpgn seals.xpgn packed.pgn.gz
    xpgn-compare -q --batch --list=event.csv --questions=settled sheets >merged || [ $? -eq 1 ]
    sed 's/\r$/1&/; 1s/1\(.\)$/\1/' settled >answered
    mv answered settled
    sed 's/1\(.\)$/Ka8\1/' settled >refused
    rm merged
    xpgn-stats --partial good.xpgn >a.part
    xpgn-stats --partial shuffle.pgn >b.part
    xpgn-stats --partial --select='count,mean(plies)' --by=White good.xpgn >a.select
    xpgn-stats --partial --select='count,mean(plies)' --by=White shuffle.pgn >b.select
    xpgn-stats --partial --luck good.xpgn >a.luck
    xpgn-stats --partial --luck tiles.xpgn --rules="$ROOT/samples/rules/club-tiles.yaml" >b.luck
    xpgn-validate --partial=a.sums good.xpgn
    xpgn-validate -q --partial=b.sums errors.xpgn || [ $? -eq 1 ]
    xpgn-fix -q --questions=asked "$ROOT/samples/ask/sheets.xpgn" >fixed || [ $? -eq 1 ]
    awk -v RS='\r\n' -v ORS='\r\n' 'NR > 1 {$0 = $0 substr("1?!", NR % 3 + 1, 1)} 1' asked >answers
    rm asked fixed
    cp slip.pgn german.pgn undo
    xpgn-fix -q --likely --log=undo/log -w undo/slip.pgn undo/german.pgn
    rm undo/*.orig
}

furnish_chains() {
    known one.chain 0 8
    cd sealed || return
    known white 0 8
    known black 32 8
    sealed_tags white black
    # shellcheck disable=SC2154 # sealed_tags sets it
    printf '%s\n' "${tags[@]}" >../keys
    xpgn-record --variant=chess-attack --date=2026.05.08 "${tags[@]}" --sealed=white game.xpgn <<<$'e4\nd5' >answers
    cp game.xpgn told.xpgn
    cp game.xpgn refused.xpgn
    cp white spare
    xpgn-dice announce told.xpgn spare exd5 >answers 2>&1
    sed 's/exd5$/exd4/' told.xpgn.journal >refused.xpgn.journal
    rm answers spare
    cd ..
}

@test "each place that allocates fails once: the tool says so, or does without; and nothing is left at the end" {
    furnish folder
    /usr/bin/python3 "$ROOT/tests/tools/memory.py" "$BIN" failing.so folder "$ROOT/tests/cli/data/memory.txt"
}

@test "at a terminal, too, each place that allocates fails once" {
    needs_terminal
    furnish folder
    /usr/bin/python3 "$ROOT/tests/tools/memory.py" "$BIN" failing.so folder "$ROOT/tests/cli/data/memory.txt" terminal
}
