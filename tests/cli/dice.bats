# SPDX-License-Identifier: MIT
# xpgn-dice: chains, links, rolls, and the records that they open.

load helper
load examples
load chains

setup_file() {
    for name in torn secrets failing ended; do
        ${CC:-cc} -shared -fPIC -o "$BATS_FILE_TMPDIR/$name.so" "$ROOT/tests/cli/data/$name.c" -ldl
    done
}

# preload NAME: what follows may run with this of tests/cli/data, $preload
preload() {
    if "$BIN/xpgn-dice" --version | grep -q sanitize; then
        skip 'a sanitizer wants to be loaded first'
    fi
    preload=$BATS_FILE_TMPDIR/$1.so
}

# begin CMD...: a scribe, whose answers are in $answer
begin() {
    coproc SCRIBE { exec "$@" 2>scribe.err; }
    scribe=$SCRIBE_PID
    exec {to}>&"${SCRIBE[1]}" {from}<&"${SCRIBE[0]}" # bash closes these when he has ended
    read -r answer <&"$from"
}

ask() {
    echo "$1" >&"$to"
    read -r answer <&"$from"
}

end() {
    ask quit
    [ "$answer" = bye ]
    wait "$scribe"
    exec {to}>&- {from}<&-
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    commit="DiceCommit=white:$WHITE_0 black:$BLACK_0"
    record=(xpgn-record --variant=chess-attack --no-advice --date=2026.05.08)
    known white 0 8
    known black 32 8
}

@test "the examples of the manual" {
    manual_examples "$ROOT/man/xpgn-dice.1"
}

@test "chains, links and rolls are those of the test vector" {
    [ "$(xpgn-dice commitment white)" = $WHITE_0 ]
    [ "$(xpgn-dice commitment black)" = $BLACK_0 ]
    for k in 1 2 3; do
        white=$(xpgn-dice reveal white $k 2>/dev/null)
        black=$(xpgn-dice reveal black $k 2>/dev/null)
        xpgn-dice --dice=10 roll $k "white:$white" "black:$black"
        if [ $k -eq 2 ]; then xpgn-dice --faces=10 roll $k "white:$white black:$black"; fi
    done >rolls
    [ "$white" = $WHITE_3 ]
    [ "$black" = $BLACK_3 ]
    diff rolls - <<END
3 5 5 3 4 3 1 4 1 2
5 3 5 6 2 4 1 4 4 3
9 5 1 6 4 10 5 2 10 3
5 1 1 3 5 5 2 5 5 1
END
}

@test "a new chain belongs to its owner, and no file is replaced" {
    umask 0
    run_split xpgn-dice --links=3 make chain
    [ "$status" -eq 0 ]
    [[ $out =~ ^[0-9a-f]{64}$ ]]
    [ "$(stat -c %a chain)" = 600 ]
    [ "$out" = "$(xpgn-dice commitment chain)" ]
    cp chain before
    run_split xpgn-dice make chain
    expect 2 '' 'xpgn-dice: chain: File exists'
    cmp chain before
    xpgn-dice make other >/dev/null
    grep -qx 'links 4096' other
    ! cmp -s <(sed -n 3p chain) <(sed -n 3p other)
}

@test "a signal leaves no chain that may be torn, and no file of another is removed" {
    preload ended
    run_split env --default-signal=TERM LD_PRELOAD="$preload" xpgn-dice make chain
    [ "$status" -eq $((128 + $(kill -l TERM))) ]
    [ -z "$out" ]
    [ ! -e chain ]
    cp white before
    run_split env --default-signal=TERM LD_PRELOAD="$preload" xpgn-dice make white
    expect 2 '' 'xpgn-dice: white: File exists'
    cmp white before
}

@test "a chain that others may read is refused" {
    chmod 640 white
    run_split xpgn-dice commitment white
    expect 2 '' 'xpgn-dice: white: others than the owner can read or write it; make a new chain'
}

@test "links are revealed in order, none is left out, and none twice but the last" {
    run_split xpgn-dice reveal white 2
    expect 2 '' 'xpgn-dice: white: link 2 is not due: link 1 is next, and none may be left out'
    xpgn-dice reveal white 1 >first 2>/dev/null
    run_split xpgn-dice reveal white 1
    [ "$out" = "$(cat first)" ]
    [ "$err" = 'xpgn-dice: white: link 1, as before: with the other links it gives away roll 1 and all before it; 7 links left' ]
    xpgn-dice reveal white 2 >/dev/null 2>&1
    run_split xpgn-dice reveal white 1
    expect 2 '' 'xpgn-dice: white: link 1 was revealed before, and a chain never goes back; link 3 is next'
    for k in 3 4 5 6 7 8; do xpgn-dice reveal white $k >/dev/null 2>&1; done
    run_split xpgn-dice reveal white 9
    expect 2 '' 'xpgn-dice: white: the chain is used up: all 8 links are revealed'
    [ "$(tail -n 1 white)" = 'revealed 8' ]
}

@test "a fallen seat reveals its last link at once" {
    run_split xpgn-dice --end reveal white
    [ "$status" -eq 0 ]
    [ "$out" = 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f ]
    run_split xpgn-dice reveal white 1
    expect 2 '' 'xpgn-dice: white: the chain is used up: all 8 links are revealed'
}

@test "what a crash has cut off was not revealed" {
    printf 'revealed 1\nrevealed 2' >>white
    run_split xpgn-dice reveal white 2
    [ "$status" -eq 0 ]
    [ "${#out}" -ge 64 ]
    [ "$(tail -n 2 white)" = "$(printf 'revealed 1\nrevealed 2')" ]
}

@test "no link is shown that could not be noted" {
    run_split bash -c '(ulimit -f 0; exec xpgn-dice reveal white 1 2>&1) | cat'
    [ "$out" = 'xpgn-dice: white: link not revealed: File too large' ]
    [ "$(wc -l <white)" -eq 3 ]
}

@test "a failing disk leaves a chain as it was" {
    preload torn
    for what in write sync 'write cut' 'sync cut'; do
        known white 0 8
        xpgn-dice reveal white 1 >/dev/null 2>&1
        cp white before
        echo "$what" >torn
        run_split env TORN_FILE=white LD_PRELOAD="$preload" xpgn-dice reveal white 2
        # a chain is synchronized as it is opened, too
        expect 2 '' "xpgn-dice: white: $([[ $what == sync* ]] || echo 'link not revealed: ')No space left on device"
        [[ $what == *cut ]] || cmp white before
        rm torn
        run_split xpgn-dice reveal white 2
        [ "$status" -eq 0 ]
        cmp white <(cat before; echo revealed 2)
    done
}

@test "a game goes on with its chain when the disk has failed" {
    preload torn
    begin env TORN_FILE=white LD_PRELOAD="$preload" "${record[@]}" --sealed=white --tag="$commit" game.xpgn
    ask e4
    ask d5
    cp white before
    for what in write 'write cut' sync; do
        echo "$what" >torn
        for _ in 1 2; do
            ask exd5
            [ "$answer" = 'error LINK link 1 cannot be revealed' ]
        done
        [[ $what == *cut ]] || cmp white before
    done
    rm torn
    ask exd5
    [ "$answer" = "link 1 white:$WHITE_1 black:?" ]
    cmp white <(cat before; echo "game ${commit#*=}"; echo revealed 1)
    ask "link $(xpgn-dice reveal black 1 2>/dev/null)"
    [ "$answer" = 'ok 2. exd5 <3+0=5x:5+1=9>' ]
    end
    xpgn-dice reveal white 2 >/dev/null 2>&1
}

@test "whatever fails on the disk, a chain and its game can be taken up" {
    preload torn
    cp -p white before
    faulty_make disk
    faulty_chain disk xpgn-dice reveal chain 1
    faulty_chain disk xpgn-dice --end reveal chain
    xpgn-dice reveal before 1 >/dev/null 2>&1
    faulty_chain disk xpgn-dice reveal chain 2
    faulty_game disk
}

@test "a full disk is noticed behind the link, which can be printed again" {
    [ -e /dev/full ] || skip 'no /dev/full'
    for command in 'make new' 'commitment white' 'reveal white 1' '--end reveal black' "tag white:$WHITE_0 black:$BLACK_0" \
        "roll 1 white:$WHITE_1 black:$BLACK_1" "check $ROOT/samples/sealed.xpgn"; do
        # shellcheck disable=SC2086
        run_split bash -c 'exec "$@" >/dev/full' - xpgn-dice $command
        [ "$status" -eq 2 ]
        [[ $err == *'xpgn-dice: write error: No space left on device' ]] || { echo "$command: $err"; return 1; }
    done
    is_whole new
    xpgn-dice commitment new
    [ "$(xpgn-dice reveal white 1 2>/dev/null)" = $WHITE_1 ]
    xpgn-dice --end reveal black
}

@test "repeated lines and a torn last line are read" {
    printf 'revealed 1\nrevealed 1\nrevealed 2\nrevealed 2\nrevea' >>white
    run_split xpgn-dice reveal white 2
    [[ $status$err == '0'*'link 2, as before'* ]]
    [ "$(tail -n 1 white)" = 'revealed 2' ]
    run_split xpgn-dice reveal white 3
    [ "$status" -eq 0 ]
    [ "$(tail -n 2 white)" = "$(printf 'revealed 2\nrevealed 3')" ]
}

# used CHAIN LINKS: what is said of it
used() {
    local verb=are
    [ "$2" -ne 1 ] || verb=is
    echo "$1: the chain is used: $2 of its links $verb revealed, and whoever has them could compute dice" \
        "of the next game; a chain serves one game: make a new one"
}

@test "a chain that has served a game is refused for the next" {
    xpgn-dice reveal white 1 >/dev/null 2>&1
    cp white before
    run_split xpgn-dice commitment white
    expect 2 '' "xpgn-dice: $(used white 1)"
    run_split "${record[@]}" --sealed=white --tag="$commit" game.xpgn </dev/null
    expect 2 '' "xpgn-record: $(used white 1)"
    # a record that has the commitments, but not the roll
    rm -f game.xpgn
    "${record[@]}" --sealed=- --tag="$commit" game.xpgn <<<e4 >/dev/null
    run_split xpgn-record --sealed=white game.xpgn </dev/null
    expect 2 '' 'xpgn-record: white: the chain serves another game; a chain serves one game: make a new one'
    cmp white before
}

@test "a chain serves no second record, and no old state of its record" {
    for name in one two; do
        begin "${record[@]}" --sealed=white --tag="$commit" $name.xpgn
        end
    done
    begin "${record[@]}" --sealed=white --tag="${commit/black:*/black:$BLACK_3}" three.xpgn
    end
    begin xpgn-record --sealed=white --no-advice one.xpgn
    for line in e4 d5 exd5; do ask $line; done
    ask "link $(xpgn-dice reveal black 1 2>/dev/null)"
    for line in c5 d4 cxd4; do ask $line; done
    ask "link $(xpgn-dice reveal black 2 2>/dev/null)"
    [[ $answer == 'ok 3... cxd4 '* ]]
    end
    run_split xpgn-record --sealed=white three.xpgn </dev/null
    expect 2 '' 'xpgn-record: white: the chain serves another game; a chain serves one game: make a new one'
    run_split xpgn-record --sealed=white two.xpgn </dev/null
    expect 2 '' 'xpgn-record: white: link 2 is revealed, but the record has 0 rolls: it is not the record that the chain served, or an old copy of it'
    run_split xpgn-record --sealed=white one.xpgn </dev/null
    expect 0 'ok 6 4.' ''
}

# kill_scribe: without a word
kill_scribe() {
    kill -KILL "$scribe"
    wait "$scribe" 2>/dev/null || true
    exec {to}>&- {from}<&-
}

@test "what a link was revealed for is the same after a crash, and nothing else" {
    begin "${record[@]}" --sealed=white --tag="$commit" game.xpgn
    for line in e4 d5 exd5; do ask $line; done
    [ "$answer" = "link 1 white:$WHITE_1 black:?" ]
    grep -qx '1. e4 d5 {\[%announced exd5\]} \*' game.xpgn
    kill_scribe
    begin xpgn-record --sealed=white --no-advice game.xpgn
    [ "$answer" = 'ok 2 2. exd5' ]
    for line in e5 Nc3 roll first end undo annul "comment x" "tag Event y"; do
        ask "$line"
        case $line in
        comment* | tag*) [ "$answer" = 'ok noted' ] ;;
        first) [ "$answer" = 'error DICE it has been rolled who begins' ] ;;
        *) [ "$answer" = 'error LINK links have been revealed for what was announced, exd5: it binds' ] ;;
        esac || { echo "$line: $answer"; return 1; }
    done
    for line in "tag DiceCommit x" "tag DiceOpen 1" "tag FirstRoll 5:2"; do
        ask "$line"
        [[ $answer == 'error LINK the dice are sealed: '* ]]
    done
    for line in exd5 e4xd5 2.exd5; do
        ask "$line"
        [ "$answer" = "link 1 white:$WHITE_1 black:?" ]
    done
    ask link
    [ "$answer" = "ok 1 white:$WHITE_1 black:?" ]
    # the game may end with it, and that may be a mistake
    ask resign
    [ "$answer" = 'end 0-1' ]
    ask "link $(xpgn-dice reveal black 1 2>/dev/null)"
    [[ $answer == 'error LINK no roll is due'* ]]
    kill_scribe
    grep -qx '1. e4 d5 {.%announced exd5. x} 0-1' game.xpgn
    begin xpgn-record --sealed=white --no-advice game.xpgn
    ask undo
    [ "$answer" = 'ok taken back' ]
    ask e5
    [[ $answer == 'error LINK'* ]]
    ask "link $(xpgn-dice reveal black 1 2>/dev/null)"
    [ "$answer" = 'ok 2. exd5 <3+0=5x:5+1=9>' ] || { echo "$answer"; false; }
    end
    ! grep -q announced game.xpgn
    tail -n 2 white | cmp - <(echo "game ${commit#*=}"; echo revealed 1)
}

@test "an answer binds like an announcement, and the link of neither serves twice" {
    begin "${record[@]}" --sealed=black --tag="$commit" game.xpgn
    for line in e4 d5 exd5; do ask $line; done
    [ "$answer" = 'link 1 white:? black:?' ]
    kill_scribe # nothing has been shown: White may say something else
    begin xpgn-record --sealed=black --no-advice game.xpgn
    [ "$answer" = 'ok 2 2.' ]
    for line in e5 f5 exf6; do ask $line; done
    [ "$answer" = 'link 1 white:? black:?' ]
    ask "link $WHITE_1"
    [[ $answer == 'ok 3. exf6 '* ]]
    end
    [ "$(tail -n 1 black)" = 'revealed 1' ]
}

@test "ties for who begins are on disk before the next link" {
    known black 148 8
    commit="DiceCommit=white:$WHITE_0 black:$(xpgn-dice commitment black)"
    record+=(--variant=combat-chess-2)
    begin "${record[@]}" --sealed=white --tag="$commit" game.xpgn
    for k in 1 2 3; do
        ask first
        [[ $answer == "link $k white:"*' black:?' ]] || { echo "$answer"; return 1; }
        kill_scribe
        begin xpgn-record --sealed=white --no-advice game.xpgn
        link=$(xpgn-dice reveal black $k 2>/dev/null)
        case $k in
        1) [ "$answer" = 'ok 0 1. first' ] ;;
        2) [ "$answer" = 'ok 0 1. first 2:2 first' ] ;;
        3) [ "$answer" = 'ok 0 1. first 2:2 3:3 first' ] ;;
        esac || { echo "$k: $answer"; return 1; }
        ask a2-a4
        [[ $answer == 'error LINK'* ]]
        ask "link $link"
        if [ $k -lt 3 ]; then
            [[ $answer == "link $((k + 1)) white:"* ]] || { echo "$k: $answer"; return 1; }
        fi
        grep -q "DiceOpen \"$k " game.xpgn
    done
    [ "$answer" = 'ok 2:2 3:3 3:5 1...' ]
    grep -qx '\[FirstRoll "2:2 3:3 3:5"\]' game.xpgn
    end
    run_split xpgn-dice check game.xpgn
    expect 0 'game 1: the dice of 3 rolls are those of the links' ''
}

@test "a game that ends with ties for who begins keeps them" {
    known black 148 8
    record+=(--variant=combat-chess-2)
    begin "${record[@]}" --sealed=white --tag="DiceCommit=white:$WHITE_0 black:$(xpgn-dice commitment black)" game.xpgn
    ask first
    ask "link $(xpgn-dice reveal black 1 2>/dev/null)"
    ask "link $(xpgn-dice reveal black 2 2>/dev/null)"
    ask undo
    [[ $answer == 'error LINK'* ]]
    ask resign
    end
    run_split xpgn-dice check game.xpgn
    [[ $status$out == '0game 1: the dice of 2 rolls are those of the links: 0 rolls played, 2 annulled (1. 2:2, 1. 3:3)' ]] || { echo "$out"; false; }
}

@test "who begins is rolled by links only where the rules roll for it" {
    begin "${record[@]}" --sealed=white --tag="$commit" game.xpgn
    ask first
    [ "$answer" = 'error DICE in this game nobody rolls for who begins' ]
    end
    rm game.xpgn
    begin "${record[@]}" --variant=combat-chess-2 --sealed=white --tag="$commit" \
        --xfen='rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1' game.xpgn
    ask first
    [ "$answer" = 'error DICE in this position nobody rolls for who begins' ]
    end
    rm game.xpgn
    begin "${record[@]}" --variant=combat-chess-2 --sealed=white --tag="$commit" \
        --xfen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1' game.xpgn
    ask first
    ask "link $(xpgn-dice reveal black 1 2>/dev/null)"
    [ "$answer" = 'ok 3:5 1...' ]
    end
    run_split xpgn-dice check game.xpgn
    expect 0 'game 1: the dice of 1 roll are those of the links' ''
    ! grep -q revealed white || [ "$(grep -c revealed white)" -eq 1 ]
}

@test "an announcement that cannot be written reveals nothing" {
    begin "${record[@]}" --sealed=white --tag="$commit" game.xpgn
    for line in e4 d5; do ask $line; done
    cp white before
    prlimit --pid="$scribe" --fsize=100: || skip 'limits cannot be set here'
    for _ in 1 2; do
        ask exd5
        [[ $answer == 'error DISK not recorded: '* ]]
    done
    ask "link $(xpgn-dice reveal black 1 2>/dev/null)"
    [[ $answer == 'error LINK no roll is due'* ]]
    cmp white before
    prlimit --pid="$scribe" --fsize=unlimited:
    ask exd5
    [ "$answer" = "link 1 white:$WHITE_1 black:?" ]
    prlimit --pid="$scribe" --fsize=100: # the dice cannot be written
    for _ in 1 2; do
        ask "link $(xpgn-dice reveal black 1 2>/dev/null)"
        [[ $answer == 'error DISK not recorded: '* ]]
        ask e5
        [[ $answer == 'error LINK'*'it binds' ]]
    done
    prlimit --pid="$scribe" --fsize=unlimited:
    ask "link $(xpgn-dice reveal black 1 2>/dev/null)"
    [ "$answer" = 'ok 2. exd5 <3+0=5x:5+1=9>' ]
    end
}

@test "what dice have made of an action is forgotten when it cannot be written" {
    begin "${record[@]}" --variant=combat-chess-2 --options=exact-teleport --sealed=black --tag="$commit" game.xpgn
    ask first
    ask "link $WHITE_1"
    [ "$answer" = 'ok 3:5 1...' ]
    ask K@a5
    [ "$answer" = "link 2 white:? black:$BLACK_2" ]
    prlimit --pid="$scribe" --fsize=100: || skip 'limits cannot be set here'
    ask "link $WHITE_2"
    [[ $answer == 'error DISK not recorded: '* ]]
    prlimit --pid="$scribe" --fsize=unlimited:
    ask 'comment on it'
    grep -q '%announced K@a5' game.xpgn
    ask K@a5
    [ "$answer" = "link 2 white:? black:$BLACK_2" ]
    grep -q '%announced K@a5' game.xpgn
    ask "link $WHITE_2"
    [[ $answer == 'ok 1... K@- <'* ]] || { echo "$answer"; false; }
    end
}

@test "one program at a time uses a chain" {
    if ! command -v /usr/bin/python3 >/dev/null; then skip 'no python3'; fi
    run_split /usr/bin/python3 - "$BIN/xpgn-dice" <<'END'
import fcntl, subprocess, sys
f = open("white", "r+")
fcntl.flock(f, fcntl.LOCK_EX)
p = subprocess.run([sys.argv[1], "reveal", "white", "1"], capture_output=True, text=True)
print(p.returncode, p.stdout, p.stderr, end="")
END
    [ "$out" = '2  xpgn-dice: white: another program uses this chain' ]
}

@test "files that are no chains are refused" {
    bad=0
    for text in '' 'xpgn-chain 2\nlinks 8\n' 'xpgn-chain 1\nlinks 0\nend 00\n' \
        'xpgn-chain 1\nlinks 8\nend 00\n' "$(cat white)\nrevealed 9\n" "$(cat white)\nrevealed 2\nrevealed 1\n"; do
        # shellcheck disable=SC2059
        printf "$text" >wrong
        chmod 600 wrong
        run_split xpgn-dice commitment wrong
        [ "$status$out$err" = '2xpgn-dice: wrong: not a chain of xpgn-dice' ] || { echo "$text: $status $out $err"; bad=1; }
    done
    [ "$bad" -eq 0 ]
    mkdir folder
    run_split xpgn-dice commitment folder
    [ "$status" -eq 2 ]
    run_split xpgn-dice commitment none
    expect 2 '' 'xpgn-dice: none: No such file or directory'
}

@test "follow knows the next link from any other" {
    one=$(xpgn-dice reveal white 1 2>/dev/null)
    run_split xpgn-dice follow "$one" $WHITE_0
    expect 0 '' ''
    run_split xpgn-dice follow "white:$one" "white:$WHITE_0"
    expect 0 '' ''
    run_split xpgn-dice follow $WHITE_3 $WHITE_0
    expect 1 '' 'xpgn-dice: the link is 3 steps behind the other, expected 1'
    run_split xpgn-dice follow $WHITE_0 "$one"
    expect 1 '' 'xpgn-dice: the link does not follow the other: it is of another chain, or of a roll before'
    run_split xpgn-dice follow 12 "$one"
    [ "$status" -eq 2 ]
}

@test "tag writes what xpgn-validate reads" {
    run_split xpgn-dice tag "white:$WHITE_0" "black:$BLACK_0"
    expect 0 "[DiceCommit \"white:$WHITE_0 black:$BLACK_0\"]" ''
    run_split xpgn-dice tag 3 "white:$WHITE_3" "black:$BLACK_3"
    expect 0 "[DiceOpen \"3 white:$WHITE_3 black:$BLACK_3\"]" ''
    run_split xpgn-dice tag "white:$WHITE_0"
    expect 2 '' "xpgn-dice: no link of black: every seat has one
try 'xpgn-dice --help'"
    run_split xpgn-dice tag "white:$WHITE_0" "black:$WHITE_0"
    [ "$status" -eq 2 ]
    [[ $err == *'white and black have the same link'* ]]
}

@test "tag takes the links of chains: the commitments of new ones, then links that were revealed" {
    run_split xpgn-dice tag white:white black:./black
    expect 0 "[DiceCommit \"white:$WHITE_0 black:$BLACK_0\"]" ''
    for k in 1 2 3; do xpgn-dice reveal white $k >/dev/null 2>&1; done
    run_split xpgn-dice tag 3 white:white "black:$BLACK_3"
    expect 0 "[DiceOpen \"3 white:$WHITE_3 black:$BLACK_3\"]" ''
    run_split xpgn-dice --dice=2 roll 3 white:white "black:$BLACK_3"
    expect 0 '5 1' ''
    run_split xpgn-dice tag 4 white:white "black:$BLACK_3"
    expect 2 '' 'xpgn-dice: white: link 4 has not been revealed'
    run_split xpgn-dice tag white:white black:black
    expect 2 '' "xpgn-dice: $(used white 3)"
    run_split xpgn-dice tag white:nowhere black:black
    expect 2 '' 'xpgn-dice: nowhere: No such file or directory'
    run_split xpgn-dice tag white:1234 black:black
    expect 2 '' "xpgn-dice: 'white:1234', expected 64 lower-case hexadecimal digits
try 'xpgn-dice --help'"
}

@test "check compares the commitments with those that were received" {
    record=$ROOT/samples/sealed.xpgn
    run_split xpgn-dice check "$record"
    expect 0 'game 1, Adams - Brandt: the dice of 3 rolls are those of the links' ''
    run_split xpgn-dice check --commit="white:$WHITE_0 black:$BLACK_0" "$record"
    expect 0 'game 1, Adams - Brandt: the dice of 3 rolls are those of the links' ''
    run_split xpgn-dice check --commit="white:$BLACK_0 black:$WHITE_0" "$record"
    expect 1 'game 1, Adams - Brandt: DiceCommit differs from the commitments that were received' ''
    sed 's/<5+0=6:1+0=1x>/<6:1>/' "$record" >changed.xpgn
    run_split xpgn-dice check changed.xpgn
    [ "$status" -eq 1 ]
    [[ $out == *'dice 6:1, expected 5:1: sealed roll 3 [R-11]'* ]]
    run_split xpgn-dice check "$ROOT/samples/club.xpgn"
    [ "$status" -eq 1 ]
    [ "$(grep -c 'the dice cannot be checked' "$out_file")" -eq 5 ]
}

@test "check says which rolls were annulled" {
    sed 's/4\. .*/{[%annulled 5:1]} 4. h3 1\/2-1\/2/' "$ROOT/samples/sealed.xpgn" >one.xpgn
    run_split xpgn-dice check one.xpgn
    expect 0 'game 1, Adams - Brandt: the dice of 3 rolls are those of the links: 2 rolls played, 1 annulled (4. 5:1)' ''
    sed 's/ c5 3.*<5.*>$/ {[%annulled 5:3] [%annulled 5:1]} 1\/2-1\/2/; /^4/d' "$ROOT/samples/sealed.xpgn" >two.xpgn
    run_split xpgn-dice check two.xpgn
    expect 0 'game 1, Adams - Brandt: the dice of 3 rolls are those of the links: 1 roll played, 2 annulled (2... 5:3, 2... 5:1)' ''
}

@test "where dice are sealed, a missing half-move is an error" {
    sed 's/^4\. .*/{[%missing]} 4... Nc6 1\/2-1\/2/' "$ROOT/samples/sealed.xpgn" >gap.xpgn
    run_split xpgn-dice check gap.xpgn
    [[ $status$out == '1gap.xpgn:14:2: error: missing half-move'*'[M-17]'*'game 1, Adams - Brandt, 3... cxd4;'* && $out != *those* ]]
    run_split xpgn-validate gap.xpgn
    [[ $status == 1 && $out == *'[M-17]'* && $out != *M-16* ]]
    grep -v '^.Dice' gap.xpgn >plain.xpgn
    run_split xpgn-validate plain.xpgn
    [[ $status == 0 && $out == *'[M-16]'* && $out != *M-17* ]]
}

@test "a chain in two different games is an error, in two records of one it is none" {
    a=$ROOT/samples/sealed.xpgn
    sed 's/^4\. .*/4. h3 1\/2-1\/2/' "$a" >other.xpgn          # the last roll is missing, too
    sed 's/^4\. .*/1\/2-1\/2/; s/DiceOpen "3.*"/DiceOpen "2 white:747d9ed6ceb6688778a1cb0f7f89782555766338183becf454ad42d3eeae3794 black:39c30edc9b910242db4a0baf970ac377c7db9f85de85271c47242582bb77d832"/' "$a" >begun.xpgn
    sed 's/Sealed dice/The same/; s/e4 d5/e4 {a} d5/' "$a" >copy.xpgn
    sed '/^.DiceOpen/d; s/1\. e4.*/*/; /^4/d' "$a" >empty.xpgn
    good='the dice of 3 rolls are those of the links'
    run_split xpgn-dice check "$a" copy.xpgn begun.xpgn
    expect 0 "game 1, Adams - Brandt: $good
game 2, Adams - Brandt: $good
game 3, Adams - Brandt: ${good/3/2}" ''
    # what follows the beginning that both have
    run_split xpgn-dice check begun.xpgn "$a" other.xpgn
    [ "$status" -eq 1 ]
    [[ $out == *'game 3, Adams - Brandt: the chain of white serves game 2, which is another game [T-22]' ]]
    printf 'ruleset: mine\nextends: chess-attack\n' >mine.yaml
    sed 's/"chess-attack"/"mine"/' "$a" >rules.xpgn
    run_split xpgn-dice --rules=mine.yaml check "$a" rules.xpgn
    expect 1 "game 1, Adams - Brandt: $good
game 2, Adams - Brandt: the chain of white serves game 1, which is another game [T-22]" ''
}

@test "a chain against two opponents is found with any number of threads" {
    a=$ROOT/samples/sealed.xpgn
    sed "s/black:$BLACK_0/black:${BLACK_0/1/2}/" "$a" >second.xpgn
    copies 300 "$a" "$ROOT/samples/club.xpgn" >many.xpgn
    cat second.xpgn >>many.xpgn
    xpgn-dice -j1 check many.xpgn >one || [ $? -eq 1 ]
    [ "$(grep -c 'the chain of' one)" -eq 1 ]
    grep -qx 'game 1801, Adams - Brandt: the chain of white serves game 1, which is another game \[T-22\]' one
    for j in 2 8; do
        xpgn-dice -j$j check many.xpgn | cmp - one
    done
}

@test "check takes the options of all tools that read games" {
    record=$ROOT/samples/sealed.xpgn
    printf 'ruleset: mine\nextends: chess-attack\n' >mine.yaml
    sed 's/"chess-attack"/"mine"/' "$record" | cat - <(sed -n '1,/\*$/p' "$ROOT/tests/defects/odd-sealed.pgn") >two.xpgn
    run_split xpgn-dice check two.xpgn
    [ "$status" -eq 1 ]
    run_split xpgn-dice --rules=mine.yaml -j 1 check two.xpgn
    [ "$status" -eq 0 ]
    [ "$(wc -l <"$out_file")" -eq 2 ]
    cp "$out_file" one
    xpgn-dice --rules=mine.yaml --jobs=3 check two.xpgn | cmp - one
    xpgn-dice --rules=mine.yaml --game=2 check <two.xpgn | cmp - <(tail -n 1 one)
    run_split xpgn-dice --max-game=100 --game=2 check two.xpgn
    [[ $status$out == 1*'[L-09]'* ]]
    run_split xpgn-dice --color=always --game=1 check two.xpgn
    [[ $out == *$'\e'* ]]
}

@test "each kind of fraud is found" { # the files say which
    for file in "$ROOT"/tests/defects/sealed-*.pgn; do
        case $file in *-twice.pgn) continue ;; esac
        run_split xpgn-dice check --game=1 "$file"
        [ "$status" -eq 1 ] && [ "$(grep -c error: "$out_file")" -eq 1 ] || {
            echo "$file: $status $out"
            return 1
        }
    done
}

@test "a chain used twice is found in any order of threads, with the same output" {
    # more than one thread takes at once
    copies 400 "$ROOT/samples/sealed.xpgn" "$ROOT/samples/club.xpgn" >many.xpgn
    xpgn-validate -j1 --format=gcc many.xpgn >one
    [ "$(wc -l <one)" -eq 798 ]
    [ "$(grep -c "commitment occurs in game 1 already \[T-22\]" one)" -eq 798 ]
    for j in 2 8; do
        xpgn-validate -j$j --format=gcc many.xpgn | cmp - one
    done
    xpgn-validate --strict -q --good=good --bad=bad -j2 many.xpgn || [ $? -eq 1 ]
    [ "$(grep -c '^\[DiceCommit' good)" -eq 1 ]
    [ "$(grep -c '^\[DiceCommit' bad)" -eq 399 ]
}

# secrets: the links of the chain white that are not revealed, 8 to 3, as bytes and as text, for
# secrets.c, in the file secrets
secrets() {
    /usr/bin/python3 - <<'END'
import hashlib
link = bytes(range(32))
with open("secrets", "wb") as f:
    for _ in range(6):
        for secret in link[:16], link[16:], link.hex()[:32].encode():
            f.write(bytes([len(secret)]) + bytes(255 - b for b in secret))
        link = hashlib.sha256(b"XPGN link 1\n" + link).digest()
END
}

# leaves_none CMD...: it leaves no secret in memory
leaves_none() {
    run_split env SECRETS="${SECRETS-secrets}" SECRETS_FD=9 LD_PRELOAD="$preload" "$@" 9>found
    [ "$(<found)" = 0 ] || { echo "$*: $(<found) secrets"; return 1; }
}

@test "no secret is left in memory, whatever happens" {
    preload secrets
    secrets
    preload+=" $BATS_FILE_TMPDIR/failing.so"
    for at in {0..60..4}; do
        rm -f made
        FAIL_AT=$at SECRETS=made leaves_none xpgn-dice --links=8 make made
    done
    rm -f made
    cp -p white made
    leaves_none xpgn-dice commitment white
    leaves_none xpgn-dice reveal white 1
    leaves_none xpgn-dice reveal white 5
    leaves_none xpgn-dice commitment white
    cat made - >wrong <<<'revealed 9'
    chmod 600 wrong
    leaves_none xpgn-dice commitment wrong
    preload+=" $BATS_FILE_TMPDIR/torn.so"
    echo write >torn
    TORN_FILE=white leaves_none xpgn-dice reveal white 2
    [[ $err == *'not revealed: No space left'* ]]
    rm torn
    leaves_none "${record[@]}" --sealed=made --tag="$commit" game.xpgn <<<$'e4\nd5\nexd5'
    [[ $out == *"link 1 white:$WHITE_1 black:?" ]]
    leaves_none xpgn-record --sealed=made game.xpgn <<<exd5
    for at in {1..60..3}; do
        cp -p white copy
        FAIL_AT=$at leaves_none xpgn-dice reveal copy 2
    done
    for at in {1..900..90}; do
        cp game.xpgn copy.xpgn
        cp -p made copy
        FAIL_AT=$at FAIL_ON=$((at % 2)) leaves_none xpgn-record --sealed=copy copy.xpgn <<<exd5
    done
}

# while_recording COMMAND ARG...: a shell's command, while a scribe with these arguments, $!, waits
while_recording() {
    "${user[@]}" "$BASH" -c 'mkfifo in
        "${@:2}" game.xpgn <in >greeting &
        exec 8>in
        until [ -s greeting ] || ! kill -0 $!; do sleep .01; done
        eval "$1"
        exec 8>&-
        wait $!' - "$1" "${record[@]}" "${@:2}" || true
    rm -f in game.xpgn greeting
}

# dumps ARG...: does such a scribe leave a core dump when it crashes?
dumps() {
    (ulimit -c unlimited; while_recording 'kill -ABRT $!' "$@") 2>said
    grep -q Aborted said || { cat said; return 2; }
    grep -q 'core dumped' said
}

@test "a scribe with a chain leaves no core dump" {
    (ulimit -c unlimited) 2>/dev/null || skip 'core dumps are not allowed here'
    dumps || skip 'no core dumps here'
    status=0
    dumps --sealed=white --tag="$commit" || status=$?
    [ "$status" -eq 1 ]
}

# Where dumps are passed to a program, the limit does not hold. A folder of this user's own, as
# nobody else may enter that of the test.
@test "a process with a chain is not dumpable" {
    user=()
    folder=$(mktemp -d /tmp/xpgn.XXXXXX)
    cp -p white "$folder"
    cd "$folder"
    if [ "$(id -u)" -eq 0 ]; then
        user=(setpriv --reuid=65534 --clear-groups)
        chown 65534 . white
    fi
    own=$("${user[@]}" id -u)
    plain=$(while_recording 'stat -c %u /proc/$!/mem' 2>/dev/null) || true
    with_chain=$(while_recording 'stat -c %u /proc/$!/mem' --sealed=white --tag="$commit") || true
    cd /
    rm -rf "$folder"
    [ "$plain" = "$own" ] || skip 'processes have no owners here, or the tools are not for everybody'
    [ -n "$with_chain" ] && [ "$with_chain" -ne "$own" ]
}

@test "wrong command lines" {
    for line in '' 'throw' 'make' 'make a b' 'reveal white' 'reveal white 0' 'reveal white x' \
        'reveal white 99999' '--end reveal white 1' 'roll 1' 'roll 0 a b' 'follow 1' 'tag 1' 'commitment'; do
        # shellcheck disable=SC2086
        run_split xpgn-dice $line
        [ "$status" -eq 2 ] && [ -z "$out" ] && [ -n "$err" ] || {
            echo "xpgn-dice $line: $status $out $err"
            return 1
        }
    done
    [ "$(wc -l <white)" -eq 3 ]
}
