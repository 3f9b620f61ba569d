# SPDX-License-Identifier: MIT
# xpgn-dice: chains, messages, journals, and the records that they make.

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

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    known white 0 8
    known black 32 8
    sealed_tags white black
    record=(xpgn-record --variant=chess-attack --no-advice --date=2026.05.08 "${tags[@]}")
}

# play FILE CHAIN [LINE...]: a scribe with this record and chain takes these lines; its replies are in
# the file replies, the last one in $answer
play() {
    local file=$1 chain=$2
    shift 2
    if [ $# -gt 0 ]; then printf '%s\n' "$@"; fi | "${record[@]}" --sealed="$chain" "$file" >replies
    answer=$(tail -n 1 replies)
}

# begun: 1. e4 d5 2. exd5 is announced in w.xpgn, and Black's record b.xpgn has 1. e4 d5
begun() {
    play b.xpgn black e4 d5
    play w.xpgn white e4 d5 exd5
    [ "$answer" = 'await 1 black' ]
    announced=$(sent replies)
}

@test "the examples of the manual" {
    manual_examples "$ROOT/man/xpgn-dice.1"
}

@test "a new chain belongs to its owner, and no file is replaced" {
    umask 0
    run_split xpgn-dice --links=3 make chain
    [ "$status" -eq 0 ]
    [[ $out =~ ^[0-9a-f]{64}:[0-9a-f]{64}$ ]]
    [ "$(stat -c %a chain)" = 600 ]
    [ "$out" = "$(xpgn-dice commitment chain)" ]
    cp chain before
    run_split xpgn-dice make chain
    expect 2 '' 'xpgn-dice: chain: File exists'
    cmp chain before
    xpgn-dice make other >/dev/null
    grep -qx 'links 4096' other
    not cmp -s <(sed -n 3p chain) <(sed -n 3p other)
    [ "$(xpgn-dice commitment white)" = $WHITE_0:$WHITE_KEY ]
    [ "$(xpgn-dice commitment black)" = $BLACK_0:$BLACK_KEY ]
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
    expect 2 '' 'xpgn-dice: white: other users can read or write it; make a new chain'
}

@test "files that are no chains are refused" {
    bad=0
    for text in '' 'xpgn-chain 1\nlinks 8\nend 00\n' 'xpgn-chain 3\nlinks 8\n' 'xpgn-chain 2\nlinks 0\nsecret 00\n' \
        'xpgn-chain 2\nlinks 8\nsecret 00\n' "$(cat white)\nshown 1\n" "$(cat white)\ngame $WHITE_0\nshown 9\n" \
        "$(cat white)\ngame $WHITE_0\nshown 2\nshown 1\n" "$(cat white)\ngame $WHITE_0\nshown 1\ngame $BLACK_0\n" \
        "$(cat white)\ngame $WHITE_0\nshown 1 $WHITE_0\nshown 1 $BLACK_0\n" "$(cat white)\ngame $WHITE_0\nshown 1 ${WHITE_0}0\n" \
        "$(cat white)\ngame $WHITE_0\nshown 1 \n" "$(cat white)\ngame $WHITE_0\nshown 1 ${WHITE_0:1}\n"; do
        # shellcheck disable=SC2059
        printf "$text" >wrong
        chmod 600 wrong
        run_split xpgn-dice commitment wrong
        [ "$status$out$err" = '2xpgn-dice: wrong: not a chain made by xpgn-dice' ] || { echo "$text: $status $out $err"; bad=1; }
    done
    [ "$bad" -eq 0 ]
    mkdir folder
    run_split xpgn-dice commitment folder
    [ "$status" -eq 2 ]
    run_split xpgn-dice commitment none
    expect 2 '' 'xpgn-dice: none: No such file or directory'
}

@test "repeated lines of a chain and a torn last line are read" {
    begun
    game=$(sed -n 's/^game //p' white)
    shown=$(tail -n 1 white)
    printf '%s\nshown 1\n%s\nshow' "$shown" "$shown" >>white
    play w.xpgn white exd5
    [ "$answer" = 'await 1 black' ]
    [ "$(tail -n 1 white)" = "$shown" ]
    [ "$(sed -n 's/^game //p' w.xpgn.journal)" = "$game" ]
}

@test "tags writes what xpgn-validate reads" {
    run_split xpgn-dice tags "white:$WHITE_0:$WHITE_KEY" black:black
    expect 0 "[DiceCommit \"white:$WHITE_0 black:$BLACK_0\"]
[DiceKey \"white:$WHITE_KEY black:$BLACK_KEY\"]" ''
    run_split xpgn-dice tags white:white
    expect 2 '' "xpgn-dice: no link for black: every seat needs one
try 'xpgn-dice --help'"
    run_split xpgn-dice tags white:white black:white
    [ "$status" -eq 2 ]
    [[ $err == *'white and black have the same link'* ]]
    run_split xpgn-dice tags white black:black
    [ "$status" -eq 2 ]
}

@test "two parties play by xpgn-dice and a record alone" {
    play b.xpgn black e4 d5
    cp b.xpgn w.xpgn
    run_split xpgn-dice announce w.xpgn white exd5
    [ "$status" -eq 0 ]
    [[ $out =~ ^announce\ 1\ white\ [0-9a-f]{64}\ [A-Za-z0-9+/]{86}\ 2\.\ exd5$ ]]
    [ "$err" = 'xpgn-dice: waiting for the answer of black to roll 1' ]
    announced=$out
    [ "$(xpgn-dice announce w.xpgn white '2. exd5' 2>/dev/null)" = "$announced" ]
    run_split xpgn-dice announce w.xpgn white e5 # no dice
    [ "$status" -eq 1 ]
    run_split xpgn-dice announce b.xpgn black exd5
    expect 1 '' 'xpgn-dice: white announces roll 1, 2. exd5: waiting for the message'
    run_split xpgn-dice answer b.xpgn black "$announced"
    [ "$status" -eq 0 ]
    answered=$(sed -n 1p "$out_file")
    [[ $answered == 'answer 1 black '* ]]
    [[ $(sed -n 2p "$out_file") =~ ^2\.\ exd5\ [1-6]:[1-6]$ ]]
    sed 1d "$out_file" >rolled
    xpgn-dice answer w.xpgn white $answered | diff - rolled
    # the same dice as the scribes find, and the same tags
    play w.xpgn white
    dice=$(grep -oE '[1-6]:[1-6]$' rolled)
    grep -qE "2\. exd5 <${dice%:*}\+.*:${dice#*:}\+" w.xpgn
    grep Dice rolled | while read -r tag; do grep -qxF "$tag" w.xpgn || return 1; done
    play w.xpgn white 'resign white' sign
    cp w.xpgn end.xpgn
    cp w.xpgn.journal end.xpgn.journal
    signed=$(grep '^sign white' w.xpgn.journal)
    play b.xpgn black 'resign white'
    cp w.xpgn b.xpgn
    run_split xpgn-dice answer b.xpgn black "$signed"
    expect 0 "[DiceSign \"white:${signed##* }\"]" ''
    run_split xpgn-dice sign b.xpgn black
    [ "$status" -eq 0 ]
    [[ $(sed -n 1p "$out_file") == 'sign black 0-1 '* ]]
    [[ $(sed -n 2p "$out_file") == "[DiceSign \"white:${signed##* } black:"* ]]
}

@test "what is announced binds after a crash, and nothing else can be" {
    begun
    for line in e5 Nc3 end undo annul missing 'roll' "announce $announced"; do
        play w.xpgn white "$line"
        [[ $answer == error* ]] || { echo "$line: $answer"; return 1; }
    done
    play w.xpgn white 'tag White Someone' 'tag DiceOpen 1' 'tag FirstRoll 5:2'
    [ "$(grep -c 'error LINK the game is sealed' replies)" -eq 3 ]
    for line in exd5 e4xd5 2.exd5; do
        play w.xpgn white "$line"
        [ "$answer" = 'await 1 black' ] || { echo "$line: $answer"; return 1; }
        [ "$(sent replies)" = "$announced" ]
    done
    play w.xpgn white messages
    [ "$(sent replies)" = "$announced" ]
    run_split xpgn-dice announce w.xpgn white e4e5
    [ "$status" -eq 1 ]
    [ "$(grep -c '^announce' w.xpgn.journal)" -eq 1 ]
    # the journal is there before the chain: killed between the two, the action binds all the same
    sed -i '/^game\|^shown/d' white
    play w.xpgn white Nc3
    [[ $answer == 'error LINK 2. exd5 has been announced'* ]]
    [[ $(tail -n 1 white) =~ ^shown\ 1\ [0-9a-f]{64}$ ]]
}

@test "house rules are sealed by their digest, and played with dice of their own" {
    printf 'ruleset: tens\nextends: chess-attack\ndie: 10\n' >tens.yaml
    record+=(--rules=tens.yaml --variant=tens)
    play b.xpgn black e4 d5
    play w.xpgn white e4 d5 exd5
    play b.xpgn black "$(sent replies)"
    play w.xpgn white "$(sent replies)" resign sign
    [ "$(sed -n 's/^.RulesDigest "\(.*\)".$/\1/p' w.xpgn)" = "$(xpgn-dice --rules=tens.yaml transcript w.xpgn | sed -n 's/^rules //p')" ]
    python3 "$ROOT/tests/oracles/sealed.py" check "$BIN" 10 w.xpgn --rules=tens.yaml
    run_split xpgn-dice --rules=tens.yaml check w.xpgn
    [[ $status$out == 0*'the dice of 1 roll match the links'* ]]
    # the same name for other rules
    sed -i 's/die: 10/die: 12/' tens.yaml
    run_split xpgn-dice --rules=tens.yaml check w.xpgn
    [[ $status$out == 1*'[T-07]'* ]]
}

@test "an action is announced as people write it, and binds as the format has it" {
    play b.xpgn black Nf3 e5
    play w.xpgn white Sf3 e5 Sxe5
    [ "$answer" = 'await 1 black' ]
    announced=$(sent replies)
    [[ $announced == *' 2. Nxe5' ]]
    for line in S:e5 Nf3xe5 f3e5 Nxe5; do
        play w.xpgn white "$line"
        [ "$answer" = 'await 1 black' ] || { echo "$line: $answer"; return 1; }
        [ "$(sent replies)" = "$announced" ]
    done
    for word in Nxe5 '2. Nxe5' Sxe5 '2. Sxe5' f3e5; do
        [ "$(xpgn-dice announce w.xpgn white "$word" 2>/dev/null)" = "$announced" ] || { echo "$word"; return 1; }
    done
    run_split xpgn-dice announce w.xpgn white '3. Nxe5'
    [ "$status" -eq 1 ]
    # what is announced by a message is in the notation of the format: it is signed so
    play b.xpgn black "${announced/Nxe5/Sxe5}"
    [[ $answer == 'error MESSAGE white signed something other'* ]]
    play b.xpgn black "$announced"
    [[ $answer == 'ok 2. Nxe5 <'* ]]
}

@test "a game may end with what is announced, and that may be a mistake" {
    begun
    play w.xpgn white resign
    [ "$answer" = 'end 0-1' ]
    grep -qx '1. e4 d5 {\[%announced 2. exd5\]} 0-1' w.xpgn
    xpgn-validate w.xpgn | grep -v T-23 | grep -q error && return 1
    play w.xpgn white undo e5
    [[ $answer == 'error LINK 2. exd5 has been announced'* ]]
    play b.xpgn black "$announced"
    play w.xpgn white "$(sent replies)"
    [[ $answer == 'ok 2. exd5 <'* ]]
    not grep -q announced w.xpgn
}

@test "messages of another game, roll, party or record are refused with what they are" {
    begun
    cp -p black other
    sed -i '/^game\|^shown/d' other
    refused() { # LINE REASON
        play b.xpgn black "$1"
        [[ $answer == "error "*"$2"* ]] || { echo "$1: $answer"; return 1; }
    }
    refused "${announced/announce 1/announce 2}" 'message is for roll 2; roll 1 comes first'
    refused "${announced/white/black}" 'which is this side'
    refused "${announced/white/red}" 'red is not a party of this game'
    refused "${announced/exd5/e5}" 'white signed something other than'
    refused "${announced/2. exd5/1. exd5}" 'white signed something other than'
    refused "${announced/announce 1 white ?/announce 1 white 0}" 'not from white'
    refused "${announced% *}" 'white signed something other'
    refused "answer ${announced#announce }" 'not a message: there is text after it'
    refused "announce 1 white 12" 'no link of 64'
    refused "sign white 1-0 $(cut -d ' ' -f 5 <<<"$announced")" 'here it is *'
    refused "end white $BLACK_0" 'not from white'
    # of a game with another name
    known white2 0 8
    "${record[@]}" --sealed=white2 --white=Someone x.xpgn <<<$'e4\nd5\nexd5' >other.out
    refused "$(sent other.out)" 'white signed something other than'
    # where the records differ
    rm -f b.xpgn*
    play b.xpgn black e4 e6 "$announced"
    [[ $answer == 'error MESSAGE white signed something other'* ]]
    rm -f b.xpgn*
    play b.xpgn black e4 d5 "$announced"
    [[ $answer == 'ok 2. exd5 <'* ]]
    play b.xpgn black "$announced"
    [ "$answer" = 'ok already received' ]
    [ "$(grep -c announce b.xpgn.journal)" -eq 1 ]
}

@test "a chain serves one game, and no old state of its record" {
    begun
    used="the chain is used: 1 of its links is shown, and anyone who has them could compute dice of the next game; make a new chain for each game"
    run_split xpgn-dice commitment white
    expect 2 '' "xpgn-dice: white: $used"
    run_split "${record[@]}" --sealed=white new.xpgn </dev/null
    expect 2 '' "xpgn-record: white: $used"
    [ ! -e new.xpgn ] || [ ! -s new.xpgn ]
    "${record[@]}" --sealed=- --event=Other other.xpgn <<<e4 >/dev/null
    run_split xpgn-record --sealed=white other.xpgn </dev/null
    expect 2 '' 'xpgn-record: white: the chain serves another game; make a new chain for each game'
    cp w.xpgn old.xpgn
    cp w.xpgn.journal old.xpgn.journal
    play b.xpgn black "$announced"
    play w.xpgn white "$(sent replies)" c5 d4
    play b.xpgn black c5 d4 cxd4
    play w.xpgn white "$(sent replies | tail -n 1)"
    [[ $answer == 'ok 3... cxd4 '* ]]
    run_split xpgn-record --sealed=white old.xpgn </dev/null
    expect 2 '' 'xpgn-record: white: link 2 is shown, but the record has 0 rolls: this is an old copy of the record'
    run_split xpgn-record --sealed=black w.xpgn.journal </dev/null
    [ "$status" -ne 0 ]
    # names that were changed afterwards
    sed -i 's/\[White "?"\]/[White "Adams"]/' w.xpgn
    run_split xpgn-record --sealed=white w.xpgn </dev/null
    [ "$status" -ne 0 ]
}

@test "who begins is rolled by links: ties, resumption, a turn roll, an annulled roll" {
    record+=(--variant=combat-chess-2 --round=4)
    play b.xpgn black
    play w.xpgn white first
    for k in 1 2 3 4 5 6; do
        [ "$answer" = "await $k black" ] || { echo "$answer"; return 1; }
        play b.xpgn black "$(sent replies | tail -n 1)"
        play w.xpgn white "$(sent replies | tail -n 1)"
        [[ $answer == await* ]] || break
        grep -q '\[%annulled first' w.xpgn
        cp w.xpgn tie.xpgn # another session does not take back a result that came between two rolls
        cp w.xpgn.journal tie.xpgn.journal
        cp replies before
        play tie.xpgn white 0-1 undo
        [ "$answer" = 'error UNDO cannot undo: the game ended between a tie and the next roll' ]
        play tie.xpgn white messages
        [[ $answer == 'ok game '* ]]
        mv before replies
        answer="await $((k + 1)) black"
    done
    [[ $answer =~ ^ok\ [1-6:\ ]+\ 1\. ]] || { echo "$answer"; return 1; }
    not grep -q pending w.xpgn
    grep -q '^\[FirstRoll' w.xpgn
    run_split xpgn-dice check w.xpgn
    [ "$status" -eq 0 ]
    [ "$k" -gt 1 ]
    [[ $out == *"game 1: the dice of $k rolls"* ]]
    grep '^.FirstRoll' w.xpgn | cmp - <(grep '^.FirstRoll' b.xpgn)
}

@test "an announcement that could not be answered binds nevertheless" {
    preload torn
    begun
    play b.xpgn black
    echo write >torn
    TORN_FILE=black LD_PRELOAD="$preload" play b.xpgn black "$announced" e5 'comment late' messages
    [ "$(grep -c '^error DISK 2. exd5 is binding, but was not answered' replies)" -eq 2 ]
    grep -q '^error LINK 2. exd5 has been announced' replies
    not grep -q '^send' replies
    grep -q '^answer 1 black' b.xpgn.journal
    not grep -q '^shown' black
    rm torn
    play b.xpgn black # started anew, it answers
    grep -q '^send answer 1 black' replies
    grep -q '^1. e4 d5 {late} 2. exd5 <' b.xpgn
}

@test "an announcement whose link could not be noted binds in the same session" {
    preload torn
    play w.xpgn white e4 d5
    echo write >torn
    TORN_FILE=white LD_PRELOAD="$preload" play w.xpgn white exd5 Nc3 messages
    [ "$(grep -c '^error DISK 2. exd5 is binding, but was not answered' replies)" -eq 2 ]
    grep -q '^error LINK 2. exd5 has been announced' replies
    not grep -q '^send' replies
    rm torn
    play w.xpgn white messages
    [[ $(sent replies) == 'announce 1 white '*' 2. exd5' ]]
}

@test "what is announced is annulled by no word, also after a result" {
    begun
    play w.xpgn white resign annul 'correct e5' 'stood e5' missing 'fill e5'
    [ "$(grep -c '^error LINK 2. exd5 has been announced for roll 1' replies)" -eq 5 ]
    grep -qx '1. e4 d5 {\[%announced 2. exd5\]} 0-1' w.xpgn
}

@test "a journal that a crash has torn is begun anew, and no file of another" {
    begun
    head=$(head -n 2 w.xpgn.journal)
    for text in '' 'xpgn-jour' 'xpgn-journal 2\ngame 12' '\0\0\0\0\0journal 2\ngame \0\0' "${head/$'\n'/\\n}"; do
        # shellcheck disable=SC2059
        printf "$text" >b.xpgn.journal
        play b.xpgn black "$announced"
        [[ $answer == 'ok 2. exd5 <'* ]] || { echo "$text: $answer"; return 1; }
        [ "$(sed -n 2p b.xpgn.journal)" = "$(sed -n 2p w.xpgn.journal)" ]
        known black 32 8
        rm b.xpgn*
        play b.xpgn black e4 d5
    done
    rm -f b.xpgn*
    printf 'a note' >b.xpgn.journal
    run_split "${record[@]}" --sealed=black b.xpgn </dev/null
    expect 2 '' 'xpgn-record: b.xpgn.journal: not the journal of a game with sealed dice'
    [ "$(cat b.xpgn.journal)" = 'a note' ]
    printf '%s\nanswer 1 \0\0\0\n' "$head" >w.xpgn.journal # its last line
    play w.xpgn white exd5
    [ "$answer" = 'await 1 black' ]
    [ "$(wc -l <w.xpgn.journal)" -eq 3 ]
    not grep -qa 'answer' w.xpgn.journal
}

@test "a link or a pipe where the journal belongs is refused, and nothing is written or awaited" {
    begun
    rm b.xpgn.journal
    for to in nowhere black white.journal; do
        ln -s "$to" b.xpgn.journal
        run_split "${record[@]}" --sealed=black b.xpgn </dev/null
        expect 2 '' 'xpgn-record: b.xpgn.journal: a symbolic link, expected the journal of a game with sealed dice'
        rm b.xpgn.journal
    done
    [ ! -e nowhere ]
    mkfifo b.xpgn.journal
    run_split timeout 20 "${record[@]}" --sealed=black b.xpgn </dev/null
    expect 2 '' 'xpgn-record: b.xpgn.journal: not a regular file, expected the journal of a game with sealed dice'
}

@test "an annulled roll says what it was for, and keeps its number" {
    begun
    play b.xpgn black "$announced"
    answered=$(sent replies)
    play w.xpgn white "$answered" annul
    [ "$answer" = 'ok annulled' ]
    grep -qE '1\. e4 d5 \{\[%annulled 2\. exd5 [1-6]:[1-6]\]\} \*' w.xpgn
    play w.xpgn white undo
    [[ $answer == 'error LINK cannot undo: a later roll is sealed'* ]]
    play b.xpgn black annul
    play w.xpgn white exd5
    [ "$answer" = 'await 2 black' ]
    play b.xpgn black "$(sent replies)"
    play w.xpgn white "$(sent replies | tail -n 1)" resign sign
    run_split xpgn-dice check w.xpgn
    [ "$status" -eq 0 ]
    [[ $out == *'the dice of 2 rolls match the links: 1 roll played, 1 annulled (2. exd5 '* ]]
    [[ $out == *'up to 2. exd5 (roll 2): ratified by roll 2, signed by white, black'* ]]
    [[ $out == *'what came after it and the result: ratified by the end, signed by white'* ]]
}

@test "a party that leaves gives its links to the others, and no fewer than two stay sealed" {
    known red 64 8
    known green 96 8
    commits=$(xpgn-dice tags white:white red:red black:black green:green | sed -E 's/^\[(\w+) "(.*)"\]$/--set-tag=\1=\2/')
    mapfile -t four <<<"$commits"
    xfen=$(xpgn-simulate --variant=assault-and-siege --options='players=4 mode=dice' --max-plies=1 | sed -n 's/^.XFEN "\(.*\)".$/\1/p')
    record=(xpgn-record --variant=assault-and-siege --options='players=4 mode=dice' --no-advice --date=2026.05.08 "${four[@]}" --xfen="$xfen")
    play w.xpgn white roll
    [ "$answer" = 'await 1 red,black,green' ]
    announced=$(sent replies)
    play r.xpgn red
    run_split xpgn-dice end r.xpgn red
    [ "$status" -eq 0 ]
    [[ $out == 'end red '* ]]
    left=$out
    for party in black green; do
        play $party.xpgn $party "$left" "$announced"
        sent replies >>answers
    done
    play w.xpgn white "$left" "$(sed -n 1p answers)"
    [ "$answer" = 'await 1 green' ]
    play w.xpgn white "$(sed -n 2p answers)"
    [[ $answer == 'choose '[1-6] ]]
    play black.xpgn black "$(sed -n 2p answers)"
    [[ $answer == 'choose '[1-6] ]]
    run_split xpgn-dice --journal=w.xpgn.journal check w.xpgn
    [ "$status" -eq 0 ]
    play w.xpgn white annul "$(xpgn-dice end black.xpgn black)" "$(xpgn-dice end green.xpgn green)" roll
    [ "$answer" = 'error LINK fewer than two parties are sealed: sealed play has ended' ]
}

@test "at a terminal it is always seen whose answer is awaited, and messages are pasted" {
    needs_terminal
    if ! command -v python3 >/dev/null; then skip 'no python3'; fi
    python3 "$ROOT/tests/tools/terminals.py" "$BIN"
}

@test "check says in words what holds, by whose signature, and what journals say" {
    a=$ROOT/samples/sealed.xpgn
    run_split xpgn-dice check "$a"
    [ "$status" -eq 0 ]
    diff "$out_file" - <<'END'
game 1, Adams - Brandt: the dice of 3 rolls match the links
  up to 4. dxc5 (roll 3): ratified by roll 3, signed by white, black
  what came after it and the result: ratified by the end, signed by white, black
  commitments and keys: taken from the record; --keys compares them with what was received before the game
  not covered by a seal: Date, Site and other tags that the transcript lacks; they may have been changed
  not provable: whether a message arrived, and who stopped answering, when and why; nothing is proved if all parties collude
END
    grep '^.Dice[CK]' "$a" >keys
    run_split xpgn-dice --keys=keys check "$a"
    [[ $status$out == 0*'as received before the game'* ]]
    sed 's/black:6e/black:7e/' keys >other
    run_split xpgn-dice --keys=other check "$a"
    [[ $status$out == 1*'DiceCommit: NOT as received'* ]]
    sed '/^.DiceSign/d' "$a" >unsigned.xpgn
    run_split xpgn-dice check unsigned.xpgn
    [[ $out == *'what came after it and the result: ratified by nobody: '* && $out == *T-31* ]]
    run_split xpgn-dice check "$ROOT/samples/club.xpgn"
    [ "$status" -eq 1 ]
    [ "$(grep -c 'the dice cannot be checked' "$out_file")" -eq 5 ]
}

# another_folder: as begun; an earlier copy of Black's record lies in another folder, without its
# journal, and White announces 4. Nxc7 there as roll 1, in $other
another_folder() {
    begun
    mkdir other
    cp b.xpgn other/b.xpgn
    known other/white 0 8 # as somebody has it who does not care
    printf '%s\n' e4 d5 Nc3 d4 Nb5 e5 Nxc7 | (cd other && "${record[@]}" --sealed=white w.xpgn >replies)
    other=$(sent other/replies)
}

@test "a link that was shown answers no other announcement, wherever the journal is" {
    another_folder
    play b.xpgn black "$announced"
    answered=$(sent replies)
    [ "$(grep -c '^shown 1 [0-9a-f]\{64\}$' black)" -eq 1 ]
    cp black before
    play other/b.xpgn black Nc3 d4 Nb5 e5 "$other" 2>err
    [[ $answer == 'error MESSAGE black: link 1 was shown for another announcement; '*': other/b.xpgn.journal' ]]
    grep -q 'black: link 1 was shown for an announcement that this record and other/b.xpgn.journal lack, and roll 1 accepts no other' err
    run_split xpgn-dice answer other/b.xpgn black "$other"
    [[ $status$out == 1 && $err == *'refused: black: link 1 was shown for another announcement'* ]]
    not grep -q '^answer\|^announce' other/b.xpgn.journal
    cmp before black
    # the same announcement gets the same answer, without a journal, too
    rm -f other/b.xpgn*
    play other/b.xpgn - e4 d5
    play other/b.xpgn black "$announced"
    [ "$(sent replies)" = "$answered" ]
    cmp before black
}

@test "who has announced a roll announces no other one, whatever becomes of the record" {
    begun
    cp white before
    for become in 'mv w.xpgn game.xpgn' 'rm -f game.xpgn.journal'; do
        $become
        play game.xpgn white Nc3 Nf6 Nxd5 2>err
        [[ $answer == 'error LINK white: link 1 was shown for another announcement; if you renamed or copied the record, do the same with its journal: game.xpgn.journal' ]] ||
            { echo "$become: $answer"; return 1; }
        not grep -q '^send' replies
        play game.xpgn white undo undo
        [ "$(grep -c '^announce' game.xpgn.journal)" -eq 0 ]
        run_split xpgn-dice announce game.xpgn white exd5
        [[ $status == 0 && $out == "$announced" && $err == *'link 1 was shown for an announcement that this record and game.xpgn.journal lack'* ]]
    done
    # the journal lies beside another state of the record
    sed -i 's/^1\. .*/1. e4 d5 2. Nc3 Nf6 */' game.xpgn
    play game.xpgn white 2>err || true
    [[ $(<err) == *'link 1 was shown for another announcement'* ]]
    not grep -q '^send' replies
    # an earlier copy of the record
    sed -i 's/^1\. .*/1. e4 */' game.xpgn
    play game.xpgn white messages 2>err || true
    [[ $(<err) == *'link 1 was shown for an announcement that this record and game.xpgn.journal lack'* ]]
    not grep -q '^send' replies
    cmp before white
}

@test "a message that was never shown is not shown beside another record" {
    preload torn
    play w.xpgn white e4 d5
    echo write >torn
    TORN_FILE=white LD_PRELOAD="$preload" play w.xpgn white exd5
    rm torn
    grep -q ' 2. exd5$' w.xpgn.journal
    moves=(e4 d5 Nc3 d4 Nb5 e5)
    play b.xpgn - "${moves[@]}"
    play b.xpgn black
    mkdir other
    cp b.xpgn other/w.xpgn
    play other/w.xpgn white Nxc7
    play b.xpgn black "$(sent replies)"
    play other/w.xpgn white "$(sent replies)"
    cp w.xpgn.journal other
    play other/w.xpgn white messages
    [[ $answer == 'ok game '*', 1 rolls' ]]
    not grep -q '^send' replies
    run_split xpgn-dice announce w.xpgn white exd5
    [[ $status$out == 2 && $err == *'white: link 1 was shown for another announcement'* ]]
}

@test "a chain without digests gives the last link for what its journal has, or not at all" {
    another_folder
    play b.xpgn black "$announced"
    answered=$(sent replies)
    sed -i 's/^\(shown 1\) .*/\1/' black white
    cp black before
    # beside the journal
    play w.xpgn white exd5
    [ "$(sent replies)" = "$announced" ]
    play b.xpgn black messages
    [ "$(sent replies)" = "$answered" ]
    # away from it, not even for the same one
    play other/b.xpgn black "$announced" 2>err
    [[ $answer == 'error MESSAGE black: link 1 was shown for another announcement; '* ]]
    play other/b.xpgn black Nc3 d4 Nb5 e5 "$other" 2>err
    [[ $answer == 'error MESSAGE black: link 1 was shown for another announcement; '* ]]
    cmp before black
    # the announcement alone is enough: its answer may be lost
    play b3.xpgn black 2>err || true
    printf '%s\n' e4 d5 "$announced" | "${record[@]}" --sealed=- b4.xpgn >/dev/null
    play b4.xpgn black
    [ "$(sent replies)" = "$answered" ]
}

@test "a chain that was given away gives no link any more" {
    begun
    run_split xpgn-dice end b.xpgn black
    [ "$(tail -n 1 black)" = 'shown 8' ]
    end=$out
    rm b.xpgn.journal
    play b.xpgn black "$announced"
    [[ $answer == 'error MESSAGE black: the chain is used up: all 8 links are shown' ]]
    run_split xpgn-dice end b.xpgn black
    [ "$out" = "$end" ]
    [ "$(grep -c shown black)" -eq 1 ]
}

@test "check compares journals with the record" {
    begun
    play b.xpgn black "$announced"
    play w.xpgn white "$(sent replies)" 'resign white' sign
    play b.xpgn black 'resign white' "$(sent replies)" sign
    play w.xpgn white "$(sent replies)"
    cmp w.xpgn b.xpgn
    run_split xpgn-dice --journal=w.xpgn.journal --journal=b.xpgn.journal check w.xpgn
    [ "$status" -eq 0 ]
    [ "$(grep -c 'every message in it belongs to this record' "$out_file")" -eq 2 ]
    says() { # TEXT: of the journal j
        run_split xpgn-dice --journal=j check "${2:-w.xpgn}"
        [[ $status$out == 1*"$1"* ]] || { echo "$1: $status $out $err"; return 1; }
    }
    sed '/^answer/d' w.xpgn.journal >j
    says 'j: it has no message from black about roll 1'
    # White has announced another action for the same roll, and started anew
    known white 0 8
    play lie.xpgn white e4 d5 exd5
    known white 0 8
    rm lie.xpgn.journal
    xpgn-record --sealed=white lie.xpgn <<<Qg4 >/dev/null
    sed "s/^announce.*/$(sent replies | sed 's/exd5/Qg4/; s|/|\\/|g')/" w.xpgn.journal >j
    says 'the announcement of roll 1 by white belongs to another record'
    sed 's/^answer 1 black ./answer 1 black 0/' w.xpgn.journal >j
    says 'the link of black for roll 1 is not from its chain'
    sed 's/^sign white 0-1/sign white 1-0/' w.xpgn.journal >j
    says 'white signed a different end of the game'
    echo 'nonsense' | cat w.xpgn.journal - >j
    says 'a line is not a message of this game'
    sed "s/^game ./game 0/" w.xpgn.journal >j
    run_split xpgn-dice --journal=j check w.xpgn
    [[ $status$err == 1*'j: the journal belongs to none of these games' ]]
    run_split xpgn-dice --journal=white check w.xpgn
    [[ $status$err == 2*'not the journal of a game with sealed dice' ]]
}

@test "who takes an announcement back is named" {
    begun
    play b.xpgn black "$announced"
    # White throws record, journal and chain away, and announces something else
    rm -f w.xpgn*
    known white 0 8
    play w.xpgn white d4 e5 dxe5
    lie=$(sent replies)
    play b.xpgn black "$lie"
    [[ $answer == 'error MESSAGE message is for roll 1, already thrown; expecting roll 2' ]]
    # two legal announcements of the same state
    known white 0 8
    known black 32 8
    rm -f [wb].xpgn*
    moves=(e4 e5 Nf3 d5)
    play b.xpgn black "${moves[@]}"
    play w.xpgn white "${moves[@]}" exd5
    one=$(sent replies)
    cp w.xpgn.journal one.journal
    rm -f w.xpgn*
    known white 0 8
    play w.xpgn white "${moves[@]}" Nxe5
    two=$(sent replies)
    play b3.xpgn - "${moves[@]}" "$one" "$two"
    [[ $answer == 'error MESSAGE white announced 3. exd5 before, and now 3. Nxe5 for the same roll 1: '* ]]
    play b.xpgn black "$two"
    run_split xpgn-dice --journal=one.journal check b.xpgn
    [[ $status$out == 1*'one.journal: white announced and signed 3. exd5 for roll 1; the record has 3. Nxe5: it was taken back'* ]]
    cat one.journal <(echo "$two") >both
    run_split xpgn-dice --journal=both check b.xpgn
    [[ $out == *'both: white announced two actions for roll 1: 3. exd5 and 3. Nxe5'* ]]
}

@test "transcript writes what is signed, with digests" {
    a=$ROOT/samples/sealed.xpgn
    xpgn-dice transcript "$a" >lines
    [ "$(sed -n 1p lines)" = 'XPGN game 2' ]
    [ "$(tail -n 1 lines)" = 'result 1/2-1/2' ]
    [ "$(sed -n 10p lines)" = '1. e4' ]
    xpgn-dice --digests transcript "$a" >digests
    [ "$(tail -n 1 digests | cut -d ' ' -f 1)" = "$(sha256sum <lines | cut -d ' ' -f 1)" ]
    run_split xpgn-dice transcript "$ROOT/samples/club.xpgn"
    [ "$status" -eq 1 ]
}

@test "the dice of a roll are those of another program, for 2 to 20 faces" {
    if ! command -v python3 >/dev/null; then skip 'no python3'; fi
    for faces in {2..20}; do
        xpgn-dice --faces="$faces" --dice=2000 roll 7 $WHITE_0 "white:$WHITE_KEY" "black:$BLACK_KEY" >ours
        python3 "$ROOT/tests/oracles/sealed.py" dice "$faces" 2000 7 $WHITE_0 $WHITE_KEY $BLACK_KEY | cmp - ours
    done
}

@test "no link is shown that could not be noted, nor without a journal" {
    play w.xpgn white e4 d5
    run_split bash -c '(ulimit -f 0; exec xpgn-dice announce w.xpgn white exd5 2>&1) | cat'
    [[ $out == *'w.xpgn.journal: message not written: File too large'* && $out != *announce\ 1* ]]
    [ "$(wc -l <white)" -eq 3 ]
    preload torn
    for what in write sync; do
        known white 0 8
        rm -f w.xpgn.journal
        echo "$what" >torn
        run_split env TORN_FILE=white LD_PRELOAD="$preload" xpgn-dice announce w.xpgn white exd5
        [[ $status$out == 2 && $err == *'No space left on device'* ]] || { echo "$what: $status $out $err"; return 1; }
        [ "$(wc -l <white)" -eq 3 ]
        [ "$(grep -cs announce w.xpgn.journal)" = "$([ $what = sync ] || echo 1)" ] # nothing is begun with a chain that cannot be kept
        rm torn
        if grep -q announce w.xpgn.journal; then # what is in it binds
            play w.xpgn white Nc3
            [[ $answer == 'error LINK 2. exd5 has been announced for roll 1'* ]]
        fi
        run_split xpgn-dice announce w.xpgn white exd5
        [[ $status$out == '0announce 1 white '* ]]
        [ "$(grep -c announce w.xpgn.journal)" -eq 1 ]
    done
}

@test "whatever fails on the disk, a chain and its game can be taken up" {
    preload torn
    faulty_make disk
    faulty_game disk
}

@test "a full disk is noticed after the message, which can be printed again" {
    [ -e /dev/full ] || skip 'no /dev/full'
    play w.xpgn white e4 d5
    known new2 64 8
    for command in 'make new' 'commitment new2' 'tags white:new2 black:black' 'announce w.xpgn white exd5' \
        "transcript w.xpgn" "roll 1 $WHITE_0 white:$WHITE_KEY black:$BLACK_KEY" "check $ROOT/samples/sealed.xpgn"; do
        # shellcheck disable=SC2086
        run_split bash -c 'exec "$@" >/dev/full' - xpgn-dice $command
        [ "$status" -eq 2 ]
        [[ $err == *'xpgn-dice: write error: No space left on device' ]] || { echo "$command: $err"; return 1; }
    done
    is_whole new
    xpgn-dice announce w.xpgn white exd5 | grep -q '^announce 1 white'
}

@test "one program at a time uses a chain and a journal" {
    if ! command -v /usr/bin/python3 >/dev/null; then skip 'no python3'; fi
    play w.xpgn white e4 d5
    for file in white w.xpgn.journal; do
        run_split /usr/bin/python3 - "$BIN/xpgn-dice" $file <<'END'
import fcntl, subprocess, sys
f = open(sys.argv[2], "r+")
fcntl.flock(f, fcntl.LOCK_EX)
p = subprocess.run([sys.argv[1], "announce", "w.xpgn", "white", "exd5"], capture_output=True, text=True)
print(p.returncode, p.stdout, p.stderr, end="")
END
        [[ $out == "2  xpgn-dice: $file: another program "* ]] || { echo "$out"; return 1; }
    done
}

@test "check names what the record has that no seal covers" {
    covered() { # COMMENT LINE: the line about a record with this after 1. e4
        sed "s|^1\. e4 d5|1. e4 $1 1... d5|" "$ROOT/samples/sealed.xpgn" >some.xpgn
        run_split xpgn-dice check some.xpgn
        [ "$status" -eq 0 ] && grep -qx "  not covered by a seal: Date, Site and other tags that the transcript lacks$2; they may have been changed" "$out_file" ||
            { echo "$1: $out"; return 1; }
    }
    covered '' ''
    covered '{[%clk 1:30:00]}' ', clock times'
    covered '{[%emt 0:00:05]}' ', clock times'
    covered '{[%turn_] [%clkx 1]}' ', comments'
    covered '{[%clk 1:30:00] late}' ', clock times, comments'
    covered '$1' ', marks such as !?'
    covered '(1. d4)' ', variations'
    covered '(1. d4 $1 {[%clk 1:30:00]} {well})' ', clock times, comments, marks such as !?, variations'
    covered '{[}' ', comments'
    xpgn-dice check "$ROOT/samples/sealed-first.xpgn" | grep 'no seal' | not grep comments # which has [%annulled]
}

@test "who has signed the end has signed the record, also where no dice have fallen or they are not opened" {
    play w.xpgn white e4 d5 'resign white' sign
    signed=$(sent replies)
    play b.xpgn black e4 d5 'resign white' "$signed" sign
    grep -v '^.DiceOpen' b.xpgn >none.xpgn
    run_split xpgn-dice check none.xpgn
    [[ $status == 1 && $out == *'not opened
  what was recorded and the result: ratified by the end, signed by white, black
'* ]]
    says() { # FILE TEXT: xpgn-validate and check say so
        run_split xpgn-validate "$1"
        [[ $status$out == 1*"$2"* ]] || { echo "$1: $status $out"; return 1; }
        run_split xpgn-dice check "$1"
        [[ $status$out == 1*"$2"*'ratified by nobody'* ]] || { echo "$1: $status $out"; return 1; }
    }
    wrong='error: DiceSign: the signatures of white and black do not match the record [T-30]'
    sed 's/^1\. e4 d5/1. e4 e5/' none.xpgn >other.xpgn
    says other.xpgn "$wrong"
    sed 's/^1\. e4 d5 0-1/1. e4 d5 1-0/; s/Result "0-1/Result "1-0/' none.xpgn >result.xpgn
    says result.xpgn "$wrong"
    sed '/^.DiceOpen/d; s/ e6 / Qd6 /' "$ROOT/samples/sealed.xpgn" >rolls.xpgn
    says rolls.xpgn "$wrong"
    sed '/^.DiceSign/s/ black:[^"]*//' none.xpgn >one.xpgn
    run_split xpgn-validate one.xpgn
    [[ $status$out == 0*'warning: black has not signed the end'*'[T-31]'* ]]
    sed '/^.DiceSign/d' none.xpgn >unsigned.xpgn
    run_split xpgn-validate unsigned.xpgn
    [[ $status == 0 && $out == *T-23* && $out != *T-3* ]]
}

@test "where dice are sealed, the mark of an illegal action on a legal one is an error" {
    sed 's/^1\. e4 d5/1. e4 (1. d4 {[%illegal stood]}) 1... d5/' "$ROOT/samples/sealed.xpgn" >variation.xpgn
    run_split xpgn-validate variation.xpgn
    [[ $status == 0 && $out == *M-14* && $out != *M-20* ]] # nobody signs variations
    for at in 'e4' 'c5' '<3+0=5w:1+1=5w>' 'e6'; do
        sed "/^[14]/s/ $at/& {[%illegal stood]}/" "$ROOT/samples/sealed.xpgn" >marked.xpgn
        run_split xpgn-dice check marked.xpgn
        [[ $status$out == '1marked.xpgn:'*': error: unexpected [%illegal stood]: '*' breaks no rule, so no signature covers the mark [M-20]'* ]] ||
            { echo "$at: $out"; return 1; }
    done
    # the scribe does not write it
    play w.xpgn white 'stood e4' e4 'stood d5' d5 'stood exd5'
    [ "$(grep -c '^error M-20' replies)" -eq 2 ]
    [ "$answer" = 'await 1 black' ]
    play b.xpgn black e4 d5 "$(sent replies)"
    play w.xpgn white "$(sent replies)" exd5
    grep -q '^1. e4 d5 2. exd5 <' w.xpgn
}

@test "where dice are sealed, a missing half-move is an error" {
    sed 's/^4\. .*/{[%missing]} 4... Nc6 1\/2-1\/2/' "$ROOT/samples/sealed.xpgn" >gap.xpgn
    run_split xpgn-dice check gap.xpgn
    [[ $status$out == '1gap.xpgn:'*': error: missing half-move'*'[M-17]'* && $out != *those* ]]
    grep -v '^.Dice' gap.xpgn >plain.xpgn
    run_split xpgn-validate plain.xpgn
    [[ $status == 0 && $out == *'[M-16]'* && $out != *M-17* ]]
}

@test "a chain in two different games is an error, in two records of one it is none" {
    known white2 0 8
    begun
    cp w.xpgn begun.xpgn
    play b.xpgn black "$announced"
    play w.xpgn white "$(sent replies)" resign sign
    "${record[@]}" --event=Other --sealed=white2 other.xpgn <<<e4 >/dev/null
    run_split xpgn-dice check begun.xpgn w.xpgn b.xpgn other.xpgn
    [ "$status" -eq 1 ]
    [ "$(grep -c 'the chain of' "$out_file")" -eq 1 ]
    [[ $out == *'game 4: the chain of white also serves game 2, a different game [T-22]'* ]] || { echo "$out"; false; }
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
    xpgn-dice -j1 check many.xpgn >one || [ $? -eq 1 ]
    for j in 2 8; do
        xpgn-dice -j$j check many.xpgn | cmp - one
    done
}

@test "check takes the options of all tools that read games" {
    record=$ROOT/samples/sealed.xpgn
    copies 2 "$record" >two.xpgn
    xpgn-dice -j1 check two.xpgn >one
    xpgn-dice --jobs=3 check two.xpgn | cmp - one
    xpgn-dice --game=2 check <two.xpgn | cmp - <(tail -n 6 one)
    printf 'ruleset: mine\nextends: chess-attack\n' >mine.yaml
    sed 's/"chess-attack"/"mine"/' "$record" >mine.xpgn
    run_split xpgn-dice --rules=mine.yaml check mine.xpgn
    [[ $status$out == 0*'match the links'* ]]
    run_split xpgn-dice check mine.xpgn
    [ "$status" -eq 1 ]
    run_split xpgn-dice --max-game=100 --game=2 check two.xpgn
    [[ $status$out == 1*'[L-09]'* ]]
    sed '/^.DiceSign/d' "$record" >unsigned.xpgn
    run_split xpgn-dice --color=always check unsigned.xpgn
    [[ $out == *$'\e'* ]]
}

@test "each kind of fraud is found" { # the files say which
    for file in "$ROOT"/tests/defects/sealed-*.pgn; do
        case $file in *-twice.pgn) continue ;; esac
        run_split xpgn-dice check --game=1 "$file"
        [ "$status" -eq 1 ] && [ "$(grep -c error: "$out_file")" -ge 1 ] || {
            echo "$file: $status $out"
            return 1
        }
    done
}

# secrets: that of the chain white and the links of it that are not shown, 8 to 3, as bytes and as
# text, for secrets.c, in the file secrets
secrets() {
    /usr/bin/python3 - <<'END'
import hashlib
secret = bytes(range(32))
link = hashlib.sha256(b"XPGN last 2\n" + secret).digest()
seed = hashlib.sha256(b"XPGN key 2\n" + secret).digest()
with open("secrets", "wb") as f:
    for text in secret, seed, *(link := hashlib.sha256(b"XPGN link 2\n" + link).digest() for _ in range(5)):
        for part in text[:16], text[16:], text.hex()[:32].encode():
            f.write(bytes([len(part)]) + bytes(255 - b for b in part))
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
    play w.xpgn white e4 d5
    preload+=" $BATS_FILE_TMPDIR/failing.so"
    for at in {0..60..4}; do
        rm -f made
        FAIL_AT=$at SECRETS=made leaves_none xpgn-dice --links=8 make made
    done
    rm -f made
    leaves_none xpgn-dice commitment white
    leaves_none xpgn-dice announce w.xpgn white exd5
    leaves_none xpgn-dice announce w.xpgn white exd5
    leaves_none xpgn-dice commitment white
    cat white - >wrong <<<'shown 9'
    chmod 600 wrong
    leaves_none xpgn-dice commitment wrong
    leaves_none xpgn-record --sealed=white w.xpgn <<<exd5
    for at in {1..400..40}; do
        cp -p white copy
        cp w.xpgn copy.xpgn
        FAIL_AT=$at leaves_none xpgn-dice announce copy.xpgn copy exd5
        cp -p white copy
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
    rm -f in game.xpgn game.xpgn.journal greeting
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
    dumps --sealed=white || status=$?
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
    with_chain=$(while_recording 'stat -c %u /proc/$!/mem' --sealed=white) || true
    cd /
    rm -rf "$folder"
    [ "$plain" = "$own" ] || skip 'processes have no owners here, or the tools are not for everybody'
    [ -n "$with_chain" ]
    [ "$with_chain" -ne "$own" ]
}

@test "wrong command lines" {
    for line in '' 'throw' 'make' 'make a b' 'announce white' 'answer a b' 'sign' 'end a' 'roll 1' 'roll 0 a b' \
        'tags' 'tags 1' 'commitment' 'transcript' 'transcript none.xpgn'; do
        # shellcheck disable=SC2086
        run_split xpgn-dice $line
        [ "$status" -eq 2 ] && [ -z "$out" ] && [ -n "$err" ] || {
            echo "xpgn-dice $line: $status $out $err"
            return 1
        }
    done
    [ "$(wc -l <white)" -eq 3 ]
}
