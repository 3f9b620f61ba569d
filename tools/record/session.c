/* SPDX-License-Identifier: MIT */
/* A session: opening and resuming a record, one line after the other, each on disk first. */
#include "record/record.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void record_need(const record *r, const xpgn_buffer *b) {
    if (b->failed)
        cli_no_memory(r->c);
}

void record_need_line(const record *r, const entry_line *l) {
    record_need(r, &l->before);
    record_need(r, &l->after);
    record_need(r, &l->rest);
}

bool record_refuse(reply *a, const char *code, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    xpgn_buffer_clear(&a->text);
    xpgn_buffer_clean(&a->text, (xpgn_slice){text, strlen(text)});
    a->kind = REPLY_ERROR;
    (void)snprintf(a->code, sizeof a->code, "%s", code);
    return false;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Reads the one game of a file into r->text; what is in it already is `text`. False: it has none,
   or several. */
static bool read_game(record *r, const char *path, xpgn_slice text) {
    xpgn_stream *stream = NULL;
    xpgn_game game, second;
    if (xpgn_stream_open(&stream, &path, 1, 0) != XPGN_OK)
        cli_no_memory(r->c);
    xpgn_status status = xpgn_stream_next(stream, &game);
    bool one = status == XPGN_OK && !game.too_large;
    xpgn_buffer_clear(&r->text);
    xpgn_buffer_slice(&r->text, one ? game.text : text);
    if (one)
        status = xpgn_stream_next(stream, &second);
    one = one && status == XPGN_END;
    xpgn_stream_close(stream);
    record_need(r, &r->text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(r->c);
    return one;
}

bool record_read(record *r, sheet *s, xpgn_buffer *err) {
    xpgn_game game = {.text = slice_of(&r->text),
                      .file = r->o->common.files.item[0],
                      .number = 1,
                      .line = 1,
                      .column = 1};
    const xpgn_step *step;
    if (xpgn_walk_begin(r->walk, &game) == XPGN_NO_MEMORY)
        cli_no_memory(r->c);
    xpgn_status status;
    while ((status = xpgn_walk_next(r->walk, &step)) == XPGN_OK)
        ;
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(r->c);
    cli_report how = {.color = r->c->sink[CLI_ERR].color, .columns = r->c->sink[CLI_ERR].columns};
    if (cli_report_findings(err, &how, &game, r->walk, XPGN_ERROR) == XPGN_ERROR)
        return false;
    sheet_read(r, game.text, s);
    return true;
}

static bool read_old(record *r) {
    xpgn_buffer err = {0};
    bool good = record_read(r, &r->sheet, &err);
    cli_flush(r->c, CLI_ERR, &err);
    if (!good)
        cli_message(r->c, "the record has errors; correct them before it goes on (xpgn-fix)");
    xpgn_buffer_free(&err);
    return good;
}

/* Takes up the record where it stands. */
static int resume(record *r, xpgn_slice text) {
    reply a = {0};
    if (!read_game(r, r->file.path, text)) {
        cli_message(r->c, "%s: expected one game", r->o->common.files.item[0]);
        return CLI_TROUBLE;
    }
    if (!read_old(r))
        return CLI_BAD;
    bool good = sheet_play(r, &r->sheet, &r->now, &a) && record_resume(r, &a);
    record_need(r, &a.text);
    if (!good)
        cli_message(r->c, "%s: %.*s [%s]", r->o->common.files.item[0], (int)a.text.size,
                    a.text.data, a.code);
    xpgn_buffer_free(&a.text);
    bool disk = strcmp(a.code, "DISK") == 0; /* dice that were pending make an action now */
    return good ? CLI_GO : disk ? CLI_TROUBLE : CLI_BAD;
}

/* ---- the copy -------------------------------------------------------------------------------- */

/* Adds the words of a movetext, however its lines are broken. */
static void put_words(xpgn_buffer *b, const xpgn_buffer *moves) {
    xpgn_slice rest = slice_of(moves), word;
    while ((word = line_word(&rest)).size > 0)
        sheet_add(b, "%.*s", (int)word.size, word.data);
    b->failed |= moves->failed;
}

/* The tags without those that entries change, and the movetext. */
static void put_identity(const sheet *s, xpgn_buffer *tags, xpgn_buffer *moves) {
    sheet same = {.result = "*"};
    xpgn_buffer_slice(&same.tags, slice_of(&s->tags));
    record_set_tag(&same, "DiceOpen", (xpgn_slice){"", 0});
    xpgn_buffer_slice(tags, slice_of(&same.tags));
    put_words(moves, &s->body);
    put_words(moves, &s->tail);
    tags->failed |= same.tags.failed;
    sheet_free(&same);
}

/* How many actions a part of a movetext has: words that are no number, roll, assessment or comment.
 */
static size_t count_actions(xpgn_slice moves) {
    xpgn_slice word;
    size_t count = 0;
    for (bool comment = false; (word = line_word(&moves)).size > 0;) {
        comment |= *word.data == '{';
        count += !comment && strchr("<$(", *word.data) == NULL && word.data[word.size - 1] != '.';
        comment &= word.data[word.size - 1] != '}';
    }
    return count;
}

/* Can `now` be what became of `old` by further entries? The one after `old` may have taken back or
   corrected its last action, or filled in a half-move that was missing. */
static bool may_follow(xpgn_slice old, xpgn_slice now) {
    xpgn_slice a = old, b = now, left, word;
    do {
        left = a;
        word = line_word(&a);
    } while (word.size > 0 && cli_equal(word, line_word(&b)));
    return slice_is(word, "{[%missing]}") || count_actions(left) <= 1;
}

/* Is `old` this record as it was some entries ago? */
static bool is_earlier(record *r, const sheet *old) {
    xpgn_buffer tags[2] = {{0}, {0}}, moves[2] = {{0}, {0}};
    put_identity(old, &tags[0], &moves[0]);
    put_identity(&r->sheet, &tags[1], &moves[1]);
    if (tags[0].failed || moves[0].failed || tags[1].failed || moves[1].failed)
        cli_no_memory(r->c);
    bool earlier = cli_equal(slice_of(&tags[0]), slice_of(&tags[1])) &&
                   may_follow(slice_of(&moves[0]), slice_of(&moves[1]));
    for (size_t i = 0; i < 2; i++) {
        xpgn_buffer_free(&tags[i]);
        xpgn_buffer_free(&moves[i]);
    }
    return earlier;
}

static void exchange_walks(record *r) {
    xpgn_walk *walk = r->walk;
    r->walk = r->disk.walk;
    r->disk.walk = walk;
}

/* A file that is there is replaced if it is an earlier state of this record, whose own walk is
   still needed. */
static bool is_own_copy(record *r) {
    struct stat st;
    sheet old = {.result = "*"};
    if (r->o->common.force || stat(r->o->copy, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
        return true;
    exchange_walks(r);
    bool own = !record_is_new(r) && read_game(r, r->o->copy, (xpgn_slice){"", 0}) &&
               record_read(r, &old, NULL) && is_earlier(r, &old);
    exchange_walks(r);
    sheet_free(&old);
    if (!own)
        cli_message(r->c,
                    "%s: not written: it is no earlier state of this record; --force replaces it",
                    r->o->copy);
    return own;
}

/* Now that the record has its file, this is known to be another one. */
static bool may_copy(record *r) {
    r->copies = r->o->copy != NULL;
    return !r->copies || (cli_may_write(r->c, r->o->copy, CLI_STATE) && is_own_copy(r));
}

/* ---- opening --------------------------------------------------------------------------------- */

int record_open(record *r, cli *c, const record_options *o) {
    const char *path = o->common.files.item[0];
    xpgn_buffer text = {0};
    *r = (record){.c = c, .o = o, .file = {.fd = -1}};
    (void)snprintf(r->sheet.result, sizeof r->sheet.result, "*");
    if (!cli_open_catalog(c, &r->catalog))
        return CLI_TROUBLE;
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .grows = true};
    const xpgn_writer_options written = {XPGN_WRITER_OPTIONS, .no_digest = o->no_digest};
    if (xpgn_walk_new(&r->walk, r->catalog, &how) != XPGN_OK ||
        xpgn_walk_new(&r->disk.walk, r->catalog, &how) != XPGN_OK ||
        xpgn_writer_new(&r->writer, &written) != XPGN_OK ||
        xpgn_writer_new(&r->disk.writer, &written) != XPGN_OK)
        cli_no_memory(c);
    int status = CLI_GO;
    if (!record_file_open(&r->file, path, &text)) {
        cli_message(c, "%s: %s", path, r->file.why);
        status = CLI_TROUBLE;
    } else if (text.size > 0) {
        status = resume(r, slice_of(&text));
    }
    if (status == CLI_GO && !may_copy(r))
        status = CLI_TROUBLE;
    if (status == CLI_GO && r->file.lost[0] != '\0')
        cli_message(c, "%s: %s", path, r->file.lost);
    xpgn_buffer_free(&text);
    return status;
}

void record_close(record *r) {
    seal_close(r);
    entry_drop(&r->entry);
    sheet_free(&r->sheet);
    standing_free(&r->now);
    xpgn_buffer_free(&r->refused);
    xpgn_buffer_free(&r->text);
    xpgn_buffer_free(&r->disk.text);
    xpgn_writer_free(r->writer);
    xpgn_writer_free(r->disk.writer);
    xpgn_walk_free(r->walk);
    xpgn_walk_free(r->disk.walk);
    xpgn_catalog_free(r->catalog);
    record_file_close(&r->file);
}

bool record_is_new(const record *r) {
    return r->now.play == NULL;
}

bool record_prepare(record *r, reply *a) {
    sheet next;
    sheet_begin(r, &next);
    bool good = sheet_play(r, &next, &r->now, a);
    record_need(r, &a->text);
    sheet_free(&next);
    return good;
}

bool record_begin(record *r, reply *a) {
    sheet next;
    sheet_begin(r, &next);
    bool good = record_settle(r, &next, a);
    record_need(r, &a->text);
    sheet_free(&next);
    return good;
}

/* ---- settling -------------------------------------------------------------------------------- */

/* Spectators come second: their copy may fail, and is tried again with the next entry. */
static void save_copy(record *r, xpgn_slice text) {
    if (!r->copies)
        return;
    if (record_copy_save(r->o->copy, text, r->copy_trouble))
        r->copy_trouble[0] = '\0';
}

/* What was written becomes what is on disk. False: nothing has changed, and *a says why. */
static bool save(record *r, size_t kept, const xpgn_buffer *written, reply *a) {
    xpgn_buffer *text = &r->disk.text, old = {0};
    if (kept < text->size)
        xpgn_buffer_put(&old, text->data + kept, text->size - kept);
    text->size = kept;
    xpgn_buffer_slice(text, slice_of(written));
    record_need(r, &old);
    record_need(r, text);
    bool good = record_file_save(&r->file, slice_of(text));
    if (!good) {
        text->size = kept;
        xpgn_buffer_slice(text, slice_of(&old));
        record_refuse(a, "DISK", "not recorded: %s", r->file.why);
    }
    xpgn_buffer_free(&old);
    if (good)
        save_copy(r, slice_of(text));
    return good;
}

/* What has played and written the record goes with it; what had done so before is free. */
static void keep_disk(record *r, const sheet *s) {
    struct on_disk *disk = &r->disk;
    xpgn_walk *walk = disk->walk;
    xpgn_writer *writer = disk->writer;
    disk->walk = r->walk;
    disk->writer = r->writer;
    r->walk = walk;
    r->writer = writer;
    if (s->shared == 0)
        disk->body = (size_t)(sheet_body_of(slice_of(&disk->text)).data - disk->text.data);
    disk->grows = s->tail.size == 0 && xpgn_writer_turn(disk->writer, &disk->kept, &disk->from);
}

/* Puts what is shared with the record before its end. */
static void join(record *r, sheet *next) {
    xpgn_buffer body = r->sheet.body;
    if (next->shared == 0)
        return;
    body.size = next->shared;
    xpgn_buffer_slice(&body, slice_of(&next->body));
    record_need(r, &body);
    r->sheet.body = next->body;
    next->body = body;
    next->shared = 0;
}

bool record_settle(record *r, sheet *next, reply *a) {
    standing st = {0};
    xpgn_buffer out = {0};
    if (!seal_settled(r, a))
        return false;
    seal_put_open(r, next);
    size_t kept;
    bool good = sheet_render(r, next, &st, &out, &kept, a) && save(r, kept, &out, a);
    seal_done(r, good);
    xpgn_buffer_free(&out);
    if (!good) {
        standing_free(&st);
        return false;
    }
    keep_disk(r, next);
    join(r, next);
    sheet old = r->sheet;
    standing before = r->now;
    r->sheet = *next;
    r->now = st;
    *next = old;
    standing_free(&before);
    return true;
}

bool record_be_sure(record *r, reply *a) {
    sheet next;
    if (!r->file.unsure)
        return true;
    sheet_begin(r, &next);
    bool good = record_settle(r, &next, a);
    sheet_free(&next);
    return good;
}

bool record_take(record *r, sheet *next, reply *a) {
    if (!record_settle(r, next, a))
        return false;
    entry_drop(&r->entry);
    record_taken(r, a);
    return true;
}

/* ---- what has been taken --------------------------------------------------------------------- */

void record_put_number(const record *r, xpgn_buffer *b) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    cli_put_turn(b, p->number, p->side_to_move, p->seats);
}

static void put_last(const record *r, xpgn_buffer *b) {
    const xpgn_facts *f = &r->now.last;
    cli_put_turn(b, r->now.number, r->now.seat, xpgn_play_position(r->now.play)->seats);
    xpgn_buffer_char(b, ' ');
    xpgn_facts_write(b, xpgn_play_position(r->now.play), f);
}

void record_taken(record *r, reply *a) {
    a->show = true;
    a->kind = r->now.open ? REPLY_OPEN : REPLY_OK;
    xpgn_buffer_clear(&a->text);
    if (r->sheet.result[0] != '*') {
        a->kind = REPLY_END;
        xpgn_buffer_text(&a->text, r->sheet.result);
        if (r->now.over)
            xpgn_buffer_printf(&a->text, " %s ", r->now.rule);
    }
    a->acted = r->now.actions > 0 && (a->kind == REPLY_END ? r->now.over : true);
    if (r->now.actions > 0 && (a->kind != REPLY_END || r->now.over))
        put_last(r, &a->text);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* A word that no action begins with was perhaps meant for a command. */
static void guess_command(xpgn_slice word, reply *a) {
    for (size_t i = 0; i < word.size; i++)
        if (word.data[i] < 'a' || word.data[i] > 'z')
            return;
    cli_guess guess = cli_guess_begin(word.data, word.size);
    for (const record_word *w = record_words(); w->name != NULL; w++)
        cli_guess_try(&guess, w->name);
    if (guess.best != NULL)
        record_refuse(a, "LINE", "found '%.*s'; did you mean %s?", (int)word.size, word.data,
                      guess.best);
}

static void take_entry_line(record *r, xpgn_slice line, xpgn_slice word, reply *a) {
    entry_line l;
    entry_line_read(&l, line);
    record_need_line(r, &l);
    if (l.wrong[0] != '\0')
        record_refuse(a, "LINE", "%s", l.wrong);
    else
        record_entry(r, &l, a);
    entry_line_free(&l);
    xpgn_buffer_clear(&r->refused);
    if (a->kind == REPLY_ERROR) {
        xpgn_buffer_slice(&r->refused, line);
        record_need(r, &r->refused);
        guess_command(word, a);
    }
}

bool record_refuse_long(size_t size, reply *a) {
    return record_refuse(a, "LINE", "found a line of %zu bytes, expected at most %d", size,
                         RECORD_LINE);
}

void record_line(record *r, xpgn_slice line, reply *a) {
    xpgn_slice rest = line, word = line_word(&rest);
    xpgn_buffer_clear(&a->text);
    a->kind = REPLY_OK;
    a->code[0] = '\0';
    a->show = a->help = a->acted = false;
    if (line.size > RECORD_LINE)
        record_refuse_long(line.size, a);
    else if (word.size == 0)
        record_refuse(a, "EMPTY", "found an empty line; help says what can be entered");
    else if (memchr(line.data, '\0', line.size) != NULL)
        record_refuse(a, "LINE", "found a NUL, expected text");
    else if (!record_command(r, word, rest, a))
        take_entry_line(r, line, word, a);
    record_need(r, &a->text);
}
