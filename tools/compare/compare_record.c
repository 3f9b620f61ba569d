/* SPDX-License-Identifier: MIT */
/* The merged record in export form. */
#include "compare/compare.h"

#include <string.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

static bool is_space(char c) {
    return c == ' ' || c == '\n';
}

/* ---- the record ------------------------------------------------------------------------------ */

/* Reports the errors of a walk; false if there are any. */
static bool report_errors(cli *c, const xpgn_walk *walk) {
    size_t count, errors = 0;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++) {
        if (list[i].level != XPGN_ERROR)
            continue;
        cli_message(c, "no record: %s [%s]", list[i].text, list[i].code);
        errors++;
    }
    return errors == 0;
}

/* Returns XPGN_INVALID if the record has an error or a half-move is missing. */
static xpgn_status write_record(xpgn_walk *walk, xpgn_slice text, xpgn_buffer *out) {
    xpgn_writer *writer;
    const xpgn_step *step;
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    xpgn_status status = xpgn_writer_new(&writer, NULL);
    if (status != XPGN_OK)
        return status;
    status = xpgn_walk_begin(walk, &game);
    if (status == XPGN_OK) {
        xpgn_writer_begin(out, writer, walk);
        while ((status = xpgn_walk_next(walk, &step)) == XPGN_OK)
            xpgn_writer_step(writer, step);
    }
    if (status == XPGN_END)
        status = xpgn_writer_end(writer);
    xpgn_writer_free(writer);
    return status;
}

/* Offset of the movetext, after the empty line. */
static size_t moves_at(xpgn_slice text) {
    size_t at = 0;
    while (at + 2 < text.size && (text.data[at] != '\n' || text.data[at + 1] != '\n'))
        at++;
    return at + 2 < text.size ? at + 2 : text.size;
}

/* Writes a record with a half-move missing: tags in export form, as for a record without moves, and
   the movetext unchanged. */
static xpgn_status write_open(xpgn_walk *walk, xpgn_slice text, xpgn_buffer *out) {
    size_t moves = moves_at(text), end = text.size;
    while (end > moves && is_space(text.data[end - 1]))
        end--;
    size_t result = end;
    while (result > moves && !is_space(text.data[result - 1]))
        result--;
    xpgn_buffer head = {0};
    xpgn_buffer_slice(&head, (xpgn_slice){text.data, moves});
    xpgn_buffer_slice(&head, (xpgn_slice){text.data + result, text.size - result});
    xpgn_status status = XPGN_NO_MEMORY;
    if (!head.failed)
        status = write_record(walk, (xpgn_slice){head.data, head.size}, out);
    xpgn_buffer_free(&head);
    if (status != XPGN_OK)
        return status;
    out->size = moves_at((xpgn_slice){out->data, out->size});
    status = xpgn_movetext_write(out, (xpgn_slice){text.data + moves, end - moves});
    xpgn_buffer_char(out, '\n');
    return out->failed ? XPGN_NO_MEMORY : status;
}

bool compare_put_record(cli *c, xpgn_catalog *catalog, const xpgn_merge *sheets, xpgn_buffer *out) {
    xpgn_buffer merged = {0};
    xpgn_walk *walk;
    xpgn_merge_write(&merged, sheets);
    if (merged.failed || xpgn_walk_new(&walk, catalog, NULL) != XPGN_OK)
        cli_no_memory(c);
    xpgn_slice text = {merged.data, merged.size};
    xpgn_status status = write_record(walk, text, out);
    bool good = status == XPGN_OK || status == XPGN_NO_MEMORY || report_errors(c, walk);
    if (good && status != XPGN_OK && status != XPGN_NO_MEMORY) {
        status = write_open(walk, text, out);
        good = status == XPGN_OK || report_errors(c, walk);
    }
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    xpgn_walk_free(walk);
    xpgn_buffer_free(&merged);
    return good;
}

bool compare_put_legal(cli *c, xpgn_catalog *catalog, xpgn_slice text, xpgn_buffer *out) {
    xpgn_walk *walk;
    size_t before = out->size, count;
    if (xpgn_walk_new(&walk, catalog, NULL) != XPGN_OK)
        cli_no_memory(c);
    xpgn_status status = write_record(walk, text, out);
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR)
            status = XPGN_INVALID;
    xpgn_walk_free(walk);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status != XPGN_OK)
        out->size = before;
    return status == XPGN_OK;
}
