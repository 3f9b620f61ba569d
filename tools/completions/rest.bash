# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # the lists come from bash.awk
# Offers the files whose names begin with $1.
_xpgn_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

# Offers the words of $1 that begin with $2.
_xpgn_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
}

# Offers the words of $1 as the last of a list with commas, $2.
_xpgn_names() {
    local before=''
    [[ $2 != *,* ]] || before=${2%,*},
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${2##*,}")
    compopt -o nospace 2>/dev/null
}

_xpgn_variants() {
    xpgn-validate --list-variants 2>/dev/null | cut -d ' ' -f 1
}

# Offers values of kind $1 (see _xpgn_value) that begin with $2.
_xpgn_complete_value() {
    case $1 in
    files) _xpgn_files "$2" ;;
    variants) _xpgn_words "$(_xpgn_variants)" "$2" ;;
    variants,) _xpgn_names "$(_xpgn_variants)" "$2" ;;
    options)
        _xpgn_words "$(xpgn-validate --list-variants 2>/dev/null | sed 's/   */\t/g' | cut -f 3)" "$2"
        ;;
    words\ *) _xpgn_words "${1#words }" "$2" ;;
    names\ *) _xpgn_names "${1#names }" "$2" ;;
    esac
}

_xpgn_complete_option() {
    _xpgn_words "$(_xpgn_options "$1")" "$2"
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

# Sets `command` to the command of `xpgn COMMAND`, and `at` to its index, if there is one.
_xpgn_command() {
    for ((at = 1; at < COMP_CWORD; at++)); do
        if [[ ${COMP_WORDS[at]} != -* ]]; then
            command=${COMP_WORDS[at]}
            return
        fi
    done
}

# True if a `--` precedes the word.
_xpgn_only_files() {
    local i
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == -- ]]; then
            return 0
        fi
    done
    return 1
}

# True if one of the words of $1 precedes the word.
_xpgn_has_word() {
    local i
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ " $1 " == *" ${COMP_WORDS[i]} "* ]]; then
            return 0
        fi
    done
    return 1
}

# An option and its value are one word, two words, or three with the =.
_xpgn_tool() {
    local tool=$1 cur=${COMP_WORDS[COMP_CWORD]} option='' value words
    if _xpgn_only_files; then
        _xpgn_files "$cur"
        return
    fi
    if [[ $cur == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]} cur=''
    elif ((COMP_CWORD > 2)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $cur == --*=* ]]; then
        option=${cur%%=*} cur=${cur#*=}
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == -* ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]}
    fi
    value=$(_xpgn_value "$tool:$option")
    words=$(_xpgn_words_of "$tool")
    if [[ -n $value ]]; then
        _xpgn_complete_value "$value" "$cur"
    elif [[ $cur == -?* || $cur == - ]]; then
        _xpgn_complete_option "$tool" "$cur"
    elif [[ -n $words ]] && ! _xpgn_has_word "$words"; then
        _xpgn_words "$words" "$cur"
    else
        _xpgn_files "$cur"
    fi
}

# Offers what there is help for; the codes, which are many, once a capital is there.
_xpgn_help() {
    local codes=''
    [[ $1 != [A-Z]* ]] || codes=$_xpgn_codes
    _xpgn_words "$_xpgn_commands $_xpgn_topics $codes" "$1"
}

_xpgn() {
    local tool=${1##*/} command='' at
    COMPREPLY=()
    if [[ $tool == xpgn ]]; then
        _xpgn_command
        case $command in
        '') if [[ ${COMP_WORDS[COMP_CWORD]} == -* ]]; then
            _xpgn_complete_option xpgn "${COMP_WORDS[COMP_CWORD]}"
        else
            _xpgn_words "$_xpgn_commands help" "${COMP_WORDS[COMP_CWORD]}"
        fi ;;
        help) _xpgn_help "${COMP_WORDS[COMP_CWORD]}" ;;
        *) _xpgn_tool "xpgn-$command" ;;
        esac
    else
        _xpgn_tool "$tool"
    fi
}
