# SPDX-License-Identifier: MIT
# The pages about the format, the rules, the codes and the library say what is so: what they quote
# is what the tools print, and nothing is left out.

load helper

is_rule() {
    [[ ! $1 =~ ^[LTMRPXEY]- ]]
}

# The sources of the paragraphs, each in a file PAGE/CODE.
setup_file() {
    for page in xpgn-codes.7 xpgn-rules.7; do
        mkdir "$BATS_FILE_TMPDIR/$page"
        awk -v folder="$BATS_FILE_TMPDIR/$page" '
            /^\.(Sh|Ss) / { file = "" }
            /^\.It Sy / { file = folder "/" $3; printf "" >file; next }
            file { print >file }' "man/$page"
    done
}

# The paragraph of $code in $page has the line $1, or a line with it: has WHOLE, has_in PART.
has() {
    has_in $'\n'"$1"$'\n'
}

has_in() {
    local text
    mapfile -d '' text <"$BATS_FILE_TMPDIR/$page/$code"
    [[ -n $1 && $'\n'${text[0]} == *"$1"* ]]
}

# page_of CODE: the page that it is in, in $page
page_of() {
    page=xpgn-codes.7
    if is_rule "$1"; then page=xpgn-rules.7; fi
}

@test "every code has its paragraph in xpgn-codes(7), every rule in xpgn-rules(7), and only these" {
    list_codes
    while read -r code _; do
        page_of "$code"
        echo "$page $code"
    done <"$codes" | sort >"$BATS_TEST_TMPDIR/expected"
    for page in xpgn-codes.7 xpgn-rules.7; do
        sed -nE "s/^\\.It Sy ([A-Z]+-[0-9]+)( .*)?\$/$page \\1/p" "man/$page"
    done | sort >"$BATS_TEST_TMPDIR/paragraphs"
    same_output "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/paragraphs"
}

@test "xpgn-codes(7) gives each code its level" {
    list_codes
    awk '/^[LTMRPXEY]-/ { print ".It Sy " $1 " Pq " $2 }' "$codes" >"$BATS_TEST_TMPDIR/levels"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/levels")" -ge 60 ]
    run grep -vxF -f man/xpgn-codes.7 "$BATS_TEST_TMPDIR/levels"
    [ -z "$output" ] || { echo "not in xpgn-codes(7): $output"; return 1; }
}

@test "the messages in the manual are those of the broken samples" {
    list_codes
    while read -r code level; do
        page_of "$code"
        options=--format=gcc
        command=xpgn-validate
        if [ -f "samples/broken/$code.xpgn" ]; then
            file=samples/broken/$code.xpgn
            case $code:$level in
            L-09:*) options="$options --max-game=1K" ;;
            T-18:*) options="$options --require=Round" ;;
            *:lint) options="$options --lint" ;;
            esac
        elif [ -f "samples/broken/$code.yaml" ]; then
            file=samples/broken/$code.yaml
            options='--check-rules --lint'
        elif [ -f "samples/event/$code.xpgn" ]; then
            file=$code options='' command=about_event
        else
            grep -Eq 'no message names this rule|can break this rule' "$BATS_FILE_TMPDIR/$page/$code" || {
                echo "$page: $code has neither a message nor the reason why there is none"
                return 1
            }
            continue
        fi
        # shellcheck disable=SC2086
        message=$($command $options "$file") || true
        [[ ! ${message%%$'\n'*} =~ ^[^\ ]*:[0-9]+:[0-9]+:\ (.*)$ ]] || message=${BASH_REMATCH[1]//\\/\\e}
        [ -n "$message" ] && has "$message" || {
            echo "$page: the paragraph of $code does not have the message of $file:"
            echo "$message"
            return 1
        }
    done <"$codes"
}

@test "the line of the broken sample stands above its message" {
    list_codes
    while read -r code _; do
        page_of "$code"
        # wrong as a whole, or not a line of plain text
        case $code in L-01 | L-07 | L-08 | L-09) continue ;; esac
        for file in "samples/broken/$code".*; do
            [ -f "$file" ] || continue
            line=$(awk 'on {print substr($0, 1, 60); exit} /^[%#] / && !/SPDX/ {on = 1}' "$file")
            has_in "${line//\\/\\e}" || {
                echo "$page: the paragraph of $code does not have this line of $file:"
                echo "$line"
                return 1
            }
        done
    done <"$codes"
}

@test "and so does the line of the sample of a code of events" {
    list_codes
    while read -r code _; do
        case $code in E-*) ;; *) continue ;; esac
        IFS=: read -r file number _ < <(about_event "$code" || true)
        line=$(sed -n "${number}p" "$file" | cut -c 1-60)
        [ -n "$line" ]
        page=xpgn-codes.7
        has_in "$line" || {
            echo "xpgn-codes.7: the paragraph of $code does not have this line of $file:"
            echo "$line"
            return 1
        }
    done <"$codes"
}

@test "the records in xpgn-rules(7) are those of the samples" {
    for file in samples/chess.xpgn samples/chess-without-check.xpgn samples/dice-chess-three.xpgn \
        samples/dice-chess.xpgn samples/dice-chess-pair.xpgn samples/chess-attack.xpgn samples/five-dice.xpgn samples/single-combat-chess.xpgn samples/polyhedral-chess-war.xpgn samples/reckless-chess.xpgn \
        samples/hit-points-chess.xpgn samples/chess-to-the-death.xpgn samples/chess-or-die-trying.xpgn \
        samples/combat-chess-2.xpgn samples/assault-and-siege.xpgn; do
        number=0
        seen=
        while IFS= read -r rule; do
            number=$((number + 1))
            case " $seen " in *" $rule "*) continue ;; esac
            seen="$seen $rule"
            xpgn-fmt --width=64 --game="$number" "$file" |
                sed '/^\[\(Event\|Site\|Date\|Round\|White\|Black\|Result\|SetUp\|XPGN\) /d; /^$/d
                    /^\[Variant "\(chess-without-check\|dice-chess\(-three\|-pair\)\?\|chess-attack\|five-dice\|single-combat-chess\|polyhedral-chess-war\|reckless-chess\|hit-points-chess\|chess-to-the-death\|chess-or-die-trying\|combat-chess-2\|assault-and-siege\)"/d' \
                    >"$BATS_TEST_TMPDIR/lines"
            [ -s "$BATS_TEST_TMPDIR/lines" ]
            run grep -vxF -f "$BATS_FILE_TMPDIR/xpgn-rules.7/$rule" "$BATS_TEST_TMPDIR/lines"
            [ "$status" -eq 1 ] || {
                echo "xpgn-rules.7: the paragraph of $rule does not have these lines of $file:"
                echo "$output"
                return 1
            }
        done < <(sed -n 's/^\[Event "\([A-Z]*-[0-9]*\): .*/\1/p' "$file")
    done
}

@test "the attribute tables in xpgn-rules(7) are those of the rulesets" {
    for id in chess-attack five-dice combat-chess-2 assault-and-siege; do
        xpgn-render-ascii --attributes --variant="$id" | grep '^[+|]' >"$BATS_TEST_TMPDIR/lines"
        while IFS= read -r line; do
            grep -qxF -- "$line" man/xpgn-rules.7 || {
                echo "xpgn-rules.7 does not have this line of the table of $id:"
                echo "$line"
                return 1
            }
        done <"$BATS_TEST_TMPDIR/lines"
    done
}

@test "the games in xpgn(5) validate, and the short one completes to the long one" {
    cd "$BATS_TEST_TMPDIR"
    awk '/^\.Sh EXAMPLES/ {on = 1} /^\.Sh SEE/ {on = 0}
        /^\.Ed/ {text = 0} text {print > ("game" n)} on && /^\.Bd/ {n++; text = 1}' "$ROOT/man/xpgn.5"
    echo >>game1 # the line that ends a record, which the page leaves out
    clean --lint game1
    canonical game1
    [ "$(xpgn-fmt game2 | tail -n 2)" = "$(tail -n 2 game1)" ]
}

@test "every way to write an action and a roll in xpgn(5) is reported there" {
    for word in 'b8=N' 'Bsd7' 'Bxxd7' 'exxd5' 'e2-e5' 'Bf4xg5' 'K@d4' 'K@-' 'Nb2@a1' 'B@b1' \
        'a2-a3' 'Nc3xc5=Q' 'Bb2@b3' 'K@a5' '<4>' '<5,1,3>' '<5+2=9:2+2=5x>' '<3+1=6w:4+0=6w>' \
        '<6,3,1=6:4,4=4x>' '<1:>' '<6,2,5=6x:=3x>' '<3=4:4=4 5=6:2=2x@a1>' '<+1=2:=1x>' '<5+4=9>' \
        '[%roll ' '[%turn 4]' '[%xfen ' '[QPPbn]' '[a1:qp,h8:N]' '1/2-0-1/2-0' FirstRoll RulesDigest; do
        grep -qF -- "$word" man/xpgn.5 || {
            echo "xpgn.5 does not have $word"
            return 1
        }
    done
}

@test "every key of a ruleset has its paragraph in xpgn-ruleset(5)" {
    keys=$BATS_TEST_TMPDIR/keys
    sed -n 's/^| `\([a-z*.-]*\)` |.*/\1/p' formats/RULESETS.md >"$keys"
    [ "$(wc -l <"$keys")" -ge 60 ]
    # and each key that the loader knows
    cat lib/*/*.c lib/*/*/*.c | sed -n 's/^    {"\([a-z][a-z*.-]*\)", VALUE_.*/\1/p' >>"$keys"
    [ "$(wc -l <"$keys")" -ge 120 ]
    run awk 'FNR == NR { wanted[$0]; next } /^\.It Cm / { delete wanted[$3] } END { for (key in wanted) print key }' \
        "$keys" man/xpgn-ruleset.5
    [ -z "$output" ] || { echo "xpgn-ruleset.5 has no paragraph on $output"; return 1; }
}

@test "the house rule in xpgn-ruleset(5) is one that loads" {
    awk '/A house rule in five lines/ {on = 1} on && /^\.Bd/ {text = 1; next} /^\.Ed/ {if (text) exit} text' \
        man/xpgn-ruleset.5 >"$BATS_TEST_TMPDIR/house.yaml"
    grep -q '^extends: chess-attack$' "$BATS_TEST_TMPDIR/house.yaml"
    clean_rules "$BATS_TEST_TMPDIR/house.yaml"
}

@test "the program in libxpgn(3) compiles without a warning and prints what the page says" {
    # Under sanitizers the library wants their runtime; the plain build tells enough.
    lib=$ROOT/build/lib/libxpgn.a
    if [ -f "$BIN/../lib/libxpgn.a" ]; then lib=$BIN/../lib/libxpgn.a; fi
    if nm "$lib" | grep -q __asan_init; then skip 'the library needs the sanitizer runtime'; fi
    cd "$BATS_TEST_TMPDIR"
    awk '/^\.Bd -literal$/ {on = 1; next} /^\.Ed/ {on = 0} on' "$ROOT/man/libxpgn.3" |
        sed 's/\\e/\\/g' >example.c
    awk '/^\.Bd -literal -offset indent$/ {n++; next} n == 2 && /^\.Ed/ {exit} /^\./ {next}
        n == 1 && !done1 {print > "game"} n == 2 {print > "expected"}' "$ROOT/man/libxpgn.3"
    sed -i '/^it prints$/,$d' game
    cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$ROOT/lib/include" -o example example.c "$lib" \
        -lm -ldl -pthread
    ./example <game >actual
    same_output expected actual
}

@test "the program in C++ in libxpgn(3) compiles without a warning, and finds what xpgn-validate finds" {
    command -v c++ >/dev/null || skip 'no C++ compiler'
    lib=$ROOT/build/lib/libxpgn.a
    if [ -f "$BIN/../lib/libxpgn.a" ]; then lib=$BIN/../lib/libxpgn.a; fi
    if nm "$lib" | grep -q __asan_init; then skip 'the library needs the sanitizer runtime'; fi
    cd "$BATS_TEST_TMPDIR"
    awk '/^\.Bd -unfilled$/ {on = 1; next} /^\.Ed/ {on = 0} on' "$ROOT/man/libxpgn.3" | sed 's/\\e/\\/g' >example.cc
    c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$ROOT/lib/include" -o example++ example.cc "$lib" \
        -lm -ldl -pthread
    ./example++ <"$ROOT/samples/club.xpgn" >good
    [ ! -s good ]
    printf '1. e4 Ke7 *\n\n1. d4 Nf6 *\n' >bad.pgn
    run_split ./example++ <bad.pgn
    expect 1 'game 1: '"$(xpgn-validate --format=json bad.pgn | jq -r '"\(.text) [\(.code)]"')" ''
}

# Without UTF-8, troff says of each character that it does not have it.
@test "the tools' manuals have no character that a plain terminal lacks" {
    ! grep -n '\\\[u[0-9A-F]*\]' "$ROOT"/man/*.1 || return 1
    not grep -nP '[^\x00-\x7F]' "$ROOT"/man/*.1
}

# A message stands on one line, as it is looked for, so does a row of a table, and a display as it is shown.
@test "the sources of the manuals fit 80 columns" {
    run awk '
        FNR == 1 { shown = 0 }
        /^\.Bd .*-(literal|unfilled)/ { shown = 1 }
        /^\.Ed/ { shown = 0 }
        length > 80 && !shown && !/^(error|warning|note): .* \[[A-Z]+-[0-9]+\]$/ && !/^\.It (".*|.* Ta .*)/ {
            print FILENAME ":" FNR ": " $0
        }' "$ROOT"/man/*
    [ -z "$output" ] || { echo "wider than 80 columns: $output"; return 1; }
}

@test "the manuals fit a terminal of 80 columns, but for lines that are listed with the reason" {
    cd "$BATS_TEST_TMPDIR"
    for page in "$ROOT"/man/*; do
        mandoc -T ascii "$page" 2>/dev/null | col -bx | awk 'length > 80'
    done >wide
    grep -v '^#' "$ROOT/tests/cli/data/wide-lines" >listed
    run grep -vEf listed wide
    [ -z "$output" ] || { echo "wider than 80 columns: $output"; return 1; }
    while IFS= read -r pattern; do
        grep -qE -- "$pattern" wide || { echo "no line is like $pattern"; return 1; }
    done <listed
}

@test "the words in xpgn-sheets(7) are those of the table" {
    /usr/bin/python3 tests/oracles/sheet_words.py
    /usr/bin/python3 tests/oracles/letters.py
}

@test "its words of each language are read above, between and below the moves" {
    local language white black draw resigns missing
    while IFS=$'\t' read -r language white black draw resigns missing; do
        printf '%s: Huber\n%s: Maier\n\n1. e4 e5\n%s\n' "$white" "$black" "$draw" >"$BATS_TEST_TMPDIR/draw.txt"
        printf '[White "Huber"]\n\n1. e4 e5\n%s %s\n' "$black" "$resigns" >"$BATS_TEST_TMPDIR/resigns.txt"
        printf '1. e4 %s 2. Nf3 a6 *\n' "$missing" >"$BATS_TEST_TMPDIR/missing.txt"
        for sheet in draw resigns missing; do
            xpgn-fmt --import -q --width=0 "$BATS_TEST_TMPDIR/$sheet.txt" 2>/dev/null | grep -E '^(\[White|\[Black|1)' | tr '\n' ' '
        done >"$BATS_TEST_TMPDIR/read"
        [ "$(<"$BATS_TEST_TMPDIR/read")" = '[White "Huber"] [Black "Maier"] 1. e4 e5 1/2-1/2 [White "Huber"] [Black "?"] 1. e4 e5 1-0 1. e4 {[%missing]} 2. Nf3 a6 * ' ] || {
            echo "$language: $(<"$BATS_TEST_TMPDIR/read")"
            return 1
        }
    done < <(/usr/bin/python3 tests/oracles/sheet_words.py --try)
}

@test "each sign in xpgn-sheets(7) is read as it says" {
    local sheet expected
    while IFS='@' read -r sheet expected; do
        printf '%b\n' "$sheet" >"$BATS_TEST_TMPDIR/sheet.txt"
        xpgn-fmt --import -q --width=0 "$BATS_TEST_TMPDIR/sheet.txt" 2>/dev/null |
            sed '/^\[.* "[?*.1]*"\]$/d; /^\[Variant/d; /^$/d' | tr '\n' ' ' >"$BATS_TEST_TMPDIR/read"
        [ "$(<"$BATS_TEST_TMPDIR/read")" = "$expected " ] || {
            echo "$sheet: $(<"$BATS_TEST_TMPDIR/read")"
            return 1
        }
    done <<'END'
White: Huber   Black = Maier\n1. e4 *@[White "Huber"] [Black "Maier"] 1. e4 *
Event: Club\nSite: Hall\nDate: 28.11.2026\nRound: 2\nBoard: 4\n1. e4 *@[Event "Club"] [Site "Hall"] [Date "2026.11.28"] [Round "2"] [Board "4"] 1. e4 *
Time control: 40/90\nOpening: Open\nECO: C00\nArbiter: Roth\n1. e4 *@[Arbiter "Roth"] [ECO "C00"] [Opening "Open"] [TimeControl "40/90"] 1. e4 *
Huber - Maier\n1. e4 *@[White "Huber"] [Black "Maier"] 1. e4 *
Huber vs Maier\n1. e4 *@[White "Huber"] [Black "Maier"] 1. e4 *
Huber (2100) - Maier (1987) 0-1\n1. e4 e5@[White "Huber"] [Black "Maier"] [Result "0-1"] [BlackElo "1987"] [WhiteElo "2100"] 1. e4 e5 0-1
Huber 0 : 1 Maier\n1. e4 e5@[White "Huber"] [Black "Maier"] [Result "0-1"] 1. e4 e5 0-1
White is better +-\n1. e4 e5 *@{White is better +-} 1. e4 e5 *
Club match, board 3, 0-1\n1. e4 e5@[Result "0-1"] {Club match, board 3} 1. e4 e5 0-1
White: Huber\nBlack: Maier\nResult: 1/2-1/2\nRound: 3\n\n1. e4 e5@[Round "3"] [White "Huber"] [Black "Maier"] [Result "1/2-1/2"] 1. e4 e5 1/2-1/2
Черные: Ковалев\nРезультат: 0-1\n1. e4 e5 0-1@[Black "Ковалев"] [Result "0-1"] 1. e4 e5 0-1
Round 3 Board 7\n1. e4 *@[Round "3"] [Board "7"] 1. e4 *
[White "Adam"]\nWhite: Huber\n1. e4 *@[White "Adam"] {White: Huber} 1. e4 *
Played in the garden\n1. e4 *@{Played in the garden} 1. e4 *
Five Dice\n1. e4 d5 *@{Five Dice} 1. e4 d5 *
1 e4 e5\n2 Nf3 Nc6 *@1. e4 e5 2. Nf3 Nc6 *
1.e4 1...e5 2.Nf3 *@1. e4 e5 2. Nf3 *
1. e4 2. e5 3. Nf3 4. Nc6 *@1. e4 e5 2. Nf3 Nc6 *
1. e4 e5 2. Nf3 3. Bb5 a6 *@1. e4 e5 2. Nf3 {[%missing]} 3. Bb5 a6 *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 5-1 *@1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 5 1 *@1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 5 vs 1 *@1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 5/1 *@1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 (5 > 1) *@1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 att 5 def 1 *@1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 A5 D1 *@1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 (IIIII:I) *@1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 ⚄⚀ *@1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *
[Variant "five-dice"]\n\n1. e4 d5 2. exd5 <6:4> c6 3. dxc6 5:2 Nxc6 (6 4 3:2) *@1. e4 d5 2. exd5 <6=6:4=4x> c6 3. dxc6 <5=5:2=2x> Nxc6 <6,4,3=6:2=2x> *
[Variant "combat-chess-2"]\n\n1. (3) e2-e5 *@1. <3> e2-e5 *
[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 <5:?> *@1. e4 d5 2. {[%missing] exd5 <5:?>} *
1) e4 e5 2) Nf3 *@1. e4 e5 2. Nf3 *
1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. 7. O-O d3 8. Qb3 Qf6 9. e5 *@1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. {[%missing]} {[%missing]} 7. O-O d3 8. Qb3 Qf6 9. e5 *
[Variant "combat-chess-2"]\n[FirstRoll "6:4"]\n\n1. <6> -- <2> h7-f5 *@[FirstRoll "6:4"] 1. <6> -- 1... <2> h7-f5 *
1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 BxP 5. c3 Ba5 *@1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 *
1. e4? e5!? 2. Nf3 ± *@1. e4 $2 e5 $5 2. Nf3 $16 *
1. e4 d5 2. Bb5 ch c6 (=) 3. Bd3 (sic) *@1. e4 d5 2. Bb5+ c6 {(=)} 3. Bd3 *
1. e4 c5 2. e5 d5 3. exd6 e.p. *@1. e4 c5 2. e5 d5 3. exd6 *
1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 Bf5 5. bxa8(N) *@1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 Bf5 5. bxa8=N *
1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 Bf5 5. bxa8Q *@1. e4 d5 2. exd5 c6 3. dxc6 a6 4. cxb7 Bf5 5. bxa8=Q *
1. e4 (1:22) e5 (0:03) 2. Nf3 (17/12) *@1. e4 {[%clk 1:22:00]} 1... e5 {[%clk 0:03:00]} 2. Nf3 {(17/12)} *
1. e4 {a knock} e5 ; the door *@1. e4 {a knock} 1... e5 {the door *} *
1. e4 e5 2. Nf3 [?] 3. Bb5 {?} 4. Ba4 --- 5. O-O *@1. e4 e5 2. Nf3 {[%missing]} 3. Bb5 {[%missing]} 4. Ba4 {[%missing]} 5. O-O *
1. e4 missing 2. Nf3 illegible 3. Bb5 ___ 4. Ba4 xxx 5. O-O *@1. e4 {[%missing]} 2. Nf3 {[%missing]} 3. Bb5 {[%missing]} 4. Ba4 {[%missing]} 5. O-O *
1. e4 -- 2. Nf3 " 3. Bb5 *@1. e4 {[%missing]} 2. Nf3 {[%missing]} 3. Bb5 *
1. e4 e5 2. N?3 Nc6 *@1. e4 e5 2. {[%missing] N?3} Nc6 *
1. e4 e5 2. ~~Nc3~~ Nf3 xxxx Nc6 3. Bb5 *@1. e4 e5 {struck out: Nc3} 2. Nf3 Nc6 3. Bb5 *
1. e4 e5 2. ‑‑Nc3‑‑ Ng1→f3 Nc6 *@1. e4 e5 {struck out: Nc3} 2. Nf3 Nc6 *
1. e4 e5 2. Nc3 Nf3 Nc6 3. d4 *@1. e4 e5 {struck out: Nc3} 2. Nf3 Nc6 3. d4 *
1. e4 e5 2. Nf3 Nf3 Nc6 *@1. e4 e5 2. Nf3 {struck out: Nf3} 2... Nc6 *
1. e4 e5 2. Ne3→Nf3 Nc6 (2>1) *@1. e4 e5 2. Nf3 Nc6 {2>1} *
1. e4 e5 2. <del>Nc3</del> Nf3 Nc6 *@1. e4 e5 {struck out: Nc3} 2. Nf3 Nc6 *
1. e4 e5 2. Nf3/Ne3 Nc6 or Nc7 3. Be5 (sic, Bb5) *@1. e4 e5 2. Nf3 Nc6 3. Bb5 *
1. e4 e5 2. Nf3/Nc3 Nc6 *@1. e4 e5 2. {[%missing] Nf3/Nc3} Nc6 *
1. e4 e5 1:0@[Result "1-0"] 1. e4 e5 1-0
1. e4 e5 0,5 : 0,5@[Result "1/2-1/2"] 1. e4 e5 1/2-1/2
1. e4 e5 1-0 time@[Result "1-0"] [Termination "time forfeit"] 1. e4 e5 1-0
1. e4 e5 Schwarz gibt auf@[Result "1-0"] 1. e4 e5 1-0
1. e4 e5\nWhite wins on time@[Result "1-0"] [Termination "time forfeit"] 1. e4 e5 1-0
White: Huber\nBlack: Maier\n1. e4 e5 Maier resigns@[White "Huber"] [Black "Maier"] [Result "1-0"] 1. e4 e5 1-0
1. f3 e5 2. g4 Qh4 mate@[Result "0-1"] 1. f3 e5 2. g4 Qh4# 0-1
1. f3 e5 2. Nh3 Qh4 mate@1. f3 e5 2. Nh3 Qh4+ *
1. e4 e5 resigns@1. e4 e5 {resigns} *
[Result "1-0"]\n\n1. e4 e5 Remis@[Result "1-0"] 1. e4 e5 Remis
1. e4 e5 1-0\nHuber  Maier@[Result "1-0"] 1. e4 e5 {Huber Maier} 1-0
END
}

@test "the examples of xpgn-luck(7) print what it says" {
    load examples
    manual_examples "$ROOT/man/xpgn-luck.7"
}

@test "the examples of xpgn-sheets(7) print what it says" {
    load examples
    manual_examples "$ROOT/man/xpgn-sheets.7"
}

@test "no manual is longer than 600 lines, but those of rules and codes" {
    for page in man/*; do
        name=${page##*/}
        case $name in xpgn-codes.7 | xpgn-rules.7) continue ;; esac
        [ "$(wc -l <"$page")" -le 600 ] || {
            echo "$page has more than 600 lines"
            return 1
        }
    done
}
