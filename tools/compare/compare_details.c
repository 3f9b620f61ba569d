/* SPDX-License-Identifier: MIT */
/* What a person has to see of a question: the position, the choices, what the sheets have. */
#include "compare/compare_json.h"
#include "internal/meant.h"

#include <math.h>
#include <stdlib.h>
#include <xpgn/play.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>

enum {
    DETAILED = 8, /* questions of a board */
    ACTIONS = 512 /* legal actions that are listed */
};

void details_free(struct board_details *d) {
    for (size_t i = 0; i < d->count; i++)
        xpgn_buffer_free(&d->list[i].json);
    free(d->list);
    free(d->change);
    xpgn_buffer_free(&d->parts);
    xpgn_buffer_free(&d->notes);
}

void details_of_rows(const batch_board *board, const batch_sheet *s, const xpgn_fixer *fixer,
                     const xpgn_correction *list, size_t count) {
    struct board_details *d = board->details;
    for (size_t i = 0; i < count && d != NULL; i++) {
        const xpgn_place place = {(uint32_t)list[i].offset, (uint32_t)list[i].was.size};
        d->change =
            cli_grow(d->b->c, d->change, d->changes, &d->change_capacity, sizeof *d->change);
        d->change[d->changes++] = sheet_find_place(s, fixer, i, place);
    }
}

/* The details of the question asked last, empty; NULL if it has them, or is one too many. */
static question_details *begin_details(const batch_board *board, const char *kind) {
    struct board_details *d = board->details;
    const size_t row = d != NULL ? d->b->questions.last : 0;
    for (size_t i = 0; d != NULL && i < d->count; i++)
        if (d->list[i].row == row)
            d = NULL;
    if (d == NULL)
        return NULL;
    d->list = cli_grow(d->b->c, d->list, d->count, &d->capacity, sizeof *d->list);
    d->list[d->count] = (question_details){.row = row, .kind = kind};
    return d->count++ < DETAILED ? &d->list[d->count - 1] : NULL;
}

/* ---- the position ---------------------------------------------------------------------------- */

/* Appends what can be played in a position at `place`: with a length, what each makes untrue. */
static void put_actions(board_batch *b, xpgn_buffer *out, xpgn_slice text, xpgn_place place,
                        const gap_actions *all) {
    char name[24];
    json_open(out, "actions", "[");
    if (place.length > 0)
        gap_put_actions(b, out, text, place, all);
    for (size_t i = 0; place.length == 0 && i < all->count; i++) {
        xpgn_action_name(all->rs, all->position, &all->list[i], name);
        json_open(out, NULL, "{");
        json_text(out, "action", name);
        json_text(out, "untrue", NULL);
        json_text(out, "until", NULL);
        xpgn_buffer_char(out, '}');
    }
    xpgn_buffer_char(out, ']');
}

/* Appends the position before a half-move, and the legal actions there if they are asked for.
   `place`: where the half-move is or, with a length, what each of them would replace. Returns the
   ruleset, NULL if it is not known. */
static const xpgn_ruleset *put_before(board_batch *b, xpgn_buffer *out, xpgn_slice text,
                                      xpgn_place place, bool listed) {
    static xpgn_action action[ACTIONS]; /* large */
    xpgn_position p;
    xpgn_buffer xfen = {0};
    gap_actions all = {.position = &p, .list = action};
    if (!choice_before(b, text, place.offset, &all.rs, &p)) {
        json_text(out, "before", NULL);
        json_text(out, "legal", NULL);
        json_open(out, "actions", "[]");
        return all.rs;
    }
    xpgn_position_write(&xfen, all.rs, &p);
    json_move(out, "before", &xfen);
    const size_t legal = xpgn_legal_actions(all.rs, &p, action, ACTIONS);
    json_number(out, "legal", (int64_t)legal);
    all.count = !listed ? 0 : legal < ACTIONS ? legal : ACTIONS;
    put_actions(b, out, text, place, &all);
    return all.rs;
}

/* ---- the choices ----------------------------------------------------------------------------- */

/* The choices of a question as they are appended. */
struct choices {
    board_batch *b;
    xpgn_buffer *out;
    size_t count;
    size_t known; /* positions */
    xpgn_position after[CLI_CHOICES];
};

static void put_choice(struct choices *c, const char *text, const choice_record *r,
                       double probability) {
    if (r->text.failed)
        cli_no_memory(c->b->c);
    json_open(c->out, NULL, "{");
    json_printf(c->out, "key", "\"%zu\"", ++c->count);
    json_text(c->out, "text", text);
    c->known += choice_put(c->b, c->out, r, &c->after[c->known]);
    json_real(c->out, "probability", 6, probability > 0 ? probability : (double)NAN);
    xpgn_buffer_char(c->out, '}');
}

static void end_choices(struct choices *c, const xpgn_ruleset *rs) {
    xpgn_buffer_char(c->out, ']');
    choice_put_differs(c->out, rs, c->after, c->known);
}

/* ---- what the sheets have -------------------------------------------------------------------- */

static void put_reading(xpgn_buffer *out, const batch_sheet *s, const sheet_place *at,
                        const char *slip) {
    json_open(out, NULL, "{");
    json_text(out, "file", s->file);
    json_number(out, "game", (int64_t)s->number);
    json_put_place(out, at);
    json_slice(out, "text", at->text);
    json_text(out, "slip", slip);
    xpgn_buffer_char(out, '}');
}

/* ---- questions of a fixer -------------------------------------------------------------------- */

/* The beginning of what is at a byte of a record, or `otherwise`. */
static size_t begin_of(board_batch *b, xpgn_slice text, size_t at, size_t otherwise) {
    xpgn_record *record;
    size_t count;
    if (xpgn_record_new(&record, text) != XPGN_OK)
        cli_no_memory(b->c);
    const size_t entry = xpgn_record_find(record, (uint32_t)at);
    if (entry != XPGN_NO_ENTRY)
        otherwise = xpgn_record_entries(record, &count)[entry].place.offset;
    xpgn_record_free(record);
    return otherwise;
}

/* The record with a fix in it, or with all parts of it. */
static choice_record record_of(board_batch *b, xpgn_slice text, const xpgn_finding *f,
                               uint32_t fix) {
    choice_record r = {.begin = 0};
    const uint32_t first = f->together ? 0 : fix, last = f->together ? f->fix_count - 1 : fix;
    size_t at = 0;
    for (uint32_t i = first; i <= last; i++) {
        const xpgn_fix *x = &f->fix[i];
        xpgn_buffer_put(&r.text, text.data + at, x->place.offset - at);
        r.begin = r.text.size;
        xpgn_buffer_text(&r.text, x->text);
        r.end = r.text.size;
        at = (size_t)x->place.offset + x->place.length;
    }
    xpgn_buffer_put(&r.text, text.data + at, text.size - at);
    if (r.text.failed)
        cli_no_memory(b->c);
    if (r.end > r.begin)
        r.begin = begin_of(b, cli_held(&r.text), r.end - 1, r.end);
    return r;
}

static bool is_roll(const char *text) {
    return text[0] == '<' || strncmp(text, "[%roll", strlen("[%roll")) == 0;
}

static const char *kind_of_fix(const xpgn_finding *f, const uint32_t *fix, size_t fixes) {
    if (fixes > 0 && is_roll(f->fix[fix[0]].text))
        return "dice";
    if (fixes == 1 && f->fix[fix[0]].text[0] == '\0')
        return "surplus";
    return f->place.length == 0 ? "missing" : "action";
}

void details_of_fix(void *data, const xpgn_question *q, const uint32_t *fix, size_t fixes) {
    const batch_board *board = data;
    const xpgn_finding *f = q->finding;
    const char *kind = kind_of_fix(f, fix, fixes);
    const batch_sheet *s = board->details->fixed;
    question_details *d = begin_details(board, kind);
    if (d == NULL)
        return;
    board_batch *b = board->details->b;
    const xpgn_slice text = q->game->text;
    struct choices c = {.b = b, .out = &d->json};
    const size_t begin = begin_of(b, text, f->place.offset, f->place.offset);
    const xpgn_ruleset *rs =
        put_before(b, &d->json, text, (xpgn_place){(uint32_t)begin, 0}, strcmp(kind, "dice") != 0);
    json_open(&d->json, "choices", "[");
    for (size_t i = 0; i < fixes; i++) {
        const xpgn_fix *x = &f->fix[fix[i]];
        choice_record r = record_of(b, text, f, fix[i]);
        put_choice(&c, cli_choice(x->text), &r, x->probability);
        xpgn_buffer_free(&r.text);
    }
    end_choices(&c, rs);
    const sheet_place at = sheet_find_place(s, board->details->fixer, SIZE_MAX, f->place);
    json_open(&d->json, "readings", "[");
    put_reading(&d->json, s, &at, NULL);
    xpgn_buffer_char(&d->json, ']');
}

/* ---- half-moves that a sheet leaves out ------------------------------------------------------ */

void details_of_gap(const batch_board *board, const batch_sheet *s, xpgn_place place,
                    const gap_choices *g) {
    question_details *d = begin_details(board, "missing");
    if (d == NULL)
        return;
    board_batch *b = board->details->b;
    struct choices c = {.b = b, .out = &d->json};
    const xpgn_slice text = cli_held(&s->text);
    const size_t past = (size_t)place.offset + place.length;
    const xpgn_ruleset *rs = put_before(b, &d->json, text, place, true);
    json_open(&d->json, "choices", "[");
    for (size_t i = 0; i < g->count; i++) {
        choice_record r = {.begin = place.offset};
        xpgn_buffer_put(&r.text, text.data, place.offset);
        xpgn_buffer_text(&r.text, g->text[i]);
        r.end = r.text.size;
        xpgn_buffer_put(&r.text, text.data + past, text.size - past);
        put_choice(&c, g->text[i], &r, 0);
        xpgn_buffer_free(&r.text);
    }
    end_choices(&c, rs);
    const sheet_place at = sheet_find_place(s, NULL, 0, place);
    json_open(&d->json, "readings", "[");
    put_reading(&d->json, s, &at, "missing");
    xpgn_buffer_char(&d->json, ']');
}

/* ---- differences between sheets -------------------------------------------------------------- */

/* The entry of the record in which a difference is; XPGN_NO_ENTRY if there is none. */
static size_t entry_of(const xpgn_merge *sheets, const xpgn_record *record,
                       const xpgn_difference *d) {
    size_t half_moves, count, nth = 0, seen = 0;
    const xpgn_difference *list = xpgn_merge_half_moves(sheets, &half_moves);
    const xpgn_entry *e = xpgn_record_entries(record, &count);
    while (nth < half_moves && list[nth].turn != d->turn)
        nth++;
    for (size_t i = 0; i < count && nth < half_moves; i++) {
        const bool half_move = e[i].kind == XPGN_ENTRY_ACTION || e[i].kind == XPGN_ENTRY_MISSING;
        if (half_move && e[i].depth == 0 && seen++ == nth)
            return i;
    }
    return XPGN_NO_ENTRY;
}

/* The merged record with a choice in place of an entry. */
static choice_record merged_with(board_batch *b, xpgn_slice text, size_t entry,
                                 const char *choice) {
    choice_record r = {.begin = 0};
    xpgn_record *record;
    size_t count;
    const bool nothing = strcmp(choice, cli_choice("")) == 0;
    if (xpgn_record_new(&record, text) != XPGN_OK)
        cli_no_memory(b->c);
    xpgn_status status = nothing ? xpgn_record_remove(NULL, record, entry)
                                 : xpgn_record_replace(record, entry, cli_slice(choice));
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    const xpgn_entry *list = xpgn_record_entries(record, &count);
    if (entry < count)
        r.begin = r.end = list[entry].place.offset;
    if (entry < count && !nothing && status == XPGN_OK)
        r.end += list[entry].place.length;
    xpgn_buffer_slice(&r.text, xpgn_record_text(record));
    xpgn_record_free(record);
    return r;
}

/* Where an entry is; of a missing half-move the whole comment, if it says no more. */
static xpgn_place place_in(xpgn_slice text, const xpgn_entry *e) {
    if (e == NULL)
        return (xpgn_place){0, 0};
    const size_t end = (size_t)e->place.offset + e->place.length;
    const bool whole = e->kind == XPGN_ENTRY_MISSING && e->place.offset > 0 && end < text.size &&
                       text.data[e->place.offset - 1] == '{' && text.data[end] == '}';
    return whole ? (xpgn_place){e->place.offset - 1, e->place.length + 2}
                 : (xpgn_place){e->place.offset, 0};
}

static const char *kind_of_difference(const xpgn_difference *d, const char *const *choice,
                                      size_t choices) {
    if (d->missing)
        return "missing";
    for (size_t i = 0; i < choices; i++)
        if (strcmp(choice[i], cli_choice("")) == 0)
            return "surplus";
    const size_t size = choices > 1 ? batch_word_size(choice[0]) : 0;
    const bool same =
        size > 0 && size == batch_word_size(choice[1]) && memcmp(choice[0], choice[1], size) == 0;
    return same ? "dice" : "action";
}

static void put_readings(const batch_board *board, xpgn_buffer *out, const xpgn_difference *d) {
    json_open(out, "readings", "[");
    for (size_t i = 0; i < board->sheets; i++) {
        const sheet_place at = sheet_find_place(board->sheet[i], NULL, 0, d->reading[i].place);
        const char *slip = batch_slip(d->reading[i].slip);
        put_reading(out, board->sheet[i], &at, slip[0] != '\0' ? slip : NULL);
    }
    xpgn_buffer_char(out, ']');
}

void gap_find_merged(board_batch *b, const xpgn_difference *d, gap_choices *out) {
    xpgn_buffer merged = {0};
    xpgn_record *record;
    size_t count;
    xpgn_merge_write(&merged, b->merger);
    const xpgn_slice text = cli_held(&merged);
    if (merged.failed || xpgn_record_new(&record, text) != XPGN_OK)
        cli_no_memory(b->c);
    const size_t entry = entry_of(b->merger, record, d);
    const xpgn_entry *list = xpgn_record_entries(record, &count);
    if (entry < count)
        gap_find(b, text, place_in(text, &list[entry]).offset, out);
    xpgn_record_free(record);
    xpgn_buffer_free(&merged);
}

void details_of_sheets(const batch_board *board, const xpgn_merge *sheets, const xpgn_difference *d,
                       const char *const *choice, size_t choices) {
    const char *kind = kind_of_difference(d, choice, choices);
    question_details *own = begin_details(board, kind);
    xpgn_record *record;
    size_t count;
    xpgn_buffer merged = {0};
    if (own == NULL)
        return;
    board_batch *b = board->details->b;
    xpgn_merge_write(&merged, sheets);
    const xpgn_slice text = {merged.data, merged.size};
    if (merged.failed || xpgn_record_new(&record, text) != XPGN_OK)
        cli_no_memory(b->c);
    const size_t entry = entry_of(sheets, record, d);
    const xpgn_entry *list = xpgn_record_entries(record, &count);
    struct choices c = {.b = b, .out = &own->json};
    const xpgn_ruleset *rs =
        put_before(b, &own->json, text, place_in(text, entry < count ? &list[entry] : NULL),
                   strcmp(kind, "dice") != 0);
    xpgn_record_free(record);
    json_open(&own->json, "choices", "[");
    for (size_t i = 0; i < choices; i++) {
        choice_record r = merged_with(b, text, entry, choice[i]);
        put_choice(&c, choice[i], &r, i == 0 ? d->probability : 0);
        xpgn_buffer_free(&r.text);
    }
    end_choices(&c, rs);
    put_readings(board, &own->json, d);
    xpgn_buffer_free(&merged);
}

/* ---- sheets of several games ----------------------------------------------------------------- */

/* Appends what one of the sheets is by itself, with the corrections that need no answer. */
static void put_part(board_batch *b, xpgn_buffer *out, const batch_sheet *s) {
    const xpgn_fixer_options how = {XPGN_FIXER_OPTIONS, .level = XPGN_FIX_LIKELY};
    const xpgn_game game = {
        .text = cli_held(&s->read), .file = s->file, .number = s->number, .line = 1, .column = 1};
    xpgn_fixer *fixer;
    size_t count, corrected = 0;
    if (xpgn_fixer_new(&fixer, b->catalog, &how) != XPGN_OK)
        cli_no_memory(b->c);
    const xpgn_status status = xpgn_fixer_run(fixer, &game);
    if (status != XPGN_OK && status != XPGN_INVALID)
        cli_no_memory(b->c);
    const xpgn_correction *list = xpgn_fixer_corrections(fixer, &count);
    for (size_t i = 0; i < count; i++)
        corrected += list[i].counted && (i == 0 || list[i].number != list[i - 1].number);
    json_open(out, NULL, "{");
    json_text(out, "file", s->file);
    json_number(out, "game", (int64_t)s->number);
    json_flag(out, "legal", status == XPGN_OK);
    json_number(out, "corrected", (int64_t)corrected);
    json_put_end(b, out, xpgn_fixer_text(fixer));
    xpgn_buffer_char(out, '}');
    xpgn_fixer_free(fixer);
}

/* The next half-move of a sheet, and its turn, 1... for Black's. False, and "nothing": there is
 * none. */
static bool next_half_move(xpgn_reader *reader, xpgn_buffer *turn, xpgn_slice *word) {
    xpgn_token t;
    bool second = word->data != NULL;
    while (xpgn_reader_next(reader, &t)) {
        if (t.kind == XPGN_TOKEN_NUMBER) {
            xpgn_buffer_clear(turn);
            xpgn_buffer_slice(turn, t.text);
            second = false;
        } else if (t.kind == XPGN_TOKEN_WORD) {
            const char *dot = memchr(cli_held(turn).data, '.', turn->size);
            if (second && dot != NULL && dot + 1 == turn->data + turn->size)
                xpgn_buffer_text(turn, "..");
            *word = t.text;
            return true;
        }
    }
    *word = cli_slice("nothing");
    return false;
}

void find_parting(board_batch *b, const batch_board *board, sheets_parting *out) {
    xpgn_reader *reader[2] = {b->reader, NULL};
    bool more = true;
    *out = (sheets_parting){.of = 0};
    if (xpgn_reader_new(&reader[1]) != XPGN_OK)
        cli_no_memory(b->c);
    for (size_t i = 0; i < 2; i++)
        xpgn_reader_begin(reader[i], cli_held(&board->sheet[i]->read));
    xpgn_buffer turn[2] = {{0}, {0}};
    xpgn_slice word[2] = {{NULL, 0}, {NULL, 0}};
    while (more) {
        for (size_t i = 0; i < 2; i++)
            more &= next_half_move(reader[i], &turn[i], &word[i]);
        const bool same = cli_equal(word[0], word[1]);
        for (size_t i = 0; i < 2 && !same && out->word[0].data == NULL; i++) {
            xpgn_buffer_slice(&out->turn[i], cli_held(&turn[i]));
            out->failed |= out->turn[i].failed;
        }
        if (!same && out->word[0].data == NULL)
            memcpy(out->word, word, sizeof word);
        out->of += more && (out->of > 0 || !same);
        out->alike += more && out->of > 0 && same;
    }
    for (size_t i = 0; i < 2; i++)
        xpgn_buffer_free(&turn[i]);
    xpgn_reader_free(reader[1]);
    if (out->failed)
        cli_no_memory(b->c);
}

void free_parting(sheets_parting *p) {
    xpgn_buffer_free(&p->turn[0]);
    xpgn_buffer_free(&p->turn[1]);
}

/* Appends where the first two sheets part, and how many half-moves from there on are alike. */
static void put_parting(board_batch *b, xpgn_buffer *out, const batch_board *board) {
    sheets_parting p;
    find_parting(b, board, &p);
    if (p.of > 0) {
        json_slice(out, "turn", cli_held(&p.turn[0]));
        json_open(out, "readings", "[");
        json_slice(out, NULL, p.word[0]);
        json_slice(out, NULL, p.word[1]);
        xpgn_buffer_char(out, ']');
    }
    json_number(out, "alike", (int64_t)p.alike);
    json_number(out, "of", (int64_t)p.of);
    free_parting(&p);
}

void details_of_parts(const batch_board *board) {
    board_batch *b = board->details->b;
    xpgn_buffer *out = &board->details->parts;
    json_open(out, NULL, "{");
    put_parting(b, out, board);
    json_open(out, "sheets", "[");
    for (size_t i = 0; i < board->sheets; i++)
        put_part(b, out, board->sheet[i]);
    xpgn_buffer_text(out, "]}");
}
