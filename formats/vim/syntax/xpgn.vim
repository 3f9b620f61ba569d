" SPDX-License-Identifier: MIT
" Vim syntax of XPGN, and of PGN, which is a part of it: xpgn(5).
if exists('b:current_syntax')
  finish
endif
let s:cpo = &cpoptions
set cpoptions&vim

syntax case match
syntax sync minlines=200

" Actions of all games: SAN, long notation, shots, suicide runs, teleports, releases, drops, passes.
syntax match xpgnAction /\<[KQRBNP]\?[a-l]\?\d\{0,2}\%([-sx]\|xx\)\?[a-l]\d\{1,2}\%(=\?[KQRBNP]\)\?[+#]\?/
syntax match xpgnAction /\<[KQRBNP]\?\%([a-l]\d\{1,2}\)\?@\%([a-l]\d\{1,2}\|-\)[+#]\?/
syntax match xpgnAction /\<O-O\%(-O\)\?[+#]\?/
syntax match xpgnAction /\<0-0\%(-0\)\?[+#]\?\ze\%(\s\|$\)/
syntax match xpgnPass /\%(^\|\s\)\@1<=--\ze\%(\s\|$\)/

syntax match xpgnNumber /\<\d\+\.\+/
syntax match xpgnNag /\$\d\+/
syntax match xpgnNag /[!?]\{1,2}/
syntax match xpgnResult /\%(^\|\s\)\@1<=\%(\*\|[01]\%(-[01]\)\+\|\%(1\/[234]\|[01]\)\%(-\%(1\/[234]\|[01]\)\)\+\)\ze\%(\s\|$\)/

" A roll: dice, +supporters, =total, -points lost, what became of the piece. One without its > is wrong.
syntax match xpgnRollOpen /<[-0-9,+=:wx@a-l ]*/
syntax match xpgnRoll /<[-0-9,+=:wx@a-l ]*>/ contains=xpgnDie,xpgnSupport,xpgnTotal,xpgnLost,xpgnFate,xpgnCell
syntax match xpgnDie /\d\+/ contained
syntax match xpgnSupport /+\d\+/ contained
syntax match xpgnTotal /=\d\+/ contained
syntax match xpgnLost /-\d\+/ contained
syntax match xpgnFate /[wx]/ contained
syntax match xpgnCell /@[a-l]\d\+/ contained

syntax region xpgnComment start=/{/ end=/}/ contains=xpgnCommand,@Spell
syntax match xpgnLineComment /;.*$/ contains=@Spell
syntax region xpgnCommand start=/\[%/ end=/\]/ contained contains=xpgnCommandName,xpgnBrackets
syntax match xpgnCommandName /\[%\zs\h\w*/ contained
syntax region xpgnBrackets start=/\[%\@!/ end=/\]/ contained transparent contains=xpgnBrackets

" Variations nest and can be folded.
syntax region xpgnVariation matchgroup=xpgnParenthesis start=/(/ end=/)/ transparent fold

syntax match xpgnTag /^\s*\[\s*\h\w*\s*"\%(\\.\|[^"\\]\)*"\s*\]/ contains=xpgnTagName,xpgnTagValue
syntax match xpgnTagName /\[\s*\zs\h\w*/ contained
syntax region xpgnTagValue start=/"/ skip=/\\./ end=/"/ contained oneline contains=xpgnEscape
syntax match xpgnEscape /\\./ contained

syntax match xpgnSkipped /^%.*/

highlight default link xpgnAction Statement
highlight default link xpgnPass Statement
highlight default link xpgnNumber LineNr
highlight default link xpgnNag SpecialChar
highlight default link xpgnResult Constant
highlight default link xpgnRoll Delimiter
highlight default link xpgnRollOpen Error
highlight default link xpgnDie Number
highlight default link xpgnSupport Identifier
highlight default link xpgnTotal Type
highlight default link xpgnLost Special
highlight default link xpgnFate Special
highlight default link xpgnCell Special
highlight default link xpgnComment Comment
highlight default link xpgnLineComment Comment
highlight default link xpgnCommand PreProc
highlight default link xpgnCommandName Keyword
highlight default link xpgnParenthesis Delimiter
highlight default link xpgnTagName Identifier
highlight default link xpgnTagValue String
highlight default link xpgnEscape SpecialChar
highlight default link xpgnSkipped Comment

let b:current_syntax = 'xpgn'
let &cpoptions = s:cpo
unlet s:cpo
