/* SPDX-License-Identifier: MIT */
/* Options that name languages of piece letters. */
#ifndef CLI_LANGUAGE_OPTION_H
#define CLI_LANGUAGE_OPTION_H

#include <xpgn/write.h>

#include "frame/cli.h"

/* --language: CLI_GO if there is such a language, or after a message that names all of them.
   `besides`: another allowed word, or NULL. */
int cli_check_language(cli *c, const char *code, const char *besides);
/* The same for languages with captions; sets *out, English for NULL. */
int cli_find_words(cli *c, const char *code, xpgn_language *out);

#endif
