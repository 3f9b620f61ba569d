# SPDX-License-Identifier: MIT
# The inner shell of complete.zsh.
PROMPT= RPROMPT=
unsetopt zle_bracketed_paste 2>/dev/null
autoload -Uz compinit
compinit -u -d "$ZSH_DUMP"
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    local -a offered
    local word
    builtin compadd -O offered "$@"
    for word in $offered; do
        print -r -- "OFFER $word END"
    done
    builtin compadd "$@"
}
finish() { print "INSIDE-"DONE }
comppostfuncs=(finish)
print "INSIDE-"READY
