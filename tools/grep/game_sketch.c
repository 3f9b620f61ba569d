/* SPDX-License-Identifier: MIT */
#include "grep/game_sketch.h"

#include "internal/action_facts.h"
#include "internal/events.h"
#include "internal/loop.h"

#include <xpgn/facts.h>
#include <xpgn/record.h>
#include <xpgn/walk.h>

/* Sizes in bytes of a line; an action of chess takes two bytes. */
enum {
    BYTES = 2,
    OPENING = 12 * BYTES, /* least length of a game to count as the beginning of another */
    MIDDLE = 20 * BYTES,  /* forms a key with the day; in shorter games no half-move may differ */
    LONG = 40 * BYTES,    /* shared by few games: a key by itself */
    DIFFER = 8 * BYTES,   /* the largest difference of near copies, */
    SHARE = 10,           /* and at most one part in this many of the shorter game */
    BUCKET = 8,           /* bytes of a key */
    LETTERS = 2,          /* letters that may differ in a name */
    WORDS = 2             /* words of a name that may be the family name */
};

/* ---- keys ------------------------------------------------------------------------------------ */

/* Finds the words that may be the family name: the last one before the comma, or without a comma
   the last and the first one. Returns their number. */
static unsigned family_names(const xpgn_buffer *words, xpgn_slice out[WORDS]) {
    const char *text = words->size > 0 ? words->data : "", *end = text + words->size;
    const char *comma = memchr(text, ',', words->size);
    const char *stop = comma != NULL ? comma : end, *start = stop;
    while (start > text && start[-1] != ' ')
        start--;
    out[0] = (xpgn_slice){start, (size_t)(stop - start)};
    if (comma != NULL || start == text)
        return 1;
    const char *blank = memchr(text, ' ', words->size);
    out[1] = (xpgn_slice){text, (size_t)(blank - text)};
    return 2;
}

/* What is put into the sorter for each key of a game. */
typedef struct sketch_entry {
    cli_worker *w;
    grep_sketcher *s;
    const cli_sorter *sorter;
    const grep_sketch *of;
} sketch_entry;

/* A key may come twice, of a name with the same word twice. */
static void put_key(const sketch_entry *e, uint64_t hash) {
    grep_sketcher *s = e->s;
    xpgn_buffer_clear(&s->key);
    cli_sorter_number(&s->key, hash);
    xpgn_buffer_slice(&s->key, e->of->actions);
    cli_sorter_number(&s->key, e->of->nth);
    if (s->key.failed || s->data.failed)
        cli_no_memory(e->w->cli);
    cli_sorter_put(e->sorter, &s->part, (xpgn_slice){s->key.data, s->key.size},
                   (xpgn_slice){s->data.data, s->data.size});
}

static uint64_t hash_more(uint64_t hash, char kind, xpgn_slice text) {
    return hash_bytes(hash_bytes(hash, &kind, 1), text.data, text.size);
}

static xpgn_slice head_of(xpgn_slice actions, size_t size) {
    return (xpgn_slice){actions.data, actions.size < size ? actions.size : size};
}

/* Puts the keys of a game; `start` is the hash of its start position. Copies share the names of
   both players, or that of one and the opening, or the day and a longer beginning, or a very long
   one. */
static void put_keys(const sketch_entry *e, uint64_t start) {
    xpgn_slice name[2][WORDS];
    const grep_sketcher *s = e->s;
    const grep_sketch *of = e->of;
    unsigned count[2] = {family_names(&s->word[0], name[0]), family_names(&s->word[1], name[1])};
    for (unsigned i = 0; i < count[0]; i++)
        for (unsigned j = 0; j < count[1]; j++)
            put_key(e, hash_more(hash_more(start, 'w', name[0][i]), 'b', name[1][j]));
    for (unsigned seat = 0; seat < 2 && of->actions.size >= OPENING; seat++)
        for (unsigned i = 0; i < count[seat]; i++)
            if (name[seat][i].size > 0)
                put_key(e, hash_more(hash_more(start, (char)seat, name[seat][i]), 'o',
                                     head_of(of->actions, OPENING)));
    if (of->actions.size >= MIDDLE && of->first_day > 0) {
        const xpgn_slice day = {(const char *)&of->first_day, sizeof of->first_day};
        put_key(e, hash_more(hash_more(start, 'd', day), 'm', head_of(of->actions, MIDDLE)));
    }
    if (of->actions.size >= LONG)
        put_key(e, hash_more(start, 'l', head_of(of->actions, LONG)));
}

/* ---- making ---------------------------------------------------------------------------------- */

static void open_sketcher(cli_worker *w, grep_sketcher *s) {
    static const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                          .detail = XPGN_VERDICT, .keep_line = true};
    if (xpgn_reader_new(&s->reader) != XPGN_OK)
        cli_no_memory(w->cli);
    s->walk = cli_open_walk(w, &how);
}

/* Walks a game; false if it has no line. Sets *start to a hash of ruleset and start position. */
static bool sketch_line(cli_worker *w, grep_sketcher *s, const xpgn_game *game, grep_sketch *of,
                        uint64_t *start) {
    const xpgn_step *step;
    xpgn_status status = xpgn_walk_begin(s->walk, game);
    while (status == XPGN_OK && (status = xpgn_walk_next(s->walk, &step)) == XPGN_OK)
        if (step->kind == XPGN_STEP_RESULT) {
            xpgn_fact_source is = {XPGN_SUBJECT};
            xpgn_fact_source_step(&is, step);
            of->turns = is.turns;
            of->result = is.result.size > 1; /* not * */
        }
    xpgn_buffer_clear(&s->line);
    if (status == XPGN_END)
        status = xpgn_walk_line(&s->line, s->walk);
    if (status == XPGN_NO_MEMORY || s->line.failed)
        cli_no_memory(w->cli);
    if (status != XPGN_OK)
        return false;
    const char *at = s->line.data, *end = at + s->line.size;
    for (int lines = 0; lines < 3 && at < end; lines++) {
        const char *lf = memchr(at, '\n', (size_t)(end - at));
        at = lf != NULL ? lf + 1 : end;
    }
    *start = hash_bytes(0, s->line.data, (size_t)(at - s->line.data));
    of->actions = (xpgn_slice){at, (size_t)(end - at)};
    return of->actions.size > 0;
}

static void read_date(grep_sketch *of, xpgn_slice value) {
    xpgn_span span;
    of->first_day = 0;
    of->last_day = INT32_MAX;
    if (value.data != NULL && xpgn_value_date(value, &span)) {
        of->first_day = (int32_t)span.low;
        of->last_day = (int32_t)span.high;
    }
}

static void sketch_tags(cli_worker *w, grep_sketcher *s, const xpgn_game *game, grep_sketch *of) {
    enum { WHITE, BLACK, DATE, ROUND, TIME, TAGS };
    static const xpgn_slice name[TAGS] = {
        {"White", 5}, {"Black", 5}, {"Date", 4}, {"Round", 5}, {"UTCTime", 7}};
    xpgn_slice value[TAGS];
    xpgn_token t;
    xpgn_reader_tags(s->reader, game->text, name, TAGS, value);
    for (int i = 0; i < 2; i++) {
        xpgn_buffer_clear(&s->name[i]);
        xpgn_buffer_clear(&s->word[i]);
        if (value[i].data != NULL && !xpgn_value_is_unknown(value[i]))
            xpgn_tag_text(&s->name[i], value[i]);
        s->name[i].size = s->name[i].size < UINT16_MAX ? s->name[i].size : UINT16_MAX;
        of->name[i] = (xpgn_slice){s->name[i].data, s->name[i].size};
        xpgn_name_words(&s->word[i], of->name[i]);
        if (s->name[i].failed || s->word[i].failed)
            cli_no_memory(w->cli);
    }
    read_date(of, value[DATE]);
    of->round = 0;
    for (size_t i = 0; value[ROUND].data != NULL && i < value[ROUND].size && i < 6; i++) {
        char c = value[ROUND].data[i];
        if (c < '0' || c > '9')
            break;
        of->round = of->round * 10 + (uint32_t)(c - '0');
    }
    of->time = 0;
    if (value[TIME].data != NULL && !xpgn_value_is_unknown(value[TIME]))
        of->time = hash_bytes(0, value[TIME].data, value[TIME].size);
    of->tags = 0;
    xpgn_reader_begin(s->reader, game->text);
    while (xpgn_reader_next(s->reader, &t) && t.kind == XPGN_TOKEN_TAG)
        of->tags += !xpgn_value_is_unknown(t.text) && *t.text.data != '?';
}

void grep_sketch_put(cli_worker *w, grep_sketcher *s, const cli_sorter *sorter,
                     const xpgn_game *game, uint64_t nth, bool archived) {
    grep_sketch of = {.nth = nth,
                      .number = game->number,
                      .line = game->line,
                      .file = (uint32_t)game->file_index,
                      .size = (uint32_t)game->text.size,
                      .archived = archived};
    uint64_t start;
    s->last = nth;
    if (s->walk == NULL)
        open_sketcher(w, s);
    if (!sketch_line(w, s, game, &of, &start))
        return;
    sketch_tags(w, s, game, &of);
    of.white = (uint16_t)of.name[0].size;
    of.black = (uint16_t)of.name[1].size;
    xpgn_buffer_clear(&s->data);
    xpgn_buffer_put(&s->data, &of, sizeof of);
    xpgn_buffer_slice(&s->data, of.name[0]);
    xpgn_buffer_slice(&s->data, of.name[1]);
    put_keys(&(sketch_entry){w, s, sorter, &of}, start);
}

void grep_sketcher_close(cli_sorter *sorter, grep_sketcher *s) {
    cli_sorter_add(sorter, &s->part);
    xpgn_walk_free(s->walk);
    xpgn_reader_free(s->reader);
    xpgn_buffer_free(&s->line);
    xpgn_buffer_free(&s->key);
    xpgn_buffer_free(&s->data);
    for (int i = 0; i < 2; i++) {
        xpgn_buffer_free(&s->name[i]);
        xpgn_buffer_free(&s->word[i]);
    }
}

/* ---- comparing ------------------------------------------------------------------------------- */

bool grep_sketch_get(grep_sketch *out, xpgn_slice key, xpgn_slice data, uint64_t *bucket) {
    uint64_t now;
    memcpy(&now, key.data, sizeof now);
    memcpy(out, data.data, sizeof *out);
    const char *names = data.data + sizeof *out;
    out->name[0] = (xpgn_slice){names, out->white};
    out->name[1] = (xpgn_slice){names + out->white, out->black};
    out->actions = (xpgn_slice){key.data + BUCKET, key.size - BUCKET - 8};
    bool same = now == *bucket;
    *bucket = now;
    return same;
}

/* Returns how many bytes of `a` must be changed, inserted or deleted to make it a prefix of `b`; a
   result above `most` means too many. Computes a band of the usual table row by row. */
static size_t edits(xpgn_slice a, xpgn_slice b, size_t most) {
    enum { WIDTH = 2 * DIFFER + 1 };
    size_t row[WIDTH + 1], width = 2 * most + 1;
    for (size_t k = 0; k < width; k++)
        row[k] = k < most ? most + 1 : k - most;
    row[width] = most + 1;
    for (size_t i = 1; i <= a.size; i++) {
        size_t least = most + 1, left = most + 1;
        for (size_t k = 0; k < width; k++) {
            size_t j = i + k, cost = most + 1; /* the column plus `most` */
            if (j >= most && j - most <= b.size) {
                j -= most;
                if (j > 0)
                    cost = row[k] + (a.data[i - 1] != b.data[j - 1]);
                cost = row[k + 1] + 1 < cost ? row[k + 1] + 1 : cost;
                cost = left + 1 < cost ? left + 1 : cost;
            }
            row[k] = left = cost;
            least = cost < least ? cost : least;
        }
        if (least > most)
            return least;
    }
    size_t best = most + 1;
    for (size_t k = 0; k < width; k++) /* the rest of `b` does not matter */
        best = row[k] < best ? row[k] : best;
    return best;
}

static grep_likeness compare_actions(xpgn_slice a, xpgn_slice b) {
    if (a.size > b.size) {
        xpgn_slice t = a;
        a = b;
        b = t;
    }
    size_t same = 0;
    while (same < a.size && a.data[same] == b.data[same])
        same++;
    if (same == a.size)
        return a.size == b.size  ? GREP_SAME_ACTIONS
               : same >= OPENING ? GREP_BEGINNING
                                 : GREP_UNLIKE;
    if (a.size < MIDDLE)
        return GREP_UNLIKE;
    size_t most = a.size / SHARE < DIFFER ? a.size / SHARE : DIFFER;
    if (a.size - same <= most)
        return GREP_OTHER_END;
    const xpgn_slice rest = {a.data + same, a.size - same};
    return edits(rest, (xpgn_slice){b.data + same, b.size - same}, most) <= most ? GREP_FEW
                                                                                 : GREP_UNLIKE;
}

/* True if the names may be the same; an unknown name agrees with any. */
static bool names_agree(xpgn_slice a, xpgn_slice b) {
    return a.size == 0 || b.size == 0 || player_names_agree(a, b, LETTERS);
}

grep_likeness grep_sketches_compare(const grep_sketch *a, const grep_sketch *b) {
    if (a->first_day > b->last_day || b->first_day > a->last_day)
        return GREP_UNLIKE;
    grep_likeness is = compare_actions(a->actions, b->actions);
    size_t shorter = a->actions.size < b->actions.size ? a->actions.size : b->actions.size;
    bool other_round = a->round != 0 && b->round != 0 && a->round != b->round && shorter < LONG;
    bool other_time = a->time != 0 && b->time != 0 && a->time != b->time; /* a rematch online */
    if (is == GREP_UNLIKE || (is != GREP_SAME_ACTIONS && (other_round || other_time)))
        return GREP_UNLIKE;
    return names_agree(a->name[0], b->name[0]) && names_agree(a->name[1], b->name[1]) ? is
                                                                                      : GREP_UNLIKE;
}

int grep_sketch_order(const grep_sketch *a, const grep_sketch *b, const char **why) {
    const struct {
        uint32_t a, b;
        const char *why;
    } list[] = {{a->turns, b->turns, "has more half-moves"},
                {a->result, b->result, "has a result"},
                {a->tags, b->tags, "has more tags"},
                {a->white + 0u + a->black, b->white + 0u + b->black, "has fuller names"},
                {a->size, b->size, "has more text"}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].a != list[i].b) {
            *why = list[i].why;
            return list[i].a > list[i].b ? -1 : 1;
        }
    *why = "comes first";
    return 0;
}
