#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-fmt --import: files and texts, before single words. tests/unit/test_decode.c has the forms one by one.

# shellcheck disable=SC2154 # out, err, status are set by run_split

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# decodes WRITTEN MOVES SAID: a file in which the same game is written otherwise
decodes() {
    printf '%b' "$1" >game.txt
    run_split xpgn-fmt --import --width=0 game.txt
    moves=$(grep -v '^\[' "$out_file" | tr -s '\n' ' ')
    [ "$status$moves" = "0 $2 " ] && [ "$err" = "${3:+xpgn-fmt: game.txt: decoded: $3}" ] || {
        printf '%s\n' "$status" "$moves" "$err"
        return 1
    }
}

@test "entities, dashes, halves and spaces in movetext" {
    decodes '[Variant "chess-attack"]\n\n1. e4 d5 2. exd5 &lt;5:1&gt; &frac12;&ndash;&#189;\n' \
        '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> 1/2-1/2' '5 HTML entities'
    decodes '1.\u00a0e4\u2003e5 2.\u202fNf3 d5 1\u20130\n' '1. e4 e5 2. Nf3 d5 1-0' ''
    decodes '1. e4 e5 2. N\u200bf3 Nc6\u200b3. Bb5 a6 4. O\u2013O *\n' '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *' \
        '2 zero-width characters'
    decodes '\u200b# | White \u200b| \u200bBlack\n1 \u200b| \u200be4 \u200b| \u200be5\n2 \u200b| \u200bNf3 \u200b| \u200bNc6\u200b\n' \
        '1. e4 e5 2. Nf3 Nc6 *' '2 rows of a table'
}

@test "tag values: quotes of any kind, entities, full-width digits; names keep theirs" {
    printf '%b' '[White \u201eM&uuml;ller &quot;Tal&quot;\u201c]\n[Black \u00bbB\u00ab]\n[Event "The \u201cBig\u201d"]\n' \
        '[Date "\uff12\uff10\uff12\uff14.01.02"]\n[Site "\uff21"]\n\n1. e4 *\n' >game.txt
    run_split xpgn-fmt --import game.txt
    [ "$err" = 'xpgn-fmt: game.txt: decoded: 3 HTML entities, 2 tags in other quotes, 4 full-width characters' ]
    [[ $out == *'[Event "The “Big”"]'*'[Site "Ａ"]'*'[Date "2024.01.02"]'*'[White "Müller \"Tal\""]'*'[Black "B"]'* ]]
}

@test "UTF-16, with games in it as in UTF-8, packed too" {
    printf '[White "Å"]\r\n\r\n1. e4 {é} e5 *\r\n' >good.pgn
    xpgn-fmt good.pgn >good
    for code in utf-16 utf-16le utf-16be; do
        iconv -f utf-8 -t $code good.pgn >$code.pgn
        run_split xpgn-fmt --import $code.pgn
        [ "$status $err" = "0 xpgn-fmt: $code.pgn: decoded: UTF-16" ]
        same_output good "$out_file"
        same_output good <(gzip -c $code.pgn | xpgn-fmt --import -q 2>&1)
    done
}

@test "mail and Markdown: text around records is left out, and lines keep their numbers" {
    decodes 'Hello,\n\n> > [White "A"]\n> >\n> > 1. e4 {a\n> > b} e5 *\n> ok\n-- \nBob\n' '1. e4 {a b} 1... e5 *' \
        '5 quoted lines, 4 lines left out'
    decodes 'My game:\n```pgn\n1. e4 e5 *\n```\n1. a4 is bad\n~~~\n1. d4 *\n~~~\n' '1. e4 e5 * 1. d4 *' '2 fences, 2 lines left out'
    printf 'My game:\n\n```\n[White "A"]\n\n1. e4 Sf5 *\n```\n' >game.txt
    run_split xpgn-fmt --import game.txt
    [ "$status" -eq 1 ]
    [[ $err == 'game.txt:4: game 1: not imported: '* ]]
    run_split xpgn-fmt --import -w -q game.txt
    [ "$status" -eq 2 ]
    [[ $err == *'xpgn-fmt: game.txt: not rewritten: it is a table, or has text around the records' ]]
    [ "$(head -n 1 game.txt)" = 'My game:' ]
}

@test "what has nothing to decode goes through byte for byte, and --quiet says nothing" {
    for file in "$ROOT"/samples/*.xpgn "$ROOT"/samples/sheets/*.xpgn "$ROOT"/tests/defects/good.pgn; do
        run_split xpgn-fmt --import "$file"
        [[ $err != *decoded* ]]
    done
    printf '1. e4 &amp; e5 *' >game.txt
    run_split xpgn-fmt --import --quiet game.txt
    [[ $err != *decoded* ]]
    printf '1. e4 &#101;5 *' >one.txt
    printf '1. d4 *' >two.txt
    run_split xpgn-fmt --import one.txt two.txt one.txt
    [ "$err" = $'xpgn-fmt: one.txt: decoded: 1 HTML entity\nxpgn-fmt: one.txt: decoded: 1 HTML entity' ]
}

@test "many threads say the same" {
    for _ in {1..6000}; do
        printf '> [White &quot;A&quot;]\n>\n> 1. e4 e5 {a &lt; comment that takes some room} *\n>\n'
    done >many.txt
    run_split xpgn-fmt --import -j1 many.txt
    [[ $err == *$'xpgn-fmt: many.txt: decoded: '* ]]
    same_output <(xpgn-fmt --import -j1 many.txt 2>&1) <(xpgn-fmt --import -j3 many.txt 2>&1)
}
