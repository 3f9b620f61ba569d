/* SPDX-License-Identifier: MIT */
#include "fmt/fmt_import.h"

#include "internal/meant.h"
#include "shared/decoding/decoding.h"
#include "shared/diagram/language_option.h"
#include "shared/findings/finding_report.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

int fmt_check_import(cli *c, const fmt_import_request *r) {
    if (r->quiet && !r->import)
        return cli_usage(c, "--quiet requires --import");
    if (r->incomplete && !r->import)
        return cli_usage(c, "--incomplete requires --import");
    if (r->from != XPGN_FROM_AUTO && !r->import)
        return cli_usage(c, "--from requires --import");
    return r->language != NULL ? cli_check_language(c, r->language, r->import ? "auto" : NULL)
                               : CLI_GO;
}

/* ---- the decoder ----------------------------------------------------------------------------- */

void fmt_open_decoder(cli *c, fmt_import_request *r) {
    if (r->import)
        r->decoder = cli_decoder(c, (xpgn_source)r->from);
}

bool fmt_leaves_out(const fmt_import_request *r) {
    return r->decoder != NULL && cli_leaves_out(r->decoder);
}

void fmt_put_decoded(const fmt_import_request *r, const char *file, xpgn_buffer *b) {
    xpgn_buffer what = {0};
    cli_put_decoded(&what, r->decoder);
    if (what.size > 0 && !r->quiet)
        xpgn_buffer_printf(b, "%s: decoded: %.*s", cli_file_name(file), (int)what.size, what.data);
    b->failed |= what.failed;
    xpgn_buffer_free(&what);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Appends "games.pgn:17: game 3: ". */
static void put_imported_game(xpgn_buffer *b, const xpgn_game *game) {
    xpgn_buffer_printf(b, "%s:%llu: game %llu: ", cli_file_name(game->file),
                       (unsigned long long)game->line, (unsigned long long)game->number);
}

static const char *const form_names[XPGN_FORMS] = {[XPGN_FORM_LETTERS] = "piece letters",
                                                   [XPGN_FORM_FIGURINES] = "figurines",
                                                   [XPGN_FORM_SMALL] = "small letters",
                                                   [XPGN_FORM_SIGNS] = "other signs",
                                                   [XPGN_FORM_CASTLING] = "castling",
                                                   [XPGN_FORM_MARKS] = "marks",
                                                   [XPGN_FORM_NUMBERS] = "ICCF numbers",
                                                   [XPGN_FORM_SHORT] = "shortened forms",
                                                   [XPGN_FORM_ROLLS] = "rolls",
                                                   [XPGN_FORM_TURNED] = "board turned round",
                                                   [XPGN_FORM_CHOICES] = "alternatives",
                                                   [XPGN_FORM_RESULT] = "result",
                                                   [XPGN_FORM_MISSING] = "half-moves left out",
                                                   [XPGN_FORM_HEADING] = "headings",
                                                   [XPGN_FORM_STRUCK] = "words struck out",
                                                   [XPGN_FORM_REMARK] = "remarks",
                                                   [XPGN_FORM_LAYOUT] = "signs between half-moves",
                                                   [XPGN_FORM_ROWS] = "rows in another order",
                                                   [XPGN_FORM_SEVERAL] =
                                                       "words of several actions"};

/* Appends "15 words read as German (piece letters, castling)". */
static void put_import_words(xpgn_buffer *b, const xpgn_import *import) {
    size_t count;
    unsigned forms = 0;
    const xpgn_imported *list = xpgn_import_words(import, &count);
    for (size_t i = 0; i < count; i++)
        forms |= list[i].forms;
    const char *other = xpgn_import_other(import);
    xpgn_buffer_printf(b, "%zu %s read as %s%s%s (", count, count == 1 ? "word" : "words",
                       xpgn_import_language(import), *other != '\0' ? " or " : "", other);
    const char *comma = "";
    for (unsigned form = 0; form < XPGN_FORMS; form++) {
        if ((forms >> form & 1) == 0)
            continue;
        xpgn_buffer_printf(b, "%s%s", comma, form_names[form]);
        comma = ", ";
    }
    xpgn_buffer_text(b, ")\n");
}

/* ---- as JSON --------------------------------------------------------------------------------- */

/* A game in its file. */
typedef struct origin {
    const xpgn_game *game;
    xpgn_locator *places;
    bool decoded; /* the file is not as it is here */
} origin;

static void put_place(xpgn_buffer *out, const origin *o, xpgn_place place) {
    uint64_t line, column;
    xpgn_locator_find(o->places, place.offset, &line, &column, NULL);
    json_number(out, "line", (int64_t)line);
    if (o->decoded)
        json_text(out, "column", NULL);
    else
        json_number(out, "column", (int64_t)column);
    json_number(out, "length", place.length);
    json_slice(out, "text", (xpgn_slice){o->game->text.data + place.offset, place.length});
}

static void put_word(xpgn_buffer *out, const origin *o, const xpgn_imported *w) {
    json_open(out, NULL, "{");
    put_place(out, o, w->place);
    json_text(out, "is", w->text);
    json_open(out, "forms", "[");
    for (unsigned form = 0; form < XPGN_FORMS; form++)
        if ((w->forms >> form & 1) != 0)
            json_text(out, NULL, form_names[form]);
    xpgn_buffer_text(out, "]}");
}

/* Appends the word at which reading ended, and why. */
static void put_unread(xpgn_buffer *out, const origin *o, const fmt_importer *m) {
    if (m->read) {
        json_text(out, "unread", NULL);
        return;
    }
    json_open(out, "unread", "{");
    put_place(out, o, m->fault.place);
    json_text(out, "why", m->fault.text);
    xpgn_buffer_char(out, '}');
}

void fmt_put_import_json(const fmt_importer *m, const fmt_import_request *r,
                         const xpgn_game *written, xpgn_buffer *out) {
    origin o = {.game = written};
    size_t count;
    const uint64_t *decoded = xpgn_decoder_counts(r->decoder);
    const xpgn_imported *list = xpgn_import_words(m->import, &count);
    const char *other = xpgn_import_other(m->import);
    for (unsigned i = 0; i < XPGN_DECODEDS; i++)
        o.decoded |= decoded[i] > 0;
    if (xpgn_locator_new(&o.places, written) != XPGN_OK) {
        out->failed = true;
        return;
    }
    json_flag(out, "imported", m->read);
    json_text(out, "language", xpgn_import_language(m->import));
    json_known(out, "other", other);
    json_open(out, "words", "[");
    for (size_t i = 0; i < count; i++)
        put_word(out, &o, &list[i]);
    xpgn_buffer_char(out, ']');
    put_unread(out, &o, m);
    xpgn_locator_free(o.places);
}

/* ---- the language of a file ------------------------------------------------------------------ */

enum { LOOKED = 500, LANGUAGES = 32 }; /* games read of a file; most languages known */

/* Counts the languages of the first games that can be in one only. */
static void count_languages(xpgn_stream *stream, xpgn_import *import, size_t counts[]) {
    xpgn_game game;
    xpgn_language languages[LANGUAGES];
    size_t known = 0;
    while (known < LANGUAGES && xpgn_language_at(known, &languages[known]))
        known++;
    for (size_t i = 0; i < LOOKED && xpgn_stream_next(stream, &game, NULL) == XPGN_OK; i++) {
        if (game.too_large || xpgn_import_read(import, &game, NULL) != XPGN_OK ||
            *xpgn_import_other(import) != '\0')
            continue;
        const char *name = xpgn_import_language(import);
        for (size_t k = 1; k < known; k++)
            counts[k] += strcmp(languages[k].name, name) == 0;
    }
}

/* Returns the language of most games that can be in one language only; NULL if there are none, or
   if two languages tie. */
static const char *find_prior(cli_worker *w, fmt_importer *m, const fmt_import_request *r,
                              const char *file) {
    size_t counts[LANGUAGES] = {0}, best = 0;
    xpgn_stream *stream = NULL;
    xpgn_decoder *decoder = NULL;
    xpgn_import *import = NULL;
    if (xpgn_stream_open(&stream, &file, 1, (size_t)w->cli->common->max_game) != XPGN_OK ||
        xpgn_decoder_new(&decoder) != XPGN_OK ||
        xpgn_import_new(&import, w->catalog, NULL) != XPGN_OK)
        cli_no_memory(w->cli);
    xpgn_decoder_from(decoder, (xpgn_source)r->from);
    if (xpgn_stream_decode(stream, decoder, NULL, NULL) != XPGN_OK)
        cli_no_memory(w->cli);
    count_languages(stream, import, counts);
    bool tied = true;
    for (size_t i = 1; i < LANGUAGES; i++) {
        tied = counts[i] == counts[best] || (tied && counts[i] < counts[best]);
        best = counts[i] > counts[best] ? i : best;
    }
    xpgn_import_free(import);
    xpgn_stream_close(stream);
    xpgn_decoder_free(decoder);
    return !tied && xpgn_language_at(best, &m->language) ? m->language.code : NULL;
}

/* Returns the language of the other games in a file, for a game that several languages explain.
   NULL for standard input, which cannot be read twice. */
static const char *prior_of(cli_worker *w, fmt_importer *m, const fmt_import_request *r,
                            const char *file) {
    if (m->file != NULL && strcmp(m->file, file) == 0)
        return m->prior;
    free(m->file);
    if ((m->file = strdup(file)) == NULL)
        cli_no_memory(w->cli);
    m->prior = strcmp(file, "-") == 0 ? NULL : find_prior(w, m, r, file);
    return m->prior;
}

static xpgn_status read_imported_game(cli_worker *w, fmt_importer *m, const fmt_import_request *r,
                                      const xpgn_game *game, xpgn_fault *fault) {
    xpgn_status status = xpgn_import_read(m->import, game, fault);
    const char *prior =
        *xpgn_import_other(m->import) != '\0' ? prior_of(w, m, r, game->file) : NULL;
    if (prior != NULL && xpgn_import_prefer(m->import, prior) == XPGN_OK) {
        status = xpgn_import_read(m->import, game, fault);
        (void)xpgn_import_prefer(m->import, NULL);
    }
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    return status;
}

bool fmt_import_game(cli_worker *w, fmt_importer *m, const fmt_import_request *r, xpgn_game *game) {
    xpgn_buffer *b = &w->to[CLI_ERR];
    const char *language =
        r->language != NULL && strcmp(r->language, "auto") == 0 ? NULL : r->language;
    if (m->import == NULL && xpgn_import_new(&m->import, w->catalog, language) != XPGN_OK)
        cli_no_memory(w->cli);
    m->read = read_imported_game(w, m, r, game, &m->fault) == XPGN_OK;
    if (!m->read) {
        put_imported_game(b, game);
        xpgn_buffer_printf(b, "not imported: %s\n", m->fault.text);
        cli_worst(w, CLI_BAD);
        xpgn_buffer_clear(&m->understood);
        bool understood = r->incomplete && xpgn_import_understood(&m->understood, m->import);
        if (m->understood.failed)
            cli_no_memory(w->cli);
        if (!understood)
            return false;
        game->text = (xpgn_slice){m->understood.data, m->understood.size};
        return true;
    }
    size_t count;
    (void)xpgn_import_words(m->import, &count);
    if (count > 0 && !r->quiet) {
        put_imported_game(b, game);
        put_import_words(b, m->import);
    }
    *game = xpgn_import_game(m->import);
    return true;
}

/* ---- what to do about a game that cannot be read --------------------------------------------- */

static void open_check(cli_worker *w, fmt_importer *m) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT};
    if (m->check != NULL)
        return;
    if (xpgn_walk_new(&m->check, w->catalog, &how) != XPGN_OK ||
        xpgn_import_new(&m->checked, w->catalog, NULL) != XPGN_OK)
        cli_no_memory(w->cli);
    xpgn_walk_import(m->check, m->checked);
}

/* The first error about a half-move, if it is where reading ended; else NULL. */
static const xpgn_finding *find_stop(const fmt_importer *m) {
    size_t count, i = 0;
    const xpgn_finding *list = xpgn_walk_findings(m->check, &count);
    while (i < count && (list[i].level != XPGN_ERROR || list[i].ply == 0))
        i++;
    return i < count && list[i].place.offset == m->fault.place.offset ? &list[i] : NULL;
}

void fmt_import_explain(cli_worker *w, fmt_importer *m, const xpgn_game *game) {
    xpgn_buffer *b = &w->to[CLI_ERR];
    const cli_sink *to = &w->cli->sink[CLI_ERR];
    cli_report how = {.color = to->color, .columns = to->columns};
    const xpgn_step *step;
    if (m->read)
        return;
    open_check(w, m);
    xpgn_status status = xpgn_walk_begin(m->check, game);
    while (status == XPGN_OK)
        status = xpgn_walk_next(m->check, &step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    const xpgn_finding *f = find_stop(m);
    if (f == NULL)
        return;
    cli_report_finding(b, &how, game, m->check, f);
    xpgn_buffer_text(b, "   xpgn-fix --ask asks for it, --likely corrects it if it is likely\n");
}

bool fmt_import_undone(cli_worker *w, const fmt_import_request *r, const xpgn_game *game,
                       const xpgn_game *read, bool bad) {
    xpgn_buffer *b = &w->to[CLI_ERR];
    if (!bad || r->incomplete || game->text.data == read->text.data)
        return false;
    put_imported_game(b, game);
    xpgn_buffer_text(b, "not imported: as read, it has errors\n");
    return true;
}

void fmt_importer_free(fmt_importer *m) {
    xpgn_import_free(m->import);
    xpgn_walk_free(m->check);
    xpgn_import_free(m->checked);
    free(m->file);
    xpgn_buffer_free(&m->understood);
}
