/* SPDX-License-Identifier: MIT */
/* Lines of a report file other than player lines: the event, its teams, points without games. */
#include "events/list/trf.h"

#include <string.h>

#define TEXT(s) event_text(l->e, s)

static xpgn_slice trf_text(const trf_line *l) {
    return trf_field(l, 5, TRF_WIDTH);
}

/* ---- the event ------------------------------------------------------------------------------- */

/* ---- headers --------------------------------------------------------------------------------- */

static void read_date(trf_line *l, enum event_day_of of) {
    event_date d;
    xpgn_slice s = trf_text(l);
    event_day_add(l->e, of, 0, s, event_place(l->e, s));
    if (event_date_read(s, &d) && !event_date_is_usual(s))
        (void)event_find(l->e, D_EVENT_FORM, EVENT_NOBODY, event_place(l->e, s),
                         "date %s, expected %04d/%02d/%02d", TEXT(s), d.year, d.month, d.day);
}

static void read_round_dates(trf_line *l) {
    for (uint32_t at = TRF_FIRST, round = 1; at <= l->columns; at += TRF_COLUMN, round++) {
        xpgn_slice s = trf_field(l, at, at + 7);
        event_day_add(l->e, EVENT_DAY_ROUND, round, s, event_place(l->e, s));
    }
}

static void read_rounds(trf_line *l) {
    uint64_t n;
    xpgn_slice s = trf_text(l);
    if (!event_number_read(s, TRF_ROUNDS, &n))
        (void)event_find(l->e, D_EVENT_LIST, EVENT_NOBODY, event_place(l->e, s),
                         "found %s, expected the number of rounds", TEXT(s));
    else if (n > l->e->rounds)
        l->e->rounds = (uint32_t)n;
}

static void set_points(trf_line *l, event_points *p, xpgn_slice code, xpgn_slice value) {
    static const struct {
        const char *code;
        size_t member;
    } codes[] = {
        {"W", offsetof(event_points, win)},       {"WW", offsetof(event_points, win)},
        {"BW", offsetof(event_points, win)},      {"D", offsetof(event_points, draw)},
        {"WD", offsetof(event_points, draw)},     {"BD", offsetof(event_points, draw)},
        {"L", offsetof(event_points, loss)},      {"WL", offsetof(event_points, loss)},
        {"BL", offsetof(event_points, loss)},     {"P", offsetof(event_points, bye)},
        {"PAB", offsetof(event_points, bye)},     {"A", offsetof(event_points, absent)},
        {"ZPB", offsetof(event_points, absent)},  {"FL", offsetof(event_points, lost_free)},
        {"HPB", offsetof(event_points, half)},    {"FPB", offsetof(event_points, full)},
        {"FW", offsetof(event_points, won_free)}, {"TW", offsetof(event_points, win)},
        {"TD", offsetof(event_points, draw)},     {"TL", offsetof(event_points, loss)}};
    int32_t points;
    if (!event_points_read(value, &points)) {
        (void)event_find(l->e, D_EVENT_LIST, EVENT_NOBODY, event_place(l->e, value),
                         "found %s, expected points", TEXT(value));
        return;
    }
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strlen(codes[i].code) == code.size && memcmp(codes[i].code, code.data, code.size) == 0)
            *(int32_t *)((char *)p + codes[i].member) = points;
}

/* 162: a letter in column 6 and its points in columns 7 to 10, repeated every nine columns. */
static void read_points(trf_line *l) {
    for (uint32_t at = 6; at <= l->columns; at += 9) {
        xpgn_slice code = trf_field(l, at, at);
        if (code.size > 0)
            set_points(l, &l->e->points, code, trf_field(l, at + 1, at + 4));
    }
}

/* XXS, an extension of JaVaFo: W=3.0 D=1.0. */
static void read_codes(trf_line *l) {
    xpgn_slice s = trf_text(l);
    while (s.size > 0) {
        size_t n = 0, equal = SIZE_MAX;
        for (; n < s.size && s.data[n] != ' '; n++)
            equal = s.data[n] == '=' && equal == SIZE_MAX ? n : equal;
        if (equal != SIZE_MAX)
            set_points(l, &l->e->points, (xpgn_slice){s.data, equal},
                       (xpgn_slice){s.data + equal + 1, n - equal - 1});
        s = event_trim((xpgn_slice){s.data + n, s.size - n});
    }
}

/* BBW and so on, an extension of bbpPairings: the points of one result. */
static void read_result_points(trf_line *l) {
    static const char *const codes[][2] = {{"BBW", "W"},   {"BBD", "D"},  {"BBL", "L"},
                                           {"BBZ", "ZPB"}, {"BBF", "FL"}, {"BBU", "PAB"}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (trf_has_type(l, codes[i][0]))
            set_points(l, &l->e->points, slice_of(codes[i][1]), trf_text(l));
}

/* 362: pairs of a code and its points, TW 2.0 or TW=2.0, the first in columns 5 to 10. */
static void read_match_points(trf_line *l) {
    xpgn_slice s = trf_text(l), code = {NULL, 0};
    for (size_t i = 0, n; i < s.size; i += n) {
        for (n = 0; i + n < s.size && s.data[i + n] != ' ' && s.data[i + n] != '='; n++)
            ;
        xpgn_slice word = {s.data + i, n};
        if (n == 2 && word.data[0] == 'T')
            code = word;
        else if (n > 0 && code.data != NULL)
            set_points(l, &l->e->match_points, code, word);
        n += i + n < s.size;
    }
}

/* ---- teams ----------------------------------------------------------------------------------- */

static bool add_member(trf_line *l, uint32_t rank) {
    event *e = l->e;
    if (!event_grow(e, &e->member, e->member_count, &e->member_room, sizeof *e->member))
        return false;
    e->member[e->member_count++] = rank;
    return true;
}

/* Reads starting ranks of four columns each, every five columns from `at` on. */
static void read_members(trf_line *l, event_team *t, uint32_t at) {
    for (; at <= l->columns; at += 5) {
        uint64_t rank;
        xpgn_slice s = trf_field(l, at, at + 3);
        if (s.size == 0)
            continue;
        if (!event_number_read(s, TRF_RANKS - 1, &rank))
            (void)event_find(l->e, D_EVENT_LIST, EVENT_NOBODY, event_place(l->e, s),
                             "found %s, expected the starting rank of a player of %s", TEXT(s),
                             TEXT(t->name));
        else if (rank > 0 && add_member(l, (uint32_t)rank))
            t->members++;
    }
}

static event_team *add_team(trf_line *l, xpgn_slice name, uint32_t number) {
    event *e = l->e;
    if (!event_grow(e, &e->team, e->teams, &e->team_room, sizeof *e->team))
        return NULL;
    event_team *t = &e->team[e->teams++];
    *t = (event_team){.name = name,
                      .number = number,
                      .points = {-1, -1},
                      .place = event_place(e, name),
                      .first = (uint32_t)e->member_count};
    return t;
}

static void read_team_points(trf_line *l, event_team *t, int which, uint32_t from) {
    xpgn_slice s = trf_field(l, from, from + 5);
    if (event_points_read(s, &t->points[which]))
        t->points_place[which] = event_place(l->e, s);
}

/* 013 of TRF16: name, members. 310 of TRF26: number, name, points, rank, members. */
static void read_team(trf_line *l) {
    bool old = trf_has_type(l, "013");
    uint64_t number = l->e->teams + 1, final = 0;
    if (!old && !event_number_read(trf_field(l, 5, 7), 9999, &number)) {
        xpgn_slice s = trf_field(l, 1, 3);
        (void)event_find(l->e, D_EVENT_LIST, EVENT_NOBODY, event_place(l->e, s),
                         "found no number of a team in columns 5 to 7");
        return;
    }
    event_team *t = add_team(l, old ? trf_field(l, 5, 36) : trf_field(l, 9, 40), (uint32_t)number);
    if (t == NULL)
        return;
    if (!old) {
        read_team_points(l, t, 0, 55);
        read_team_points(l, t, 1, 62);
        if (event_number_read(trf_field(l, 69, 71), 9999, &final))
            t->final = (uint32_t) final;
    }
    read_members(l, t, old ? 37 : 74);
}

void trf_end_teams(event *e, const uint32_t player[TRF_RANKS]) {
    for (uint32_t i = 0; i < e->teams; i++) {
        event_team *t = &e->team[i];
        uint32_t count = 0;
        for (uint32_t k = 0; k < t->members; k++) {
            uint32_t who = player[e->member[t->first + k]];
            if (who == EVENT_NOBODY || e->player[who].team != EVENT_NOBODY)
                continue;
            e->player[who].team = i;
            e->member[t->first + count++] = who;
        }
        t->members = count;
    }
}

/* ---- points without games -------------------------------------------------------------------- */

static void add_award(event *e, event_award a) {
    if (event_grow(e, &e->award, e->awards, &e->award_room, sizeof *e->award))
        e->award[e->awards++] = a;
}

static int32_t signed_points(xpgn_slice s) {
    int32_t points = 0;
    bool minus = s.size > 0 && s.data[0] == '-';
    if (minus)
        s = event_trim((xpgn_slice){s.data + 1, s.size - 1});
    (void)event_points_read(s, &points);
    return minus ? -points : points;
}

/* 299: a type, match points, game points, a round, and the players or teams that get them. */
static void read_awards(trf_line *l) {
    xpgn_slice type = trf_field(l, 5, 5);
    uint64_t round = 0, who;
    (void)event_number_read(trf_field(l, 20, 22), TRF_ROUNDS, &round);
    event_award a = {
        .type = type.size > 0 ? type.data[0] : ' ',
        .points = {signed_points(trf_field(l, 8, 11)), signed_points(trf_field(l, 14, 17))},
        .round = (uint32_t)round};
    for (uint32_t at = 24; at <= l->columns; at += 5)
        if (event_number_read(trf_field(l, at, at + 3), TRF_RANKS - 1, &who)) {
            a.who = (uint32_t)who;
            add_award(l->e, a);
        }
}

/* 320: points for the team with a pairing-allocated bye, and that team in each round. */
static void read_team_byes(trf_line *l) {
    uint64_t who;
    event_award a = {
        .type = 'P',
        .points = {signed_points(trf_field(l, 5, 8)), signed_points(trf_field(l, 10, 13))}};
    for (uint32_t at = 15, round = 1; at <= l->columns; at += 4, round++)
        if (event_number_read(trf_field(l, at, at + 2), TRF_RANKS - 1, &who) && who > 0) {
            a.round = round;
            a.who = (uint32_t)who;
            add_award(l->e, a);
        }
}

/* 330: which team won by forfeit, the round, the two teams. */
static void read_walkover(trf_line *l) {
    event *e = l->e;
    xpgn_slice type = trf_field(l, 5, 6);
    uint64_t round, white, black;
    if (type.size != 2 || !event_number_read(trf_field(l, 8, 10), TRF_ROUNDS, &round) ||
        !event_number_read(trf_field(l, 12, 14), TRF_RANKS - 1, &white) ||
        !event_number_read(trf_field(l, 16, 18), TRF_RANKS - 1, &black) ||
        !event_grow(e, &e->walkover, e->walkovers, &e->walkover_room, sizeof *e->walkover))
        return;
    e->walkover[e->walkovers++] =
        (event_walkover){.round = (uint32_t)round,
                         .team = {(uint32_t)white, (uint32_t)black},
                         .won = {type.data[0] == '+', type.data[1] == '+'}};
}

/* 240, for teams only: F, H or Z, the round, and the teams. Byes of players are in their lines. */
static void read_byes(trf_line *l) {
    xpgn_slice type = trf_field(l, 5, 5);
    uint64_t round, who;
    if (type.size != 1 || !event_number_read(trf_field(l, 7, 9), TRF_ROUNDS, &round))
        return;
    for (uint32_t at = 11; at <= l->columns; at += 5)
        if (event_number_read(trf_field(l, at, at + 3), TRF_RANKS - 1, &who))
            add_award(l->e, (event_award){.type = (char)(type.data[0] - 'A' + 'a'),
                                          .round = (uint32_t)round,
                                          .who = (uint32_t)who});
}

/* ---- all lines ------------------------------------------------------------------------------- */

static void read_name(trf_line *l) {
    l->e->name = trf_text(l);
}

static void read_start(trf_line *l) {
    read_date(l, EVENT_DAY_START);
}

static void read_line_end(trf_line *l) {
    read_date(l, EVENT_DAY_END);
}

static void read_control(trf_line *l) {
    l->e->control = trf_text(l);
}

static void read_kind(trf_line *l) {
    if (l->e->kind.size == 0 || trf_has_type(l, "192"))
        l->e->kind = trf_text(l);
}

static void read_tie_breaks(trf_line *l) {
    event *e = l->e;
    bool standings = trf_has_type(l, "212");
    xpgn_slice s = trf_text(l);
    if (e->tie_breaks.size == 0 || standings)
        e->tie_breaks = s;
    if (standings)
        e->ranks_otherwise = s.size < 3 || memcmp(s.data, "PTS", 3) != 0;
}

void trf_read_header(trf_line *l) {
    static const struct {
        const char *type;
        void (*read)(trf_line *);
    } types[] = {
        {"012", read_name},          {"013", read_team},          {"042", read_start},
        {"052", read_line_end},      {"092", read_kind},          {"132", read_round_dates},
        {"142", read_rounds},        {"162", read_points},        {"192", read_kind},
        {"202", read_tie_breaks},    {"212", read_tie_breaks},    {"222", read_control},
        {"240", read_byes},          {"299", read_awards},        {"310", read_team},
        {"320", read_team_byes},     {"330", read_walkover},      {"362", read_match_points},
        {"XXR", read_rounds},        {"XXS", read_codes},         {"BBW", read_result_points},
        {"BBD", read_result_points}, {"BBL", read_result_points}, {"BBZ", read_result_points},
        {"BBF", read_result_points}, {"BBU", read_result_points}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (trf_has_type(l, types[i].type))
            types[i].read(l);
}
