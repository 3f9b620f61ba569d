# SPDX-License-Identifier: MIT
# What zsh offers for a command line: complete.zsh FOLDER LINE. FOLDER has _xpgn. A real interactive
# zsh sits behind a pseudo-terminal; its compadd tells what it is given in place of showing it. ZSH_DUMP:
# where compinit keeps what it has found, which takes it half a second.
zmodload zsh/zpty || exit 2
# A sanitized tool that looks for leaks may hang in an interactive shell; elsewhere it does look.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
zpty z zsh -f -i

zpty -w z "fpath=(${(q)1} \$fpath)"
zpty -w z "source ${(q)0:A:h}/complete-inside.zsh"
# everything before the mark is the echo of what was typed
local chunk seen=
while zpty -r z chunk; do
    seen+=$chunk
    [[ $seen == *INSIDE-READY* ]] && break
done
zpty -w -n z "$2"$'\t'
seen=
while zpty -r z chunk; do
    seen+=$chunk
    [[ $seen == *INSIDE-DONE* ]] && break
done
print -r -- "$seen" | tr -d '\r' | sed -n 's/.*OFFER \([^ ]*\) END.*/\1/p'
zpty -d z
