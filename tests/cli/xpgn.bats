#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# xpgn: runs the tools by their short names, and shows their manuals.
# shellcheck disable=SC2154 # run_split sets them

load helper
load examples

setup() {
    cp -r "$ROOT/samples/round3" "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR" || return
    printf '%s\n' '[Event "B"]' '' '1. e4 Ke7 *' >b.pgn
    # programs and a man(1) for these tests; the man knows xpgn(5) and xpgn-replay(1) only
    mkdir path
    cat >path/man <<'END'
#!/bin/sh
case "$*" in
-w\ 5\ xpgn | -w\ 1\ xpgn-replay) echo "/somewhere" ;;
-w*) echo "No manual entry" >&2 && exit 16 ;;
*) echo "manual: $*" ;;
esac
END
    chmod +x path/man
}

@test "a command is the tool of that name, with all that stands after it" {
    run_split xpgn validate --format=gcc -v b.pgn
    [ "$status" -eq 1 ]
    [[ $out == b.pgn:3:7:\ error:* ]]
    [[ $err == 'xpgn-validate: 1 game: 0 good, 1 bad;'* ]]
    run_split xpgn replay <b.pgn
    [ "$status" -eq 1 ]
    run_split xpgn validate --help
    [[ $out == 'usage: xpgn-validate '* ]]
    run_split xpgn xpgn-validate nothing.pgn
    expect 2 '' 'xpgn-validate: nothing.pgn: No such file or directory'
}

@test "the tool beside it comes before the one on the PATH, that one before none" {
    mkdir here
    cp "$BIN/xpgn" here/xpgn
    printf '#!/bin/sh\necho "beside, with $*"\n' >here/xpgn-validate
    printf '#!/bin/sh\necho "on the path"\n' >path/xpgn-validate
    printf '#!/bin/sh\necho "my own, with $*"\n' >path/xpgn-mine
    chmod +x here/* path/*
    PATH=$PWD/path:$PATH run_split here/xpgn validate a b
    expect 0 'beside, with a b' ''
    rm here/xpgn-validate
    PATH=$PWD/path:$PATH run_split here/xpgn validate a b
    expect 0 'on the path' ''
    PATH=$PWD/path:$PATH run_split xpgn mine -x --help
    expect 0 'my own, with -x --help' ''
    PATH=/usr/bin:/bin run_split here/xpgn validate
    expect 2 '' 'xpgn: xpgn-validate: No such file or directory'
}

@test "an unknown command is refused with the one that was meant" {
    run_split xpgn valdiate b.pgn
    expect 2 '' "xpgn: unknown command valdiate; did you mean validate?
try 'xpgn --help'"
    run_split xpgn hepl
    expect 2 '' "xpgn: unknown command hepl; did you mean help?
try 'xpgn --help'"
    run_split xpgn frobnicate
    expect 2 '' "xpgn: unknown command frobnicate
try 'xpgn --help'"
    run_split xpgn ../bin/xpgn-validate
    [ "$status" -eq 2 ]
    run_split xpgn ''
    [ "$status" -eq 2 ]
    run_split xpgn --hlep validate
    expect 2 '' "xpgn: unknown option --hlep; did you mean --help?
try 'xpgn --help'"
}

@test "help is the overview: every tool in its own words" {
    run_split xpgn help
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    cp "$out_file" overview
    for tool in "$BIN"/xpgn-*; do
        about=$("$tool" --help | sed -n '2,/^$/{/./p}' | paste -sd " " -)
        name=${tool##*/xpgn-}
        tr -s ' \n' '  ' <overview | grep -qF " $name $about " || {
            echo "not in the overview: $name $about"
            return 1
        }
    done
    run_split xpgn --help
    same_output overview "$out_file"
    # without a command the same list, but that is no success
    run_split xpgn
    [ "$status" -eq 2 ]
    [ -z "$out" ]
    [[ $err == 'usage: xpgn '*Commands*validate* ]]
}

# The programs where no manual is near.
away() {
    mkdir -p away/bin
    cp "$BIN/xpgn" "$BIN/xpgn-validate" away/bin
}

@test "a manual that man does not know is found beside the program, where it was built or installed" {
    away
    mkdir -p away/share/man/man7 built
    printf '#!/bin/sh\n[ "$1" != -w ] && echo "$@"\n' >built/man
    chmod +x built/man
    echo page >away/share/man/man7/xpgn-rules.7
    PATH=$PWD/built:$PATH run_split away/bin/xpgn help rules
    expect 0 "-l $PWD/away/bin/../share/man/man7/xpgn-rules.7" ''
    [ -f "$BIN/../../man/xpgn-replay.1" ] || skip 'the programs were not built in the source folder'
    PATH=$PWD/built:$PATH run_split xpgn help replay
    [[ $status -eq 0 && $out == "-l "*"/../../man/xpgn-replay.1" ]]
}

@test "help for a command is its manual, and without one its --help" {
    PATH=$PWD/path:$PATH run_split xpgn help replay
    expect 0 'manual: 1 xpgn-replay' ''
    PATH=$PWD/path:$PATH run_split xpgn help xpgn-replay
    expect 0 'manual: 1 xpgn-replay' ''
    away
    PATH=$PWD/path:$PATH run_split away/bin/xpgn help validate
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    [[ $out == 'usage: xpgn-validate '* ]]
    mkdir empty
    run_split env PATH="$PWD/empty" away/bin/xpgn help validate
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    [[ $out == 'usage: xpgn-validate '* ]]
}

@test "help for a topic is its manual" {
    PATH=$PWD/path:$PATH run_split xpgn help format
    expect 0 'manual: 5 xpgn' ''
    away
    PATH=$PWD/path:$PATH run_split away/bin/xpgn help rules
    expect 2 '' 'xpgn: cannot show the manual xpgn-rules(7): it or the man command is not installed'
    run_split xpgn help CA-33
    expect 2 '' "xpgn: unknown command or topic CA-33; did you mean CA-3?
try 'xpgn --help'"
    run_split xpgn help fromat
    expect 2 '' "xpgn: unknown command or topic fromat; did you mean format?
try 'xpgn --help'"
}

@test "every topic of the overview has its page" {
    mkdir all
    printf '#!/bin/sh\n[ "$1" = -w ] || echo "$1 $2"\n' >all/man
    chmod +x all/man
    xpgn help | sed -n '/There are also/,$p' | sed -nE 's/^  ([a-z]+) .*/\1/p' >topics
    [ "$(wc -l <topics)" -ge 5 ]
    while read -r topic; do
        read -r section page < <(PATH=$PWD/all:$PATH xpgn help "$topic")
        [ -f "$ROOT/man/$page.$section" ] || { echo "$topic: $page.$section"; return 1; }
    done <topics
}

@test "help for a code says what it means" {
    run_split xpgn help L-02
    [ "$status" -eq 0 ]
    [[ $out == 'L-02  '* ]]
    # the first and the last of the codes, and some between
    xpgn-validate --list-codes >codes
    awk 'NR % 10 == 1 || /^(CA-3|FD-8|CC-13|AS-11) /; END { print }' codes | while read -r code _; do
        xpgn help "$code" >said
        title=$(sed -n "1s/^$code  //p" said)
        grep -E "^$code " codes | grep -qF -- "  $title" || {
            echo "$code: $title"
            return 1
        }
    done
    # as people type it
    run_split xpgn help ca-3
    [ "$status" -eq 0 ]
    [[ $out == 'CA-3  '* ]]
    run_split xpgn help x-01
    [[ $out == 'X-01  '* ]]
    run_split xpgn help ZZ-99
    [ "$status" -eq 2 ]
    printf 'ruleset: house\nextends: chess-attack\n' >house.yaml
    XPGN_PATH=$PWD run_split xpgn help CA-3
    [ "$status" -eq 0 ]
}

@test "help for a rule is its paragraph of the manual, with the record and the message" {
    run_split xpgn help CA-4
    [ "$status" -eq 0 ]
    [ -z "$err" ]
    [ "$(sed -n 1p "$out_file")" = "$(xpgn-validate --list-codes | sed -n 's/^CA-4 *error *\(.*[^ ]\)   *.*/CA-4  \1/p')" ]
    grep -qx 'The margin is the attack total minus the defense total. More than 2: the' "$out_file"
    grep -qxF '    2. exd5 <5+0=7:1+1=5x> *' "$out_file"
    grep -qxF '    error: attacker unharmed, expected wounded: pawn e4, 7 against 5 [CA-4]' "$out_file"
    # every code has the literal lines of its paragraph, and the macros are gone
    list_codes
    mkdir said
    while read -r code _; do
        xpgn help "$code" >"said/$code"
    done <"$codes"
    wc -l said/* | awk '$1 < 4 { print $2 ": no text" }' >short
    [ ! -s short ] || { cat short; return 1; }
    if grep -nE '\\[&e(-]|^ *\.[A-Z][a-z]|(^| )(Li|Pc|Xr) ' said/*; then return 1; fi
    awk 'FNR > 2 && length > 80 && !/^    / { print FILENAME ": " $0 }' said/* >long
    [ ! -s long ] || { cat long; return 1; }
    awk '/^\.(Sh|El)/ { code = "" } /^\.It Sy / { code = $3 }
        /^\.Ed/ { text = 0 } code && text && NF { print "said/" code "\t" $0 } /^\.Bd/ { text = 1 }' \
        "$ROOT"/man/xpgn-codes.7 "$ROOT"/man/xpgn-rules.7 |
        sed 's/\\&//g; s/\\e/\\/g; s/\\-/-/g; s/\\(dq/"/g; s/\t/\t    /' >lines
    [ "$(cut -f 1 lines | sort -u | wc -l)" -gt 100 ]
    awk '{ print FILENAME "\t" $0 }' said/* >all
    grep -vxF -f all lines >missing || [ $? -eq 1 ]
    [ ! -s missing ] || { cat missing; return 1; }
}

@test "a full disk is noticed" {
    status=0
    xpgn help >/dev/full 2>err || status=$?
    [ "$status" -eq 2 ]
    [ "$(cat err)" = 'xpgn: write error: No space left on device' ]
}

@test "the manual names every tool" {
    for tool in "$BIN"/xpgn-*; do
        grep -qx ".It Xr ${tool##*/} 1" "$ROOT/man/xpgn.1" || { echo "not in xpgn.1: ${tool##*/}"; return 1; }
    done
}

@test "the examples of the manual print what it says" {
    manual_examples "$ROOT/man/xpgn.1"
}

@test "the one program is each tool, by its command and by its name" {
    program=${BIN%/bin}/one/xpgn
    for name in "$BIN"/xpgn-*; do
        tool=${name##*/xpgn-}
        [[ $tool != *.* ]] || continue
        "$name" --help >own
        "$program" "$tool" --help >by-command
        ln -sf "$program" "xpgn-$tool"
        "./xpgn-$tool" --help >by-name
        same_output own by-command
        same_output own by-name
    done
    ln -sf "$program" xpgn-validate.exe # as on Windows
    ./xpgn-validate.exe --help >by-name
    same_output own by-name
    run_split "$program" validate "$ROOT/samples/broken/CA-1.xpgn"
    [ "$status" -eq 1 ]
    [[ $out == *CA-1* ]]
    run_split "$program" frobnicate
    [ "$status" -eq 2 ]
    [[ $err == *'unknown command frobnicate'* ]]
}
