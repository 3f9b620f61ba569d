/* SPDX-License-Identifier: MIT */
/* Facts inside the library: their rows, and what the readers of queries need. */
#ifndef XPGN_FACTS_FACT_LIST_H
#define XPGN_FACTS_FACT_LIST_H

#include <xpgn/facts.h>

#include "core/play/play_action.h"
#include "core/rules/ruleset.h"
#include "internal/action_facts.h"

/* Indexes: the facts of records, and after them those of findings. */
enum fact {
#define FACT(name, scope, type, form, present, value, about) FACT_##name,
#define LIST FACT
#include "facts/facts.def"
#undef FACT
    FACTS
};
enum fact_found {
#define FACT(name, scope, type, form, present, value, about) FOUND_##name,
#include "facts/findings.def"
#undef FACT
#undef LIST
    FOUND_FACTS,
    ALL_FACTS = FACTS + FOUND_FACTS
};

/* How a piece is printed, and a list. */
enum fact_form {
    FORM_PLAIN,
    FORM_LETTER, /* N */
    FORM_KNOWN,  /* wounded knight */
    FORM_NAMED,  /* wounded knight c3 */
    FORM_OWNED,  /* black wounded knight c3 */
    FORM_GIVES,  /* as NAMED; as JSON with what it gives */
    FORM_SHORT, /* a text of letters and digits, as short as other values, that short_NAME writes */
    FORM_BRIEF, /* a text that mostly is: short_NAME writes it, or returns NULL */
    FORM_LONE   /* a list: in JSON a value alone has no brackets, and none is null */
};

/* What few actions have: a fact whose `present` begins with the word, as FIGHTS, is asked only of
   those. Bits above those of the scopes. */
enum fact_part {
    PART_FIGHTS = 1 << 20,
    PART_ROLLED = 1 << 21,
    PART_DICED = 1 << 22,
    PART_LOSES = 1 << 23,
    PART_TOTALS = 1 << 24,
    PART_ENDS = 1 << 25,
    FACT_PARTS = (1 << 26) - (1 << 20)
};
_Static_assert(XPGN_SCOPE_STANDING < 20, "the bits of the scopes come first");

/* Writes a value, or the first of a list, at most FACT_VALUE_ROOM bytes (fact_short.h), and returns
   the place after it; NULL, with FORM_BRIEF only, if the value may be longer
   or need escapes. */
typedef char *fact_write(char *c, const xpgn_fact_source *s, unsigned side);

/* A row of the table. */
struct fact_row {
    xpgn_fact fact;
    uint8_t form;  /* enum fact_form */
    uint32_t part; /* 0, or an enum fact_part that it needs */
    bool (*get)(const xpgn_fact_source *s, unsigned side, unsigned i, xpgn_value *v);
    fact_write *write; /* NULL: values of this fact may be longer */
};
extern const struct fact_row fact_rows[FACTS], finding_rows[FOUND_FACTS];

static inline const struct fact_row *fact_row_at(unsigned index) {
    return index < FACTS ? &fact_rows[index] : &finding_rows[index - FACTS];
}

enum { FACT_NUMBER_ROOM = 32 }; /* no number of any type is longer */
/* Writes a number as xpgn_fact_number does and returns the place after it. */
char *fact_number_write(char *c, xpgn_fact_type type, int64_t number);

/* What texts that are put together are made of. */
static inline xpgn_slice fact_text(const xpgn_fact_source *s) {
    return (xpgn_slice){s->text->data, s->text->size};
}

/* The scopes before XPGN_SCOPE_PLACE whose facts may be asked of the subject, a bit for each. */
static inline uint32_t fact_scopes(const xpgn_fact_source *s) {
    uint32_t scopes = 1u << XPGN_SCOPE_TURN;
    if (s->game != NULL)
        scopes |= 1u << XPGN_SCOPE_RECORD;
    if (s->rs != NULL)
        scopes |= 1u << XPGN_SCOPE_START;
    if (s->ended != NULL)
        scopes |= 1u << XPGN_SCOPE_GAME | 1u << XPGN_SCOPE_LINE;
    if (s->facts == NULL)
        return scopes;
    scopes |= 1u << XPGN_SCOPE_ACTION | 1u << XPGN_SCOPE_SIDE;
    if (s->facts->combat)
        scopes |= 1u << XPGN_SCOPE_COMBAT | 1u << XPGN_SCOPE_COMBATANT;
    if (s->exchange > 0 && s->exchange <= s->facts->roll.exchanges)
        scopes |= XPGN_EXCHANGE_SCOPES;
    return scopes;
}

#define FIGHTS action_fights(a)
#define ROLLED (f->roll.exchanges > 0)
#define DICED (f->turn_roll.count > 0)
#define LOSES (f->combat || f->captured != 0)
#define TOTALS (f->combat || ROLLED)
#define ENDS (f->outcome.over)

/* The parts that an action has. */
static inline uint32_t fact_parts(const xpgn_facts *f) {
    const xpgn_action *a = &f->action;
    return FIGHTS * (uint32_t)PART_FIGHTS | ROLLED * (uint32_t)PART_ROLLED |
           DICED * (uint32_t)PART_DICED | LOSES * (uint32_t)PART_LOSES |
           TOTALS * (uint32_t)PART_TOTALS | ENDS * (uint32_t)PART_ENDS;
}

/* Is there something that facts of this scope may be asked of? `scopes`: fact_scopes. */
bool fact_has_found(const xpgn_fact_source *s, unsigned scope); /* those of findings.def */
static inline bool fact_is_there(const xpgn_fact_source *s, unsigned scope, uint32_t scopes) {
    return scope >= XPGN_SCOPE_PLACE ? fact_has_found(s, scope) : (scopes >> scope & 1) != 0;
}
static inline bool fact_has_scope(const xpgn_fact_source *s, unsigned scope) {
    return fact_is_there(s, scope, fact_scopes(s));
}

/* Which facts may be meant: a bit for each xpgn_scope, and for each xpgn_fact_type. */
struct fact_filter {
    uint32_t scopes, types;
};
enum { FACT_ANY_TYPE = (1 << (XPGN_VALUE_PIECE + 1)) - 1 };

/* As xpgn_fact_resolve; '.' and '-' in the name are read as '_'. */
xpgn_status fact_find(xpgn_slice name, const struct fact_filter *filter, xpgn_fact_ref *out,
                      xpgn_fault *fault);
/* Is this the word, '-', '_' and '.' being the same? */
bool fact_is_word(xpgn_slice text, const char *word);
/* A word that stands for a comparison: a flag, or a word of `kind`, `decision` or `fate`. False: it
   is none. */
bool fact_find_word(xpgn_slice text, xpgn_fact_ref *out, int64_t *number);

#endif
