# SPDX-License-Identifier: MIT
# Turns the table of options (make.sh) into a completion for fish, which needs a file for each
# program: -v only=xpgn-validate. That of xpgn has the options of all tools, after their commands.

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/'/, "\\'", text)
    return "'" text "'"
}

function value(kind, argument, names) {
    if (names != "")
        return " -x -a '(__fish_append , " names ")'"
    if (kind == "flag")
        return ""
    if (kind == "choice") {
        gsub(/\|/, " ", argument)
        return " -x -a '" argument "'"
    }
    if (argument == "FILE")
        return " -r -F"
    if (argument == "ID")
        return " -x -a '(xpgn-validate --list-variants 2>/dev/null | string split -f 1 \" \")'"
    if (argument == "OPTIONS")
        return " -x -a '(xpgn-validate --list-variants 2>/dev/null | sed \"s/   */\\t/g\" | cut -f 3 | string split -n \" \")'"
    if (argument == "TAG")
        return " -x -a 'Event Site Date Round White Black Result Variant RuleOptions ECO WhiteElo BlackElo TimeControl'"
    return " -x"
}

NR == 1 {
    print "# fish completion for " only "; made by tools/completions from its options"
    print "# SPDX-License-Identifier: MIT"
    if (only == "xpgn") {
        print "function __xpgn_is"
        print "    set -l words (commandline -opc)"
        print "    test (count $words) -ge 2; and test \"$words[2]\" = $argv[1]"
        print "end"
        print "complete -c xpgn -n __fish_use_subcommand -f -a help -d 'shows what there is, or a manual'"
    }
}
$3 == "tool" {
    tool = $1
    command = tool
    sub(/^xpgn-/, "", command)
    if (only == "xpgn" && tool != "xpgn") {
        print "complete -c xpgn -n __fish_use_subcommand -f -a " command " -d " quoted($5)
        print "complete -c xpgn -n '__xpgn_is help' -f -a " command
    }
    next
}
$3 == "topic" {
    if (only == "xpgn")
        print "complete -c xpgn -n '__xpgn_is help' -f -a " $1 " -d " quoted($5)
    next
}
{
    if (tool == only)
        condition = only == "xpgn" ? " -n __fish_use_subcommand" : ""
    else if (only == "xpgn")
        condition = " -n '__xpgn_is " command "'"
    else
        next
    print "complete -c " only condition ($2 == "-" ? "" : " -s " substr($2, 2)) " -l " \
        substr($1, 3) value($3, $4, $6) " -d " quoted($5)
}
