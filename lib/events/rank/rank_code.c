/* SPDX-License-Identifier: MIT */
/* Reads the codes of tie-breaks. */
#include "events/rank/rank.h"

#include "core/base/slice.h"
#include "internal/events.h"

#include <stdio.h>
#include <string.h>

enum { TEAMS = 1, FORE = 2, BERGER = 4, CUTS = 8, LIMIT = 16, SECOND = 32, UNRATED = 64 };

typedef struct name {
    const char *name;
    rank_break what;
    uint8_t flags;
    const char *more; /* for encounters: the steps; for ESB: the opponents' points, one's own */
} name;

static const name names[] = {{"PTS", RANK_POINTS, 0, ""},
                             {"MPTS", RANK_POINTS, TEAMS, "M"},
                             {"GPTS", RANK_POINTS, TEAMS, "G"},
                             {"MPVGP", RANK_POINTS, TEAMS | SECOND, ""},
                             {"DE", RANK_ENCOUNTER, 0, "P"},
                             {"EDE", RANK_ENCOUNTER, TEAMS, "PS"},
                             {"EDEC", RANK_ENCOUNTER, TEAMS, "PSC"},
                             {"EDET", RANK_ENCOUNTER, TEAMS, "PST"},
                             {"EDEB", RANK_ENCOUNTER, TEAMS, "PSB"},
                             {"EDEBT", RANK_ENCOUNTER, TEAMS, "PSCT"},
                             {"EDEBB", RANK_ENCOUNTER, TEAMS, "PSCB"},
                             {"WIN", RANK_WINS, 0, ""},
                             {"WON", RANK_WON, 0, ""},
                             {"BPG", RANK_BLACK_PLAYED, 0, ""},
                             {"BWG", RANK_BLACK_WON, 0, ""},
                             {"PS", RANK_PROGRESSIVE, CUTS, ""},
                             {"REP", RANK_ELECTED, 0, ""},
                             {"GE", RANK_ELECTED, 0, ""},
                             {"BH", RANK_BUCHHOLZ, CUTS, ""},
                             {"FB", RANK_BUCHHOLZ, CUTS | FORE, ""},
                             {"AOB", RANK_AVERAGE_BH, 0, ""},
                             {"SB", RANK_BUCHHOLZ, CUTS | BERGER, ""},
                             {"ESB", RANK_BUCHHOLZ, TEAMS | CUTS | BERGER, "MG"},
                             {"EMMSB", RANK_BUCHHOLZ, TEAMS | CUTS | BERGER, "MM"},
                             {"EMGSB", RANK_BUCHHOLZ, TEAMS | CUTS | BERGER, "MG"},
                             {"EGMSB", RANK_BUCHHOLZ, TEAMS | CUTS | BERGER, "GM"},
                             {"EGGSB", RANK_BUCHHOLZ, TEAMS | CUTS | BERGER, "GG"},
                             {"KS", RANK_KOYA, LIMIT, ""},
                             {"ARO", RANK_ARO, CUTS | UNRATED, ""},
                             {"TPR", RANK_TPR, UNRATED, ""},
                             {"PTP", RANK_PTP, UNRATED, ""},
                             {"APRO", RANK_APRO, UNRATED, ""},
                             {"APPO", RANK_APPO, UNRATED, ""},
                             {"RTNG", RANK_RATING, 0, ""},
                             {"TPN", RANK_NUMBER, 0, ""},
                             {"SNO", RANK_NUMBER, 0, ""},
                             {"BC", RANK_BOARD_COUNT, TEAMS, ""},
                             {"TBR", RANK_TOP_BOARDS, TEAMS, ""},
                             {"BBE", RANK_BOTTOM_BOARD, TEAMS, ""},
                             {"SSSC", RANK_STRENGTH, TEAMS, ""}};

static bool is_between(char c) {
    return c == ',' || c == ';' || c == ' ' || c == '\t' || c == '\0';
}

/* Takes the next word off *rest; empty at the end. */
static xpgn_slice next_code(xpgn_slice *rest) {
    size_t n = 0;
    *rest = slice_given(*rest);
    while (rest->size > 0 && is_between(rest->data[0]))
        *rest = (xpgn_slice){rest->data + 1, rest->size - 1};
    while (n < rest->size && !is_between(rest->data[n]))
        n++;
    xpgn_slice word = {rest->data, n};
    *rest = (xpgn_slice){rest->data + n, rest->size - n};
    return word;
}

/* Reads the number of a modifier, up to 9999. */
static bool read_modifier_number(const char *s, size_t size, uint32_t *out) {
    uint64_t n;
    bool good = slice_number((xpgn_slice){s, size}, &n) && n <= 9999;
    *out = good ? (uint32_t)n : 0;
    return good;
}

/* Reads a limit: L40 in percent; L+2, L-1 half points above or below one half; L+0.5 points. */
static bool read_limit(rank_code *c, const char *s, size_t size) {
    bool sign = size > 0 && (s[0] == '+' || s[0] == '-');
    const char *dot = size > 0 ? memchr(s, '.', size) : NULL;
    uint32_t whole, part = 0;
    if (!sign)
        return read_modifier_number(s, size, &c->percent) && c->percent > 0 && c->percent <= 100;
    size_t end = dot != NULL ? (size_t)(dot - s) : size;
    if (!read_modifier_number(s + 1, end - 1, &whole) ||
        (dot != NULL && (size != end + 2 || !read_modifier_number(dot + 1, 1, &part))))
        return false;
    int32_t points = dot != NULL ? (int32_t)(whole * RANK_POINT + part * RANK_POINT / 10)
                                 : (int32_t)whole * RANK_POINT / 2;
    c->limit = s[0] == '-' ? -points : points;
    return true;
}

/* Reads one modifier (14). */
static bool read_modifier(rank_code *c, uint8_t flags, const char *s, size_t size) {
    uint32_t n = 0;
    switch (size > 0 ? s[0] : '\0') {
    case 'C':
    case 'M':
        if ((flags & CUTS) == 0 || !read_modifier_number(s + 1, size - 1, &n) || n > 99)
            return false;
        c->low = (uint8_t)n;
        c->high = s[0] == 'M' ? (uint8_t)n : 0;
        return s[0] == 'C' || !c->berger;
    case 'P':
        c->forfeits = true;
        return size == 1;
    case 'F':
        c->fore = true;
        return size == 1 && (c->what == RANK_AVERAGE_BH || c->what == RANK_STRENGTH);
    case 'L':
        return (flags & LIMIT) != 0 && read_limit(c, s + 1, size - 1);
    case 'U':
        return (flags & UNRATED) != 0 && read_modifier_number(s + 1, size - 1, &c->unrated);
    default:
        return false;
    }
}

/* Reads modifiers, each after a /, # or -; the - in a limit such as L-2 belongs to the limit. */
static bool read_modifiers(rank_code *c, uint8_t flags, const char *s) {
    while (*s != '\0') {
        size_t n = 1;
        if (strchr("/#-", *s) == NULL)
            return false;
        while (s[n] != '\0' && (strchr("/#-", s[n]) == NULL || (s[n] == '-' && s[n - 1] == 'L')))
            n++;
        if (!read_modifier(c, flags, s + 1, n - 1))
            return false;
        s += n;
    }
    return true;
}

/* Reads :MP or :GP, if any; returns the rest, or NULL if that is not valid. */
static const char *read_points(rank_code *c, const char *s, bool teams, bool second) {
    if (*s == ':') {
        if (!teams || (s[1] != 'M' && s[1] != 'G') || s[2] != 'P')
            return NULL;
        c->of = c->by = s[1] == 'G';
        return s + 3;
    }
    if (second)
        c->of = c->by = 1 - c->of;
    return s;
}

/* Reads a tie-break. `primary`: index of the points by which teams are ranked first. */
static bool read_code(rank_code *c, xpgn_slice word, bool teams, uint8_t primary) {
    *c = (rank_code){.of = primary, .by = primary};
    if (word.size >= sizeof c->name)
        return false;
    for (size_t i = 0; i < word.size; i++)
        c->name[i] =
            (char)(word.data[i] >= 'a' && word.data[i] <= 'z' ? word.data[i] - 32 : word.data[i]);
    size_t size = strcspn(c->name, ":/#-");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const name *n = &names[i];
        if (strlen(n->name) != size || memcmp(n->name, c->name, size) != 0)
            continue;
        if ((n->flags & TEAMS) != 0 && !teams)
            return false;
        c->what = n->what;
        c->fore = (n->flags & FORE) != 0;
        c->berger = (n->flags & BERGER) != 0;
        if (n->what == RANK_ENCOUNTER)
            (void)snprintf(c->steps, sizeof c->steps, "%s", n->more);
        else if (n->more[0] != '\0') {
            c->of = n->more[0] == 'G';
            c->by = n->more[1] != '\0' ? n->more[1] == 'G' : c->of;
        }
        const char *rest = read_points(c, c->name + size, teams, (n->flags & SECOND) != 0);
        return rest != NULL && read_modifiers(c, n->flags, rest);
    }
    return false;
}

size_t rank_codes_read(xpgn_slice text, bool teams, rank_code code[RANK_CODES], xpgn_slice *fault) {
    size_t count = 0;
    uint8_t primary = 0;
    for (xpgn_slice word; (word = next_code(&text)).size > 0;) {
        *fault = word;
        if (count == RANK_CODES || !read_code(&code[count], word, teams, primary))
            return SIZE_MAX;
        if (count == 0 && code[0].what == RANK_POINTS)
            primary = code[0].of;
        count++;
    }
    return count;
}

const char *xpgn_tie_break_code(size_t index) {
    return index < sizeof names / sizeof *names ? names[index].name : NULL;
}

int64_t rank_unit(const rank_code *c, unsigned *decimals) {
    *decimals = 0;
    switch (c->what) {
    case RANK_POINTS:
    case RANK_PROGRESSIVE:
    case RANK_KOYA:
    case RANK_BOARD_COUNT:
        *decimals = 1;
        return RANK_POINT;
    case RANK_BUCHHOLZ:
        *decimals = c->berger ? 2 : 1;
        return c->berger ? (int64_t)RANK_POINT * RANK_POINT : RANK_POINT;
    case RANK_AVERAGE_BH:
    case RANK_STRENGTH:
        *decimals = 2;
        return 100;
    default:
        return 1;
    }
}
