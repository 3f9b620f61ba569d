#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The findings of xpgn-validate in all their forms, and what they say would be right.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    samples=$ROOT/samples
}

# fits SCHEMA [FILE...] [-- SCHEMA FILE...]...: the files, or standard input, JSON Lines, are as the
# schema says
fits() {
    /usr/bin/python3 "$ROOT/tests/cli/schema.py" "$@"
}

# apply_fixes FINDINGS: the file that they are about with the first fix of each, the last one first
# (offsets count from the game, which is the file's first)
apply_fixes() {
    /usr/bin/python3 - "$1" <<'END'
import json, sys
findings = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
text = open(findings[0]["file"], "rb").read()
fixes = {(f["fixes"][0]["offset"], f["fixes"][0]["length"], f["fixes"][0]["text"])
         for f in findings if f["fixes"]}
for offset, length, new in sorted(fixes, reverse=True):
    text = text[:offset] + new.encode() + text[offset + length:]
sys.stdout.buffer.write(text)
END
}

# all_findings OPTION...: of all samples
all_findings() {
    xpgn-validate --lint "$@" "$samples"/*.xpgn "$samples"/broken/*.xpgn || true
}

# ---- what would be right -------------------------------------------------------------------------

@test "all that is wrong with one roll stands together, with one hint" {
    printf '%s\n' '[White "Adams, R."]' '[Black "Brandt, L."]' '[Variant "chess-attack"]' '' \
        '1. e4 d5 2. exd5 <5+1=9x:1+0=9> Nf6 *' >a.xpgn
    run_split xpgn-validate a.xpgn
    expect 1 'a.xpgn:5:21: error: attacker supporters 1, expected 0 [CA-3]
a.xpgn:5:23: error: attacker total 9, expected 7: pawn e4 2 + die 5 [CA-3]
a.xpgn:5:28: error: defender supporters 0, expected 1 (queen d8) [CA-3]
a.xpgn:5:30: error: defender total 9, expected 5: pawn d5 1 + queen d8 3 + die 1 [CA-3]
a.xpgn:5:24: error: attacker removed, expected wounded: pawn e4, 7 against 5 [CA-4]
a.xpgn:5:30: error: defender unharmed, expected removed: pawn d5, 7 against 5 [CA-4]
    5 | 1. e4 d5 2. exd5 <5+1=9x:1+0=9> Nf6 *
      |                     ^ ^^   ^ ^
   game 1, Adams - Brandt, 2. exd5; expected <5+0=7w:1+1=5x> (probability 0.39)' ''
}

@test "findings about two rolls do not stand together" {
    printf '%s\n' '[Variant "chess-attack"]' '' \
        '1. e4 d5 2. exd5 <5+0=8w:1+1=5x> Qxd5 <4+0=9:2+0=2x> *' >a.xpgn
    run_split xpgn-validate a.xpgn
    [ "$(grep -c '^   game 1' "$out_file")" -eq 2 ]
    grep -q '2. exd5; expected <5+0=7w:1+1=5x>$' "$out_file"
    grep -q '2... Qxd5; expected <4+0=8:2+0=2x>$' "$out_file"
}

@test "a roll that is too long to show has its findings one by one" {
    ties=$(printf ' 3=3:3=3%.0s' {1..14})
    printf '%s\n' '[Variant "combat-chess-2"]' '' \
        "1. <3> e2-e5 1... <1> d7-d6 2. e5xd6 <3=4:3=3$ties 6=7:1=1x@a1> *" >a.xpgn
    run_split xpgn-validate a.xpgn
    [ "$(grep -c '\[CC-6\]' "$out_file")" -eq 2 ]
    [ "$(grep -c '^   game 1, 2. e5xd6; expected' "$out_file")" -eq 2 ]
}

@test "the fixes of a record make it right, in both forms of rolls" {
    for roll in '<5+1=9x:1+0=9>' '{[%roll 5+1=9x:1+0=9] the pawn}'; do
        printf '%s\n' '[Variant "chess-attack"]' '[Result "*"]' '' \
            "1. e4 d5 2. exd5 $roll Qxd5 <4+0=9:2+0=2x> *" >a.xpgn
        xpgn-validate --format=json a.xpgn >findings || true
        apply_fixes findings >b.xpgn
        run_split xpgn-validate b.xpgn
        expect 0 '' ''
        [ "$(sed 's/.*exd5 //; s/Qxd5.*//' b.xpgn | tail -n 1)" = \
            "$(sed 's/5+1=9x:1+0=9/5+0=7w:1+1=5x/' <<<"$roll ")" ]
    done
}

@test "the first fix of a broken sample takes its finding away" {
    xpgn-validate --lint --format=json "$samples"/broken/*.xpgn >findings || true
    mkdir fixed
    # offsets count from the first tag
    /usr/bin/python3 - findings <<'END'
import json, os, sys
for line in open(sys.argv[1], encoding="utf-8"):
    f = json.loads(line)
    code = os.path.basename(f["file"])[:-5]
    if f["code"] == code and f["fixes"]:
        text = open(f["file"], "rb").read()
        for fix in reversed(f["fixes"]) if f["together"] else f["fixes"][:1]:
            at = text.index(b"[Event") + fix["offset"]
            text = text[:at] + fix["text"].encode() + text[at + fix["length"]:]
        open("fixed/" + code, "wb").write(text)
END
    [ "$(find fixed -type f | wc -l)" -ge 35 ]
    xpgn-validate --lint --format=json fixed/* |
        jq -r 'select(.file == "fixed/" + .code) | [.file, .text] | @tsv' >left || true
    same_output /dev/null left
}

@test "every finding of the samples says what to do, but where the text says it" {
    all_findings --format=json | jq -r 'select(.hint == null) | .code' | sort -u >none
    # what stood, which nobody is to mend
    expected='M-13'
    [ "$(tr '\n' ' ' <none)" = "$expected " ] || {
        cat none
        return 1
    }
}

@test "a word of a million letters is not quoted whole" {
    { printf '1. e4 ' && head -c 1000000 /dev/zero | tr '\0' Q && printf ' *\n'; } >long.pgn
    echo '1. e4 QQQQQQQQ *' >short.pgn
    for form in text json sarif; do
        xpgn-validate --format="$form" short.pgn >short || true
        xpgn-validate --format="$form" long.pgn >out || true
        grep -q 'M-01' out
        [ "$(wc -c <out)" -lt $(($(wc -c <short) + 3000)) ]
    done
}

@test "the hint of a ruleset file is shown too" {
    run_split xpgn-validate --check-rules "$samples/broken/Y-02.yaml"
    [ "$status" -eq 2 ]
    [[ $(tail -n 1 "$out_file") == '   '[a-z]* ]]
}

# ---- JSON Lines ----------------------------------------------------------------------------------

@test "JSON of all samples is as its schema says" {
    all_findings --format=json >all
    [ "$(wc -l <all)" -gt 100 ]
    for file in "$samples"/broken/*.yaml; do
        xpgn-validate --check-rules --format=json "$file" || true
    done >rules
    [ "$(wc -l <rules)" -ge 10 ]
    fits "$ROOT/formats/validate.schema.json" all rules
    # and a key that is not in it is seen
    jq -c '.more = 1' all >more
    run fits "$ROOT/formats/validate.schema.json" <more
    [ "$status" -eq 1 ]
}

@test "JSON of what is no UTF-8 is JSON" {
    name=$(printf 'a\xff.pgn')
    printf '[White "M\xfcller\x01"]\n[Black "\xed\xa0\x80"]\n\n1. e4 K\xff\xfee7 $300 *\n' >"$name"
    xpgn-validate --format=json "$name" >out || true
    [ "$(jq -r 'select(.code == "L-12") | .file' out)" = 'aÿ.pgn' ]
    xpgn-validate --format=sarif "$name" >log || true
    [ "$(jq -r '.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri' log)" = 'a%FF.pgn' ]
    fits "$ROOT/formats/validate.schema.json" out -- --whole "$ROOT/tests/cli/sarif.schema.json" log
}

@test "JSON says where and what, line by line and byte by byte" {
    printf '%s\n' '[White "Müller"]' '' '1. e4 {ä' 'ö} Knight-f6 *' >a.pgn
    xpgn-validate --format=json a.pgn >out || true
    [ "$(jq -c '[.line, .column, .end_line, .end_column, .found, .fixes[0].text]' out)" = '[4,4,4,13,"Knight-f6","Nf6"]' ]
    [ "$(tail -c +"$(($(jq .offset out) + 1))" a.pgn | head -c "$(jq .length out)")" = Knight-f6 ]
    printf '1. e4 {open\n\n2. *\n' >b.pgn
    xpgn-validate --format=json b.pgn >out || true
    [ "$(jq -c 'select(.code == "L-02") | [.line, .column]' out)" = '[1,7]' ]
}

@test "JSON of the other tools is as its schema says" {
    xpgn-replay --actions --start --format=json "$samples"/*.xpgn >all
    [ "$(wc -l <all)" -gt 300 ]
    xpgn-replay --format=json "$samples"/*.xpgn >final
    # tags that are numbers, that should be, and that are missing
    printf '[White "A"]\n[WhiteElo "%s"]\n[PlyCount "1"]\n\n1. e4 *\n' 2000 '?' >numbers.pgn
    xpgn-replay --format=json --tags=White,WhiteElo,BlackElo,PlyCount numbers.pgn >numbers
    [ "$(jq -c .tags numbers | sed -n 1p)" = '{"White":"A","WhiteElo":2000,"BlackElo":null,"PlyCount":1}' ]
    xpgn-stats --format=json "$samples"/*.xpgn >counts
    xpgn-stats --format=json --by=White "$samples"/*.xpgn >by
    xpgn-stats --format=json --fairness "$samples"/*.xpgn >fairness
    for games in 4 40; do
        xpgn-simulate --report --format=json -n "$games" --variant=chess --against=chess-attack >report$games
    done
    xpgn-validate --list-codes --format=json >codes
    all=game,file,line,file_offset,length,ruleset,plies,result,errors,warnings,digest,start,ECO,Opening
    for columns in "$all" White,tag:ECO,tag:odd; do
        { xpgn-list --format=json --columns="$columns" "$samples"/*.xpgn "$samples"/broken/*.xpgn || [ $? -eq 1 ]; } >"list$columns"
        [ "$(wc -l <"list$columns")" -gt 100 ]
    done
    { # every kind of claim
        printf '[White "A"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n\n[Variant "chess-attack"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *\n'
        printf '\n[SetUp "1"]\n[FEN "7k/8/8/8/8/8/8/R6K w - - 99 80"]\n\n80. Ra2 *\n'
    } >games.pgn
    xpgn-replay --claims --format=json games.pgn >claims
    [ "$(jq -r .claim claims | tr '\n' ' ')" = 'repetition repeated moves ' ]
    sed 's/^\[White .*/&\n[WhiteElo "1450"]/' games.pgn >rated.pgn
    xpgn-replay --claims --format=json --tags=White,WhiteElo,file rated.pgn >tags
    [ "$(jq -c .tags tags | head -n 1)" = '{"White":"A","WhiteElo":1450,"file":null}' ]
    cd "$ROOT/formats"
    here=$OLDPWD
    fits replay.schema.json "$here"/{all,final,numbers} -- stats.schema.json "$here"/{counts,by,fairness} -- \
        simulate.schema.json "$here"/report{4,40} -- codes.schema.json "$here/codes" -- \
        list.schema.json "$here"/list* -- claims.schema.json "$here"/{claims,tags}
}

@test "every schema is checked against what a tool prints" {
    cd "$ROOT"
    for schema in formats/*.schema.json; do
        grep -qE "(^|[ /])${schema##*/}\b" tests/cli/*.bats || {
            echo "no test uses $schema"
            return 1
        }
    done
}

@test "the keys that the manuals list are those of the schemas" {
    for schema in validate replay stats list claims; do
        tool=${schema/claims/replay}
        {
            sed -n "/^\.Sh XPGN-${tool^^}\( \|\$\)/,/^\.Sh /p" "$ROOT/man/xpgn-json.5"
            sed -n '/^\.Ss JSON/,/^\.S[sh] [^J]/p; /^\.Ss Columns/,/^\.Ss/p; /^\.It Fl -claims/,/^\.It Fl -skip/p' "$ROOT/man/xpgn-$tool.1"
            [ "$tool" != stats ] || cat "$ROOT/man/xpgn-luck.7"
        } >section
        jq -r '.. | objects | select(has("additionalProperties")) | (.properties // {}) | keys[]' \
            "$ROOT/formats/$schema.schema.json" | sort -u | while read -r key; do
            grep -qE "(^|[^a-z_])$key([^a-z_]|\$)" section || {
                echo "xpgn-json.5 and xpgn-$tool.1 do not have the key $key"
                exit 1
            }
        done
    done
}

# ---- SARIF ---------------------------------------------------------------------------------------

@test "SARIF of all samples is what the standard wants of it" {
    all_findings --format=sarif >log
    fits --whole "$ROOT/tests/cli/sarif.schema.json" <log
    # the same findings as in JSON, in the same order
    all_findings --format=json |
        jq -c '[.code, .line, .column, .end_line, .end_column, if .together then 1 else .fixes | length end]' >json
    jq -c '.runs[0].results[] | .locations[0].physicalLocation.region as $r |
        [.ruleId, $r.startLine, $r.startColumn, $r.endLine, $r.endColumn, (.fixes // [] | length)]' log >sarif
    same_output json sarif
    # each rule's index is that of its row, the rows are those of --list-codes
    [ "$(jq '[.runs[0] as $run | $run.results[] | select($run.tool.driver.rules[.ruleIndex].id != .ruleId)] | length' log)" -eq 0 ]
    jq -r '.runs[0].tool.driver.rules[].id' log >ids
    xpgn-validate --list-codes | cut -d' ' -f1 >codes
    same_output codes ids
    xpgn-validate --format=sarif "$ROOT/samples/broken/CA-3.xpgn" | jq -r '.runs[0].results[].message.text' >message
    grep -qF 'die 4; expected <' message
}

@test "SARIF of good games has no results" {
    xpgn-validate --format=sarif "$samples/chess.xpgn" >log
    fits --whole "$ROOT/tests/cli/sarif.schema.json" <log
    [ "$(jq -c '.runs[0] | [.results, .invocations[0].exitCode]' log)" = '[[],0]' ]
}

@test "SARIF reports trouble, reads standard input, and names files by URI" {
    mkdir 'a b'
    cp "$samples/broken/CA-3.xpgn" 'a b/ü#%.xpgn'
    xpgn-validate --format=sarif - 'a b/ü#%.xpgn' "$PWD/a b/ü#%.xpgn" nothing.xpgn \
        <"$samples/broken/CA-3.xpgn" >log 2>err || status=$?
    [ "$status" -eq 2 ]
    fits --whole "$ROOT/tests/cli/sarif.schema.json" <log
    [ "$(jq -c '.runs[0].invocations[0] | [.executionSuccessful, .exitCode]' log)" = '[false,2]' ]
    path=$(/usr/bin/python3 -c 'import sys, urllib.parse; print(urllib.parse.quote(sys.argv[1]))' "$PWD/a b/ü#%.xpgn")
    [ "$(jq -r '.runs[0].results[].locations[0].physicalLocation.artifactLocation.uri' log)" = "stdin:
a%20b/%C3%BC%23%25.xpgn
file://$path" ]
}

@test "SARIF is the same for every number of threads, and where the games go to standard output" {
    copies 30 "$samples"/*.xpgn "$samples"/broken/[CFM]*.xpgn >many.xpgn
    [ "$(wc -c <many.xpgn)" -gt 700000 ] # enough for threads, and for several batches of games
    xpgn-validate -j1 --format=sarif many.xpgn >one || true
    xpgn-validate -j4 --format=sarif many.xpgn >four || true
    cmp one four
    jq -e '.runs[0].results | length > 300' one >/dev/null
    xpgn-validate -j4 --format=sarif --bad=- many.xpgn 2>three >bad || true
    cmp one three
    [ -s bad ]
}

@test "SARIF of a ruleset file and of warnings made errors" {
    xpgn-validate --check-rules --format=sarif "$samples"/broken/Y-*.yaml >log || true
    fits --whole "$ROOT/tests/cli/sarif.schema.json" <log
    jq -e '[.runs[0].results[].ruleId] | index("Y-02") != null' log >/dev/null
    printf '1. e4 e5 3. Nf3 *\n' >a.pgn
    [ "$(xpgn-validate --format=sarif a.pgn | jq -r '.runs[0].results[0].level')" = warning ]
    run_split xpgn-validate --strict --format=sarif a.pgn
    [ "$status" -eq 1 ]
    [ "$(jq -r '.runs[0].results[0].level' "$out_file")" = error ]
    printf '1. e4 f5 2. Qh5 g6 *\n' >a.pgn
    [ "$(xpgn-validate --lint --format=sarif a.pgn | jq -r '.runs[0].results[0].level')" = note ]
}

@test "a full disk is noticed also in a SARIF log" {
    run_split bash -c 'xpgn-validate --format=sarif "$0" >/dev/full' "$samples/chess.xpgn"
    expect 2 '' 'xpgn-validate: write error: No space left on device'
}

# ---- gcc and the lists ---------------------------------------------------------------------------

@test "one line a finding is what editors take for a compiler's" {
    all_findings --format=gcc >lines
    all_findings --format=json >json
    [ "$(wc -l <lines)" -eq "$(wc -l <json)" ]
    if grep -vE '^[^:]+:[0-9]+:[0-9]+: (error|warning|lint): .+ \[[A-Z]+-[0-9]+\]$' lines; then
        return 1
    fi
    xpgn-validate --check-rules --format=gcc "$samples/broken/Y-02.yaml" >lines || true
    [ "$(wc -l <lines)" -eq 1 ]
}

@test "the lists are printed as JSON too" {
    xpgn-validate --list-codes --format=json | jq -r .code >json
    xpgn-validate --list-codes | cut -d' ' -f1 >text
    same_output text json
    [ "$(xpgn-validate --list-codes --format=json | jq -c 'select(.code == "L-02")')" = '{"code":"L-02","level":"error","title":"unterminated comment","cure":"add the missing }","ruleset":null}' ]
    [ "$(xpgn-validate --list-codes --format=json | jq -r 'select(.code == "CA-3") | .ruleset')" = chess-attack ]
    [ "$(xpgn-validate --list-variants --format=json | jq -c 'select(.ruleset == "chess-attack") | .options')" = '["rescue","king-safety","remote-royals"]' ]
    run_split xpgn-validate --list-codes --format=gcc
    expect 2 '' "xpgn-validate: --list-codes and --list-variants require --format=text or json
try 'xpgn-validate --help'"
}
