# SPDX-License-Identifier: MIT
# Turns the table of options (make.sh) into a completion for zsh, with offer.awk: one
# _arguments list per tool.

$3 == "tool" {
    tool = $1
    tools = tools " " tool
    if (tool != "xpgn") {
        sub(/^xpgn-/, "", $1)
        commands = commands "        '" $1 ":" quoted($5) "'\n"
    }
    next
}
$3 == "topic" { topics = topics "        '" $1 ":" quoted($5) "'\n"; next }
$3 == "code" { codes = codes "        '" $1 ":" quoted($5) "'\n"; next }
$3 == "command" {
    gsub(/:/, "\\\\:", $5)
    words_of[tool] = words_of[tool] " " $1 "\\:\"" quoted($5) "\""
    next
}
{
    help = $5
    gsub(/\[/, "\\[", help)
    gsub(/]/, "\\]", help)
    tail = "[" quoted(help) "]"
    value = action(offer($3, $4, $6), $3 == "choice" ? substr($1, 3) : $4)
    repeat = $3 == "list" ? "*" : ""
    long = $1 ($3 == "flag" ? "" : "=")
    short = $2 ($3 == "flag" ? "" : "+")
    if ($2 == "-")
        line = "'" repeat long tail value "'"
    else if (repeat != "")
        line = "'" repeat short tail value "' '" repeat long tail value "'"
    else
        line = "'(" $2 " " $1 ")'{" short "," long "}'" tail value "'"
    lines[tool] = lines[tool] "            " line "\n"
}

function quoted(text) {
    gsub(/'/, "'\\''", text)
    return text
}

# What _arguments does with an offer (offer.awk) for a value of that name.
function action(what, name) {
    if (what == "")
        return ""
    if (what ~ /^names /)
        return ":names:_values -s , name " offered(what)
    if (what ~ /^words /)
        what = "(" offered(what) ")"
    else if (what == "files")
        what = "_files"
    else if (what == "variants,")
        what = "_sequence _xpgn_variants"
    else
        what = what == "variants" ? "_xpgn_variants" : what == "options" ? "_xpgn_rule_options" : " "
    gsub(/[][]/, "", name)
    return ":" name ":" what
}

END {
    print "#compdef" tools
    print "# zsh completion for xpgn and its tools; made by tools/completions from their options"
    print "# SPDX-License-Identifier: MIT"
    print ""
    print "_xpgn_variants() {"
    print "    local -a ids"
    print "    ids=(${(f)\"$(_call_program variants 'xpgn-validate --list-variants' 2>/dev/null)\"})"
    print "    ids=(${ids%% *})"
    print "    compadd \"$@\" -a ids"
    print "}"
    print ""
    print "_xpgn_rule_options() {"
    print "    local -a names"
    print "    names=(${=\"$(_call_program options \"xpgn-validate --list-variants | sed 's/   */\\t/g' | cut -f 3\" 2>/dev/null)\"})"
    print "    compadd -a names"
    print "}"
    print ""
    print "_xpgn_tool() {"
    print "    case $1 in"
    count = split(substr(tools, 2), order, " ")
    for (i = 1; i <= count; i++) {
        if (order[i] == "xpgn")
            continue
        print "    " order[i] ")"
        print "        _arguments -s -S \\"
        gsub(/\n/, " \\\n", lines[order[i]])
        printf "%s", lines[order[i]]
        if (order[i] in words_of)
            print "            '1:command:((" substr(words_of[order[i]], 2) "))' \\"
        print "            '*:file:_files'"
        print "        ;;"
    }
    print "    *) _files ;;"
    print "    esac"
    print "}"
    print ""
    print "_xpgn_commands() {"
    print "    local -a commands"
    print "    commands=("
    printf "%s", commands
    print "    )"
    print "    [[ $1 == help ]] || commands+=('help:shows what there is, or a manual')"
    print "    [[ $1 != help ]] || commands+=("
    printf "%s", topics
    print "    )"
    print "    [[ $1 != help || $PREFIX != [A-Z]* ]] || commands+=("
    printf "%s", codes
    print "    )"
    print "    _describe -t commands command commands"
    print "}"
    print ""
    print "_xpgn() {"
    print "    if [[ $service != xpgn ]]; then"
    print "        _xpgn_tool $service"
    print "        return"
    print "    fi"
    print "    local curcontext=$curcontext state line"
    print "    _arguments -C \\"
    gsub(/\n/, " \\\n", lines["xpgn"])
    printf "%s", lines["xpgn"]
    print "            '1:command:_xpgn_commands' '*::argument:->rest' && return"
    print "    if [[ $state == rest ]]; then"
    print "        if [[ $words[1] == help ]]; then"
    print "            _xpgn_commands help"
    print "        else"
    print "            _xpgn_tool xpgn-$words[1]"
    print "        fi"
    print "    fi"
    print "}"
    print ""
    print "_xpgn \"$@\""
}
