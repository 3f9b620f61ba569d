" SPDX-License-Identifier: MIT
" Records: xpgn(5).
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring={%s} comments=:;,:%
setlocal textwidth=79 formatoptions-=t
if !exists('current_compiler')
  compiler xpgn
endif
let b:undo_ftplugin = 'setlocal commentstring< comments< textwidth< formatoptions<'
