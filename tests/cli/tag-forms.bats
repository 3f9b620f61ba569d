#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# A tag pair in another form, of which only one thing can be meant, is in force in every tool: rules, start, players, result.

load helper

# A game for each form, with rules and players that show whether its tags count; the name and the value, then the form.
forms() {
    cat <<'END'
Variant|chess-attack|[variant "chess-attack"]
Variant|chess-attack|[VARIANT "chess-attack"]
Variant|chess-attack|[Variant "chess-attack"
Variant|chess-attack|Variant "chess-attack"]
Variant|chess-attack|Variant "chess-attack"
Variant|chess-attack|(Variant "chess-attack")
Variant|chess-attack|{Variant "chess-attack"]
Variant|chess-attack|[Variant "chess-attack"}
Variant|chess-attack|[[Variant "chess-attack"]
Variant|chess-attack|[Variant "chess-attack"]].
Variant|chess-attack|*[Variant "chess-attack"]
Variant|chess-attack|[Variant "chess-attack]
Variant|chess-attack|[Variant chess-attack"]
Variant|chess-attack|[Variant chess-attack]
Variant|chess-attack|[Variant: chess-attack]
Variant|chess-attack|[Variant 'chess-attack']
Variant|chess-attack|[Variant “chess-attack”]
Variant|chess-attack|[Variant "chess-~attack"]
Variant|chess-attack|[Variant "chess-attack~"]
Event|Open of the very long name|[Event "Open of~the very long~~name"]
Result|1-0|[result 1-0]
Result|1-0|[Result "1-~0"]
Date|2026.05.01|[Date "2026.5.1"]
Date|2026.05.31|[Date "31.5.2026"]
Date|1957.??.??|[Date "1957"]
TimeControl|900+10|[TimeControl "15 min. + 10 s. per move"]
White|Huber, A.|[White: Huber, A.]
White|Huber, A.|White "Huber, A."]
FEN|4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1|[fen "4k3/8/8/3p4/~4P3/8/8/4K3 w~- - 0~1"]
END
}

# write FORM|MEANT: the games, with the tag pairs in that form
write() {
    local name value form i=0
    while IFS='|' read -r name value form; do
        [ "$1" = FORM ] || form="[$name \"$value\"]"
        local tags=([0]="[Event \"Game $((++i))\"]" [1]="[White \"Albers\"]" [2]="[Result \"1-0\"]"
            [3]='[SetUp "1"]' [4]='[FEN "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"]' [5]='[Variant "chess-attack"]')
        case $name in
        Event) tags[0]=$form ;;
        White) tags[1]=$form ;;
        Date | TimeControl) tags[6]=$form ;;
        Result) tags[2]=$form ;;
        FEN) tags[4]=$form ;;
        Variant) tags[5]=$form ;;
        esac
        printf '%s\n' "${tags[@]//\~/$'\n'}" '' '1. exd5 <5+0=7:1+0=2x> Kd7 1-0' ''
    done < <(forms)
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return
}

@test "a tag pair in another form counts in every tool" {
    mkdir form meant
    write FORM >form/x
    write MEANT >meant/x
    local command
    while read -r command; do
        for way in form meant; do
            (cd "$way" && eval "$command" >../"$way.out" 2>/dev/null) || :
        done
        [ -s form.out ] && cmp form.out meant.out || { echo "$command"; return 1; }
    done <<'END'
xpgn-list --columns game,White,Event,Result,result,ruleset,plies,errors --format=tsv x
xpgn-grep --tag=Variant=chess-attack -c x
xpgn-grep --tag=White=Huber -c x
xpgn-list --columns game,Date,year,TimeControl --format=tsv x
xpgn-sort --by=Date,White x | xpgn-fmt
xpgn-split --by=Date --dry-run x | cut -f1,3
xpgn-grep --tag='Date<2000' -c x
xpgn-stats x
xpgn-sort --by=White x | xpgn-fmt
xpgn-replay x
xpgn-render-ascii x
xpgn-render-svg --game=4 x
xpgn-render-html x | grep -o '<article' | wc -l
xpgn-split --by=White x; ls
xpgn-fmt x
xpgn-fmt --import x
xpgn-fix x | xpgn-fmt
xpgn-validate -q x && echo good
END
    xpgn-validate --format=gcc form/x >found || :
    [ "$(wc -l <found)" -eq "$(forms | wc -l)" ]
    xpgn-fix -q form/x | xpgn-validate --format=gcc - >found
    [ ! -s found ]
}

@test "words among the tag pairs are kept as a comment, and the tags behind them count" {
    printf '%s\n' 'The club, round 1' '' '[Event "x"]' 'in the garden' '[Variant "chess-attack"]' '' '1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *' >a.pgn
    same_text game '1 x chess-attack 3 0 1' "$(xpgn-list --no-header --columns game,Event,ruleset,plies,errors,warnings --format=tsv a.pgn | tr '\t' ' ')"
    xpgn-fmt a.pgn | grep 'The club, round 1'
    xpgn-fmt a.pgn | grep 'in the garden'
}
