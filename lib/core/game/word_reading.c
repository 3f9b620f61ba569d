/* SPDX-License-Identifier: MIT */
#include "core/game/word_reading.h"

#include "core/base/slice.h"
#include "core/board/board_lines.h"
#include "core/forms/scan.h"
#include "core/play/movement.h"
#include "core/play/play_action.h"

enum { ANY = 0xFFFF, LISTED = 1024, LONGEST_WORD = 31 };

/* What a word says about an action; each mask has bits for all values that it allows. */
struct word_pattern {
    uint16_t types, from_files, from_ranks, to_files, to_ranks;
    uint16_t victims, victim_files;
    enum { EITHER, QUIET, CAPTURE } capture;
    uint8_t promotion;
    char wing; /* K or Q: which of two pieces is meant; 0: not given */
};

/* A cursor over one word, which ends with a NUL. */
struct word_cursor {
    char text[LONGEST_WORD + 1];
    const char *p;
    const xpgn_position *position;
};

static uint16_t bit(int index) {
    return (uint16_t)(1u << ((unsigned)index & 15u));
}

/* Reads a piece letter, Kt for the knight too. */
static unsigned read_type(struct word_cursor *w) {
    if (w->p[0] == 'K' && w->p[1] == 't') {
        w->p += 2;
        return XPGN_KNIGHT;
    }
    unsigned type = *w->p == '\0' ? XPGN_NO_TYPE : type_of_letter(*w->p);
    w->p += type != XPGN_NO_TYPE;
    return type;
}

static int read_rank(struct word_cursor *w) {
    int rank = 0;
    while (is_digit(*w->p) && rank < 100)
        rank = rank * 10 + (*w->p++ - '0');
    return rank >= 1 && rank <= XPGN_MAX_FILES ? rank - 1 : -1;
}

/* Reads a file, a rank or both, into the masks. */
static bool read_word_part(struct word_cursor *w, uint16_t *files, uint16_t *ranks) {
    const char *begin = w->p;
    if (is_file(*w->p))
        *files = bit(*w->p++ - 'a');
    if (is_digit(*w->p)) {
        int rank = read_rank(w);
        if (rank < 0)
            return false;
        *ranks = bit(rank);
    }
    return w->p > begin;
}

/* ---- English descriptive notation: files are named after the pieces of the first rank -------- */

/* The files of R, N, B, Q or K, of one wing or both. */
static uint16_t files_of(unsigned type, char wing) {
    static const uint8_t queens[XPGN_TYPES] = {
        [XPGN_ROOK] = 1, [XPGN_KNIGHT] = 2, [XPGN_BISHOP] = 4, [XPGN_QUEEN] = 8};
    static const uint8_t kings[XPGN_TYPES] = {
        [XPGN_ROOK] = 128, [XPGN_KNIGHT] = 64, [XPGN_BISHOP] = 32, [XPGN_KING] = 16};
    return (uint16_t)((wing != 'K' ? queens[type] : 0) | (wing != 'Q' ? kings[type] : 0));
}

/* Reads the name of a file: K, Q, B, KB, QKt.  0: there is none. */
static uint16_t read_files(struct word_cursor *w) {
    const char *begin = w->p;
    char wing = *w->p == 'K' || *w->p == 'Q' ? *w->p : '\0';
    bool two = wing != '\0' && w->p[1] != '\0' &&
               (strchr("RNB", w->p[1]) != NULL || (w->p[1] == 'K' && w->p[2] == 't'));
    if (two)
        w->p++;
    else
        wing = '\0';
    unsigned type = read_type(w);
    if (type == XPGN_NO_TYPE || type == XPGN_PAWN) {
        w->p = begin;
        return 0;
    }
    return files_of(type, wing);
}

/* Reads a rank, counted from the side to move. */
static bool read_own_rank(struct word_cursor *w, uint16_t *ranks) {
    int rank = read_rank(w);
    if (rank < 0 || rank >= w->position->ranks)
        return false;
    *ranks = bit(w->position->side_to_move == 0 ? rank : w->position->ranks - 1 - rank);
    return true;
}

/* K4, KB3, QKt5 */
static bool read_described_square(struct word_cursor *w, struct word_pattern *t) {
    t->to_files = read_files(w);
    return t->to_files != 0 && read_own_rank(w, &t->to_ranks);
}

/* P, N, KtP, KBP: what is captured. */
static bool read_victim(struct word_cursor *w, struct word_pattern *t) {
    const char *begin = w->p;
    uint16_t files = read_files(w);
    if (files != 0 && *w->p == 'P') {
        w->p++;
        t->victims = bit(XPGN_PAWN);
        t->victim_files = files;
        return true;
    }
    w->p = begin;
    unsigned type = read_type(w);
    t->victims = bit((int)type);
    return type != XPGN_NO_TYPE;
}

/* NxP/K5, NxPe5: the square of the captured piece. Any other slash begins a promotion. */
static bool read_its_square(struct word_cursor *w, struct word_pattern *t) {
    const char *begin = w->p;
    if (is_file(*w->p) || is_digit(*w->p))
        return read_word_part(w, &t->to_files, &t->to_ranks);
    w->p += *w->p == '/';
    uint16_t files = w->p > begin ? read_files(w) : 0;
    if (files == 0 || !is_digit(*w->p)) {
        w->p = begin;
        return true;
    }
    t->to_files = files;
    return read_own_rank(w, &t->to_ranks);
}

/* R/Kt-, R/6-: which of two pieces, after the slash. */
static bool read_which(struct word_cursor *w, struct word_pattern *t) {
    w->p++;
    if (is_file(*w->p)) {
        t->from_files = bit(*w->p++ - 'a');
        return true;
    }
    t->from_files = read_files(w);
    bool file = t->from_files != 0;
    if (!file)
        t->from_files = ANY;
    return is_digit(*w->p) ? read_own_rank(w, &t->from_ranks) : file;
}

/* ---- algebraic notation cut short ------------------------------------------------------------ */

static void read_sign(struct word_cursor *w, struct word_pattern *t) {
    if (*w->p != 'x' && *w->p != '-')
        return;
    t->capture = *w->p == 'x' ? CAPTURE : EITHER;
    w->p++;
    if (*w->p == 'x')
        w->p++;
}

/* Reads what follows the piece: from-square, sign, and destination or captured piece. */
static bool read_squares(struct word_cursor *w, struct word_pattern *t) {
    uint16_t files = ANY, ranks = ANY;
    bool first = read_word_part(w, &files, &ranks);
    const char *sign = w->p;
    read_sign(w, t);
    if (w->p > sign && *w->p >= 'A' && *w->p <= 'Z') { /* P-K4, QxP, exP */
        t->from_files = files;
        t->from_ranks = ranks;
        if (*sign == 'x')
            return read_victim(w, t) && read_its_square(w, t);
        t->capture = QUIET;
        return read_described_square(w, t);
    }
    if (read_word_part(w, &t->to_files, &t->to_ranks)) {
        t->from_files = files;
        t->from_ranks = ranks;
        return true;
    }
    t->to_files = files;
    t->to_ranks = ranks;
    return first && w->p == sign;
}

/* =Q, (Q), /Q, Q, and q as in e7e8q */
static bool read_promotion(struct word_cursor *w, struct word_pattern *t) {
    if (*w->p == '\0')
        return true;
    bool open = *w->p == '(';
    w->p += *w->p == '=' || *w->p == '/' || open;
    bool small = *w->p > 'Z';
    t->promotion = (uint8_t)(small ? type_of_letter((char)(*w->p++ - ('a' - 'A'))) : read_type(w));
    w->p += open && *w->p == ')';
    return t->promotion != XPGN_NO_TYPE;
}

static void cut_marks(char *text) {
    size_t size = strlen(text);
    while (size > 1 && (text[size - 1] == '+' || text[size - 1] == '#'))
        text[--size] = '\0';
    if (size > 5 && strcmp(text + size - 4, "e.p.") == 0)
        text[size - 4] = '\0';
    else if (size > 3 && strcmp(text + size - 2, "ep") == 0)
        text[size - 2] = '\0';
}

/* A pawn needs two parts: `e` or `4` alone says too little, and `ed` is a capture. */
static bool is_pawn_word(struct word_pattern *t) {
    bool from = t->from_files != ANY, to = t->to_files != ANY || t->victims != ANY;
    if (from && to && t->from_files != t->to_files)
        t->capture = CAPTURE;
    return to && (from || t->victims != ANY || t->to_ranks != ANY);
}

/* A piece, perhaps of one wing (QR, KB), or a pawn by its file (QP, KtP). */
static unsigned read_actor(struct word_cursor *w, struct word_pattern *t) {
    const char *begin = w->p;
    uint16_t files = read_files(w);
    if (files != 0 && *w->p == 'P') {
        w->p++;
        t->from_files = files;
        return XPGN_PAWN;
    }
    bool wing = w->p > begin + 1 && begin[1] != 't' && (*w->p == '-' || *w->p == 'x');
    t->wing = wing ? *begin : '\0';
    w->p = begin + wing;
    return read_type(w);
}

/* True if the word says enough, also where it leaves out the piece: e2e4, in long notation also
   e4. Who writes from where a piece comes writes where it goes: Rhf is a slip. */
static bool is_enough(struct word_pattern *t, bool pawn, bool long_notation) {
    bool target = t->to_files != ANY && t->to_ranks != ANY;
    bool origin = t->from_files != ANY && t->from_ranks != ANY;
    bool whole = target || t->capture == CAPTURE || (t->from_files == ANY && t->from_ranks == ANY);
    if (!pawn)
        return (whole && (t->to_files != ANY || t->to_ranks != ANY)) || t->victims != ANY;
    if (target && (origin || long_notation)) {
        t->types = ANY;
        return true;
    }
    return is_pawn_word(t);
}

static bool read_pattern(struct word_cursor *w, bool long_notation, struct word_pattern *t) {
    *t = (struct word_pattern){ANY, ANY, ANY, ANY, ANY, ANY, ANY, EITHER, 0, 0};
    cut_marks(w->text);
    unsigned type = read_actor(w, t);
    t->types = bit((int)(type == XPGN_NO_TYPE ? XPGN_PAWN : type));
    if (*w->p == '/' && type != XPGN_NO_TYPE && !read_which(w, t))
        return false;
    uint16_t files = t->from_files, ranks = t->from_ranks;
    t->from_files = t->from_ranks = ANY;
    if (!read_squares(w, t) || !read_promotion(w, t) || *w->p != '\0')
        return false;
    t->from_files &= files;
    t->from_ranks &= ranks;
    return is_enough(t, type == XPGN_NO_TYPE, long_notation);
}

/* ---- which legal actions fit ----------------------------------------------------------------- */

static bool has_square(const xpgn_position *p, uint16_t files, uint16_t ranks, xpgn_square sq) {
    return sq != XPGN_NO_SQUARE && (files & bit(file_on(p, sq))) != 0 &&
           (ranks & bit(rank_on(p, sq))) != 0;
}

static bool piece_fits(const xpgn_position *p, const struct word_pattern *t, const xpgn_action *a) {
    bool capture = a->kind == XPGN_ATTACK, castling = a->kind == XPGN_CASTLING && t->types == ANY;
    if ((a->kind != XPGN_STEP && !capture && !castling) ||
        (t->types & bit((int)XPGN_TYPE_OF(a->piece))) == 0 ||
        !has_square(p, t->from_files, t->from_ranks, a->from) ||
        !has_square(p, t->to_files, t->to_ranks, a->to))
        return false;
    if ((t->capture == CAPTURE && !capture) || (t->capture == QUIET && capture) ||
        (a->promotion != t->promotion && (a->promotion != 0 || t->promotion != 0)))
        return false;
    return t->victims == ANY ||
           (capture && (t->victims & bit((int)XPGN_TYPE_OF(p->at[a->target]))) != 0 &&
            has_square(p, t->victim_files, ANY, a->target));
}

/* A bishop belongs to a wing by the colour of its squares, a rook or knight by its file. */
static bool is_of_wing(const xpgn_position *p, char wing, const xpgn_action *a) {
    int file = file_on(p, a->from);
    bool light = (file + rank_on(p, a->from)) % 2 == 1,
         bishop = XPGN_TYPE_OF(a->piece) == XPGN_BISHOP;
    bool kings = bishop ? light == (p->side_to_move == 0) : file >= p->files / 2;
    return kings == (wing == 'K');
}

bool reading_lists(const struct readings *r, const xpgn_action *a) {
    for (unsigned i = 0; i < r->count && i < MOST_READINGS; i++)
        if (r->action[i].kind == a->kind && r->action[i].from == a->from &&
            r->action[i].to == a->to && r->action[i].promotion == a->promotion)
            return true;
    return false;
}

static void add_reading(struct readings *r, const xpgn_action *a) {
    if (reading_lists(r, a))
        return;
    if (r->count < MOST_READINGS)
        r->action[r->count] = *a;
    r->count++;
}

/* Reads a word in one of the other forms; false if it has none of them. */
static bool read_form(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_slice text,
                      struct word_pattern *t) {
    struct word_cursor w = {.position = p};
    if (text.size == 0 || text.size > LONGEST_WORD)
        return false;
    memcpy(w.text, text.data, text.size);
    w.p = w.text;
    return read_pattern(&w, rs->movement != MOVEMENT_CHESS, t);
}

/* Moves the actions that fit to the beginning of a list and returns how many there are. An x
   without a capture does not fit. */
static size_t keep_fitting(const xpgn_position *p, struct word_pattern *t, xpgn_action *list,
                           size_t count) {
    size_t fitting = 0;
    bool quiet = t->capture == CAPTURE && t->victims == ANY && t->to_files != ANY &&
                 t->to_ranks != ANY && (t->types & bit(XPGN_PAWN)) == 0;
    for (;;) {
        for (size_t i = 0; i < count; i++)
            if (piece_fits(p, t, &list[i]))
                list[fitting++] = list[i];
        if (fitting > 0 || !quiet || t->capture != CAPTURE)
            return fitting;
        t->capture = EITHER;
    }
}

/* The index of the only bit in a mask; -1: none is left out.  False: there are several. */
static bool one_of(uint16_t mask, int8_t *index) {
    *index = -1;
    for (int i = 0; mask != ANY && i < XPGN_MAX_FILES; i++)
        if (mask == bit(i))
            *index = (int8_t)i;
    return mask == ANY || *index >= 0;
}

/* The piece type that the pattern names, or that is on its from-square; XPGN_NO_TYPE if neither. */
static unsigned type_said(const xpgn_position *p, const struct word_pattern *t,
                          const struct notation *n) {
    if (n->from_file >= 0 && n->from_rank >= 0 && n->from_file < p->files &&
        n->from_rank < p->ranks) {
        unsigned type = XPGN_TYPE_OF(p->at[square_on(p, n->from_file, n->from_rank)]);
        return (t->types & bit((int)type)) != 0 ? type : XPGN_NO_TYPE;
    }
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        if (t->types == bit((int)type) && (type != XPGN_PAWN || t->capture == QUIET))
            return type;
    return XPGN_NO_TYPE;
}

/* Turns a pattern with a full destination and no partial squares into exact notation. */
static bool name_target(const xpgn_position *p, const struct word_pattern *t, struct notation *n) {
    *n = (struct notation){.kind = NOTATION_MOVE,
                           .sign = t->capture == CAPTURE ? SIGN_CAPTURE : SIGN_NONE,
                           .letter = true,
                           .promotion = t->promotion};
    if (t->wing != '\0' || t->victims != ANY || !one_of(t->from_files, &n->from_file) ||
        !one_of(t->from_ranks, &n->from_rank) || !one_of(t->to_files, &n->to_file) ||
        !one_of(t->to_ranks, &n->to_rank) || n->to_file < 0 || n->to_rank < 0)
        return false;
    n->type = (uint8_t)type_said(p, t, n);
    return n->type != XPGN_NO_TYPE;
}

/* Finds the action by that notation, without listing all. False if the list is needed. */
static bool find_target(const xpgn_ruleset *rs, const struct state *s, const struct word_pattern *t,
                        struct readings *out) {
    struct notation n;
    xpgn_action a;
    if (!name_target(&s->position, t, &n))
        return false;
    bool found = movement_resolve(rs, s, &n, &a) && piece_fits(&s->position, t, &a);
    if (found)
        add_reading(out, &a);
    return found || movement_hopeless(rs, &s->position, &n);
}

/* In long notation a destination alone does not say which piece: by the format it is a pawn, people
   mean any piece. */
static bool is_target_alone(const xpgn_ruleset *rs, const struct notation *n) {
    return rs->movement != MOVEMENT_CHESS && n->kind == NOTATION_MOVE && n->sign == SIGN_NONE &&
           !n->letter && n->from_file < 0 && n->from_rank < 0;
}

/* Finds the actions for one alternative: as exact notation, else as a shortened form. */
static void find_one(const xpgn_ruleset *rs, const struct state *s, xpgn_slice text,
                     struct readings *out) {
    struct notation n;
    xpgn_action a, list[LISTED];
    struct word_pattern t;
    bool exact = notation_read(text, &n) && movement_resolve(rs, s, &n, &a);
    if (exact) {
        add_reading(out, &a);
        out->exact = true;
    }
    if (exact && !is_target_alone(rs, &n))
        return;
    if (!read_form(rs, &s->position, text, &t))
        return;
    if (find_target(rs, s, &t, out))
        return;
    size_t count = movement_actions(rs, s, list, LISTED);
    size_t fitting = keep_fitting(&s->position, &t, list, count < LISTED ? count : LISTED);
    for (size_t i = 0; i < fitting; i++)
        if (fitting == 1 || t.wing == '\0' || is_of_wing(&s->position, t.wing, &list[i]))
            add_reading(out, &list[i]);
}

/* The end of the alternative at p. */
static const char *alternative_end(const char *p, const char *end) {
    while (p < end && !(end - p > 1 && p[0] == '/' && p[1] == '/'))
        p++;
    return p;
}

/* Takes the next alternative from a word. */
static xpgn_slice next_alternative(xpgn_slice *rest) {
    const char *end = rest->data + rest->size, *stop = alternative_end(rest->data, end);
    xpgn_slice one = {rest->data, (size_t)(stop - rest->data)};
    const char *next = stop + (stop < end ? 2 : 0);
    *rest = (xpgn_slice){next, (size_t)(end - next)};
    return one;
}

/* In long notation both squares are written: b2xc3 is not a bishop on the second rank there. */
static bool is_full(const xpgn_ruleset *rs, xpgn_slice word) {
    struct notation n;
    return rs->movement != MOVEMENT_CHESS && notation_read(word, &n) && n.from_file >= 0 &&
           n.from_rank >= 0;
}

void reading_find(const xpgn_ruleset *rs, const struct state *s, xpgn_slice word,
                  struct readings *out) {
    const size_t size = word.size;
    bool full = false;
    out->count = 0;
    out->exact = false;
    while (word.size > 0 && !full) {
        xpgn_slice one = next_alternative(&word);
        full = one.size < size && is_full(rs, one);
        out->count = full ? 0 : out->count;
        find_one(rs, s, one, out);
        full = full && out->count > 0;
        out->exact = out->exact && one.size == size;
    }
}

bool reading_fits(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_slice word,
                  const xpgn_action *a) {
    struct word_pattern t;
    bool fitting = false;
    while (word.size > 0 && !fitting)
        fitting = read_form(rs, p, next_alternative(&word), &t) && piece_fits(p, &t, a);
    return fitting;
}

bool reading_is_word(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_slice word) {
    struct word_pattern t;
    struct notation n;
    while (word.size > 0) {
        xpgn_slice one = next_alternative(&word);
        if (notation_read(one, &n) || read_form(rs, p, one, &t))
            return true;
    }
    return false;
}
