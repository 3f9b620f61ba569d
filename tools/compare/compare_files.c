/* SPDX-License-Identifier: MIT */
/* What the files of an evening are, for JSON: sheets, and those that are none. */
#include "compare/compare_json.h"
#include "frame/table_heads.h"
#include "internal/loop.h"
#include "internal/meant.h"
#include "internal/rules.h"
#include "internal/writers.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xpgn/record.h>
#include <xpgn/write.h>

enum {
    HEAD = 4096, /* bytes in which a table names its columns */
    ALIKE = 10   /* half-moves with which the sheets of a board begin alike */
};

/* ---- files without a sheet ------------------------------------------------------------------- */

/* The beginning of a regular file; nothing of any other. */
static void read_head(board_batch *b, const char *file, xpgn_buffer *head) {
    char bytes[HEAD];
    size_t got = 0;
    const int fd = cli_open_plain(b->c, file);
    if (fd < 0)
        return;
    if (cli_read_most(fd, 0, bytes, sizeof bytes, &got))
        xpgn_buffer_put(head, bytes, got);
    (void)close(fd);
}

/* What a file is that has no game of its own; *why: in words. */
static file_kind kind_of_table(board_batch *b, const char *file, const char **why) {
    static const char *const pairing[] = {"round", "board", "white", "black"};
    xpgn_buffer head = {0};
    file_kind kind = FILE_OTHER;
    read_head(b, file, &head);
    const xpgn_slice text = cli_held(&head);
    if (cli_has_columns(b->c, text, cli_question_columns, CLI_QUESTION_COLUMNS))
        kind = FILE_ANSWERS;
    else if (cli_has_columns(b->c, text, cli_log_columns, CLI_LOG_COLUMNS))
        kind = FILE_LOG;
    else if (cli_has_columns(b->c, text, pairing, sizeof pairing / sizeof *pairing))
        kind = FILE_LIST;
    xpgn_buffer_free(&head);
    *why = kind == FILE_ANSWERS ? "a table of questions and answers"
           : kind == FILE_LOG   ? "a log of corrections"
           : kind == FILE_LIST  ? "a list of pairings"
                                : *why;
    return kind;
}

static file_kind kind_of_record(xpgn_no_record kind) {
    switch (kind) {
    case XPGN_NO_RECORD_PNG:
    case XPGN_NO_RECORD_JPEG:
    case XPGN_NO_RECORD_GIF:
    case XPGN_NO_RECORD_IMAGE:
    case XPGN_NO_RECORD_PDF:
        return FILE_PICTURE;
    case XPGN_NO_RECORD_NOT:
    case XPGN_NO_RECORD_TEXT:
        return FILE_TEXT;
    default:
        return FILE_OTHER;
    }
}

static bool is_empty_file(const char *file) {
    struct stat st;
    return stat(file, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0;
}

bool batch_gameless(board_batch *b, const char *file, xpgn_no_record kind) {
    if (!b->o->json)
        return false;
    b->file = cli_grow(b->c, b->file, b->files, &b->file_capacity, sizeof *b->file);
    batch_file *f = &b->file[b->files++];
    *f = (batch_file){.name = cli_keep(b->c, cli_slice(file)), .kind = kind_of_record(kind)};
    f->why = xpgn_no_record_name(kind);
    f->cure = xpgn_no_record_cure(kind);
    f->why = f->why != NULL ? f->why : "no half-moves can be read";
    if (is_empty_file(file)) {
        f->kind = FILE_EMPTY;
        f->why = "empty: 0 bytes";
    } else if (kind == XPGN_NO_RECORD_NOT || kind == XPGN_NO_RECORD_TEXT ||
               kind == XPGN_NO_RECORD_TABLE) {
        const file_kind table = kind_of_table(b, file, &f->why);
        f->kind = table != FILE_OTHER ? table : f->kind;
    }
    return true;
}

/* ---- what is known of a sheet ---------------------------------------------------------------- */

/* The first and the last number of the half-moves, and how many there are. */
static void count_half_moves(board_batch *b, xpgn_slice text, sheet_facts *f) {
    xpgn_record *record;
    size_t count;
    xpgn_slice from = {"", 0}, to = {"", 0};
    if (xpgn_record_new(&record, text) != XPGN_OK)
        cli_no_memory(b->c);
    const xpgn_entry *list = xpgn_record_entries(record, &count);
    for (size_t i = 0; i < count; i++) {
        const bool half_move =
            list[i].kind == XPGN_ENTRY_ACTION || list[i].kind == XPGN_ENTRY_MISSING;
        f->half_moves += list[i].kind == XPGN_ENTRY_ACTION && list[i].depth == 0;
        if (!half_move || list[i].depth > 0 || list[i].number.size == 0)
            continue;
        from = from.size > 0 ? from : list[i].number;
        to = list[i].number;
    }
    f->from = cli_keep(b->c, from);
    f->to = cli_keep(b->c, to);
    xpgn_record_free(record);
}

void sheet_note_facts(board_batch *b, batch_sheet *s, xpgn_slice read, const xpgn_fault *fault,
                      batch_by by) {
    if (!b->o->json)
        return;
    sheet_facts *f = s->facts = cli_realloc(b->c, NULL, sizeof *f);
    *f = (sheet_facts){.by = by};
    f->language = cli_keep(b->c, cli_slice(xpgn_import_language(b->import)));
    f->read = s->pairing == SIZE_MAX ? cli_keep(b->c, read) : NULL;
    count_half_moves(b, read, f);
    if (!s->partly)
        return;
    f->unread = sheet_written_place(s, fault->place);
    f->why = cli_keep(b->c, cli_slice(fault->text));
}

void sheet_free_facts(batch_sheet *s) {
    if (s->facts == NULL)
        return;
    free(s->facts->language);
    free(s->facts->read);
    free(s->facts->from);
    free(s->facts->to);
    free(s->facts->why);
    free(s->facts);
}

/* ---- objects --------------------------------------------------------------------------------- */

static const char *const kind_names[] = {"sheet",   "archive", "list", "log",  "answers",
                                         "picture", "empty",   "text", "other"};
static const char *const by_names[] = {"tags", "players in the name of the file",
                                       "numbers in the name of the file", "answer"};

static void put_head(xpgn_buffer *out, const char *file, uint64_t game, file_kind kind) {
    json_open(out, NULL, "{");
    json_text(out, "object", "file");
    json_text(out, "file", file);
    if (game > 0)
        json_number(out, "game", (int64_t)game);
    else
        json_text(out, "game", NULL);
    json_text(out, "kind", kind_names[kind]);
}

static void put_words(const board_batch *b, xpgn_buffer *out, const char *key,
                      const char *english) {
    xpgn_buffer text = {0};
    if (english == NULL) {
        json_text(out, key, NULL);
        return;
    }
    xpgn_sentence_translate(&text, cli_slice(english), b->o->language);
    json_move(out, key, &text);
}

static void put_file(const board_batch *b, xpgn_buffer *out, const batch_file *f) {
    put_head(out, f->name, 0, f->kind);
    put_words(b, out, "why", f->why);
    put_words(b, out, "cure", f->kind == FILE_PICTURE || f->kind == FILE_OTHER ? f->cure : NULL);
    xpgn_buffer_text(out, "}\n");
}

static void put_unread(const board_batch *b, xpgn_buffer *out, const batch_sheet *s) {
    const sheet_facts *f = s->facts;
    if (f->why == NULL) {
        json_text(out, "unread", NULL);
        return;
    }
    json_open(out, "unread", "{");
    json_put_place(out, &f->unread);
    json_slice(out, "text", f->unread.text);
    put_words(b, out, "why", f->why);
    xpgn_buffer_char(out, '}');
}

/* True if two words are the same, or castling written as 0-0 and O-O. */
static bool is_same_word(xpgn_slice a, xpgn_slice b) {
    bool same = a.size == b.size;
    for (size_t i = 0; same && i < a.size; i++)
        same = a.data[i] == b.data[i] || (a.data[i] == '0' && b.data[i] == 'O') ||
               (a.data[i] == 'O' && b.data[i] == '0');
    return same;
}

/* True if two sheets begin with the same half-moves. */
static bool begin_alike(board_batch *b, xpgn_reader *other, const batch_sheet *s,
                        const batch_sheet *t) {
    xpgn_token x, y;
    size_t alike = 0;
    bool more = true;
    xpgn_reader_begin(b->reader, cli_slice(s->facts->read));
    xpgn_reader_begin(other, cli_held(t->read.size > 0 ? &t->read : &t->text));
    while (more && alike < ALIKE) {
        while ((more = xpgn_reader_next(b->reader, &x)) && x.kind != XPGN_TOKEN_WORD)
            ;
        while (more && (more = xpgn_reader_next(other, &y)) && y.kind != XPGN_TOKEN_WORD)
            ;
        more = more && is_same_word(x.text, y.text);
        alike += more;
    }
    return more;
}

/* Appends the boards of the sheets that begin as this one does, which has no board. */
static void put_near(board_batch *b, xpgn_buffer *out, const batch_sheet *s) {
    xpgn_reader *other;
    size_t last = SIZE_MAX;
    json_open(out, "near", "[");
    if (xpgn_reader_new(&other) != XPGN_OK)
        cli_no_memory(b->c);
    for (size_t i = 0; i < b->sheets && s->pairing == SIZE_MAX && !s->stray; i++) {
        const batch_sheet *t = &b->sheet[i];
        if (t->pairing == SIZE_MAX || t->pairing == last || !begin_alike(b, other, s, t))
            continue;
        batch_board board;
        last = t->pairing;
        batch_name_board(b, &board, t->pairing);
        json_text(out, NULL, board.name);
    }
    xpgn_reader_free(other);
    xpgn_buffer_char(out, ']');
}

static void put_board_of(board_batch *b, xpgn_buffer *out, const batch_sheet *s) {
    static const char *const keys[] = {"board", "by", "seat"};
    batch_board board;
    if (s->pairing == SIZE_MAX) {
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            json_text(out, keys[i], NULL);
        return;
    }
    batch_name_board(b, &board, s->pairing);
    const unsigned seat = batch_seat(&board.pairing, s->file);
    json_text(out, "board", board.name);
    put_words(b, out, "by", by_names[s->facts->by]);
    json_text(out, "seat", seat != UINT_MAX ? xpgn_seat_tag(board.pairing.seats, seat) : NULL);
}

static void put_sheet(board_batch *b, xpgn_buffer *out, const batch_sheet *s, file_kind kind) {
    const sheet_facts *f = s->facts;
    put_head(out, s->file, s->number, kind);
    put_board_of(b, out, s);
    put_near(b, out, s);
    json_number(out, "line", (int64_t)s->line);
    json_text(out, "language", f->language);
    json_number(out, "half_moves", (int64_t)f->half_moves);
    json_known(out, "from_turn", f->from);
    json_known(out, "to_turn", f->to);
    put_unread(b, out, s);
    xpgn_buffer_text(out, "}\n");
}

/* The sheets of one file, from sheet `i` on; returns how many. */
static size_t put_sheets(board_batch *b, size_t i, xpgn_buffer *out) {
    size_t count = 1;
    const char *file = b->sheet[i].file, *why = "no half-moves can be read";
    bool placed = b->sheet[i].pairing != SIZE_MAX;
    for (; i + count < b->sheets && strcmp(b->sheet[i + count].file, file) == 0 &&
           !b->sheet[i + count].passed;
         count++)
        placed |= b->sheet[i + count].pairing != SIZE_MAX;
    const file_kind table = placed ? FILE_OTHER : kind_of_table(b, file, &why);
    if (table != FILE_OTHER) {
        put_file(b, out, &(batch_file){.name = b->sheet[i].file, .kind = table, .why = why});
        return count;
    }
    for (size_t k = i; k < i + count; k++)
        put_sheet(b, out, &b->sheet[k],
                  b->sheet[k].stray ? FILE_TEXT
                  : count > 1       ? FILE_ARCHIVE
                                    : FILE_SHEET);
    return count;
}

void json_put_files(board_batch *b) {
    xpgn_buffer out = {0};
    for (size_t i = 0; i < b->sheets;) {
        i += b->sheet[i].passed ? 1 : put_sheets(b, i, &out);
        cli_flush(b->c, CLI_OUT, &out);
    }
    for (size_t i = 0; i < b->files && b->o->only == NULL; i++)
        put_file(b, &out, &b->file[i]);
    cli_flush(b->c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
}
