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
            options=--check-rules
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
    for file in samples/chess.xpgn samples/chess-attack.xpgn samples/five-dice.xpgn \
        samples/combat-chess-2.xpgn samples/assault-and-siege.xpgn; do
        number=0
        seen=
        while IFS= read -r rule; do
            number=$((number + 1))
            case " $seen " in *" $rule "*) continue ;; esac
            seen="$seen $rule"
            xpgn-fmt --width=64 --game="$number" "$file" |
                sed '/^\[\(Event\|Site\|Date\|Round\|White\|Black\|Result\|SetUp\|XPGN\) /d; /^$/d
                    /^\[Variant "\(chess-attack\|five-dice\|combat-chess-2\|assault-and-siege\)"/d' \
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
        'a2-a3' 'Nc3xc5=Q' 'Bb2@b3' 'K@a5' '<4>' '<5+2=9:2+2=5x>' '<3+1=6w:4+0=6w>' \
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
    sed -n 's/^| `\([a-z*.-]*\)` |.*/\1/p' formats/README.md | grep -v '\.yaml$' >"$keys"
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
        $(pkg-config --libs yaml-0.1) -lm -ldl -pthread
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
        $(pkg-config --libs yaml-0.1) -lm -ldl -pthread
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
