/* SPDX-License-Identifier: MIT */
/* A session: opens or resumes a record and processes lines, each saved before the reply. */
#include "frame/word_guess.h"
#include "record/record_tool.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>

void record_need(const record *r, const xpgn_buffer *b) {
    if (b->failed)
        cli_no_memory(r->c);
}

bool record_hear(const record *r, xpgn_status status, xpgn_reply *a) {
    const xpgn_reply *said = recorder_reply(r->recorder);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(r->c);
    xpgn_buffer text = a->text;
    xpgn_buffer_clear(&text);
    xpgn_buffer_slice(&text, cli_held(&said->text));
    record_need(r, &text);
    *a = *said;
    a->text = text;
    return status == XPGN_OK;
}

bool record_set_tag(record *r, const char *name, xpgn_slice value, xpgn_reply *a) {
    return record_hear(r, recorder_set_tag(r->recorder, name, value), a);
}

/* ---- callbacks of the recorder -----------------------------------------------------------------
 */

static unsigned roll_die(void *data, unsigned faces) {
    (void)data;
    return 1 + randombytes_uniform(faces);
}

/* Saves the copy for spectators after the record. If that fails, it is tried again with the next
   entry. */
static void save_copy(record *r, xpgn_slice text) {
    if (r->copy.path != NULL)
        record_copy_save(&r->copy, text);
}

/* Before an entry is saved, the journal must not contain a message that was never sent. */
bool record_save(record *r, const struct recorder *recorder, char why[RECORDER_WHY]) {
    cli_journal *j = &r->seal.at.journal;
    xpgn_slice text = recorder_text(recorder, NULL);
    if (r->seal.on && !cli_journal_cut(j)) {
        (void)snprintf(why, RECORDER_WHY, "%s: %s", j->path, strerror(errno));
        return false;
    }
    if (!record_file_save(&r->file, text)) {
        (void)snprintf(why, RECORDER_WHY, "%s", r->file.why);
        return false;
    }
    save_copy(r, text);
    return true;
}

static bool keep_record(void *data, const struct recorder *recorder, char why[RECORDER_WHY]) {
    record *r = data;
    if (!record_save(r, recorder, why))
        return false;
    if (r->seal.on)
        (void)cli_seal_follow(&r->seal.at, recorder_walk(recorder));
    return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Sets *text to the only game of a file; false if it has none, or several. */
static bool read_record_game(const record *r, const char *path, xpgn_buffer *text) {
    xpgn_stream *stream = NULL;
    xpgn_game game, second;
    if (xpgn_stream_open(&stream, &path, 1, 0) != XPGN_OK)
        cli_no_memory(r->c);
    xpgn_status status = xpgn_stream_next(stream, &game, NULL);
    bool one = status == XPGN_OK && !game.too_large;
    if (one) {
        xpgn_buffer_clear(text);
        xpgn_buffer_slice(text, game.text);
        status = xpgn_stream_next(stream, &second, NULL);
        one = status == XPGN_END;
    }
    xpgn_stream_close(stream);
    record_need(r, text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(r->c);
    return one;
}

/* Reports the errors of a record that cannot be resumed. */
static int refuse_old(record *r, xpgn_slice text) {
    xpgn_buffer err = {0};
    const xpgn_game game = {
        .text = text, .file = r->o->common.files.item[0], .number = 1, .line = 1, .column = 1};
    cli_report how = {.color = r->c->sink[CLI_ERR].color, .columns = r->c->sink[CLI_ERR].columns};
    (void)cli_report_findings(&err, &how, &game, recorder_walk(r->recorder), XPGN_ERROR);
    cli_flush(r->c, CLI_ERR, &err);
    cli_message(r->c, "fix the errors in this record first (xpgn-fix)");
    xpgn_buffer_free(&err);
    return CLI_BAD;
}

/* Resumes the record. */
static int resume(record *r, xpgn_buffer *text) {
    xpgn_reply a = {XPGN_REPLY};
    if (!read_record_game(r, r->file.path, text)) {
        cli_message(r->c, "%s: expected one game", r->o->common.files.item[0]);
        return CLI_TROUBLE;
    }
    if (record_hear(r, recorder_open(r->recorder, cli_held(text)), &a)) {
        xpgn_buffer_free(&a.text);
        return CLI_GO;
    }
    bool disk = strcmp(a.code, "DISK") == 0; /* an action of pending dice was not saved */
    int status = disk ? CLI_TROUBLE : CLI_BAD;
    if (a.code[0] == '\0')
        status = refuse_old(r, cli_held(text));
    else
        cli_message(r->c, "%s: %.*s [%s]", r->o->common.files.item[0], (int)a.text.size,
                    a.text.data, a.code);
    xpgn_buffer_free(&a.text);
    return status;
}

/* ---- the copy -------------------------------------------------------------------------------- */

/* True if the copy may be written: an existing file must be an earlier state of this record. False
   after a message. */
static bool is_own_copy(record *r) {
    struct stat st;
    xpgn_buffer text = {0};
    if (r->o->common.force || stat(r->o->copy, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size == 0)
        return true;
    xpgn_status status = XPGN_INVALID;
    if (!record_is_new(r) && read_record_game(r, r->o->copy, &text))
        status = recorder_follows(r->recorder, cli_held(&text));
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(r->c);
    xpgn_buffer_free(&text);
    if (status != XPGN_OK)
        cli_message(
            r->c, "%s: not written: it is not an earlier state of this record; --force replaces it",
            r->o->copy);
    return status == XPGN_OK;
}

/* Called when the record has its file, so that the copy is known to be a different one. */
static bool may_copy(record *r) {
    if (r->o->copy == NULL)
        return true;
    record_copy_look(&r->copy, r->o->copy);
    return cli_may_write(r->c, r->o->copy, CLI_STATE) && is_own_copy(r);
}

/* ---- opening --------------------------------------------------------------------------------- */

static void new_scribe(record *r) {
    const record_options *o = r->o;
    const recorder_options how = {
        RECORDER_OPTIONS,          .clock = o->clock,
        .no_advice = o->no_advice, .die = o->roll ? roll_die : NULL,
        .keep = keep_record,       .sealing = o->sealed != NULL ? &r->seal.at.now : NULL,
        .announce = seal_announce, .data = r};
    if (recorder_new(&r->recorder, r->catalog, &how) != XPGN_OK)
        cli_no_memory(r->c);
}

int record_open(record *r, cli *c, const record_options *o) {
    const char *path = o->common.files.item[0];
    xpgn_buffer text = {0};
    *r = (record){.c = c, .o = o, .file = {.fd = -1}, .seal.at.now = {XPGN_SEALING}};
    if (!cli_open_catalog(c, &r->catalog))
        return CLI_TROUBLE;
    new_scribe(r);
    int status = CLI_GO;
    if (!record_file_open(&r->file, path, &text)) {
        cli_message(c, "%s: %s", path, r->file.why);
        status = CLI_TROUBLE;
    } else if (text.size > 0) {
        status = resume(r, &text);
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
    recorder_free(r->recorder);
    xpgn_catalog_free(r->catalog);
    record_file_close(&r->file);
}

/* ---- lines ----------------------------------------------------------------------------------- */

xpgn_slice record_word(xpgn_slice *rest) {
    *rest = cli_trim(*rest);
    xpgn_slice word = {rest->data, 0};
    for (; rest->size > 0 && !cli_is_blank(*rest->data); rest->size--, word.size++)
        rest->data++;
    *rest = cli_trim(*rest);
    return word;
}

/* Suggests a command if the line begins with a word that cannot begin an action. */
static void guess_command(xpgn_slice line, xpgn_reply *a) {
    const xpgn_slice word = record_word(&line);
    const recorder_word *w;
    for (size_t i = 0; i < word.size; i++)
        if (word.data[i] < 'a' || word.data[i] > 'z')
            return;
    cli_guess guess = cli_guess_begin(word.data, word.size);
    for (size_t i = 0; (w = recorder_words(i)) != NULL; i++)
        if (cli_equal(word, cli_slice(w->name)))
            return;
        else
            cli_guess_try(&guess, w->name);
    if (guess.best != NULL)
        xpgn_reply_refuse(a, "LINE", "found '%.*s'; did you mean %s?", (int)word.size, word.data,
                          guess.best);
}

void record_line(record *r, xpgn_slice line, xpgn_reply *a) {
    const bool readable = line.size <= RECORDER_LINE && memchr(line.data, '\0', line.size) == NULL;
    const bool over = record_is_over(r);
    if (readable && seal_line(r, line, a))
        return;
    if (!record_hear(r, recorder_line(r->recorder, line), a) && readable &&
        strcmp(a->code, "CHOICE") != 0)
        guess_command(line, a);
    if (r->seal.on && over && !record_is_over(r)) /* the announcement still binds */
        (void)seal_take_up(r);
}
