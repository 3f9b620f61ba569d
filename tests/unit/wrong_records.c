/* SPDX-License-Identifier: MIT */
#include "wrong_records.h"

#include "internal/action_facts.h"
#include "internal/text_out.h"
#include "suite.h"

#include <string.h>
#include <xpgn/base.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

void referees_begin(struct referees *r) {
    const xpgn_walk_options fast = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT};
    ck_assert_int_eq(xpgn_catalog_new(&r->rules), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&r->full, r->rules, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&r->verdict, r->rules, &fast), XPGN_OK);
}

void referees_end(struct referees *r) {
    xpgn_walk_free(r->full);
    xpgn_walk_free(r->verdict);
    xpgn_catalog_free(r->rules);
}

/* ---- writing a record ------------------------------------------------------------------------ */

void roll_text(xpgn_buffer *b, const xpgn_roll *roll) {
    xpgn_buffer_char(b, '<');
    xpgn_roll_write(b, roll);
    xpgn_buffer_char(b, '>');
}

/* The tags that say by which rules and from where. */
static void write_tags(struct record *rec, const xpgn_walk *walk) {
    static const char *const names[] = {"Variant", "RuleOptions", "FEN", "XFEN", "FirstRoll"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        xpgn_slice value = xpgn_walk_tag(walk, names[i]);
        if (value.size > 0)
            xpgn_buffer_printf(&rec->tags, "[%s \"%.*s\"]\n", names[i], (int)value.size,
                               value.data);
    }
    xpgn_buffer_char(&rec->tags, '\n');
}

/* "12.", "12..." where a turn begins with it. */
static void write_number(xpgn_buffer *b, const struct record *rec, const struct act *a,
                         unsigned seats) {
    bool always =
        strcmp(rec->id, "combat-chess-2") == 0 || strcmp(rec->id, "assault-and-siege") == 0;
    unsigned dots = seats == 2 && a->seat == 1 ? 3 : a->seat + 1;
    if (a->first && (always || a->seat == 0 || rec->acts == 1))
        xpgn_buffer_printf(b, "%u%.*s ", a->number, (int)dots, "....");
}

static void write_freed(xpgn_buffer *b, const struct act *a) {
    char square[4];
    if (a->facts.action.kind != XPGN_RELEASE || a->facts.action.promotion == 0)
        return;
    xpgn_square_name(&a->before, a->facts.action.drop, square);
    xpgn_buffer_printf(b, " %c@%s", xpgn_piece_letter(a->facts.action.promotion), square);
}

static void write_act(struct record *rec, struct act *a) {
    xpgn_buffer *b = &rec->text;
    a->at = b->size;
    write_number(b, rec, a, a->before.seats);
    if (a->facts.turn_roll.count > 0)
        xpgn_buffer_printf(b, "<%s> ", xpgn_turn_dice_text(&a->facts.turn_roll).text);
    a->name_at = b->size;
    xpgn_buffer_text(b, a->facts.text);
    a->roll_at = a->roll_end = b->size;
    if (a->facts.roll.exchanges > 0) {
        xpgn_buffer_char(b, ' ');
        a->roll_at = b->size;
        roll_text(b, &a->facts.roll);
        a->roll_end = b->size;
    }
    write_freed(b, a);
    a->end = b->size;
    xpgn_buffer_char(b, rec->acts % 8 == 0 ? '\n' : ' ');
}

/* ---- taking a game apart --------------------------------------------------------------------- */

static void add_act(struct record *rec, const xpgn_step *s) {
    ck_assert_uint_lt(rec->acts, RECORD_ACTS);
    struct act *a = &rec->act[rec->acts++];
    memset(a, 0, sizeof *a);
    a->ply = s->ply;
    a->number = s->number;
    a->seat = s->seat;
    a->first = s->first;
    a->before = *s->before;
    a->facts = *s->facts;
    write_act(rec, a);
}

static void take_step(struct record *rec, const xpgn_step *s) {
    if (s->kind == XPGN_STEP_ACTION && s->depth == 0)
        add_act(rec, s);
    if (s->kind == XPGN_STEP_TURN && s->depth == 0 && rec->acts > 0)
        rec->act[rec->acts - 1].after = *s->position;
    if (s->kind != XPGN_STEP_RESULT)
        return;
    ck_assert_uint_lt(s->text.size, sizeof rec->result);
    memcpy(rec->result, s->text.data, s->text.size);
    rec->result[s->text.size] = '\0';
}

void record_read(struct record *rec, struct referees *r, const xpgn_game *game) {
    const xpgn_step *s;
    size_t findings;
    memset(rec, 0, sizeof *rec);
    ck_assert_int_eq(xpgn_walk_begin(r->full, game), XPGN_OK);
    while (xpgn_walk_next(r->full, &s) == XPGN_OK) {
        if (s->kind == XPGN_STEP_START) {
            rec->rs = xpgn_walk_ruleset(r->full);
            rec->id = xpgn_ruleset_id(rec->rs);
            write_tags(rec, r->full);
        }
        take_step(rec, s);
    }
    const xpgn_finding *list = xpgn_walk_findings(r->full, &findings);
    HOLDS(findings == 0, "%s: %s in %.*s", list[0].code, list[0].text, (int)game->text.size,
          game->text.data);
    HOLDS(rec->rs != NULL && rec->acts > 0, "nothing was played");
    HOLDS(!rec->text.failed && !rec->tags.failed, "no memory");
}

void record_free(struct record *rec) {
    xpgn_buffer_free(&rec->tags);
    xpgn_buffer_free(&rec->text);
}

/* ---- parts of it ----------------------------------------------------------------------------- */

size_t record_turn_end(const struct record *rec, size_t act) {
    while (act + 1 < rec->acts && rec->act[act + 1].ply == rec->act[act].ply)
        act++;
    return act;
}

void record_write(xpgn_buffer *b, const struct record *rec, size_t act, size_t from, size_t to,
                  const char *with) {
    size_t last = record_turn_end(rec, act), end = rec->act[last].end;
    xpgn_buffer_clear(b);
    xpgn_buffer_put(b, rec->tags.data, rec->tags.size);
    xpgn_buffer_put(b, rec->text.data, from);
    xpgn_buffer_text(b, with);
    xpgn_buffer_put(b, rec->text.data + to, end - to);
    xpgn_buffer_printf(b, " %s\n", last + 1 == rec->acts ? rec->result : "*");
}

/* ---- both referees --------------------------------------------------------------------------- */

struct verdict {
    size_t errors;
    uint32_t ply; /* of the first */
    xpgn_buffer findings, final;
};

static void note_final(struct verdict *v, const xpgn_walk *walk, const xpgn_step *s) {
    xpgn_buffer_clear(&v->final);
    if (s->kind == XPGN_STEP_RESULT && s->position != NULL)
        xpgn_position_write(&v->final, xpgn_walk_ruleset(walk), s->position);
}

static void run(xpgn_walk *walk, const xpgn_buffer *b, struct verdict *v) {
    xpgn_game game = {.text = {b->data, b->size}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    size_t count;
    memset(v, 0, sizeof *v);
    HOLDS(xpgn_walk_begin(walk, &game) == XPGN_OK, "begin");
    while (xpgn_walk_next(walk, &s) == XPGN_OK)
        note_final(v, walk, s);
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++) {
        if (list[i].level == XPGN_ERROR && v->errors++ == 0)
            v->ply = list[i].ply;
        xpgn_buffer_printf(&v->findings, "%s@%u+%u:%u ", list[i].code, list[i].place.offset,
                           list[i].place.length, list[i].ply);
    }
    xpgn_buffer_char(&v->findings, '\0');
    xpgn_buffer_char(&v->final, '\0');
}

size_t referees_errors(struct referees *r, const xpgn_buffer *b, uint32_t *ply) {
    struct verdict full, fast;
    run(r->full, b, &full);
    run(r->verdict, b, &fast);
    HOLDS(strcmp(full.findings.data, fast.findings.data) == 0,
          "in full \"%s\", for the verdict \"%s\": %.*s", full.findings.data, fast.findings.data,
          (int)b->size, b->data);
    HOLDS(strcmp(full.final.data, fast.final.data) == 0,
          "in full \"%s\", for the verdict \"%s\": %.*s", full.final.data, fast.final.data,
          (int)b->size, b->data);
    xpgn_buffer_free(&full.findings);
    xpgn_buffer_free(&full.final);
    xpgn_buffer_free(&fast.findings);
    xpgn_buffer_free(&fast.final);
    *ply = full.ply;
    return full.errors;
}

void referees_accept(struct referees *r, const xpgn_buffer *b) {
    uint32_t ply;
    HOLDS(referees_errors(r, b, &ply) == 0, "refused in turn %u: %.*s", ply, (int)b->size, b->data);
}

void referees_refuse(struct referees *r, const xpgn_buffer *b, uint32_t ply, const char *what) {
    uint32_t found;
    size_t errors = referees_errors(r, b, &found);
    HOLDS(errors > 0, "%s, accepted: %.*s", what, (int)b->size, b->data);
    HOLDS(found == ply, "%s in turn %u, found in turn %u: %.*s", what, ply, found, (int)b->size,
          b->data);
}
