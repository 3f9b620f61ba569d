/* SPDX-License-Identifier: MIT */
/*
 * Games by other rulesets: of the positions of many good games, actions that another ruleset allows
 * and theirs does not, rolls and positions that come of the same action there.  Each has to be an
 * error under the right ruleset, in the full walk and in a verdict.
 */
#include "house_rules.h"
#include "wrong_records.h"

#include "internal/action_facts.h"
#include "internal/text_out.h"
#include "suite.h"

#include <stdio.h>
#include <xpgn/base.h>
#include <xpgn/play.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

enum { ACTIONS = 1024, FOREIGN = 2, MOST_TEXT = 2000 };

/* Another ruleset of the same game. */
static const struct rival {
    const char *game, *yaml; /* what it changes */
    const char *options;     /* NULL: those of the record */
    unsigned actions;        /* not allowed by the right rules: how many have to be tried */
    unsigned rolls;          /* other rolls for the same action */
    unsigned positions;      /* other positions after it */
} rivals[] = {
    {"chess", "safety: {kind: none}\nending: {lost-with: [king], no-action: draw}\n", NULL, 699, 0,
     0},
    {"chess-attack", "pieces: {pawn: {attack: 3}}\n", NULL, 0, 116, 51},
    {"chess-attack", "pieces: {knight: {defense: 3}, bishop: {defense: 3}}\n", NULL, 0, 64, 24},
    {"chess-attack", "pieces: {knight: {support: 2}, pawn: {support: 0}}\n", NULL, 0, 113, 42},
    {"chess-attack", "pieces: {queen: {support: 1}, king: {support: 0}}\n", NULL, 0, 81, 55},
    {"chess-attack",
     "pieces: {pawn: {wounded: {support: 0}}, knight: {wounded: {support: 0}},\n"
     "  bishop: {wounded: {support: 0}}, rook: {wounded: {support: 0}},\n"
     "  queen: {wounded: {support: 0}}, king: {wounded: {support: 0}}}\n",
     NULL, 0, 42, 19},
    {"chess-attack",
     "pieces: {pawn: {wounded: {attack: 2, defense: 1}}, knight: {wounded: {attack: 3}},\n"
     "  bishop: {wounded: {attack: 3}}, queen: {wounded: {defense: 3}}}\n",
     NULL, 0, 115, 27},
    {"chess-attack",
     "combat:\n  kind: margin\n  outcomes:\n    - {from: 2, defender: removed}\n"
     "    - {from: 1, defender: removed, attacker: wounded}\n"
     "    - {from: 0, defender: wounded, attacker: wounded}\n"
     "    - {from: -2, defender: wounded, attacker: removed}\n    - {attacker: removed}\n",
     NULL, 0, 45, 45},
    {"chess-attack",
     "combat:\n  kind: margin\n  outcomes:\n    - {from: 3, defender: removed}\n"
     "    - {from: 0, defender: removed, attacker: wounded}\n"
     "    - {from: -1, defender: wounded, attacker: wounded}\n"
     "    - {from: -3, defender: wounded, attacker: removed}\n    - {attacker: removed}\n",
     NULL, 0, 107, 107},
    {"chess-attack",
     "combat:\n  kind: margin\n  outcomes:\n    - {from: 3, defender: removed}\n"
     "    - {from: 1, defender: removed, attacker: wounded}\n"
     "    - {from: 0, defender: wounded}\n"
     "    - {from: -2, defender: wounded, attacker: removed}\n    - {attacker: removed}\n",
     NULL, 0, 52, 52},
    {"chess-attack", "support: {kind: values, except: [[pawn, pawn]]}\n", NULL, 0, 57, 28},
    {"chess-attack", "", "", 34, 2, 1},
    {"chess-attack", "", "rescue king-safety remote-royals", 160, 6, 2},
    {"five-dice", "", "shooting support suicide-run", 821, 77, 0},
    {"five-dice",
     "combat: {kind: pools, shooting: true, suicide-run: true,\n"
     "  single-die: {pieces: [king], fails-up-to: 1}}\n",
     NULL, 821, 0, 0},
    {"five-dice", "combat: {kind: pools, single-die: {pieces: [king], fails-up-to: 3}}\n", NULL, 0,
     0, 3},
    {"five-dice",
     "combat: {kind: pools, shooting: true, suicide-run: true,\n"
     "  single-die: {pieces: [king], fails-up-to: 0}}\n",
     NULL, 807, 11, 11},
    {"five-dice", "support: {kind: dice}\n", NULL, 0, 77, 0},
    {"five-dice", "arrival: {kind: stay}\n", NULL, 81, 0, 0},
    {"combat-chess-2",
     "pieces: {pawn: {bonus: 1}, knight: {bonus: 2}, queen: {bonus: 5}, king: {bonus: 3}}\n", NULL,
     0, 157, 0},
    {"combat-chess-2", "pieces: {bishop: {bonus: 3}}\n", NULL, 0, 52, 0},
    {"combat-chess-2", "transform: {piece: pawn, removes: knight, becomes: queen}\n", NULL, 0, 0,
     6},
    {"combat-chess-2", "pieces: {knight: {leader: true}}\n", NULL, 0, 45, 0},
    {"assault-and-siege", "pieces: {pawn: {attack: 2}}\n", NULL, 369, 70, 0},
    {"assault-and-siege", "pieces: {knight: {charge: 2}}\n", NULL, 0, 35, 0},
    {"assault-and-siege", "pieces: {rook: {charge-proof: false}}\n", NULL, 4, 1, 0},
    {"assault-and-siege", "pieces: {queen: {inspires: 2}}\n", NULL, 5, 11, 0},
    {"assault-and-siege", "pieces: {rook: {defense: 1}, pawn: {defense: 0}}\n", NULL, 399, 52, 0},
    {"assault-and-siege", "pieces: {pawn: {speed: 2}, king: {speed: 2}}\n", NULL, 784, 0, 0},
    {"assault-and-siege", "pieces: {rook: {speed: 1}}\n", NULL, 461, 0, 0},
    {"assault-and-siege", "pieces: {knight: {reinforces: true}}\n", NULL, 509, 0, 0},
    {"assault-and-siege", "pieces: {bishop: {most: 4}, knight: {most: 4}, rook: {most: 4}}\n", NULL,
     44, 0, 0},
    {"assault-and-siege", "pieces: {queen: {route: true}}\n", NULL, 154, 0, 0},
};
enum { RIVALS = sizeof rivals / sizeof *rivals };

static struct counts { unsigned actions, rolls, positions; } counts[RIVALS];

static struct referees both;
static struct record rec;

/* Rules as tags name them. */
struct rules_tag {
    const xpgn_ruleset *rs;
    char variant[20], options[100];
};
static struct rules_tag right, rival;

/* ---- one turn -------------------------------------------------------------------------------- */

enum { TURN_ACTS = 16 };

/* What a turn came to: whether it is good, the rolls of its actions, the position after it. */
struct play {
    bool good;
    unsigned acts;
    char roll[TURN_ACTS][100], final[300], hint[100];
};

/* A record of one turn from this position, under these rules. */
static void write_turn(char *text, const struct rules_tag *by, const xpgn_position *p,
                       const char *actions) {
    unsigned dots = p->seats == 2 && p->side_to_move == 1 ? 3 : p->side_to_move + 1u;
    xpgn_buffer b = {0};
    xpgn_position_write(&b, right.rs, p);
    snprintf(text, MOST_TEXT,
             "[Variant \"%s\"]\n[RuleOptions \"%s\"]\n[XFEN \"%.*s\"]\n\n%u%.*s %s *\n",
             by->variant, by->options, (int)b.size, b.data, p->number, (int)dots, "....", actions);
    xpgn_buffer_free(&b);
}

static void note_action(struct play *play, const xpgn_step *s) {
    xpgn_buffer b = {0};
    ck_assert_uint_lt(play->acts, TURN_ACTS);
    if (s->facts->roll.exchanges > 0)
        roll_text(&b, &s->facts->roll);
    snprintf(play->roll[play->acts++], sizeof *play->roll, "%.*s", (int)b.size,
             b.size > 0 ? b.data : "");
    xpgn_buffer_free(&b);
}

static void note_final(struct play *play, const xpgn_ruleset *rs, const xpgn_step *s) {
    xpgn_buffer b = {0};
    if (s->position != NULL)
        xpgn_position_write(&b, rs, s->position);
    snprintf(play->final, sizeof play->final, "%.*s", (int)b.size, b.size > 0 ? b.data : "");
    xpgn_buffer_free(&b);
}

static void play_turn(const struct rules_tag *by, const xpgn_position *p, const char *actions,
                      struct play *play) {
    char text[MOST_TEXT];
    write_turn(text, by, p, actions);
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    size_t count;
    memset(play, 0, sizeof *play);
    ck_assert_int_eq(xpgn_walk_begin(both.full, &game), XPGN_OK);
    while (xpgn_walk_next(both.full, &s) == XPGN_OK) {
        if (s->kind == XPGN_STEP_ACTION)
            note_action(play, s);
        else if (s->kind == XPGN_STEP_RESULT)
            note_final(play, xpgn_walk_ruleset(both.full), s);
    }
    const xpgn_finding *list = xpgn_walk_findings(both.full, &count);
    play->good = count == 0;
    if (count > 0 && list[0].hint != NULL)
        snprintf(play->hint, sizeof play->hint, "%s", list[0].hint);
}

/* Under the right rules there is an error. */
static void refuse(const xpgn_position *p, const char *actions, const char *what) {
    char text[MOST_TEXT];
    write_turn(text, &right, p, actions);
    xpgn_buffer b = {.data = text, .size = strlen(text)};
    referees_refuse(&both, &b, 1, what);
}

/* ---- actions that only the rival allows ------------------------------------------------------ */

/* The dice that a message asks for, "<?,?:?>", with faces in it; "" if it asks for none. */
static void fill_dice(const char *hint, unsigned seed, char roll[60]) {
    const char *from = strchr(hint, '<'), *to = strchr(hint, '>');
    size_t n = 0;
    for (const char *p = from; p != NULL && to != NULL && p <= to && n + 1 < 60; p++)
        roll[n++] = *p == '?' ? (char)('1' + (seed += 7) % 6) : *p;
    roll[n] = '\0';
}

/* Is it good under the rival's rules, with the dice that they ask for? Then all of it is written.
 */
static bool rival_plays(const xpgn_position *p, const char *name, char action[200]) {
    struct play play;
    char roll[60];
    play_turn(&rival, p, name, &play);
    if (!play.good) {
        fill_dice(play.hint, p->number, roll);
        snprintf(action, 200, "%s %s", name, roll);
        play_turn(&rival, p, action, &play);
    }
    snprintf(action, 200, "%s %s", name, play.roll[0]);
    return play.good;
}

/* A pawn's attack may leave its promotion out where it need not arrive. */
static bool is_same_action(const xpgn_action *a, const xpgn_action *b) {
    bool alike = a->kind == b->kind && a->from == b->from && a->to == b->to;
    bool may_differ = a->kind == XPGN_ATTACK && strcmp(rec.id, "five-dice") == 0;
    return alike && (a->promotion == b->promotion || may_differ) && a->target == b->target &&
           a->drop == b->drop;
}

static bool is_among(const xpgn_action *a, const xpgn_action *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_same_action(a, &list[i]))
            return true;
    return false;
}

static void try_foreign(const xpgn_position *p, const struct rival *r, struct counts *c) {
    static xpgn_action ours[ACTIONS], theirs[ACTIONS];
    size_t many = xpgn_legal_actions(right.rs, p, ours, ACTIONS);
    size_t all = xpgn_legal_actions(rival.rs, p, theirs, ACTIONS);
    unsigned tried = 0;
    for (size_t i = 0; i < all && tried < FOREIGN; i++) {
        const xpgn_action *a = &theirs[(i * 7 + p->number) % all];
        char name[24], action[200];
        if (is_among(a, ours, many))
            continue;
        xpgn_action_name(rival.rs, p, a, name);
        if (!rival_plays(p, name, action))
            continue;
        refuse(p, action, r->yaml);
        tried++;
    }
    c->actions += tried;
}

/* ---- the result of the same turn ------------------------------------------------------------- */

/* Is it the same but for counts of no supporters, which may be left out? */
static bool leaves_out(const char *ours, const char *theirs) {
    while (*ours != '\0' && *ours == *theirs) {
        ours++, theirs++;
        if (strncmp(ours, "+0", 2) == 0 && *theirs != '+')
            ours += 2;
    }
    return *ours == *theirs;
}

/* The dice of a roll, and the castle of a prisoner. */
static void dice_of(const struct act *a, char text[100]) {
    xpgn_roll r = a->facts.roll;
    xpgn_buffer b = {0};
    for (unsigned e = 0; e < r.exchanges; e++) {
        for (int i = 0; i < 2; i++) {
            xpgn_roll_side *s = &r.exchange[e].side[i];
            s->count = s->total = -1;
            s->fate = s->cell_file != XPGN_NO_SQUARE ? s->fate : 0;
        }
    }
    if (r.exchanges > 0 && r.exchange[r.exchanges - 1].side[1].dice_count == 0)
        r.two_sides = false; /* <5:> would say what became of both */
    if (r.exchanges > 0 && a->facts.side[0].dice + a->facts.side[1].dice > 0)
        roll_text(&b, &r);
    snprintf(text, 100, "%.*s", (int)b.size, b.size > 0 ? b.data : "");
    xpgn_buffer_free(&b);
}

/* The actions of a turn with their dice; with this roll for one of them, if it is not NULL. */
static void write_actions(char *text, size_t first, unsigned count, size_t at, const char *roll) {
    size_t n = 0;
    for (size_t i = first; i < first + count; i++) {
        const struct act *a = &rec.act[i];
        char dice[100];
        dice_of(a, dice);
        n +=
            (size_t)snprintf(text + n, MOST_TEXT - n, "%.*s %s ", (int)strcspn(a->facts.text, "+#"),
                             a->facts.text, roll != NULL && i == first + at ? roll : dice);
    }
}

/* Other rolls, and another position at the end. */
static void try_same(size_t first, unsigned count, const struct rival *r, struct counts *c) {
    const xpgn_position *before = &rec.act[first].before;
    struct play ours, theirs;
    char text[MOST_TEXT];
    write_actions(text, first, count, 0, NULL);
    play_turn(&right, before, text, &ours);
    play_turn(&rival, before, text, &theirs);
    if (!ours.good || !theirs.good)
        return;
    for (unsigned i = 0; i < count; i++) {
        if (leaves_out(ours.roll[i], theirs.roll[i]))
            continue;
        write_actions(text, first, count, i, theirs.roll[i]);
        refuse(before, text, r->yaml);
        c->rolls++;
    }
    if (strcmp(ours.final, theirs.final) != 0) {
        write_actions(text, first, count, 0, NULL);
        snprintf(text + strlen(text), MOST_TEXT - strlen(text), "{[%%xfen %s]}", theirs.final);
        refuse(before, text, r->yaml);
        c->positions++;
    }
}

/* ---- all games ------------------------------------------------------------------------------- */

static bool find_rules(struct rules_tag *by) {
    xpgn_slice unknown, variant = {by->variant, strlen(by->variant)},
                        options = {by->options, strlen(by->options)};
    return xpgn_catalog_find(both.rules, variant, options, &by->rs, &unknown) == XPGN_OK;
}

/* The rules of the record and those of its rival. */
static void find_both(unsigned i) {
    xpgn_buffer_char(&rec.tags, '\0');
    rec.tags.size--; /* strstr needs the end, the records do not */
    const char *tag = strstr(rec.tags.data, "[RuleOptions \"");
    const char *from = tag != NULL ? tag + strlen("[RuleOptions \"") : "\"";
    snprintf(right.variant, sizeof right.variant, "%s", rec.id);
    snprintf(right.options, sizeof right.options, "%.*s", (int)strcspn(from, "\""), from);
    snprintf(rival.variant, sizeof rival.variant, "rival-%u", i);
    snprintf(rival.options, sizeof rival.options, "%s",
             rivals[i].options != NULL ? rivals[i].options : right.options);
    ck_assert(find_rules(&right) && find_rules(&rival));
}

static void try_record(unsigned i) {
    find_both(i);
    for (size_t k = 0; k < rec.acts; k++) {
        const struct act *a = &rec.act[k];
        if (!a->first || a->facts.turn_roll.count > 0)
            continue;
        size_t count = record_turn_end(&rec, k) - k + 1;
        try_foreign(&a->before, &rivals[i], &counts[i]);
        if (count < TURN_ACTS)
            try_same(k, (unsigned)count, &rivals[i], &counts[i]);
    }
}

static void try_file(const char *path, unsigned most) {
    xpgn_stream *stream;
    xpgn_game game;
    ck_assert_int_eq(xpgn_stream_open(&stream, &path, 1, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK && game.number <= most) {
        record_read(&rec, &both, &game);
        for (unsigned i = 0; i < RIVALS; i++)
            if (strcmp(rivals[i].game, rec.id) == 0)
                try_record(i);
        record_free(&rec);
    }
    xpgn_stream_close(stream);
}

static void load_rivals(void) {
    for (unsigned i = 0; i < RIVALS; i++) {
        char yaml[1000];
        snprintf(yaml, sizeof yaml,
                 "ruleset: rival-%u\ntitle: Rival %u\nversion: 1\nextends: %s\n%s", i, i,
                 rivals[i].game, rivals[i].yaml);
        house_rules(both.rules, yaml);
    }
}

START_TEST(a_game_by_another_ruleset_is_an_error) {
    static const struct {
        const char *path;
        unsigned games;
    } files[] = {{"tests/vectors/tamper.xpgn", 200},
                 {"tests/bench/data/plain.pgn", 30},
                 {"tests/bench/data/chess-attack.xpgn", 40},
                 {"tests/bench/data/five-dice.xpgn", 20},
                 {"tests/bench/data/combat-chess-2.xpgn", 40},
                 {"tests/bench/data/assault-and-siege.xpgn", 10}};
    referees_begin(&both);
    load_rivals();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        try_file(files[i].path, files[i].games);
    for (unsigned i = 0; i < RIVALS; i++) {
        const struct rival *r = &rivals[i];
        const struct counts *c = &counts[i];
        ck_assert_msg(
            c->actions >= r->actions && c->rolls >= r->rolls && c->positions >= r->positions,
            "%u actions, %u rolls, %u positions: %s", c->actions, c->rolls, c->positions, r->yaml);
    }
    referees_end(&both);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wrong rulesets");
    TCase *tc = tcase_create("wrong rulesets");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_game_by_another_ruleset_is_an_error);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}
