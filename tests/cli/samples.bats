# SPDX-License-Identifier: MIT
# The samples: every rule has a game that shows it, every code a record that is wrong by it.

load helper

GOOD="samples/chess.xpgn samples/chess-without-check.xpgn samples/dice-chess-three.xpgn samples/dice-chess.xpgn
    samples/dice-chess-pair.xpgn samples/chess-attack.xpgn samples/five-dice.xpgn samples/single-combat-chess.xpgn samples/polyhedral-chess-war.xpgn samples/reckless-chess.xpgn
    samples/hit-points-chess.xpgn samples/chess-to-the-death.xpgn samples/chess-or-die-trying.xpgn
    samples/combat-chess-2.xpgn samples/assault-and-siege.xpgn samples/club.xpgn"

# Codes and rules that no broken sample can have, and why.
NONE='
CA-6   where pieces stand after a combat is not written; who gets it wrong breaks CA-1 or CA-2
CA-7   counts and totals of an en passant attack are charged to CA-3, fates to CA-4 and CA-5
CA-15  counts and totals are charged to CA-3
CA-16  there is nothing to break: no game ends by it
FD-9   castling that is not allowed is charged to FD-1
CC-11  what the pawn has become is not written
AS-12  there is nothing to break: no game ends by it
'

# broken_file CODE: its sample, in $file
broken_file() {
    for file in "samples/broken/$1.xpgn" "samples/broken/$1.yaml" "samples/event/$1.xpgn"; do
        if [ -f "$file" ]; then
            return
        fi
    done
    return 1
}

# options_for CODE LEVEL: what xpgn-validate has to be told to see it
options_for() {
    case $1:$2 in
    Y-*) echo --check-rules --lint ;;
    L-09:*) echo --max-game=1K ;;
    T-18:*) echo --require=Round ;;
    *:lint) echo --lint ;;
    esac
}

# The line below the one that says in words what is wrong; a file without `ruleset:` is wrong as a
# whole.
expected_line() {
    case $1 in
    */Y-06.yaml | */L-16.xpgn) echo 1 ;;
    *.yaml) awk '/^# / && !/SPDX/ {print NR + 1; exit}' "$1" ;;
    *) LC_ALL=C awk '/^% / {print NR + 1; exit}' "$1" ;;
    esac
}

@test "the good samples validate without a word, also under --lint" {
    # shellcheck disable=SC2086
    clean --lint $GOOD
}

@test "the good samples are in export form" {
    # shellcheck disable=SC2086
    canonical $GOOD
}

@test "every rule id has a game that shows it" {
    list_codes
    # shellcheck disable=SC2086
    shown=$(sed -n 's/^\[Event "\([A-Z]*-[0-9]*\): .*/\1/p' $GOOD | sort -u)
    [ -n "$shown" ]
    awk '$1 ~ /^[LTMRPXEY]-/ {next} {print $1}' "$codes" | while read -r rule; do
        grep -qx "$rule" <<<"$shown" || {
            echo "no game in samples/ shows $rule"
            return 1
        }
    done
    # and none shows a rule that does not exist
    for rule in $shown; do
        grep -q "^$rule " "$codes" || {
            echo "samples/ shows $rule, which is no rule"
            return 1
        }
    done
}

@test "every code and rule has a broken sample, or a reason why it has none" {
    list_codes
    local known=$'\n'$(<"$codes") none=$'\n'$NONE
    while read -r code _; do
        if broken_file "$code"; then
            [[ $none != *$'\n'"$code "* ]] || {
                echo "$code has a broken sample and stands in the list of those that have none"
                return 1
            }
        else
            [[ $none =~ $'\n'"$code "\ *[a-z] ]] || {
                echo "no samples/broken/$code.xpgn"
                return 1
            }
        fi
    done <"$codes"
    for file in samples/broken/*; do
        code=${file##*/}
        code=${code%.*}
        [[ $known = *$'\n'"$code "* ]] || {
            echo "$file: no such code"
            return 1
        }
    done
}

@test "a broken sample is wrong by its code, in the line that it says, and has no other fault" {
    list_codes
    bad=0
    while read -r code level; do
        case $code in E-*) continue ;; esac
        broken_file "$code" || continue
        line=$(expected_line "$file")
        # shellcheck disable=SC2046
        run_split xpgn-validate --format=gcc $(options_for "$code" "$level") "$file"
        wanted=1
        if [ "$level" != error ]; then wanted=0; fi
        case $code in Y-1[012]) wanted=0 ;; Y-*) wanted=2 ;; esac
        # one line that begins with the file; more may follow about the ruleset as a whole
        if [[ ${out%%$'\n'*} != "$file:$line:"+([0-9])": $level: "*" [$code]" ]] || [ "$status" -ne "$wanted" ] ||
            [[ $out == *$'\n'samples/broken/* ]]; then
            echo "$file: expected line $line, $level, $code, status $wanted, and no more; status $status:"
            cat "$out_file"
            bad=1
        fi
    done <"$codes"
    [ "$bad" -eq 0 ]
}

@test "the sample of a code of events is wrong by it alone, and its records are good" {
    list_codes
    while read -r code level; do
        case $code in E-*) ;; *) continue ;; esac
        run_split about_event "$code"
        [[ $out == samples/event/$code.*": $level: "*" [$code]" ]] || { echo "$code: $out"; return 1; }
        [ "$(wc -l <"$out_file")" -eq 1 ]
        [ "$status" -eq "$([ "$level" = error ] && echo 1 || echo 0)" ]
        [ "$code" = E-16 ] || clean "samples/event/$code.xpgn"
    done <"$codes"
}

@test "the game after the broken one is read" {
    mkdir "$BATS_TEST_TMPDIR/right" "$BATS_TEST_TMPDIR/found"
    for file in samples/broken/*.xpgn; do
        local most=1K
        [[ $file != */T-22.xpgn ]] || most=4K # it is sealed
        run_split xpgn-replay --game=2 --max-game=$most "$file"
        [ "$status" -eq 0 ] && [ -n "$out" ] && [[ $out != *$'\n'* ]] && [ -z "$err" ] || {
            echo "$file: status $status: $out $err"
            return 1
        }
        xpgn-validate --game=2 --good="$BATS_TEST_TMPDIR/found/${file##*/}" "$file"
    done
    # Its own bytes, to the last one, and an empty line.
    LC_ALL=C awk -v folder="$BATS_TEST_TMPDIR/right/" '
        FNR == 1 { if (to) print "" >to; on = 0; to = FILENAME; sub(/.*\//, folder, to) }
        /^\[Event "The next game"\]/ { on = 1 }
        on { print >to }
        END { print "" >to }' samples/broken/*.xpgn
    diff -r "$BATS_TEST_TMPDIR/right" "$BATS_TEST_TMPDIR/found"
}

@test "of the score sheets the fourth has one slip and the others none" {
    run_split xpgn-validate --format=gcc samples/sheets/*.xpgn
    [ "$status" -eq 1 ]
    [ "$(wc -l <"$out_file")" -eq 1 ]
    [[ $out == samples/sheets/board4.xpgn:9:*'[CA-3]' ]]
}

@test "nothing in samples/ is copied from one file to another" {
    # Each sample game is its own: no two have the same tags and moves.
    # shellcheck disable=SC2086
    xpgn-fmt $GOOD | grep '^\[Event' | grep -v 'Club evening' >"$BATS_TEST_TMPDIR/events"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/events")" -ge 60 ]
    [ -z "$(sort "$BATS_TEST_TMPDIR/events" | uniq -d)" ]
}
