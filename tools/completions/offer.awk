# SPDX-License-Identifier: MIT
# What an option is completed with, the same in all shells; -v tags=... are the names of tags.
#     words A B...   one of these words          names A B...   several of them, with commas between
#     files          a file                      variants, options   of the rulesets
#     variants,      several, with commas between
#     none           something else              ""             nothing: it is a flag
function offer(kind, argument, facts) {
    if (kind == "choice") {
        gsub(/\|/, " ", argument)
        return "words " argument
    }
    if (argument == "NAME[,NAME...]")
        return "names " (facts == "" ? "" : facts " ") tags
    if (argument == "FILE")
        return "files"
    if (argument == "ID")
        return "variants"
    if (argument == "ID[,ID...]")
        return "variants,"
    if (argument == "OPTIONS")
        return "options"
    if (argument == "TAG")
        return "words " tags
    return kind == "flag" ? "" : "none"
}

# The rest of an offer after its first word.
function offered(what) {
    sub(/^[a-z]+ /, "", what)
    return what
}
