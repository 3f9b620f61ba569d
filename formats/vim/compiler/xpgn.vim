" SPDX-License-Identifier: MIT
" :make checks the file with xpgn-validate(1); :cnext goes to the next finding.
if exists('current_compiler')
  finish
endif
let current_compiler = 'xpgn'

CompilerSet makeprg=xpgn-validate\ --format=gcc\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ lint:\ %m
