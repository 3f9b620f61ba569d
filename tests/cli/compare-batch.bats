#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-compare --batch: all sheets of an evening, and the questions about them.

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || exit
    cp -R "$ROOT/samples/evening/." .
}

evening() { # --force where a test begins a table anew
    xpgn-compare --batch --list=event.csv "$@"
}

@test "thirty sheets become the archive, the log and the questions that stand beside them" {
    [ "$(find sheets -type f | wc -l)" -eq 30 ]
    local file legal=0
    for file in sheets/*; do
        if xpgn-validate -q "$file" 2>/dev/null; then legal=$((legal + 1)); fi
    done
    [ "$legal" -eq 6 ] # its README says so
    run_split evening --questions=asked.csv sheets/
    [ "$status" -eq 1 ]
    cmp asked.csv questions.csv
    [ "$(grep -c '^\[Event ' "$out_file")" -eq 18 ] # two boards are still as they were typed
    grep -qx "xpgn-compare: board 18, move 8: was Black's die 4 or 5? settles 17 half-moves" <<<"$err"
    grep -qx 'xpgn-compare: round 4, board 21: no sheet: Tanner, Ben - Roth, Vera' <<<"$err"
    # its README has all questions, in this order
    diff <(sed -n 's/^xpgn-compare: \(board .*settles.*\)/\1/p' <<<"$err") <(grep '^board [0-9]*, move' "$ROOT/samples/evening/README.md")
    cp answers.csv asked.csv
    run_split xpgn-compare --batch --list=event.csv --questions=asked.csv --signed=arbiter --log=log sheets
    [ "$status" -eq 1 ] # a board has no sheet
    cmp "$out_file" archive.xpgn
    # but for how probable something was, which is measured anew now and then
    diff <(sed 's/,[01]\.[0-9]*,/,P,/' log) <(sed 's/,[01]\.[0-9]*,/,P,/' log.csv)
    cmp asked.csv answers.csv # what was answered stays, and nothing else is asked
    [ "$(tail -n 1 <<<"$err")" = 'xpgn-compare: 30 sheets, 20 boards: 20 legal to the end, 0 questions open' ]
    xpgn-validate -q archive.xpgn
    xpgn-event -q --list=event.csv archive.xpgn
}

@test "an answer is the number of a choice, its text, another half-move, or ?" {
    mkdir two
    cp sheets/hall.pgn sheets/reed.pgn two
    evening --questions=q.csv two >first 2>/dev/null || [ $? -eq 1 ]
    grep -qF '28. d4 {tie: or d3}' first
    answer() {
        cp q.csv a.csv
        sed -i "2s/,\r\$/,$1\r/" a.csv
        run_split evening --questions=a.csv two
    }
    answer 2
    grep -qF '28. d3 Be3 0-1' "$out_file"
    answer d3
    grep -qF '28. d3 Be3 0-1' "$out_file"
    answer h4
    grep -qF '28. h4 Be3 0-1' "$out_file"
    answer '?'
    grep -qF '28. d4 {tie: or d3}' "$out_file"
    not grep -q 'board 7, move' <<<"$err"
    answer Qh8
    grep -q '^xpgn-compare: board 7, 28\.[^ ]*.*: the answer does not fit the sheets$' <<<"$err"
    [ "$status" -eq 1 ]
}

@test "a half-move that a single sheet leaves out is asked for, with what it settles, and checked" {
    local answer why
    mkdir one
    cp sheets/4-20-ellis.txt one
    run_split evening --questions=q.csv one
    grep -qx 'xpgn-compare: board 20, move 11: what did Black play? settles 9 half-moves' <<<"$err"
    grep -qF '11. Bd3 {[%missing]} 12. Qc2' "$out_file"
    while IFS='|' read -r answer why; do
        sed "2s/,\r\$/,$answer\r/" q.csv >a.csv
        run_split evening --questions=a.csv one
        [ "$status" -eq 1 ]
        grep -qxF "xpgn-compare: board 20, 11...: answer refused: $why" <<<"$err" || { echo "$answer: $err"; return 1; }
        grep -qF '11. Bd3 {[%missing]} 12. Qc2' "$out_file"
    done <<'EOF'
Qh9|there is no such square: the board ends at h8
Bd3|the bishop on c8 cannot reach d3
e5 Nf3|expected a half-move with its dice
{e5}|expected a half-move with its dice
EOF
    for answer in e5 'e6-e5'; do
        sed "2s/,\r\$/,$answer\r/" q.csv >a.csv
        run_split evening --questions=a.csv one
        grep -qF '11. Bd3 e5 12. Qc2' "$out_file"
        grep -q '1 board: 1 legal to the end, 0 questions open' <<<"$err"
    done
    # and so it is asked for if two sheets leave it out
    rm one/*
    printf '[Round "4"]\n[Board "7"]\n\n1. e4 {[%%missing]} 2. d4 d5 3. Nc3 Nf6 *\n' | tee one/a.pgn >one/b.pgn
    run_split evening one
    grep -qx 'xpgn-compare: board 7, move 1: what did Black play? settles 5 half-moves' <<<"$err"
}

@test "a missing half-move has its turn by the numbers around it, and settles what comes before the next" {
    mkdir gaps
    { head -n 1 event.csv; printf '%s,,\n' 1,1,Ann,Bob 2,1,Bob,Ann 2,2,Cid,Dan 2,3,Eve,Fay; } >list.csv
    sheet() { printf '[Round "%s"]\n[Board "%s"]\n\n%s *\n' "${@:2}" | sed 's/ _/ {[%missing]}/g' >"gaps/$1.pgn"; }
    sheet a 1 1 '1. e4 e5'
    sheet b 2 1 '1. e4 _ 2. d4 d5 3. Nc3 _ 4. e5 Nfd7 5. a3'
    cp gaps/b.pgn gaps/c.pgn
    sheet d 2 2 'e4 e5 _ Nc6'
    sheet e 2 3 '19. e4 e5 20. _ 20... Nc6 21. d4 _ 22. d5'
    xpgn-compare --batch --list=list.csv --questions=q.csv gaps >/dev/null 2>&1 || [ $? -eq 1 ]
    [ "$(tr -d '\r' <q.csv)" = 'file,game,board,turn,question,choices,settles,answer
"gaps/b.pgn, gaps/c.pgn",,2.1,1...,what did Black play?,,4,
"gaps/b.pgn, gaps/c.pgn",,2.1,3...,what did Black play?,,4,
gaps/e.pgn,1,2.3,20.,what did White play?,,3,
gaps/d.pgn,1,2.2,,what was played?,,2,
gaps/e.pgn,1,2.3,21...,what did Black play?,,2,' ]
}

@test "dice in another order are no question, and stand in the log" {
    mkdir two
    cp sheets/richter.xpgn sheets/scott.xpgn two
    run_split evening --log=log --questions=q.csv two
    [ "$(wc -l <q.csv)" -eq 1 ]
    grep -qF '<3=3x:2,5,3,6,1=6>' "$out_file"
    grep -q '^1,two/scott.xpgn,1,7. cxd3,.*,"cxd3 <3:2,5,3,1,6>","cxd3 <3=3x:2,5,3,6,1=6>",dice,' log
    sed -i 's/<3:2,5,3,1,6>/<3:2,5,3,1,5>/' two/scott.xpgn # this is one
    run_split evening two
    grep -qF "board 14, move 7: was it cxd3 <3=3x:2,5,3,1,5=5> or cxd3 <3=3x:2,5,3,6,1=6>?" <<<"$err"
}

@test "sheets are of the board whose players they name, or of that in the name of the file" {
    mkdir some
    printf '[White "A. Keller"]\n[Black "M Vogt"]\n\n1. e4 e5 1-0\n' >some/1.txt
    printf '[White "Weiss, Georg"]\n[Black "Iwanov"]\n[Round "4"]\n\n1. d4 1-0\n' >some/2.txt
    printf '1. c4 *\n' >some/r4_b7.txt
    printf '[Round "4"]\n[Board "8"]\n\n1. b3 1-0\n' >some/4.txt
    printf '[White "Nobody"]\n[Black "None"]\n\n1. Nf3 *\n' >some/5.txt
    printf '1. g3 *\n' >some/x.txt
    touch some/.hidden
    run_split evening some
    [ "$(grep -o '^\[Board "[0-9]*"\]\|^1\. .*' <<<"$out" | paste -sd ' ')" = '[Board "1"] 1. e4 e5 1-0 [Board "6"] 1. d4 1-0 [Board "7"] 1. c4 0-1 [Board "8"] 1. b3 1-0' ]
    [ "$(grep -c 'sheet matches no pairing in the list' <<<"$err")" -eq 2 ]
    [ "$status" -eq 1 ]
}

@test "each board has one line, in the order of the list, and a file that is no sheet has one" {
    mkdir some
    printf 'round,board,white,black\n1,1,"Alpha, A","Beta, B"\n1,2,"Gamma, C","Delta, D"\n1,3,E,F\n1,4,G,H\n1,5,I,K\n' >l.csv
    printf '1. e4 e5 2. Nf3 Nc6 1-0\n' >some/gamma-delta.txt
    printf '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 1-0\n' >'some/Board 1 white.txt'
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb4 a6 1-0\n' >some/1b.txt
    printf '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n' >some/3a.txt
    printf '1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 h6 7. Bh4 b6 8. Bd3 Bb7 1-0\n' >some/3b.txt
    printf 'Dear arbiter,\n\nI lost my sheet. Sorry!\n' >some/4.txt
    printf '1. e4 e5 2. Nqq Nc6 1-0\n' >some/5.txt
    run_split xpgn-compare --batch --list=l.csv some
    [ "$status" -eq 1 ]
    grep -v 'board 5, move' <<<"$err" >lines
    diff lines - <<'EOF'
xpgn-compare: some/4.txt: no record: text with neither tags nor half-moves
xpgn-compare: 1: legal, 2 sheets, 1 corrected
xpgn-compare: 2: legal, 1 sheet
xpgn-compare: 3: no record explains the sheets: first difference 1. e4 / 1. d4
xpgn-compare: round 1, board 4: no sheet: G - H
xpgn-compare: 5: not legal from 2. Nqq (half-move), 1 question
xpgn-compare: 6 sheets, 4 boards: 2 legal to the end, 1 question open
EOF
}

@test "a sheet that cannot be corrected stays as it was typed" {
    mkdir some
    printf '[Round "4"]\n[Board "7"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxh8 Sf6 5. Lqq Sqq 1-0\n' >some/a.txt
    run_split evening some
    grep -qx '1\. e4 e5 2\. Sf3 Sc6 3\. Lb5 a6 4\. Lxh8 Sf6 5\. Lqq Sqq 1-0' "$out_file"
}

@test "of a board no more than eight sheets are compared, and the others are named" {
    mkdir nine
    for n in 1 2 3 4 5 6 7 8 9; do
        printf '[Round "4"]\n[Board "7"]\n\n1. e4 %s 2. d4 d5 *\n' "$([ $n -lt 9 ] && echo e6 || echo e5)" >nine/$n.pgn
    done
    run_split evening nine
    [ "$(grep nine/ <<<"$err")" = 'xpgn-compare: nine/9.pgn: not compared: more than 8 sheets for one board' ]
    grep -qx '1. e4 e6 2. d4 d5 0-1' "$out_file"
    rm nine/9.pgn
    run_split evening --force nine
    not grep nine/ <<<"$err"
}

@test "the choices of a half-move that some sheets lack are what the others have, once each" {
    local i=0
    mkdir lacks
    printf '[Round "4"]\n[Board "7"]\n\n1. e4 e5 2. Nf3 {[%%missing]} 3. Bb5 a6 *\n' | tee lacks/1.pgn >lacks/2.pgn
    for n in qq qq ww qq; do
        i=$((i + 3))
        printf '[Round "4"]\n[Board "7"]\n\n1. e4 e5 2. Nf3 N%s 3. Bb5 a6 *\n' $n >lacks/$i.pgn
    done
    evening --questions=q.csv lacks >/dev/null 2>&1 || [ $? -eq 1 ]
    [ "$(sed -n 's/.*,,7,//p' q.csv | tr -d '\r')" = '2...,was it Nqq or Nww?,Nqq | Nww,3,' ]
}

@test "a batch without a list, options of other runs, and files that are lost are refused" {
    local args
    for args in '--batch sheets' '--questions=q sheets/hall.pgn sheets/reed.pgn' \
        '--batch --list=event.csv --merge sheets' '--batch --list=event.csv --format=json --guess sheets' '--batch --list=none.csv sheets' \
        '--batch --list=event.csv none' '--batch --list=event.csv --questions=notes sheets' \
        '--batch --list=event.csv --log=notes sheets'; do
        echo mine >notes
        # shellcheck disable=SC2086 # several arguments
        run_split xpgn-compare $args
        [ "$status" -eq 2 ]
        [ "$out" = '' ]
        [ "$(<notes)" = mine ]
    done
    mkdir empty
    run_split evening empty
    [ "$status" -eq 2 ]
    [ ! -e /dev/full ] || ! evening sheets >/dev/full 2>err || false
    [ ! -e /dev/full ] || grep -q 'No space left' err
}

@test "--force keeps what was answered, also where its question is gone" {
    mkdir two
    cp sheets/hall.pgn sheets/reed.pgn two
    evening --questions=q.csv two >first 2>/dev/null || [ $? -eq 1 ]
    sed -i '2s/,\r$/,d3\r/' q.csv
    printf 'gone.pgn,1,9,3. Nf3,was it?,1 or 2,1,2\r\n' >>q.csv
    cp q.csv answered
    run_split evening --force --questions=q.csv two
    grep -qF '28. d3 Be3 0-1' "$out_file"
    diff <(sort answered) <(sort q.csv)
    # the log that cannot be kept does not cost the answers
    if xpgn-list --version | grep -q sanitize; then skip 'built with a sanitizer'; fi
    ${CC:-cc} -shared -fPIC -o unloadable.so "$ROOT/tests/cli/data/unloadable.c" -ldl
    HIDE=libsodium LD_PRELOAD=$PWD/unloadable.so run_split evening --questions=q.csv --log=log two
    expect 2 '' 'xpgn-compare: no log: its digests require libsodium, which is missing'
    diff <(sort answered) <(sort q.csv)
    [ ! -e log ]
}

@test "a sheet that cannot be looked at is told, and its board is not said to have none" {
    local why
    for why in 'No such file or directory' 'Too many levels of symbolic links'; do
        mkdir two
        cp sheets/hall.pgn two
        if [[ $why == No* ]]; then ln -s none two/4-21.txt; else ln -s 4-21.txt two/4-21.txt; fi
        run_split evening two
        expect 2 '' "xpgn-compare: two/4-21.txt: $why"
        rm -r two
    done
}

@test "nobody may read in the questions and the log what he may not read in the sheets" {
    umask 022
    chmod 640 sheets/reed.pgn
    evening --questions=q.csv --log=log sheets >out 2>/dev/null || [ $? -eq 1 ]
    [ "$(stat -c %a q.csv log | uniq)" = 640 ]
    chmod 644 q.csv
    evening --questions=q.csv sheets >out 2>/dev/null || [ $? -eq 1 ]
    [ "$(stat -c %a q.csv)" = 644 ]
}

@test "an ending that does not say whose it is, and decides nothing, is reported with a board" {
    mkdir one
    printf '1. e4 e5 2. Nf3 resigns\n' >one/1-1.txt
    printf 'round,board,white,black\n1,1,A,B\n' >list.csv
    run_split xpgn-compare --batch --list=list.csv one
    grep -qx 'xpgn-compare: board 1, one/1-1.txt:1: not read: resigns; no result is known from this sheet' <<<"$err"
    printf '1. e4 e5 2. Nf3 Black resigns\n' >one/1-1.txt
    run_split xpgn-compare --batch --list=list.csv one
    not grep -q 'not read' <<<"$err"
}

@test "a record that stays as it was typed has an empty line behind it, as others have" {
    mkdir two
    printf '[White "A"]\n\n1. e4 e5 2. Nf3 ? 3. Bb5 a6 1-0' >two/1-1.txt
    printf '[White "C"]\n\n1. e4 e5 1-0\n' >two/1-2.txt
    printf 'round,board,white,black\n1,1,A,B\n1,2,C,D\n' >list.csv
    run_split xpgn-compare --batch --list=list.csv two
    grep -B1 '^\[Event' "$out_file" | tail -n 2 | head -n 1 | grep -qx ''
}

# ---- JSON ----------------------------------------------------------------------------------------

@test "JSON of an evening says what the text says, board by board, and is as its schema says" {
    evening --questions=q.csv --log=log sheets >text 2>said || [ $? -eq 1 ]
    run_split evening --format=json --questions=asked.csv sheets
    expect 1 "$out" ''
    cmp q.csv asked.csv
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/evening.schema.json" "$out_file"
    cmp text <(jq -j 'select(.object == "board") | .record' "$out_file")
    jq -r --slurp 'def many(n; w): "\(n) \(w)" + if n == 1 then "" else "s" end;
        (.[] | select(.object == "board" and .code != "no-sheet")
             | "\(.board): " + if .legal then "legal, " + many(.sheets | length; "sheet") else .why end +
               (if .legal and .corrected > 0 then ", \(.corrected) corrected" else "" end) +
               if .questions > 0 then ", " + many(.questions; "question") else "" end),
        (.[] | select(.code == "no-sheet") | "round \(.round), board \(.board): no sheet: \(.players | join(" - "))"),
        (map(select(.object == "question")) | sort_by(-.settles)[]
             | "board \(.board), move \(.turn | match("^[0-9]+").string): \(.text) settles \(many(.settles; "half-move"))"),
        (.[-1] | "\(.sheets) sheets, \(.boards - .missing) boards: \(.legal) legal to the end, \(.questions) questions open")' \
        "$out_file" | sed 's/^/xpgn-compare: /' >again
    diff said again
    diff <(jq -r 'select(.object == "question") | .choices | map(.text) | join(" | ")' "$out_file" | sort) \
        <(/usr/bin/python3 -c 'import csv; [print(r["choices"]) for r in csv.DictReader(open("q.csv"))]' | sort)
    # the changes are those of the log, without marks and tags
    diff <(jq -r 'select(.object == "change") | [.file, .was, .is] | @csv' "$out_file") \
        <(/usr/bin/python3 -c 'import csv, json
for r in csv.DictReader(open("log")):
    if r["number"] != "0" and not r["is"].startswith(" {[%was"): print(",".join(json.dumps(r[k]) for k in ("file", "was", "is")))')
    # the summary counts the lines before it
    jq -e --slurp '.[-1] as $s | map(select(.object == "board")) | length == $s.boards and
        (group_by(.pile) | map({key: .[0].pile, value: length}) | from_entries) == ($s | {done, question, stuck})' "$out_file"
}

@test "a question in JSON has its position, its choices on the board, and the words on the sheets as they came" {
    run_split evening --format=json sheets
    jq -c 'select(.object == "question") | [.id, .kind, (.actions | length), .legal, .differs, .same_position,
        (.choices[] | [.action, .roll, .from, .to, .next[0]]), (.readings[] | [.line, .column, .length, .text])]' "$out_file" >got
    diff got - <<'EOF'
["4.7:28.","action",20,20,["d3","d4"],false,["d4",null,"d2","d4","28... Be3"],["d3",null,"d2","d3","28... Be3"],[10,39,2,"d4"],[33,5,2,"d3"]]
["4.18:8...","dice",0,31,[],true,["gxh3","4+0=5x:2+2=6w","g4","h3","9. Nb5"],["gxh3","5+0=6x:2+2=6w","g4","h3","9. Nb5"],[8,48,1,"5"]]
["4.20:11...","missing",40,40,[],false,["e5",null,"e6","e5","12. Qc2"],[3,22,0,""]]
EOF
    jq -r 'select(.id == "4.18:8...") | .choices[].sum[3] | join(" | ")' "$out_file" >got
    diff got - <<'EOF'
margin -1 | rook h3 wounded, pawn g4 removed | CA-5
margin 0 | rook h3 wounded, pawn g4 removed | CA-5
EOF
    jq -r 'select(.id == "4.7:28.") | .before, .choices[].xfen' "$out_file" >got
    diff got - <<'EOF'
6k1/p1p2ppp/2p4r/8/1P6/2P5/3Prb1P/R1B2R1K w - - 3 28
6k1/p1p2ppp/2p4r/8/1P1P4/2P5/4rb1P/R1B2R1K b - - 0 28
6k1/p1p2ppp/2p4r/8/1P6/2PP4/4rb1P/R1B2R1K b - - 0 28
EOF
    # each word of a change, and each that cannot be read, is where the object says, in the file itself
    jq -r 'select(.object == "change" or (.unread | type == "object")) | (.file, (.unread // . | .line, .column, .length, .text))' \
        "$out_file" | /usr/bin/python3 -c 'import sys
rows = sys.stdin.read().split("\n")
for i in range(0, len(rows) - 1, 5):
    name, line, column, length, text = rows[i:i + 5]
    if column != "null":
        there = open(name, encoding="utf-8").read().split("\n")[int(line) - 1][int(column) - 1:].encode()[:int(length)].decode()
        assert there == text, (rows[i:i + 5], there)
assert len(rows) > 80'
    # a second sheet of a board leaves the id as it is
    mkdir more
    cp sheets/4-20-ellis.txt more
    evening --format=json more >first || [ $? -eq 1 ]
    sed 's/Bd7/Bd7 {?}/' more/4-20-ellis.txt >more/4-20-graf.txt
    evening --format=json more >second || [ $? -eq 1 ]
    [ "$(jq -r '.id | select(. == "4.20:11...")' first second | wc -l)" -eq 2 ]
}

@test "JSON says what each file is, and which board a stray sheet is like" {
    mkdir some
    cp sheets/hall.pgn log.csv answers.csv event.csv some
    sed '/^\[/d' sheets/reed.pgn >some/stray.pgn
    printf '\211PNG\r\n\032\n\0\0\0\rIHDR' >some/photo.png
    : >some/empty.txt
    printf 'Dear arbiter,\n\nI lost my sheet. Sorry!\n' >some/letter.txt
    cat sheets/bauer.xpgn <(echo) sheets/berg.xpgn >some/two.xpgn
    run_split evening --format=json some
    [ "$err" = '' ]
    jq -r 'select(.object == "file") | [.file[5:], .game, .kind, .board, .by, .seat, .near[0], .why] | @tsv' "$out_file" >got
    diff got - <<'EOF'
answers.csv		answers					a table of questions and answers
hall.pgn	1	sheet	7	tags	White		
stray.pgn	1	sheet				7	
two.xpgn	1	archive	10	tags			
two.xpgn	2	archive	17	tags			
event.csv		list					a list of pairings
empty.txt		empty					empty: 0 bytes
letter.txt		text					text with neither tags nor half-moves
log.csv		log					a log of corrections
photo.png		picture					a PNG image
EOF
}

@test "--only looks at some boards, and says of these what a run on all says" {
    evening --questions=q.csv --format=json sheets >all || [ $? -eq 1 ]
    sed -i '2s/,\r$/,1\r/' q.csv
    cp q.csv before.csv
    run_split evening --only=7,19-21 --questions=q.csv --format=json sheets
    [ "$status" -eq 1 ]
    diff <(grep -E '"board":"(7|19|20|21)"' all) <(grep -v '"object":"summary"' "$out_file")
    jq -e 'select(.object == "summary") | .sheets == 4 and .boards == 4 and .questions == 2' "$out_file"
    diff <(sort q.csv) <(sort before.csv) # what is asked of other boards stays, and what was answered
    evening --only=4.7 sheets >text 2>said || [ $? -eq 1 ]
    cmp text <(jq -j 'select(.object == "board" and .board == "7") | .record' all)
    diff said - <<'EOF'
xpgn-compare: 7: legal, 2 sheets, 1 question
xpgn-compare: board 7, move 28: was it d4 or d3? settles 1 half-move
xpgn-compare: 2 sheets, 1 board: 1 legal to the end, 1 question open
EOF
    run_split xpgn-compare --batch --list=event.csv --only=3.7 sheets
    expect 2 '' 'xpgn-compare: --only: the list has no board 3.7'
    # a sheet of another round gives boards the same names
    sed 's/"4"/"3"/' sheets/hall.pgn >sheets/old.pgn
    sed -n '2s/^4,/3,/p' event.csv >>event.csv
    sed -i '$s/Keller, Anna/Hall, Susan/; $s/Vogt, Martin/Reed, Thomas/' event.csv
    evening --only=4.7 --format=json sheets >some || [ $? -eq 1 ]
    grep -q '"id":"4.7","board":"4.7"' some
}

# ---- answers -------------------------------------------------------------------------------------

@test "an answer is law, whether by its id or in the table, and what it makes untrue is asked" {
    local sheets answer
    mkdir one two
    cp sheets/4-20-ellis.txt one
    sed 's/Bd3 12/Bd3 {[%missing]} 12/' sheets/4-20-ellis.txt | tee two/4-20a.txt | sed 's/Re8/Rfe8/' >two/4-20b.txt
    for sheets in one two; do
        while read -r answer legal open; do
            printf 'id,answer\n4.20:11...,%s\n' "$answer" >answers
            run_split xpgn-compare --batch --list=event.csv --answers=answers --only=20 "$sheets"
            grep -q "11\. Bd3 $answer 12\. Qc2" <(tr '\n' ' ' <"$out_file") # and nothing else, whatever follows
            grep -qx "xpgn-compare: [12] sheets\?, 1 board: $legal legal to the end, $open questions\? open" <<<"$err"
        done <<'EOF'
e5 1 0
h6 1 1
Ne7 0 2
Ne5 0 1
EOF
    done
    grep -qx "xpgn-compare: board 20, move 13: was it Nxe5? settles 5 half-moves" <<<"$err"
    # the answer to what it makes untrue is taken as well
    printf 'id,answer\n4.20:11...,h6\n4.20:13.,1\n' >answers
    for sheets in one two; do
        run_split xpgn-compare --batch --list=event.csv --answers=answers --only=20 "$sheets"
        grep -q ': 1 legal to the end, 0 questions open' <<<"$err"
        grep -q '13\. Ne5' "$out_file"
    done
    # a word that cannot be read at all was a slip before, and is one now
    sed 's/dxe5/dxes/' sheets/4-20-ellis.txt >one/4-20-ellis.txt
    printf 'id,answer\n4.20:11...,e5\n' >answers
    run_split xpgn-compare --batch --list=event.csv --answers=answers --only=20 one
    grep -qF '14. dxe5 {[%was dxes]}' "$out_file"
    grep -q ': 1 legal to the end, 0 questions open' <<<"$err"
}

@test "an answer holds when a sheet comes that decides otherwise, and one of no use is named" {
    mkdir three
    cp sheets/hall.pgn sheets/reed.pgn three
    sed 's/"Open"/"Other"/' sheets/hall.pgn >three/third.pgn
    run_split xpgn-compare --batch --list=event.csv --only=7 three
    grep -q '28\. d4 Be3' "$out_file"
    not grep -q settles <<<"$err"
    printf 'id,answer\n4.7:28.,d4\n4.7:28.,d3\n' >answers
    run_split xpgn-compare --batch --list=event.csv --answers=answers --only=7 three
    grep -q '28\. d3 Be3' "$out_file"
    # on a single sheet, too
    rm three/reed.pgn three/third.pgn
    run_split xpgn-compare --batch --list=event.csv --answers=answers --only=7 three
    grep -q '28\. d3 Be3' "$out_file"
    printf '4.7:99.,a4\n' >>answers
    run_split xpgn-compare --batch --list=event.csv --answers=answers three
    grep -qx 'xpgn-compare: answer not used: 4.7:99.: no question is open there' <<<"$err"
    run_split xpgn-compare --batch --list=event.csv --answers=answers --format=json three
    jq -e 'select(.object == "summary") | .unused == ["4.7:99."]' "$out_file"
    run_split xpgn-compare --batch --list=event.csv --answers=event.csv three
    expect 2 '' 'xpgn-compare: event.csv: not a table of answers: expected the first line id,answer'
}

@test "a question whose answer is refused stays open" {
    mkdir one
    cp sheets/4-20-ellis.txt one
    printf 'id,answer\n4.20:11...,Qh9\n' >answers
    run_split xpgn-compare --batch --list=event.csv --answers=answers --format=json --only=20 one
    jq -e --slurp 'map(select(.object == "board"))[0] | .pile == "question" and .questions == 1 and (.notes[0] | test("answer refused: there is no such square"))' "$out_file"
    [ "$(jq -r 'select(.object == "question") | .id' "$out_file")" = 4.20:11... ]
}

@test "sheets of two games are no record, and an answer says which is the game, or that there is none" {
    printf '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. 0-0 0-0 9. Be3 Be6 1/2\n' >sheets/4-19.txt
    run_split evening --only=19,21 --format=json sheets
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$ROOT/formats/evening.schema.json" "$out_file"
    jq -c 'select(.board == "19" and .object == "board") | [.pile, .code, .questions, .record], (.parts | [.turn, .readings, .alike, .of]),
        (.parts.sheets[] | [.file, .legal, .corrected, .legal_to])' "$out_file" >got
    diff got - <<'EOF'
["stuck","sheets",0,""]
["1...",["c5","e5"],2,17]
["sheets/4-19.txt",true,0,"9... Be6"]
["sheets/ford.txt",true,2,"18... Nb6"]
EOF
    evening --only=19,21 sheets >text 2>said || [ $? -eq 1 ]
    [ ! -s text ]
    diff said - <<'EOF'
xpgn-compare: 19: no record explains the sheets: first difference 1... c5 / 1... e5
xpgn-compare: round 4, board 21: no sheet: Tanner, Ben - Roth, Vera
xpgn-compare: 2 sheets, 1 board: 0 legal to the end, 0 questions open
EOF
    printf 'id,answer\n4.19,sheet ford.txt\n4.21,not played\n' >answers
    run_split evening --only=19,21 --answers=answers sheets
    [ "$status" -eq 0 ]
    [ "$(sed '$d' <<<"$err")" = $'xpgn-compare: 19: legal, 1 sheet, 4 corrected\nxpgn-compare: 21: not played' ]
    printf 'id,answer\nsheets/4-19.txt,board 21\n4.21,result 1-0\n' >answers
    run_split evening --only=19,21 --answers=answers --format=json sheets
    [ "$status" -eq 0 ]
    jq -c 'select(.object == "board") | [.board, .pile, .code, .why, .record != ""]' "$out_file" >got
    diff got - <<'EOF'
["19","done",null,null,true]
["21","done","result-only","only the result is known: 1-0",false]
EOF
    jq -e --slurp 'map(select(.file == "sheets/4-19.txt" and .by == "answer")) | length == 1' "$out_file"
}

@test "what was left out may be what leaves the rest as it is, on one sheet or on several" {
    mkdir one two
    cp sheets/4-20-ellis.txt one
    sed 's/Bd3 12/Bd3 {[%missing]} 12/' sheets/4-20-ellis.txt | tee two/4-20a.txt | sed 's/Re8/Rfe8/' >two/4-20b.txt
    local sheets
    for sheets in one two; do
        run_split evening --force --questions=q.csv --format=json --only=20 $sheets
        grep -q ',11\.\.\.,what did Black play?,e5,9,' q.csv
        jq -r 'select(.object == "question") | .choices[].text, (.actions | group_by(.until, .untrue)[] | "\(.[0].until) \(.[0].untrue) \(length)")' "$out_file" >got
        diff got - <<'EOF'
e5
null 0 1
null 1 19
12. Qc2 0 1
12... Re8 0 3
13... Nxe5 0 1
13... Nxe5 1 8
14. dxe5 1 1
14... Qxe5 0 1
14... Qxe5 1 5
EOF
        [ "$(jq -r 'select(.object == "question") | .actions[0].action' "$out_file")" = e5 ]
        sed -i '2s/,\r$/,1\r/' q.csv
        run_split evening --questions=q.csv --only=20 $sheets
        grep -q '11\. Bd3 e5 12\. Qc2' "$out_file"
        grep -q '1 legal to the end, 0 questions' <<<"$err"
        rm q.csv
    done
    # a choice is told in words, with the signs behind it that it leaves untrue, as among the actions
    sed 's/f3 Bd7/f3 Bxd7/' sheets/4-20-ellis.txt >one/4-20-ellis.txt
    run_split evening --format=json --language=de --only=20 one
    jq -c 'select(.object == "question") | (.choices[] | [.text, .words, .untrue, .until]), (.actions[0] | [.action, .untrue, .until])' "$out_file" >got
    diff got - <<'EOF'
["e5","Bauer zieht nach e5",[{"turn":"15... Bxd7","was":"Bxd7","is":"Bd7"}],null]
["e5",1,null]
EOF
    # with dice nobody can say what fell: the actions are listed, those with dice without a word on the rest
    printf '[Round "4"]\n[Board "18"]\n[Variant "chess-attack"]\n\n1. e4 d5 2. {[%%missing]} dxe4 <6:1> 3. Nc3 *\n' >one/18.xpgn
    run_split evening --format=json --only=18 one
    jq -c 'select(.object == "question") | [(.choices | length), (.actions[] | select(.action == "exd5" or .action == "a3"))]' "$out_file" >got
    diff got - <<<'[0,{"action":"a3","untrue":0,"until":null},{"action":"exd5","untrue":null,"until":null}]'
}

@test "--language puts questions and reasons of JSON into words of the user, and leaves the table as it is" {
    printf '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. 0-0 0-0 9. Be3 Be6 1/2\n' >sheets/4-19.txt
    evening --questions=q.csv sheets >text 2>&1 || [ $? -eq 1 ]
    run_split xpgn-compare --batch --list=event.csv --format=json --language=de --questions=q2.csv sheets
    cmp q.csv q2.csv
    jq -r 'select(.object == "question").text, (select(.object == "board" and .why) | .why)' "$out_file" >got
    diff got - <<'EOF'
War es d4 oder d3?
nicht regelgerecht ab 8... gxh3 (Würfel)
Zeigte der Würfel von Schwarz 4 oder 5?
keine Partie erklärt die Formulare: erster Unterschied 1... c5 / 1... e5
nicht regelgerecht ab 11... (fehlt)
Was zog Schwarz?
kein Formular
EOF
    # why something was changed, how a sheet came to its board, what cannot be read: nothing is left in English
    jq -r 'select(.object == "change").because' "$out_file" | sort -u >got
    diff got - <<'EOF'
Würfel ausgelassen
Würfel verlesen
ausgelassen
eine Anzahl, eine Summe, ein Verlust, ein Schicksal oder eine Burg ist falsch
einer zu viel
falsche Nummer
regelwidriger Zug
verlesen
EOF
    jq -r 'select(.object == "file") | .by, .unread.why | values' "$out_file" | sort -u | grep -vE '^nach [0-9]+ Zügen ist „[^ ]+“ kein erlaubter Zug$' >got
    diff got - <<'EOF'
Nummern im Dateinamen
Spieler im Dateinamen
Tags
EOF
    # all but the words is the same
    evening --format=json sheets >english || [ $? -eq 1 ]
    words='del(.text, .why, .because, .by, .unread?.why?, .choices[]?.sum, .choices[]?.words)'
    diff <(jq -c "$words" english) <(jq -c "$words" "$out_file")
    jq -r '.choices[]?.sum[1]? // empty | join("|")' "$out_file" | head -n 1 >got
    diff got - <<<'Angriff|verwundeter Bauer g4 1|1 + Würfel 4 = 5'
    printf '\377\330\377\340' >photo.jpg
    printf '%%PDF-1.4' >round.pdf
    evening --format=json --language=de sheets photo.jpg round.pdf | jq -r 'select(.object == "file" and .game == null) | .why, .cure | values' >got || true
    diff got - <<'EOF'
ein Bild (JPEG)
ein PDF-Dokument
kopieren Sie seinen Text in eine Datei
EOF
    # any answer goes with them
    printf 'id,answer\n4.20:11...,Ne7\n4.19,not played\n' >answers
    evening --format=json --language=fr --answers=answers --only=19,20 sheets >french || [ $? -eq 1 ]
    jq -r 'select(.object == "question").text, (select(.object == "board" and .board == "19") | .why)' french >got
    diff got - <<'EOF'
non jouée
Était-ce Ne5 pour « Nxe5 » ?
Était-ce Ne4, Qxe5 ou Ned5 pour « Nxe5 » ?
EOF
    run_split evening --language=de sheets
    expect 2 '' $'xpgn-compare: --language requires --batch and --format=json\ntry \'xpgn-compare --help\''
    run_split evening --language=xx --format=json sheets
    [ "$status" -eq 2 ]
}

@test "whose half-move is missing is asked rightly, wherever its comment stands" {
    mkdir -p sides
    printf 'round,board,white,black\n1,3,"Stone, Eva","Wood, Finn"\n' >sides.csv
    while IFS='|' read -r row asked; do
        printf '[White "Stone, Eva"]\n[Black "Wood, Finn"]\n\n1. e4 e5 2. Nf3 Nc6 %s 4. Ba4 Nf6 5. O-O 1-0\n' "$row" >sides/a.pgn
        run_split xpgn-compare --batch --list=sides.csv sides
        [ "$(grep -o 'move 3.*half-moves*' <<<"$err" | paste -sd ,)" = "$asked" ] || {
            echo "$row: $err"
            return 1
        }
    done <<'END'
3. {[%missing]} a6|move 3: what did White play? settles 5 half-moves
3. illegible a6|move 3: what did White play? settles 5 half-moves
3. {[%missing]} 3... a6|move 3: what did White play? settles 5 half-moves
3. Bb5 {[%missing]}|move 3: what did Black play? settles 4 half-moves
3. {[%missing]} {[%missing]}|move 3: what did Black play? settles 4 half-moves,move 3: what did White play? settles 1 half-move
END
}

@test "where a sheet lacks its result, it is not asked what was played there" {
    mkdir -p sides
    printf 'round,board,white,black\n1,3,"Stone, Eva","Wood, Finn"\n' >sides.csv
    printf '[White "Stone, Eva"]\n[Black "Wood, Finn"]\n\nsee the other sheet\n' >sides/a.pgn
    run_split xpgn-compare --batch --list=sides.csv sides
    grep -qx 'xpgn-compare: board 3, move 1: missing result at the end of the game' <<<"$err"
}
