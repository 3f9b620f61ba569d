" SPDX-License-Identifier: MIT
autocmd BufRead,BufNewFile *.xpgn setfiletype xpgn
