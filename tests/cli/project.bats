# SPDX-License-Identifier: MIT
# What a contributor meets first: make help, missing packages, the runner of the tests.
# shellcheck disable=SC2154 # run_split sets them

load helper

setup() {
    unset MAKEFLAGS MFLAGS MAKELEVEL BUILD LOGS
    mkdir "$BATS_TEST_TMPDIR/bin"
}

# fake NAME SCRIPT: a program on the PATH of the test
fake() {
    printf '#!/bin/sh\n%s\n' "$2" >"$BATS_TEST_TMPDIR/bin/$1"
    chmod +x "$BATS_TEST_TMPDIR/bin/$1"
}

# deps PACKAGE...: tests/ci/deps.sh where there is nothing but the fakes and what any system has
deps() {
    local program
    for program in sh id env mktemp cat rm sleep; do
        [ -e "$BATS_TEST_TMPDIR/bin/$program" ] || ln -s "$(command -v "$program")" "$BATS_TEST_TMPDIR/bin"
    done
    run_split env PATH="$BATS_TEST_TMPDIR/bin" sh tests/ci/deps.sh "$@" </dev/null
}

@test "in the root there are known names only" {
    known='.ci .clang-format .clang-tidy .editorconfig .git-blame-ignore-revs .gitattributes .gitignore .shellcheckrc
        CHANGES.md CONTRIBUTING.md LICENSE Makefile README.md SECURITY.md formats lib man samples tests tools'
    if git rev-parse --git-dir >/dev/null 2>&1; then
        names=$(git ls-files --cached --others --exclude-standard | sed 's|/.*||' | sort -u)
    else
        names=$(find . -mindepth 1 -maxdepth 1 ! -name build ! -name .git -printf '%f\n')
    fi
    [ "$(wc -l <<<"$names")" -ge 15 ]
    for name in $names; do
        grep -qwF -- "$name" <<<"$known" || {
            echo "unknown: $name"
            return 1
        }
    done
}

@test "what the table of lib/INSIDE.md names is where it says" {
    # | knowledge | `name`, `name` (`file`); ... |
    perl -ne 'next unless /^\| .*`/;
        while (/(\()?`([^`]+)`/g) { if ($1) { print "$_ $2\n" for @n; @n = () } else { push @n, $2 } } @n = ()' \
        lib/INSIDE.md >"$BATS_TEST_TMPDIR/named"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/named")" -ge 19 ]
    while read -r name file; do
        grep -qwF -- "$name" "lib/$file" || {
            echo "no $name in lib/$file"
            return 1
        }
    done <"$BATS_TEST_TMPDIR/named"
}

# code FILE...: "FILE:LINE:" and the line without comments
code() {
    perl -e 'for my $f (@ARGV) {
        local (@ARGV, $/) = $f; my $n = 0; $_ = <>;
        s{("(?:\\.|[^"\\])*"|\x27(?:\\.|[^\x27\\])+\x27)|/\*.*?\*/|//[^\n]*}
         {defined $1 ? $1 : "\n" x ($& =~ tr/\n//)}gse;
        print "$f:", ++$n, ":$_\n" for split /\n/ }' "$@"
}

# asks_for_ruleset FILE...: where the id or a name of a ruleset is a string in C, or, if it is of several words, stands in one
asks_for_ruleset() {
    sed -n 's/^\(ruleset\|title\): *//p; s/^names: *\[\(.*\)\]/\1/p' formats/*.yaml | tr ',' '\n' |
        sed 's/^ *"\{0,1\}//; s/"\{0,1\} *$//; /[ -]/{s/.*/"[^"]*&/; b}; s/.*/"&"/' | sort -u >"$BATS_TEST_TMPDIR/names"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/names")" -ge 20 ]
    code "$@" | grep -if "$BATS_TEST_TMPDIR/names"
}

@test "C asks for mechanisms, never for the name of a ruleset" {
    mapfile -t files < <(find lib tools \( -name '*.c' -o -name '*.h' -o -name '*.inc' -o -name '*.def' \) | sort)
    [ "${#files[@]}" -gt 250 ]
    # a record without the tag Variant is chess (format section 2); words of YAML that name mechanisms; a value of the tag
    # Termination
    allowed='lib/core/forms/written_ending.h: #define TERMINATION_NORMAL "normal"
lib/core/rules/catalog.c: static const char default_id[] = "chess";
lib/core/rules/ruleset_schema.c: static const char *const movement_words[] = {"chess", "queen-line", "orthogonal", NULL};
lib/core/rules/ruleset_schema.c: static const char *const castling_words[] = {"none", "standard", "chess960", NULL};'
    asks_for_ruleset "${files[@]}" | sed 's/^\([^:]*\):[0-9]*:/\1: /' >"$BATS_TEST_TMPDIR/found"
    same_output <(echo "$allowed") "$BATS_TEST_TMPDIR/found"
    # it would be found, and not in a comment
    printf '%s\n' '/* "chess" */ int a; // "chess"' 'if (strcmp(id, "chess960") == 0) /*' '"chess" */;' \
        'x = strcmp(tag, "combat chess II"); /* " */' 'y = "\"", z = "Five-Dice";' 'printf("an %s by Dice Chess/%u", "x");' >"$BATS_TEST_TMPDIR/bad.c"
    asks_for_ruleset "$BATS_TEST_TMPDIR/bad.c" | cut -d : -f 2 >"$BATS_TEST_TMPDIR/found"
    [ "$(tr '\n' ' ' <"$BATS_TEST_TMPDIR/found")" = '2 4 5 6 ' ]
}

@test "C asks what a combat is made of, and nothing but the loader for its kind" {
    kinds=$(sed -n '/^enum combat_kind/,/^}/s/^    \(COMBAT_[A-Z]*\).*/\1/p' lib/core/rules/ruleset.h)
    [ "$(wc -l <<<"$kinds")" -ge 6 ]
    grep -rnE "\\b($(paste -sd'|' <<<"$kinds"))\\b|\\b(rs|ruleset|rules|own)->combat\\b" lib tools \
        --include='*.[ch]' --include='*.inc' --include='*.def' >"$BATS_TEST_TMPDIR/asked"
    run_split grep -v '^lib/core/rules/' "$BATS_TEST_TMPDIR/asked"
    [ "$(cut -d : -f 1 "$out_file")" = lib/core/walk/walk_position.c ] # is it the same kind?
    [ "$(grep -vc '^lib/core/rules/ruleset.h:' "$BATS_TEST_TMPDIR/asked")" -le 30 ]
}

@test "make help lists every target" {
    run_split make -s help
    [ "$status" -eq 0 ]
    targets=$(sed -n 's/^\.PHONY: //p' Makefile | tr ' ' '\n' |
        grep -vxE 'FORCE|run-.*|lib|tools|completions|unit|fuzz-programs' | sort)
    [ "$(wc -l <<<"$targets")" -ge 18 ]
    diff <(echo "$targets") <(sed -n 's/^  make \([a-z0-9-]*\) .*/\1/p' "$out_file" | sort)
}

@test "make help lists every variable that it speaks of" {
    run_split make -s help
    for name in CC CFLAGS PREFIX DESTDIR BUILD WERROR SANITIZE TESTS MODES BASE V; do
        grep -q "^  .*\b$name\b" "$out_file"
        grep -qF "\$($name)" Makefile
    done
}

# ---- packages ----------------------------------------------------------------------------------

installed_are() {
    fake dpkg-query "printf 'installed %s\\n' $*"
}

@test "where all packages are installed nothing is said" {
    fake apt-get 'echo apt-get was called >&2; exit 1'
    installed_are gcc make
    deps gcc make
    expect 0 '' ''
}

@test "installing packages is one line" {
    fake apt-get 'echo Reading package lists; echo W: noise >&2'
    fake id 'echo 0'
    installed_are gcc
    deps gcc make jq
    expect 0 '' 'installing make jq  done'
}

@test "what apt says is shown if it fails" {
    fake apt-get 'echo Reading package lists
        case "$*" in *install*) echo "E: Unable to locate package jq" >&2; exit 100 ;; esac'
    fake id 'echo 0'
    installed_are gcc
    deps gcc jq
    [ "$status" -eq 1 ]
    [[ $err == 'installing jq  failed'*'E: Unable to locate package jq' ]]
}

@test "who is not root and has no sudo is told what to do" {
    fake apt-get 'echo apt-get was called >&2; exit 1'
    fake id 'echo 1000'
    installed_are gcc
    deps gcc make jq
    [ "$status" -eq 1 ]
    [[ $err == *'    apt-get install --no-install-recommends make jq'* ]]
    # nor a sudo that would ask where there is nobody
    fake sudo 'exit 1'
    deps gcc make jq
    [ "$status" -eq 1 ]
    # and sudo is used where it can be
    fake sudo '[ "$1" = -n ] || echo "$*" >>"$LOG"'
    export LOG=$BATS_TEST_TMPDIR/sudo
    deps gcc make jq
    [ "$status" -eq 0 ]
    [ "$(grep -c 'apt-get .*install .*make jq' "$LOG")" -eq 1 ]
}

@test "elsewhere than on Debian the packages are named, and the build goes on" {
    deps gcc make
    expect 0 '' 'needed, by their Debian names: gcc make'
}

@test "a build without pkg-config, a library or a header names the package, before it compiles" {
    make=(make -s "BUILD=$BATS_TEST_TMPDIR/build")
    run_split "${make[@]}" PKG_CONFIG=no-such-program all
    [ "$status" -eq 2 ]
    [[ $err == "missing: the program 'no-such-program' (Debian package: pkg-config)"* ]]
    fake no-yaml '[ "$2" != yaml-0.1 ]'
    run_split "${make[@]}" PKG_CONFIG="$BATS_TEST_TMPDIR/bin/no-yaml" all
    [ "$status" -eq 2 ]
    [[ $err == 'missing: the library yaml-0.1, '*' (Debian package: libyaml-dev)'* ]]
    fake no-zstd 'read -r line; case $line in *zstd.h*) exit 1 ;; esac'
    run_split "${make[@]}" CC="$BATS_TEST_TMPDIR/bin/no-zstd" all
    [ "$status" -eq 2 ]
    [[ $err == 'missing: the header zstd.h (Debian package: libzstd-dev)'* ]]
    [ "$(grep -c missing "$err_file")" -eq 1 ]
    run_split "${make[@]}" CC=no-such-compiler all
    [ "$status" -eq 2 ]
    [[ $err == "missing: the C compiler 'no-such-compiler' "* ]]
}

# ---- the runner ----------------------------------------------------------------------------------

# fake_bats NAME: a test file from standard input, where `test "name"` stands for `@test "name"`
fake_bats() {
    sed 's/^test /@&/' >"$BATS_TEST_TMPDIR/$1"
}

# outside CMD...: run_split, without what a bats inside this one would take for its own
outside() {
    local without
    mapfile -t without < <(compgen -e BATS_ | sed 's/^/--unset=/')
    run_split env "${without[@]}" PATH="${PATH//"$BATS_LIBEXEC:"/}" "$@"
}

# runs FILE...: tests/ci/run.sh, the times cut
runs() {
    outside SILENCE="${SILENCE:-4}" sh tests/ci/run.sh "$@"
    out=$(sed -E 's/ +[0-9]+\.[0-9] s$//' "$out_file")
}

@test "each test file is a line, with its output if it failed, and skipped tests with the reason" {
    fake good 'echo "100%: Checks: 3, Failures: 0, Errors: 0"'
    fake bad 'echo "50%: Checks: 4, Failures: 1, Errors: 1"; echo here; exit 1'
    fake crash 'kill -SEGV $$'
    fake empty 'exit 0'
    fake_bats some.bats <<'END'
test "one" { true; }
test "two" { skip 'no such thing'; }
test "three" { echo why; false; }
END
    runs "$BATS_TEST_TMPDIR/bin/good"
    expect 0 'good                         3 passed, 0 failed
3 passed, 0 failed' ''
    runs "$BATS_TEST_TMPDIR/bin/good" "$BATS_TEST_TMPDIR/some.bats"
    [ "$status" -eq 1 ]
    grep -qx 'some.bats                    1 passed, 1 failed' <<<"$out"
    grep -qx '    skipped: two: no such thing' <<<"$out"
    grep -q '^    not ok 3 three' <<<"$out"
    grep -q '^    # why' <<<"$out"
    [ "$(tail -n 1 <<<"$out")" = '4 passed, 1 failed, 1 skipped' ]
    runs "$BATS_TEST_TMPDIR/bin/bad"
    [ "$status" -eq 1 ]
    grep -qx '    here' <<<"$out"
    [ "$(tail -n 1 <<<"$out")" = '2 passed, 2 failed' ]
    runs "$BATS_TEST_TMPDIR/bin/crash" "$BATS_TEST_TMPDIR/bin/empty" "$BATS_TEST_TMPDIR/bin/good"
    [ "$status" -eq 1 ]
    [ "$(tail -n 1 <<<"$out")" = '3 passed, 2 failed' ]
    runs
    [ "$status" -eq 1 ]
}

@test "a line has the time that its file took" {
    fake slow 'sleep 0.3; echo "100%: Checks: 1, Failures: 0, Errors: 0"'
    runs "$BATS_TEST_TMPDIR/bin/slow"
    seconds=$(sed -nE 's/^slow .* ([0-9]+)\.([0-9]) s$/\1\2/p' "$out_file")
    [ "$seconds" -ge 3 ]
    [ "$seconds" -lt 100 ]
}

@test "while a file runs for long, its name is told" {
    fake slow 'sleep 2.5; echo "100%: Checks: 1, Failures: 0, Errors: 0"'
    SILENCE=1
    runs "$BATS_TEST_TMPDIR/bin/slow"
    [ "$status" -eq 0 ]
    grep -qx '  \.\.\. running: slow' <<<"$out"
}

@test "a file that is stopped by its limit says so, and one that is killed does not" {
    fake endless 'sleep 100'
    fake killed 'kill -KILL $$'
    LIMIT=1 runs "$BATS_TEST_TMPDIR/bin/endless" "$BATS_TEST_TMPDIR/bin/killed"
    [ "$(tail -n 1 <<<"$out")" = '0 passed, 2 failed' ]
    grep -A 1 '^endless ' <<<"$out" | grep -qx '    stopped by the limit of 1 s for a file'
    [ "$(grep -c 'stopped by' <<<"$out")" -eq 1 ]
    outside env STEP_SECONDS=1 bash -c '. tests/tools/steps.bash; guard long sleep 100; guard short false; sums'
    [ "$status" -eq 1 ]
    [ "$(grep -c '^stopped by the limit of 1 s for a step: sleep 100$' "$out_file")" -eq 1 ]
    [ "$(tail -n 1 "$out_file")" = '0 passed, 2 failed' ]
}

@test "the rooms keep their order, and a program contains none that it does not name" {
    cd "$ROOT"
    run_split /usr/bin/python3 tests/ci/layers.py "${BIN%/bin}"
    expect 0 "$out" ''
    grep -q '^xpgn-render-ascii  *[0-9]* files  *[0-9]* lines$' <<<"$out"
}

@test "two runs of the tests at once have a result each" {
    mkdir "$BATS_TEST_TMPDIR/met"
    fake meets "touch '$BATS_TEST_TMPDIR/met/'\$\$
        [ \$(ls '$BATS_TEST_TMPDIR/met' | wc -l) -eq 1 ] || sleep 0.5
        until [ \$(ls '$BATS_TEST_TMPDIR/met' | wc -l) -ge 2 ]; do sleep 0.05; done
        echo '100%: Checks: 1, Failures: 0, Errors: 0'"
    # shellcheck disable=SC2016 # sh's
    LIMIT=60 outside sh -c 'sh tests/ci/run.sh "$1" >"$1.1" & until [ "$(ls "$2")" ]; do sleep 0.05; done
        sh tests/ci/run.sh "$1" >"$1.2"; wait' - "$BATS_TEST_TMPDIR/bin/meets" "$BATS_TEST_TMPDIR/met"
    for run in 1 2; do
        grep -q '^meets  *1 passed, 0 failed' "$BATS_TEST_TMPDIR/bin/meets.$run"
        [ "$(tail -n 1 "$BATS_TEST_TMPDIR/bin/meets.$run")" = '1 passed, 0 failed' ]
    done
}

@test "the modes are run one by one, and added up" {
    fake_bats mode.bats <<'END'
test "walk is forced" { [[ $XPGN_FORCE == walk* ]]; }
test "something is forced" { [ -n "$XPGN_FORCE" ]; }
END
    outside FILES="$BATS_TEST_TMPDIR/mode.bats" BUILD="$BATS_TEST_TMPDIR" XPGN_BIN="$BIN" \
        sh tests/ci/modes.sh walk plain walk,narrow
    [ "$status" -eq 1 ]
    grep -qx '== XPGN_FORCE=walk,narrow' "$out_file"
    [ "$(tail -n 1 "$out_file")" = '5 passed, 1 failed' ]
}

@test "one file makes the system calls that change the disk" {
    cd "$ROOT"
    calls='(^|[^[:alnum:]_>.])(rename|renameat2?|unlink|unlinkat|remove|link|symlink|mkdir|rmdir|truncate|ftruncate|fsync|fdatasync|syncfs|flock|fchmod|chmod|fchown|chown|creat|mkstemp|mkostemp|pwrite)\('
    opens='(^|[^[:alnum:]_])(open(at)?\(.*O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)|f(re)?open\([^"]*"[wa+]|f(re)?open\([^"]*"r[^"]*\+)'
    # the terminal, the standard streams that the parent has closed, and the lines of the input
    grep -nE "$calls|$opens" tools/*.c tools/*/*.c tools/shared/*/*.c |
        grep -vE '^tools/frame/disk_calls\.c:|"/dev/tty"|"/dev/null"' >"$BATS_TEST_TMPDIR/found" || true
    [ ! -s "$BATS_TEST_TMPDIR/found" ] || { cat "$BATS_TEST_TMPDIR/found"; return 1; }
    # and the search would find them
    [ "$(grep -cE "$calls|$opens" tools/frame/disk_calls.c)" -ge 10 ]
}

@test "words and forms that one file knows stand in no other" {
    cd "$ROOT"
    mapfile -t files < <(find lib tools \( -name '*.c' -o -name '*.h' -o -name '*.inc' -o -name '*.def' \) | sort)
    code "${files[@]}" >"$BATS_TEST_TMPDIR/code"
    while read -r file pattern; do
        grep -E "$pattern" "$BATS_TEST_TMPDIR/code" | cut -d : -f 1 | sort -u >"$BATS_TEST_TMPDIR/found" || true
        [ "$(cat "$BATS_TEST_TMPDIR/found")" = "$file" ] || {
            echo "$pattern: in" "$(cat "$BATS_TEST_TMPDIR/found")"
            return 1
        }
    done <<'EOF'
lib/core/base/fates.c \bunharmed"|\? "wounded" *$|\? XPGN_FATE_WOUNDED
lib/core/game/combat_sum.c " \+ (support %d)?"
lib/core/play/dice_weights.h up_to \*= face
lib/core/base/roll_data.h count = .*->total = .*-1
lib/core/base/roll_data.h exchanges == 1 && !
tools/frame/cli.h "text\|json\|gcc\|sarif"
lib/output/count/tally.h ROLE_DEFENSE, XPGN_SEAT_OF
lib/include/internal/draws.h (clock|CLOCK|times|TIMES)( =|\)? [!=<>]+) (3|5|100|150)\b
EOF
}

@test "no two files have the same name" {
    cd "$ROOT"
    find lib tools -path lib/platform -prune -o -name '*.[ch]' -printf '%f\n' | sort >"$BATS_TEST_TMPDIR/names"
    [ -z "$(uniq -d "$BATS_TEST_TMPDIR/names")" ] || { uniq -d "$BATS_TEST_TMPDIR/names"; return 1; }
    [ "$(wc -l <"$BATS_TEST_TMPDIR/names")" -ge 500 ]
}

@test "no two structs have the same tag" {
    cd "$ROOT"
    # but for the options of each tool
    grep -rhoE --include='*.[ch]' --exclude-dir=platform '\b(struct|union|enum) [a-z_0-9]+ \{' lib tools |
        sed 's/^[a-z]* //; /^options {$/d' | sort >"$BATS_TEST_TMPDIR/tags"
    [ -z "$(uniq -d "$BATS_TEST_TMPDIR/tags")" ] || { uniq -d "$BATS_TEST_TMPDIR/tags"; return 1; }
    [ "$(wc -l <"$BATS_TEST_TMPDIR/tags")" -ge 500 ]
}

@test "what replaces terminals on other platforms fits what the tools ask of them" {
    parts=("$ROOT/lib/platform/port/no_terminal.c" "$ROOT/lib/platform/port/no_animation.c")
    run cc -std=c11 -D_POSIX_C_SOURCE=200809L -I "$ROOT/lib/include" -I "$ROOT/tools" -fsyntax-only "${parts[@]}"
    [ "$status$output" = 0 ]
    # all that the two files have for others
    grep -hoE '^(int|bool|void|const) [^=]*\b(record|replay)_[a-z_]+\(' "$ROOT/tools/record/record_terminal.c" "$ROOT/tools/replay/replay_animate.c" |
        grep -oE '[a-z_]+\($' | tr -d '(' >"$BATS_TEST_TMPDIR/names"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/names")" -ge 5 ]
    while read -r name; do
        grep -qw "$name" "${parts[@]}" || { echo "not in ${parts[*]}: $name"; return 1; }
    done <"$BATS_TEST_TMPDIR/names"
}

@test "JSON is written by its functions, with no key or comma by hand" {
    cd "$ROOT"
    grep -rnE '[{,]\\"|\\"[a-z_]+\\":' lib tools --include='*.[ch]' | grep -v ', ",\\"\\r' >"$BATS_TEST_TMPDIR/found" || true
    [ ! -s "$BATS_TEST_TMPDIR/found" ] || { cat "$BATS_TEST_TMPDIR/found"; return 1; }
    [ "$(grep -rn 'json_open(' lib tools --include='*.c' | wc -l)" -ge 40 ]
}

@test "codes of the format are written as constants" {
    cd "$ROOT"
    literal='"[LTMRPXEY]-[0-9]{2}"'
    grep -rnE "$literal" tools lib --include='*.[ch]' --exclude=xpgn_codes.h >"$BATS_TEST_TMPDIR/found" || true
    [ ! -s "$BATS_TEST_TMPDIR/found" ] || { cat "$BATS_TEST_TMPDIR/found"; return 1; }
    [ "$(grep -cE "$literal" lib/include/xpgn_codes.h)" -ge 100 ]
}

@test "the schemas have the facts of the table, with their types, and the manual the statistics" {
    cd "$ROOT"
    /usr/bin/python3 tests/oracles/stats.py
    /usr/bin/python3 tests/oracles/schemas.py
    # and a fact that is forgotten, or has another type, is seen
    cp -r lib formats tests man "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR"
    sed -i 's/^FACT(errors, GAME, /FACT(mistakes, GAME, NUMBER, PLAIN, true, 1, "mistakes")\n&/' lib/facts/facts.def
    run_split /usr/bin/python3 tests/oracles/schemas.py
    expect 1 'list.schema.json does not have the fact mistakes'
    sed -i 's/^FACT(mistakes.*//; s/^FACT(margin, COMBAT, NUMBER/FACT(margin, COMBAT, TEXT/' lib/facts/facts.def
    run_split /usr/bin/python3 tests/oracles/schemas.py
    expect 1 'replay.schema.json: margin: integer, but it is text'
}

@test "xpgn-facts(7) has every fact of the table, and no other" {
    cd "$ROOT"
    /usr/bin/python3 tests/oracles/facts.py
}

@test "make demo and make check say how long they take, in a line" {
    local make=(env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u TESTS make -n)
    run_split "${make[@]}" SUBMAKE=: demo
    [ "$(grep -c "^echo 'building the tools, up to two minutes'$" "$out_file")" -eq 1 ]
    grep -q '^: -s run-demo$' "$out_file"
    run_split "${make[@]}" SUBMAKE=: check
    [ "$(grep -c "^echo 'building, and running all tests: .* about three on two cores'$" "$out_file")" -eq 1 ]
    run_split "${make[@]}" SUBMAKE=: TESTS=walk check
    [ "$(grep -c 'echo .building' "$out_file")" -eq 0 ]
}

@test "of a long run STEPS chooses those of some names, which are counted alone" {
    printf '%s\n' '. tests/tools/steps.bash' 'guard one true' "tests 'two of them' echo '3 passed, 1 failed'" 'guard three false' sums >"$BATS_TEST_TMPDIR/run"
    cd "$ROOT"
    STEPS='one|two' run_split bash "$BATS_TEST_TMPDIR/run"
    [ "$(sed 's/[0-9]* s)*$//' "$out_file")" = '== one (after '$'\n''== two of them (after '$'\n''3 passed, 1 failed'$'\n''after '$'\n''4 passed, 1 failed' ]
}

@test "the page of what was run has each step with its sum, and refuses an output without one" {
    printf '%s\n' '== tests of a thing (after 0 s)' 'a.bats  2 passed, 0 failed  1.9 s' '98 passed, 0 failed, 1 skipped' \
        '== a guard (after 100 s)' '== another (after 120 s)' 'boom' 'failed: make it' 'after 300 s' '99 passed, 1 failed' >"$BATS_TEST_TMPDIR/run.log"
    printf '%s\n' 'ok      one' 'FAILED  two' 'boom' '1 passed, 1 failed' >"$BATS_TEST_TMPDIR/try.log"
    run_split sh tools/release/tested.sh "$BATS_TEST_TMPDIR/run.log" "$BATS_TEST_TMPDIR/try.log"
    [ "$status" -eq 0 ]
    [ "$(grep -v '^$' "$out_file" | tail -n +3)" = '## run
| step | passed | failed |
|---|---|---|
| tests of a thing | 98 | 0 |
| a guard | 1 | 0 |
| another | 0 | 1 |
99 passed, 1 failed, in 300 s.
## try
| step | passed | failed |
|---|---|---|
| one | 1 | 0 |
| two | 0 | 1 |
1 passed, 1 failed.' ]
    echo 'half of it' >"$BATS_TEST_TMPDIR/cut.log"
    run_split sh tools/release/tested.sh "$BATS_TEST_TMPDIR/cut.log"
    [ "$status" -eq 1 ]
    [[ $err == *'cut.log: has no sum'* ]]
}
