/* SPDX-License-Identifier: MIT */
/* --import: games as people write them. */
#ifndef FMT_IMPORT_H
#define FMT_IMPORT_H

#include "cli/cli.h"

typedef struct fmt_import_request {
    bool import, quiet, incomplete;
    int from; /* xpgn_source */
    const char *language;
    xpgn_decoder *decoder; /* NULL: none */
} fmt_import_request;

/* What reads the games of one thread; zero at the start. */
typedef struct fmt_importer {
    xpgn_import *import;
    char *file;        /* whose games were looked at; NULL: none yet */
    const char *prior; /* the code of their language; NULL: they have none */
    xpgn_language language;
    xpgn_buffer understood; /* a game as far as it was */
} fmt_importer;

/* Refuses options that do not belong together. */
int fmt_check_import(cli *c, const fmt_import_request *r);
/* Makes the decoder, if games are imported. */
void fmt_open_decoder(cli *c, fmt_import_request *r);
/* Appends what was decoded in a file, if anything. */
void fmt_put_decoded(const fmt_import_request *r, const char *file, xpgn_buffer *b);
/* Is there more in the file than its records: text that was left out, or a table? */
bool fmt_leaves_out(const fmt_import_request *r);
/* Reads a game, and says on standard error what was read how.  False: it could not be read, which
   is said as well; *game is as it was, or with --incomplete as far as it was understood.  Else
   *game is the game in the notation of the format, valid until the next. */
bool fmt_import_game(cli_worker *w, fmt_importer *m, const fmt_import_request *r, xpgn_game *game);
/* Is a game that was read left as it was, for errors in it?  Says so.  With --incomplete none is.
 */
bool fmt_import_undone(cli_worker *w, const fmt_import_request *r, const xpgn_game *game,
                       const xpgn_game *read, bool bad);
void fmt_importer_free(fmt_importer *m);

#endif
