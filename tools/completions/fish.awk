# SPDX-License-Identifier: MIT
# Turns the table of options (make.sh) into a completion for fish, with offer.awk, which needs a
# file for each program: -v only=xpgn-validate. That of xpgn has the options of all tools, after their commands.

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/'/, "\\'", text)
    return "'" text "'"
}

function value(what) {
    variants = "(xpgn-validate --list-variants 2>/dev/null | string split -f 1 \" \")"
    if (what == "")
        return ""
    if (what ~ /^names /)
        return " -x -a '(__fish_append , " offered(what) ")'"
    if (what ~ /^words /)
        return " -x -a '" offered(what) "'"
    if (what == "files")
        return " -r -F"
    if (what == "variants")
        return " -x -a '" variants "'"
    if (what == "variants,")
        return " -x -a '(__fish_append , " variants ")'"
    if (what == "options")
        return " -x -a '(xpgn-validate --list-variants 2>/dev/null | sed \"s/   */\\t/g\" | cut -f 3 | string split -n \" \")'"
    return " -x"
}

# The condition under which something of the current tool is offered; "": always.
function when(more) {
    if (tool == only)
        condition = only == "xpgn" ? "__fish_use_subcommand" : ""
    else
        condition = "__xpgn_is " command
    if (more != "")
        condition = condition (condition == "" ? "" : "; and ") more
    return condition == "" ? "" : " -n '" condition "'"
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
$3 == "code" {
    if (only == "xpgn")
        print "complete -c xpgn -n '__xpgn_is help; and string match -qr \"^[A-Z]\" -- (commandline -ct)' -f -a " $1 \
            " -d " quoted($5)
    next
}
tool != only && only != "xpgn" { next }
$3 == "command" {
    print "complete -c " only when("not __fish_seen_subcommand_from " $6) " -f -a " $1 " -d " quoted($5)
    next
}
{
    print "complete -c " only when("") ($2 == "-" ? "" : " -s " substr($2, 2)) " -l " substr($1, 3) \
        value(offer($3, $4, $6)) " -d " quoted($5)
}
