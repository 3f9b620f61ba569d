# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# xpgn-fix: corrections, their marks, their log, and how they are taken back.

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
}

german() {
    printf '[Event "a"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 *\n'
}

# A slip with one most probable correction, after which the game is legal.
slip() {
    printf '[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rel b5 7. Bb3 d6 8. c3 O-O 9. h3 *\n'
}

@test "what means the same is corrected by default, without a mark" {
    german >a.pgn
    run_split xpgn-fix a.pgn
    [ "$status" -eq 0 ]
    [ "$out" = "$(german | sed 's/S\([fc]\)/N\1/g; s/L/B/g')" ]
    [ "$err" = 'xpgn-fix: a.pgn:1: game 1: 1 correction' ]
    [ "$(xpgn-fix -q <a.pgn 2>&1)" = "$out" ]
    mkfifo pipe # which changes while it is read
    { sleep 0.1; german; } >pipe &
    [ "$(xpgn-fix -q pipe)" = "$out" ]
    wait
}

@test "an ending in words is written as the result, with its tags; one that a tag contradicts stays" {
    printf '[Result "*"]\n\n1. e4 e5 Draw agreed\n' >a.pgn
    [ "$(xpgn-fix -q a.pgn)" = $'[Result "1/2-1/2"]\n[Termination "normal"]\n\n1. e4 e5 1/2-1/2' ]
    printf '[White "A"]\n\n1. e4 e5 Black lost on time\n' >a.pgn
    [ "$(xpgn-fix -q a.pgn)" = $'[White "A"]\n[Termination "time forfeit"]\n\n1. e4 e5 1-0' ]
    for words in remis nulle tablas; do
        printf '1. e4 e5 %s\n' $words >a.pgn
        [ "$(xpgn-fix -q a.pgn)" = '1. e4 e5 1/2-1/2' ]
    done
    printf '[Result "1-0"]\n\n1. e4 e5 Draw agreed\n' >a.pgn
    xpgn-fix -q a.pgn | cmp - a.pgn
}

@test "a tag that is still * says nothing against the result; any other difference is left to people" {
    printf '[Result "*"]\n\n1. e4 e5 1-0\n' >a.pgn
    [ "$(xpgn-fix -q --no-marks a.pgn)" = $'[Result "1-0"]\n\n1. e4 e5 1-0' ]
    for result in '*' 0-1; do
        printf '[Result "1-0"]\n\n1. e4 e5 %s\n' "$result" >a.pgn
        xpgn-fix -q a.pgn | cmp - a.pgn
    done
}

@test "a sum without dice follows from the board, which may be what is wrong: it is no certain correction" {
    printf '[FEN "7k/6p1/8/3Pp3/3QB3/8/8/K7 w - - 0 20"]\n[SetUp "1"]\n[Variant "assault-and-siege"]\n\n20. Be4xe5 <+1=3:=2x> *\n' >a.pgn
    xpgn-fix -q a.pgn | cmp - a.pgn
    [ "$(xpgn-fix -q --likely a.pgn | tail -n 1)" = '20. Be4xe5 <+1=3:=1x> {[%was <+1=3:=2x>]} *' ]
    # nor is a fate: the die may be the slip, as here, where a rook took the king and the game was over
    printf '[Result "0-1"]\n[FEN "4k2r/P4P2/3r1B2/p3P1P1/3P1p1p/8/1P5p/R3K2R b KQ - 17 35"]\n[SetUp "1"]\n[Variant "five-dice"]\n\n%s\n' \
        '35... Rd8 36. O-O Rd7 37. a8=N hxg1=R# <1:x> 0-1' >a.pgn
    xpgn-fix -q --likely a.pgn | cmp - a.pgn
    # with dice it follows from these
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5+0=7w:3+1=6w> *\n' >a.pgn
    [ "$(xpgn-fix -q a.pgn | tail -n 1)" = '1. e4 d5 2. exd5 <5+0=7w:3+1=7w> {[%was <5+0=7w:3+1=6w>]} *' ]
}

@test "what is only likely is corrected with --likely, and marked" {
    slip >a.pgn
    run_split xpgn-fix a.pgn
    [ "$status" -eq 1 ]
    [ "$out" = "$(slip)" ]
    run_split xpgn-fix --likely a.pgn
    [ "$status" -eq 0 ]
    grep -qF '6. Re1 {[%was Rel]} b5' <<<"$out"
    grep -qxF '[Corrected "1"]' <<<"$out"
    xpgn-validate -q <<<"$out"
    run_split xpgn-fix --likely --no-marks a.pgn
    [ "$out" = "$(slip | sed 's/Rel/Re1/')" ]
}

@test "the end that the rules decided is written where both results say nothing, and only there" {
    printf '[Result "*"]\n\n1. f3 e5 2. g4 Qh4# *\n' >a.pgn
    [ "$(xpgn-fix -q --no-marks a.pgn)" = $'[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1' ]
    sed -i 's/"\*"/"1-0"/' a.pgn
    xpgn-fix -q a.pgn | cmp - a.pgn
}

@test "half-moves that stand twice are struck out with --likely, and marked; without a copy they stay" {
    local rest='4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *'
    printf '%s\n' "1. e4 e5 2. Nf3 Nc6 3. Bb5 Bb5 a6 $rest" >a.pgn
    xpgn-fix -q a.pgn | cmp - a.pgn
    [ "$(xpgn-fix -q --likely --no-marks a.pgn | tr -s ' ')" = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 $rest" ]
    [[ $(xpgn-fix -q --likely a.pgn) == *'3. Bb5 {[%was Bb5]}'* ]]
    printf '%s\n' "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 3. Bb5 a6 $rest" >a.pgn
    xpgn-fix -q a.pgn | cmp - a.pgn
    [ "$(xpgn-fix -q --likely --no-marks a.pgn)" = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 $rest" ]
    [[ $(xpgn-fix -q --likely a.pgn) == *'[Corrected "1"]'*'{[%was 3. Bb5 a6 ]}'* ]]
    for end in draw 'White resigns'; do # whatever words the game ends with
        printf '%s\n' "1. e4 e5 2. Nf3 Nc6 3. Bb5 Bb5 a6 ${rest% \*} $end" >a.pgn
        [[ $(xpgn-fix -q --likely a.pgn) == *'3. Bb5 {[%was Bb5]}'*' d6 '[01]* ]]
    done
    { # with dice as well
        printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <4+0=6w:1+1=5x> exd5 <4+0=6w:1+1=5x> e6 '
        printf '3. d4 Nf6 4. Nf3 h6 5. h3 Be7 6. Bd3 c6 *\n'
    } >a.pgn
    xpgn-validate --format=json a.pgn >out.json || [ $? -eq 1 ]
    [ "$(jq -r '.fixes[0] | .text + .level' out.json | head -n 1)" = likely ]
    xpgn-fix -q --likely a.pgn | xpgn-validate -q
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 Bb4 a6 %s\n' "$rest" >a.pgn
    xpgn-fix -q --likely a.pgn | cmp - a.pgn
}

@test "a roll is certain if one field is wrong, likely if its other figures decide, else left to people" {
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5+0=7:1+1=5x> *\n' >a.pgn
    [[ $(xpgn-fix -q a.pgn) == *'<5+0=7w:1+1=5x>'* ]]
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5+0=6:1+1=5x> *\n' >a.pgn # or the die
    xpgn-fix -q a.pgn | cmp - a.pgn
    { # the pawn went five squares: that does not write a 5
        printf '[FirstRoll "6:3"]\n[Variant "combat-chess-2"]\n\n'
        printf '1. <5> Nb1-g6 1... h7xg6 <1=1x@a1:3=4> 2. <4> Ng1-c5 2... g7xg6 <3=3x@a1:4=5> '
        printf '3. <6> Ng6-a6 3... a7xa6 <3=3x@a1:3=4> 4. <5> b2-g7 g7xg8 <1=1x@a8:2=3> '
        printf '4... b7xa6 <1=1x@h1:2=3> 5. <3> e2-h5 5... <3> Nb8-b5 Nb5xc5 <6=7:3=4x@h8> '
        printf '6. <5> Ke1-e6 6... e7xe6 <6=6x@h1:6=10> 7. <2> f2-d4 d4xc5 <5=5:2=3x@a1> '
        printf '<3> Bf1-f4 7... d7xe6 <2=2x@h1:3=7> 8. <2> d2-d7 d7xe8 <2=2x@a8:6=10> '
        printf '8... f7xe6 <4=4x@h1:4=8> 9. <1> Bc1-d2 9... <1> Bc8-d7 Bd7xe6 <2=4x@h1:2=6> *\n'
    } >a.pgn
    [ "$(xpgn-validate --format=json a.pgn | jq -r '.fixes[0] | "\(.text) \(.level) \(.probability > 0.95)"')" = '<5> ask true' ]
    xpgn-fix -q --likely a.pgn | cmp - a.pgn
}

@test "two mistakes that are as probable are left to people" {
    run_split xpgn-fix --likely "$ROOT/samples/broken/CA-3.xpgn"
    [ "$status" -eq 1 ]
    cmp "$out_file" "$ROOT/samples/broken/CA-3.xpgn"
}

@test "a mistake below 0.95 is left to people, though no other is as probable" {
    printf '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Na5 6. Bb5+ c6 7. dxc6 bxc6 8. Re5 h6 9. Nf3 *\n' >a.pgn
    [ "$(xpgn-validate --format=json a.pgn | jq '.fixes[0] | .stands and .tie and .probability < 0.95')" = true ]
    [ "$(xpgn-validate --format=json a.pgn | jq '.fixes | length')" -eq 1 ]
    run_split xpgn-fix --likely a.pgn
    [ "$status" -eq 1 ]
    cmp "$out_file" a.pgn
}

@test "a correction after which the line has errors is no likely one" {
    {
        printf '1. e4 g6 2. d4 Bg7 3. Nc3 c5 4. Nf3 cxd4 5. Nxd4 Nc6 6. Nxc6 bxc6 7. Bc4 Bxe3 8. bxc3 '
        printf 'e6 9. O-O d5 10. exd5 cxd5 11. Bb5+ Bd7 12. Bxd7+ Qxd7 13. Re2 *\n'
    } >a.pgn
    [ "$(xpgn-validate --format=json a.pgn | jq -s '.[0].fixes[0] | .probability >= 0.95 and (.stands | not)')" = true ]
    run_split xpgn-fix --likely --incomplete a.pgn
    [ "$status" -eq 1 ]
    cmp "$out_file" a.pgn
}

@test "the log has how probable a correction is, before and after undo" {
    slip >a.pgn
    xpgn-fix -q --likely --log=log a.pgn >b.pgn
    local probable
    probable=$(xpgn-validate --format=json a.pgn | jq '.fixes[0].probability')
    [ "$(sed -n 2p log | cut -d, -f8-13)" = "Rel,Re1,M-01,likely,1,$probable" ]
    german >c.pgn
    xpgn-fix -q --log=log2 -w c.pgn
    [ "$(sed -n 2p log2 | cut -d, -f11-13)" = certain,0,1 ]
    cp a.pgn d.pgn
    xpgn-fix -q --likely --log=log3 -w d.pgn
    xpgn-fix --undo=log3
    [ "$(grep -c "likely,[01],$probable," log3)" -eq 4 ]
}

@test "a game that does not become legal stays as it was, unless --incomplete" {
    printf '1. e4 d5 2. ed5 Nf6 3. Ra5 Nc6 4. Rh7 *\n' >a.pgn
    run_split xpgn-fix --likely a.pgn
    [ "$status" -eq 1 ]
    cmp "$out_file" a.pgn
    run_split xpgn-fix --likely --incomplete a.pgn
    [ "$status" -eq 1 ]
    not cmp -s "$out_file" a.pgn
}

@test "a mark that the board contradicts is left: it may be the board that is wrong" {
    for moves in '1. e4 e5 2. Nf3+ Nc6' '1. e4 e5 2. Nxf3 Nc6' '1. e4 f5 2. Qh5# g6'; do
        printf '%s *\n' "$moves" >a.pgn
        xpgn-fix --likely -q a.pgn | cmp - a.pgn
    done
    printf '1. e4 d5 2. ed5 Qd5 *\n' >a.pgn
    [ "$(xpgn-fix -q a.pgn)" = '1. e4 d5 2. exd5 Qxd5 *' ]
}

@test "a mark behind a slip makes no second choice of it" {
    echo '1. e4 e5 2. Qa5# Nc6 3. Nf3 Nf6 4. Bc4 Bc5 5. O-O O-O *' >a.pgn
    [ "$(xpgn-validate --format=json a.pgn | jq -c '.fixes | map(.text)' | head -n 1)" = '["Qh5"]' ]
    [[ $(xpgn-validate a.pgn) == *'did you mean Qh5?'* ]]
}

@test "a second run changes nothing, corrected games are legal, and undo restores every byte" {
    mkdir in one two
    local n=0 file
    for file in "$ROOT"/samples/*.xpgn "$ROOT"/samples/broken/*.xpgn "$ROOT"/samples/sheets/* \
        "$ROOT"/samples/compare/* "$ROOT"/samples/import/*.pgn "$ROOT"/samples/event/*.xpgn "$ROOT"/tests/defects/*.pgn; do
        cp "$file" "in/$((++n))-${file##*/}"
    done
    awk -v times=1 -f "$ROOT/tests/tools/below.awk" -f "$ROOT/tests/tools/damage.awk" "$ROOT/tests/vectors/tamper.xpgn" >in/damaged.xpgn
    (cd in && xpgn-fix -q --likely --log=../log -o ../one -- *) || [ $? -eq 1 ]
    (cd one && xpgn-fix -q --likely --log=../again -o ../two -- *) || [ $? -eq 1 ]
    diff -r one two
    [ "$(wc -l <again)" -eq 1 ]
    local changed=0
    for file in one/[0-9]*; do
        cmp -s "$file" "in/${file##*/}" && continue
        changed=$((changed + 1))
        case $(xpgn-list "$file" 2>/dev/null | wc -l) in
        0 | 1) xpgn-validate -q "$file" || { echo "$file"; return 1; } ;;
        esac
    done
    [ "$changed" -gt 40 ]
    (cd in && xpgn-fix --undo=../log)
    # what was decoded is a new record: the correction was of that
    (cd in && xpgn-validate --format=gcc -- * 2>/dev/null) | sed -n 's/:.*\[L-16\]$//p' >decoded
    [ "$(wc -l <decoded)" -ge 3 ]
    (cd in && xargs rm) <decoded
    (cd one && xargs rm) <decoded
    diff -r in one
}

@test "records with slips of the pen become legal or stay as they are, and undo restores their bytes" {
    XPGN_BIN=$BIN python3 "$ROOT/tests/oracles/fixes.py" --records=200 >sums
    awk '{ exit !($1 == 200 && $3 < 30 && $6 >= 70 && $9 >= 55) }' sums || { cat sums; return 1; }
}

@test "what is likely on one sheet is what the sheet of the other player has" {
    XPGN_BIN=$BIN python3 "$ROOT/tests/oracles/pairs.py" "$ROOT/tests/cli/data/pairs" >seen
    [ "$(tail -n 1 seen)" = '3 pairs, 3 half-moves changed: 3 same, 0 unlike, 0 contradicts' ]
    grep -qx $'025_0\t28. Nxf4\tNxf4\tNxf7\tNxf7\tsame' seen
    # a sheet beside itself agrees with what it had
    mkdir same
    cp "$ROOT/tests/cli/data/pairs/081_0.pgn" same
    cp same/081_0.pgn same/081_1.pgn
    ! XPGN_BIN=$BIN python3 "$ROOT/tests/oracles/pairs.py" same >seen || return 1
    [ "$(tail -n 1 seen)" = '1 pairs, 2 half-moves changed: 0 same, 0 unlike, 2 contradicts' ]
}

@test "corrections are taken back one by one, and what was changed since is refused" {
    slip >a.pgn
    sed 's/Nc6/Nc6+/; s/"a"/"b"/' a.pgn >>a.pgn.two
    { cat a.pgn; echo; cat a.pgn.two; } >b.pgn
    cp b.pgn c.pgn
    xpgn-fix -q --likely -w --signed=Adams --log=log b.pgn
    cmp b.pgn.orig c.pgn
    [ "$(cut -d, -f1,10,11,14 log | grep -c Adams)" -ge 5 ]
    cp b.pgn fixed.pgn
    xpgn-fix --undo=log 1
    [ "$(grep -c 'was Rel' b.pgn)" -eq 1 ]
    run_split xpgn-fix --undo=log 1
    [ "$status" -eq 1 ]
    xpgn-fix --undo=log
    cmp b.pgn c.pgn
    cp fixed.pgn b.pgn
    run_split xpgn-fix --undo=log 99
    [ "$status" -eq 2 ]
    xpgn-fix -q --likely --log=log2 c.pgn >b.pgn
    xpgn-fix --undo=log2 <b.pgn | cmp - c.pgn
    sed -i 's/Re1/Rd1/' b.pgn
    run_split xpgn-fix --undo=log2 <b.pgn
    [ "$status" -eq 1 ]
    grep -q '^xpgn-fix: <stdin>:[0-9]*:[0-9]*: correction 1 not taken back: the bytes there have changed since' <<<"$err"
}

@test "the tag counts the corrections that are left" {
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Rel b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nfl Bf8 *\n' >a.pgn
    cp a.pgn b.pgn
    xpgn-fix -q --likely -w --log=log b.pgn
    grep -qx '\[Corrected "2"\]' b.pgn
    xpgn-fix --undo=log 1
    grep -qx '\[Corrected "1"\]' b.pgn
    xpgn-fix --undo=log 2
    cmp a.pgn b.pgn
}

@test "a log goes on, and forgets what is written anew" {
    slip >a.pgn
    german >b.pgn
    cp a.pgn a.copy
    xpgn-fix -q --likely -w --log=log a.pgn
    xpgn-fix -q --likely -w --log=log --signed=Adams b.pgn
    [ "$(cut -d, -f1,2,14 log | uniq | paste -sd ' ')" = 'number,file,by 1,a.pgn, 0,a.pgn, 2,b.pgn,Adams' ]
    cp log log.before
    xpgn-fix -q --likely -w --log=log a.pgn b.pgn # there is nothing to do
    cmp log log.before
    xpgn-fix --undo=log
    cmp a.pgn a.copy
    german | cmp - b.pgn
    rm ./*.orig
    xpgn-fix -q --likely -w --log=log a.pgn b.pgn # and again: the log is replaced
    [ "$(cut -d, -f1,2,10 log | uniq | paste -sd ' ')" = 'number,file,code 3,a.pgn,M-01 0,a.pgn, 4,b.pgn,M-18' ]
    xpgn-fix -q --likely --log=log a.copy >out
    xpgn-fix -q --likely --log=log a.copy >out
    [ "$(grep -c ',.2d,' log)" -eq 3 ]
    # each row has the digests of the file before and after it
    xpgn-fix --undo=log 3
    [ "$(awk -F, '$2 == "a.pgn" {sub(/\r/, ""); print $15 > "from"; print $16 > "to"}' log)" = '' ]
    [ "$(sort -u from)" = "$(sort -u to)" ]
    [ "$(sort -u from | wc -l)" -eq 2 ]
    slip >notes
    run_split xpgn-fix --log=notes a.copy
    [ "$status" -eq 2 ]
    [[ $err == *'notes: not written: it is not a log of corrections; --force replaces it' ]]
    slip | cmp - notes
}

@test "the log has the SHA-256 of each file before and after" {
    slip >a.pgn
    xpgn-fix -q --likely -w --log=log a.pgn
    [ "$(sed -n 2p log | tr -d '\r' | cut -d, -f15)" = "$(sha256sum <a.pgn.orig | cut -d' ' -f1)" ]
    [ "$(sed -n 2p log | tr -d '\r' | cut -d, -f16)" = "$(sha256sum <a.pgn | cut -d' ' -f1)" ]
    sed 's/[0-9a-f]\{8\}\r$/\r/' log >short
    run_split xpgn-fix --undo=short
    expect 2 '' 'xpgn-fix: short:2: not a log of xpgn-fix'
    if xpgn-list --version | grep -q sanitize; then skip 'built with a sanitizer'; fi
    ${CC:-cc} -shared -fPIC -o unloadable.so "$ROOT/tests/cli/data/unloadable.c" -ldl
    slip >b.pgn
    HIDE=libsodium LD_PRELOAD=$PWD/unloadable.so run_split xpgn-fix --likely -w --log=log2 b.pgn
    expect 2 '' 'xpgn-fix: no log: its digests require libsodium, which is missing'
    slip | cmp - b.pgn
    [ ! -e log2 ]
    HIDE=libsodium LD_PRELOAD=$PWD/unloadable.so xpgn-fix -q --likely b.pgn | cmp - a.pgn
}

@test "-o makes the folder" {
    german >a.pgn
    xpgn-fix -q -o new a.pgn
    german | sed 's/S\([fc]\)/N\1/g; s/L/B/g' | cmp - new/a.pgn
    run_split xpgn-fix -q -o a.pgn a.pgn
    expect 2 '' 'xpgn-fix: a.pgn: File exists'
    run_split xpgn-fix -q -o none/new a.pgn
    expect 2 '' 'xpgn-fix: none/new: No such file or directory'
}

@test "games with sealed dice are left alone, by whichever scheme" {
    local file
    for file in samples/sealed.xpgn tests/vectors/sealed/combat-chess-2-0.xpgn; do
        sed -E 's/(^| )[12]\. /\17. /' "$ROOT/$file" >a.xpgn
        not cmp -s a.xpgn "$ROOT/$file"
        xpgn-fix -q --likely --incomplete --log=log --force a.xpgn | cmp - a.xpgn
        [ "$(wc -l <log)" -eq 1 ]
    done
}

@test "what was answered of other files stays in the table of questions as it is" {
    printf 'file,game,board,turn,question,choices,settles,answer\r\nother.pgn,89,19,28,was it?,1 or 2,189,2\r\n' >q.csv
    cp q.csv asked
    xpgn-fix -q --questions=q.csv "$ROOT/samples/broken/CA-3.xpgn" >out || [ $? -eq 1 ]
    [ "$(wc -l <q.csv)" -eq 3 ]
    sed 2d q.csv | cmp - asked
}

@test "questions are a table that is filled in and taken back by the same command" {
    cp "$ROOT/samples/broken/CA-3.xpgn" a.xpgn
    printf '[Board "7"]\n\n1. e4 e5 2. Nf6 Nc6 3. Bb5 *\n' >b.pgn
    : >q.csv # as good as none
    run_split xpgn-fix --questions=q.csv a.xpgn b.pgn
    [ "$status" -eq 1 ]
    cmp "$out_file" <(cat a.xpgn b.pgn)
    [ "$(tail -n 2 <<<"$err" | paste -sd '|')" = "xpgn-fix: board 7, move 2: was it Nf3 or Nf6 2. e5 for 'Nf6'? settles 3 half-moves|xpgn-fix: a.xpgn, game 1, move 3: was White's die 5 or 4? settles 1 half-move" ]
    [ "$(head -n 1 q.csv)" = $'file,game,board,turn,question,choices,settles,answer\r' ]
    sed -i 's/,3,\r$/,3,Nc3\r/; s/,1,\r$/,1, 2 \r/' q.csv
    cp q.csv answered
    run_split xpgn-fix -q --questions=q.csv --log=log --signed=Adams -w a.xpgn b.pgn
    [ "$status" -eq 0 ]
    grep -qF '2. Nc3 {[%was Nf6]} Nc6' b.pgn
    grep -qF '<4+1=8w:2+2=7x>' a.xpgn
    cmp q.csv answered
    xpgn-fix -q --questions=q.csv -w a.xpgn b.pgn # nothing is asked twice
    cmp q.csv answered
    xpgn-fix --undo=log
    run_split xpgn-fix -q --answers=answered a.xpgn b.pgn
    [ "$status" -eq 0 ]
    sed -i 's/Nc3/Qh9/' answered
    run_split xpgn-fix -q --answers=answered b.pgn
    [ "$status" -eq 1 ]
    [ "$err" = 'xpgn-fix: b.pgn:3:13: answer refused: 2. Qh9: there is no such square: the board ends at h8' ]
    cmp "$out_file" b.pgn
    # a half-move that nobody wrote goes where it is missing
    printf '1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4 Nf6 5. O-O *\n' >c.pgn
    xpgn-fix -q --questions=q.csv c.pgn >out || [ $? -eq 1 ]
    sed -i '2s/,\r$/,Nc6\r/' q.csv
    run_split xpgn-fix -q --questions=q.csv c.pgn
    [ "$status" -eq 0 ]
    grep -qF '2. Nf3 Nc6 3. Bb5 a6' <<<"$out"
    rm q.csv
    # a choice may be that there was nothing; unanswered it is none
    cp "$ROOT/samples/broken/CC-10.xpgn" d.xpgn
    run_split xpgn-fix -q --questions=q.csv d.xpgn
    [ "$status" -eq 1 ]
    cmp "$out_file" d.xpgn
    grep -qF "was 'P@a7' not played?,nothing,1," q.csv
    for answer in 1 nothing; do
        sed "2s/,\r\$/,$answer\r/" q.csv >answered
        run_split xpgn-fix -q --answers=answered d.xpgn
        [ "$status" -eq 0 ]
        grep -qF '20. Nb7@a8 <2=3> {[%was P@a7]}' <<<"$out"
    done
    # of two that are the same it does not matter which was
    printf '1. d4 Nf6 2. c4 e6 3. Nf3 Bb4+ 4. Bd2 c5 c5\n\n5. Bxb4 cxb4 6. g3 b6 7. Bg2 Bb7 0-1\n' >e.pgn
    rm q.csv
    xpgn-fix -q --questions=q.csv e.pgn >out || [ $? -eq 1 ]
    grep -qF "was 'c5' not played?,nothing," q.csv
    echo mine >notes
    run_split xpgn-fix --questions=notes c.pgn
    expect 2 '' 'xpgn-fix: notes: not written: it is not a table of questions; --force replaces it'
    [ "$(<notes)" = mine ]
    run_split xpgn-fix --answers=notes c.pgn
    expect 2 '' 'xpgn-fix: notes: not a table of questions: expected the first line file,game,board,turn,...'
    # those that settle as much are in the order of files, games and turns
    printf '[Variant "chess-attack"]\n[Board "%s"]\n\n1. e4 d5 2. Nc3 Nf6 3. Nxd5 <4+1=9w:2+2=7x> *\n\n' 2 1 >z.xpgn
    cp z.xpgn a.xpgn
    rm q.csv
    run_split xpgn-fix -q --questions=q.csv z.xpgn a.xpgn
    [ "$(cut -d , -f 1-3 q.csv | paste -sd ' ')" = 'file,game,board a.xpgn,1,2 a.xpgn,2,1 z.xpgn,1,2 z.xpgn,2,1' ]
}

@test "--ask takes a number, other text, ?, and skips" {
    cp "$ROOT/samples/broken/CA-3.xpgn" a.xpgn
    run_split xpgn-fix --ask a.xpgn < <(printf 'h\n2\n')
    [ "$status" -eq 0 ]
    grep -qF '<4+1=8w:2+2=7x> {[%was <4+1=9w:2+2=7x>]}' <<<"$out"
    grep -q '1  <5+1=9w:2+2=7x>' <<<"$err"
    grep -q 'q  *stop asking' <<<"$err"
    run_split xpgn-fix --ask a.xpgn < <(printf 'Nxd5 <7:6>\nNxd5 <5:2>\n')
    [ "$status" -eq 0 ]
    grep -qF 'Nxd5 <5:2> {[%was Nxd5 <4+1=9w:2+2=7x>]}' <<<"$out"
    run_split xpgn-fix --ask a.xpgn < <(printf '?\n')
    grep -qF '{[%missing]}' <<<"$out"
    run_split xpgn-fix --ask a.xpgn < <(printf '\n')
    [ "$status" -eq 1 ]
    cmp "$out_file" a.xpgn
}

@test "--ask takes what xpgn-validate offers, and then wants its dice" {
    run_split xpgn-fix --ask "$ROOT/samples/round3/b3.xpgn" < <(printf '1\nQxd5 <5,1,1,1,1:1>\n')
    [ "$status" -eq 0 ]
    grep -qF '2. exd5 <5:3> Qxd5 <5,1,1,1,1:1> {[%was Qxd4]} {[%was Qxd5]} *' <<<"$out"
}

@test "--ask offers an attack, though its dice are missing, beside a step" {
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. exb5 *\n' >a.xpgn
    run_split xpgn-fix --ask a.xpgn < <(printf '2\nexd5 <3:1>\n')
    [ "$status" -eq 0 ]
    grep -qF '2. exd5 <3:1> {[%was exb5]} {[%was exd5]} *' <<<"$out"
}

@test "--ask on a terminal: the session of samples/ask is what is seen, with each key" {
    needs_terminal
    cp "$ROOT/samples/ask/sheets.xpgn" .
    local key
    python3 "$ROOT/tests/oracles/session.py" "$ROOT/samples/ask/session.txt" >screen || [ $? -eq 1 ]
    # but for how probable something is, which is measured anew now and then
    sed 's/ (probability [0-9., ]*)$//' screen >seen
    sed 's/ (probability [0-9., ]*)$//' "$ROOT/samples/ask/session.txt" | diff - seen
    sed -n '/^answer.*: h$/,/^answer.*: 1$/p' seen | sed '1d;$d' >keys
    [ "$(wc -l <keys)" -eq 8 ]
    for key in 'Li 1 No to Li 8' 'Li \&?' 'Li \&!' 'Li s ,' 'Li b' 'Li q' 'Li h' 'anything else'; do
        grep -qF ".It $key" "$ROOT/man/xpgn-fix.1" || { echo "$key"; return 1; }
    done
    # each of them is used in it
    for key in h 1 2 b s '!' '?' q 'Nxd5 <7:2>' 'De2'; do
        grep -qxF "answer (h: keys) [skip]: $key" seen || { echo "$key"; return 1; }
    done
    # and what the manual shows is from it
    awk '/^\.Ss A session/ {on = 1} on && /^\.Ed/ {exit} shown {print} on && /^\.Bd/ {shown = 1}' "$ROOT/man/xpgn-fix.1" >shown
    [ "$(wc -l <shown)" -gt 30 ]
    ! sed 's/ (probability [0-9., ]*)$//' shown | grep -vxFf seen || return 1
    [ "$(grep -c Corrected fixed/sheets.xpgn)" -eq 3 ]
    grep -qF '4. Qe2 {[%was Qb3]}' fixed/sheets.xpgn
    grep -qF '10. O-O {[%illegal stood]} c5' fixed/sheets.xpgn
    xpgn-fix --undo=log.csv
    cmp fixed/sheets.xpgn sheets.xpgn
}

@test "--ask: what is no half-move, or does not fit, is not taken, and the reason is said" {
    local typed why
    printf '1. e4 e5 2. Nf6 Nc6 3. Bb5 a6 *\n' >a.pgn
    while IFS='|' read -r typed why; do
        run_split xpgn-fix --ask a.pgn < <(printf '%s\n' "$typed")
        [ "$status" -eq 1 ]
        cmp "$out_file" a.pgn
        grep -qF "[skip]: not accepted: $why" <<<"$err" || { echo "$typed: $err"; return 1; }
    done <<'EOF'
Qh9|2. Qh9: there is no such square: the board ends at h8
Nd2|2. Nd2: the pawn on d2 of the same side is in the way
0-0|2. 0-0: the bishop on f1 blocks castling
Nf3 <5:2>|roll in a game without the tag Variant
9|there is no fix of that number
Nf3 Nc6|expected a half-move with its dice
{x}|expected a half-move with its dice
Nf3 {x}|expected a half-move with its dice
[A "b"] Nf3|expected a half-move with its dice
N|expected a half-move with its dice
*|expected a half-move with its dice
(|expected a half-move with its dice
EOF
    run_split xpgn-fix --ask a.pgn < <(head -c 5000 /dev/zero | tr '\0' N; printf '\nNf3\n')
    [ "$status" -eq 0 ]
    for typed in Nf3 Sf3 Cf3 nf3 g1f3 '2. Nf3'; do
        xpgn-fix -q --ask a.pgn 2>err >out <<<"$typed"
        grep -qxF '1. e4 e5 2. Nf3 {[%was Nf6]} Nc6 3. Bb5 a6 *' out
    done
    # an error after the place does not make a wrong answer good
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. Nc3 Nf6 3. Nxd5 <4+1=9w:2+2=7x> e6 4. Qb3 *\n' >b.pgn
    run_split xpgn-fix --ask b.pgn < <(printf 'Nxd5 <7:2>\n')
    cmp "$out_file" b.pgn
    grep -qF 'not accepted: 3. Nxd5: die 7, expected 1 to 6' <<<"$err"
}

@test "--ask: q asks nothing more, of later games and files either" {
    printf '1. e4 e5 2. Nf6 Nc6 3. Bb5 a6 *\n' >a.pgn
    cp a.pgn b.pgn
    run_split xpgn-fix --ask a.pgn b.pgn < <(printf 'q\n1\n')
    [ "$status" -eq 1 ]
    [ "$(grep -c 'skip' <<<"$err")" -eq 1 ]
    cat a.pgn b.pgn | cmp "$out_file" -
}

@test "where a total does not follow from its dice, and other errors are left, it is no certain fix" {
    printf '[Variant "chess-attack"]\n\n1. e4 d5 2. Nc3 Nf6 3. Nxd5 <4+1=9w:2+2=7x> e6 4. Qb3 *\n' >a.pgn
    run_split xpgn-fix --incomplete a.pgn
    cmp "$out_file" a.pgn
    [ "$(xpgn-validate --format=json a.pgn | jq -r 'select(.code == "CA-3") | .fixes[].level')" = ask ]
}

@test "--ask: the board has colours with the rest, and h lists the keys as --help says" {
    cp "$ROOT/samples/broken/CA-3.xpgn" a.xpgn
    xpgn-fix --ask --color=always a.xpgn <<<s 2>colored >/dev/null || [ $? -eq 1 ]
    xpgn-fix --ask --color=never a.xpgn <<<s 2>plain >/dev/null || [ $? -eq 1 ]
    grep -qF $'\e[0;1;34mr\e[0m' colored
    grep -c $'\e' plain && return 1
    sed $'s/\e\\[[0-9;]*m//g' colored | diff - plain
    key=$(xpgn-fix --help | sed -n '/--ask /,/^  *--q/p' | tr -s ' \n' ' ' | sed 's/.*case (\(.\) for help).*/\1/')
    xpgn-fix --ask a.xpgn <<<"$key" 2>seen >/dev/null || [ $? -eq 1 ]
    grep -q 'stop asking' seen
}

@test "--ask: b goes back to the question before, whether it was answered or skipped" {
    {
        printf '1. e4 g6 2. d4 Bg7 3. Nc3 c5 4. Nf3 cxd4 5. Nxd4 Nc6 6. Nxc6 bxc6 7. Bc4 Bxe3 8. bxc3 '
        printf 'e6 9. O-O d5 10. exd5 cxd5 11. Bb5+ Bd7 12. Bxd7+ Qxd7 13. Re2 *\n'
    } >a.pgn
    run_split xpgn-fix --ask --log=log a.pgn < <(printf '%s\n' 1 b s b b 1 2)
    [ "$status" -eq 0 ]
    grep -qF '7. Bc4 Bxc3 {[%was Bxe3]} 8. bxc3' <<<"$out"
    grep -qF '13. Qe2 {[%was Re2]} *' <<<"$out"
    [ "$(grep -c 'error: no black bishop can reach e3' <<<"$err")" -eq 3 ]
    [ "$(grep -c 'this is the first question' <<<"$err")" -eq 1 ]
    [ "$(cut -d, -f1 log | uniq | paste -sd ' ')" = 'number 1 2 0' ]
    sed -i 's/2\. d4/&+/' a.pgn # a correction that no answer has led to
    run_split xpgn-fix --ask a.pgn < <(printf '%s\n' 1 b q)
    cmp "$out_file" a.pgn
}

@test "validate tells the level of each fix, and fix goes by it" {
    levels() {
        xpgn-validate --format=json "$@" | jq -r '.fixes[].level' | sort | uniq -c | awk '{print $2 $1}' | paste -sd ' '
    }
    slip >a.pgn
    [ "$(levels a.pgn)" = likely1 ]
    german >a.pgn
    [ "$(levels a.pgn)" = certain5 ]
    [ "$(levels "$ROOT/samples/broken/CA-3.xpgn")" = "ask$(xpgn-validate --format=json "$ROOT/samples/broken/CA-3.xpgn" | jq '.fixes | length')" ]
    local file broken=()
    for file in "$ROOT"/samples/broken/*.xpgn; do
        [[ $file == */L-16.xpgn ]] || broken+=("$file") # it is decoded
    done
    each() {
        xpgn-validate --format=json "$@" "${broken[@]}" |
            jq -r '.file as $file | .fixes[] | [$file, .level] | @tsv' | sort | uniq -c
    }
    each >levels
    each --strict | cmp - levels
    grep -E '\s(certain|likely)$' levels >mended
    [ "$(wc -l <mended)" -gt 20 ]
    xpgn-fix -q --likely --incomplete -o after "${broken[@]}" || [ $? -eq 1 ]
    for file in "${broken[@]}"; do
        grep -qF "$file" mended || cmp "$file" "after/${file##*/}"
    done
}

@test "--diff prints a patch, and the log is of the files as they are with it" {
    german >a.pgn
    slip | tr '\n' '\r' | sed 's/\r/\r\n/g' >b.pgn
    slip | sed 's/Rel/Re1/' >c.pgn
    mkdir before after
    cp ./*.pgn before
    run_split xpgn-fix -q --likely --diff --log=log a.pgn b.pgn c.pgn
    [ "$status" -eq 1 ]
    [ "$(grep -c '^--- [ab].pgn$' <<<"$out")" -eq 2 ]
    for file in a b c; do cmp $file.pgn before/$file.pgn; done
    cp "$out_file" change.diff
    xpgn-fix -q --likely -o after a.pgn b.pgn c.pgn
    [ "$(xpgn-fix -q --likely --diff <a.pgn)" = "$(xpgn-fix -q --likely --diff a.pgn | sed 's/ a.pgn$/ <stdin>/')" ]
    run_split xpgn-fix --diff c.pgn
    [ "$status" -eq 0 ]
    [ "$out" = '' ]
    command -v patch >/dev/null || skip 'needs patch'
    patch -s --binary -p0 <change.diff
    for file in a b c; do cmp $file.pgn after/$file.pgn; done
    xpgn-fix --undo=log
    for file in a b c; do cmp $file.pgn before/$file.pgn; done
}

@test "the same file twice is refused, and a packed one" {
    local args
    for args in '-o x a.pgn b/a.pgn' '-w a.pgn b.pgn a.pgn'; do
        # shellcheck disable=SC2086 # several arguments
        run_split xpgn-fix $args </dev/null
        [ "$status" -eq 2 ]
        [ "$out" = '' ]
    done
    gzip -c "$ROOT/samples/chess.xpgn" >a.gz
    run_split xpgn-fix a.gz
    [ "$status" -eq 2 ]
    [ "$err" = 'xpgn-fix: a.gz: compressed; decompress it first' ]
}

@test "where one file cannot be written none is, and the log is not either" {
    slip >a.pgn
    cp a.pgn b.pgn
    echo mine >b.pgn.orig
    run_split xpgn-fix -q --likely -w --log=log a.pgn b.pgn
    [ "$status" -eq 2 ]
    slip | cmp - a.pgn
    slip | cmp - b.pgn
    [ ! -e log ]
    [ ! -e a.pgn.orig ]
    rm b.pgn.orig
    chmod 600 a.pgn
    xpgn-fix -q --likely -w --log=log a.pgn
    [ "$(stat -c %a a.pgn.orig)" = 600 ]
}

@test "an original that is there already is not lost" {
    slip >a.pgn
    echo mine >a.pgn.orig
    run_split xpgn-fix --likely -w a.pgn
    [ "$status" -eq 2 ]
    [ "$(<a.pgn.orig)" = mine ]
    slip | cmp - a.pgn
}

@test "a pipe or a link is no place for the original: the file stays as it is" {
    slip >a.pgn
    cp a.pgn before
    echo mine >notes
    for make in 'mkfifo a.pgn.orig' 'ln -s notes a.pgn.orig' 'ln -s nowhere a.pgn.orig'; do
        $make
        run_split timeout 20 xpgn-fix --likely --force -w a.pgn
        expect 2 '' 'xpgn-fix: a.pgn:1: game 1: 1 correction
xpgn-fix: a.pgn.orig: not a regular file: no backup can be kept there'
        cmp a.pgn before
        rm a.pgn.orig
    done
    [ "$(<notes)" = mine ]
}

@test "--force keeps the answers in a table and the corrections in a log, however they were saved" {
    cp "$ROOT/samples/broken/CA-3.xpgn" a.xpgn
    xpgn-fix -q --questions=q.csv a.xpgn >out || [ $? -eq 1 ]
    sed -i '2s/,\r$/,2\r/' q.csv
    printf 'gone.pgn,1,,3. Nf3,was it?,1 or 2,1,2\r\n' >>q.csv
    cp q.csv answered
    run_split xpgn-fix -q --force --questions=q.csv a.xpgn
    [ "$status" -eq 0 ]
    grep -qF '<4+1=8w:2+2=7x>' <<<"$out"
    diff <(sort answered) <(sort q.csv)
    # by a spreadsheet, with semicolons and the columns in another order
    awk -F, -v OFS=';' '{ sub(/\r$/, ""); print $8, $7, $6, $5, $4, $3, $2, $1 }' answered >q.csv
    cp q.csv saved.csv
    for force in '' --force; do
        cp saved.csv q.csv
        run_split xpgn-fix -q ${force:+"$force"} --questions=q.csv a.xpgn
        [ "$status" -eq 0 ]
        diff <(sort answered) <(sort q.csv)
    done
    slip >b.pgn
    xpgn-fix -q --likely --log=log -w b.pgn
    cp log before
    xpgn-fix -q --likely --force --log=log a.xpgn >out || [ $? -eq 1 ]
    cmp log before
    # what is something else is replaced, as --force says
    echo mine >notes
    xpgn-fix -q --force --questions=notes a.xpgn >out || [ $? -eq 1 ]
    [ "$(wc -l <notes)" -eq 2 ]
}

@test "a run that fails leaves the log, the table and the files as they are" {
    slip >a.pgn
    slip >b.pgn
    xpgn-fix -q --likely --log=log -w a.pgn b.pgn
    printf 'file,game,board,turn,question,choices,settles,answer\r\nother.pgn,89,19,28,was it?,1 or 2,189,2\r\n' >q.csv
    mkdir before
    cp a.pgn b.pgn log q.csv before
    run_split xpgn-fix --log=log --answers=none a.pgn
    expect 2 '' 'xpgn-fix: none: No such file or directory'
    printf 'file,game,turn\n' >bad.csv
    run_split xpgn-fix --log=log --questions=q.csv --answers=bad.csv a.pgn
    [ "$status" -eq 2 ]
    # nor is a file taken back without the log that says so
    mv b.pgn c.pgn
    run_split xpgn-fix --undo=log
    expect 2 '' 'xpgn-fix: b.pgn: No such file or directory'
    mv c.pgn b.pgn
    for file in a.pgn b.pgn log q.csv; do cmp $file before/$file; done
    [ "$(echo ./*.??????)" = './*.??????' ]
}

# interrupted FILE CMD...: each read of this file is interrupted once by a signal
interrupted() {
    strace -f -o /dev/null true 2>/dev/null || skip 'strace is missing, or not allowed here'
    strace -f -o calls -P "$PWD/$1" -e trace=read,pread64,openat -e inject=read,pread64:error=EINTR:when=1+2 "${@:2}"
    grep -q INJECTED calls
}

@test "a signal does not end what is read: a record, a log, a table, answers, rules" {
    if xpgn-fix --version | grep -q sanitize; then skip 'leaks are not found under strace'; fi
    slip >a.pgn
    slip >b.pgn
    xpgn-fix -q --likely a.pgn >whole
    interrupted a.pgn xpgn-fix -q --likely a.pgn | cmp - whole
    xpgn-fix -q --likely --log=log -w b.pgn
    interrupted log xpgn-fix -q --likely --log=log a.pgn | cmp - whole
    [ "$(wc -l <log)" -eq 7 ]
    printf 'h\n2\n' >keys
    cp "$ROOT/samples/broken/CA-3.xpgn" a.xpgn
    xpgn-fix --ask a.xpgn <keys >whole 2>asked
    interrupted keys xpgn-fix --ask a.xpgn <keys 2>again | cmp - whole
    cmp again asked
    cp "$ROOT/samples/rules/club-tiles.yaml" rules.yaml
    xpgn-fix -q --rules=rules.yaml a.xpgn >whole || [ $? -eq 1 ]
    { interrupted rules.yaml xpgn-fix -q --rules=rules.yaml a.xpgn || [ $? -eq 1 ]; } | cmp - whole
}

@test "what quotes a record is read by no one else: its original, the log, the table, the file that is written" {
    umask 022
    slip >a.pgn
    cp "$ROOT/samples/broken/CA-3.xpgn" b.xpgn
    chmod 600 b.xpgn
    xpgn-fix -q --likely --log=open --questions=open.csv a.pgn >out
    [ "$(stat -c %a open open.csv | uniq)" = 644 ]
    xpgn-fix -q --likely --log=log --questions=q.csv a.pgn b.xpgn >out || [ $? -eq 1 ]
    [ "$(stat -c %a log q.csv | uniq)" = 600 ]
    xpgn-fix -q --log=log2 <b.xpgn >out || [ $? -eq 1 ]
    [ "$(stat -c %a log2)" = 600 ]
    chmod 640 a.pgn
    xpgn-fix -q --likely --log=open --log=log3 -o folder a.pgn
    [ "$(stat -c %a log3 folder/a.pgn | uniq)" = 640 ]
    # a log that is there keeps its permissions
    xpgn-fix -q --likely --log=open b.xpgn >out || [ $? -eq 1 ]
    [ "$(stat -c %a open)" = 644 ]
    xpgn-fix -q --likely -w a.pgn
    [ "$(stat -c '%a %u %g' a.pgn.orig)" = "$(stat -c '%a %u %g' a.pgn)" ]
    if [ "$(id -u)" -ne 0 ]; then return; fi
    slip >c.pgn
    chmod 640 c.pgn
    chown 65534:12345 c.pgn
    xpgn-fix -q --likely --log=log4 -w c.pgn
    [ "$(stat -c '%a %u %g' c.pgn.orig)" = '640 65534 12345' ]
    # root's group may not read what only that group may
    [ "$(stat -c '%a %g' log4)" = '600 0' ]
}
