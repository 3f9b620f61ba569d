#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows the tools at work on the samples, about a screen each: what it is about in a few words, the
# command line, and what it prints.
set -u
cd "$(dirname "$0")/../.." || exit 2
PATH=${XPGN_BIN:-$PWD/build/bin}:$PATH

bold='' dim='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
    bold=$(printf '\033[1m') dim=$(printf '\033[2m') plain=$(printf '\033[m')
fi

title() {
    printf '\n%s%s%s\n' "$bold" "$1" "$plain"
    printf '%s\n\n' "$1" | sed 's/./=/g'
}

say() {
    printf '%s\n' "$@" ''
}

# show COMMANDLINE: prints it and runs it. What a tool finds wrong is no trouble; trouble ends the
# demonstration.
show() {
    printf '%s$ %s%s\n' "$dim" "$1" "$plain"
    status=0
    sh -c "$1" 2>&1 || status=$?
    if [ "$status" -ge 2 ]; then
        printf 'demo: exit status %s\n' "$status" >&2
        exit "$status"
    fi
    echo
}

title 'A record'
say "XPGN is PGN with one new token, the roll. In the fourth move here a pawn attacks" \
    "with the support of one piece and a die of 5, in all 8; the pawn that it attacks" \
    "has the support of two and a die of 2, in all 5, and is removed. Written down at" \
    "the board are the dice. The rest follows from the position, and stands there so" \
    "that nobody has to take it on trust."
show "sed -n '/CA-3: knight/,/^1/p' samples/chess-attack.xpgn"

title 'xpgn-validate: is it right?'
say "Four score sheets of one evening. On three of them everything is as it should be," \
    "and nothing is said about them."
show 'xpgn-validate samples/sheets/*.xpgn'
say "The same, and how many games and turns there were:"
show 'xpgn-validate -v samples/*.xpgn'
say "What the referee says to a combat in the first of these games:"
show "xpgn-validate --explain samples/club.xpgn | sed -n '1,/CA-5/p'"

title 'xpgn-replay: what became of it?'
say "The final positions of five games, in FEN with * for wounded pieces and brackets" \
    "for pieces off the board:"
show 'xpgn-replay samples/club.xpgn'
say "Or the board at one turn:"
show 'xpgn-replay --game=1 --at=14b --format=ascii samples/club.xpgn'

title 'xpgn-render-ascii: how does it look in the rulebook?'
say "A combat with everybody who takes part in it:"
show 'xpgn-render-ascii --game=1 --at=6w --combats samples/club.xpgn'
say "The last turns of another game, side by side:"
show 'xpgn-render-ascii --game=2 --each --across=4 --style=compact --no-turn samples/club.xpgn | tail -n 19'

title 'xpgn-odds: was that to be expected?'
show 'xpgn-odds --game=1 --at=6w samples/club.xpgn'

title 'xpgn-stats: how was it, all in all?'
show 'xpgn-stats --game=1 samples/club.xpgn'

title 'xpgn-fmt: how is it written?'
say "With the dice only, as it comes from the board ..."
show 'xpgn-fmt --minimal --game=1 samples/club.xpgn | tail -n 8'
say "... with everything that follows from them ..."
show 'xpgn-fmt --minimal --game=1 samples/club.xpgn | xpgn-fmt | tail -n 9'
say "... and for programs that take only plain PGN:"
show 'xpgn-fmt --comment-form --game=1 samples/club.xpgn | tail -n 10'

title 'And from here?'
say "The programs are in ${XPGN_BIN:-$PWD/build/bin}. To use them by their names in this shell:" \
    "PATH=${XPGN_BIN:-$PWD/build/bin}:\$PATH" 'To install them: sudo make install'
say 'README.md and samples/COMMANDS.md have more. The manuals: man -l man/xpgn.5 (the format),' \
    'man/xpgn-rules.7 (the games, rule by rule), man/xpgn-codes.7 (what can be wrong).' \
    'samples/ has a game for every rule and a broken one for every code.'
exit 0
