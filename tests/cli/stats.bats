#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-stats: counts, compared byte for byte with tests/cli/golden/stats*.

# shellcheck disable=SC2154 # out, err, status, out_file are set by run_split

load helper
load examples

setup() {
    golden=$ROOT/tests/cli/golden
    cd "$BATS_TEST_TMPDIR" || return
    cp "$golden/stats.xpgn" games.xpgn
    printf '[White "Adams, R."]\n\n1. e4 e5 2. Ke3 *\n' >bad.pgn
}

# counts NAME ARG...: the output of xpgn-stats is that of the golden file, and nothing else.
counts() {
    run_split xpgn-stats "${@:2}"
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    same_output "$golden/$1" "$out_file"
}

# many N: a stream of N games of two variants, some with an error
many() {
    awk -v n="$1" 'BEGIN {
        for (i = 0; i < n; i++) {
            printf "[White \"%d\"]\n", i % 17
            if (i % 3 == 0)
                printf "[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 <%d:%d> *\n\n", i % 6 + 1, i % 5 + 1
            else if (i % 100 == 1)
                printf "\n1. e4 Ke7 *\n\n"
            else
                printf "\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1/2-1/2\n\n"
        }
    }'
}

@test "results, lengths, dice, combats of an archive" {
    mkdir archive
    cp games.xpgn archive/one.xpgn
    cd archive
    counts stats.txt ./*.xpgn
}

@test "a table by player" {
    run_split xpgn-stats --by White --format=csv games.xpgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    [ "$(grep -c $'\r$' "$out_file")" -eq "$(wc -l <"$out_file")" ]
    tr -d '\r' <"$out_file" >lines
    same_output "$golden/stats-by-white.csv" lines
    counts stats-by-white.tsv --by White --format=tsv games.xpgn
    counts stats-by-white.txt --by White games.xpgn
}

@test "tables name their columns unless --no-header, and CSV holds no formulas" {
    printf '[White "=HYPERLINK(1,2)"]\n\n1. e4 *\n' >formula.pgn
    for form in csv tsv; do
        xpgn-stats --format=$form games.xpgn >with
        run_split xpgn-stats --format=$form games.xpgn
        cmp with "$out_file"
        run_split xpgn-stats --no-header --format=$form games.xpgn
        cmp <(tail -n +2 with) "$out_file"
    done
    [ "$(xpgn-stats --by=White --format=csv formula.pgn | tail -n 1 | cut -d, -f 1-3)" = "\"'=HYPERLINK(1,2)\",chess" ]
    [ "$(xpgn-stats --by=White --format=tsv formula.pgn | tail -n 1 | cut -f 1)" = '=HYPERLINK(1,2)' ]
}

@test "a file that is missing is no archive of 0 games" {
    for form in text json csv tsv; do
        run_split xpgn-stats --format=$form missing.pgn
        expect 2 '' 'xpgn-stats: missing.pgn: No such file or directory'
    done
    run_split xpgn-stats --format=json missing.pgn games.xpgn
    [ "$status" -eq 2 ]
    [ "$(jq .games "$out_file")" -eq 5 ]
}

@test "one JSON object" {
    counts stats.json --format=json games.xpgn
    jq -e '.games == 5 and .left_out == 0' "$out_file"
    counts stats-by-event.json --by Event --format=json games.xpgn
    [ "$(jq -r '.groups[].value' "$out_file")" = 'Club championship' ]
}

@test "the sums of JSON agree with each other" {
    run_split xpgn-stats --format=json games.xpgn
    [ "$(jq .games "$out_file")" -eq 5 ]
    jq -e '.games == ([.rulesets[].games] | add)' "$out_file"
    jq -e '[.rulesets[] | .games == ([.results[]] | add) and .games == ([.endings[]] | add)
        and .games == ([.turns.histogram[]] | add)] | all' "$out_file"
    jq -e '[.rulesets[] | ([.combats[].fought] | add) == ([.support.attack[].fought] | add)] | all' "$out_file"
    jq -e '[.rulesets[].dice[] | .rolled == ([.faces[]] | add)] | all' "$out_file"
}

@test "a game with errors is left out, named, and reported" {
    run_split xpgn-stats --format=json games.xpgn
    cp "$out_file" good
    run_split xpgn-stats --format=json games.xpgn bad.pgn
    [ "$status" -eq 1 ]
    [[ $err == 'bad.pgn:3:13: error: '*'xpgn-stats: 1 of 6 games left out: broken rule [C-1]' ]]
    [ "$(jq -c 'del(.left_out)' "$out_file")" = "$(jq -c 'del(.left_out)' good)" ]
    [ "$(jq .left_out "$out_file")" -eq 1 ]
    run_split xpgn-stats bad.pgn
    [ "$status" -eq 1 ]
    [ "$out" = '0 games, 1 with errors left out' ]
    xpgn-stats --partial bad.pgn >bad.part 2>/dev/null || [ $? -eq 1 ]
    run_split xpgn-stats --combine bad.part
    [ "$status" -eq 1 ]
    [ "$out" = '0 games, 1 with errors left out' ]
}

@test "how a game ended does not depend on the games before it" {
    cat "$ROOT/samples/club.xpgn" "$ROOT/samples/five-dice.xpgn" >two.xpgn # in the last a king is removed
    xpgn-stats -j1 --select=ending,game,count two.xpgn >fast
    XPGN_FORCE=walk xpgn-stats -j1 --select=ending,game,count two.xpgn | cmp - fast
    [ "$(grep -c 'king removed' fast)" -eq 3 ]
}

@test "a wrong derived field leaves its game out too" {
    sed 's/<5+0=7w:1+1=5x>/<5+0=8w:1+1=5x>/' games.xpgn >wrong.xpgn
    run_split xpgn-stats --format=json wrong.xpgn
    [ "$status" -eq 1 ]
    [[ $err == *'[CA-3]'* ]]
    [ "$(jq -c '[.games, .left_out, .rulesets."chess-attack".games]' "$out_file")" = '[4,1,1]' ]
}

@test "an empty input has empty statistics" {
    run_split xpgn-stats --format=text /dev/null
    expect 0 '0 games' ''
    run_split xpgn-stats --format=json </dev/null
    expect 0 '{"games":0,"left_out":0,"rulesets":{}}' ''
}

@test "the output is the same for every number of threads, and in every order of files" {
    many 6000 >one.xpgn # batches of 2048 games
    many 2500 >two.xpgn
    for format in text json csv tsv; do
        # all counts are in JSON; the others are written of the same, when the threads have ended
        jobs=3
        if [ "$format" = json ]; then jobs='2 3 8'; fi
        for by in '' --by=White; do
            xpgn-stats -j 1 --format "$format" ${by:+"$by"} one.xpgn two.xpgn >first 2>/dev/null || [ $? -eq 1 ]
            [ -s first ]
            for j in $jobs; do
                xpgn-stats -j "$j" --format "$format" ${by:+"$by"} two.xpgn one.xpgn >second 2>/dev/null || [ $? -eq 1 ]
                cmp first second
            done
        done
    done
}

@test "games are picked by number" {
    run_split xpgn-stats --game 3-4 --format=json games.xpgn
    [ "$(jq -c '.rulesets | keys' "$out_file")" = '["chess"]' ]
}

@test "a missing file does not keep the others from being counted" {
    run_split xpgn-stats --format=json nothing.xpgn games.xpgn
    [ "$status" -eq 2 ]
    [ "$err" = 'xpgn-stats: nothing.xpgn: No such file or directory' ]
    [ "$(jq .games "$out_file")" -eq 5 ]
}

@test "a full disk is noticed" {
    status=0
    xpgn-stats games.xpgn >/dev/full 2>err || status=$?
    [ "$status" -eq 2 ]
    [ "$(cat err)" = 'xpgn-stats: write error: No space left on device' ]
}

@test "the examples of the manual do what the manual shows" {
    sed '/Event "Combat Chess"/,$d' "$golden/render-ascii.xpgn" >game.xpgn
    manual_examples "$ROOT/man/xpgn-stats.1"
}

@test "illegal actions that stood are counted, and their games are" {
    printf '1. e4 e5 2. Ng1f4 {[%%illegal stood]} (2. Ng1g4 {[%%illegal stood]}) exf4 *\n' >stood.xpgn
    run_split xpgn-stats stood.xpgn
    [ "$status" -eq 0 ]
    [[ $out == *'chess: 1 game, 1 illegal action that stood'* ]]
    [ "$(xpgn-stats --format=json stood.xpgn | jq .rulesets.chess.stood)" -eq 1 ]
    [ "$(xpgn-stats --format=tsv stood.xpgn | awk -F'\t' 'NR == 2 {print $21}')" -eq 1 ]
}

@test "of a game with a missing half-move neither its length nor its end is known" {
    printf '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 {[%%missing]} 2... Nf6 1-0\n' >gap.pgn
    run_split xpgn-stats gap.pgn
    [ "$status" -eq 0 ]
    [[ $out == *'unknown  1  100.0%'* && $out != *'turns of a game'* ]]
    printf '\n[White "B"]\n[Result "1-0"]\n\n1. e4 (1. d4 {[%%missing]} 2. c4) 1... e5 2. d4 1-0\n' >>gap.pgn
    xpgn-stats --format=json gap.pgn >json
    [ "$(jq -c '.rulesets[] | .turns.histogram, .endings' json | tr '\n' ' ')" = \
        '{"3":1} {"unknown":1,"won":1} ' ]
    # nor does it leave a gap in the next game
    printf '[White "A"]\n\n1. e4 {[%%missing]} *\n\n[White "B"]\n\n1. d4 d5 *\n' >next.pgn
    [ "$(xpgn-stats --format=json next.pgn | jq -c '.rulesets[].turns.histogram')" = '{"2":1}' ]
}

@test "a piece has the name that the rules give it" {
    xpgn-stats --format=json games.xpgn >whole
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/stats.schema.json" <whole
    [ "$(jq -c '.rulesets | map_values(.combats | map(.attacker) | unique)' whole)" = \
        '{"chess":[],"chess-attack":["knight","pawn","queen"],"combat-chess-2":["dragon"]}' ]
    xpgn-stats --game=5 games.xpgn >text
    grep -q '^  dragon  *pawn  ' text
    xpgn-stats --game=5 --svg=- games.xpgn >chart.svg
    grep -q '>dragon × pawn<' chart.svg
    run grep -E 'knight|rook' text chart.svg
    [ "$status" -eq 1 ]
    # also of a house rule, beside chess, by groups and after merging, which has no rulesets
    cat >fairy.yaml <<'END'
ruleset: fairy
title: Fairy
version: 1
extends: chess-attack
pieces: {knight: {name: 'night"rider'}}
END
    printf '[Variant "fairy"]\n\n1. Nc3 e5 2. Nd5 c6 3. e4 cxd5 <5:1> *\n' >fairy.xpgn
    printf '[Variant "chess-attack"]\n\n1. Nc3 e5 2. Nd5 c6 3. e4 cxd5 <5:1> *\n' >attack.xpgn
    files=(fairy.xpgn attack.xpgn games.xpgn)
    for by in '' --by=Variant; do
        xpgn-stats --rules=fairy.yaml ${by:+"$by"} --format=json "${files[@]}" >whole
        jq -c '[.. | (.attacker?, .defender?) | strings] | unique' whole >names
        [ "$(cat names)" = '["dragon","knight","night\"rider","pawn","queen"]' ]
        for i in 0 1 2; do xpgn-stats --rules=fairy.yaml ${by:+"$by"} --partial "${files[i]}" >"part$i"; done
        xpgn-stats --combine --format=json part2 part0 part1 | cmp - whole
    done
}

@test "what is counted of games with dice does not depend on who reads them" {
    local file how
    for file in "$ROOT"/samples/*.xpgn "$ROOT"/tests/bench/data/*.xpgn "$ROOT"/tests/vectors/tamper.xpgn; do
        for how in --partial '--fairness --format=json'; do
            # shellcheck disable=SC2086 # two words
            xpgn-stats $how "$file" >fast 2>&1 || true
            # shellcheck disable=SC2086
            XPGN_FORCE=walk xpgn-stats $how "$file" >walked 2>&1 || true
            same_output walked fast
        done
    done
}

# ends TAGS MOVETEXT: how a game with these ended
ends() {
    printf '[White "Ames"]\n[Black "Boyd"]\n%s\n\n%s\n' "$1" "$2" >end.pgn
    xpgn-list --no-header --format=tsv --columns ending end.pgn
}

@test "a game ended as its tags say, or its last comment; else it was won or drawn" {
    [ "$(ends '[Termination "Time forfeit"]' '1. e4 e5 1-0')" = 'time forfeit' ]
    [ "$(ends '[Termination "Time forfeit"]' '1. e4 d6 { wins on time. } 1/2-1/2')" = 'time forfeit' ]
    [ "$(ends '[Termination "Abandoned"]' '1. e4 c5 1-0')" = abandoned ]
    [ "$(ends '[Termination "Normal"]' '1. e4 c5 { Black resigns. } 1-0')" = resignation ]
    [ "$(ends '[Termination "Normal"]' '1. e4 c5 { [%eval 1.2] Black resigns } {fine} 1-0')" = resignation ]
    [ "$(ends '[Termination "normal"]' '1. e4 c5 {fine} 1-0 {White wins on time}')" = 'time forfeit' ]
    # of two tags the one that says more
    [ "$(ends $'[Termination "abandoned"]\n[TerminationDetails "White disconnects"]' '1. e4 c5 0-1')" = disconnection ]
    [ "$(ends $'[Termination "adjudication"]\n[TerminationDetails "TCEC win rule"]' '1. e4 c5 1-0')" = adjudication ]
    [ "$(ends '[TerminationDetails "Black'"'"'s connection stalls"]' '1. e4 c5 1-0')" = 'stalled connection' ]
    [ "$(ends '[ICCResult "Black forfeits on time"]' '1. e4 c5 1-0')" = 'time forfeit' ]
    # words that are none of those known are those of the tag, without the player
    [ "$(ends '[Termination "Ames won by king of the hill"]' '1. e4 c5 1-0')" = 'king of the hill' ]
    # nothing says it
    [ "$(ends '[Termination "Normal"]' '1. e4 c5 1-0')" = won ]
    [ "$(ends '' '1. e4 c5 {White wins} 1-0')" = won ]
    [ "$(ends '' '1. e4 c5 1/2-1/2')" = drawn ]
    [ "$(ends '' '1. e4 c5 1/2-0')" = 'half a point to nothing' ]
    [ "$(ends '' '1. e4 c5 *')" = unfinished ]
    [ "$(ends '[Termination "time forfeit"]' '1. e4 {[%missing]} 1-0')" = 'time forfeit' ]
    # the board decides
    [ "$(ends '[Termination "Time forfeit"]' '1. f3 e5 2. g4 Qh4# 0-1')" = checkmate ]
    [ "$(ends '[Termination "3-fold repetition"]' '1. f3 e5 1/2-1/2')" = repetition ]
    [ "$(ends '[Termination "?"]' '1. f3 e5 2. g4 Qg5 0-1')" = won ]
    # the same on the fast path and on the other, in a table and counted
    [ "$(ends '[Termination "time forfeit"]' '1. e4 c5 1-0')" = "$(XPGN_FORCE=walk ends '[Termination "time forfeit"]' '1. e4 c5 1-0')" ]
    [ "$(xpgn-stats --format=json end.pgn | jq -c .rulesets.chess.endings)" = '{"time forfeit":1}' ]
    [ "$(xpgn-grep --where='ending="time forfeit"' -c end.pgn)" = 1 ]
}

# ---- partial results ---------------------------------------------------------------------------

@test "a partial result keeps its form" {
    version=$(xpgn-stats --version | sed -n '1s/.* //p')
    run_split xpgn-stats --partial --by=White games.xpgn
    [ "$status" -eq 0 ]
    cp "$out_file" as.written
    seal as.written
    cmp "$out_file" as.written
    sed "1s/$version\$/VERSION/" "$out_file" >part
    seal part
    same_output "$golden/stats.partial" part
    # what is said of a game with errors is said when it is read, what was left out is counted
    run_split xpgn-stats --partial bad.pgn
    [ "$status" -eq 1 ]
    sed 's/[0-9a-f]\{16\}/DIGEST/' "$out_file" >shown
    [ "$(cat shown)" = $'xpgn-stats\t2\tcounted_by\t'"$version"$'\npiece\tDIGEST\tbad.pgn\n\tchess\tleft_out\t0\t0\t0\t0\t1\nend\t1\tDIGEST' ]
}

@test "merged partial results are the bytes of one run over everything" {
    many 900 >one.xpgn
    many 400 | tail -n +40 >two.xpgn
    for by in '' --by=White; do
        for file in one two games; do
            xpgn-stats ${by:+"$by"} --partial $file.xpgn >$file.part 2>/dev/null || [ $? -eq 1 ]
        done
        xpgn-stats ${by:+"$by"} --partial --combine games.part two.part | gzip >both.part.gz
        for format in text json csv tsv; do
            xpgn-stats ${by:+"$by"} --format "$format" one.xpgn two.xpgn games.xpgn >whole 2>err || [ $? -eq 1 ]
            run_split xpgn-stats --combine --format "$format" one.part both.part.gz
            [ "$status" -eq 1 ] # games were left out
            same_output whole "$out_file"
            [ "$err" = "$(tail -n 1 err)" ]
        done
        xpgn-stats ${by:+"$by"} --partial one.xpgn two.xpgn games.xpgn >whole 2>err || [ $? -eq 1 ]
        xpgn-stats --combine --partial both.part.gz one.part >sum 2>err || [ $? -eq 1 ]
        xpgn-stats --combine --partial one.part two.part games.part >other 2>err || [ $? -eq 1 ]
        cmp sum other
        cmp <(counts_in whole) <(counts_in sum)
        [ "$(grep '^piece' sum)" = "$(cat games.part one.part two.part | grep '^piece')" ]
    done
    run_split xpgn-stats --combine <games.part
    expect 0 "$(xpgn-stats --by=White games.xpgn)" ''
}

@test "what cannot be merged is reported, and the rest is added up" {
    xpgn-stats --partial games.xpgn >plain.part
    xpgn-stats --partial --by=Event games.xpgn >event.part
    head -n 9 plain.part >cut.part
    sed '3s/[0-9]*$/many/' plain.part >wrong.part
    sed '3s/1$/2/' plain.part >changed.part
    cp games.xpgn more.xpgn
    xpgn-stats --partial more.xpgn >more.part
    run_split xpgn-stats --combine plain.part games.xpgn event.part cut.part wrong.part changed.part nothing.part more.part
    lines=$(wc -l <plain.part)
    expect 2 "$(xpgn-stats games.xpgn games.xpgn)" 'xpgn-stats: games.xpgn: not a partial result of xpgn-stats --partial
xpgn-stats: event.part: counts grouped by Event cannot be added to counts without groups
xpgn-stats: cut.part: the partial result is truncated
xpgn-stats: wrong.part:3: not a count of a partial result
xpgn-stats: changed.part:'"$lines"': wrong checksum: the partial result was changed or damaged
xpgn-stats: nothing.part: No such file or directory'
    run_split xpgn-stats --combine --by=White plain.part
    expect 2 '' 'xpgn-stats: plain.part: counts without groups cannot be added to counts grouped by White'
    run_split xpgn-stats --combine --game=3 plain.part
    expect 2 '' "xpgn-stats: --game cannot be combined with --combine
try 'xpgn-stats --help'"
    run_split xpgn-stats --partial --format=json games.xpgn
    expect 2 '' "xpgn-stats: --partial cannot be combined with --format
try 'xpgn-stats --help'"
}

@test "a piece is added once, and a set must have all its pieces" {
    xpgn-stats --partial --game=1-2 games.xpgn >one.part
    xpgn-stats --partial --game=3- games.xpgn | gzip >two.part.gz
    xpgn-stats --format=json games.xpgn >whole
    run_split xpgn-stats --combine --of=2 --format=json two.part.gz one.part
    expect 0 "$(cat whole)" ''
    # twice, itself or within a sum
    cp one.part again.part
    run_split xpgn-stats --combine --format=json one.part two.part.gz again.part
    expect 2 "$(cat whole)" 'xpgn-stats: again.part: games.xpgn --game=1-2 was already added by one.part'
    xpgn-stats --combine --partial one.part two.part.gz >sum.part
    run_split xpgn-stats --combine --format=json sum.part two.part.gz
    expect 2 "$(cat whole)" 'xpgn-stats: two.part.gz: games.xpgn --game=3- was already added by sum.part'
    run_split xpgn-stats --combine --format=json --of=2 sum.part
    expect 0 "$(cat whole)" ''
    # not all of it: nothing is written
    for n in 1 3; do
        run_split xpgn-stats --combine --of=$n one.part two.part.gz
        expect 2 '' "xpgn-stats: the files are of 2 pieces, expected $n: nothing is written"
    done
    run_split xpgn-stats --combine --partial --of=2 one.part nothing.part
    expect 2 '' 'xpgn-stats: nothing.part: No such file or directory
xpgn-stats: the files are of 1 piece, expected 2: nothing is written'
    run_split xpgn-stats --of=2 games.xpgn
    expect 2 '' "xpgn-stats: --of requires --combine
try 'xpgn-stats --help'"
    # what is the same in other files, or others in a file of that name, are other pieces
    cp games.xpgn copy.xpgn
    xpgn-stats --partial <copy.xpgn >in.part
    xpgn-stats --partial copy.xpgn >copy.part
    xpgn-stats --partial bad.pgn <copy.xpgn >bad.part 2>said || [ $? -eq 1 ]
    cp bad.pgn copy.xpgn
    xpgn-stats --partial copy.xpgn >changed.part 2>said || [ $? -eq 1 ]
    xpgn-stats --partial copy.xpgn bad.pgn >two.part 2>said || [ $? -eq 1 ]
    xpgn-stats --partial copy.xpgn copy.xpgn >twice.part 2>said || [ $? -eq 1 ]
    run_split xpgn-stats --combine --of=6 --format=json in.part copy.part bad.part changed.part two.part twice.part
    [ "$(jq -c '[.games, .left_out]' "$out_file")" = '[10,6]' ]
    [ "$(grep -h '^piece' copy.part in.part two.part | cut -f 3 | tr '\n' '|')" = 'copy.xpgn|standard input|copy.xpgn and 1 more|' ]
    # an empty range is a piece too
    xpgn-stats --partial --bytes=1M: games.xpgn >empty.part
    xpgn-stats --partial --bytes=:1M games.xpgn >all.part
    run_split xpgn-stats --combine --of=2 --format=json empty.part all.part
    expect 0 "$(cat whole)" ''
    grep -q $'^piece\t.*\tgames.xpgn --bytes=1048576:$' empty.part
}

@test "a partial result of an earlier version is to be counted again" {
    printf 'xpgn-stats\t1\tcounted_by\t0.9.0\nend\t0\n' >old.part
    run_split xpgn-stats --combine old.part
    expect 2 '' 'xpgn-stats: old.part: a partial result of an earlier xpgn-stats: count again'
}

@test "a partial result of what could not be read to its end is marked, and refused" {
    gzip -c games.xpgn | head -c 300 >cut.xpgn.gz
    many 900 | bzip2 | head -c -20 >damaged.bz2
    xpgn-stats --partial games.xpgn >good.part
    for file in cut.xpgn.gz damaged.bz2 missing.pgn; do
        for input in "$file" "games.xpgn $file" "$file games.xpgn"; do
            # shellcheck disable=SC2086 # two files
            run_split xpgn-stats -j2 --partial $input
            [ "$status" -eq 2 ]
            [[ $(tail -n 1 "$out_file") = $'incomplete\t'* ]]
            cp "$out_file" bad.part
            run_split xpgn-stats --combine bad.part
            expect 2 '' 'xpgn-stats: bad.part: the partial result is incomplete: not all could be read'
            # nor does it become complete by merging
            run_split xpgn-stats --combine --partial good.part bad.part
            [ "$status" -eq 2 ]
            [ "$(sed '$d' "$out_file")" = "$(sed '$d' good.part)" ]
            [[ $(tail -n 1 "$out_file") = $'incomplete\t'* ]]
            # or by hand
            sed 's/^incomplete/end/' bad.part >end.part
            run_split xpgn-stats --combine end.part
            [ "$status" -eq 2 ]
            [[ $err = 'xpgn-stats: end.part:'*': wrong checksum: '* ]]
        done
    done
    run_split xpgn-stats --partial --game=99 games.xpgn
    [ "$status" -eq 2 ]
    [[ $(tail -n 1 "$out_file") = $'incomplete\t0\t'* ]]
}

@test "what was killed while it counted has no partial result" {
    mkfifo games.fifo
    xpgn-stats --partial games.fifo >killed.part &
    job=$!
    exec 8>games.fifo
    cat games.xpgn >&8
    kill -9 "$job"
    wait "$job" || [ $? -eq 137 ]
    exec 8>&-
    run_split xpgn-stats --combine killed.part
    expect 2 '' 'xpgn-stats: killed.part: not a partial result of xpgn-stats --partial'
}

@test "partial results of other rulesets, versions and limits are not added" {
    version=$(xpgn-stats --version | sed -n '1s/.* //p')
    printf 'ruleset: mine\nextends: chess-attack\n' >mine.yaml
    xpgn-stats --partial games.xpgn >good.part
    xpgn-stats --partial --rules=mine.yaml games.xpgn >rules.part
    xpgn-stats --partial --max-game=9M games.xpgn >size.part
    sed '1s/counted_by.*/counted_by\t9.9.9/' good.part >version.part
    sed '1s/\tcounted_by.*//' good.part >silent.part
    seal version.part
    seal silent.part
    cp games.xpgn more.xpgn
    xpgn-stats --partial more.xpgn >more.part
    run_split xpgn-stats --combine --format=json good.part rules.part size.part version.part silent.part more.part
    [ "$status" -eq 2 ]
    [ "$(jq .games "$out_file")" -eq 10 ]
    hash=$(sed -n '1s/.*rules=//p' rules.part)
    [ "$err" = "xpgn-stats: rules.part: was counted by '$version rules=$hash', expected '$version' as before
xpgn-stats: size.part: was counted by '$version max-game=9437184', expected '$version' as before
xpgn-stats: version.part: was counted by '9.9.9', expected '$version' as before
xpgn-stats: silent.part: was counted by '', expected '$version' as before" ]
    xpgn-stats --partial --rules=mine.yaml more.xpgn >more.part
    run_split xpgn-stats --combine --format=json rules.part more.part
    expect 0 "$(xpgn-stats --format=json games.xpgn games.xpgn)" ''
}

@test "a tag without a name is refused, as from an empty variable" {
    run_split xpgn-stats --by= games.xpgn
    expect 2 '' "xpgn-stats: --by requires the name of a tag
try 'xpgn-stats --help'"
}

@test "the luck of every side is what a slow program finds, and zero-sum" {
    run_split /usr/bin/python3 "$ROOT/tests/oracles/luck.py" "$BIN/xpgn-odds" "$BIN/xpgn-stats" \
        "$ROOT"/samples/*.xpgn "$ROOT"/samples/*/*.xpgn "$ROOT"/tests/vectors/*.xpgn "$ROOT"/tests/bench/data/*.xpgn
    [ "$status" -eq 0 ] || { echo "$out" | head; return 1; }
    [[ $out =~ ^[4-9][0-9]' sides compared'$ ]]
}

@test "luck is told in words, with the dice and the least likely rolls" {
    run_split xpgn-stats --luck "$ROOT/samples/club.xpgn"
    [ "$status" -eq 0 ]
    grep -qx '  black       11  +17.0     -6.23  +23.23  luckier in 10 of 100 replays of these combats         1' <<<"$out"
    grep -qx '  white       11  -17.0     +6.23  -23.23  luckier in 89 of 100 replays of these combats         1' <<<"$out"
    grep -qx '  white  turn    1  2  0  1  0  0       4  2.25' <<<"$out"
    grep -q "club.xpgn:37  Evers, T. - Fabre, J.   1... d2xd1   attacker unharmed, defender removed    9.09%$" <<<"$out"
    grep -qx 'chess: 1 game, without dice' <<<"$out"
    [ "$(grep -c 'least likely rolls' <<<"$out")" -eq 1 ]
    # 11 combats, of which the ten least likely are listed in order
    sed -n '/^least/,$p' <<<"$out" | tail -n 10 | sed 's/.* //; s/%//' | sort -n -c
}

@test "with hit points each exchange has its luck, which is merged and ranked, unless there are too many" {
    run_split xpgn-stats --luck "$ROOT/samples/sealed-goes-on.xpgn"
    grep -qx '  white        2  +1.1    +29.44  -28.35  luckier in 87 of 100 replays of these combats        <1' <<<"$out"
    xpgn-simulate --variant=chess-or-die-trying --bots=random --seed=9 -n 2 >one.xpgn
    xpgn-simulate --variant=chess-or-die-trying --bots=greedy --seed=9 -n 2 >other.xpgn
    /usr/bin/python3 "$ROOT/tests/oracles/luck.py" "$BIN/xpgn-odds" "$BIN/xpgn-stats" one.xpgn other.xpgn
    xpgn-stats --luck --partial one.xpgn >one.part
    xpgn-stats --luck --partial other.xpgn >other.part
    xpgn-stats --luck one.xpgn other.xpgn >whole
    xpgn-stats --luck --combine other.part one.part | cmp - whole
    xpgn-stats --luck -j3 one.xpgn other.xpgn | cmp - whole
    printf 'ruleset: mine\nextends: chess-or-die-trying\npieces: {queen: {hits: 97}}\n' >many.yaml
    xpgn-simulate --rules=many.yaml --bots=greedy --seed=1 >many.xpgn
    run_split xpgn-stats --rules=many.yaml --luck many.xpgn
    grep -q '^  white  combat' <<<"$out"
    not grep luckier <<<"$out"
}

@test "ranks of luck are as often extreme as the report says" {
    XPGN_BIN=$BIN sh "$ROOT/tests/oracles/luck_rank.sh" 300 >ranks
    [ "$(wc -l <ranks)" -eq 3 ]
    # of 300: 21 to 28 %, with three standard deviations
    awk '{ if ($2 < 15 || $2 > 34) exit 1 }' ranks
    xpgn-stats --luck --game=3 "$ROOT/samples/club.xpgn" | grep -q 'Replays repeat these combats'
    xpgn-stats --luck "$ROOT/samples/archive.pgn" | not grep -q 'Replays repeat these combats'
    # said wherever a rank is: in the text, the manual, the schema of both ranks
    sentence='21 to 28 of 100 fair games, not 20, are among the 20 most extreme ranks'
    xpgn-stats --luck --game=3 "$ROOT/samples/club.xpgn" | grep -q "$sentence"
    [ "$(grep -c "$sentence" "$ROOT/formats/stats.schema.json")" = "$(grep -c '"luckier": {' "$ROOT/formats/stats.schema.json")" ]
    [ "$(cat "$ROOT"/man/xpgn-{stats.1,luck.7} | tr '\n' ' ' | grep -oE '21 to 28 (in|of) 100' | wc -l)" -eq 3 ]
}

@test "luck in JSON is as the schema says, and adds nothing to a plain run" {
    xpgn-stats --luck --format=json "$ROOT"/samples/*.xpgn 2>/dev/null >"$BATS_TEST_TMPDIR/luck"
    xpgn-stats --luck --by=White --format=json "$ROOT/samples/club.xpgn" >"$BATS_TEST_TMPDIR/by"
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/stats.schema.json" "$BATS_TEST_TMPDIR"/{luck,by}
    cmp <(jq -cS 'del(.least_likely, .rulesets[].luck)' "$BATS_TEST_TMPDIR/luck") \
        <(xpgn-stats --format=json "$ROOT"/samples/*.xpgn 2>/dev/null | jq -cS .)
}

@test "a table of luck has a row for each side and player" {
    xpgn-stats --luck --format=tsv "$ROOT/samples/club.xpgn" >"$BATS_TEST_TMPDIR/tsv"
    [ "$(head -n 1 "$BATS_TEST_TMPDIR/tsv" | cut -f 1-5)" = $'ruleset\tof\tname\tagainst\tcombats' ]
    [ "$(awk -F'\t' '$2 == "side" { luck += $8; rank += $9 + $10 / 2; n++ } END { printf "%d %.3f %.3f", n, luck, rank }' \
        "$BATS_TEST_TMPDIR/tsv")" = '6 0.000 3.000' ]
    diff <(tr '\t' '|' <"$BATS_TEST_TMPDIR/tsv") \
        <(xpgn-stats --luck --format=csv "$ROOT/samples/club.xpgn" | tr -d '"\r' | sed 's/, /; /; s/,/|/g; s/; /, /')
    xpgn-stats --luck --by=White --no-header --format=tsv "$ROOT/samples/club.xpgn" | cut -f 1,2,4 >"$BATS_TEST_TMPDIR/by"
    grep -qx $'Adams, R.\tchess-attack\twhite' "$BATS_TEST_TMPDIR/by"
}

@test "luck that is merged is that of one run, for any number of threads" {
    cd "$ROOT/samples"
    files=(club.xpgn chess-attack.xpgn five-dice.xpgn combat-chess-2.xpgn sheets/board1.xpgn)
    for file in "${files[@]}"; do xpgn-stats --luck --partial "$file" >"$BATS_TEST_TMPDIR/${file##*/}.part"; done
    for form in text json csv; do
        xpgn-stats -j1 --luck --format=$form "${files[@]}" >"$BATS_TEST_TMPDIR/one"
        xpgn-stats -j4 --luck --format=$form "${files[@]}" >"$BATS_TEST_TMPDIR/four"
        xpgn-stats --combine --luck --format=$form "$BATS_TEST_TMPDIR"/*.part >"$BATS_TEST_TMPDIR/merged"
        [ -s "$BATS_TEST_TMPDIR/one" ]
        cmp "$BATS_TEST_TMPDIR/one" "$BATS_TEST_TMPDIR/four"
        cmp "$BATS_TEST_TMPDIR/one" "$BATS_TEST_TMPDIR/merged"
    done
    xpgn-stats --luck --partial "${files[@]}" >"$BATS_TEST_TMPDIR/one"
    xpgn-stats --combine --luck --partial "$BATS_TEST_TMPDIR"/*.part >"$BATS_TEST_TMPDIR/merged"
    cmp <(counts_in "$BATS_TEST_TMPDIR/one") <(counts_in "$BATS_TEST_TMPDIR/merged")
    [ "$(grep -c $'\tleast\t' "$BATS_TEST_TMPDIR/one")" -eq 10 ]
}

@test "of many players with as many combats the same are named, whichever file is first" {
    cd "$BATS_TEST_TMPDIR"
    for n in 0 1 2 3 4 5 6 7 8 9 10; do
        printf '[White "W%s"]\n[Black "B%s"]\n[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <6:1> *\n\n' "$n" "$n"
    done >all.xpgn
    sed 24q all.xpgn >first.xpgn
    sed 1,24d all.xpgn >second.xpgn
    for order in 'first.xpgn second.xpgn' 'second.xpgn first.xpgn'; do
        # shellcheck disable=SC2086 # two files
        xpgn-stats --luck $order | sed -n '/^players/,/^$/p' >"${order%%.*}.told"
    done
    cmp first.told second.told
    [ "$(grep -c '^  [BW][0-9]' first.told)" -eq 20 ]
    grep -q '^  W7 ' first.told
    [ "$(grep -c '^  W[89] ' first.told)" -eq 0 ]
}

@test "what was counted without luck is not reported as if it had none" {
    xpgn-stats --partial "$ROOT/samples/club.xpgn" >"$BATS_TEST_TMPDIR/plain"
    run_split xpgn-stats --combine --luck "$BATS_TEST_TMPDIR/plain"
    expect 2 '' "xpgn-stats: $BATS_TEST_TMPDIR/plain: was counted without --luck"
}

@test "a game with errors leaves no luck behind" {
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5:1> Nf6 3. dxc6 <6:1> *\n' >"$BATS_TEST_TMPDIR/bad.xpgn"
    run_split xpgn-stats --luck --format=json "$BATS_TEST_TMPDIR/bad.xpgn"
    [ "$(jq -c '[.games, .least_likely]' <<<"$out")" = '[0,[]]' ]
}

# ---- fairness ----

@test "turns by the dice they spend, and how many were expected to" {
    run_split xpgn-stats "$ROOT/samples/dice-chess-three.xpgn"
    [ "$(sed -n '/^turns by the dice/,$s/ *[0-9.]*% *#*$//p' "$out_file")" = '  white  3            2               3
  white  3            3               6
  black  3            0               1
  black  3            1               1
  black  3            3               6' ]
    # expected are the shares of all throws in the positions before the turns
    xpgn-stats --luck --format=json "$ROOT/samples/dice-chess-three.xpgn" >luck.json
    jq -e '[.rulesets[].luck.turns[]] | ([.[].turns] | add) == 17 and (([.[].expected] | add) - 17 | fabs) < 0.00001 and
        (.[0] | .side == "white" and .spent == 0 and .turns == 0)' luck.json
    [ "$(xpgn-stats --luck "$ROOT/samples/dice-chess-three.xpgn" | sed -n '/^turns/,$p' | sed -n 2,4p)" = '  side   spent  turns  expected
  white      0      0      1.39
  white      1      0      1.38' ]
    printf '[Variant "dice-chess-pair"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1"]\n\n1. <5,4> Re7+ *\n' >one.xpgn
    [ "$(xpgn-stats --luck --format=json one.xpgn | jq -c '[.rulesets[].luck.turns[] | [.spent, .turns, .expected]]')" = '[[0,0,0.333333],[1,1,0.666667]]' ]
    # at the start one die of eight moves nothing, and combats are counted beside it
    xpgn-stats --luck --format=json --game=2 "$ROOT/samples/reckless-chess.xpgn" >one.json
    [ "$(jq -c '[.rulesets[].luck.turns[] | [.spent, .turns, .expected]]' one.json)" = '[[0,0,0.5],[1,4,3.5],[0,1,0.375],[1,2,2.625]]' ]
    [ "$(xpgn-stats --luck --game=2 "$ROOT/samples/reckless-chess.xpgn" | grep -c '^  white  *3  *0.0  *+4.40 ')" = 1 ]
    # where what moves nothing is rolled again, and in games without such dice, there is nothing to tell
    xpgn-stats --luck --format=json "$ROOT/samples/dice-chess.xpgn" "$ROOT/samples/club.xpgn" | jq -e '[.rulesets[] | .turn_dice, .luck.turns] | all(. == null)'
    # parts add up
    xpgn-stats --partial --luck --game=1-3 "$ROOT/samples/dice-chess-three.xpgn" >a.part
    xpgn-stats --partial --luck --game=4-6 "$ROOT/samples/dice-chess-three.xpgn" >b.part
    xpgn-stats --combine --luck --format=json a.part b.part >sum.json
    same_output <(jq -S '.rulesets | map_values({turn_dice, t: .luck.turns | map_values(.expected |= (. * 1000 | round))})' luck.json) \
        <(jq -S '.rulesets | map_values({turn_dice, t: .luck.turns | map_values(.expected |= (. * 1000 | round))})' sum.json)
}

@test "hit points lost, and what each exchange of an attacker that goes on was expected to bring" {
    xpgn-simulate --variant=chess-or-die-trying -n 20 --seed=5 >on.xpgn
    # of what the pieces had, by the facts of each combat
    xpgn-replay --actions --format=tsv --no-header --columns=attacker,defender,attacker_hits,defender_hits,attacker_lost,defender_lost on.xpgn |
        awk -F '\t' '$3 { sum["paid " $1 " " $2] += $5 < $3 ? $5 : $3; sum["dealt " $1 " " $2] += $6 < $4 ? $6 : $4 }
            END { for (pair in sum) if (sum[pair]) print pair, sum[pair] }' | LC_ALL=C sort >facts
    xpgn-stats --format=json on.xpgn | jq -r '.rulesets[] | {dealt: .points_dealt, paid: .points_paid} | to_entries[] |
        .key as $key | .value[] | "\($key) \(.attacker) \(.defender) \(.count)"' | LC_ALL=C sort >counted
    same_output facts counted
    grep -q 'queen king' counted
    xpgn-stats on.xpgn | grep -qx 'hit points that defenders lost'
    # 2 exchanges: a queen wins 45 of 240 throws against a king both times
    xpgn-stats --format=json --game=3 "$ROOT/samples/chess-or-die-trying.xpgn" | jq -e '.rulesets[].combats[0].expected.won == 0.375'
    # a certain blow has points and no expectation
    xpgn-stats --format=json "$ROOT/samples/chess-to-the-death.xpgn" | jq -e '.rulesets[] | .points_dealt != null and .points_paid == null'
}

@test "dice that are rolled again until they move something are not compared with fair ones" {
    xpgn-simulate --variant=dice-chess -n 40 >again.xpgn
    # fair dice, and yet knights and pawns come most: at first nothing else can move
    xpgn-stats --format=json --fairness again.xpgn >again.json
    jq -e '.rulesets[] | (.dice.turn | .faces["2"] > 1.5 * .faces["5"] and .p == null and .chi_squared == null)' again.json
    xpgn-stats --fairness again.xpgn | grep -c 'too few$' >count
    [ "$(cat count)" = 3 ]
    xpgn-stats again.xpgn | sed -n '/^dice/,$p' >dice
    grep -q '^  turn ' dice
    ! grep -q chi2 dice
    xpgn-stats --partial again.xpgn >again.part
    same_output <(xpgn-stats --combine again.part) <(xpgn-stats again.xpgn)
    # of throws that pass all are recorded
    xpgn-simulate --variant=dice-chess-pair -n 10 --bots=random | xpgn-stats --format=json | jq -e '.rulesets[].dice.turn.p > 0.001'
}

@test "dice of up to 100 faces, and of several sizes, are all counted" {
    printf 'ruleset: hundred\ntitle: Hundred\nversion: 1\nextends: polyhedral-chess-war\npieces: {pawn: {dice: d100}}\n' >hundred.yaml
    printf '[Variant "hundred"]\n\n1. e4 d5 2. exd5 <100=101:37=37x> Nf6 3. Nc3 Nxd5 <9=10x:90=90> *\n' >hundred.xpgn
    xpgn-stats --rules=hundred.yaml --luck hundred.xpgn | sed -n '/^dice/,/^$/p' >luck
    [ "$(awk 'NR == 2 {print NF, $3, $102, $103, $104}' luck)" = '104 1 100 rolled mean' ]
    [ "$(awk 'NR > 2 && NF {print $1, $11, $39, $92, $102, $103, $104}' luck)" = 'white 0 0 1 1 2 95.00
black 1 1 0 0 2 23.00' ]
    xpgn-stats --rules=hundred.yaml --luck --format=json hundred.xpgn |
        jq -e '.rulesets[].luck.sides[0].dice | (.attack | length == 100 and .[99] == 1) and (.defense | length == 100 and .[89] == 1)'
    xpgn-stats --rules=hundred.yaml hundred.xpgn | sed -n '/^dice/,/^$/p' >dice
    [ "$(awk 'NR > 2 && NF {print NF, $1, $10, $38, $91, $101, $102, $103}' dice)" = '103 attack 1 0 0 1 2 54.5
103 defense 0 1 1 0 2 63.5' ]
    # faces of all sizes are added up; they are tested by size
    xpgn-simulate --variant=polyhedral-chess-war -n 30 --bots=random >war.xpgn
    xpgn-stats war.xpgn | sed -n '/^dice/,/^$/p' >dice
    awk 'NR > 2 && NF {for (i = 2; i < 22; i++) n += $i; if (n != $22 || NF != 23) exit 1; n = 0}' dice
    xpgn-stats --format=json war.xpgn | jq -e '.rulesets[].dice | all(.[]; .p == null and ([.faces[]] | add) == .rolled)'
    xpgn-stats --fairness --explore --format=tsv --no-header war.xpgn | awk -F'\t' '$1 == "all" {print $4}' | xargs >sizes
    [ "$(cat sizes)" = '6 8 10 12 20' ]
}

@test "--fairness --explore tests the dice of each role and each player, annulled ones too" {
    run_split xpgn-stats --fairness --explore --format=tsv "$ROOT/samples/sealed.xpgn"
    [ "$status" -eq 0 ]
    cut -f 1-5 "$out_file" | diff - <(printf '%s\t%s\t%s\t%s\t%s\n' stream name role faces dice all '' '' 6 6 \
        role '' attack 6 3 role '' defense 6 3 player 'Adams, R.' '' 6 3 player 'Brandt, L.' '' 6 3 \
        both 'Adams, R.' attack 6 2 both 'Brandt, L.' attack 6 1 both 'Adams, R.' defense 6 1 both 'Brandt, L.' defense 6 2)
    sed 's/ c5 3/ {[%annulled 5:3]} c5 3/' "$ROOT/samples/sealed.xpgn" | grep -v '^.Dice' >annulled.xpgn
    [ "$(xpgn-stats --fairness --explore --format=tsv annulled.xpgn | sed -n 2p | cut -f 5)" -eq 8 ]
    printf '[Variant "combat-chess-2"]\n\n{[%%annulled 3] [%%annulled 4+2] [%%annulled 5:5 6:1]} *\n' >roles.xpgn
    xpgn-stats --fairness --explore --format=csv --no-header roles.xpgn | cut -d , -f 1,3-5 | tr '\n' ' ' >roles
    [ "$(cat roles)" = 'all,,6,6 role,attack,6,2 role,defense,6,2 role,turn,6,1 role,teleport,6,1 ' ]
    # a turn roll that stands is thrown once, whether an action has it or the game ends before
    for end in '2. <5> Nb1-b6 *' '1-0' '2. K@- <1+4=5> *'; do
        printf '[Variant "combat-chess-2"]\n[FirstRoll "3:5"]\n\n1... <4> a7-a3 {[%%annulled 2. roll 5 stands] [%%annulled 2. Ng1xg7 5:2]} %s\n' "$end" >stands.xpgn
        xpgn-stats --fairness --explore --format=csv --no-header stands.xpgn | grep -q '^role,,turn,6,2,' || {
            echo "$end"
            xpgn-stats --fairness --explore --format=csv --no-header stands.xpgn
            return 1
        }
    done
    for end in '1-0' '1... <2,5,1> e5 Qxg5 Nc6 *'; do
        printf '[Variant "dice-chess-three"]\n\n1. <5,1,3> d3 Bg5 Qd2 {[%%annulled 1... roll 2,5,1 stands]} %s\n' "$end" >stands.xpgn
        xpgn-stats --fairness --explore --format=csv --no-header stands.xpgn >counted
        grep -q '^role,,turn,6,6,' counted || { cat counted; return 1; }
    done
}

@test "--fairness: merged parts are the whole, byte for byte, for every number of threads" {
    files=("$ROOT"/samples/*.xpgn)
    xpgn-stats --fairness --partial "${files[@]:0:3}" >one
    xpgn-stats --fairness --partial "${files[@]:3}" >two
    for format in text json csv tsv; do
        xpgn-stats --fairness --format=$format "${files[@]}" >whole
        xpgn-stats --combine --fairness --format=$format two one | cmp - whole
        xpgn-stats -j3 --fairness --format=$format "${files[@]}" | cmp - whole
    done
    xpgn-stats --fairness --partial "${files[@]}" >whole
    xpgn-stats --combine --partial one two >sum
    cmp <(counts_in whole) <(counts_in sum)
    xpgn-stats --partial "${files[@]:0:3}" >plain
    run_split xpgn-stats --combine --fairness plain two
    [ "$status" -eq 2 ]
    [ "$err" = 'xpgn-stats: plain: was counted without --fairness' ]
}

@test "--fairness asks three questions, and says what it could find" {
    run_split xpgn-stats --fairness "$ROOT/samples/club.xpgn"
    grep -q '^  Do all dice together show the faces equally often?  *0\.0577  *0\.1730$' "$out_file"
    grep -q '^  a 6 that falls one time in five  *120 dice  *4  *10$' "$out_file"
    grep -q '^E 1\.281 (dice with 6 faces)$' "$out_file"
    [[ ${out//$'\n'/ } == *'Looking repeatedly invalidates the p values.'* && $out != *'for exploration'* ]]
    xpgn-stats --fairness --format=json "$ROOT/samples/club.xpgn" | jq -e '.fairness |
        [.questions[].question] == ["faces", "players", "pairs"] and .games == 5 and
        .streams[0].dice == 120 and ([.streams[].stream] | unique) == ["all", "player"]' >/dev/null
    [ "$(xpgn-stats --format=json "$ROOT/samples/club.xpgn" | jq 'has("fairness")')" = false ]
}

@test "--fairness --question: what is asked alone needs no correction" {
    xpgn-stats --fairness --question=pairs --format=json "$ROOT/samples/club.xpgn" >one
    jq -e '.fairness.questions | length == 1 and .[0].question == "pairs" and .[0].p == .[0].holm and
        .[0].loaded[0].power == .[0].loaded[0].power_alone' one >/dev/null
    xpgn-stats --fairness --question=faces,pairs --format=tsv "$ROOT/samples/club.xpgn" | cut -f 1 | paste -sd ' ' >names
    [ "$(cat names)" = 'question faces pairs' ]
    run_split xpgn-stats --fairness --question=faces,dice "$ROOT/samples/club.xpgn"
    expect 2 '' "xpgn-stats: --question: found 'dice', expected faces, players or pairs"
    run_split xpgn-stats --explore "$ROOT/samples/club.xpgn"
    [ "$status" -eq 2 ]
    [[ $err == *'--question, --explore and --players require --fairness, and a report'* ]]
}

@test "--fairness --players: E bets on those of the list of the event, present or not" {
    printf 'round,white,black,result\n1,"Chen, M.","Nobody, N.",*\n1,"Dorn, P.","Evers, T.",*\n' >list.csv
    xpgn-stats --fairness --players=list.csv --format=json "$ROOT/samples/club.xpgn" >named
    jq -e '.fairness | .players == 4 and .players_named' named >/dev/null
    # half on all dice, an eighth on each of four, one of whom has thrown nothing
    jq -e '.fairness | .e[0].e as $e | (.streams | map(select(.stream == "all" or .name == "Chen, M." or
        .name == "Dorn, P." or .name == "Evers, T.") | .e)) as $s | ($s[0] / 2 + ($s[1] + $s[2] + $s[3] + 1) / 8 - $e) |
        fabs < 1e-5' named >/dev/null
    # dice with other faces have a bet of their own
    printf '%s\n' 'ruleset: eight' 'title: Eight' 'version: 1' 'extends: chess-attack' 'die: 8' >eight.yaml
    printf '[White "Ann"]\n[Black "Bob"]\n[Variant "%s"]\n\n1. e4 d5 2. exd5 <%s:1> Qxd5 <%s:1> *\n\n' chess-attack 5 3 eight 8 7 >two.xpgn
    xpgn-stats --rules=eight.yaml --fairness --format=json two.xpgn | jq -e '.fairness | .streams as $all | [.e[] | .faces as $n |
        ([$all[] | select(.faces == $n) | .e] | .[0] / 2 + (.[1] + .[2]) / 4) - .e | fabs < 1e-5] == [true, true]' >/dev/null
    xpgn-stats --fairness --players=list.csv "$ROOT/samples/club.xpgn" >text
    grep -q '^3 players with dice are not among those named\.$' text
    run grep -q 'one look' text
    [ "$status" -eq 1 ]
    run_split xpgn-stats --fairness --players="$ROOT/samples/club.xpgn" "$ROOT/samples/club.xpgn"
    [ "$status" -eq 2 ]
}

@test "--fairness --svg shows the faces, the answers and what would be found" {
    xpgn-stats --fairness --svg=- "$ROOT/samples/club.xpgn" >fair.svg
    xpgn-stats --fairness --format=json "$ROOT/samples/club.xpgn" >fair.json
    /usr/bin/python3 "$ROOT/tests/cli/chart.py" fair.svg >drawn
    jq -e --argjson drawn "$(cat drawn)" '
        ($drawn | map([.rows[].cells[0]])) as [$faces, $p, $found]
        | $faces == [.fairness.streams[] | select(.stream == "all").counts[] | tostring]
        and $p == [.fairness.questions[].p | . * 10000 | round / 10000 | "p \(.)"] and $found[1] == "18 in 100"' fair.json
    jq -e '(.[0].rows | all(.expected - 100 / 6 | fabs < 0.1)) and (.[1].rows | all(.expected - 0.05 | fabs < 0.001))' drawn
    grep -q 'fairness: how probable such dice are, if all are fair' fair.svg
    grep -q 'a 6 that is read as a 5 one time in three' fair.svg
    not grep -q 'combats' fair.svg
}

@test "charts have the shares that were counted, with Agresti and Coull's intervals, and what was expected" {
    files=("$ROOT/samples/club.xpgn" "$ROOT/samples/chess-attack.xpgn")
    xpgn-stats --format=json --svg=all.svg "${files[@]}" >all.json
    /usr/bin/python3 "$ROOT/tests/cli/chart.py" all.svg >drawn
    jq -e --argjson drawn "$(cat drawn)" '
        def share($title; $name; $k; $n; $expected): (1.959963984540054 * 1.959963984540054) as $z | ($n + $z) as $all
            | (($k + $z / 2) / $all) as $p | ($z * $p * (1 - $p) / $all | sqrt) as $half
            | {$title, $name, value: (100 * $k / $n), low: ([0, 100 * ($p - $half)] | max), high: ([100, 100 * ($p + $half)] | min), $expected};
        [.rulesets | to_entries[] | .key as $id | .value
            | (.results | add as $n | to_entries[] | share($id + ": games"; .key; .value; $n; null)),
            (.dice // {} | to_entries[].value | .rolled as $n | .faces | to_entries[] | share($id + ": dice"; .key; .value; $n; 100 / 6)),
            (.combats // [] | .[] | share($id + ": combats won by the attacker"; .attacker + " × " + .defender; .won; .fought;
                if .expected then 100 * .expected.won / .fought else null end))] as $known
        | [$drawn[] | .title as $title | .resolution as $off | .rows[] | . + {$title, $off}] as $rows
        | ($known | length) > 60 and ($known | all(. as $k | any($rows[]; .title == $k.title and .label == $k.name
            and (.off as $off | [.value - $k.value, .low - $k.low, .high - $k.high, (.expected // 0) - ($k.expected // 0)] | all(fabs <= $off)))))' all.json
    # the axis is the same in all charts of dice, which end where the longest interval does
    [ "$(jq -c '[.[] | select(.title | endswith(": dice")).numbers] | unique | length' drawn)" -eq 1 ]
    [ "$(jq -c '[.[] | select(.title | endswith(": games")).numbers | [first, last]] | unique' drawn)" = '[[0,100]]' ]
}

@test "luck and fairness together are for programs" {
    run_split xpgn-stats --luck --fairness "$ROOT/samples/club.xpgn"
    expect 2 '' "xpgn-stats: --luck can be combined with --fairness only in JSON or with --partial
try 'xpgn-stats --help'"
    xpgn-stats --luck --fairness --format=json "$ROOT/samples/club.xpgn" >both
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/stats.schema.json" <both
    jq -e 'has("fairness") and has("least_likely")' both >/dev/null
    xpgn-stats --luck --fairness --partial "$ROOT/samples/club.xpgn" >part
    xpgn-stats --combine --luck --fairness --format=json part | cmp - both
    xpgn-stats --combine --luck part | cmp - <(xpgn-stats --luck "$ROOT/samples/club.xpgn")
}

@test "a fact means the same in a row of xpgn-replay, and where it is counted" {
    cd "$BATS_TEST_TMPDIR"
    cat "$ROOT"/samples/*.xpgn >all.xpgn
    for fact in attacker defender captured promoted; do
        xpgn-replay --rows=actions --format=tsv --no-header --columns=$fact all.xpgn | grep . | LC_ALL=C sort -u >rows
        [ -s rows ]
        xpgn-stats --select=$fact,count --format=tsv --no-header all.xpgn | cut -f 1 | grep . | LC_ALL=C sort -u >counted
        same_output rows counted
    done
}

@test "--select: what is asked, as the rows of actions have it" {
    cd "$BATS_TEST_TMPDIR"
    cat "$ROOT"/samples/*.xpgn >all.xpgn
    xpgn-stats --format=json --by=ruleset --select='attacker, mean(margin), count, max(attacker_support)' \
        --where='support >= 2' all.xpgn | jq -c '[.ruleset, .attacker, .["mean(margin)"], .count, .["max(attacker_support)"]]' | sort >report
    # an independent calculation
    xpgn-replay --rows=combats --format=json --columns=ruleset,attacker,margin,support all.xpgn |
        jq -sc '{P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king"} as $name
            | map(select(.support.attacker >= 2 or .support.defender >= 2))
            | map(.type = (if .attacker.wounded then "wounded " else "" end) + $name[.attacker.piece])
            | group_by([.ruleset, .type])[] | [.[0].ruleset, .[0].type,
              (map(.margin // empty) | if length == 0 then null else add / length * 1e6 | round / 1e6 end),
              length, (map(.support.attacker) | max)]' | sort >rows
    [ "$(wc -l <rows)" -ge 3 ]
    # Combat Chess 2 calls its pieces otherwise
    same_output <(grep -v combat-chess rows) <(grep -v combat-chess report)
}

@test "--select: games are the rows where nothing is asked of actions, and tags are keys" {
    run_split xpgn-stats --select='result, count, mean(plies), sum(errors)' "$ROOT/samples/club.xpgn"
    expect 0 'result  count  mean(plies)  sum(errors)
0-1         2           16            0
1-0         3    19.666667            0' ''
    run_split xpgn-stats --select='White, count, count(combat), count(kind)' --format=csv --game=1-2 "$ROOT/samples/club.xpgn"
    expect 0 $'White,count,count(combat),count(kind)\r
"Adams, R.",33,11,33\r
"Chen, M.",22,11,22\r' ''
    printf '1. e4 Ke7 *\n' >"$BATS_TEST_TMPDIR/bad.pgn"
    run_split xpgn-stats --format=tsv --no-header --select=count --where=capture "$BATS_TEST_TMPDIR/bad.pgn"
    [ "$status" -eq 1 ]
    [ -z "$out" ]
    [[ $err = *'1 of 1 game left out: broken rule [C-1]' ]]
}

@test "--select: parts add up to the whole, whatever the threads" {
    cd "$BATS_TEST_TMPDIR"
    cat "$ROOT"/samples/*.xpgn "$ROOT"/samples/broken/CA-*.xpgn >all.xpgn
    ask=(--by=ruleset,seat --select='kind, fate, count, sum(gain), min(margin), max(margin), mean(chance)')
    xpgn-stats -j1 --format=tsv "${ask[@]}" all.xpgn >whole 2>err || [ $? -eq 1 ]
    xpgn-stats -j3 --format=tsv "${ask[@]}" all.xpgn 2>err | cmp whole -
    [ "$(wc -l <whole)" -gt 10 ]
    half=$(($(wc -c <all.xpgn) / 2))
    xpgn-stats --partial "${ask[@]}" --bytes=:$half all.xpgn >one 2>err || [ $? -eq 1 ]
    xpgn-stats --partial "${ask[@]}" --bytes=$half: all.xpgn >two 2>err || [ $? -eq 1 ]
    for order in 'one two' 'two one'; do
        # shellcheck disable=SC2086 # two files
        xpgn-stats --combine --of=2 --format=tsv "${ask[@]}" $order 2>err | cmp whole -
    done
    # what is damaged, comes twice or was asked otherwise is refused
    run_split xpgn-stats --combine --format=tsv "${ask[@]}" one one
    [ "$status" -eq 2 ]
    [[ $err = *'was already added by one'* ]]
    sed '5s/[0-9]$/x/' two >bad
    run_split xpgn-stats --combine "${ask[@]}" one bad
    [ "$status" -eq 2 ]
    run_split xpgn-stats --combine --select=count one
    [ "$status" -eq 2 ]
    [[ $err = *'was counted by'* ]]
}

@test "--select: sums that no numbers have are refused, with their line" {
    ask=(--by=ruleset --select='mean(margin), count')
    xpgn-stats --partial "${ask[@]}" "$ROOT/samples/club.xpgn" >part
    run_split xpgn-stats --combine "${ask[@]}" part
    [ "$status" -eq 0 ]
    cp "$out_file" whole
    first=$(grep -n 'sum 1' part | head -n 1 | cut -d: -f 1)
    # a mean outside of what was least and most, a count of others, a number by itself, a second sign
    for change in "$((first + 2))s/\t.*/\t999999999999999/" "${first}s/\t.*/\t1000000000000/" "$((first - 1))s/\t.*/\t0/" \
        "${first}d" "${first}s/sum 1/sum 2/" "${first}s/sum/max/" "$((first - 1))s/count/-count/" "${first}s/sum/--sum/"; do
        sed "$change" part >bad
        rows=$(($(sed '1d; /^piece\t/d' bad | wc -l) - 1))
        sed -i "\$s/^end\t[0-9]*/end\t$rows/" bad
        seal bad
        run_split xpgn-stats --combine "${ask[@]}" bad
        [ "$status" -eq 2 ]
        [[ $err == 'xpgn-stats: bad:'*': not a count of a partial result' ]]
    done
    cp part same
    seal same
    run_split xpgn-stats --combine "${ask[@]}" same
    same_output whole "$out_file"
}

@test "--select: what cannot be asked is refused" {
    refused() {
        run_split xpgn-stats "${@:2}" "$ROOT/samples/club.xpgn"
        expect 2 '' "xpgn-stats: $1
try 'xpgn-stats --help'"
    }
    refused "--select: unknown word 'atacker'; did you mean attacker?" --select=atacker,count
    refused '--select: nothing is counted; add count, or a column such as mean(margin)' --select=attacker
    refused '--where requires --select' --where=combat
    refused '--select cannot be combined with --luck, --fairness or --svg' --select=count --luck
}

@test "how games ended is said in words, with the rule" {
    xpgn-stats "$ROOT/samples/chess.xpgn" | grep -q '^  checkmate (C-3) '
    xpgn-list --format=tsv --no-header --columns=ruleset,ending,ending_rule "$ROOT"/samples/{chess,chess-attack,five-dice,combat-chess-2,assault-and-siege}.xpgn |
        awk -F '\t' '$3 != ""' | sort -u >ended
    same_output ended - <<END
assault-and-siege	king removed	AS-8
assault-and-siege	no legal action	AS-9
chess	checkmate	C-3
chess	stalemate	C-3
chess-attack	king removed	CA-8
chess-attack	no legal action	CA-11
combat-chess-2	no leader left	CC-12
five-dice	king removed	FD-4
five-dice	no legal action	FD-1
END
}
