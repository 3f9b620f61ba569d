#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What becomes of drawings in mail, LaTeX, troff and on terminals: the table of xpgn-render-ascii(1).

# shellcheck disable=SC2154 # out, err, status, out_file are set by run_split

load helper

styles='plain box unicode compact'

# drawings FOLDER OPTION...: STYLE.txt: a combat, pieces beside the board, four seats on twelve files
drawings() {
    mkdir -p "$1"
    for style in $styles; do
        {
            xpgn-render-ascii --style="$style" "${@:2}" --combats --at=12b "$ROOT/samples/diagrams/combat.xpgn"
            xpgn-render-ascii --style="$style" "${@:2}" --game=1 "$ROOT/samples/club.xpgn"
            xpgn-render-ascii --style="$style" "${@:2}" --arrow=d5f7 --game=14 "$ROOT/samples/assault-and-siege.xpgn"
        } >"$1/$style.txt"
    done
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    export LC_ALL=C.UTF-8
}

# bare FILE: without blanks at the ends of lines, empty lines, and troff's hyphens
bare() {
    sed 's/‐/-/g; s/−/-/g; s/[[:space:]]*$//' "$1" | grep -v '^$'
}

@test "plain and compact are ASCII, box and unicode are not, and no line is wider than 80 columns" {
    drawings all
    for style in plain compact; do LC_ALL=C not grep -q '[^ -~]' "all/$style.txt"; done
    for style in box unicode; do LC_ALL=C grep -q '[^ -~]' "all/$style.txt"; done
    for style in $styles; do
        # shellcheck disable=SC2046 # a list of files
        xpgn-render-ascii "--style=$style" --each $(find "$ROOT/samples" -maxdepth 1 -name '*.xpgn') >each.txt
        [ "$(wc -L <each.txt)" -le 80 ]
    done
}

@test "a terminal of 80 columns shows each style as it is" {
    command -v tmux >/dev/null || skip 'no tmux'
    needs_terminal
    export LD_PRELOAD='' # the server of tmux does not start with faketime's
    drawings all
    for style in $styles; do
        server=media$$-$style # of its own: the one before may still be ending
        tmux -L "$server" -f /dev/null new-session -d -s one -x 80 -y 120 "cat all/$style.txt; touch shown; sleep 60"
        for _ in {1..100}; do if [ -e shown ]; then break; fi; sleep 0.1; done
        sleep 0.3
        tmux -L "$server" capture-pane -p -t one >screen
        tmux -L "$server" kill-server
        rm shown
        cmp <(bare screen) <(bare "all/$style.txt")
    done
}

@test "mail: quoted-printable keeps each style, format=flowed keeps them unless they have --no-trim" {
    drawings all --no-trim
    drawings trimmed
    cat >mail.py <<'END'
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage


def flowed(text):
    """What a reader makes of format=flowed (RFC 3676), without quotes."""
    lines, open_line = [], False
    for line in text.split("\n"):
        line = line[1:] if line.startswith(" ") else line
        lines[-1:] = [lines[-1] + line] if open_line else lines[-1:] + [line]
        open_line = line.endswith(" ") and line != "-- "
    return "\n".join(lines)


def stuffed(text):
    return "\n".join(" " + line if line.startswith((" ", ">", "From ")) else line for line in text.split("\n"))


text = open(sys.argv[1], encoding="utf-8").read()
message = EmailMessage(policy=policy.SMTP)
message.set_content(text, cte="quoted-printable")
back = message_from_bytes(message.as_bytes(), policy=policy.default).get_content()
print(back.replace("\r\n", "\n") == text, flowed(stuffed(text)) == text)
END
    for style in $styles; do
        [ "$(/usr/bin/python3 mail.py "all/$style.txt")" = 'True False' ]
        [ "$(/usr/bin/python3 mail.py "trimmed/$style.txt")" = 'True True' ]
    done
}

@test "pdflatex takes plain and compact verbatim, and has no characters for box and unicode" {
    command -v pdflatex >/dev/null || skip 'no pdflatex'
    drawings all
    for style in $styles; do
        { printf '%s\n' '\documentclass{article}' '\begin{document}' '\begin{verbatim}' && cat "all/$style.txt" && printf '\\end{verbatim}\n\\end{document}\n'; } >"$style.tex"
        TEXMFVAR=$PWD pdflatex -interaction=nonstopmode "$style.tex" >"$style.log" 2>&1 || true
    done
    not grep '^!' plain.log compact.log
    for style in box unicode; do grep -q '^! .*Unicode character ─ (U+2500)' "$style.log"; done
}

# set DEVICE FILE: what troff makes of it
set_in_troff() {
    { printf '.pl 400v\n.ll 90n\n.nf\n' && cat "$2" && printf '.fi\n'; } | GROFF_NO_SGR=1 groff -k "-T$1" 2>warnings
}

@test "troff keeps plain and compact on all devices, with --format=troff if a rank begins with a dot, and the others in UTF-8" {
    command -v groff >/dev/null || skip 'no groff'
    drawings all --no-coordinates
    drawings requests --no-coordinates --format=troff
    for style in $styles; do
        set_in_troff utf8 "requests/$style.txt" >shown
        cmp <(bare shown) <(bare "all/$style.txt")
    done
    for style in plain compact; do
        set_in_troff ascii "requests/$style.txt" >shown
        cmp <(bare shown) <(bare "all/$style.txt")
        for device in ps $(command -v gropdf >/dev/null && echo pdf); do
            set_in_troff "$device" "requests/$style.txt" >shown
            [ ! -s warnings ]
        done
    done
    for style in box unicode; do
        set_in_troff ascii "requests/$style.txt" >shown
        grep -q "can't find special character" warnings
        set_in_troff ps "requests/$style.txt" >shown
        grep -q "can't find special character" warnings
    done
    # without --format=troff
    set_in_troff utf8 all/compact.txt >shown
    not cmp -s <(bare shown) <(bare all/compact.txt)
}

@test "a figure stands in troff by .PSPIC, as large as is asked" {
    command -v groff >/dev/null || skip 'no groff'
    command -v rsvg-convert >/dev/null || skip 'no rsvg-convert'
    xpgn-render-svg --combats --at=12b -o one.svg "$ROOT/samples/diagrams/combat.xpgn"
    rsvg-convert -f eps -o one.eps one.svg
    printf '%s\n' 'A combat:' '.PSPIC one.eps 4c' >rules.tr
    groff -Tps rules.tr >rules.ps 2>warnings
    [ ! -s warnings ]
    [ "$(grep -ac '^%%BeginDocument: one.eps$' rules.ps)" -eq 1 ]
    # its width is 4 cm, 113.39 points
    tr '\n' ' ' <rules.ps | grep -aqE ' 0 0 113\.3[0-9]* [0-9]+ [^A-Z]* PBEGIN'
    # another device has no picture
    command -v gropdf >/dev/null || return 0
    groff -Tpdf rules.tr >rules.pdf
    [ "$(wc -c <rules.pdf)" -lt 20000 ]
}
