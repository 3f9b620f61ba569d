/* SPDX-License-Identifier: MIT */
#include "core/text/action_notation.h"

#include "core/board/position.h"
#include "core/forms/scan.h"

enum { LONGEST = 31 }; /* bytes; "Nf10xe11=Q+ (e.p.)" has 18 */

/* A copy of the token with plain dashes, whose end is cut off as it is read. */
struct rest {
    char text[LONGEST + 1];
    size_t size;
};

static bool copy_plain(xpgn_slice text, struct rest *s, bool *canonical) {
    const char *p = text.data, *end = p + text.size;
    s->size = 0;
    while (p < end) {
        size_t dash = scan_dash(p, end);
        bool dagger = dash == 0 && end - p > 3 && memcmp(p, "\xE2\x80\xA0", 3) == 0;
        if (s->size == LONGEST || *p == '\0')
            return false;
        if (dagger || (dash > 0 && *p != '-'))
            *canonical = false;
        s->text[s->size++] = dash > 0 ? '-' : dagger ? '+' : *p;
        p += dash > 0 ? dash : dagger ? 3 : 1;
    }
    s->text[s->size] = '\0';
    return s->size > 0;
}

/* Cuts off a suffix; false if there is none. */
static inline bool cut_suffix(struct rest *s, const char *suffix) {
    size_t size = strlen(suffix);
    if (s->size < size || memcmp(s->text + s->size - size, suffix, size) != 0)
        return false;
    s->size -= size;
    s->text[s->size] = '\0';
    return true;
}

/* Cuts off "+", "#" and "++"; at least one byte remains. */
static void cut_marks(struct rest *s, struct notation *n) {
    unsigned count = 0;
    while (s->size > 1 && (s->text[s->size - 1] == '+' || s->text[s->size - 1] == '#')) {
        if (n->mark != '#')
            n->mark = s->text[s->size - 1];
        s->text[--s->size] = '\0';
        count++;
    }
    if (count > 1)
        n->canonical = false;
}

/* Cuts off check marks and "e.p.", in either order. */
static void cut_tail(struct rest *s, struct notation *n) {
    cut_marks(s, n);
    if (is_digit(s->text[s->size - 1]) || (!cut_suffix(s, "(e.p.)") && !cut_suffix(s, "(ep)") &&
                                           !cut_suffix(s, "e.p.") && !cut_suffix(s, "ep")))
        return;
    n->canonical = false;
    while (s->size > 1 && byte_is(s->text[s->size - 1], BYTE_SPACE))
        s->text[--s->size] = '\0';
    cut_marks(s, n);
}

static inline bool begins_whole(char c) {
    return c == 'O' || c == '0' || c == 'o' || c == '-' || c == 'Z' || c == 'n' || c == '@';
}

/* Castling and passes. */
static bool read_whole(const struct rest *s, struct notation *n) {
    static const struct {
        const char *text;
        enum notation_kind kind;
        bool canonical;
    } wholes[] = {
        {"O-O", NOTATION_SHORT, true},  {"O-O-O", NOTATION_LONG, true},
        {"0-0", NOTATION_SHORT, false}, {"0-0-0", NOTATION_LONG, false},
        {"o-o", NOTATION_SHORT, false}, {"o-o-o", NOTATION_LONG, false},
        {"--", NOTATION_PASS, true},    {"Z0", NOTATION_PASS, false},
        {"null", NOTATION_PASS, false}, {"@@@@", NOTATION_PASS, false},
    };
    if (!begins_whole(s->text[0]))
        return false;
    for (size_t i = 0; i < sizeof wholes / sizeof wholes[0]; i++) {
        if (strcmp(s->text, wholes[i].text) == 0) {
            n->kind = wholes[i].kind;
            n->canonical = n->canonical && wholes[i].canonical;
            return true;
        }
    }
    return false;
}

/* The rank, from 0, of one or two digits (1 to 12); -1 if they are not a rank. */
static int8_t rank_of_digits(const char *digits, size_t size) {
    int rank = 0;
    if (size < 1 || size > 2 || digits[0] == '0')
        return -1;
    for (size_t i = 0; i < size; i++)
        rank = rank * 10 + (digits[i] - '0');
    return (int8_t)(rank <= 12 ? rank - 1 : -1);
}

/* Cuts off a square. */
static bool cut_square(struct rest *s, int8_t *file, int8_t *rank) {
    size_t digits = 0;
    while (digits < s->size && is_digit(s->text[s->size - 1 - digits]))
        digits++;
    if (digits == s->size || !is_file(s->text[s->size - 1 - digits]))
        return false;
    *rank = rank_of_digits(s->text + s->size - digits, digits);
    *file = (int8_t)(s->text[s->size - 1 - digits] - 'a');
    s->size -= digits + 1;
    s->text[s->size] = '\0';
    return *rank >= 0;
}

/* The bytes of a promotion before its letter, which ends at `size`: = / ( =( (= after perhaps a
   check, or nothing. */
static size_t promotion_sign(const struct rest *s, size_t size, bool closed) {
    static const char *const signs[] = {"=(", "(=", "/(", "(", "=", "/", ""};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t n = strlen(signs[i]);
        if ((strchr(signs[i], '(') != NULL) == closed && size > n &&
            memcmp(s->text + size - n, signs[i], n) == 0)
            return n;
    }
    return 0;
}

/* Cuts off a promotion: =Q, or the variants Q, (Q), /Q, =(Q) and lower case, perhaps behind the
   sign of a check. A letter that is not a piece stays and makes cut_square fail. */
static void cut_promotion(struct rest *s, struct notation *n) {
    bool closed = s->size > 4 && s->text[s->size - 1] == ')';
    size_t at = s->size - closed;
    if (at < 3 || is_digit(s->text[at - 1]))
        return;
    char letter = s->text[at - 1];
    bool small = letter >= 'a' && letter <= 'z';
    unsigned type = type_of_letter(small ? (char)(letter - 'a' + 'A') : letter);
    size_t sign = promotion_sign(s, at - 1, closed), square = at - 1 - sign;
    while (square > 2 && (s->text[square - 1] == '+' || s->text[square - 1] == '#'))
        square--;
    if (type == XPGN_NO_TYPE || !is_digit(s->text[square - 1]))
        return;
    n->canonical = n->canonical && !small && !closed && sign == 1 && s->text[square] == '=';
    n->promotion = (uint8_t)type;
    s->size = at - 1 - sign;
    s->text[s->size] = '\0';
    cut_marks(s, n);
}

static void cut_capture_sign(struct rest *s, struct notation *n) {
    if (cut_suffix(s, "xx"))
        n->sign = SIGN_RUN;
    else if (cut_suffix(s, "x"))
        n->sign = SIGN_CAPTURE;
    else if (cut_suffix(s, "s"))
        n->sign = SIGN_SHOT;
    else if (cut_suffix(s, "-"))
        n->sign = SIGN_DASH;
}

/* Reads what is left, the origin: a file, a rank, both or nothing. */
static bool read_from(const char *p, struct notation *n) {
    if (is_file(*p))
        n->from_file = (int8_t)(*p++ - 'a');
    if (*p == '\0')
        return true;
    size_t digits = 0;
    while (is_digit(p[digits]))
        digits++;
    n->from_rank = rank_of_digits(p, digits);
    return n->from_rank >= 0 && p[digits] == '\0';
}

/* Reads an action with @, after its piece letter: a drop has no origin, an escape attempt has
   one. */
static bool read_drop(struct rest *s, char *at, struct notation *n) {
    if (strcmp(at, "@-") == 0) {
        n->kind = NOTATION_DECLINE;
        return at == s->text && n->letter;
    }
    if (!cut_square(s, &n->to_file, &n->to_rank) || !cut_suffix(s, "@"))
        return false;
    n->kind = s->size == 0 ? NOTATION_DROP : NOTATION_AT;
    if (n->kind == NOTATION_DROP && !n->letter)
        n->canonical = false;
    return n->kind == NOTATION_DROP ||
           (read_from(s->text, n) && n->from_file >= 0 && n->from_rank >= 0);
}

static bool read_move(struct rest *s, struct notation *n) {
    n->kind = NOTATION_MOVE;
    cut_promotion(s, n);
    if (!cut_square(s, &n->to_file, &n->to_rank))
        return false;
    cut_capture_sign(s, n);
    return read_from(s->text, n);
}

/* ---- canonical notation ---------------------------------------------------------------------- */

static const struct notation nothing = {
    .from_file = -1, .from_rank = -1, .to_file = -1, .to_rank = -1, .canonical = true};

/* Reads a file and a rank, either of which may be missing. */
static inline const char *read_square_name(const char *p, const char *end, int8_t *file,
                                           int8_t *rank) {
    *file = *rank = -1;
    if (p < end && is_file(*p))
        *file = (int8_t)(*p++ - 'a');
    if (p == end || *p < '1' || *p > '9')
        return p;
    *rank = (int8_t)(*p++ - '1');
    if (p == end || !is_digit(*p))
        return p;
    *rank = (int8_t)((*rank + 1) * 10 + (*p - '1'));
    return *rank < 12 ? p + 1 : NULL;
}

/* Reads what may follow the second square: =Q, then + or #. */
static const char *read_end(const char *p, const char *end, struct notation *n) {
    if (end - p >= 2 && *p == '=' && n->kind == NOTATION_MOVE) {
        n->promotion = (uint8_t)type_of_letter(p[1]);
        p += 2;
        if (n->promotion == XPGN_NO_TYPE)
            return NULL;
    }
    if (p < end && (*p == '+' || *p == '#'))
        n->mark = *p++;
    return p;
}

/* Reads the sign before the second square, and adjusts the first accordingly. */
static const char *read_sign(const char *p, struct notation *n) {
    n->sign = *p == '-' ? SIGN_DASH : *p == 'x' ? SIGN_CAPTURE : SIGN_NONE;
    if (*p == '@')
        n->kind = NOTATION_AT;
    return p + (n->sign != SIGN_NONE || *p == '@');
}

/*
 * Fast path: reads canonical notation (Nf3, exd5, e2-e4, Bf4xg5=Q#, Nb2@a1, K@d4) from p. Returns
 * its end; NULL if it is anything else.
 */
static const char *read_canonical(const char *p, const char *end, struct notation *n) {
    *n = nothing;
    n->type = XPGN_PAWN;
    if (p < end && *p < 'a') {
        n->type = (uint8_t)type_of_letter(*p++);
        n->letter = true;
        if (n->type == XPGN_NO_TYPE)
            return NULL;
    }
    p = read_square_name(p, end, &n->from_file, &n->from_rank);
    if (p == NULL)
        return NULL;
    bool whole = n->from_file >= 0 && n->from_rank >= 0;
    if (whole && (p == end || *p == '=' || *p == '+' || *p == '#')) {
        n->to_file = n->from_file;
        n->to_rank = n->from_rank;
        n->from_file = n->from_rank = -1;
        return read_end(p, end, n);
    }
    if (p == end)
        return NULL;
    p = read_sign(p, n);
    if (n->kind == NOTATION_AT && !whole) { /* a drop has a letter and no origin */
        n->kind = NOTATION_DROP;
        if (!n->letter || n->from_file >= 0 || n->from_rank >= 0)
            return NULL;
    }
    p = read_square_name(p, end, &n->to_file, &n->to_rank);
    return p != NULL && n->to_file >= 0 && n->to_rank >= 0 ? read_end(p, end, n) : NULL;
}

/* False for text that cannot end an action: a file without a rank. (b and k may be promotions, l
   the end of null.) */
static inline bool may_end(xpgn_slice text) {
    char last = text.data[text.size - 1], before = text.size > 1 ? text.data[text.size - 2] : '\0';
    if (last >= '1' && last <= '9')
        return is_digit(before) || is_file(before);
    return !is_file(last) || last == 'b' || last == 'k' || last == 'l';
}

bool notation_read(xpgn_slice text, struct notation *n) {
    struct rest s;
    const char *end = text.data + text.size;
    if (text.size > 0 && read_canonical(text.data, end, n) == end)
        return true;
    *n = nothing;
    if (text.size == 0 || !may_end(text) || text.size > 4 * LONGEST ||
        !copy_plain(text, &s, &n->canonical))
        return false;
    cut_tail(&s, n);
    if (read_whole(&s, n))
        return true;
    n->type = (uint8_t)type_of_letter(s.text[0]);
    n->letter = s.size > 0 && n->type != XPGN_NO_TYPE;
    if (n->letter)
        memmove(s.text, s.text + 1, s.size--);
    else
        n->type = XPGN_PAWN;
    char *at = strchr(s.text, '@');
    return at ? read_drop(&s, at, n) : read_move(&s, n);
}

bool notation_fights(const struct notation *n) {
    return n->sign >= SIGN_CAPTURE || n->kind == NOTATION_AT || n->kind == NOTATION_DECLINE ||
           (n->kind == NOTATION_DROP && n->type == XPGN_KING);
}
