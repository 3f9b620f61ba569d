/* SPDX-License-Identifier: MIT */
/*
 * Complete records of every game, with one recorded field changed at a time.  What the rules can
 * notice is noticed, in its turn or later, never earlier; what they cannot notice is listed here
 * with the reason (enum reason), and each reason is checked by a predicate of its own.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>

#include "core/walk/walk_state.h"
#include "internal/text_out.h"
#include "slow_chess.h"
#include "suite.h"

enum { MAX_TURNS = 800, MAX_TEXT = 100000, ALTERNATIVES = 5, SHOWN = 400 };

/* Why nobody can tell. */
enum reason {
    NOTICED,
    SAME_FATES,     /* another die with its total, by which the same becomes of both */
    NOT_HIGHEST,    /* FD-2: another die, and the highest is what it was */
    SAME_SIDE,      /* FD-3, FD-4: the one die is a 1, or is none, as it was */
    SAME_REACH,     /* CC-9, CC-10: another die with its total, enough or not as it was */
    DECLINED,       /* CC-9: a side that declines need not have reached it */
    MOVES_ENOUGH,   /* AS-10: as many Moves as were made may be made by that die too */
    NO_STEP_EITHER, /* CC-4: no piece can move that far either */
    OTHER_CASTLE,   /* CC-8: the winner's other castle, and no later escape misses the prisoner */
    FREE_RESULT,    /* the rules have not ended the game: resignation, agreement, time */
    SAME_POSITION,  /* another attack with the same roll after which the same pieces stand there */
    IDLE_PROMOTION, /* a promotion on an attack that does not arrive (a warning) */
    NOTHING_DONE, /* a teleport or an escape that failed, where the turn might have ended before */
    BARE_DICE,    /* only the dice are left, and they say it all */
    REASONS
};

struct act {
    uint32_t ply, at, size;          /* the action's token */
    uint32_t roll_at, roll_size;     /* its roll with the brackets; size 0: none */
    uint32_t turn_at, turn_size;     /* the turn roll before it */
    uint32_t number_at, number_size; /* the move number of its turn, where it begins one */
    uint32_t end;                    /* of all that belongs to it */
    struct state before;
    xpgn_facts facts;
};

static struct {
    const xpgn_ruleset *rs;
    char text[MAX_TEXT];
    size_t size;
    struct act act[MAX_TURNS];
    size_t acts;
    uint32_t last_ply;
    bool over;
    unsigned alive;
    const char *id;
} rec;

static xpgn_catalog *rules;
static xpgn_walk *walk, *verdict; /* the latter tells nothing but what there is to find */
static unsigned long tally[REASONS];

/* ---- reading a record ------------------------------------------------------------------------ */

static size_t blanks(size_t at) {
    while (at < rec.size && (rec.text[at] == ' ' || rec.text[at] == '\n'))
        at++;
    return at;
}

static size_t blanks_back(size_t at) {
    while (at > 0 && (rec.text[at - 1] == ' ' || rec.text[at - 1] == '\n'))
        at--;
    return at;
}

/* The roll after an action and, after an escape, the freed piece. */
static void find_roll(struct act *a) {
    a->end = a->at + a->size;
    size_t at = blanks(a->end);
    size_t size = strcspn(rec.text + at, ">") + 1;
    if (rec.text[at] == '<' && strcspn(rec.text + at, ":=") < size) {
        HOLDS(at + size <= rec.size, "a roll is not closed: %.*s", SHOWN, rec.text);
        a->roll_at = (uint32_t)at;
        a->roll_size = (uint32_t)size;
        a->end = a->roll_at + a->roll_size;
    }
    if (a->facts.action.kind == XPGN_RELEASE && a->facts.action.promotion != 0) {
        at = blanks(a->end);
        a->end = (uint32_t)(at + strcspn(rec.text + at, " \n"));
    }
}

/* The turn roll and the number before an action. */
static void find_before(struct act *a, bool first) {
    size_t at = blanks_back(a->at);
    if (at > 0 && rec.text[at - 1] == '>') {
        size_t open = at;
        while (open > 0 && rec.text[open] != '<')
            open--;
        if (strspn(rec.text + open + 1, "0123456789") == at - open - 2) {
            a->turn_at = (uint32_t)open;
            a->turn_size = (uint32_t)(at - open);
            at = blanks_back(open);
        }
    }
    size_t from = at;
    while (first && from > 0 && strchr("0123456789.", rec.text[from - 1]) != NULL)
        from--;
    a->number_at = (uint32_t)from;
    a->number_size = (uint32_t)(at - from);
}

static void add_act(const xpgn_step *s, const struct state *before) {
    ck_assert_uint_lt(rec.acts, MAX_TURNS);
    struct act *a = &rec.act[rec.acts++];
    memset(a, 0, sizeof *a);
    a->ply = s->ply;
    a->at = s->place.offset;
    a->size = s->place.length;
    a->before = *before;
    a->facts = *s->facts;
    find_roll(a);
    find_before(a, s->first);
}

/* A rule that is broken may find something in a good record: then the test fails here. */
static void check_record(void) {
    size_t findings;
    const xpgn_finding *list = xpgn_walk_findings(walk, &findings);
    HOLDS(findings == 0, "%s: %s in %.*s", list[0].code, list[0].text, SHOWN, rec.text);
    HOLDS(rec.rs != NULL && rec.acts > 0, "nothing was played of %.*s", SHOWN, rec.text);
}

/* Walks the record as it is: it has nothing to find. */
static void read_record(void) {
    xpgn_game game = {.text = {rec.text, rec.size}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    rec.acts = 0;
    HOLDS(xpgn_walk_begin(walk, &game) == XPGN_OK, "begin");
    for (;;) {
        struct state before = walk->lines.list[0].state;
        if (xpgn_walk_next(walk, &s) != XPGN_OK)
            break;
        if (s->kind == XPGN_STEP_ACTION)
            add_act(s, &before);
        rec.last_ply = s->ply;
        if (s->kind == XPGN_STEP_RESULT && s->position != NULL)
            rec.alive = s->position->alive;
    }
    rec.over = xpgn_walk_outcome(walk).over;
    rec.rs = xpgn_walk_ruleset(walk);
    check_record();
    rec.id = xpgn_ruleset_id(rec.rs);
}

/* ---- one change ------------------------------------------------------------------------------ */

static xpgn_buffer changed;
static size_t changed_at;

static void change(size_t at, size_t gone, const char *with, size_t size) {
    changed_at = at;
    xpgn_buffer_clear(&changed);
    xpgn_buffer_put(&changed, rec.text, at);
    xpgn_buffer_put(&changed, with, size);
    xpgn_buffer_put(&changed, rec.text + at + gone, rec.size - at - gone);
}

/* The bytes around the change, for messages. */
static const char *around(void) {
    static char text[200];
    size_t from = changed_at > 60 ? changed_at - 60 : 0;
    snprintf(text, sizeof text, "...%.*s...",
             (int)(changed.size - from < 150 ? changed.size - from : 150), changed.data + from);
    return text;
}

/* How many errors a caller gets that wants the verdict only. */
static size_t errors_in_verdict(const xpgn_game *game) {
    const xpgn_step *s;
    size_t count, errors = 0;
    HOLDS(xpgn_walk_begin(verdict, game) == XPGN_OK, "begin");
    while (xpgn_walk_next(verdict, &s) == XPGN_OK)
        continue;
    const xpgn_finding *list = xpgn_walk_findings(verdict, &count);
    for (size_t i = 0; i < count; i++)
        errors += list[i].level == XPGN_ERROR;
    return errors;
}

/* The changed record: is it noticed from that turn on unless there is a reason? */
static void judge(uint32_t ply, enum reason reason, const char *what) {
    xpgn_game game = {.text = {changed.data, changed.size}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    size_t count, errors = 0;
    HOLDS(xpgn_walk_begin(walk, &game) == XPGN_OK, "begin");
    while (xpgn_walk_next(walk, &s) == XPGN_OK)
        continue;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++) {
        if (list[i].level != XPGN_ERROR)
            continue;
        errors++;
        HOLDS(list[i].ply >= ply, "%s of turn %u: %s at turn %u in %s: %s", what, ply, list[i].code,
              list[i].ply, rec.id, around());
    }
    HOLDS((errors > 0) == (reason == NOTICED), "%s of turn %u: %zu errors, reason %d in %s: %s",
          what, ply, errors, reason, rec.id, around());
    size_t told = errors_in_verdict(&game);
    HOLDS(told == errors, "%s of turn %u: %zu errors in the walk, %zu in the verdict, in %s: %s",
          what, ply, errors, told, rec.id, around());
    tally[reason]++;
}

static void judge_change(size_t at, size_t gone, const char *with, uint32_t ply, enum reason reason,
                         const char *what) {
    change(at, gone, with, strlen(with));
    judge(ply, reason, what);
}

/* ---- what cannot be noticed: the predicates -------------------------------------------------- */

static bool is_game(const char *id) {
    return strcmp(rec.id, id) == 0;
}

static bool wounded_already(const struct act *a, int side) {
    return XPGN_IS_WOUNDED(a->facts.side[side].piece);
}

/* What becomes of both, by the totals alone; written from the rules once more. */
static void fates_by(const struct act *a, int attack, int defense, char fate[2]) {
    int margin = attack - defense;
    bool moves_in = a->facts.action.kind == XPGN_ATTACK;
    bool passing = moves_in && a->facts.action.target != a->facts.action.to;
    fate[0] = fate[1] = 0;
    if (is_game("chess-attack")) {
        fate[0] = margin > 2 ? 0 : margin >= 0 ? 'w' : 'x';
        fate[1] = margin > 0 ? 'x' : margin >= -2 ? 'w' : 0;
        for (int i = 0; i < 2; i++)
            fate[i] = fate[i] == 'w' && wounded_already(a, i) ? 'x' : fate[i];
    } else {
        fate[1] = margin > 0 ? 'x' : 0;
        fate[0] =
            a->facts.action.kind == XPGN_RUN || (margin < 0 && moves_in && !passing) ? 'x' : 0;
    }
}

static enum reason same_fates(const struct act *a, const xpgn_roll *r) {
    const xpgn_exchange *last = &r->exchange[r->exchanges - 1];
    char fate[2];
    for (unsigned e = 0; e < r->exchanges && is_game("combat-chess-2"); e++) {
        const xpgn_exchange *x = &r->exchange[e];
        if ((x->side[0].total == x->side[1].total) == (x == last))
            return NOTICED;
    }
    fates_by(a, last->side[0].total, last->side[1].total, fate);
    bool same = fate[0] == last->side[0].fate && fate[1] == last->side[1].fate;
    return same ? SAME_FATES : NOTICED;
}

static int highest_of(const xpgn_roll_side *s) {
    int best = 0;
    for (unsigned i = 0; i < s->dice_count; i++)
        best = s->dice[i] > best ? s->dice[i] : best;
    return best;
}

/* Teleport and escape, with the die's total adapted. */
static enum reason same_reach(const struct act *a, int total) {
    const xpgn_action *did = &a->facts.action;
    bool enough = did->kind == XPGN_TELEPORT && rec.rs->teleport_exact ? total == 6 : total >= 6;
    if (did->kind == XPGN_TELEPORT && did->to == XPGN_NO_SQUARE)
        return DECLINED;
    bool succeeded = did->kind == XPGN_TELEPORT || did->promotion != 0;
    return enough == succeeded ? SAME_REACH : NOTICED;
}

/* The prisoner at the winner's other castle: does any later escape miss it where it was? */
static enum reason castle_idle(const struct act *a, unsigned from, unsigned type) {
    static const xpgn_square castle[4] = {0, 7, 56, 63};
    for (const struct act *b = a + 1; b < rec.act + rec.acts; b++) {
        const xpgn_action *did = &b->facts.action;
        if (did->kind != XPGN_RELEASE || did->target != castle[from])
            continue;
        const uint8_t *held = b->before.position.held[from];
        unsigned all = 0;
        for (unsigned t = 1; t < XPGN_TYPES; t++)
            all += held[t];
        if (all == 1 || (did->promotion == type && held[type] == 1))
            return NOTICED;
        if (did->promotion == type)
            return OTHER_CASTLE; /* from now on it is one fewer at the one, one more at the other */
    }
    return OTHER_CASTLE;
}

/* CC-4: can any piece of the side to move go exactly so far? */
static bool can_step(const xpgn_position *p, int distance) {
    for (int sq = 0; sq < 64; sq++) {
        unsigned type = XPGN_TYPE_OF(p->at[sq]);
        if (p->at[sq] == 0 || XPGN_SEAT_OF(p->at[sq]) != p->side_to_move || type == XPGN_ROOK)
            continue;
        for (int way = 0; way < 9; way++) {
            int df = way % 3 - 1, dr = way / 3 - 1, f = sq % 8, r = sq / 8, n = 0;
            while (way != 4 && n < distance) {
                f += df, r += dr, n++;
                bool on = f >= 0 && f < 8 && r >= 0 && r < 8;
                if (!on || (p->at[r * 8 + f] != 0 && (type != XPGN_KNIGHT || n == distance)))
                    break;
                if (n == distance)
                    return true;
            }
        }
    }
    return false;
}

static unsigned moves_made(const struct act *a) {
    unsigned n = 0;
    for (size_t i = 0; i < rec.acts; i++)
        n += rec.act[i].ply == a->ply && rec.act[i].facts.action.kind != XPGN_PASS;
    return n;
}

static enum reason turn_roll_idle(const struct act *a, unsigned face) {
    static const unsigned moves[7] = {0, 0, 1, 1, 2, 2, 3};
    bool passed = a->facts.action.kind == XPGN_PASS;
    if (is_game("combat-chess-2"))
        return passed && !can_step(&a->before.position, (int)face) ? NO_STEP_EITHER : NOTICED;
    unsigned made = moves_made(a);
    return (made == 0 ? moves[face] == 0 : moves[face] >= made) ? MOVES_ENOUGH : NOTICED;
}

/* ---- changes of a roll ----------------------------------------------------------------------- */

static void judge_roll(const struct act *a, const xpgn_roll *r, enum reason reason,
                       const char *what) {
    xpgn_buffer b = {0};
    xpgn_buffer_char(&b, '<');
    xpgn_roll_write(&b, r);
    xpgn_buffer_char(&b, '>');
    change(a->roll_at, a->roll_size, b.data, b.size);
    judge(a->ply, reason, what);
    xpgn_buffer_free(&b);
}

/* The die alone, all other fields as they were. */
static enum reason die_alone(const xpgn_roll *r, const xpgn_roll_side *s, int before, int after) {
    if (!is_game("five-dice"))
        return NOTICED; /* the total tells */
    if (s->total >= 0)
        return highest_of(s) == s->total ? NOT_HIGHEST : NOTICED;
    (void)r;
    return (before > 1) == (after > 1) ? SAME_SIDE : NOTICED;
}

static void change_die(const struct act *a, xpgn_roll *r, unsigned e, int i, unsigned n) {
    xpgn_roll_side *s = &r->exchange[e].side[i];
    int was = s->dice[n], total = s->total;
    for (int face = 0; face <= 7; face++) {
        if (face == was)
            continue;
        s->dice[n] = (uint8_t)face;
        bool legal = face >= 1 && face <= 6;
        enum reason alone = legal ? die_alone(r, s, was, face) : NOTICED;
        judge_roll(a, r, alone, "die");
        if (!legal || total < 0 || alone == NOT_HIGHEST)
            continue;
        bool attempt =
            a->facts.action.kind == XPGN_TELEPORT || a->facts.action.kind == XPGN_RELEASE;
        s->total = (int16_t)(is_game("five-dice") ? highest_of(s) : total + face - was);
        judge_roll(a, r, attempt ? same_reach(a, s->total) : same_fates(a, r), "die and total");
        s->total = (int16_t)total;
    }
    s->dice[n] = (uint8_t)was;
}

static void change_numbers(const struct act *a, xpgn_roll *r, xpgn_roll_side *s) {
    for (int by = -1; by <= 1; by += 2) {
        if (s->count + by >= 0 && s->count >= 0) {
            s->count = (int16_t)(s->count + by);
            judge_roll(a, r, NOTICED, "count");
            s->count = (int16_t)(s->count - by);
        }
        if (s->total + by >= 0 && s->total >= 0) {
            s->total = (int16_t)(s->total + by);
            judge_roll(a, r, NOTICED, "total");
            s->total = (int16_t)(s->total - by);
        }
    }
}

static enum reason bare(const xpgn_roll *r) {
    if (r->two_sides && r->exchange[r->exchanges - 1].side[1].dice_count == 0)
        return NOTICED; /* <5:> says what became of both */
    for (unsigned k = 0; k < 2u * r->exchanges; k++) {
        const xpgn_roll_side *s = &r->exchange[k / 2].side[k % 2];
        if (s->count >= 0 || s->total >= 0 || s->fate != 0)
            return NOTICED;
    }
    return BARE_DICE;
}

static void change_fate(const struct act *a, xpgn_roll *r, xpgn_roll_side *s) {
    xpgn_roll_side was = *s;
    for (const char *fate = "-wx"; *fate != '\0'; fate++) {
        s->fate = *fate == '-' ? 0 : *fate;
        s->cell_file = s->cell_rank = XPGN_NO_SQUARE;
        if (s->fate != was.fate)
            judge_roll(a, r, bare(r), "fate");
    }
    *s = was;
}

/* The prisoner to each other corner, to another square, and nowhere. */
static void change_castle(const struct act *a, xpgn_roll *r, xpgn_roll_side *s, bool held_to_all) {
    static const uint8_t file[6] = {0, 7, 0, 7, 3, XPGN_NO_SQUARE};
    static const uint8_t rank[6] = {0, 0, 7, 7, 3, XPGN_NO_SQUARE};
    xpgn_roll_side was = *s;
    unsigned loser = s == &r->exchange[r->exchanges - 1].side[1];
    unsigned from = was.cell_file / 7u + was.cell_rank / 7u * 2u;
    for (unsigned i = 0; i < 6; i++) {
        if (i == from)
            continue;
        s->cell_file = file[i];
        s->cell_rank = rank[i];
        bool same_seat = i < 4 && i / 2 == from / 2;
        unsigned type = XPGN_TYPE_OF(a->facts.side[loser].piece);
        judge_roll(a, r, same_seat && !held_to_all ? castle_idle(a, from, type) : NOTICED,
                   "castle");
    }
    *s = was;
}

static xpgn_roll roll_of(const struct act *a) {
    xpgn_roll r;
    struct log log;
    log_init(&log);
    ck_assert(
        roll_read((xpgn_slice){rec.text + a->roll_at + 1, a->roll_size - 2}, 0, false, &r, &log));
    log_free_parts(&log);
    return r;
}

static void change_roll(const struct act *a) {
    xpgn_roll r = roll_of(a);
    for (unsigned k = 0; k < 2u * r.exchanges; k++) {
        xpgn_roll_side *s = &r.exchange[k / 2].side[k % 2];
        if (k % 2 == 1 && !r.two_sides)
            continue;
        for (unsigned n = 0; n < s->dice_count; n++)
            change_die(a, &r, k / 2, (int)(k % 2), n);
        change_numbers(a, &r, s);
        change_fate(a, &r, s);
        if (s->cell_file != XPGN_NO_SQUARE)
            change_castle(a, &r, s, false);
    }
}

static void change_turn_roll(const struct act *a) {
    unsigned was = (unsigned)(rec.text[a->turn_at + 1] - '0');
    for (unsigned face = 0; face <= 7; face++) {
        char with[8];
        snprintf(with, sizeof with, "<%u>", face);
        enum reason reason = face < 1 || face > 6 ? NOTICED : turn_roll_idle(a, face);
        if (face != was)
            judge_change(a->turn_at, a->turn_size, with, a->ply, reason, "turn roll");
    }
    judge_change(a->turn_at, a->turn_size, "", a->ply, NOTICED, "missing turn roll");
}

/* Where turns have several actions, the number is part of the record. */
static void change_number(const struct act *a) {
    char with[16];
    unsigned number = (unsigned)strtoul(rec.text + a->number_at, NULL, 10);
    int dots = (int)(a->number_size - strspn(rec.text + a->number_at, "0123456789"));
    snprintf(with, sizeof with, "%u%.*s", number + 1, dots, "....");
    judge_change(a->number_at, a->number_size, with, a->ply, NOTICED, "number");
    snprintf(with, sizeof with, "%u%.*s", number, 1 + dots % 4, "....");
    judge_change(a->number_at, a->number_size, with, a->ply, NOTICED, "dots");
    /* without it the turn before goes on */
    uint32_t ply = a->ply > 1 ? a->ply - 1 : 1;
    judge_change(a->number_at, a->number_size, "", ply, NOTICED, "missing number");
}

/* ---- results --------------------------------------------------------------------------------- */

/* Each other result: in the tag, in the movetext, in both. */
static void change_result(void) {
    static const char *const two[] = {"1-0", "0-1", "1/2-1/2", "*", NULL};
    static const char *const four[] = {"1-0-0-0", "0-1-0-0", "0-0-1-0", "0-0-0-1", "*", NULL};
    const char *tag = strstr(rec.text, "[Result \"") + 9;
    size_t size = strcspn(tag, "\""), at = (size_t)(tag - rec.text);
    size_t end = blanks_back(rec.size) - size;
    bool many = rec.rs->geometry.seats == 4;
    for (const char *const *form = many ? four : two; *form != NULL; form++) {
        if (strlen(*form) == size && memcmp(*form, tag, size) == 0)
            continue;
        judge_change(at, size, *form, rec.last_ply, NOTICED, "Result tag");
        judge_change(end, size, *form, rec.last_ply, NOTICED, "terminator");
        unsigned seat = many ? (unsigned)(form - four) : 0;
        bool fallen = many && seat < 4 && (rec.alive >> seat & 1) == 0;
        char *own = strdup(rec.text);
        change(end, size, *form, strlen(*form));
        memcpy(rec.text, changed.data, changed.size);
        size_t was = rec.size;
        rec.size = changed.size;
        judge_change(at, size, *form, rec.last_ply, rec.over || fallen ? NOTICED : FREE_RESULT,
                     "tag and terminator");
        memcpy(rec.text, own, was + 1);
        rec.size = was;
        free(own);
    }
}

/* ---- actions and checkpoints ----------------------------------------------------------------- */

/* Another attack with the same roll: does it leave all where they stood as this one did? */
static bool same_roll_nobody_moves(const struct act *a, const xpgn_action *other) {
    const xpgn_exchange *said = &a->facts.roll.exchange[0];
    xpgn_facts f = {.action = *other};
    combat_prepare(rec.rs, &a->before.position, &f);
    if (!is_game("five-dice") || !a->facts.combat || !f.combat || other->target != other->to)
        return false;
    if ((combat_need(rec.rs, &f) != 0) != (said->side[0].total < 0))
        return false;
    bool single = said->side[0].total < 0, counted = said->side[0].count >= 0;
    bool counts = rec.rs->support == SUPPORT_DICE && other->kind == XPGN_ATTACK && !single;
    for (int i = 0; i < 2; i++) {
        if (a->facts.side[i].fate != 0 || f.side[i].dice != a->facts.side[i].dice ||
            counts != counted || (counted && f.side[i].count != said->side[i].count))
            return false;
    }
    bool equal = said->side[0].total == said->side[1].total;
    return single || (other->kind == XPGN_ATTACK && equal) ||
           (other->kind == XPGN_SHOT && said->side[0].total <= said->side[1].total);
}

/* The same attacker falls at another defender of the same strength, who stays unharmed. */
static bool same_loss(const struct act *a, const xpgn_action *other) {
    const xpgn_combatant *c = a->facts.side;
    xpgn_facts f = {.action = *other};
    combat_prepare(rec.rs, &a->before.position, &f);
    if (!a->facts.combat || a->facts.action.kind != XPGN_ATTACK || other->kind != XPGN_ATTACK ||
        c[0].fate != 'x' || c[1].fate != 0 || other->from != a->facts.action.from ||
        other->to != other->target || XPGN_TYPE_OF(c[0].piece) == XPGN_KING)
        return false;
    for (int i = 0; i < 2; i++)
        if (f.side[i].base + f.side[i].support != c[i].base + c[i].support ||
            f.side[i].count != c[i].count || f.side[i].dice != c[i].dice)
            return false;
    return true;
}

static enum reason action_idle(const struct act *a, const xpgn_action *other) {
    const xpgn_action *did = &a->facts.action;
    bool same_way = other->from == did->from && other->to == did->to && other->kind == did->kind;
    if (same_way && did->kind == XPGN_ATTACK && !a->facts.arrived)
        return IDLE_PROMOTION;
    return same_roll_nobody_moves(a, other) || same_loss(a, other) ? SAME_POSITION : NOTICED;
}

/* An attempt that changed nothing, last of a turn that a won challenge had begun. */
static enum reason omission_idle(const struct act *a) {
    const xpgn_action *did = &a->facts.action;
    bool failed = (did->kind == XPGN_TELEPORT && did->to == XPGN_NO_SQUARE) ||
                  (did->kind == XPGN_RELEASE && did->promotion == 0);
    bool first = a == rec.act || a[-1].ply != a->ply;
    return failed && !first ? NOTHING_DONE : NOTICED;
}

/* A few of the other actions that were legal there, and one that cannot be. */
static void change_action(const struct act *a, struct dice *d) {
    static xpgn_action list[1024];
    size_t count = movement_actions(rec.rs, &a->before, list, 1024);
    for (unsigned i = 0; i < ALTERNATIVES && count > 0; i++) {
        const xpgn_action *other = &list[dice_below(d, (unsigned)count)];
        char name[24];
        movement_name(rec.rs, &a->before, other, false, name);
        size_t size = strlen(name);
        if (size <= a->size && memcmp(name, rec.text + a->at, size) == 0 &&
            (size == a->size || strchr("+#", rec.text[a->at + size]) != NULL))
            continue;
        judge_change(a->at, a->size, name, a->ply, action_idle(a, other), "action");
    }
    judge_change(a->at, a->size, "a1-a1", a->ply, NOTICED, "impossible action");
    /* what follows it may then be taken for a part of the turn before */
    judge_change(a->at, a->end - a->at, "", a->ply - 1, omission_idle(a), "missing action");
}

/* A [%xfen] after every turn of the record. */
static void add_checkpoints(void) {
    xpgn_buffer b = {0};
    size_t from = 0;
    for (size_t i = 0; i < rec.acts; i++) {
        const struct act *a = &rec.act[i];
        bool last = i + 1 == rec.acts || rec.act[i + 1].ply != a->ply;
        xpgn_buffer_put(&b, rec.text + from, a->end - from);
        from = a->end;
        if (last)
            xpgn_buffer_printf(&b, " {[%%xfen @%05u]}", a->ply);
    }
    xpgn_buffer_put(&b, rec.text + from, rec.size - from);
    ck_assert_uint_lt(b.size, MAX_TEXT);
    memcpy(rec.text, b.data, b.size);
    rec.size = b.size;
    rec.text[rec.size] = '\0';
    xpgn_buffer_free(&b);
}

/* Fills the checkpoints in with the positions that a walk over the bare record reached. */
static void fill_checkpoints(const xpgn_buffer *positions, const size_t *begin) {
    xpgn_buffer b = {0};
    const char *from = rec.text;
    for (const char *at = rec.text; (at = strstr(at, "[%xfen @")) != NULL; at += 13) {
        unsigned ply = (unsigned)strtoul(at + 8, NULL, 10);
        HOLDS(begin[ply] < begin[ply + 1] && begin[ply + 1] <= positions->size,
              "turn %u of %s has no position", ply, rec.id);
        xpgn_buffer_put(&b, from, (size_t)(at + 7 - from));
        xpgn_buffer_put(&b, positions->data + begin[ply], begin[ply + 1] - begin[ply]);
        from = at + 13;
    }
    xpgn_buffer_put(&b, from, (size_t)(rec.text + rec.size - from));
    ck_assert_uint_lt(b.size, MAX_TEXT);
    memcpy(rec.text, b.data, b.size);
    rec.size = b.size;
    rec.text[rec.size] = '\0';
    xpgn_buffer_free(&b);
}

static void with_checkpoints(void) {
    static size_t begin[MAX_TURNS + 2];
    xpgn_buffer positions = {0};
    xpgn_game game = {.text = {rec.text, rec.size}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    memset(begin, 0, sizeof begin);
    xpgn_walk_begin(walk, &game);
    while (xpgn_walk_next(walk, &s) == XPGN_OK) {
        if (s->kind != XPGN_STEP_TURN)
            continue;
        begin[s->ply] = positions.size;
        xpgn_position_write(&positions, rec.rs, s->position);
        begin[s->ply + 1] = positions.size;
    }
    add_checkpoints();
    fill_checkpoints(&positions, begin);
    xpgn_buffer_free(&positions);
    read_record();
}

/* Each field of one checkpoint. */
static void change_checkpoint(char *xfen, uint32_t ply) {
    char own[600];
    size_t size = strcspn(xfen, "}") - 1, at = (size_t)(xfen - rec.text);
    char *end = xfen + size;
    for (char *c = xfen; c < end; c++) {
        char was = *c;
        bool field = c > xfen && c[-1] == ' ';
        if (field && (was == 'w' || was == 'b') && c[1] == ' ')
            *c = was == 'w' ? 'b' : 'w';
        else if (c + 1 == end || (field && was >= '0' && was <= '8'))
            *c = was == '9' ? '8' : (char)(was + 1);
        else if (field && strchr("KQkqABCDEFGHabcdefgh", was) != NULL && c + 3 < end)
            *c = '-'; /* castling or en passant: malformed or gone */
        else if (strchr("pnbrqPNBRQ", was) != NULL && strchr("pnbrqkPNBRQK", c[1]) != NULL)
            *c = was == 'p' ? 'n' : was == 'P' ? 'N' : was >= 'a' ? 'p' : 'P';
        else
            continue;
        snprintf(own, sizeof own, "%.*s", (int)size, xfen);
        *c = was;
        judge_change(at, size, own, ply, NOTICED, "checkpoint");
    }
}

static void change_checkpoints(void) {
    for (size_t i = 0; i < rec.acts; i++) {
        const struct act *a = &rec.act[i];
        if (i + 1 < rec.acts && rec.act[i + 1].ply == a->ply)
            continue;
        char *checkpoint = strstr(rec.text + a->end, "[%xfen ");
        HOLDS(checkpoint != NULL, "turn %u of %s has no checkpoint", a->ply, rec.id);
        if (i % 5 == 0 || i + 1 == rec.acts)
            change_checkpoint(checkpoint + 7, a->ply);
    }
}

/* With a checkpoint after every turn nothing that changes a position goes unnoticed. */
static void change_castles_held(const struct act *a) {
    xpgn_roll r = roll_of(a);
    for (int i = 0; i < 2; i++) {
        xpgn_roll_side *s = &r.exchange[r.exchanges - 1].side[i];
        if (s->cell_file != XPGN_NO_SQUARE)
            change_castle(a, &r, s, true);
    }
}

/* ---- the records ----------------------------------------------------------------------------- */

static void tamper_bare(void) {
    bool many = turn_is_several(rec.rs);
    for (size_t i = 0; i < rec.acts; i++) {
        const struct act *a = &rec.act[i];
        if (a->roll_size > 0)
            change_roll(a);
        if (a->turn_size > 0)
            change_turn_roll(a);
        if (many && a->number_size > 0)
            change_number(a);
    }
    change_result();
}

static void tamper_checked(struct dice *d) {
    with_checkpoints();
    for (size_t i = 0; i < rec.acts; i++) {
        change_action(&rec.act[i], d);
        if (rec.act[i].roll_size > 0)
            change_castles_held(&rec.act[i]);
    }
    change_checkpoints();
}

/* Every record of the file whose number leaves that remainder. */
static unsigned tamper_file(const char *path, unsigned part, unsigned parts) {
    struct dice d = {77 + part};
    xpgn_stream *stream;
    xpgn_game game;
    unsigned games = 0;
    ck_assert_int_eq(xpgn_stream_open(&stream, &path, 1, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        if (game.number % parts != part)
            continue;
        memcpy(rec.text, game.text.data, game.text.size);
        rec.size = game.text.size;
        rec.text[rec.size] = '\0';
        read_record();
        tamper_bare();
        tamper_checked(&d);
        games++;
    }
    xpgn_stream_close(stream);
    return games;
}

enum { PARTS = 8 };

START_TEST(every_changed_field_is_noticed_or_excused) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, rules, NULL), XPGN_OK);
    xpgn_walk_options options = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT};
    ck_assert_int_eq(xpgn_walk_new(&verdict, rules, &options), XPGN_OK);
    ck_assert_uint_ge(tamper_file("tests/vectors/tamper.xpgn", (unsigned)_i, PARTS), 16);
    ck_assert_uint_ge(tally[NOTICED], 2000);
    xpgn_walk_free(walk);
    xpgn_walk_free(verdict);
    xpgn_catalog_free(rules);
    xpgn_buffer_free(&changed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tamper");
    TCase *tc = tcase_create("tamper");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, every_changed_field_is_noticed_or_excused, 0, PARTS);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
