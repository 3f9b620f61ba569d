/* SPDX-License-Identifier: MIT */
/* Reading a record: from tokens to entries. */
#include "core/base/slice.h"
#include "core/text/action_notation.h"
#include "core/text/lex.h"
#include "core/text/result_text.h"
#include "core/text/roll_text.h"
#include "core/text/tagvalue.h"
#include "core/walk/walk_state.h"
#include "record/tree/record_tree.h"

/* The parts of an entry read before its word. */
struct entry_opening {
    bool any;
    uint32_t begin;
    xpgn_slice number, turn_roll;
};

struct entry_reading {
    struct record_index *x;
    xpgn_slice text;
    struct lex lex;
    struct token token;
    struct entry_opening opening;
    size_t host;              /* the entry that following tokens may belong to; XPGN_NO_ENTRY:
                                 none */
    bool awaits;              /* the entry has no word yet */
    struct notation notation; /* of its word */
    size_t depth, skipped;
    uint32_t line[WALK_MAX_DEPTH + 1]; /* the open ones */
    xpgn_status status;
};

/* ---- lists ----------------------------------------------------------------------------------- */

/* Makes room for one more in a list of the index; NULL if memory runs out. */
static void *grow(struct entry_reading *r, void *list, size_t count, size_t *capacity,
                  size_t size) {
    if (count >= XPGN_MAX_ENTRIES) {
        r->status = XPGN_INVALID;
        return NULL;
    }
    void *grown = arena_grow(&r->x->arena, list, count, capacity, size);
    if (grown == NULL)
        r->status = XPGN_NO_MEMORY;
    return grown;
}

#define GROW(r, list, count, capacity)                                                             \
    grow(r, (r)->x->list, (r)->x->count, &(r)->x->capacity, sizeof *(r)->x->list)

static void index_tag(struct entry_reading *r) {
    const struct token *t = &r->token;
    xpgn_tag *tags = GROW(r, tag, tags, tag_capacity);
    if (tags == NULL)
        return;
    r->x->tag = tags;
    xpgn_place *places = GROW(r, tag_place, tags, place_capacity);
    if (places == NULL)
        return;
    r->x->tag_place = places;
    xpgn_slice value = lex_tag_value(&r->x->arena, t);
    tags[r->x->tags] = (xpgn_tag){t->name, value, t->value_place};
    places[r->x->tags++] = t->place;
}

static bool add_line(struct entry_reading *r, size_t parent) {
    struct record_line *lines = GROW(r, line, lines, line_capacity);
    if (lines == NULL)
        return false;
    r->x->line = lines;
    r->line[r->depth] = (uint32_t)r->x->lines;
    lines[r->x->lines++] = (struct record_line){.parent = parent,
                                                .first = XPGN_NO_ENTRY,
                                                .last = XPGN_NO_ENTRY,
                                                .action = XPGN_NO_ENTRY,
                                                .last_variation = XPGN_NO_ENTRY,
                                                .close = (uint32_t)r->text.size};
    return true;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Links the first entry of a variation from its action, or from the first entry of the variation
   before it. */
static void link_variation(struct record_index *x, const struct record_line *line, size_t i) {
    if (line->parent == XPGN_NO_ENTRY)
        return;
    struct record_line *outer = &x->line[x->entry[line->parent].line];
    if (outer->last_variation == XPGN_NO_ENTRY)
        x->entry[line->parent].variation = i;
    else
        x->entry[outer->last_variation].other = i;
    outer->last_variation = i;
}

/* Adds an entry to the open line; XPGN_NO_ENTRY if there is no room. */
static size_t add_read_entry(struct entry_reading *r, xpgn_entry_kind kind, xpgn_slice text,
                             xpgn_place place) {
    struct record_index *x = r->x;
    xpgn_entry *entries = GROW(r, entry, entries, entry_capacity);
    if (entries == NULL)
        return XPGN_NO_ENTRY;
    x->entry = entries;
    size_t i = x->entries++;
    struct record_line *line = &x->line[r->line[r->depth]];
    entries[i] = (xpgn_entry){XPGN_ENTRY,
                              .kind = kind,
                              .line = r->line[r->depth],
                              .depth = (uint32_t)r->depth,
                              .text = text,
                              .place = place,
                              .parent = line->parent,
                              .next = XPGN_NO_ENTRY,
                              .variation = XPGN_NO_ENTRY,
                              .other = XPGN_NO_ENTRY};
    if (line->last != XPGN_NO_ENTRY) {
        entries[line->last].next = i;
    } else {
        line->first = i;
        link_variation(x, line, i);
    }
    line->last = i;
    return i;
}

static xpgn_entry *host(const struct entry_reading *r) {
    return r->host != XPGN_NO_ENTRY ? &r->x->entry[r->host] : NULL;
}

/* Extends the entry over the current token. */
static void extend(struct entry_reading *r) {
    xpgn_entry *e = host(r);
    e->place.length = r->token.place.offset + r->token.place.length - e->place.offset;
}

static void begin_opening(struct entry_reading *r) {
    if (!r->opening.any)
        r->opening = (struct entry_opening){.any = true, .begin = r->token.place.offset};
}

/* Closes the current entry, and drops what belonged to none. */
static void close_host(struct entry_reading *r) {
    r->host = XPGN_NO_ENTRY;
    r->awaits = false;
    r->opening = (struct entry_opening){.any = false};
}

/* Opens an entry with the parts read before it. */
static xpgn_entry *open_host(struct entry_reading *r, xpgn_entry_kind kind) {
    struct entry_opening o = r->opening;
    xpgn_place place = r->token.place;
    if (o.any)
        place = (xpgn_place){o.begin, place.offset + place.length - o.begin};
    close_host(r);
    r->host = add_read_entry(r, kind, (xpgn_slice){NULL, 0}, place);
    xpgn_entry *e = host(r);
    if (e == NULL)
        return NULL;
    e->number = o.number;
    e->turn_roll = o.turn_roll;
    r->awaits = kind == XPGN_ENTRY_REMARKS && o.any;
    return e;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void on_number(struct entry_reading *r) {
    if (r->awaits)
        close_host(r);
    if (r->opening.number.data != NULL && r->opening.turn_roll.data == NULL)
        r->opening.any = false; /* a number without an entry */
    begin_opening(r);
    r->opening.number = r->token.text;
}

/* True if a roll belongs to the action before it, not to the next as its turn roll. Dice alone do
   not if the action has a turn roll: then the next one has, too. */
static bool is_own_roll(const struct entry_reading *r, xpgn_slice text) {
    const xpgn_entry *e = host(r);
    uint64_t die;
    if (r->opening.any || e == NULL || e->kind != XPGN_ENTRY_ACTION ||
        (e->turn_roll.data != NULL && slice_has_only(text, "0123456789,")))
        return false;
    return !slice_number(text, &die) || (notation_fights(&r->notation) && e->roll.data == NULL);
}

static void on_roll(struct entry_reading *r) {
    if (is_own_roll(r, r->token.text)) {
        if (host(r)->roll.data == NULL)
            host(r)->roll = r->token.text;
        extend(r);
    } else if (r->awaits) {
        host(r)->turn_roll = r->token.text;
        extend(r);
    } else {
        begin_opening(r);
        r->opening.turn_roll = r->token.text;
    }
}

/* CC-10: the prisoner that an escape frees. */
static bool take_freed(struct entry_reading *r) {
    xpgn_entry *e = host(r);
    struct notation n;
    if (r->opening.any || e == NULL || e->kind != XPGN_ENTRY_ACTION || e->freed.data != NULL ||
        r->notation.kind != NOTATION_AT || !notation_read(r->token.text, &n) ||
        n.kind != NOTATION_DROP)
        return false;
    e->freed = r->token.text;
    extend(r);
    return true;
}

static void on_word(struct entry_reading *r) {
    if (take_freed(r))
        return;
    xpgn_entry *e = r->awaits ? host(r) : open_host(r, XPGN_ENTRY_ACTION);
    if (e == NULL)
        return;
    e->kind = XPGN_ENTRY_ACTION;
    e->text = r->token.text;
    extend(r);
    r->awaits = false;
    if (!notation_read(e->text, &r->notation))
        r->notation = (struct notation){.kind = NOTATION_MOVE};
    struct record_line *line = &r->x->line[e->line];
    line->action = r->host;
    line->last_variation = XPGN_NO_ENTRY;
}

static void index_result(struct entry_reading *r) {
    close_host(r);
    xpgn_entry *e = open_host(r, XPGN_ENTRY_RESULT);
    const xpgn_place at = r->token.place;
    if (e != NULL) /* as it is written; the token of a result has the form of the format */
        e->text = (xpgn_slice){r->text.data + at.offset, at.length};
}

/* Adds an entry for a command that is an entry of its own. */
static void add_command(struct entry_reading *r, const struct command *c) {
    const xpgn_place place = {(uint32_t)(c->whole.data - r->text.data), (uint32_t)c->whole.size};
    for (unsigned i = 0; i < RECORD_KINDS; i++)
        if (entry_command[i] != NULL && slice_is(c->name, entry_command[i]))
            (void)add_read_entry(r, (xpgn_entry_kind)i,
                                 i == XPGN_ENTRY_MISSING ? (xpgn_slice){NULL, 0} : c->rest, place);
}

/* Takes the rolls of a command for the entry. */
static void take_command(struct entry_reading *r, const struct command *c) {
    xpgn_entry *e = host(r);
    if (slice_is(c->name, "roll") && e->roll.data == NULL)
        e->roll = c->rest;
    else if (slice_is(c->name, "turn") && e->turn_roll.data == NULL)
        e->turn_roll = c->rest;
    else
        add_command(r, c);
}

static void on_remark(struct entry_reading *r) {
    const struct token *t = &r->token;
    bool nag = t->kind == TOKEN_NAG;
    if ((r->opening.any || r->host == XPGN_NO_ENTRY) && open_host(r, XPGN_ENTRY_REMARKS) == NULL)
        return;
    xpgn_remark *list = GROW(r, remark, remarks, remark_capacity);
    if (list == NULL)
        return;
    r->x->remark = list;
    list[r->x->remarks++] = (xpgn_remark){.nag = nag ? (uint16_t)t->number : 0,
                                          .line = t->kind == TOKEN_LINE,
                                          .text = nag ? (xpgn_slice){NULL, 0} : t->text};
    host(r)->remark_count++;
    extend(r);
    struct command c;
    for (size_t at = 0; !nag && r->status == XPGN_OK && command_next(t->text, &at, &c);)
        take_command(r, &c);
}

static void on_open(struct entry_reading *r) {
    close_host(r);
    size_t parent = r->x->line[r->line[r->depth]].action;
    if (r->depth == WALK_MAX_DEPTH) {
        r->skipped = 1;
    } else {
        r->depth++;
        (void)add_line(r, parent);
    }
}

static void on_close(struct entry_reading *r) {
    close_host(r);
    if (r->depth > 0)
        r->x->line[r->line[r->depth--]].close = r->token.place.offset;
}

static void take_token(struct entry_reading *r) {
    switch (r->token.kind) {
    case TOKEN_NUMBER:
        on_number(r);
        break;
    case TOKEN_ROLL:
        on_roll(r);
        break;
    case TOKEN_WORD:
        on_word(r);
        break;
    case TOKEN_NAG:
    case TOKEN_COMMENT:
    case TOKEN_LINE:
        on_remark(r);
        break;
    case TOKEN_OPEN:
        on_open(r);
        break;
    case TOKEN_CLOSE:
        on_close(r);
        break;
    case TOKEN_RESULT:
        index_result(r);
        break;
    case TOKEN_TAG:
    case TOKEN_END:
        close_host(r);
        break;
    }
}

/* ---- the text -------------------------------------------------------------------------------- */

static void next(struct entry_reading *r) {
    lex_next(&r->lex, &r->token);
}

static void index_tags(struct entry_reading *r) {
    for (next(r); r->token.kind == TOKEN_TAG || r->token.kind == TOKEN_COMMENT ||
                  r->token.kind == TOKEN_LINE;
         next(r)) {
        if (r->token.kind == TOKEN_TAG) {
            close_host(r);
            index_tag(r);
        } else {
            on_remark(r);
        }
        if (r->status != XPGN_OK)
            return;
    }
    close_host(r);
}

static void read_movetext(struct entry_reading *r) {
    for (; r->token.kind != TOKEN_END && r->status == XPGN_OK; next(r)) {
        r->skipped += r->skipped > 0 && r->token.kind == TOKEN_OPEN;
        bool skipped = r->skipped > 0;
        r->skipped -= r->skipped > 0 && r->token.kind == TOKEN_CLOSE;
        if (!skipped)
            take_token(r);
    }
}

/* Takes a final 0-0 for the result that both lost, not castling, if the tag says so. */
static void settle_forfeit(const struct record_index *x) {
    const struct record_line *main = &x->line[0];
    xpgn_entry *e = main->last != XPGN_NO_ENTRY ? &x->entry[main->last] : NULL;
    size_t i = 0;
    while (i < x->tags && !slice_is(x->tag[i].name, "Result"))
        i++;
    if (e != NULL && i < x->tags && result_is_forfeit(x->tag[i].value) &&
        e->kind == XPGN_ENTRY_ACTION && e->variation == XPGN_NO_ENTRY && result_is_forfeit(e->text))
        e->kind = XPGN_ENTRY_RESULT;
}

/* The remarks of all entries are in one list, in the order of the entries. */
static void settle_remarks(const struct record_index *x) {
    size_t at = 0;
    for (size_t i = 0; i < x->entries; i++) {
        x->entry[i].remarks = x->remark != NULL ? x->remark + at : NULL;
        at += x->entry[i].remark_count;
    }
}

xpgn_status record_index_read(struct record_index *x, xpgn_slice text) {
    struct log log;
    *x = (struct record_index){.tags = 0};
    struct entry_reading r = {.x = x, .text = text, .host = XPGN_NO_ENTRY};
    if (text.size > UINT32_MAX)
        return XPGN_INVALID;
    log_init(&log);
    log.limit = 0;
    lex_begin(&r.lex, text, &log);
    r.lex.head = true;
    if (add_line(&r, XPGN_NO_ENTRY))
        index_tags(&r);
    if (r.status == XPGN_OK)
        read_movetext(&r);
    if (r.status == XPGN_OK) {
        settle_forfeit(x);
        settle_remarks(x);
    }
    log_free_parts(&log);
    return r.status;
}
