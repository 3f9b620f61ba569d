#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-replay: which positions it prints, in which form.
# shellcheck disable=SC2154 # run_split sets them

load helper
load examples

setup() {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here" || return
    cp -r "$ROOT/samples/round3" .
    printf '%s\n' '[Event "?"]' '[Result "0-1"]' '' '1. f3 e5 2. g4 Qh4# 0-1' >mate.pgn
    printf '%s\n' '[Event "?"]' '' '1. e4 e5 2. Ke3 Nc6 *' >bad.pgn
    # Two Moves a turn, and the white player stops after one in the second turn.
    printf '%s\n' '[Variant "assault-and-siege"]' '[RuleOptions "mode=fast"]' \
        '[FEN "7k/5ppp/8/8/8/8/PPP5/K7 w - - 0 1"]' '[SetUp "1"]' '' \
        '1. a2-a3 b2-b3 1... h7-h6 2. c2-c3 *' >moves.xpgn
}

start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
after1w='rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1'
after1b='rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2'
after2w='rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2'
mate='rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'

@test "the default is the final position of every game" {
    run_split xpgn-replay mate.pgn mate.pgn
    expect 0 "$mate
$mate" ''
}

@test "a game without a turn has its start position as its last" {
    printf '[Event "?"]\n\n1-0\n' >a.pgn
    run_split xpgn-replay a.pgn
    expect 0 "$start" ''
    run_split xpgn-replay --each a.pgn
    expect 0 '' ''
}

@test "--each is one line a turn, and --start one more" {
    run_split xpgn-replay --each mate.pgn
    expect 0 "$after1w
$after1b
$after2w
$mate" ''
    run_split xpgn-replay --start --each mate.pgn
    [ "$(head -n 1 "$out_file")" = "$start" ]
    [ "$(wc -l <"$out_file")" -eq 5 ]
    run_split xpgn-replay --start mate.pgn
    expect 0 "$start
$mate" ''
}

@test "--at names a turn by its number and player" {
    run_split xpgn-replay --at 1w mate.pgn
    expect 0 "$after1w" ''
    run_split xpgn-replay --at=1b mate.pgn
    expect 0 "$after1b" ''
    run_split xpgn-replay --at 1 mate.pgn
    expect 0 "$after1b" ''
    run_split xpgn-replay --at 1... mate.pgn # as the turn is printed
    expect 0 "$after1b" ''
    run_split xpgn-replay --each --at 1. mate.pgn
    expect 0 "$after1w
$after1b" ''
}

@test "--at with the number alone is the last turn of that number, of either side" {
    printf '%s\n' '[Event "?"]' '' '1. f3 e5 2. g4 *' >a.pgn
    run_split xpgn-replay --at 2 a.pgn
    expect 0 "$after2w" ''
}

@test "--ply counts the turns of the game" {
    run_split xpgn-replay --ply 3 mate.pgn
    expect 0 "$after2w" ''
    run_split xpgn-replay --ply 0 mate.pgn
    expect 0 "$start" ''
}

@test "a turn that a game does not have is reported" {
    run_split xpgn-replay --at 7w mate.pgn
    expect 1 '' 'xpgn-replay: game 1 has no such turn'
    run_split xpgn-replay --skip-bad --ply 3 bad.pgn mate.pgn bad.pgn
    [ "$status" -eq 1 ]
    [ "$out" = "$after2w" ]
    [ "$(tail -n 2 "$err_file")" = 'xpgn-replay: 2 games have no such turn, the first is game 1
xpgn-replay: 2 of 3 games not read to the end: broken rule [C-1]' ]
}

@test "--at and --ply take only what they can mean" {
    for turn in w 0 0w 12x 12wb -- 1.5; do
        run_split xpgn-replay --at="$turn" mate.pgn
        expect 2 '' "xpgn-replay: --at: '$turn' is not a turn such as 12w, 12b or 12
try 'xpgn-replay --help'"
    done
    run_split xpgn-replay --at 1w --ply 1 mate.pgn
    expect 2 '' "xpgn-replay: --at and --ply cannot be combined
try 'xpgn-replay --help'"
    run_split xpgn-replay --each --actions mate.pgn
    expect 2 '' "xpgn-replay: --each and --actions cannot be combined
try 'xpgn-replay --help'"
}

@test "--actions shows the positions within a turn" {
    run_split xpgn-replay --actions moves.xpgn
    expect 0 '7k/5ppp/8/8/8/P7/1PP5/K7 w - - 0 1
7k/5ppp/8/8/8/PP6/2P5/K7 w - - 0 1
7k/5pp1/7p/8/8/PP6/2P5/K7 b - - 0 1
7k/5pp1/7p/8/8/PPP5/8/K7 w - - 0 2' ''
    run_split xpgn-replay --each moves.xpgn
    expect 0 '7k/5ppp/8/8/8/PP6/2P5/K7 b - - 0 1
7k/5pp1/7p/8/8/PP6/2P5/K7 w - - 0 2
7k/5pp1/7p/8/8/PPP5/8/K7 b - - 0 2' ''
}

@test "--at with --each or --actions picks from them" {
    run_split xpgn-replay --each --at 1 mate.pgn
    expect 0 "$after1w
$after1b" ''
    run_split xpgn-replay --actions --at 1w moves.xpgn
    [ "$(wc -l <"$out_file")" -eq 2 ]
}

@test "an action that cannot be played: its place, and a line instead of the final position" {
    run_split xpgn-replay bad.pgn mate.pgn
    [ "$status" -eq 1 ]
    [ "$out" = "# game 1 cannot be played to its end: 2. Ke3 [C-1]
$mate" ]
    [[ $err == 'bad.pgn:3:13: error: '* ]]
    run_split xpgn-replay --skip-bad bad.pgn mate.pgn
    [ "$status" -eq 1 ]
    [ "$out" = "$mate" ]
    printf '[Variant "x"]\n\n1. e4 *\n' >unknown.pgn
    run_split xpgn-replay unknown.pgn
    [ "$out" = '# game 1 cannot be played [T-02]' ]
}

@test "lines and games stay in step, in every form and with --at" {
    printf '[Variant "five-dice"]\n\n1. e4 d5 2. exd5 <5:3> Qxd4 } *\n' >late.xpgn
    for form in xfen tsv csv json; do
        run_split xpgn-replay --no-header --format="$form" bad.pgn mate.pgn late.xpgn mate.pgn
        [ "$(wc -l <"$out_file")" -eq 4 ]
        run_split xpgn-replay --no-header --at 2w --format="$form" bad.pgn mate.pgn late.xpgn mate.pgn
        [ "$(wc -l <"$out_file")" -eq 4 ]
    done
    [ "$(jq -c '[.game, .unplayable]' "$out_file" | tr '\n' ' ')" = '[1,"C-1"] [2,null] [3,null] [4,null] ' ]
    run_split xpgn-replay --no-header --format=tsv bad.pgn late.xpgn
    [ "$(cut -f 1-6,23,28 "$out_file" | tr '\t\n' '|;')" = '1|3|2w|Ke3||unplayable||bad.pgn;2|4|2b|Qxd4||unplayable||late.xpgn;' ]
    run_split xpgn-replay --format=ascii bad.pgn
    [ "$out" = '# game 1 cannot be played to its end: 2. Ke3 [C-1]' ]
}

@test "up to an action that cannot be played --each shows the positions" {
    run_split xpgn-replay --each bad.pgn
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$out_file")" -eq 3 ]
    [ "$(tail -n 1 "$out_file")" = '# game 1 cannot be played to its end: 2. Ke3 [C-1]' ]
    [[ $err == 'bad.pgn:3:13: error: '* ]]
    run_split xpgn-replay --each --skip-bad bad.pgn
    [ "$(wc -l <"$out_file")" -eq 2 ]
}

@test "after a wrong total the game goes on as the dice have it" {
    run_split xpgn-replay round3/b4.xpgn
    [ "$status" -eq 1 ]
    [ "$out" = 'rnbqkb1r/ppp1pppp/5n2/3N*4/4P3/8/PPPP1PPP/R1BQKBNR[p] b KQkq - 0 3' ]
    [[ $err == 'round3/b4.xpgn:11:34: error: '* ]]
}

@test "warnings are left to xpgn-validate" {
    printf '[Event "?"]\n\n7. f3 e5 8. g4 Qh4 0-1\n' >a.pgn
    run_split xpgn-replay a.pgn
    expect 0 "$mate" ''
}

@test "variations are not played" {
    printf '[Event "?"]\n\n1. f3 (1. e4 (1. Ke2) e5) 1... e5 2. g4 Qh4# 0-1\n' >a.pgn
    run_split xpgn-replay --each a.pgn
    [ "$status" -eq 0 ]
    [ "$(tail -n 1 "$out_file")" = "$mate" ]
    [ "$(wc -l <"$out_file")" -eq 4 ]
}

@test "tsv names its columns, and has a row an action" {
    run_split xpgn-replay --actions --format=tsv round3/b2.xpgn
    [ "$status" -eq 0 ]
    [ "$(head -n 1 "$out_file" | tr '\t' ' ')" = 'game ply turn action piece kind from to turn_roll roll attacker attacker_supporter_count attacker_total attacker_fate attacker_supporters defender defender_supporter_count defender_total defender_fate defender_supporters casualties result xfen stood attacker_held_at defender_held_at outcome file' ]
    [ "$(awk -F '\t' 'NF != 28' "$out_file" | wc -l)" -eq 0 ]
    [ "$(awk -F '\t' '$3 == "3b"' "$out_file" | tr '\t' '|')" = '1|6|3b|Qxd2|Q|attack|d5|d2||5+0=9x:6+4=15|queen|0|9|removed||pawn|4|15|unharmed|bishop c1,queen d1,king e1,knight f3|black queen d5||rnb1kbnr/ppp1pppp/8/8/8/5N2/PPPPPPPP/R1BQKB1R[Nqp] w KQkq - 0 4|||||round3/b2.xpgn' ]
    cp "$out_file" with
    run_split xpgn-replay --actions --format=tsv round3/b2.xpgn
    cmp with "$out_file"
    run_split xpgn-replay --actions --format=tsv --no-header round3/b2.xpgn
    cmp <(tail -n +2 with) "$out_file"
}

@test "the columns call a piece what the rules call it" {
    cd "$ROOT/tests/cli/golden"
    run_split xpgn-replay --actions --format=tsv --no-header --game=5 stats.xpgn
    [ "$(cut -f 11,16 "$out_file" | grep .)" = $'\t\ndragon\tpawn\ndragon\tpawn\n\t\n\t' ]
}

@test "--tags adds columns and a key, unescaped" {
    printf '%s\n' '[White "Weiß, \"A\""]' '[Round "=1+1"]' '' '1. e4 *' >a.pgn
    run_split xpgn-replay --tags White,Black,Round --format=tsv a.pgn
    [ "$(cut -f 28- "$out_file" | tr '\t\n' '|;')" = 'file|White|Black|Round;a.pgn|Weiß, "A"||=1+1;' ]
    run_split xpgn-replay --tags=,White,,Black,Round, --format=tsv a.pgn # a comma too many asks for nothing
    [ "$(cut -f 28- "$out_file" | head -n 1 | tr '\t' '|')" = 'file|White|Black|Round' ]
    run_split xpgn-replay --tags=White,Round --format=csv a.pgn
    [ "$(tail -n 1 "$out_file" | cut -d , -f 28- | tr '\r' '%')" = "a.pgn,\"Weiß, \"\"A\"\"\",'=1+1%" ]
    run_split xpgn-replay --tags=White,Black --format=json a.pgn
    [ "$(jq -c .tags "$out_file")" = '{"White":"Weiß, \"A\"","Black":null}' ]
    for form in json tsv; do
        run_split xpgn-replay --tags=Whit --format=$form a.pgn
        [ "$err" = 'xpgn-replay: no game has the tag Whit; did you mean White?' ]
    done
    run_split xpgn-replay --tags=White a.pgn
    expect 2 '' "xpgn-replay: --tags requires --format=json, tsv, csv or markdown
try 'xpgn-replay --help'"
}

@test "the pipe of the stories finds the kings' actions" {
    printf '[Event "?"]\n\n1. e4 e5 2. Ke2 Ke7 3. O-O *\n' >a.pgn
    run_split bash -c "xpgn-replay --actions --format=tsv a.pgn | awk -F'\t' '\$5 == \"K\"' | cut -f 3,4"
    [ "$out" = '2w	Ke2
2b	Ke7' ]
}

@test "captures of chess have what was removed" {
    printf '[Event "?"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 e5 4. f4 e4 5. d4 exd3 *\n' >a.pgn
    run_split xpgn-replay --actions --format=tsv a.pgn
    [ "$(cut -f 4,21 "$out_file" | grep x | tr '\t\n' ' ;')" = 'exd5 black pawn d5;Qxd5 white pawn d5;exd3 white pawn d4;' ]
}

@test "each row has the file, the number and the tags of its own game" {
    printf '[White "Adams, \033"]\n\n1. e4 e5 *\n\n[White "Baker"]\n\n1. d4 *\n' >two.pgn
    run_split xpgn-replay --each --columns=file,game,White,ply,action --format=csv two.pgn mate.pgn
    expect 0 $'file,game,White,ply,action\r
two.pgn,1,"Adams, ␛",1,e4\r
two.pgn,1,"Adams, ␛",2,e5\r
two.pgn,2,Baker,1,d4\r
mate.pgn,3,,1,f3\r
mate.pgn,3,,2,e5\r
mate.pgn,3,,3,g4\r
mate.pgn,3,,4,Qh4#\r' "$err"
    run_split xpgn-replay --each --format=json two.pgn mate.pgn
    [ "$(jq -c '[.file, .game, .ply]' "$out_file" | tr -d '\n')" = '["two.pgn",1,1]["two.pgn",1,2]["two.pgn",2,1]["mate.pgn",3,1]["mate.pgn",3,2]["mate.pgn",3,3]["mate.pgn",3,4]' ]
}

@test "csv quotes what has a comma, and ends lines with CR LF" {
    run_split xpgn-replay --actions --format=csv --no-header --at 3b round3/b2.xpgn
    [ "$status" -eq 0 ]
    [ "$(tr '\r' '%' <"$out_file")" = '1,6,3b,Qxd2,Q,attack,d5,d2,,5+0=9x:6+4=15,queen,0,9,removed,,pawn,4,15,unharmed,"bishop c1,queen d1,king e1,knight f3",black queen d5,,rnb1kbnr/ppp1pppp/8/8/8/5N2/PPPPPPPP/R1BQKB1R[Nqp] w KQkq - 0 4,,,,,round3/b2.xpgn%' ]
}

@test "a final position in a table has the result as recorded" {
    run_split xpgn-replay --no-header --format=tsv mate.pgn round3/b2.xpgn
    [ "$(cut -f 1-4,22 "$out_file" | tr '\t\n' ' ;')" = '1 4 2b  0-1;2 6 3b  1-0;' ]
}

@test "an action that ends the game has the result of the rules" {
    run_split xpgn-replay --each --no-header --format=tsv mate.pgn
    [ "$(cut -f 4,22,27 "$out_file" | tr '\t\n' ' ;')" = 'f3  ;e5  ;g4  ;Qh4#  0-1;' ]
}

@test "json says the same, nested" {
    run_split xpgn-replay --actions --format=json round3/b2.xpgn
    [ "$status" -eq 0 ]
    [ "$(jq -r 'select(.turn == "3b") | .xfen' "$out_file")" = 'rnb1kbnr/ppp1pppp/8/8/8/5N2/PPPPPPPP/R1BQKB1R[Nqp] w KQkq - 0 4' ]
    [ "$(jq -c 'select(.turn == "3b") | [.action, .piece, .from, .to, .roll]' "$out_file")" = '["Qxd2","Q","d5","d2","5+0=9x:6+4=15"]' ]
    [ "$(jq -c 'select(.turn == "3b") | .combat | [.rule, .margin, .attacker.total, .attacker.fate, .attacker.faces]' "$out_file")" = '["CA-4",-6,9,"removed",[5]]' ]
    [ "$(jq -c 'select(.turn == "3b") | .combat.defender | [.piece, .value, .support, .supporter_count, [.supporters[] | .piece + .square]]' "$out_file")" = '["P",1,8,4,["Bc1","Qd1","Ke1","Nf3"]]' ]
    [ "$(jq -c 'select(.turn == "3b") | .casualties' "$out_file")" = '[{"seat":"black","piece":"Q","wounded":false,"square":"d5"}]' ]
    [ "$(jq -c 'select(.turn == "1w") | [.combat, .casualties, .roll, .turn_roll]' "$out_file")" = '[null,[],null,null]' ]
}

@test "json and tsv agree" {
    xpgn-replay --actions --no-header --format=tsv round3/b[12].xpgn | cut -f 1-4,10,12,13,22,23,28 >tsv
    xpgn-replay --actions --format=json round3/b[12].xpgn |
        jq -r '[.game, .ply, .turn, .action, .roll, .combat.attacker.supporter_count, .combat.attacker.total, .result, .xfen, .file] | map(. // "" | tostring) | join("\t")' >json
    [ "$(wc -l <tsv)" -ge 10 ]
    diff tsv json
}

@test "--rows and --columns: any fact of an action" {
    run_split xpgn-replay --rows=combats --format=tsv --columns=turn,attacker,support,defender_supporters,margin --columns=fate,White round3/b2.xpgn
    expect 0 $'turn\tattacker\tsupport\tdefender_supporters\tmargin\tfate\tWhite
2w\tknight\t0:3\tqueen d8\t3\tunharmed:removed\tEvans, P.
2b\tqueen\t0:0\t\t3\tunharmed:removed\tEvans, P.
3b\tqueen\t0:8\tbishop c1,queen d1,king e1,knight f3\t-6\tremoved:unharmed\tEvans, P.' ''
    run_split xpgn-replay --rows=combats --format=json --columns=attacker,fate,supporters,chance,held_at --at=2b round3/b2.xpgn
    expect 0 '{"attacker":{"piece":"Q","wounded":false,"square":"d8"},"fate":{"attacker":"unharmed","defender":"removed"},"supporters":{"attacker":[],"defender":[]},"chance":{"attacker":0.722222,"defender":0.166667},"held_at":null}' ''
    same_output <(xpgn-replay --columns=turn,margin round3/b2.xpgn) <(xpgn-replay --format=tsv --columns=turn,margin round3/b2.xpgn)
    same_output <(xpgn-replay --each round3/b2.xpgn) <(xpgn-replay --rows=turns round3/b2.xpgn)
    same_output <(xpgn-replay --actions round3/b2.xpgn) <(xpgn-replay --rows=actions round3/b2.xpgn)
}

@test "a fact of the game is the same in every row, and as xpgn-list has it" {
    xpgn-replay --rows=actions --format=tsv --no-header --columns=game,plies,result,ending,errors,digest,ruleset \
        "$ROOT/samples/club.xpgn" | uniq >rows
    same_output <(xpgn-list --format=tsv --no-header --columns=game,plies,result,ending,errors,digest,ruleset "$ROOT/samples/club.xpgn") rows
    xpgn-replay --rows=games --format=tsv --no-header --columns=game,plies,result,ending,errors,digest,ruleset \
        "$ROOT/samples/club.xpgn" >rows
    same_output <(xpgn-list --format=tsv --no-header --columns=game,plies,result,ending,errors,digest,ruleset "$ROOT/samples/club.xpgn") rows
}

@test "columns that are none are refused with the nearest" {
    refused() {
        run_split xpgn-replay --actions --format=tsv "$2" samples/club.xpgn
        expect 2 '' "xpgn-replay: $1
try 'xpgn-replay --help'"
    }
    refused "--columns: unknown word 'suport'; did you mean support?" --columns=ply,attacker_suport
    refused '--columns: sums are not available here: sum(luck)' '--columns=sum(luck)'
    refused "--columns has ply twice" --columns=ply,ply
    refused '--rows cannot be combined with --each, --actions, --animate or --claims' --rows=turns
    run_split xpgn-replay --columns=ply --format=xfen samples/club.xpgn
    expect 2 '' "xpgn-replay: --columns requires --format=json, tsv, csv or markdown, and positions
try 'xpgn-replay --help'"
}

@test "every fact can be asked of every sample, and tools agree" {
    every=$(sed -n 's/^[FL][A-Z]*(\([a-z_]*\), \([A-Z]*\), .*/\1/p' "$ROOT/lib/facts/facts.def" | paste -sd ,)
    names=$(sed -n '/, \(EXCHANGE\|THROW\), /!s/^[FL][A-Z]*(\([a-z_]*\), \([A-Z]*\), .*/\1/p' "$ROOT/lib/facts/facts.def" |
        paste -sd ,)
    cat "$ROOT"/samples/*.xpgn "$ROOT"/samples/broken/*.xpgn "$ROOT"/tests/cli/golden/*.xpgn "$ROOT"/samples/archive.pgn >"$BATS_TEST_TMPDIR/all.xpgn"
    printf '\n[Event "?"]\n\n1. f3 e5 2. g4 {[%%eval #-1]} Qh4# 0-1\n' >>"$BATS_TEST_TMPDIR/all.xpgn"
    cd "$BATS_TEST_TMPDIR"
    for format in tsv csv json; do
        for rows in games turns actions combats; do
            xpgn-replay --start --rows=$rows --format=$format --columns="$names" all.xpgn >$rows.$format 2>err || [ $? -eq 1 ]
        done
        xpgn-replay --rows=exchanges --format=$format --columns="$every" all.xpgn >exchanges.$format 2>err || [ $? -eq 1 ]
    done
    [ "$(wc -l <actions.tsv)" -gt 400 ]
    awk -F'\t' -v n="$(tr , '\n' <<<"$names" | wc -l)" 'NF != n' actions.tsv combats.tsv | { ! grep . ; }
    # JSON has values of the types of the table, and each fact has a value somewhere
    /usr/bin/python3 "$ROOT/tests/cli/facts.py" "$ROOT/lib/facts/facts.def" {games,turns,actions,combats,exchanges}.json
    # the same facts in three tools: what queries find has rows, and is counted
    for query in 'combat' 'capture' 'attacker.fate=wounded' 'margin>2' 'defender.support>=2' 'chance>0.5'; do
        xpgn-grep -n --has "$query" all.xpgn | sed 's/.*: game \([0-9]*\),.*/\1/' >found || true
        xpgn-list --format=tsv --no-header --columns="game,count($query)" all.xpgn 2>err | awk -F'\t' '$2 > 0 { print $1 }' >counted || true
        [ -s found ]
        same_output found counted
    done
    jq -r 'select(.fate.attacker == "wounded") | .game' combats.json | uniq >rows
    same_output <(xpgn-grep -n --has attacker.fate=wounded all.xpgn | sed 's/.*: game \([0-9]*\),.*/\1/') rows
}

@test "moves for engines, clocks and evaluations are columns, of turns and of actions" {
    printf '%s\n' '[Event "?"]' '' '1. e4 {[%eval 0.17] [%clk 0:01:30.5]} e5 { [%eval -0.25,20] }' \
        '2. f4 {[%eval #-3]} {late [%clk 1:00:09]} exf4 {[%eval #4] [%clk 90]} 3. Nf3 {[%evaluation 1] [%eval -]} d6' \
        '4. Be2 Be7 5. O-O {[%eval .5]} c5 6. a4 c4 7. a5 b5 8. axb6 a5 9. b7 a4 10. bxa8=Q {[%eval +12.125] [%emt 0:00:09]} *' >a.pgn
    for rows in turns actions; do
        xpgn-replay --rows=$rows --no-header --columns=action,uci,clock,evaluation,mate_in a.pgn | tr '\t' , >$rows
        same_output - $rows <<'EOF'
e4,e2e4,90.5,0.17,
e5,e7e5,,-0.25,
f4,f2f4,3609,,-3
exf4,e5f4,,,4
Nf3,g1f3,,,
d6,d7d6,,,
Be2,f1e2,,,
Be7,f8e7,,,
O-O,e1g1,,0.5,
c5,c7c5,,,
a4,a2a4,,,
c4,c5c4,,,
a5,a4a5,,,
b5,b7b5,,,
axb6,a5b6,,,
a5,a7a5,,,
b7,b6b7,,,
a4,a5a4,,,
bxa8=Q,b7a8q,,12.125,
EOF
    done
    [ "$(xpgn-replay --at=1w --format=tsv --no-header --columns=uci,clock a.pgn)" = 'e2e4	90.5' ]
    [ "$(xpgn-replay --each --format=json --columns=evaluation a.pgn | sed -n '2p')" = '{"evaluation":-0.25}' ]
    # as the writer has it, in Chess960 too, and as a query
    diff <(xpgn-fmt --notation=uci --strip=clk,eval,emt,evaluation a.pgn | sed '1,/^$/d' | tr ' ' '\n' | grep -E '^[a-h][1-8]') <(cut -d, -f2 turns)
    printf '%s\n' '[Event "?"]' '[Variant "chess960"]' '[SetUp "1"]' '[FEN "1rk1r3/pp6/8/8/8/8/PP6/1RK1R3 w EBeb - 0 1"]' '' '1. O-O *' >b.pgn
    [ "$(xpgn-replay --each --columns=uci --no-header b.pgn)" = "$(xpgn-fmt --notation=uci b.pgn | sed -n 's/^1\. \([a-h1-8]*\).*/\1/p')" ]
    [ "$(xpgn-grep -n --has 'clock<91' a.pgn | wc -l)" -eq 1 ]
    [ "$(xpgn-grep -n --has 'clock<90' a.pgn | wc -l)" -eq 0 ]
    [ "$(xpgn-list --no-header --columns='count(mate_in<0)' a.pgn)" -eq 1 ]
}

@test "an illegal action that stood is marked as one" {
    printf '1. e4 e5 2. Ng1f4 {[%%illegal stood]} exf4 *\n' >stood.pgn
    [ "$(xpgn-replay --actions --format=json stood.pgn | jq -c 'select(.stood) | [.turn, .action]')" = '["2w","Ng1f4"]' ]
    [ "$(xpgn-replay --actions --format=json --start stood.pgn | jq -c .stood | tr '\n' ' ')" = 'null false false true false ' ]
    [ "$(xpgn-replay --actions --format=tsv stood.pgn | awk -F'\t' '{print $24}' | tr '\n' ' ')" = 'stood   stood  ' ]
}

@test "the dice of a turn stand before its first action" {
    run_split xpgn-replay --actions --format=ascii --game 1 "$ROOT/samples/dice-chess-three.xpgn"
    [ "$(sed -n 's/^ *\(after .*[^ ]\|dice left.*[^ ]\) *$/\1/p' "$out_file" | head -n 7)" = 'after 1. <5,1,3> d3
dice left: 5,3
after 1. Bg5
dice left: 5
after 1. Qd2
after 1... <2,5,1> e5
dice left: 2,5' ]
    run_split xpgn-replay --actions --format=ascii --language=de --game 1 "$ROOT/samples/dice-chess-three.xpgn"
    grep -q '^ *übrige Würfel: 5,3 *$' "$out_file"
}

@test "all dice of a turn have one column, and each action says how many it spends" {
    xpgn-replay --actions --columns=label,turn_roll,spent,passed --format=csv --game=3,4 "$ROOT/samples/dice-chess-three.xpgn" | tr -d '\r' >rows
    [ "$(cat rows)" = 'label,turn_roll,spent,passed
1. O-O,"6,2,4",2,
1... h6,"4,6,1",1,
1... O-O-O,,2,
1. e3,"1,4,2",1,
1. Nf3,,1,
1. Rg1,,1,
1... --,"5,3,6",0,passed' ]
    # the dice of a turn and those of its combat
    [ "$(xpgn-replay --actions --columns=label,turn_roll,dice,attacker_total,defender_total,passed --no-header --format=csv --game=2 \
        "$ROOT/samples/reckless-chess.xpgn" | tr -d '\r' | tail -n 4)" = '2... Qxd5,8,2:1,5,4,
3. Nc3,3,,,,
3... --,1,,,,passed
4. Nxd5,3,2:1,8,9,' ]
    # in JSON one die is a number, as it is in games that roll one
    rolls() { xpgn-replay --actions --format=json "$@" | jq -c .turn_roll | head -n 3 | paste -sd ' '; }
    [ "$(rolls --game=3 "$ROOT/samples/dice-chess-three.xpgn")" = '[6,2,4] [4,6,1] null' ]
    [ "$(rolls --game=1 "$ROOT/samples/dice-chess-pair.xpgn")" = '[6,1] [6,6] [3,2]' ]
    [ "$(rolls --game=1 "$ROOT/samples/dice-chess.xpgn")" = '1 2 1' ]
    [ "$(xpgn-replay --actions --columns=spent --no-header --format=tsv round3/b1.xpgn | sort -u)" = '' ]
    # what is left between the actions, and at the end of a turn that cannot spend all
    [ "$(xpgn-replay --actions --columns=dice_left --format=tsv --no-header --game=1,4 "$ROOT/samples/dice-chess-three.xpgn" | paste -sd ' ')" = \
        "5,3 5  2,5 2  2,5 2  2,3 3  2  2,1 2  4,5 5 4,1 4,2 4  5,3,6" ]
    [ "$(xpgn-replay --actions --columns=dice_left --format=json --game=4 "$ROOT/samples/dice-chess-three.xpgn" | jq -c .dice_left | paste -sd ' ')" = '[4,2] [4] [] [5,3,6]' ]
    # the row of a turn has the dice of the turn
    [ "$(xpgn-replay --each --columns=turn_roll --format=tsv --no-header --game=3,4 "$ROOT/samples/dice-chess-three.xpgn" | paste -sd ' ')" = \
        '6,2,4 4,6,1 1,4,2 5,3,6' ]
    # a query finds any of the dice
    xpgn-list --where 'turn_roll=6 spent=2' --columns=game --no-header --format=tsv "$ROOT/samples/dice-chess-three.xpgn" | paste -sd ' ' >games
    [ "$(cat games)" = '1 3' ]
    [ "$(xpgn-list --where passed --columns=game --no-header --format=tsv "$ROOT/samples/dice-chess-three.xpgn")" = 4 ]
}

@test "a turn roll and a prisoner have their columns" {
    printf '%s\n' '[Variant "combat-chess-2"]' '[FirstRoll "5:2"]' '' '1. <2> e2-e4 1... <2> d7-d5 2. <1> Ke1-e2 e4xd5 <1:6> *' >a.xpgn
    run_split xpgn-replay --actions --no-header --format=tsv a.xpgn
    [ "$(head -n 1 "$out_file" | cut -f 4,9)" = 'e2-e4	2' ]
}

@test "ascii draws the board and says what it shows" {
    run_split xpgn-replay --format=ascii --at 2w round3/b1.xpgn
    [ "$status" -eq 0 ]
    grep -q '^5 |   |   |   | P\*|   |   |   |   | *$' "$out_file"
    grep -q '^ *game 1, Carter - Dahl *$' "$out_file"
    grep -q '^ *after 2\. exd5 *$' "$out_file"
    run_split xpgn-replay --format=ascii mate.pgn
    grep -q '^ *final position, 0-1 *$' "$out_file"
    [ "$(tail -n 1 "$out_file")" = '' ]
}

@test "the story of the disputed turn works as written" {
    run_split xpgn-replay --game 2 --at 2w --format=ascii round3/b1.xpgn round3/b2.xpgn
    [ "$status" -eq 0 ]
    grep -q '^ *game 2, Evans - Fischer *$' "$out_file"
}

# ---- on the terminal ---------------------------------------------------------------------------

# animate KEYS ARG...: what a terminal of 60 lines is given while somebody types, in $out_file;
# $captions has what stood below the boards, a line each.
animate() {
    out_file=$BATS_TEST_TMPDIR/out
    status=0
    printf '%b' "$1" | timeout 60 script -qec "stty rows 60; xpgn-replay --animate --color=never ${*:2}" /dev/null \
        >"$out_file" || status=$?
    captions=$(sed 's/\x1b\[K//g' "$out_file" | tr -d '\r' | sed -n 's/^ *\(start\|after .*[^ ]\) *$/\1/p')
}

two_games() {
    printf '%s\n' '[White "A"]' '[Black "B"]' '[Variant "chess-attack"]' '' \
        '1. e4 d5 2. exd5 <5:1> Qxd5 <4:2> *' '' '1. f3 e5 *' >two.xpgn
}

@test "a game on the terminal: the keys step, and the arithmetic of combats is there" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    two_games
    animate 'llhl\033[Clq' two.xpgn
    [ "$status" -eq 0 ]
    [ "$captions" = 'start
after 1. e4
after 1... d5
after 1. e4
after 1... d5
after 2. exd5
after 2... Qxd5' ]
    grep -q 'pawn e4 2 *2 + die 5 = 7' "$out_file"
    grep -qF '|[P*|' "$out_file"
    grep -qF '4/4  space: run' "$out_file"
    grep -qF 'game 1, A - B' "$out_file"
}

@test "the keys go to the ends, turn the board, leave for the next game" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    two_games
    animate 'Gg\033[F\033[Hfq' two.xpgn
    [ "$captions" = 'start
after 2... Qxd5
start
after 2... Qxd5
start
start' ]
    tr -d '\r' <"$out_file" | sed 's/\x1b\[K//g' | grep -q '^1 | R | N | B | K | Q |'
    animate 'hlq' two.xpgn # there is nothing before the start
    [ "$(uniq <<<"$captions")" = 'start
after 1. e4' ]
    animate 'nlllll' two.xpgn # after the last action of the last game it is over
    [ "$captions" = 'start
start
after 1. f3
after 1... e5' ]
    [ "$status" -eq 0 ]
}

# wait_for TEXT FILE: until it is there, or what stty prints after the tool, but not for ever
wait_for() {
    for _ in {1..300}; do
        if grep -q -e "$1" -e 'speed .* baud' "$2"; then return; fi
        sleep 0.1
    done
}

@test "an animation runs by itself, begins where it is told, and leaves the terminal as it was" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    two_games
    : >seen
    { printf '+++++'; wait_for 'after 2... Qxd5' seen; printf q; } |
        timeout 60 script -qec 'stty rows 60; xpgn-replay --animate --ply=2 two.xpgn; stty -a' /dev/null >seen
    sed 's/\x1b\[K//g' seen | tr -d '\r' | sed -n 's/^ *\(start\|after .*[^ ]\) *$/\1/p' | uniq >order
    [ "$(cat order)" = 'after 1... d5
after 2. exd5
after 2... Qxd5' ]
    grep -q $'\033\\[?1049h' seen
    [ "$(grep -o $'\033\\[?1049[hl]' seen | tail -n 1)" = $'\033[?1049l' ]
    sed -n '/speed.*baud/,$p' seen | grep -qw icanon
    animate q --at=2b two.xpgn
    [ "$captions" = 'after 2... Qxd5' ]
}

@test "an animation tells the luck so far, in points or as a player expects the score" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    two_games
    seen() { tr -d '\r' <"$out_file" | sed 's/\x1b\[[?0-9;]*[a-zA-Z]//g'; }
    animate Gq two.xpgn
    luck=$(xpgn-replay --luck --format=tsv --no-header --game=1 two.xpgn | cut -f 5 | xargs printf '%+.2f ')
    seen | grep -qx "luck: White ${luck% * }, Black $(xargs <<<"${luck#* }") points" || { seen | grep luck; echo "$luck"; return 1; }
    animate Gq --equity=careful two.xpgn
    luck=$(xpgn-replay --luck --equity=careful --format=tsv --no-header --game=1 two.xpgn | cut -f 5 | xargs printf '%+.2f ')
    seen | grep -q "^luck: White ${luck% * }, Black .* points of the score, by careful"
}

@test "no line of an animation is wider than a narrow terminal, nor is the board lost" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    two_games
    printf lllq | timeout 60 script -qec 'stty rows 20 cols 40; xpgn-replay --animate --color=never two.xpgn' /dev/null >seen
    sed 's/\x1b\[[?0-9;]*[a-zA-Z]/\n/g' seen | tr -d '\r' >lines
    grep -qx '3  .  .  .  .  .  .  .  .' lines
    grep -q '^8  r' lines
    grep -q '^2. exd5  white pawn .*…$' lines
    grep -qx ' *after 2. exd5' lines # blanks at the end are no part of it
    not grep -q $'.\x1b\\[K\r' seen # it would take the last character of a full line
    [ "$(LC_ALL=C.UTF-8 wc -L <lines)" -eq 40 ]
}

# last ARG...: the last screen of a game on a terminal of 40 columns and 20 lines, in `lines`
last() {
    printf Gq | timeout 60 script -qec "stty rows 20 cols 40; xpgn-replay --animate $*" /dev/null >seen
    awk 'BEGIN { RS = "\033\\[H" } { screen = $0 } END { print screen }' seen | tr -d '\r' >colored
    sed $'s/\033\\[[?0-9;]*[A-Za-z]//g' colored >lines
}

@test "on 40 columns and 20 lines the whole board, the sum and the keys are seen, in colour" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    last --color=always --game=1 "$ROOT/samples/club.xpgn" # with pieces beside the board
    grep -qxF '8  r  .  b  . [.] .  . [Q*]  removed' lines
    grep -qxF '1  R  .  B  .  b* .  K  .    kqrnnpp' lines
    grep -q '^  attack    3 + die 5 = 8  wounded quee' lines
    grep -q '^33/33 .*q: quit$' lines
    grep -q $'\033\\[0;1;34m' colored
    grep -q $'\033\\[0;7m\|\033\\[0;1;7m' colored
    last --color=never --game=14 "$ROOT/samples/assault-and-siege.xpgn" # four seats on twelve files
    grep -qxF ' 7  .  .  .  .[wP] .  .  .  .  .  .  .' lines
    grep -qxF '    a  b  c  d  e  f  g  h  i  j  k  l' lines
    [ "$(grep -cE '^(1[0-2]| [1-9]) ' lines)" -eq 12 ]
    not grep -q … lines
    grep -q '^4/4 .*q: quit$' lines
    printf q | timeout 60 script -qec "stty rows 20 cols 40; xpgn-replay --animate --color=never --game=14 --at=20 $ROOT/samples/assault-and-siege.xpgn" /dev/null | tr -d '\r' >seen
    grep -q '^.*12  .  .  .  .  .  .  .  .  .  . bP bK' seen
    for row in 'attack    = 2  pawn e5 1 + pawn d6 1' 'defense   = 1  king e6 1' 'margin +1 king e6 removed'; do grep -qF "  $row" seen; done
    [ "$(sed '/q: quit$/q' lines | wc -l)" -le 20 ]
}

@test "a signal leaves the terminal as it was" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    two_games
    : >seen
    { wait_for 'after 1... d5' seen; printf '\003'; } |
        timeout 60 script -qc 'stty rows 60; xpgn-replay --animate two.xpgn; stty -a' /dev/null >seen || true
    [ "$(grep -o $'\033\\[?1049[hl]' seen | tail -n 1)" = $'\033[?1049l' ]
}

@test "errors are told after the animation of their game" {
    needs_terminal
    cd "$BATS_TEST_TMPDIR"
    printf '1. e4 Ke7 *\n' >bad.pgn
    animate 'lq' --color=never bad.pgn
    [ "$status" -eq 1 ]
    [ "$captions" = 'start
after 1. e4' ]
    sed 's/.*\x1b\[?1049l//' "$out_file" | grep -q 'bad.pgn:1:7: error:'
    printf '[Variant "nothing"]\n\n1. e4 *\n' >bad.pgn # nothing to show
    animate '' bad.pgn
    [ "$status" -eq 1 ]
}

@test "an animation needs a terminal, and no other form" {
    run_split xpgn-replay --animate samples/club.xpgn
    expect 2 '' 'xpgn-replay: --animate needs a terminal'
    for option in --each --actions --start --format=json; do
        run_split xpgn-replay --animate "$option" samples/club.xpgn
        [ "$status" -eq 2 ]
        [[ $err == 'xpgn-replay: --animate can only be combined'* ]]
    done
}

@test "the examples of the manual print what it says" {
    manual_examples "$ROOT/man/xpgn-replay.1"
}

@test "a row for each exchange of dice has its faces, totals and margin" {
    run_split xpgn-replay --game=6 --rows=exchanges \
        --columns=exchange,exchange_faces,attacker_exchange_total,defender_exchange_total,exchange_margin,margin,label \
        "$ROOT/samples/combat-chess-2.xpgn"
    expect 0 'exchange	exchange_faces	attacker_exchange_total	defender_exchange_total	exchange_margin	margin	label
1	3:3	3	3	0	3	1. e6xd7
2	1:1	1	1	0	3	1. e6xd7
3	5:2	5	2	3	3	1. e6xd7' ''
    # as many as the rolls have; the faces of all are those of the action
    xpgn-replay --rows=exchanges --format=json "$ROOT"/samples/*.xpgn >exchanges
    xpgn-replay --actions --columns=game,ply,action,attacker_faces --format=json "$ROOT"/samples/*.xpgn >actions
    [ "$(jq -s 'map(select(.exchange > 1)) | length' exchanges)" -ge 3 ]
    same_output <(jq -sc 'group_by([.game, .ply, .action])[] | [.[0].game, .[0].ply, (map(.attacker_exchange_faces) | add)] | select(.[2] != [])' exchanges) \
        <(jq -sc 'map(select(.attacker_faces != [])) | sort_by([.game, .ply, .action])[] | [.game, .ply, .attacker_faces]' actions)
    # an attempt has one side
    [ "$(jq -c 'select(.action | startswith("K@")) | [.defender_exchange_faces, .exchange_margin]' exchanges | sort -u)" = '[[],null]' ]
}

@test "facts of an exchange are columns of such rows only" {
    run_split xpgn-replay --rows=combats --columns=exchange "$ROOT/samples/combat-chess-2.xpgn"
    [ "$status" -eq 2 ]
    [[ $err == *"'exchange' is of an exchange: --rows=exchanges has a row for each"* ]]
    run_split xpgn-replay --rows=exchanges --format=xfen "$ROOT/samples/combat-chess-2.xpgn"
    [ "$status" -eq 2 ]
    run_split xpgn-replay --columns=level "$ROOT/samples/combat-chess-2.xpgn"
    [ "$status" -eq 2 ]
    [[ $err == *"'level' is of a finding"* ]]
}

@test "--color=always colours diagrams" {
    xpgn-replay --format=ascii --color=always "$ROOT/samples/club.xpgn" >colored
    grep -q $'\033\\[0;1;34m' colored
    xpgn-replay --format=ascii --color=never "$ROOT/samples/club.xpgn" | cmp - <(sed $'s/\033\\[[0-9;]*m//g' colored)
}

@test "--color says whether an animation has colours" {
    needs_terminal
    cp "$ROOT/samples/club.xpgn" club.xpgn
    animate 'lq' --color=always club.xpgn
    grep -q $'\033\\[0;1;34m' "$out_file"
    animate 'lq' --color=never club.xpgn
    not grep -q $'\033\\[0;1;34m' "$out_file"
}

@test "lines of positions are those of the walk, also before an error" {
    { cat "$ROOT/tests/bench/data/plain.pgn" && cat "$ROOT"/samples/broken/*.xpgn &&
        printf '[Event "?"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 3. Bb5 Ke5 *\n'; } >games.pgn
    for options in --each '--each --start' '--each --skip-bad'; do
        # shellcheck disable=SC2086
        xpgn-replay $options games.pgn >fast.txt 2>fast.err || true
        # shellcheck disable=SC2086
        XPGN_FORCE=walk xpgn-replay $options games.pgn >walk.txt 2>walk.err || true
        cmp fast.txt walk.txt
        cmp fast.err walk.err
    done
    [ "$(wc -l <fast.txt)" -gt 10000 ]
}

@test "rows of games that are replayed at once are those of the walk" {
    { head -n 1500 "$ROOT/tests/bench/data/plain.pgn" && cat "$ROOT"/samples/*.xpgn mate.pgn bad.pgn &&
        printf '\n[Event "?"]\n\n1. e4 {[%%clk 0:09:58]} e5 {[%%eval 0.3]} 2. Nf3 $1 (2. f4) Nc6 *\n' &&
        printf '\n[Event "a,b"]\n[FEN "7k/8/8/8/8/8/8/KR4R1 w - - 0 1"]\n\n1. Rbf1 Kh7 2. Rf7+ Kh8 *\n'; } >games.pgn
    beside=action,label,uci,clock,evaluation,mate_in,check,outcome,tag:Event
    for options in --format=csv --format=json --format=ascii --format=tsv\ --start \
        --format=csv\ --columns=$beside --format=json\ --columns=$beside; do
        # shellcheck disable=SC2086
        xpgn-replay --each $options games.pgn >fast.txt 2>fast.err || true
        # shellcheck disable=SC2086
        XPGN_FORCE=walk xpgn-replay --each $options games.pgn >walk.txt 2>walk.err || true
        cmp fast.txt walk.txt
        cmp fast.err walk.err
    done
    grep -q '"action":"Nf3","label":"2. Nf3".*"tag:Event":"?"' fast.txt
    grep -q '"clock":598' fast.txt
}

@test "--help lists each fact under what it is a fact of" {
    # listed HEADING: the facts under it, a line each
    listed() {
        xpgn-replay --help | sed -n "/^$1/,/^\\(\$\\|xpgn\\)/{/^  /p}" | tr -d ' ' | tr ',' '\n' | sed '/^$/d'
    }
    listed 'Facts of attacker and defender' >sides
    listed 'Facts of a turn' >actions
    [ "$(wc -l <sides)" -ge 10 ]
    [ "$(wc -l <actions)" -ge 30 ]
    xpgn-replay --columns="$(sed 's/^/attacker_/' sides | paste -sd, -)" "$ROOT/samples/club.xpgn" >/dev/null
    xpgn-replay --columns="$(paste -sd, - <actions)" "$ROOT/samples/club.xpgn" >/dev/null
    while read -r fact; do
        not xpgn-replay --columns="attacker_$fact" "$ROOT/samples/club.xpgn" 2>/dev/null
    done <actions
}

@test "hit points before a combat, and those that it took off" {
    cat >hits.xpgn <<'END'
[Variant "chess-to-the-death"]

1. d3 g5 2. h4 gxh4 <:-120x> 3. Rxh4 <:-15> *

[Variant "chess-or-die-trying"]

1. Nc3 Na6 2. e4 Nb8 3. Qh5 Na6 4. g3 f5 5. Qxe8# <4=4-3:7=7-0 19=19-0:4=4-15x> 1-0
END
    xpgn-replay --actions --columns=label,hits,attacker_hits,defender_hits,attacker_lost,defender_lost,xfen --format=csv hits.xpgn | tr -d '\r' | grep x >rows
    [ "$(cat rows)" = 'label,hits,attacker_hits,defender_hits,attacker_lost,defender_lost,xfen
2... gxh4,120:120,120,120,,120,rnbqkbnr/pppppp1p/8/8/7p/3P4/PPP1PPP1/RNBQKBNR w KQkq - 0 3
3. Rxh4,90:120,90,120,,15,rnbqkbnr/pppppp1p/8/8/7p(105)/3P4/PPP1PPP1/RNBQKBNR b KQkq - 0 3
5. Qxe8#,9:11,9,11,3,15,r1bqQ(6)bnr/ppppp1pp/n7/5p2/4P3/2N3P1/PPPP1P1P/R1B1KBNR b KQ - 0 5' ]
    [ "$(xpgn-grep -c --combat 'defender.lost=15 defender.hits>100' hits.xpgn)" -eq 1 ]
    # alone it is the chance that only the attacker is removed
    [ "$(xpgn-odds --variant=chess-or-die-trying -a Q -d N --format=json | jq .lost)" = 0.025 ]
}

@test "rows that are written while a game is read are those of the walk, each once" {
    cd "$BATS_TEST_TMPDIR"
    head=$'[White "A, b"]\n[Result "*"]\n\n'
    {
        printf '%s1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. Re1 O-O 6. Kh1 Kh2 *\n\n' "$head"
        printf '%s1. f3 e5 2. g4 Qh4# 0-1\n\n' "${head/\*/0-1}"
        printf '%s1. e4 d5 2. exd5 {x} Qxd5 3. Nc3 (3. d4 e5) 3... Qe5+ 4. Be2 $1 *\n\n' "$head"
        printf '%s1. e4 a6 2. e5 d5 3. exd6 a5 4. dxc7 a4 5. cxb8=Q h6 1-0\n\n' "$head"
        printf '%s*\n\n' "$head"
        printf '[FEN "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]\n%s1. O-O-O Ke7 2. Rh1-h7+ *\n\n' "$head"
    } >games.pgn
    for options in --format=csv --format=tsv --format=json '--format=json --tags=White' --start \
        '--format=csv --start --tags=White' '--format=json --columns=White,game,ply,action,check,outcome,casualties,xfen' \
        '--format=csv --columns=file,White,game,kind,mate,uci' '--format=markdown'; do
        for threads in 1 2; do
            # shellcheck disable=SC2086 # several options
            xpgn-replay --each $options -j$threads games.pgn >told 2>told.err || true
            # shellcheck disable=SC2086
            XPGN_FORCE=walk xpgn-replay --each $options -j$threads games.pgn >walked 2>walked.err || true
            [ -s told ]
            cmp told walked
            cmp told.err walked.err
        done
    done
}
