/* SPDX-License-Identifier: MIT */
/*
 * Rulesets are data: whatever the loader accepts is played, and all parts of the library agree
 * about it. What is listed is what is read; the fast path, the walk and the writer say the same;
 * each position between turns is a start from which the game goes on alike; a game that the rules
 * end has its end in every fact.
 *
 * XPGN_RULESETS is how many are drawn; then one for each pair of mechanisms that none of them had.
 * XPGN_SEED is the first seed; what fails prints its own. XPGN_KEEP is a folder that the rulesets
 * are written to instead, for tests/oracles/rulesets.py, which gives them to the programs.
 */
#include "random_rules.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

#include "core/base/slice.h"
#include "core/play/play_action.h"
#include "core/rules/ruleset.h"
#include "internal/action_facts.h"
#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "suite.h"

enum { ACTIONS = 8192, TURNS = 40, GAMES = 2, PLAYERS = 2, RULESETS = 60 };

/* A ruleset being tried, and the game being played. */
struct trial {
    struct dice *d;
    xpgn_catalog *catalog;
    const xpgn_ruleset *rs;
    xpgn_buffer yaml, moves, record, start, xfen;
    xpgn_play *play;
    xpgn_player *player; /* NULL: everything is chosen by lot */
    uint64_t seed, turns;
    unsigned first; /* the seat that began */
    xpgn_action list[ACTIONS];
    size_t count;
    bool rolls;
};

#define AGREE(t, condition, ...)                                                                   \
    do {                                                                                           \
        if (!(condition))                                                                          \
            disagree(t, __VA_ARGS__);                                                              \
    } while (0)

static _Noreturn void disagree(const struct trial *t, const char *format, ...) {
    char said[600];
    va_list args;
    va_start(args, format);
    vsnprintf(said, sizeof said, format, args);
    va_end(args);
    ck_abort_msg("XPGN_SEED=%llu: %s\n%.*s\n%.*s", (unsigned long long)t->seed, said,
                 (int)t->yaml.size, t->yaml.data, (int)t->record.size, t->record.data);
}

static uint32_t lot(void *data, uint32_t below) {
    return dice_below(data, below);
}

static unsigned die(void *data, unsigned faces) {
    return 1 + dice_below(data, faces);
}

/* ---- one action ------------------------------------------------------------------------------ */

static bool is_listed(const struct trial *t, const xpgn_action *a) {
    /* a failed attack is written without its promotion: the list has the one that wins */
    bool may_fail = action_fights(a) && a->promotion == 0 && !attacks_capture(t->rs);
    for (size_t i = 0; i < t->count; i++) {
        xpgn_action listed = t->list[i];
        if (may_fail)
            listed.promotion = 0;
        if (action_same(&listed, a))
            return true;
    }
    return false;
}

/* Each action of the list is read from its own notation. */
static void read_listed(struct trial *t, const xpgn_action *a) {
    char name[24];
    xpgn_action back;
    xpgn_action_name(t->rs, xpgn_play_position(t->play), a, name);
    AGREE(t, xpgn_play_read(t->play, slice_of(name), &back) == XPGN_OK, "listed, but refused: %s",
          name);
    bool attempt = a->kind == XPGN_TELEPORT || a->kind == XPGN_RELEASE;
    AGREE(t, attempt || action_same(a, &back), "listed, but read as another: %s", name);
}

/* Whatever piece is to go anywhere in any way: what is read is listed. */
static void read_unlisted(struct trial *t) {
    const xpgn_position *p = xpgn_play_position(t->play);
    char name[24];
    xpgn_action back;
    for (unsigned from = 0; from < (unsigned)p->files * p->ranks; from++)
        for (unsigned to = 0; is_own(p, (xpgn_square)from) && to < (unsigned)p->files * p->ranks;
             to++)
            for (unsigned kind = 0; kind <= XPGN_ROUTE; kind++) {
                xpgn_action a = action_of(p, (xpgn_action_kind)kind, from, to);
                if (kind == XPGN_TELEPORT || kind == XPGN_RELEASE || kind == XPGN_PASS)
                    continue;
                if (action_fights(&a))
                    a.target = (xpgn_square)to;
                xpgn_action_name(t->rs, p, &a, name);
                bool read =
                    name[0] != '\0' && xpgn_play_read(t->play, slice_of(name), &back) == XPGN_OK;
                AGREE(t, !read || is_listed(t, &back), "read, but not listed: %s", name);
            }
}

static bool attacks(const xpgn_action *a) {
    return a->target != XPGN_NO_SQUARE;
}

static const xpgn_action *any_action(struct trial *t) {
    const xpgn_action *a = &t->list[dice_below(t->d, (unsigned)t->count)];
    for (unsigned n = dice_below(t->d, 8); n > 0 && !attacks(a); n--)
        a = &t->list[dice_below(t->d, (unsigned)t->count)];
    return a;
}

/* Takes the cell of a prisoner and the rest of an action by lot. */
static xpgn_action choose_rest(struct trial *t, xpgn_roll *roll, xpgn_facts *facts) {
    xpgn_square cells[4];
    xpgn_action choices[64];
    unsigned loser;
    size_t n = xpgn_play_cells(t->play, facts, cells, &loser);
    if (n > 0) {
        const xpgn_position *p = xpgn_play_position(t->play);
        xpgn_square cell = cells[dice_below(t->d, (unsigned)n)];
        xpgn_roll_side *side = &roll->exchange[roll->exchanges - 1].side[loser];
        side->cell_file = cell % p->files;
        side->cell_rank = cell / p->files;
    }
    if (t->player != NULL) {
        xpgn_player_complete(t->player, t->play, lot, t->d, facts);
        return facts->action;
    }
    n = xpgn_play_choices(t->play, facts, choices, 64);
    AGREE(t, n > 0, "no choice after the dice");
    return choices[dice_below(t->d, (unsigned)(n < 64 ? n : 64))];
}

/* Plays an action that is legal; false: its roll has no room. */
static bool act(struct trial *t, const xpgn_action *a) {
    xpgn_facts facts;
    xpgn_roll roll = {.exchanges = 0};
    char name[24];
    xpgn_position before = *xpgn_play_position(t->play);
    xpgn_action_name(t->rs, &before, a, name);
    AGREE(t, xpgn_play_prepare(t->play, a, &facts) == XPGN_OK, "not prepared: %s", name);
    xpgn_play_throw(t->play, &facts, die, t->d, &roll);
    while (xpgn_play_may_go_on(t->play, &facts, &roll) && dice_below(t->d, 3) > 0)
        xpgn_play_throw_on(t->play, &facts, die, t->d, &roll);
    if (xpgn_play_judge(t->play, a, &roll, &facts) != XPGN_OK) {
        AGREE(t, roll.exchanges == XPGN_MAX_EXCHANGES, "not judged: %s", name);
        return false;
    }
    xpgn_action chosen = choose_rest(t, &roll, &facts);
    AGREE(t, xpgn_play_act(t->play, &chosen, &roll, &facts) == XPGN_OK, "not played: %s", name);
    xpgn_buffer_char(&t->moves, ' ');
    xpgn_facts_write(&t->moves, &before, &facts);
    return true;
}

/* ---- turns ----------------------------------------------------------------------------------- */

static bool roll_turn(struct trial *t) {
    xpgn_turn_dice rolled;
    return xpgn_play_throw_turn(t->play, die, t->d, &rolled) == XPGN_OK;
}

/* What is done next; NULL: the turn roll, or, if `rolls` is false, the end of the turn. */
static const xpgn_action *decide(struct trial *t, xpgn_turn_roll roll, bool may_end) {
    int choice = 0;
    if (t->player != NULL) {
        choice = xpgn_player_choose(t->player, t->play, t->list, t->count, lot, t->d);
        t->rolls = choice == XPGN_PLAYER_ROLL;
        return choice < 0 ? NULL : &t->list[choice];
    }
    t->rolls = roll == XPGN_TURN_ROLL_MAY && (t->count == 0 || dice_below(t->d, 2) == 0);
    bool ends = may_end && dice_below(t->d, 4) == 0;
    t->rolls = t->rolls && !ends;
    return ends || t->rolls ? NULL : any_action(t);
}

/* One action, turn roll or end of the turn; false: the turn is over. */
static bool goes_on(struct trial *t) {
    xpgn_turn_roll roll = xpgn_play_turn_roll(t->play);
    if (roll == XPGN_TURN_ROLL_MUST)
        return roll_turn(t);
    t->count = xpgn_play_actions(t->play, t->list, ACTIONS);
    HOLDS(t->count <= ACTIONS, "%zu actions", t->count);
    bool may_end = xpgn_play_may_end(t->play);
    if (t->count == 0 && roll == XPGN_TURN_ROLL_NONE) {
        AGREE(t, may_end, "no action, and the turn cannot end");
        return xpgn_play_end(t->play) != XPGN_OK;
    }
    for (size_t i = 0; i < t->count && dice_below(t->d, 4) == 0; i++)
        read_listed(t, &t->list[i]);
    const xpgn_action *a = decide(t, roll, may_end);
    if (a == NULL)
        return t->rolls ? roll_turn(t) : xpgn_play_end(t->play) != XPGN_OK;
    if (!act(t, a))
        return false;
    return xpgn_play_in_turn(t->play);
}

static void play_turn(struct trial *t) {
    const xpgn_position *p = xpgn_play_position(t->play);
    if (t->moves.size > 0)
        xpgn_buffer_char(&t->moves, ' ');
    xpgn_turn_write(&t->moves, p->seats, p->number, p->side_to_move);
    while (goes_on(t))
        ;
    t->turns++;
}

/* ---- records --------------------------------------------------------------------------------- */

static void put_result(const struct trial *t, xpgn_buffer *b) {
    xpgn_outcome o = xpgn_play_outcome(t->play);
    if (o.over)
        xpgn_score_write(b, xpgn_play_position(t->play)->seats, o.score);
    else
        xpgn_buffer_char(b, '*');
}

/* Writes the record of the game since that position; NULL: since the start that needs no tag. */
static void put_record(struct trial *t, const char *xfen, const char *moves, size_t size) {
    xpgn_buffer *b = &t->record;
    xpgn_buffer_clear(b);
    xpgn_buffer_text(b, "[Result \"");
    put_result(t, b);
    xpgn_buffer_text(b, "\"]\n");
    if (xfen != NULL)
        xpgn_buffer_printf(b, "[SetUp \"1\"]\n[XFEN \"%s\"]\n", xfen);
    xpgn_buffer_text(b, "[Variant \"drawn\"]\n[XPGN \"1\"]\n\n");
    xpgn_buffer_put(b, moves, size);
    xpgn_buffer_char(b, ' ');
    put_result(t, b);
    xpgn_buffer_char(b, '\n');
}

static xpgn_game record_of(const xpgn_buffer *b) {
    return (xpgn_game){.file = "-", .text = {b->data, b->size}, .number = 1, .line = 1};
}

/* ---- what the library says of a record ------------------------------------------------------- */

/* What a walk says: the position of each turn, a line each, and how the game ended. */
struct said {
    xpgn_buffer xfens;
    bool ended; /* by the facts of the last action */
    xpgn_outcome outcome;
};

/* Walks a record in which nothing may be found. */
static void walk_clean(struct trial *t, const xpgn_buffer *record, xpgn_detail detail, bool lint,
                       struct said *said) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = detail, .lint = lint};
    const xpgn_game game = record_of(record);
    const xpgn_step *step;
    xpgn_walk *walk;
    size_t count;
    ck_assert_int_eq(xpgn_walk_new(&walk, t->catalog, &how), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
    xpgn_buffer_clear(&said->xfens);
    said->ended = false;
    while (xpgn_walk_next(walk, &step) == XPGN_OK) {
        if (step->kind == XPGN_STEP_ACTION)
            said->ended = step->facts->outcome.over;
        if (step->kind != XPGN_STEP_TURN)
            continue;
        xpgn_position_write(&said->xfens, t->rs, step->position);
        xpgn_buffer_char(&said->xfens, '\n');
    }
    said->outcome = xpgn_walk_outcome(walk);
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        AGREE(t, list[i].level == XPGN_LINT, "detail %d: %s at %u: %s", detail, list[i].code,
              list[i].place.offset, list[i].text);
    xpgn_walk_free(walk);
}

static void write_again(struct trial *t, const xpgn_buffer *record, xpgn_buffer *out) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_MOVES};
    const xpgn_writer_options form = {XPGN_WRITER_OPTIONS, .no_digest = true};
    const xpgn_game game = record_of(record);
    const xpgn_step *step;
    xpgn_writer *writer;
    xpgn_walk *walk;
    ck_assert_int_eq(xpgn_walk_new(&walk, t->catalog, &how), XPGN_OK);
    ck_assert_int_eq(xpgn_writer_new(&writer, &form), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
    xpgn_buffer_clear(out);
    xpgn_writer_begin(out, writer, walk);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        xpgn_writer_step(writer, step);
    AGREE(t, xpgn_writer_end(writer) == XPGN_OK, "the writer refuses it");
    xpgn_writer_free(writer);
    xpgn_walk_free(walk);
}

static bool same_text(const xpgn_buffer *a, const xpgn_buffer *b) {
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/* All readers say the same of the record in `t`: the positions `xfens`, and how it ended. */
static void all_agree(struct trial *t, const xpgn_buffer *xfens) {
    xpgn_outcome due = xpgn_play_outcome(t->play);
    xpgn_buffer written = {0}, again = {0};
    struct said said = {.ended = false};
    for (unsigned lint = 0; lint < 2; lint++) {
        walk_clean(t, &t->record, XPGN_STEPS, lint, &said);
        AGREE(t, same_text(&said.xfens, xfens), "other positions:\n%.*s", (int)said.xfens.size,
              said.xfens.data);
        AGREE(t, said.ended == due.over, "the end is not in the facts of the last action");
        AGREE(t, memcmp(&said.outcome.score, due.score, sizeof due.score) == 0, "another outcome");
    }
    walk_clean(t, &t->record, XPGN_VERDICT, false, &said);
    AGREE(t, said.outcome.over == due.over, "another end by the verdict");
    write_again(t, &t->record, &written);
    write_again(t, &written, &again);
    AGREE(t, same_text(&written, &again), "written twice, it differs");
    walk_clean(t, &written, XPGN_STEPS, false, &said);
    AGREE(t, same_text(&said.xfens, xfens), "other positions as written");
    xpgn_buffer_free(&said.xfens);
    xpgn_buffer_free(&written);
    xpgn_buffer_free(&again);
}

/* ---- one game -------------------------------------------------------------------------------- */

/* The position between turns is accepted as a start, with the same actions. */
static void start_from(struct trial *t) {
    static xpgn_action list[ACTIONS];
    xpgn_position p;
    xpgn_play *fresh;
    xpgn_fault fault = {.text = ""};
    xpgn_buffer_clear(&t->xfen);
    xpgn_position_write(&t->xfen, t->rs, xpgn_play_position(t->play));
    xpgn_slice text = {t->xfen.data, t->xfen.size};
    AGREE(t, xpgn_position_read(t->rs, text, &p, &fault) == XPGN_OK, "refused as a start: %.*s: %s",
          SLICE(text), fault.text);
    ck_assert_int_eq(xpgn_play_new(&fresh, t->rs, &p), XPGN_OK);
    AGREE(t, xpgn_play_outcome(fresh).over == xpgn_play_outcome(t->play).over,
          "over in one way only: %.*s", SLICE(text));
    t->count = xpgn_play_actions(t->play, t->list, ACTIONS);
    size_t count = xpgn_play_actions(fresh, list, ACTIONS);
    AGREE(t, count == t->count && memcmp(list, t->list, count * sizeof *list) == 0,
          "%zu actions, %zu after a new start: %.*s", t->count, count, SLICE(text));
    if (dice_below(t->d, 10) == 0 && count > 0)
        read_unlisted(t);
    xpgn_play_free(fresh);
}

/* Begins a game; `first_roll` is set if the tag FirstRoll says who does. False: none can begin. */
static bool begin(struct trial *t, bool *first_roll) {
    xpgn_position p;
    if (xpgn_ruleset_set_up(t->rs, lot, t->d, &p) != XPGN_OK)
        return false;
    *first_roll = xpgn_ruleset_rolls_off(t->rs) && !xpgn_ruleset_sets_up(t->rs);
    if (*first_roll)
        p.side_to_move = (uint8_t)dice_below(t->d, 2);
    t->first = p.side_to_move;
    xpgn_play_free(t->play);
    t->play = NULL;
    ck_assert_int_eq(xpgn_play_new(&t->play, t->rs, &p), XPGN_OK);
    xpgn_buffer_clear(&t->moves);
    xpgn_buffer_clear(&t->record);
    xpgn_buffer_clear(&t->start);
    xpgn_position_write(&t->start, t->rs, &p);
    xpgn_buffer_char(&t->start, '\0');
    return !xpgn_play_outcome(t->play).over;
}

/* Plays a game, and compares its record and that of its second part with what was played. */
static void try_game(struct trial *t) {
    xpgn_buffer xfens = {0};
    bool first_roll;
    char middle[400] = "";
    size_t cut = 0, cut_moves = 0;
    unsigned turns = 1 + dice_below(t->d, TURNS), half = dice_below(t->d, turns);
    if (!begin(t, &first_roll))
        return;
    for (unsigned n = 0; n < turns && !xpgn_play_outcome(t->play).over; n++) {
        start_from(t);
        /* at number 1 it would be judged as a set-up */
        if (n >= half && middle[0] == '\0' && xpgn_play_position(t->play)->number > 1) {
            snprintf(middle, sizeof middle, "%.*s", (int)t->xfen.size, t->xfen.data);
            cut = xfens.size;
            cut_moves = t->moves.size;
        }
        play_turn(t);
        xpgn_position_write(&xfens, t->rs, xpgn_play_position(t->play));
        xpgn_buffer_char(&xfens, '\n');
    }
    bool given = first_roll || xpgn_ruleset_sets_up(t->rs);
    put_record(t, given ? t->start.data : NULL, t->moves.data, t->moves.size);
    all_agree(t, &xfens);
    if (middle[0] != '\0') {
        xpgn_buffer rest = {0};
        xpgn_buffer_put(&rest, xfens.data + cut, xfens.size - cut);
        put_record(t, middle, t->moves.data + cut_moves, t->moves.size - cut_moves);
        all_agree(t, &rest);
        xpgn_buffer_free(&rest);
    }
    xpgn_buffer_free(&xfens);
}

/* ---- many rulesets --------------------------------------------------------------------------- */

enum { WORDS = 64 };

/* A word of an axis. */
static struct word {
    const struct schema_row *row;
    unsigned value;
} words[WORDS];
static unsigned word_count;
static bool played[WORDS][WORDS]; /* a ruleset with both has been tried */

static struct {
    unsigned rulesets, pairs, games;
    uint64_t turns;
} tally;

static void list_words(void) {
    for (const struct schema_row *row = schema_rows; row < schema_rows + schema_row_count; row++)
        for (unsigned i = 0; row->words != NULL && row->words[i] != NULL; i++) {
            HOLDS(word_count < WORDS, "more words than there is room for");
            words[word_count++] = (struct word){row, i};
        }
}

/* Notes the pairs of words that the ruleset has. */
static void note_pairs(const xpgn_ruleset *rs) {
    for (unsigned i = 0; i < word_count; i++)
        for (unsigned k = 0; k < i; k++)
            played[i][k] |= schema_number(words[i].row, rs) == (int)words[i].value &&
                            schema_number(words[k].row, rs) == (int)words[k].value;
}

static bool try_ruleset(uint64_t seed, const struct wanted_pair *pair) {
    static struct trial t;
    struct dice d = {seed};
    memset(&t, 0, sizeof t);
    t.d = &d;
    t.seed = seed;
    t.rs = random_ruleset(&d, pair, &t.catalog, &t.yaml);
    if (t.rs == NULL)
        return false;
    for (unsigned n = 0; n < GAMES; n++, tally.games++) {
        const char *name = n == 0 ? NULL : xpgn_player_name(dice_below(&d, PLAYERS));
        if (name != NULL)
            ck_assert_int_eq(xpgn_player_new(&t.player, slice_of(name)), XPGN_OK);
        try_game(&t);
        xpgn_player_free(t.player);
        t.player = NULL;
    }
    note_pairs(t.rs);
    tally.rulesets++;
    tally.turns += t.turns;
    xpgn_play_free(t.play);
    xpgn_catalog_free(t.catalog);
    xpgn_buffer *all[] = {&t.yaml, &t.moves, &t.record, &t.start, &t.xfen};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        xpgn_buffer_free(all[i]);
    return true;
}

static uint64_t number_of(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

/* Tries a ruleset with these words, unless they exclude each other or have been tried. */
static void try_pair(const struct word *one, const struct word *other, bool done, uint64_t seed) {
    const struct wanted_pair pair = {one->row, other->row, one->value, other->value};
    if (one->row == other->row ||
        !schema_pair_works(one->row, one->value, other->row, other->value))
        return;
    HOLDS(done || try_ruleset(seed, &pair), "%s %s never goes with %s %s, and is not refused",
          one->row->path, one->row->words[one->value], other->row->path,
          other->row->words[other->value]);
    tally.pairs++;
}

/* Draws a ruleset and writes it to the folder. */
static void keep_ruleset(const char *folder, uint64_t seed) {
    struct dice d = {seed};
    xpgn_buffer yaml = {0};
    xpgn_catalog *catalog;
    char name[400];
    HOLDS(random_ruleset(&d, NULL, &catalog, &yaml) != NULL, "nothing drawn");
    snprintf(name, sizeof name, "%s/drawn-%llu.yaml", folder, (unsigned long long)seed);
    FILE *file = fopen(name, "w");
    HOLDS(file != NULL && fwrite(yaml.data, 1, yaml.size, file) == yaml.size && fclose(file) == 0,
          "%s: not written", name);
    xpgn_buffer_free(&yaml);
    xpgn_catalog_free(catalog);
}

START_TEST(what_the_loader_accepts_is_played_alike_by_all) {
    uint64_t seed = number_of("XPGN_SEED", 1), rulesets = number_of("XPGN_RULESETS", RULESETS);
    const char *folder = getenv("XPGN_KEEP");
    for (uint64_t n = 0; folder != NULL && n < rulesets; n++)
        keep_ruleset(folder, seed + n);
    if (folder != NULL)
        return;
    (void)dlopen("libyaml-0.so.2", RTLD_NOW); /* once, not anew with each ruleset */
    list_words();
    for (uint64_t n = 0; n < rulesets; n++)
        HOLDS(try_ruleset(seed + n, NULL), "nothing drawn from %llu",
              (unsigned long long)(seed + n));
    for (unsigned i = 0; i < word_count; i++)
        for (unsigned k = 0; k < i; k++)
            try_pair(&words[i], &words[k], played[i][k], seed + (i + 1) * 100000 + k);
    printf("%u rulesets from seed %llu, %u games, %llu turns, all of %u pairs of mechanisms\n",
           tally.rulesets, (unsigned long long)seed, tally.games, (unsigned long long)tally.turns,
           tally.pairs);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("random rules");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, what_the_loader_accepts_is_played_alike_by_all);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
