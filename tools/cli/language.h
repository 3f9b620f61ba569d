/* SPDX-License-Identifier: MIT */
/* Languages of piece letters, as options name them. */
#ifndef CLI_LANGUAGE_H
#define CLI_LANGUAGE_H

#include "cli/cli.h"

/* --language: CLI_GO if there is such a language, or after a message that names all of them.
   `besides`: a word that is allowed too, or NULL. */
int cli_check_language(cli *c, const char *code, const char *besides);
/* The same of those that have words of captions, which becomes *out; of NULL English. */
int cli_find_words(cli *c, const char *code, xpgn_language *out);

#endif
