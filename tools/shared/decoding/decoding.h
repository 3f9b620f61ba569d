/* SPDX-License-Identifier: MIT */
/* Files as people paste and save them, for tools that read sheets. */
#ifndef SHARED_DECODING_H
#define SHARED_DECODING_H

#include <xpgn/sheets.h>

#include "frame/cli.h"

/* Makes a decoder; the caller frees it. Exits if out of memory. */
xpgn_decoder *cli_decoder(cli *c, xpgn_source from);
/* Appends what was decoded in the current file, if anything: "3 quoted lines, 1 fence". */
void cli_put_decoded(xpgn_buffer *b, const xpgn_decoder *decoder);
/* True if the file has more than records: text that was left out, or a table. */
bool cli_leaves_out(const xpgn_decoder *decoder);
/* What the current file is, if it is no record. */
xpgn_no_record cli_no_record(const xpgn_decoder *decoder);
/* cli_work.refused: appends "notes.txt: no record: text with neither tags nor half-moves" if the
   current file is none. */
bool cli_refuses(cli *c, const xpgn_decoder *decoder, const char *file, xpgn_buffer *b);

#endif
