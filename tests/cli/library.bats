#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The public interface of the library agrees with what is written down about it.

load helper

# What the public headers declare, sorted: functions, and constants.
declared() {
    sed -n 's/^XPGN_API.*[ *]\(xpgn_[a-z0-9_]*\)(.*/\1/p' lib/include/xpgn/*.h | sort
}
constants() {
    sed -n 's/^XPGN_API extern const .*[ *]\(xpgn_[a-z0-9_]*\);/\1/p' lib/include/xpgn/*.h | sort
}

@test "every public function is in the record of the library's symbols, and only these" {
    [ "$(declared | wc -l)" -ge 60 ]
    exported=$(declared; constants)
    [ "$(cat lib/include/xpgn/*.h | grep -c '^XPGN_API')" -eq "$(wc -l <<<"$exported")" ]
    diff <(sort <<<"$exported") <(sed -n 's/^\(xpgn_.*\)@XPGN_[0-9]*$/\1/p' lib/libxpgn.symbols | sort)
    [ "$(grep -vc '^#' lib/libxpgn.symbols)" -eq "$(wc -l <<<"$exported")" ]
}

@test "xpgn.h has all public headers, each below 700 lines, and no internal header exports anything" {
    diff <(sed -n 's/^#include <\(.*\)>$/\1/p' lib/include/xpgn.h) <(cd lib/include && ls xpgn/*.h)
    ! grep -rn XPGN_API lib/include/internal || return 1
    for header in lib/include/xpgn/*.h; do
        [ "$(wc -l <"$header")" -le 700 ] || { echo "$header"; return 1; }
    done
    ! grep -n '#include.*internal' lib/include/xpgn.h lib/include/xpgn/*.h
}

# Declarations of the headers, one a line, sorted: type|name|argument, argument
header_signatures() {
    awk '
        /^XPGN_API/ && !/^XPGN_API extern/ { on = 1; text = "" }
        on { text = text " " $0 }
        on && /;/ {
            sub(/^ XPGN_API */, "", text)
            sub(/ +XPGN_PRINTF\(.*/, ";", text)
            gsub(/ +/, " ", text)
            match(text, /xpgn_[a-z0-9_]*\(/)
            type = substr(text, 1, RSTART - 1)
            name = substr(text, RSTART, RLENGTH - 1)
            arguments = substr(text, RSTART + RLENGTH)
            sub(/\);.*$/, "", arguments)
            sub(/ $/, "", type)
            print type "|" name "|" arguments
            on = 0
        }' lib/include/xpgn/*.h | sort
}

# The same of the manuals.
manual_signatures() {
    awk '
        /^\.Sh / { on = $2 == "SYNOPSIS" }
        !on { next }
        /^\.Ft / { sub(/^\.Ft /, ""); gsub(/"/, ""); type = $0 }
        /^\.Fn / {
            name = $2
            sub(/^\.Fn [^ ]* /, "")
            gsub(/" "/, ", ")
            gsub(/"/, "")
            print type "|" name "|" $0
        }
        /^\.Fo / { name = $2; arguments = ""; next }
        /^\.Fa / { sub(/^\.Fa /, ""); gsub(/"/, ""); arguments = arguments (arguments == "" ? "" : ", ") $0 }
        /^\.Fc/ { print type "|" name "|" arguments }' man/xpgn_*.3 | sort
}

@test "every public function has its manual, with the types that it has in its header" {
    diff <(header_signatures) <(manual_signatures)
    [ "$(manual_signatures | wc -l)" -eq "$(declared | wc -l)" ]
}

@test "every public function is in the name and in the description of its page" {
    for page in man/xpgn_*.3; do
        awk '/^\.Sh / { on = $2 == "SYNOPSIS" } on && /^\.F[no] / { print $2 }' "$page" | while read -r name; do
            grep -qE "^\.Nm $name( ,)?$" "$page" || { echo "$page: $name is not in NAME"; exit 1; }
            awk -v name="$name" '
                /^\.Sh / { on = $2 == "DESCRIPTION" }
                on && $1 == ".Fn" && $2 == name { found = 1 }
                END { exit !found }' "$page" || { echo "$page does not say what $name does"; exit 1; }
        done
    done
}

# The public functions that the tests call and expect another answer of than XPGN_OK; what frees is
# given nothing.
misused() {
    cat "$@" | tr '\n' ' ' | sed 's/[;{}]/\n/g' |
        grep -vE 'assert_int_eq\(.*, *XPGN_OK\) *$|_(free|close|clear)\([^N]' |
        grep -oE '\bxpgn_[a-z0-9_]+\(' | tr -d '(' | sort -u
}

@test "every public function has a misuse test, or is listed as one that needs none, with the reason" {
    local exempt=tests/unit/misuse.exempt
    [ "$(misused tests/unit/test_misuse*.c | wc -l)" -ge 150 ]
    run grep -vE '^#|^xpgn_[a-z0-9_]+: .{8,}' "$exempt"
    [ -z "$output" ]
    comm -23 <(declared) <(misused tests/unit/test_misuse*.c) | diff - <(grep -v '^#' "$exempt" | cut -d : -f 1 | sort)
}

@test "a public function has a caller in the tools, or is listed as one for bindings" {
    sed -n '/^## For bindings only/,/^## Own/p' "$ROOT/lib/INSIDE.md" | grep '^| .xpgn_' | cut -d '|' -f 2 |
        grep -oE 'xpgn_[a-z0-9_]+' | sort >"$BATS_TEST_TMPDIR/listed"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/listed")" -ge 5 ]
    cat "$ROOT"/tools/*.c "$ROOT"/tools/*/*.[ch] "$ROOT"/tools/shared/*/*.[ch] | grep -oE '\bxpgn_[a-z0-9_]+' | sort -u >"$BATS_TEST_TMPDIR/called"
    sed -n 's/@XPGN_1//p' "$ROOT/lib/libxpgn.symbols" | grep '^xpgn_' | sort | comm -23 - "$BATS_TEST_TMPDIR/called" |
        diff "$BATS_TEST_TMPDIR/listed" -
}

@test "every constant and every type of the public headers is in the manual" {
    sed -n 's/^} \(xpgn_[a-z_]*\);$/\1/p; s/^typedef struct [a-z_]* \(xpgn_[a-z_]*\);$/\1/p' lib/include/xpgn/*.h >"$BATS_TEST_TMPDIR/names"
    grep -ohE '\bXPGN_[A-Z_]+\b' lib/include/xpgn/*.h | grep -vxE 'XPGN_([A-Z]+_H|API|PRINTF)' >>"$BATS_TEST_TMPDIR/names"
    [ "$(sort -u "$BATS_TEST_TMPDIR/names" | wc -l)" -ge 90 ]
    sort -u "$BATS_TEST_TMPDIR/names" | while read -r name; do
        grep -qwF -- "$name" man/*.3 || { echo "in no page: $name"; exit 1; }
    done
}

@test "the structs that a page shows are those of the headers" {
    structs() { # one a line
        tr -s ' \n' ' ' | grep -oE 'typedef struct [a-z_]+ \{[^}]*\} [a-z_]+;' | sed 's/ *\([;,{}]\) */\1/g'
    }
    cat lib/include/xpgn/*.h | cc -E -P -fpreprocessed - 2>"$BATS_TEST_TMPDIR/err" | structs >"$BATS_TEST_TMPDIR/header" # without comments
    for page in man/*.3; do structs <"$page"; done >"$BATS_TEST_TMPDIR/shown"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/shown")" -ge 6 ]
    while IFS= read -r struct; do
        grep -qxF -- "$struct" "$BATS_TEST_TMPDIR/header" || { echo "in no header: $struct"; return 1; }
    done <"$BATS_TEST_TMPDIR/shown"
}

@test "a struct has the size that programs were compiled with, unless its first member is that" {
    [ "$(uname -m)" = x86_64 ] || skip 'the sizes are those of x86-64'
    cd "$BATS_TEST_TMPDIR"
    cat "$ROOT"/lib/include/xpgn/*.h | cc -E -P -fpreprocessed - 2>header.err | tr -s ' \n' ' ' |
        grep -oE 'typedef struct xpgn_[a-z_]+ \{ [^;]*;' >begun
    awk 'BEGIN { print "#include <stdio.h>\n#include <xpgn.h>\nint main(void) {" }
        {
            size = $5 " " $6 == "size_t size;" ? "\"may grow\\n\"" : "\"%zu\\n\", sizeof(" $3 ")"
            print "printf(\"" $3 "\\t\"); printf(" size ");"
        }
        END { print "return 0; }" }' begun >sizes.c
    cc -I "$ROOT/lib/include" sizes.c -o sizes
    ./sizes | LC_ALL=C sort >found
    [ "$(wc -l <found)" -ge 40 ]
    grep -v '^#' "$ROOT/tests/ci/structs.tsv" | diff - found || {
        echo "a struct has changed: if that is meant, see Releases in CONTRIBUTING.md"
        return 1
    }
}

# Handles: structs that no public header describes, except the one that is only an answer.
handles() {
    comm -23 <(sed -nE 's/^typedef struct [a-z_]+ (xpgn_[a-z_]+);$/\1/p' lib/include/xpgn/*.h | sort -u) \
        <(sed -nE 's/^\} (xpgn_[a-z_]+);$/\1/p' lib/include/xpgn/*.h | sort) | grep -vx xpgn_facts
}

# Declarations, one a line as above, whose arguments are in another order than that of xpgn.h. An answer is what a
# pointer leads to that is neither a handle nor the thing asked: the first argument, or the one after a buffer or
# sealer. A number may follow that says how many it has room for.
disordered() {
    awk -F '|' -v handles="$(handles | tr '\n' ' ')" '
        BEGIN {
            n = split(handles " xpgn_draw", names, " ")
            for (i = 1; i <= n; i++)
                handle[names[i]]
        }
        function place_of(i, a, type) { # 1 text or what is made, 2 what is asked and details, 3 answers, 4 why
            type = a
            sub(/^struct /, "", type)
            sub(/ .*/, "", type)
            if (i > 1 && a ~ /^xpgn_fault \*/)
                return 4
            if (a ~ /^xpgn_buffer \*/ && arg[1] !~ /^xpgn_buffer \*/ || a ~ /^xpgn_[a-z_]+ \*\*/)
                return 1
            if (a ~ /\(\*|\*data$/ || a !~ /[*[]/ || a ~ /^const / && a !~ /\*\*/ || type in handle)
                return 2
            return i == 1 || i == 2 && arg[1] ~ /^(xpgn_buffer|const struct dice_chain) / ? 2 : 3
        }
        {
            signature = $0
            gsub(/\(void \*data, [^)]*\)/, "()", $3) # the arguments of a function that is called back
            n = split($3, arg, ", ")
            last = 1
            for (i = 1; i <= n; i++) {
                place = last == 3 && arg[i] ~ /^size_t (size|capacity)$/ ? 3 : place_of(i, arg[i])
                if (place < last || place == 1 && i > 1 && arg[i] !~ /^xpgn_buffer /) {
                    print signature
                    next
                }
                last = place
            }
        }'
}

@test "arguments stand in the order that xpgn.h states" {
    [ "$(header_signatures | wc -l)" -ge 180 ]
    header_signatures | disordered | diff /dev/null -
    # of these each has one argument in a wrong place
    printf '%s\n' 'void|xpgn_a|const xpgn_walk *walk, xpgn_buffer *b' 'void|xpgn_b|xpgn_slice text, xpgn_writer **out' \
        'bool|xpgn_c|xpgn_slice text, xpgn_link *out, unsigned seats' \
        'xpgn_status|xpgn_d|const char *path, xpgn_fault *fault, xpgn_slice *text' \
        'void|xpgn_e|xpgn_play *play, xpgn_facts *facts, xpgn_draw *draw, void *data' >"$BATS_TEST_TMPDIR/wrong"
    run disordered <"$BATS_TEST_TMPDIR/wrong"
    [ "$output" = "$(cat "$BATS_TEST_TMPDIR/wrong")" ]
}

@test "functions of one kind tell in one way how they have ended" {
    header_signatures | awk -F '|' '
        function is(type, kind) {
            seen[kind]++
            if ($1 != type)
                print $0
        }
        $3 ~ /xpgn_fault \*|^xpgn_[a-z_]+ \*\*/ { is("xpgn_status", "why") }
        $2 ~ /_(new|add)$/ { is("xpgn_status", "new") }
        $2 ~ /_(free|clear|close|put)$/ { is("void", "free") }
        $2 ~ /_(is|are|wants|has|matches|may|holds)(_|$)/ && $2 !~ /_tally_wants$/ { is("bool", "is") }
        END { print (seen["new"] >= 15 && seen["free"] >= 20 && seen["is"] >= 5 && seen["why"] >= 25) }
        ' >"$BATS_TEST_TMPDIR/ends"
    diff "$BATS_TEST_TMPDIR/ends" - <<<1
}

# Declarations that say in another way than the first lines of xpgn.h why a call failed, or what was found.
said_otherwise() {
    awk -F '|' '
        { handle = $2; sub(/_[a-z]+$/, "", handle) }
        $1 ~ /finding \*$/ && ($2 !~ /_findings$/ || $3 !~ "^const " handle " \\*[a-z]+, size_t \\*count$") { print; next }
        $2 ~ /_error$/ || $3 ~ /_log \*|char \*+(why|error|reason)$/ { print }'
}

@test "it is said in one way why a call failed, and in one what was found" {
    header_signatures | said_otherwise | diff /dev/null -
    [ "$(header_signatures | grep -c 'xpgn_fault \*fault$')" -ge 10 ]
    [ "$(header_signatures | grep -c '|xpgn_[a-z]*_findings|')" -eq 4 ]
    # each of these has a way of its own
    printf '%s\n' 'xpgn_status|xpgn_a_read|xpgn_a *a, xpgn_log *log' 'const xpgn_finding *|xpgn_b_list|const xpgn_b *b, size_t *count' \
        'const xpgn_finding *|xpgn_b_findings|xpgn_log *log, size_t *count' 'const char *|xpgn_c_error|const xpgn_c *c' \
        'xpgn_status|xpgn_d_read|xpgn_d *d, char *why' >"$BATS_TEST_TMPDIR/wrong"
    said_otherwise <"$BATS_TEST_TMPDIR/wrong" | diff - "$BATS_TEST_TMPDIR/wrong"
}

@test "libxpgn(3) leads to every page" {
    for page in man/xpgn_*.3; do
        name=${page##*/}
        [ "$(grep -cE "^\.(It )?Xr ${name%.3} 3( ,)?$" man/libxpgn.3)" -eq 2 ] || { echo "not in libxpgn.3: $name"; return 1; }
    done
}

@test "the program on each page compiles without a warning and prints what the page says" {
    lib=$BIN/../lib/libxpgn.a
    if nm "$lib" | grep -q __asan_init; then skip 'the library needs the sanitizer runtime'; fi
    cd "$BATS_TEST_TMPDIR"
    for page in "$ROOT"/man/xpgn_*.3; do
        # the first display is the program; of the two or one after it the last is what it prints
        rm -f display.*
        awk '
            /^\.Sh / { on = $2 == "EXAMPLES" }
            on && /^\.Bd/ { n++; text = 1; printf "" >("display." n); next }
            /^\.Ed/ { text = 0 }
            on && text { sub(/^\\&/, ""); gsub(/\\e/, "\\"); print >("display." n) }' "$page"
        [ -f display.2 ] || { echo "$page: no example"; return 1; }
        [ -f display.3 ] || { mv display.2 display.3; : >display.2; }
        mv display.1 example.c
        cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$ROOT/lib/include" -s -o example example.c "$lib" \
            -lm -ldl -pthread
        ./example <display.2 | sed 's/ *$//' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' >printed
        sed 's/ *$//' display.3 >expected
        same_output expected printed || { echo "$page"; return 1; }
    done
}
