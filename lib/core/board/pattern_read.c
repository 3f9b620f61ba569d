/* SPDX-License-Identifier: MIT */
/* Parsing patterns; each fault has its place. */
#include <stdlib.h>

#include "core/base/fault.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/board/pattern.h"
#include "core/board/xfen_common.h"

/* Codes of all pieces that are not wounded; those of wounded ones are 8 higher. */
#define HEALTHY 0x007e007e007e007eULL
#define OF_SEAT(seat) (0xffffULL << (16 * (seat)))
#define EMPTY 1ULL
static const uint64_t any_piece = HEALTHY | HEALTHY << 8;

struct pattern_reader {
    struct xpgn_pattern *out;
    struct fault_source source; /* the whole pattern */
    const char *p, *end;        /* cursor and end of the current field */
    bool four;                  /* pieces have seat letters: wK */
    int16_t hits;               /* of the contents of a square, as in pattern_square */
};

/* Reports the character at the cursor as unexpected. Always returns false. */
static bool refuse_character(struct pattern_reader *s, const char *what) {
    char show[UTF8_SHOW_SIZE];
    size_t left = (size_t)(s->end - s->p);
    if (left == 0)
        return fault_at(&s->source, s->p, 0, "expected %s, found the end of the field", what);
    size_t size = utf8_length((xpgn_slice){s->p, left});
    size = size > 0 ? size : 1;
    return fault_at(&s->source, s->p, size, "expected %s, found '%s'", what,
                    utf8_show((xpgn_slice){s->p, size}, show));
}

static bool at(const struct pattern_reader *s, char c) {
    return s->p < s->end && *s->p == c;
}

/* ---- one square ------------------------------------------------------------------------------ */

static char upper(char c) {
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

/* Reads wK or r?; wounded pieces are allowed only for r?. */
static bool read_seat_piece(struct pattern_reader *s, uint64_t *allowed) {
    const char *seat = strchr(four_seats, *s->p);
    char next = s->end - s->p > 1 ? s->p[1] : '\0';
    unsigned type = type_of_letter(next);
    if (seat == NULL || (type == 0 && next != '?'))
        return refuse_character(s, "a piece or wildcard of four seats (wK, r?, ?, ., _)");
    uint64_t own = OF_SEAT(seat - four_seats);
    *allowed = own & (type != 0 ? 0x0001000100010001ULL << type : any_piece);
    s->p += 2;
    return true;
}

static bool read_letter(struct pattern_reader *s, uint64_t *allowed) {
    unsigned type = type_of_letter(upper(*s->p)), seat = *s->p >= 'a';
    if (type != 0)
        *allowed = 1ULL << XPGN_PIECE(seat, type);
    else if (upper(*s->p) == 'A')
        *allowed = OF_SEAT(seat) & any_piece;
    else
        return refuse_character(s, "a piece, wildcard (A a ? . _) or number");
    s->out->seats = 2;
    s->p++;
    return true;
}

/* Reads a piece, or a wildcard other than a set. */
static bool read_single(struct pattern_reader *s, uint64_t *allowed) {
    static const char wildcards[] = "?._";
    const uint64_t meaning[] = {any_piece, any_piece | EMPTY, EMPTY};
    if (s->p == s->end)
        return fault_at(&s->source, s->p, 0, "missing piece or wildcard");
    const char *wildcard = strchr(wildcards, *s->p);
    if (wildcard == NULL && !(s->four ? read_seat_piece(s, allowed) : read_letter(s, allowed)))
        return false;
    if (wildcard != NULL) {
        *allowed = meaning[wildcard - wildcards];
        s->p++;
    }
    if (at(s, '*')) {
        if (wildcard != NULL && *wildcard != '?')
            return fault_at(&s->source, s->p, 1,
                            "unexpected '*': it follows a piece or '?', for a wounded one");
        *allowed = (*allowed & HEALTHY) << 8;
        s->p++;
    }
    return true;
}

/* Reads [NB*] or [^Pp]. */
static bool read_set(struct pattern_reader *s, uint64_t *allowed) {
    const char *from = s->p++;
    bool negated = at(s, '^');
    s->p += negated;
    *allowed = 0;
    while (s->p < s->end && *s->p != ']') {
        uint64_t one = 0;
        if (!read_single(s, &one))
            return false;
        *allowed |= one;
    }
    if (s->p == s->end)
        return fault_at(&s->source, from, (size_t)(s->end - from), "unterminated set: missing ]");
    s->p++;
    if (*allowed == 0)
        return fault_at(&s->source, from, (size_t)(s->p - from), "empty set");
    if (negated)
        *allowed = (any_piece | EMPTY) & ~*allowed;
    if (at(s, '*')) {
        *allowed = (*allowed & HEALTHY) << 8;
        s->p++;
    }
    return true;
}

static bool read_pattern_number(struct pattern_reader *s, uint32_t *out) {
    uint64_t n = 0;
    if (s->p == s->end || !is_digit(*s->p))
        return refuse_character(s, "a number, range (5..10) or comparison (>=5)");
    for (; s->p < s->end && is_digit(*s->p); s->p++)
        n = n > UINT32_MAX ? n : n * 10 + (uint64_t)(*s->p - '0');
    *out = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
    return true;
}

/* Reads (2) or (?). */
static bool read_hits(struct pattern_reader *s, uint64_t allowed) {
    const char *from = s->p++;
    uint32_t points = 0;
    if ((allowed & EMPTY) != 0)
        return fault_at(&s->source, from, 1,
                        "unexpected '(': it follows a piece, '?' or a set, with hit points left");
    bool any = at(s, '?');
    s->p += any;
    if (!any && !read_pattern_number(s, &points))
        return false;
    if (!at(s, ')'))
        return refuse_character(s, ")");
    s->p++;
    if (!any && (points < 1 || points > UINT8_MAX))
        return fault_at(&s->source, from, (size_t)(s->p - from), "hit points left are 1 to %d",
                        UINT8_MAX);
    s->hits = any ? PATTERN_HITS_LOST : (int16_t)points;
    return true;
}

static bool read_content(struct pattern_reader *s, uint64_t *allowed) {
    bool set = at(s, '[');
    if (!(set ? read_set(s, allowed) : read_single(s, allowed)))
        return false;
    s->hits = set || bits_count(*allowed) > 1 ? PATTERN_HITS_ANY : 0;
    return !at(s, '(') || read_hits(s, *allowed);
}

/* Adds a square to the pattern, unless it may hold anything. */
static void require(struct pattern_reader *s, unsigned file, unsigned rank, uint64_t allowed) {
    if (allowed == (any_piece | EMPTY))
        return;
    s->out->square[s->out->count++] =
        (struct pattern_square){allowed, (uint8_t)file, (uint8_t)rank, s->hits};
}

/* ---- pieces off the board -------------------------------------------------------------------- */

static bool read_pattern_square(struct pattern_reader *s, uint8_t *file, uint8_t *rank) {
    const char *p = s->p;
    unsigned n = 0;
    if (p == s->end || *p < 'a' || *p > 'l')
        return refuse_character(s, "a square");
    for (p++; p < s->end && is_digit(*p) && n < 100; p++)
        n = 10 * n + (unsigned)(*p - '0');
    if (n < 1 || n > XPGN_MAX_FILES)
        return fault_at(&s->source, s->p, (size_t)(p - s->p), "'%.*s' is not a square",
                        (int)(p - s->p), s->p);
    *file = (uint8_t)(*s->p - 'a');
    *rank = (uint8_t)(n - 1);
    s->p = p;
    return true;
}

static bool read_held_letters(struct pattern_reader *s, uint8_t held[2][8]) {
    while (s->p < s->end && *s->p != ']' && *s->p != ',') {
        unsigned type = type_of_letter(upper(*s->p)), seat = *s->p >= 'a';
        if (type == 0)
            return refuse_character(s, "a piece off the board");
        if (held[seat][type] < UINT8_MAX)
            held[seat][type]++;
        s->p++;
    }
    return true;
}

static bool read_held_cell(struct pattern_reader *s) {
    struct pattern_cell *c = &s->out->cell[s->out->cells];
    if (s->out->cells == PATTERN_CELLS)
        return fault_at(&s->source, s->p, (size_t)(s->end - s->p), "too many castles");
    if (!read_pattern_square(s, &c->file, &c->rank))
        return false;
    if (!at(s, ':'))
        return fault_at(&s->source, s->p, 0, "missing : after the castle");
    s->p++;
    s->out->cells++;
    return read_held_letters(s, c->held);
}

/* Reads [Pn], [a1:qp,h8:N] or []. */
static bool read_held(struct pattern_reader *s) {
    const char *from = s->p++;
    s->out->held_none = at(s, ']');
    while (s->p < s->end && *s->p != ']') {
        bool cell = s->end - s->p > 1 && is_digit(s->p[1]);
        if (!(cell ? read_held_cell(s) : read_held_letters(s, s->out->held)))
            return false;
        s->p += at(s, ',');
    }
    if (s->p == s->end)
        return fault_at(&s->source, from, (size_t)(s->end - from), "missing ]");
    s->p++;
    return true;
}

/* ---- the placement --------------------------------------------------------------------------- */

/* Reads a number of empty squares, of up to two digits on large boards. */
static unsigned read_run(struct pattern_reader *s, bool large) {
    unsigned n = (unsigned)(*s->p++ - '0');
    if (large && s->p < s->end && is_digit(*s->p))
        n = 10 * n + (unsigned)(*s->p++ - '0');
    return n;
}

/* Reads one rank, up to its / or the end. *width: its squares; 0 if the rank may hold anything. */
static bool read_rank(struct pattern_reader *s, unsigned rank, unsigned ranks, unsigned *width) {
    const char *from = s->p;
    unsigned file = 0, most = ranks > 8 ? XPGN_MAX_FILES : 8;
    while (s->p < s->end && *s->p != '/' && !(file == most && *s->p == '[')) {
        uint64_t allowed = EMPTY;
        unsigned run = 1;
        const char *begin = s->p;
        s->hits = 0;
        if (is_digit(*s->p) && *s->p != '0')
            run = read_run(s, ranks > 8);
        else if (!read_content(s, &allowed))
            return false;
        if (file + run > most)
            return fault_at(&s->source, begin, (size_t)(s->p - begin),
                            "rank %u has more than %u squares", rank + 1, most);
        for (; run > 0; run--)
            require(s, file++, rank, allowed);
    }
    *width = file;
    if (file != 0 && file != most)
        return fault_at(&s->source, from, (size_t)(s->p - from),
                        "rank %u has %u squares, expected %u", rank + 1, file, most);
    return true;
}

static bool read_ranks(struct pattern_reader *s, unsigned ranks) {
    s->four = ranks > 8;
    s->out->ranks = s->out->files = (uint8_t)ranks;
    s->out->seats = s->four ? 4 : 2;
    for (unsigned rank = ranks; rank-- > 0;) {
        unsigned width;
        if (!read_rank(s, rank, ranks, &width))
            return false;
        if (rank > 0 && !at(s, '/'))
            return refuse_character(s, "/");
        s->p += rank > 0;
    }
    return true;
}

/* Reads d5=N,g8=k. */
static bool read_square_list(struct pattern_reader *s) {
    for (;;) {
        uint8_t file, rank;
        uint64_t allowed;
        if (!read_pattern_square(s, &file, &rank))
            return false;
        if (!at(s, '='))
            return fault_at(&s->source, s->p, 0, "missing = after the square");
        s->p++;
        if (!read_content(s, &allowed))
            return false;
        if (s->out->count == XPGN_MAX_SQUARES)
            return fault_at(&s->source, s->p, 0, "too many squares");
        require(s, file, rank, allowed);
        if (!at(s, ','))
            return true;
        s->p++;
    }
}

/* True if any piece of a list has a seat letter (wK, gP, r?), so that all need one. */
static bool has_seat_letters(const struct pattern_reader *s) {
    for (const char *p = s->p; p + 1 < s->end; p++) {
        bool content = p > s->p && (p[-1] == '=' || p[-1] == '[' || p[-1] == '^');
        if (content && strchr(four_seats, *p) != NULL &&
            (type_of_letter(p[1]) != 0 || p[1] == '?') && (p[-1] == '=' || *p == 'w' || *p == 'g'))
            return true;
    }
    return false;
}

static bool read_placement(struct pattern_reader *s) {
    unsigned slashes = 0;
    for (const char *p = s->p; p < s->end; p++)
        slashes += *p == '/';
    bool list = slashes == 0;
    if (!list && slashes != 7 && slashes != XPGN_MAX_FILES - 1)
        return fault_at(&s->source, s->p, (size_t)(s->end - s->p), "%u ranks, expected 8 or %d",
                        slashes + 1, XPGN_MAX_FILES);
    s->four = list && has_seat_letters(s);
    s->out->seats = s->four ? 4 : 0;
    if (!(list ? read_square_list(s) : read_ranks(s, slashes + 1)))
        return false;
    if (at(s, '[') && !read_held(s))
        return false;
    return s->p == s->end ||
           refuse_character(s, list ? "a comma or [" : "the end of the placement");
}

/* ---- the other fields ------------------------------------------------------------------------ */

static bool read_turn(struct pattern_reader *s) {
    for (; s->p < s->end; s->p++) {
        const char *seats = s->out->seats == 2 ? two_seats : four_seats;
        const char *seat = strchr(seats, *s->p);
        if (seat == NULL)
            return refuse_character(s, s->out->seats == 2 ? "the side to move (w, b, ?)"
                                                          : "the side to move (w, r, b, g, ?)");
        unsigned number = (unsigned)(seat - seats);
        if (s->out->seats == 0) { /* a list of squares: w and b mean two seats */
            s->out->seats = number % 2 != 0 ? 4 : 2;
            number = number == 2 ? 1 : number;
        }
        s->out->turns |= (uint8_t)(1u << number);
    }
    return true;
}

static bool read_castling(struct pattern_reader *s) {
    s->out->wants_castling = true;
    if (s->end - s->p == 1 && *s->p == '-')
        return true;
    for (; s->p < s->end; s->p++) {
        char letter = upper(*s->p);
        bool side = letter == 'K' || letter == 'Q';
        if ((!side && (letter < 'A' || letter > 'H')) || s->out->rights == PATTERN_RIGHTS)
            return refuse_character(s, "a castling right (KQkq, a rook's file, -, ?)");
        s->out->right[s->out->rights++] =
            (struct pattern_right){.seat = *s->p >= 'a',
                                   .side = (int8_t)(!side ? -1 : letter == 'Q'),
                                   .file = (uint8_t)(side ? 0 : letter - 'A')};
    }
    return true;
}

static bool read_ep(struct pattern_reader *s) {
    s->out->wants_ep = true;
    s->out->ep_file = s->out->ep_rank = XPGN_NO_SQUARE;
    if (s->end - s->p == 1 && *s->p == '-')
        return true;
    if (!read_pattern_square(s, &s->out->ep_file, &s->out->ep_rank))
        return false;
    return s->p == s->end || refuse_character(s, "the end of the field");
}

static bool at_dots(const struct pattern_reader *s) {
    return s->end - s->p >= 2 && s->p[0] == '.' && s->p[1] == '.';
}

/* Reads 7, 5..10, 5.. or ..10. */
static bool read_limits(struct pattern_reader *s, struct pattern_range *r) {
    r->least = 0;
    r->most = UINT32_MAX;
    if (!at_dots(s) && !read_pattern_number(s, &r->least))
        return false;
    if (!at_dots(s)) {
        r->most = r->least;
        return true;
    }
    s->p += 2;
    return s->p == s->end || read_pattern_number(s, &r->most);
}

/* Reads >=5 and the like. */
static bool read_comparison(struct pattern_reader *s, struct pattern_range *r) {
    bool less = *s->p == '<';
    s->p++;
    bool equal = at(s, '=');
    s->p += equal;
    uint32_t n = 0;
    const char *from = s->p;
    if (!read_pattern_number(s, &n))
        return false;
    if (!equal && n == (less ? 0 : UINT32_MAX))
        return fault_at(&s->source, from, (size_t)(s->p - from), "no number is %s than %lu",
                        less ? "less" : "greater", (unsigned long)n);
    if (less)
        *r = (struct pattern_range){0, n - !equal};
    else
        *r = (struct pattern_range){n + !equal, UINT32_MAX};
    return true;
}

static bool read_range(struct pattern_reader *s, struct pattern_range *r) {
    bool compares = at(s, '<') || at(s, '>');
    if (!(compares ? read_comparison(s, r) : read_limits(s, r)))
        return false;
    return s->p == s->end || refuse_character(s, "the end of the field");
}

static bool read_field(struct pattern_reader *s, unsigned field) {
    if (field > 0 && s->end - s->p == 1 && (*s->p == '?' || *s->p == '.'))
        return true;
    switch (field) {
    case 0:
        return read_placement(s);
    case 1:
        return read_turn(s);
    case 2:
        return read_castling(s);
    case 3:
        return read_ep(s);
    case 4:
        return read_range(s, &s->out->clock);
    case 5:
        return read_range(s, &s->out->number);
    default:
        return fault_at(&s->source, s->p, (size_t)(s->end - s->p), "more than six fields");
    }
}

/* Parses a pattern. XPGN_INVALID: *fault says why and where. */
static xpgn_status pattern_read(struct xpgn_pattern *out, const char *text, xpgn_fault *fault) {
    struct pattern_range all = {0, UINT32_MAX};
    struct pattern_reader s = {.out = out, .source = {fault, text}, .p = text};
    *out = (struct xpgn_pattern){.clock = all, .number = all};
    unsigned field = 0;
    for (;; field++) {
        while (is_space(*s.p))
            s.p++;
        if (*s.p == '\0')
            break;
        s.end = s.p;
        while (*s.end != '\0' && !is_space(*s.end))
            s.end++;
        const char *next = s.end;
        if (!read_field(&s, field))
            return XPGN_INVALID;
        s.p = next;
    }
    if (field > 0)
        return XPGN_OK;
    (void)fault_at(&s.source, text, 0, "empty pattern");
    return XPGN_INVALID;
}

/* ---- public functions ------------------------------------------------------------------------ */

xpgn_status xpgn_pattern_new(xpgn_pattern **out, const char *text, xpgn_fault *fault) {
    struct xpgn_pattern *pattern = malloc(sizeof *pattern);
    if (pattern == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = pattern_read(pattern, text, fault);
    if (status == XPGN_OK)
        *out = pattern;
    else
        free(pattern);
    return status;
}

void xpgn_pattern_free(xpgn_pattern *pattern) {
    free(pattern);
}
