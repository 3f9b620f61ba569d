# SPDX-License-Identifier: MIT
# A start position in another form (xpgn-codes(7), P-01): one warning, and from then on every tool
# does what it does with the value written right.

load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    # found.pgn and right.pgn have a game for each row
    awk -F '\t' '
        function game(file, variant, value) {
            print "[Event \"" n ": " $1 "\"]\n[Site \"?\"]\n[Date \"2026.05.01\"]\n[Round \"" n "\"]" >file
            print "[White \"Ames, R\"]\n[Black \"Boyd, S\"]" >file
            end = $6; sub(/.* /, "", end)
            print "[Result \"" end "\"]\n[FEN \"" value "\"]\n[SetUp \"1\"]" >file
            if (variant != "chess")
                print "[Variant \"" variant "\"]" >file
            print (variant == "chess" ? "" : "[XPGN \"1\"]\n") "\n" $6 "\n" >file
        }
        /^#/ { next }
        {
            n++
            untagged = $3 == "chess960" && $1 !~ / in /
            game("found.pgn", untagged ? "chess" : $3, $4)
            game("right.pgn", $3, $5)
            print n "\t" $1 "\t" $2 >"rows"
        }' "$ROOT/tests/cli/data/starts.tsv"
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return
}

# same COMMAND...: prints the same of both files, and nothing on standard error
same() {
    "$@" <right.pgn >right.out 2>right.err || [ $? -eq 1 ]
    "$@" <found.pgn >found.out 2>found.err || [ $? -eq 1 ]
    [ -s right.out ] || { echo "$*: nothing"; return 1; }
    cmp right.out found.out || { echo "$*"; diff right.out found.out; return 1; }
    cmp right.err found.err || { echo "$*"; diff right.err found.err; return 1; }
}

sorted() {
    xpgn-sort --by=digest | xpgn-fmt
}

divided() {
    rm -rf parts && mkdir parts
    xpgn-split --by=ending -o parts
    (cd parts && for file in *; do echo "$file" && xpgn-fmt "$file"; done)
}

@test "each is one warning with its code, and the right ones have none" {
    xpgn-validate --format=gcc right.pgn >out
    cmp /dev/null out
    xpgn-validate --format=json found.pgn | jq -r 'select(.code) | "\(.game)\t\(.level)\t\(.code)"' >out
    awk -F '\t' '{print $1 "\twarning\t" $3}' rows >expected
    same_output expected out
}

@test "fix and fmt write the value" {
    xpgn-fix -q found.pgn >out
    xpgn-fmt out >fixed
    xpgn-fmt right.pgn >right
    same_output right fixed
    same xpgn-fmt
}

@test "every tool reads the games with it" {
    same xpgn-grep --has=mate -c
    same xpgn-grep --has=castling -c
    same xpgn-grep --where='errors=0' -c
    same xpgn-list --columns=game,plies,result,ending,errors,start,digest
    same xpgn-stats
    same xpgn-stats --format=json
    same xpgn-replay
    same xpgn-replay --each --start
    same xpgn-render-ascii
    same xpgn-render-svg
    same xpgn-odds
    same sorted
    same divided
}

@test "a game page shows it, a sheet with it is no other game, and recording goes on from it" {
    xpgn-render-html found.pgn | grep -F '"FEN","6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"' >/dev/null

    for file in right found; do sed '/^\[Event "2/,$d' "$file.pgn" >"$file-1.pgn"; done
    run_split xpgn-compare right-1.pgn found-1.pgn
    expect 0 '' ''
    xpgn-compare --merge found-1.pgn right-1.pgn | cmp - right-1.pgn
    xpgn-record --xfen='6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 0' new.pgn <<<'Rd8'
    grep -F '[FEN "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"]' new.pgn
}

@test "what only another game has names that game, whatever else is in the position" {
    local board=rnb1kb1r/pppp1ppp/8/8/8/8/PPPP1PPP/RNB1KB1R
    game() { printf '[SetUp "1"]\n[FEN "%s"]\n\n*\n' "$1" | xpgn-validate --format=gcc; }
    for fen in "$board[Nqn] w KQkq - 0 5" "$board[] b - - 3 0" "$board/Nqn w kqKQ - 0 5" "${board/Q/Q~}[q] w KQkq - 0 5"; do
        run_split game "$fen"
        [[ $out == *"crazyhouse or bughouse: not a game that XPGN knows [P-15]" && $out != *$'\n'* ]]
    done
    for fen in "$board w KQkq - 3+2 0 5" "$board w KQkq - 0 5 +1+0"; do
        run_split game "$fen"
        [[ $out == *"three-check: not a game that XPGN knows [P-15]" && $out != *$'\n'* ]]
    done
    # a slash too many is none
    run_split game "$board/ w KQkq - 0 5"
    [[ $out == *'[P-02]' && $status -eq 0 ]]
}

@test "a game of Chess960 is known by its rights alone, and one of chess by a king that has moved" {
    rights() { printf '[FEN "%s"]\n[SetUp "1"]\n\n*\n' "$1" | xpgn-validate --format=gcc | sed 's/.*warning: //'; }
    [[ $(rights 'bbrnkqnr/pppppppp/8/8/8/8/PPPPPPPP/BBRNKQNR w KQkq - 0 1') == "castling rights 'KQkq' of a start position of Chess960"* ]]
    [[ $(rights 'r3kr2/8/8/8/8/8/8/R3KR2 w KQkq - 0 9') == *Chess960* ]] # both alike
    [[ $(rights 'r4k1r/8/8/8/8/8/8/1R1K2R1 w KQ - 0 9') == *Chess960* ]] # two pieces elsewhere
    [[ $(rights 'r3k2r/8/8/8/8/8/8/R2QKR2 w KQkq - 0 9') == "castling rights 'KQkq', expected 'Qkq' [P-06]" ]]
    [[ $(rights '2kr3r/8/8/8/8/8/8/2KR3R w Kk - 0 9') == "castling rights 'Kk', expected '-' [P-06]" ]]
    [[ $(rights '1rr3k1/p3ppbp/3pbnp1/7P/qP1BP1P1/5P2/1PPQ4/1NKR1B1R b Kq - 0 1') == "castling rights 'Kq', expected '-' [P-06]" ]]
    # a Variant that says otherwise is changed
    printf '[FEN "bbrnkqnr/pppppppp/8/8/8/8/PPPPPPPP/BBRNKQNR w HChc - 0 1"]\n[SetUp "1"]\n[Variant "Standard"]\n\n1. g3 *\n' >a.pgn
    [[ $(xpgn-fix -q a.pgn) == *'[Variant "chess960"]'* ]]
    [[ $(xpgn-fmt a.pgn) == *'[Variant "chess960"]'* ]]
    # where no game has such castling, the rights are left out
    printf '[FEN "bbrnkqnr/pppppppp/8/8/8/8/PPPPPPPP/BBRNKQNR w KQkq - 0 1"]\n[SetUp "1"]\n[Variant "five-dice"]\n\n*\n' >a.pgn
    [[ $(xpgn-validate --format=gcc a.pgn) == *"expected 'Kk' [P-06]" ]]
}
