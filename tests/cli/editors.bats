#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What other programs are told about the format: Vim, the MIME database, file(1).
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    cat >game.xpgn <<'END'
% not for you
[White "Adams \"Al\", R."]
[Variant "five-dice"]

1. e4 $7 {a remark [%clk 1:05] [%xfen 8/8[a1:q] w] of mine} d5 ; to the end
2. exd5! <6,2+1=6w:4=4x@a1> O-O-O+ (2... Nf6 (2... c6?!) {inside} 3. b8=N) Bsd7
2... Nb2@a1 -- K@d4 Bc1-f4 10.. 1/2-0-1/2-0
3. e4 <5:2
*
END
}


@test "Vim colours a record" {
    command -v vim >/dev/null || skip 'no vim'
    vim --version | grep -q +syntax || skip 'a vim without syntax'
    # the text (its first character counts; ~ stands for a space): what Vim takes it for
    cat >expected <<'END'
% not xpgnSkipped
White xpgnTagName
Adams xpgnTagValue
\" xpgnEscape
1. xpgnNumber
e4 xpgnAction
$7 xpgnNag
remark xpgnComment
clk xpgnCommandName
1:05 xpgnCommand
q]~w xpgnCommand
w]~of xpgnCommand
of~mine xpgnComment
d5~; xpgnAction
;~to xpgnLineComment
end xpgnLineComment
exd5 xpgnAction
! xpgnNag
<6, xpgnRoll
6, xpgnDie
+1=6 xpgnSupport
=6w xpgnTotal
w: xpgnFate
x@ xpgnFate
@a1> xpgnCell
O-O-O+ xpgnAction
(2... xpgnParenthesis
Nf6 xpgnAction
?!) xpgnNag
inside xpgnComment
b8=N xpgnAction
)~Bs xpgnParenthesis
Bsd7 xpgnAction
Nb2@ xpgnAction
--~K xpgnPass
K@d4 xpgnAction
Bc1-f4 xpgnAction
10.. xpgnNumber
1/2-0-1/2-0 xpgnResult
<5:2 xpgnRollOpen
END
    cat >look.vim <<'END'
let out = []
for line in readfile('expected')
    let text = substitute(matchstr(line, '.*\ze '), '\~', ' ', 'g')
    call cursor(1, 1)
    let [l, c] = searchpos('\V' . escape(text, '\'), 'cn')
    call add(out, matchstr(line, '.*\ze ') . ' ' . (l > 0 ? synIDattr(synID(l, c, 1), 'name') : 'nowhere'))
endfor
call writefile(out, 'actual')
call writefile([&filetype, b:current_syntax, &commentstring], 'type')
END
    vim -es -u NONE -i NONE -N --cmd "set rtp^=$ROOT/formats/vim" -c 'syntax on' -c 'filetype plugin on' \
        -c 'edit game.xpgn' -S look.vim -c 'qa!' </dev/null
    same_output expected actual
    [ "$(paste -sd ' ' type)" = 'xpgn xpgn {%s}' ]
}

@test "Vim goes through the findings of :make" {
    command -v vim >/dev/null || skip 'no vim'
    vim --version | grep -q +quickfix || skip 'a vim without a list of errors'
    printf '%s\n' '[Event "?"]' '' '1. e4 e5' '2. Ke3 *' '' '[Event "?"]' '[Date "2026.13.01"]' '' '1. e4 *' >bad.xpgn
    cat >look.vim <<'END'
silent make
call writefile(map(getqflist(), {_, f -> printf('%s:%d:%d:%s:%d', bufname(f.bufnr), f.lnum, f.col, f.type, f.valid)}), 'actual')
END
    vim -es -u NONE -i NONE -N --cmd "set rtp^=$ROOT/formats/vim" -c 'filetype plugin on' -c 'edit bad.xpgn' \
        -S look.vim -c 'qa!' </dev/null
    xpgn-validate --format=gcc bad.xpgn | sed -E 's/^([^ ]*): (.).*/\1:\2:1/' >expected
    [ "$(wc -l <expected)" -eq 2 ]
    same_output expected actual
}

@test "the MIME database takes the type, and knows a record by name and by content" {
    command -v update-mime-database >/dev/null || skip 'no update-mime-database'
    xmllint --noout "$ROOT/formats/xpgn.xml"
    mkdir -p mime/packages
    cp "$ROOT/formats/xpgn.xml" mime/packages
    XDG_DATA_HOME=$PWD run_split update-mime-database mime
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    grep -qx 'application/x-xpgn:\*.xpgn' mime/globs
    [ -s mime/application/x-xpgn.xml ]
    grep -aqF '[XPGN "' mime/magic
}

@test "file(1) knows a record that says what it is" {
    command -v file >/dev/null || skip 'no file(1)'
    run_split file -m "$ROOT/formats/xpgn.magic" -c
    [ "$status" -eq 0 ]
    [ "$(file -b --mime-type -m "$ROOT/formats/xpgn.magic" game.xpgn)" = application/x-xpgn ]
    for sample in "$ROOT"/samples/*.xpgn; do
        known='XPGN chess record with dice'
        ! grep -q '^\[XPGN "1"\]' "$sample" || known+=', version 1'
        [[ $(file -b -m "$ROOT/formats/xpgn.magic" "$sample") == "$known,"* ]]
    done
    # every game that PGN does not have, also without the tag XPGN
    for rules in "$ROOT"/formats/*.yaml; do
        id=$(basename "$rules" .yaml)
        [[ $id == chess || $id == chess960 ]] && continue
        printf '%s\n' "[Variant \"$id\"]" '' '1. e4 e5 *' >"$id.pgn"
        [ "$(file -b --mime-type -m "$ROOT/formats/xpgn.magic" "$id.pgn")" = application/x-xpgn ] || { echo "$id"; return 1; }
    done
    printf '%s\n' '[Event "?"]' '' '1. e4 e5 *' >plain.pgn
    [ "$(file -b --mime-type -m "$ROOT/formats/xpgn.magic" plain.pgn)" = text/plain ]
    printf 'A page about [XPGN "1"] and more\n' >page.md
    [ "$(file -b --mime-type -m "$ROOT/formats/xpgn.magic" page.md)" = text/plain ]
    [ "$(file -b --mime-type -m "$ROOT/formats/xpgn.magic" "$ROOT/README.md")" = text/plain ]
}
