#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn-fmt: the canonical form and its variants, and the files that are not in it.
# shellcheck disable=SC2154 # run_split sets them

load helper
load examples

GOLDEN=$ROOT/tests/cli/golden

setup() {
    mkdir "$BATS_TEST_TMPDIR/here"
    cd "$BATS_TEST_TMPDIR/here" || return
    cp -r "$ROOT/samples/round3" .
    chmod -R u+w round3
    printf '1. e4 {a b} e5 *\n' >messy.pgn
    xpgn-fmt messy.pgn >clean.pgn
    printf '[Event "Broken"]\n\n1. e4 Ke7 *\n' >broken.pgn
}

# unchanged FILE OPTION...: to write it again makes no difference
unchanged() {
    local file=$1
    shift
    xpgn-fmt "$@" "$file" 2>/dev/null | cmp - "$file"
}

@test "a record as people write it takes the canonical form" {
    run_split xpgn-fmt "$GOLDEN/fmt.xpgn"
    [ "$status" -eq 1 ]
    same_output "$GOLDEN/fmt.canonical.xpgn" "$out_file"
    [[ $err == *"error: the pawn on e7 of the same side is in the way [C-1]"* ]]
}

@test "rolls in comments, and dice only" {
    run_split xpgn-fmt --comment-form "$GOLDEN/fmt.xpgn"
    same_output "$GOLDEN/fmt.comment.xpgn" "$out_file"
    run_split xpgn-fmt --minimal "$GOLDEN/fmt.xpgn"
    same_output "$GOLDEN/fmt.minimal.xpgn" "$out_file"
}

@test "every form becomes the canonical one again" {
    for form in canonical comment minimal; do
        run_split xpgn-fmt "$GOLDEN/fmt.$form.xpgn"
        same_output "$GOLDEN/fmt.canonical.xpgn" "$out_file"
    done
}

@test "to write twice is to write once, in every form" {
    for options in --comment-form --minimal '--minimal --comment-form' --no-comments \
        --no-variations --no-nags --width=30 --width=0; do
        for file in "$GOLDEN/fmt.xpgn" "$ROOT"/samples/*.xpgn "$ROOT"/samples/sheets/*; do
            # shellcheck disable=SC2086 # words
            xpgn-fmt $options "$file" >once 2>/dev/null || [ $? -eq 1 ]
            [ -s once ]
            # shellcheck disable=SC2086
            unchanged once $options
        done
    done
}

@test "the samples are in canonical form" {
    canonical "$ROOT"/samples/*.xpgn
}

@test "lines end before column 80, or where it is wanted" {
    # longest FROM TO: the longest line of movetext has one of these lengths
    longest() { awk -v from="$1" -v to="$2" '!/^\[/ && length > max { max = length } END { exit max < from || max > to }'; }
    xpgn-fmt "$ROOT"/samples/*.xpgn | longest 75 79
    xpgn-fmt --width=40 "$ROOT"/samples/chess.xpgn | longest 36 40
    run_split xpgn-fmt --width=0 "$ROOT/samples/chess.xpgn"
    games=$(grep -c '^\[Event ' "$out_file")
    [ "$(grep -vc '^\[' "$out_file")" -eq "$((games * 3))" ]
    [ "$games" -eq "$(grep -c '^\[Event ' "$ROOT/samples/chess.xpgn")" ]
}

@test "the comments of one place become one: all commands, then all prose" {
    {
        printf '[Event "?"]\n\n1. e4 {[%%clk 1]  a b} {[%%eval 0.3][%%clk 2] c %%d} $1 e5 {x [y} {[%%emt 1]}\n'
        printf '2. Nf3 {[%%eval 1] ] q} {[%%a 1][%%b 2][%%c 3][%%d 4][%%e 5][%%f 6][%%g 7][%%h 8]}\n'
        printf 'Nc6 {a}{b}{c}{d}{e}{[%%q 1]} 3. Bb5 {[%%x} {y]} a6 *\n'
    } >several.pgn
    run_split xpgn-fmt several.pgn
    sed '1,/^$/d' "$out_file" >got
    cat >want <<'END'
1. e4 $1 {[%clk 1] [%eval 0.3] [%clk 2] a b c %d} 1... e5 {[%emt 1] x [y}
2. Nf3 {[%eval 1] [%a 1] [%b 2] [%c 3] [%d 4] [%e 5] [%f 6] [%g 7] [%h 8] ] q}
2... Nc6 {[%q 1] a b c d e} 3. Bb5 {[%x y]} 3... a6 *

END
    diff -u want got
}

@test "comments, variations and NAGs are left out on demand" {
    printf '1. e4! {a [%%clk 1]} (1. d4) e5 *\n' >all.pgn
    run_split xpgn-fmt --no-comments all.pgn
    [ "$(tail -n 2 "$out_file")" = '1. e4 $1 (1. d4) 1... e5 *' ]
    run_split xpgn-fmt --no-variations all.pgn
    [ "$(tail -n 2 "$out_file")" = '1. e4 $1 {[%clk 1] a} 1... e5 *' ]
    run_split xpgn-fmt --no-nags all.pgn
    [ "$(tail -n 2 "$out_file")" = '1. e4 {[%clk 1] a} (1. d4) 1... e5 *' ]
    run_split xpgn-fmt --no-comments --comment-form "$ROOT/samples/club.xpgn"
    [ "$status" -eq 0 ]
    grep -q '\[%roll ' "$out_file"
}

@test "errors in variations that are left out do not matter" {
    printf '1. e4 (1. Ke7) e5 *\n' >bad.pgn
    run_split xpgn-fmt bad.pgn
    [ "$status" -eq 1 ]
    run_split xpgn-fmt --no-variations bad.pgn
    [ "$status" -eq 0 ]
}

@test "a game with errors is copied as UTF-8, the others are written" {
    printf '[Event "Broken"]\r\n\r\n1. e4  Ke7 {\351} *\r\n\r\n1. e4  e5 *' >mixed.pgn
    run_split xpgn-fmt mixed.pgn
    [ "$status" -eq 1 ]
    [[ $err == 'mixed.pgn:3:8: error: '* ]]
    head -c 40 mixed.pgn | iconv -f latin1 -t utf-8 >first
    head -c 41 "$out_file" | cmp - first
    [ "$(tail -n 2 "$out_file")" = '1. e4 e5 *' ]
}

@test "a % behind a result begins no escape line, neither here nor in what is written" {
    for text in '*%x' '*%x\n1. e4 *' '* %x 1. e4 *' '*\n\n %x\n[White "a"]\n\n*'; do
        for force in none walk; do
            printf '%b\n' "$text" >behind.pgn
            XPGN_FORCE=$force run_split xpgn-fmt behind.pgn
            [ "$status" -eq 1 ]
            [[ $err == *"error: unknown token '%x' [L-06]"* ]]
            grep '^[ *]%x' "$out_file"
            cp "$out_file" once
            XPGN_FORCE=$force unchanged once
            run_split xpgn-fmt --check - <once
            [ -z "$out" ]
        done
    done
}

@test "a warning of what is left out, and of nothing else" {
    printf '1. e4  e5+ 3. Nf3 *\n' >other.pgn
    run_split xpgn-fmt other.pgn
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    printf '1. e4 (1. d4 1-0) e5 *\n' >inside.pgn
    run_split xpgn-fmt inside.pgn
    [ "$status" -eq 0 ]
    [[ $err == *'warning: result inside a variation [X-06]'* ]]
    [ "$(grep -c warning "$err_file")" -eq 1 ]
}

@test "standard input, several files and compressed files are one stream" {
    [ -s clean.pgn ]
    cat clean.pgn clean.pgn clean.pgn >three
    gzip -k messy.pgn
    run_split xpgn-fmt messy.pgn - messy.pgn.gz < <(cat messy.pgn)
    [ "$status" -eq 0 ]
    same_output three "$out_file"
    run_split xpgn-fmt --game=2 messy.pgn clean.pgn
    same_output clean.pgn "$out_file"
}

@test "--check lists the files that are not canonical" {
    run_split xpgn-fmt --check clean.pgn
    expect 0 '' ''
    run_split xpgn-fmt --check messy.pgn clean.pgn round3/b1.xpgn
    expect 1 'messy.pgn
round3/b1.xpgn' ''
    run_split xpgn-fmt --check --comment-form clean.pgn
    expect 0 '' ''
    run_split xpgn-fmt --check --minimal round3/b1.xpgn
    expect 1 'round3/b1.xpgn' ''
    run_split xpgn-fmt --check <messy.pgn
    expect 1 '<stdin>' ''
}

@test "--check sees every byte" {
    head -c -1 clean.pgn >short.pgn
    (cat clean.pgn && echo) >long.pgn
    (printf '\357\273\277' && cat clean.pgn) >bom.pgn
    sed 's/$/\r/' clean.pgn >crlf.pgn
    (echo && cat clean.pgn) >late.pgn
    cat clean.pgn clean.pgn >two.pgn
    (cat clean.pgn && echo && cat clean.pgn) >apart.pgn
    : >empty.pgn
    run_split xpgn-fmt --check short.pgn long.pgn bom.pgn crlf.pgn late.pgn two.pgn apart.pgn empty.pgn
    expect 1 'short.pgn
long.pgn
bom.pgn
crlf.pgn
late.pgn
apart.pgn' ''
    for file in crlf late apart; do
        gzip "$file.pgn"
        run_split xpgn-fmt --check "$file.pgn.gz"
        expect 1 "$file.pgn.gz" ''
    done
    gzip two.pgn
    run_split xpgn-fmt --check two.pgn.gz
    expect 0 '' ''
}

@test "--check reports errors, and a broken game by itself is as it would be written" {
    (cat broken.pgn && echo) >alone.pgn
    run_split xpgn-fmt --check alone.pgn clean.pgn
    [ "$status" -eq 1 ]
    [ -z "$out" ]
    [[ $err == 'alone.pgn:3:7: error: '* ]]
    run_split xpgn-fmt --check alone.pgn - < <(cat alone.pgn)
    [ -z "$out" ]
}

@test "a terminal is shown what a file would have of --diff" {
    needs_terminal
    xpgn-fmt --diff round3/b2.xpgn >file || [ $? -eq 1 ]
    TERM=xterm script -qec 'xpgn-fmt --diff round3/b2.xpgn' /dev/null </dev/null >seen || true
    tr -d '\r' <seen | diff file -
}

@test "--diff shows what would change" {
    run_split xpgn-fmt --diff clean.pgn
    expect 0 '' ''
    run_split xpgn-fmt --diff clean.pgn round3/b2.xpgn
    expect 1 '--- round3/b2.xpgn
+++ round3/b2.xpgn
@@ -8,4 +8,6 @@
 [Variant "chess-attack"]
 [XPGN "1"]
 
-1. Nc3 d5 2. Nxd5 <5:1> Qxd5 <2:1> 3. Nf3 Qxd2 <5:6> 1-0
+1. Nc3 d5 2. Nxd5 <5+0=8:1+1=5x> Qxd5 <2+0=6:1+0=3x> 3. Nf3
+Qxd2 <5+0=9x:6+4=15> 1-0
+' ''
    cp "$out_file" expected
    sed -i 's|round3/b2.xpgn|<stdin>|' expected
    run_split xpgn-fmt --diff <round3/b2.xpgn
    same_output expected "$out_file"
    sed -i 's|<stdin>|b2.xpgn.gz|' expected
    gzip -c round3/b2.xpgn >b2.xpgn.gz
    run_split xpgn-fmt --diff b2.xpgn.gz
    same_output expected "$out_file"
}

@test "what --diff shows is a patch" {
    cat "$GOLDEN/fmt.xpgn" >mine.xpgn
    xpgn-fmt --diff mine.xpgn >change.diff 2>/dev/null || [ $? -eq 1 ]
    command -v patch >/dev/null || skip 'needs patch'
    patch -s mine.xpgn change.diff
    same_output "$GOLDEN/fmt.canonical.xpgn" mine.xpgn
}

@test "--check and --diff together list and show" {
    run_split xpgn-fmt --check --diff messy.pgn
    [ "$status" -eq 1 ]
    [[ $out == $'messy.pgn\n--- messy.pgn\n'* ]]
}

@test "--write rewrites what would change, and nothing else" {
    chmod 640 messy.pgn
    ln -s messy.pgn link.pgn
    touch -d 2001-01-01 clean.pgn
    run_split xpgn-fmt -w link.pgn clean.pgn
    expect 0 '' ''
    same_output clean.pgn messy.pgn
    [ -L link.pgn ]
    [ "$(stat -c %a messy.pgn)" = 640 ]
    [ "$(stat -c %Y clean.pgn)" -lt 1000000000 ]
    [ "$(find . -name '*.??????' ! -name '*.pgn' -type f | wc -l)" -eq 0 ]
}

@test "--write keeps broken games and reports them" {
    cat broken.pgn messy.pgn >both.pgn
    run_split xpgn-fmt --write both.pgn
    [ "$status" -eq 1 ]
    [ -z "$out" ]
    [[ $err == 'both.pgn:3:7: error: '* ]]
    (cat broken.pgn && echo && cat clean.pgn) | cmp - both.pgn
}

@test "--write leaves alone what it cannot rewrite" {
    gzip -k messy.pgn
    cp messy.pgn.gz before
    run_split xpgn-fmt -w messy.pgn.gz
    expect 2 '' 'xpgn-fmt: messy.pgn.gz: only a regular, uncompressed file can be rewritten'
    cmp before messy.pgn.gz
    (printf '1. e4  {' && head -c 5000 /dev/zero | tr '\0' a && printf '} *\n') >big.pgn
    cp big.pgn before
    run_split xpgn-fmt -w --max-game=1K big.pgn
    [ "$status" -eq 2 ]
    [[ $err == *'xpgn-fmt: big.pgn: not rewritten: a game is too large'* ]]
    cmp before big.pgn
    run_split xpgn-fmt -w none.pgn messy.pgn
    [ "$status" -eq 2 ]
    [[ $err == *none.pgn* ]]
    same_output clean.pgn messy.pgn
}

@test "a width that is none is refused" {
    for width in -1 x; do
        run_split xpgn-fmt --width=$width
        [ "$status" -eq 2 ]
        [ -z "$out" ]
        [[ $err == 'xpgn-fmt: '* ]]
    done
}

@test "a full disk and a missing file are noticed" {
    for options in '' --check --diff; do
        status=0
        # shellcheck disable=SC2086 # words
        xpgn-fmt $options messy.pgn >/dev/full 2>err || status=$?
        [ "$status" -eq 2 ]
        grep -q 'No space left' err
        # shellcheck disable=SC2086
        run_split xpgn-fmt $options none.pgn
        expect 2 '' 'xpgn-fmt: none.pgn: No such file or directory'
    done
}

@test "the output does not depend on the number of threads" {
    { cat "$GOLDEN/fmt.xpgn"; echo; } >once
    copies 400 once >many
    xpgn-fmt -j1 many >one 2>one.err || [ $? -eq 1 ]
    [ "$(grep -c '^\[Event ' one)" -ge 400 ]
    [ "$(grep -c error: one.err)" -ge 400 ]
    xpgn-fmt -j8 many >eight 2>eight.err || [ $? -eq 1 ]
    cmp one eight
    cmp one.err eight.err
}

@test "the story: dice-only sheets become an archive" {
    xpgn-validate --good ok.xpgn --bad back.xpgn round3/*.xpgn >/dev/null || [ $? -eq 1 ]
    run_split xpgn-fmt ok.xpgn
    [ "$status" -eq 0 ]
    cp "$out_file" archive.xpgn
    grep -q '2\. exd5 <5+0=7w:1+1=5x>' archive.xpgn
    run_split xpgn-validate archive.xpgn
    expect 0 '' ''
    run_split xpgn-fmt --check archive.xpgn
    expect 0 '' ''
}

@test "the examples of the manual print what it says" {
    manual_examples "$ROOT/man/xpgn-fmt.1"
}

@test "two hundred thousand commands within each other are untangled in one go" {
    cd "$BATS_TEST_TMPDIR"
    # many TEXT: that often
    many() {
        yes "$1" | head -n 200000 | tr -d '\n'
    }
    for text in '[%a |' '[%a |]' '[%a [|] ' '[%a|[%b 1][' ']|[%a '; do
        { printf '1. e4 {' && many "${text%|*}" && many "${text#*|}" && printf '} e5 *\n'; } >deep.pgn
        xpgn-fmt deep.pgn >once
        xpgn-fmt once >twice
        cmp once twice
        [ "$(wc -c <once)" -ge 200000 ]
    done
}

@test "--digest names the rules, once, and nothing else does" {
    printf '[Variant "chess-attack"]\n[RuleOptions "rescue"]\n\n1. e4 *\n' >attack.xpgn
    printf '1. e4 *\n' >chess.pgn
    run_split xpgn-fmt attack.xpgn
    [[ $out != *RulesDigest* ]]
    run_split xpgn-fmt --digest attack.xpgn chess.pgn
    [ "$status" -eq 0 ]
    [ "$(grep -c '^\[RulesDigest "sha256:[0-9a-f]\{64\}"\]$' "$out_file")" -eq 1 ]
    [ "$(grep -A1 '^\[RuleOptions' "$out_file" | tail -n 1 | cut -c1-13)" = '[RulesDigest ' ]
    cp "$out_file" once
    xpgn-validate --strict once
    xpgn-fmt --digest once | cmp - once
    xpgn-fmt once | cmp - once
    run_split xpgn-fmt --digest --no-digest once
    [ "$status" -eq 2 ]
    [ "$out" = '' ]
    [[ $err == 'xpgn-fmt: --digest and --no-digest cannot be combined'* ]]
    # by other rules it is an error
    sed 's/ "rescue"/ "king-safety"/' once >other.xpgn
    run_split xpgn-validate --format=gcc other.xpgn
    [[ $out == *'[T-07]' ]]
}

@test "a legal action that was only written wrongly, and stood, is written alike twice" {
    cat >"$BATS_TEST_TMPDIR/stood.xpgn" <<'END'
[SetUp "1"]
[FEN "7k/8/8/8/8/8/4r3/4K3 w - - 0 1"]
[Variant "chess-attack"]
[RuleOptions "king-safety"]

1. Ke2 <5+0=9:1+0=3x> {[%illegal stood]} *
END
    xpgn-fmt "$BATS_TEST_TMPDIR/stood.xpgn" >"$BATS_TEST_TMPDIR/once"
    grep -qxF '1. Kxe2 <5+0=9:1+0=3x> {[%illegal stood]} *' "$BATS_TEST_TMPDIR/once"
    xpgn-fmt "$BATS_TEST_TMPDIR/once" | cmp - "$BATS_TEST_TMPDIR/once"
}

@test "the last move is written with the mark that is due, whatever the record has and what follows it" {
    mate='1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4.'
    for end in 'Qxf7 1-0' 'Qxf7+ 1-0' 'Qxf7# 1-0' 'Qxf7+ $1 {good} 1-0' 'Qxf7 (4. Nc3) 1-0' 'Bxf7+ Ke7 5. Nf3 *' \
        'Bxf7+ *' 'Bxf7 (4. Qxf7+) *'; do
        printf '[Event "?"]\n\n%s %s\n\n' "$mate" "$end" >mate.pgn
        same_output <(xpgn-fmt mate.pgn) <(XPGN_FORCE=walk xpgn-fmt mate.pgn)
        case $end in
        Qxf7*) xpgn-fmt mate.pgn | grep -q ' 4\. Qxf7# ' ;;
        *) xpgn-fmt mate.pgn | grep -q ' 4\. Bxf7+ ' ;;
        esac
    done
}
