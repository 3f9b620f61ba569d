/* SPDX-License-Identifier: MIT */
/* The pieces of partial results: their names, and sets of them. */
#include "shared/tables/piece_files.h"

#include <inttypes.h>

/* The maximum number of ranges that are named; the digest covers all games. */
enum { PIECE_RANGES = 8 };

static void put_range(xpgn_buffer *b, const cli_common *o) {
    for (size_t i = 0; i < o->games.count && i < PIECE_RANGES; i++) {
        const cli_range *r = &o->games.range[i];
        xpgn_buffer_printf(b, "%s%" PRIu64, i == 0 ? " --game=" : ",", r->first);
        if (r->last != r->first)
            xpgn_buffer_char(b, '-');
        if (r->last != r->first && r->last != UINT64_MAX)
            xpgn_buffer_printf(b, "%" PRIu64, r->last);
    }
    if (o->games.count > PIECE_RANGES)
        xpgn_buffer_text(b, ",...");
    if (!o->bytes.given)
        return;
    xpgn_buffer_printf(b, " --bytes=%" PRIu64 ":", o->bytes.from);
    if (o->bytes.to != UINT64_MAX)
        xpgn_buffer_printf(b, "%" PRIu64, o->bytes.to);
}

/* Only the first of several files is named; the names of the others go into the digest. */
void cli_add_piece(cli *c, struct archive_pieces *pieces, uint64_t digest) {
    const cli_list *files = &c->common->files;
    xpgn_buffer name = {0};
    xpgn_buffer_clean(&name, cli_slice(cli_input_name(cli_input(files, 0))));
    if (files->count > 1)
        xpgn_buffer_printf(&name, " and %zu more", files->count - 1);
    for (size_t i = 1; i < files->count; i++)
        digest = hash_bytes(digest, files->item[i], strlen(files->item[i]));
    put_range(&name, c->common);
    xpgn_buffer_char(&name, '\0');
    if (name.failed ||
        archive_pieces_add(pieces, &(xpgn_part){.name = name.data, .digest = digest}) != XPGN_OK)
        cli_no_memory(c);
    xpgn_buffer_free(&name);
}

void cli_refuse_partial(cli *c, const char *file, const xpgn_fault *fault) {
    if (fault->line > 0)
        cli_message(c, "%s:%" PRIu64 ": %s", cli_input_name(file), fault->line, fault->text);
    else
        cli_message(c, "%s: %s", cli_input_name(file), fault->text);
}

bool cli_is_set(cli *c, const struct archive_pieces *pieces, uint64_t of) {
    size_t count;
    (void)archive_pieces_list(pieces, &count);
    if (of == 0 || count == of)
        return true;
    cli_message(c, "the files are of %zu piece%s, expected %" PRIu64 ": nothing is written", count,
                count == 1 ? "" : "s", of);
    return false;
}
