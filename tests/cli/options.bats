#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Every option of every tool is in its --help, in its manual, in the completions of the three shells
# and in a test; and the shells themselves offer it.
# shellcheck disable=SC2154 # run_split sets them

load helper

COMPLETIONS=$BIN/../completions

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

# options TOOL: a row each: --long, letter or -
options() {
    awk -F '\t' '/^--/ { print $1, $2 }' "$BATS_FILE_TMPDIR/$1.options"
}

# absent ERE FILE: those of the options on standard input (rows as of `options`) that no line of the
# file matches. In the expression, NAME stands for the long name without its dashes, LETTER for the
# letter without its dash; `|-LETTER` falls out where there is none.
absent() {
    ERE=$1 awk '
        FNR == NR {
            pattern = ENVIRON["ERE"]
            if ($2 == "-")
                gsub(/[|]-LETTER/, "", pattern)
            gsub(/NAME/, substr($1, 3), pattern)
            gsub(/LETTER/, substr($2, 2), pattern)
            wanted[$1] = pattern
            next
        }
        {
            for (option in wanted)
                if ($0 ~ wanted[option])
                    delete wanted[option]
        }
        END { for (option in wanted) print option }' - "$2"
}

# The tools are asked once: under sanitizers they are slow to start.
setup_file() {
    cd "$BATS_FILE_TMPDIR" || return
    grep -hv '^ *\(#\|@test\)' "$ROOT"/tests/cli/*.bats >tests
    for path in "$BIN"/xpgn*; do
        tool=${path##*/}
        "$path" --help >"$tool.help"
        "$path" --dump-options >"$tool.options"
        # Some command of a test has an option, or its letter: on one line with the tool's name, or
        # anywhere in the tool's own file.
        {
            grep -E "(^|[^[:alnum:]-])$tool " tests
            if [ -f "$ROOT/tests/cli/${tool#xpgn-}.bats" ]; then
                grep -v '^ *\(#\|@test\)' "$ROOT/tests/cli/${tool#xpgn-}.bats"
            fi
        } >"$tool.tests"
        grep -E "^    $tool\) echo" "$COMPLETIONS/bash/xpgn" >"$tool.bash"
        case $tool in
        xpgn) sed -n '/_arguments -C/,/&& return/p' "$COMPLETIONS/zsh/_xpgn" ;;
        *) sed -n "/^    $tool)\$/,/^        ;;/p" "$COMPLETIONS/zsh/_xpgn" ;;
        esac >"$tool.zsh"
    done
}

PLACES='help manual bash zsh fish tests'

# not_in PLACE TOOL: the options on standard input that are not there
not_in() {
    local told=$BATS_FILE_TMPDIR/$2
    case $1 in
    help) absent '^(  -[[:alnum:]], |      )--NAME(\[?=| |$)' "$told.help" ;;
    manual) absent '^[.]It Fl ([A-Za-z] , )?-NAME( |$)' "$ROOT/man/$2.1" ;;
    bash) absent "[ ']--NAME[= ']" "$told.bash" ;;
    zsh) absent "['*,{]--NAME[=[}]" "$told.zsh" ;;
    fish) absent "^complete -c $2 (.* )?-l NAME " "$COMPLETIONS/fish/$2.fish" ;;
    # What all tools share is tested for all of them by the last tests of this file.
    tests) absent '(^|[^[:alnum:]-])(--NAME|-LETTER)([^[:alnum:]-]|$)' "$told.tests" |
        grep -vxE -e '--(help|version|rules|recursive|game|games-from|bytes|max-game|jobs|color|force)' || true ;;
    esac
}

@test "every option is in the help, the manual, the completions and a test" {
    for path in "$BIN"/xpgn*; do
        tool=${path##*/}
        options "$tool" >rows
        [ -s rows ]
        for place in $PLACES; do
            not_in "$place" "$tool" <rows | sed "s/^/$tool: not in: $place: /"
        done
    done >missing
    cat missing
    [ ! -s missing ]
}

@test "the limits of numbers are these" {
    for path in "$BIN"/xpgn-*; do
        tool=${path##*/}
        for option in $(awk -F '\t' '$3 == "number" { print $1 }' "$BATS_FILE_TMPDIR/$tool.options"); do
            "$path" "$option=x" 2>&1 | sed -n "s/^xpgn-\(.*\): --\(.*\): 'x' is not a number from/\1 \2/; s/ to / /; 1p"
        done
    done | sed '/ jobs 1 1024$/d' | LC_ALL=C sort >limits
    diff limits - <<'EOF'
dice dice 1 1000000
dice faces 2 256
dice links 1 65536
event clock-tolerance 0 86400
event k-factor 0 100
event letters 0 9
fmt plies 1 4294967295
fmt width 0 4294967294
grep head 1 4294967295
grep sample 1 4294967295
grep seed 0 18446744073709551615
record board 1 1000000
render-ascii across 1 64
render-ascii ply 0 4294967294
render-svg across 1 64
render-svg dpi 50 1200
render-svg ply 0 4294967294
replay ply 0 4294967295
replay rollouts 1 1000000
replay seed 0 18446744073709551615
simulate games 1 10000000
simulate max-plies 1 1000000
simulate seed 0 18446744073709551615
split games 1 18446744073709551615
stats of 1 4294967295
validate max-errors 1 4294967295
validate of 1 4294967295
EOF
}

@test "an option that is made up would be missed everywhere" {
    made_up=--made-u
    made_up=${made_up}p
    for tool in xpgn xpgn-validate; do
        { options "$tool" && echo "$made_up -"; } >rows
        for place in $PLACES; do
            [ "$(not_in "$place" "$tool" <rows)" = "$made_up" ] || {
                echo "$place knows $made_up"
                return 1
            }
        done
    done
    # nor does part of a name count
    for place in help manual bash zsh fish; do
        [ -z "$(echo '--format -' | not_in "$place" xpgn-validate)" ]
        [ "$(echo '--for -' | not_in "$place" xpgn-validate)" = --for ] || {
            echo "$place knows --for"
            return 1
        }
    done
}

@test "every letter is in the manual and in the completions" {
    for path in "$BIN"/xpgn*; do
        tool=${path##*/}
        options "$tool" | awk '$2 != "-"' >letters
        [ "$tool" = xpgn ] || [ -s letters ]
        [ -s letters ] || continue
        {
            absent '^[.]It Fl LETTER , -NAME( |$)' "$ROOT/man/$tool.1" <letters
            absent " -LETTER[ ']" "$BATS_FILE_TMPDIR/$tool.bash" <letters
            not_in zsh "$tool" <letters
            absent "['({*]-LETTER[+ ,[]" "$BATS_FILE_TMPDIR/$tool.zsh" <letters
            absent " -s LETTER -l NAME " "$COMPLETIONS/fish/$tool.fish" <letters
        } >missing
        [ ! -s missing ] || { echo "$tool"; cat missing; return 1; }
    done
}

# The options that a synopsis names, one a line: --long or -letter.
synopsis() {
    sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESC/p' "$1" | sed ':again; /\\$/{N; s/\\\n//; b again}' |
        grep -oE '\bFl [-[:alnum:]]+' | cut -d ' ' -f 2 | sed '/^-/{s/^/-/; b}; s/./-&\n/g' | sed '/^$/d' | sort -u
}

@test "every option is in the synopsis of its manual, and only these" {
    for path in "$BIN"/xpgn*; do
        tool=${path##*/}
        synopsis "$ROOT/man/$tool.1" >told
        options "$tool" | awk 'FNR == NR { told[$1]; next } !($1 in told) && !($2 in told) { print $1 }' told - |
            sed "s/^/$tool: not in: /"
        options "$tool" | tr ' ' '\n' | sort | comm -23 told - | sed "s/^/$tool: no option: /"
    done >missing
    cat missing
    [ ! -s missing ]
}

@test "the table of options in xpgn(1) is that of the tools" {
    sh "$ROOT/tests/ci/options.sh" "$BIN"/xpgn-* >table
    [ "$(wc -l <table)" -gt 40 ]
    sed -n '/^\.Sh TABLE OF OPTIONS/,/^\.El/{/^\.It/p}' "$ROOT/man/xpgn.1" >told
    same_output table told || { echo 'make facts renews the table'; return 1; }
}

@test "a letter has one meaning, but for those that xpgn-grep has of grep(1)" {
    local tool
    for tool in "$BIN"/xpgn-*; do
        "$tool" --dump-options | sed -n "s/^\(--[^\t]*\)\t\(-[a-zA-Z]\)\t.*/\2 \1/p" |
            if [ "${tool##*/}" = xpgn-grep ]; then grep -v '^-[cmnv] '; else cat; fi
    done | sort -u >letters
    [ "$(wc -l <letters)" -gt 15 ]
    run uniq -d <(cut -d ' ' -f 1 letters)
    [ -z "$output" ] || { echo "several meanings: $output"; return 1; }
}

# ---- in the shells -------------------------------------------------------------------------------

# offers SHELL WORD...: what the shell offers for the last word, in one line, sorted
offers() {
    local shell=$1
    shift
    case $shell in
    bash)
        # as readline cuts the words: = is one of its own
        bash --norc -c '
            source "$1"
            shift
            complete -p "$1" >/dev/null || exit
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _xpgn "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf "%s\n" "${COMPREPLY[@]}"' offers "$COMPLETIONS/bash/xpgn" "$@"
        ;;
    zsh) ZSH_DUMP=$BATS_FILE_TMPDIR/zcompdump zsh -f "$ROOT/tests/cli/complete.zsh" "$COMPLETIONS/zsh" "$(line "$@")" ;;
    fish)
        XDG_CONFIG_HOME=$PWD/fish XDG_DATA_HOME=$PWD/fish fish --no-config -c '
            set -p fish_complete_path $argv[1]
            complete -C$argv[2]' "$COMPLETIONS/fish" "$(line "$@")" | cut -f 1 | sed 's/^--[a-z-]*=\(.\)/\1/'
        ;;
    esac | sed 's/=$//; s|/$||; /^$/d' | sort -u | paste -sd ' '
}

# The words as they are typed: an = joins its neighbours.
line() {
    echo "$*" | sed 's/ = \?/=/g'
}

# offered SHELL EXPECTED WORD...
offered() {
    local expected=$2 actual
    actual=$(offers "$1" "${@:3}")
    [ "$actual" = "$expected" ] || {
        echo "$1: for: ${*:3}"
        echo "offered:  $actual"
        echo "expected: $expected"
        return 1
    }
}

the_shell_completes() {
    local shell=$1
    command -v "$shell" >/dev/null || skip "no $shell"
    [ "$shell" != zsh ] || needs_terminal # it is asked as somebody who types
    mkdir folder
    touch folder/game.pgn folder/other.xpgn
    cd folder
    offered "$shell" --format xpgn-validate --form
    offered "$shell" "$(awk -F '\t' '$1 == "--format" { print $4 }' "$BATS_FILE_TMPDIR/xpgn-validate.options" |
        tr '|' '\n' | sort | paste -sd ' ')" xpgn-validate --format = ''
    offered "$shell" 'json' xpgn-validate --format = j
    offered "$shell" 'always auto' xpgn-replay --color a
    offered "$shell" 'shot' xpgn-odds -k s
    offered "$shell" "$(xpgn-validate --list-variants | cut -d ' ' -f 1 | sort | paste -sd ' ')" \
        xpgn-render-ascii --variant ''
    offered "$shell" 'king-safety' xpgn-render-ascii --options = k
    offered "$shell" 'WhiteElo' xpgn-stats --by WhiteE
    offered "$shell" 'first_action' xpgn-list --columns = fir
    offered "$shell" attacker_faces xpgn-replay --columns = attacker_fac
    [[ $(offers "$shell" xpgn-list --columns = game,fir) =~ ^(game,)?first_action$ ]] # zsh shows what it adds
    offered "$shell" 'White WhiteElo' xpgn-list --columns = Wh
    offered "$shell" Round xpgn-validate --require Rou
    offered "$shell" Round xpgn-fmt --remove-tag = Rou
    offered "$shell" 'chess chess-attack chess-or-die-trying chess-to-the-death chess-without-check chess960' xpgn-grep --variant = ch
    offered "$shell" 'chess chess-attack chess-or-die-trying chess-to-the-death chess-without-check chess960' xpgn-render-ascii --variant = ch
    [[ $(offers "$shell" xpgn-grep --variant = chess,chess9) =~ ^(chess,)?chess960$ ]]
    offered "$shell" 'announce answer check commitment end make roll sign tags transcript' xpgn-dice ''
    offered "$shell" 'roll' xpgn-dice --faces = 6 r
    offered "$shell" 'roll' xpgn dice r
    offered "$shell" 'other.xpgn' xpgn-dice check o
    offered "$shell" "$(xpgn-validate --list-codes | cut -d ' ' -f 1 | grep '^CA-' | sort | paste -sd ' ')" \
        xpgn help CA-
    offered "$shell" 'codes compare' xpgn help co
    offered "$shell" '' xpgn-validate --jobs = 9
    offered "$shell" 'game.pgn' xpgn-validate g
    offered "$shell" 'other.xpgn' xpgn-validate --rules o
    offered "$shell" 'other.xpgn' xpgn-validate --good = o
    # by the short names
    offered "$shell" "$(for tool in "$BIN"/xpgn-*; do echo "${tool##*/xpgn-}"; done | grep ^v)" xpgn v
    offered "$shell" 'rules ruleset' xpgn help ru
    offered "$shell" --strict xpgn validate --st
    offered "$shell" 'gcc' xpgn validate --format g
    offered "$shell" 'game.pgn' xpgn validate g
    offered "$shell" --version xpgn --v
}

# facts SCOPES: the names in the table, in its order
facts() {
    sed -nE "s/^(FACT|LIST)\((\w+), ($1), .*/\2/p" "$ROOT/lib/facts/facts.def"
}

@test "columns in --help and in the completions are the facts of the table" {
    game='RECORD|START|GAME|LINE' turn='TURN|ACTION|COMBAT' sides='SIDE|COMBATANT' exchange='EXCHANGE|THROW'
    names_in() { # TOOL OPTION
        xpgn-"$1" --dump-options | awk -F '\t' -v option="$2" '$1 == option { print $6 }' | tr ' ' '\n' |
            grep -vE '^(attacker|defender)_'
    }
    same_output <(names_in list --columns) <(facts "$game")
    same_output <(names_in stats --select) <(facts "$game|$turn|$sides")
    same_output <(names_in replay --columns) <(facts "$game|$turn|$sides|$exchange")
    for tool in list stats replay; do
        xpgn-$tool --help | sed -n '/^Facts of /,$p' | grep '^  ' | grep -oE '[a-z_]+' | sort >said
        [ "$(wc -l <said)" -ge 50 ]
        case $tool in
        replay) facts "$game|$turn|$sides|$exchange" ;;
        *) facts "$game|$turn|$sides" ;;
        esac | sort >known
        same_output said known
    done
}

@test "bash completes options, values and files" {
    the_shell_completes bash
}

@test "zsh completes options, values and files" {
    the_shell_completes zsh
}

@test "fish completes options, values and files" {
    the_shell_completes fish
}

@test "bash offers files alone after --, and names with spaces whole" {
    touch -- '-odd' 'two words.pgn'
    offered bash '-odd' xpgn-validate -- -
    offered bash 'two words.pgn' xpgn-validate tw
}

# ---- what the tools share ------------------------------------------------------------------------

# having OPTION: the tools that have it, in the array $tools. To xpgn-dice no game is right whose
# dice were not sealed: it has a test of its own in dice.bats.
having() {
    tools=()
    for path in "$BIN"/xpgn*; do
        case ${path##*/} in
        xpgn-compare | xpgn-dice | xpgn-record | xpgn-simulate) continue ;; # filter no games: they have tests of their own
        esac
        if grep -q -- "^$1	" "$BATS_FILE_TMPDIR/${path##*/}.options"; then
            tools+=("${path##*/}")
        fi
    done
    [ "${#tools[@]}" -ge 3 ] || { echo "$1: ${tools[*]:-no tool} has it"; return 1; }
}

# The least that makes a tool look at games.
example() {
    case $1 in
    xpgn-grep) echo "$1 --tag Event=A" ;;
    xpgn-odds) echo "$1 --format=tsv" ;;
    xpgn-event) echo "$1 --show=crosstable" ;;
    xpgn-sort) echo "$1 --by=Event" ;;
    xpgn-split) echo "$1 --by=Event --dry-run" ;;
    *) echo "$1" ;;
    esac
}

games() {
    printf '%s\n' '[Event "A"]' '' '1. e4 e5 *' '' '[Event "A"]' '[Variant "mine"]' '' '1. d4 d5 *' '' \
        '[Event "A"]' '' '1. c4 c5 *' ''
}

@test "every tool takes --rules" {
    games >games.xpgn
    printf 'ruleset: mine\nextends: chess-attack\n' >mine.yaml
    having --rules
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --rules nothing.yaml games.xpgn
        [ "$status" -eq 2 ]
        [[ $err == *': nothing.yaml: No such file or directory' ]]
        run_split "${command[@]}" --rules=mine.yaml games.xpgn
        [ "$status" -eq 0 ]
    done
}

@test "every tool takes --recursive" {
    mkdir -p top/inner empty
    games >top/inner/games.xpgn
    echo nothing >top/notes.txt
    having --recursive
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" -r top
        cmp "$out_file" <("${command[@]}" top/inner/games.xpgn 2>/dev/null) || { echo "$tool"; return 1; }
        run_split "${command[@]}" -r empty
        expect 2 '' "$tool: empty: contains no .pgn or .xpgn files"
    done
    run_split xpgn-validate -r --html empty
    [[ $status -eq 2 && $err == *'unknown option --html'* ]]
}

@test "every tool takes --game" {
    games >games.xpgn
    having --game
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --game=7 games.xpgn
        [ "$status" -eq 2 ]
        [ "$err" = "$tool: no game 7: the input has 3" ]
        run_split "${command[@]}" --game 3-3 games.xpgn
        [ "$status" -eq 0 ]
    done
}

@test "every tool takes --games-from" {
    games >games.xpgn
    echo 7 >seven
    printf '3\n1\n' >two
    having --games-from
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --games-from=seven games.xpgn
        [ "$status" -eq 2 ]
        [ "$err" = "$tool: no game 7: the input has 3" ]
        run_split "${command[@]}" --games-from two games.xpgn
        [ "$status" -eq 0 ]
    done
}

@test "every tool for archives takes --bytes" {
    games >games.xpgn
    echo 1 >two
    having --bytes
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --bytes=: games.xpgn
        [ "$err" = "$tool: --bytes: ':' is not a range such as 0:64M, 64M:128M or 128M:
try '$tool --help'" ]
        run_split "${command[@]}" --games-from=two --bytes=0:1K games.xpgn
        expect 2 '' "$tool: --bytes and --games-from cannot be combined
try '$tool --help'"
        run_split "${command[@]}" --bytes=0:1K --game=1 games.xpgn
        expect 2 '' "$tool: --bytes and --game cannot be combined
try '$tool --help'"
        # no game begins there, which is no error; to xpgn-grep, 1 is that nothing was found
        run_split "${command[@]}" --bytes=1:2 games.xpgn
        [ "$status" -eq "$([ "$tool" = xpgn-grep ] && echo 1 || echo 0)" ]
        run_split "${command[@]}" --bytes :10 games.xpgn
        [ "$status" -eq 0 ]
    done
}

@test "every tool for archives takes --max-game" {
    { games; printf '[Event "A"]\n\n1. e4 {%2000s} *\n' x; } >games.xpgn
    having --max-game
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --max-game=1K --game=4 games.xpgn
        # to xpgn-grep, 1 is that nothing was found; xpgn-sort and xpgn-split write all games or none
        [ "$status" -eq "$([[ $tool = xpgn-@(grep|sort|split) ]] && echo 2 || echo 1)" ]
        run_split "${command[@]}" --max-game=1M --game=4 games.xpgn
        [ "$status" -eq 0 ]
    done
}

@test "every tool takes --jobs, and prints the same for each number" {
    for i in 1 2 3 4 5 6; do games; done | grep -v mine >games.xpgn
    having --jobs
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --jobs=1 games.xpgn
        [ "$tool" = xpgn-validate ] || [ -s "$out_file" ]
        cp "$out_file" one
        run_split "${command[@]}" -j 3 games.xpgn
        [ "$status" -eq 0 ]
        same_output one "$out_file"
    done
}

@test "every tool takes --color" {
    printf '%s\n' '[Event "A"]' '' '1. e4 Ke7 *' >bad.pgn
    having --color
    for tool in "${tools[@]}"; do
        read -ra command < <(example "$tool")
        run_split "${command[@]}" --color=sometimes bad.pgn
        [ "$status" -eq 2 ]
        run_split "${command[@]}" --color=never bad.pgn
        [ "$(cat "$out_file" "$err_file" | grep -c $'\033')" -eq 0 ]
        run_split "${command[@]}" --color=always bad.pgn
        [[ $tool = xpgn-@(fix|grep|list|sort|split) ]] || cat "$out_file" "$err_file" | grep -q $'\033'
    done
}

@test "a name that is mistyped is answered by the one that was meant" {
    cd "$ROOT/samples"
    while read -r meant words; do
        # shellcheck disable=SC2086 # words
        run_split xpgn-$words club.xpgn
        grep -qF "did you mean $meant?" "$err_file" || {
            echo "xpgn-$words"
            cat "$err_file"
            false
        }
    done <<'END'
--select stats --selct=count
White stats --select=Whit,count
White stats --by=Whit
plies stats --select=plie,count
White list --columns=Whit
plies list --columns=plie
White sort --by=Whit
White split --dry-run --by=Whit
White replay --columns=turn,Whit
attacker replay --columns=atacker
actions replay --rows=action
White grep --where=Whit=x
White grep --tag=Whit=x
attack grep --where=kind=atack
white grep --where=seat=whit
mate grep --has=mat
chess grep --variant=ches
json list --format=jsn
sarif validate --format=sarf
uci fmt --notation=uic
unicode render-ascii --style=unicde
dark render-svg --theme=drk
eval fmt --strip=evl archive.pgn
White validate --require=Event,Whit
de fmt --language=dee
fr event --show=standings --language=frr
standings event --show=standigns
BH/c1 event --show=standings --tie-breaks=bhh/c1
careful replay --luck --equity=carefull
strong:2 render-html --equity=stong:2
faces stats --fairness --question=face
count(combat) list --columns=cont(combat)
mean(margin) stats --select=attacker,meen(margin)
Opening list --columns=Openin
attacker_value replay --format=tsv --columns=atacker_value
END
}

@test "an option of one name is of one kind in all tools" {
    # whether it takes a value; the forms of output are those of the tool
    for tool in "$BIN"/xpgn-*; do
        "$tool" --dump-options | awk -F '\t' '/^--/ { print $1, ($3 == "flag" ? "none" : "value") }'
    done | LC_ALL=C sort -u | cut -d ' ' -f 1 | uniq -d >several
    # seconds, or the terminal; a file, or standard output; a file, or all games; how, or whether
    same_output <(printf '%s\n' --animate --partial --sealed --variations) several
}

@test "nothing is lost of what xpgn(1) says is stable, and what is new is stored" {
    cd "$ROOT"
    sh tests/ci/stable.sh "$BIN" >"$BATS_TEST_TMPDIR/now"
    same_output tests/cli/golden/stable.txt "$BATS_TEST_TMPDIR/now"
}
