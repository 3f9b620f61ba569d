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
    for tool in gredy=greedy greedy,strng:2=strong:2; do
        run_split xpgn-simulate --variant=chess --bots="${tool%=*}"
        [[ $status -eq 2 && $err == *"; did you mean ${tool#*=}?"* ]]
    done
    printf '%s\n' 'event,round,white,black' 'Spring Open,1,A,B' 'Autumn Open,1,C,D' >"$BATS_TEST_TMPDIR/events.csv"
    run_split xpgn-event --list="$BATS_TEST_TMPDIR/events.csv" --event='Sprin Open' /dev/null
    [[ $status -eq 2 && $err == *'the list has no event "Sprin Open"; did you mean "Spring Open"?' ]]
    run_split xpgn-validate --check-rules samples/broken/Y-08.yaml
    [[ $status -eq 2 && $out == *'did you mean chess-attack?' ]]
    run_split xpgn-simulate --variant=qqqqqqqqqq
    expect 2 '' "xpgn-simulate: unknown ruleset or option 'qqqqqqqqqq'
try 'xpgn-simulate --help'"
}

@test "players and commands that no game has are told, with their names in quotes" {
    printf '%s\n' '[White "Adams, R."]' '' '1. e4 {[%clk 1]} *' >"$BATS_TEST_TMPDIR/a.pgn"
    run_split xpgn-fmt -j 2 --rename-player='Adams, R=X' --rename-player='Adams, R.=Y' --rename-player=Zukertort=Z --strip=clk,cl "$BATS_TEST_TMPDIR/a.pgn"
    [ "$err" = 'xpgn-fmt: no game has the player "Adams, R"; did you mean "Adams, R."?
xpgn-fmt: no game has the player Zukertort
xpgn-fmt: no game has the command cl; did you mean clk?' ]
    run_split xpgn-validate --quiet --require=Whit "$BATS_TEST_TMPDIR/a.pgn"
    expect 1 '' ''
}

@test "of two names as near, the same one is suggested whichever game comes first" {
    local one=$BATS_TEST_TMPDIR/one.pgn two=$BATS_TEST_TMPDIR/two.pgn
    printf '[White "Hubera"]\n\n1. e4 *\n' >"$one"
    printf '[White "Huberb"]\n\n1. e4 *\n' >"$two"
    for files in "$one $two" "$two $one"; do
        # shellcheck disable=SC2086
        run_split xpgn-fmt --rename-player=Huberc=Z $files
        [ "$err" = 'xpgn-fmt: no game has the player Huberc; did you mean Hubera?' ]
    done
}

@test "a tag that no game has, or a value near the one asked for, is told where nothing matches" {
    run_split xpgn-stats --by=white samples/club.xpgn
    [[ $status -eq 0 && $err == 'xpgn-stats: no game has the tag white; did you mean White?' ]]
    run_split xpgn-stats --by=White samples/club.xpgn
    [ "$err" = '' ]
    run_split xpgn-grep -t white=Adams samples/club.xpgn
    expect 1 '' 'xpgn-grep: no game has the tag white; did you mean White?'
    for value in Chen chen 'Chne, M.'; do
        run_split xpgn-grep -j 2 -t "White=$value" samples/club.xpgn
        expect 1 '' "xpgn-grep: nothing matched, but game 2 has White \"Chen, M.\"; a part is found by --tag='White=/$value/'"
    done
    run_split xpgn-grep -t White=Zukertort samples/club.xpgn
    expect 1 '' ''
    run_split xpgn-grep -q -t white=Adams samples/club.xpgn
    expect 1 '' ''
    run_split xpgn-grep -v -t '!white' samples/club.xpgn
    expect 1 '' ''
}

@test "a player, an event or a word in other letters that is near is told where nothing matches" {
    run_split xpgn-grep --player=Chem samples/archive.pgn
    expect 1 '' 'xpgn-grep: nothing matched, but game 7 has the player "Chen, M."'
    run_split xpgn-grep -c -j 2 --player=Kasparow samples/archive.pgn
    expect 1 '0' 'xpgn-grep: nothing matched, but game 5 has the player "Kasparov, Garry"'
    for player in Zukertort /Chem/; do
        run_split xpgn-grep --player=$player samples/archive.pgn
        expect 1 '' ''
    done
    for tool in grep list 'sort --by=Date' 'split --dry-run --by=White'; do
        for query in White=Chen 'White="Chne, M."' 'plies>3 and (White=chen)'; do
            # shellcheck disable=SC2086
            run_split xpgn-$tool -j 2 --where="$query" samples/archive.pgn
            [[ $err == "xpgn-${tool%% *}: --where is true for no game, but game 8 has White \"Chen, M.\"" ]] ||
                { echo "$tool $query: $err"; return 1; }
        done
        # shellcheck disable=SC2086
        run_split xpgn-$tool --where='White=Zukertort' samples/archive.pgn
        [ "$err" = '' ]
        # shellcheck disable=SC2086
        run_split xpgn-$tool --where='White="Chen, M."' samples/archive.pgn
        [[ $status -eq 0 && $err == '' ]]
    done
    run_split xpgn-grep -v --where=White=Chen samples/club.xpgn
    [[ $status -eq 0 && $err == '' ]]
    run_split xpgn-event --event=Clab samples/club.xpgn
    expect 0 '' 'xpgn-event: no record has the event "Clab"; did you mean "Club evening"?'
    run_split xpgn-event --event='club evening' samples/club.xpgn
    expect 0 '' ''
    for option in 'list --columns=date' 'sort --by=date' 'stats --select=date' 'split --dry-run --by=date' 'list --where=date>2'; do
        # shellcheck disable=SC2086
        run_split xpgn-$option samples/club.xpgn
        [[ $status -eq 2 && $err == *"unknown word 'date'; did you mean the tag Date?"* ]] || { echo "$option: $err"; return 1; }
    done
}

@test "a roll in another form has its fix in JSON, and says how sure that is" {
    local roll fix
    # one finding each; what was meant; its level
    for roll in '05:01|5:1 certain' '5-1|<5:1> certain' '5–1|<5:1> certain' '[5:1]|<5:1> certain' \
        '(5:1)|<5:1> certain' '5:1|<5:1> certain' '<5-1>|<5:1> certain'; do
        fix=${roll#*|}
        [[ $fix != 5:1* ]] || roll="<${roll%|*}>|"
        printf '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n%s\n\n1. e4 d5 2. exd5 %s Qxd5 <4:2> 1-0\n' \
            $'[Result "1-0"]\n[Variant "chess-attack"]' "${roll%|*}" >"$BATS_TEST_TMPDIR/roll"
        xpgn-validate --lint --format=json "$BATS_TEST_TMPDIR/roll" >"$BATS_TEST_TMPDIR/found" || [ $? -eq 1 ]
        [ "$(jq -r -s '.[0].fixes[0] | "\(.text) \(.level)"' "$BATS_TEST_TMPDIR/found")" = "$fix" ] ||
            { echo "$roll"; cat "$BATS_TEST_TMPDIR/found"; return 1; }
        [ "$(wc -l <"$BATS_TEST_TMPDIR/found")" -eq 1 ]
    done
}

@test "a board with a rank too few is told as such, whichever ruleset is asked for" {
    local tool
    for tool in render-ascii render-svg; do
        for board in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP 'rn*bqkbnr/pppppppp/8/8/8/8/PPPPPPPP' 8/8/8/8/8/8/8; do
            run_split xpgn-$tool --xfen="$board w KQkq - 0 1"
            [[ $status -eq 2 && $err == *'--xfen, character 1: 7 ranks, expected 8 [P-02]'* ]] ||
                { echo "$tool $board: $err"; return 1; }
        done
    done
    run_split xpgn-render-ascii --xfen=rnbqkbnr/ppxppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
    [[ $status -eq 2 && $err == *"--xfen, character 12: unknown piece 'x'"* ]]
}

@test "a page is written when there is a game to show, or no trouble" {
    cd "$BATS_TEST_TMPDIR"
    run_split xpgn-render-html missing
    expect 2 '' 'xpgn-render-html: missing: No such file or directory'
    : >empty
    run_split xpgn-render-html empty
    [[ $status -eq 0 && $out == '<!DOCTYPE html>'*'</html>' ]]
    xpgn-render-html --title x "$ROOT/samples/club.xpgn" >page
    for jobs in 1 4; do
        run_split xpgn-render-html --title x -j "$jobs" missing "$ROOT/samples/club.xpgn"
        [[ $status -eq 2 ]]
        cmp "$out_file" page
    done
}

@test "a list in UTF-16 is read, one in UTF-32 is told as such" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' '[Event "E"]' '[Round "1"]' '[White "Adams, R."]' '[Black "Brändt, L."]' '[Result "*"]' '' '1. e4 *' >a.pgn
    for form in UTF-8 UTF-16 UTF-16LE UTF-16BE; do
        for black in 'Brändt, L.' 'Zimmer, A.'; do
            printf 'round,white,black\n1,"Adams, R.","%s"\n' "$black" | iconv -f UTF-8 -t $form >list.csv
            run_split xpgn-event --list=list.csv a.pgn
            found=$(grep -c 'E-07' <<<"$out") || true
            [ "$found" -eq "$([[ $black == Z* ]] && echo 1 || echo 0)" ] || { echo "$form: $out$err"; return 1; }
        done
    done
    printf 'round,white,black\n1,A,B\n' | iconv -f UTF-8 -t UTF-32 >list.csv
    run_split xpgn-event --list=list.csv "$ROOT/samples/club.xpgn"
    [[ $status -eq 2 && $err == "xpgn-event: list.csv: UTF-32 text; convert it: iconv -f "* ]]
}

@test "ranges of support that would fill the disk are refused" {
    run_split xpgn-odds --variant=chess-attack -a N -d P -s 0-999:0-999 --format=csv
    expect 2 '' "xpgn-odds: --support: 1000000 combats, more than 100000
try 'xpgn-odds --help'"
    run_split xpgn-odds --variant=chess-attack -a N -d P -s 0-999:0-99 --format=csv
    [ "$status" -eq 0 ]
    [ "$(wc -l <"$out_file")" -eq 100001 ]
}

@test "a dangling symbolic link is told as such where a file is to be written" {
    cd "$BATS_TEST_TMPDIR"
    ln -s nowhere dangling
    run_split xpgn-render-svg -o dangling "$ROOT/samples/club.xpgn"
    expect 2 '' 'xpgn-render-svg: dangling: a dangling symbolic link'
    run_split xpgn-record dangling </dev/null
    expect 2 '' 'xpgn-record: dangling: a dangling symbolic link'
    [ ! -e nowhere ]
}

@test "a file whose name is as long as names can be is rewritten" {
    cd "$BATS_TEST_TMPDIR"
    local size name
    for size in 248 249 255; do
        name=$(printf '%*s' "$size" '' | tr ' ' a)
        printf '[Result "*"]\n\n1.e4 *\n' >"$name"
        run_split xpgn-fmt -w "$name"
        expect 0 '' ''
        grep -q '^1. e4 \*$' "$name"
    done
    [ "$(find . -name 'a*' | wc -l)" -eq 3 ]
}

@test "numbers of pictures have as many digits as are asked for" {
    cd "$BATS_TEST_TMPDIR"
    xpgn-render-svg -o 'fig-%03n.svg' -c '%02n %n %%n %3n' "$ROOT/samples/club.xpgn"
    [ "$(ls fig-*)" = "$(printf 'fig-%03d.svg\n' 1 2 3 4 5)" ]
    grep -q '01 1 %n %3n' fig-001.svg
}

@test "a date in another order is given as PGN writes it, or as both that it may be" {
    cd "$BATS_TEST_TMPDIR"
    for date in 21.11.2026 11/22/2026 2026/11/22 3/4/2026; do
        printf '[Date "%s"]\n[Result "*"]\n\n1. e4 *\n' "$date" >$((++n)).pgn
    done
    run_split xpgn-validate 1.pgn 2.pgn 3.pgn 4.pgn
    [ "$(sed -n 's@.*game .; @@p' "$out_file")" = 'write 2026.11.21
write 2026.11.22
write 2026.11.22
write 2026.04.03 or 2026.03.04' ]
    xpgn-validate --format=json 3.pgn 4.pgn >found || [ $? -eq 1 ]
    jq -e -s '[.[].fixes[].tie] == [false, true, true]' found >/dev/null || { cat found; return 1; }
}

@test "a ruleset that drops castling is told that its start position must, too" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' 'ruleset: house' 'extends: chess-attack' 'movement: {castling: none}' >house.yaml
    run_split xpgn-validate --check-rules house.yaml
    expect 2 "house.yaml:3:22: error: setup.position is inherited: castling rights 'KQkq', expected -: this game has no castling [Y-07]
    3 | movement: {castling: none}
      |                      ^~~~
   give 'setup' a 'position' here that fits" ''
    echo 'setup: {position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"}' >>house.yaml
    run_split xpgn-validate --check-rules house.yaml
    expect 0 '' ''
}

# on_terminal COLUMNS COMMAND...: what a terminal of that width is shown, without carriage returns
on_terminal() {
    TERM=dumb script -qec "stty cols $1 -onlcr; ${*:2}" /dev/null </dev/null
}

@test "what is shown on a terminal fits it" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    { printf '1. e4 e5 '; for n in {2..19}; do printf '%s. Nf3 Nc6 %s. Ng1 Nb8 ' $((2 * n - 2)) $((2 * n - 1)); done; echo '38. Kxh8 *'; } >long.pgn
    for columns in 60 80; do
        on_terminal $columns xpgn-validate --no-fixes long.pgn >seen || true
        sed -n 2,3p seen >lines
        [ "$(wc -l <lines)" -eq 2 ]
        [ "$(LC_ALL=C.UTF-8 wc -L <lines)" -le "$columns" ]
        # the mark is below the word
        sed 's/Kxh8.*//; s/\^~~~.*//; s/…/ /g' lines >before
        grep -q 'Kxh8' lines
        [ "$(sed -n 1p before | wc -L)" -eq "$(sed -n 2p before | wc -L)" ]
    done
    on_terminal 40 xpgn-list "$ROOT/samples/club.xpgn" >seen
    [ "$(LC_ALL=C.UTF-8 wc -L <seen)" -eq 40 ]
    [ "$(grep -c '…$' seen)" -eq 6 ]
    # elsewhere nothing is cut
    [ "$(xpgn-list "$ROOT/samples/club.xpgn" | grep -c '…')" -eq 0 ]
}

@test "names and records move no cursor on a terminal" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    bad=$'a\e[2J b\'c.pgn'
    quoted="'a'\$'\\033''[2J b'\\''c.pgn'"
    printf '[Event "A"]\n[Result "*"]\n\n1. e4 {x\033[2Jy} *\n' >"$bad"
    for run in 'grep -l' 'grep -c' 'grep -n' 'grep -L --result=1-0' 'fmt --check' 'fmt --diff'; do
        on_terminal 80 "xpgn-$run *.pgn *.pgn" >seen || true
        grep -qF "$quoted" seen || { echo "$run"; cat seen; return 1; }
        xpgn-${run} ./*.pgn ./*.pgn >piped || true
        # a pipe has the name as it is
        grep -qF $'a\e[2J b\'c.pgn' piped || { echo "$run in a pipe"; return 1; }
    done
    for run in fmt grep fix 'fmt --diff' 'fmt --notation=uci' 'sort --by=Event' 'validate --bad=-'; do
        on_terminal 80 "xpgn-$run *.pgn" >seen 2>/dev/null || true
        grep -qF 'x␛[2Jy' seen || { echo "$run"; return 1; }
        [ "$(grep -c $'\e' seen)" -eq 0 ]
    done
    xpgn-grep ./*.pgn | cmp - <(cat ./*.pgn && echo)
}

@test "many pictures are brought to disk together" {
    cd "$BATS_TEST_TMPDIR"
    copies 8 "$ROOT/samples/club.xpgn" >many.xpgn
    strace -f -e trace=fsync,syncfs -o calls xpgn-render-svg -o 'fig-%n.svg' many.xpgn || skip 'no strace'
    [ "$(find . -name 'fig-*.svg' | wc -l)" -eq 40 ]
    [ "$(grep -c fsync calls)" -lt 20 ]
    [ "$(grep -c syncfs calls)" -eq 1 ]
}

@test "in a turn of several actions a variation replaces the last, or with a number the whole turn" {
    cd "$BATS_TEST_TMPDIR"
    awk 'BEGIN { RS = ""; ORS = "\n\n" } /assault-and-siege/ { print; getline; print; exit }' "$ROOT/samples/club.xpgn" >game
    # a3 is empty after the first action: the knight goes from there in the whole turn only
    for variation in '(d2-d3):0' '(Na3-b3):1' '(1. d2-d3):0' '(1. Na3-b3 d2-d3):0'; do
        sed "s/1\. Na3-b3 c3-c4 /&${variation%:*} /" game >varied
        grep -qF "${variation%:*}" varied
        run_split xpgn-validate varied
        [ "$status" -eq "${variation#*:}" ] || { echo "$variation: $out"; return 1; }
    done
}

@test "the first turn is rolled for with the die of the game" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' 'ruleset: big' 'title: Big' 'extends: combat-chess-2' 'die: 8' >big.yaml
    record() { printf '[Variant "%s"]\n[FirstRoll "8:3"]\n[Result "*"]\n\n*\n' "$1"; }
    run_split xpgn-validate --rules big.yaml <(record big)
    expect 0 '' ''
    run_split xpgn-validate <(record combat-chess-2)
    [[ $status -eq 1 && $out == *'[CC-2]'* ]]
}

@test "a letter that no piece has is taken for the one that was meant, in Combat Chess too" {
    cd "$BATS_TEST_TMPDIR"
    awk 'BEGIN { RS = ""; ORS = "\n\n" } /combat-chess-2/ { print; getline; print; exit }' "$ROOT/samples/club.xpgn" >game
    for slip in Nb8-e5:Sb8-e5 Ng8-d5:Sg8-d5 Qd8-h4:Dd8-h4 Bg5-e7:Lg5-e7; do
        grep -qF "${slip%:*}" game
        sed "s/${slip%:*}/${slip#*:}/" game >wrong
        xpgn-validate --format=json wrong >found || [ $? -eq 1 ]
        jq -e -s --arg meant "${slip%:*}" 'length == 1 and (.[0].fixes[0].text | startswith($meant))' found >/dev/null ||
            { echo "$slip"; cat found; return 1; }
    done
}

@test "a board of another size is refused with what would take it" {
    cd "$BATS_TEST_TMPDIR"
    for size in 'files: 5, ranks: 5' 'files: 10, ranks: 8'; do
        sed "s/files: 8, ranks: 8/$size/" "$ROOT/samples/rules/chess-duel.yaml" >board.yaml
        run_split xpgn-validate --check-rules board.yaml
        [[ $status -eq 2 && $out == *"8 files, 8 ranks and two seats are required unless movement is 'orthogonal'"*'[Y-07]'* ]]
    done
}

@test "pawns stand where they can step to, and a + where a # is right is a matter of style" {
    cd "$BATS_TEST_TMPDIR"
    record() { printf '[Variant "%s"]\n[XFEN "r3k2r/8/8/8/8/8/8/R2PK2R w - - 0 9"]\n[Result "*"]\n\n*\n' "$1" >"$1.xpgn"; }
    record combat-chess-2
    record chess-attack
    run_split xpgn-validate combat-chess-2.xpgn
    expect 0 '' ''
    run_split xpgn-validate chess-attack.xpgn
    [[ $status -eq 1 && $out == *'[P-10]'* ]]
    printf '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4+ 0-1\n' >mate.pgn
    run_split xpgn-validate mate.pgn
    expect 0 '' ''
    run_split xpgn-validate --lint mate.pgn
    [[ $out == *'lint: missing # [M-08]'* ]]
}

@test "a Result tag that differs has a fix where the rules have decided the game" {
    cd "$BATS_TEST_TMPDIR"
    printf '[Result "1/2-1/2"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n' >mate.pgn
    run_split xpgn-validate mate.pgn
    [[ $status -eq 1 && $out == *'[X-02]'*'; write 0-1, as the rules have it' ]]
    [ "$(xpgn-validate --format=json mate.pgn | jq -r '.fixes[0] | "\(.column) \(.length) \(.text)"')" = '10 7 0-1' ]
    # where they have not, nobody knows which of the two is true
    printf '[Result "1/2-1/2"]\n\n1. f3 e5 2. g4 d5 0-1\n' >open.pgn
    [ "$(xpgn-validate --format=json open.pgn | jq -c '[.fixes, .hint]')" = '[[],"make them the same"]' ]
}

# The cells of a table of Markdown, without the line below its headings, as TSV.
cells_of_markdown() {
    sed -E '2d; s/^\| //; s/ \|$//; s/ ?\| /\t/g; s/\\(.)/\1/g'
}

@test "tables are Markdown with one option, in every tool" {
    local command
    for command in 'list --columns=White,result,count(combat)' 'stats' 'stats --by=White' 'stats --luck' \
        'stats --fairness' 'stats --fairness --explore' 'stats --select=attacker,mean(margin),count' \
        'replay --each' 'replay --rows=exchanges' 'replay --claims --tags=White'; do
        # shellcheck disable=SC2086
        xpgn-$command --format=tsv samples/club.xpgn >"$BATS_TEST_TMPDIR/tsv"
        # shellcheck disable=SC2086
        xpgn-$command --no-header --format=markdown samples/club.xpgn >"$BATS_TEST_TMPDIR/table"
        cells_of_markdown <"$BATS_TEST_TMPDIR/table" | diff "$BATS_TEST_TMPDIR/tsv" - || { echo "$command"; return 1; }
        [[ $(sed -n 2p "$BATS_TEST_TMPDIR/table") =~ ^(\|--[-:])+\|$ ]] || { echo "$command"; return 1; }
    done
    xpgn-odds --variant=chess-attack -a N,B -d P,N --format=markdown | grep -q '^|---|---|--:'
    xpgn-simulate -n 2 --report --variant=chess-attack --format=markdown | grep -q '^|---|--:|$'
    xpgn-event --show=crosstable --table=markdown samples/club.xpgn 2>/dev/null | grep -q '^|--:|--:|---|'
}

@test "a number that is glued to an action is told where it does not fit" {
    run_split xpgn-validate - <<<'1. e4 e5 3h3 *'
    expect 0 "<stdin>:1:10: warning: move number 3., expected 2. [M-03]
    1 | 1. e4 e5 3h3 *
      |          ^
   game 1, 2.; write 2." ''
}

@test "no hint offers the same word twice, nor the word that is there" {
    local text hint
    for text in '1. e4 d5 2. Nxd5' '1. e4 e5 2. Nf4' '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd9' '1. e4 e5 2. Nf3 Nc6 3. Bb6' '1. Nf3 Nf6 2. Nc3 Nc6 3. Ne4 Rxe4'; do
        hint=$(xpgn-validate - <<<"$text *" | grep -o 'did you mean .*?' | sed 's/did you mean //; s/?$//; s/, / /g; s/ or / /g')
        [ "$(tr ' ' '\n' <<<"$hint" | sort | uniq -d)" = '' ] || { echo "$text: $hint"; return 1; }
        [[ " $hint " != *" ${text##* } "* ]] || { echo "$text: $hint"; return 1; }
    done
}
