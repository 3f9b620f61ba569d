/* SPDX-License-Identifier: MIT */
/*
 * Estimates with 95 % intervals, which neither have width 0 nor extend beyond what is possible.
 * Bounded values use xpgn_interval. The variance is known for shares of all games; for others it is
 * that of a jackknife over groups of games. The intervals of paired differences hold even if hardly
 * a game differs. What luck explains is the square of a correlation: its interval comes from a
 * jackknife of Fisher's transform.
 */
#include "internal/chance.h"
#include "simulate/simulate.h"

#include <math.h>

/* ---- values ---------------------------------------------------------------------------------- */

static double over(int64_t a, int64_t b) {
    return b != 0 ? (double)a / (double)b : NAN;
}

/* The score of the first of two bots. */
static double bot_score(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_FIRST_BOT], 12 * s[SUM_VERSUS]);
}

/* The score of the first to move above a fair share; known only with the same bot in all seats. */
static double first_move_advantage(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_SCORE] - s[SUM_FAIR], 12 * s[SUM_EQUAL]);
}

static double decisive(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_ENDED] - s[SUM_DRAWN], s[SUM_GAMES]);
}

static double drawn(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_DRAWN], s[SUM_GAMES]);
}

static double timeouts(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_GAMES] - s[SUM_ENDED], s[SUM_GAMES]);
}

static double length(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_TURNS], s[SUM_ENDED]);
}

static double branching(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_CHOICES], s[SUM_DECISIONS]);
}

static double lead_changes(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_LEADS], s[SUM_ENDED]);
}

/* The variances of net luck and result of games that ended, and their covariance, times the square
   of the number of games. */
typedef struct luck_spread {
    double luck, score, both;
} luck_spread;

static luck_spread spread_of(const int64_t *s) {
    double n = (double)s[SUM_ENDED], luck = (double)s[SUM_LUCK], score = (double)s[SUM_SCORE];
    return (luck_spread){.luck = n * (double)s[SUM_LUCK_LUCK] - luck * luck,
                         .score = n * (double)s[SUM_SCORE_SCORE] - score * score,
                         .both = n * (double)s[SUM_LUCK_SCORE] - luck * score};
}

/* Fisher's transform of the correlation between net luck and result. */
static double luck_transform(const int64_t *s, unsigned type) {
    luck_spread k = spread_of(s);
    (void)type;
    return k.luck > 0 && k.score > 0 ? atanh(k.both / sqrt(k.luck * k.score)) : NAN;
}

/* The square of that correlation. */
static double luck_explains(const int64_t *s, unsigned type) {
    luck_spread k = spread_of(s);
    (void)type;
    return k.luck > 0 && k.score > 0 ? k.both * k.both / (k.luck * k.score) : NAN;
}

/*
 * Net luck is 0 on average, so its mean in these games, times what a result gains by it, is
 * subtracted: a control variate.
 */
static double adjusted_advantage(const int64_t *s, unsigned type) {
    luck_spread k = spread_of(s);
    double gain = k.luck > 0 ? k.both / k.luck : NAN;
    return first_move_advantage(s, type) - gain * (double)s[SUM_LUCK] / (12 * (double)s[SUM_ENDED]);
}

/* How many times as many games would narrow an interval as much as taking off the luck does. */
static double worth_of_luck(double explained) {
    return explained < 1 ? 1 / (1 - explained) : NAN;
}

static double games_worth(const int64_t *s, unsigned type) {
    return worth_of_luck(luck_explains(s, type));
}

static double luckier_wins(const int64_t *s, unsigned type) {
    (void)type;
    return over(s[SUM_LUCKY], s[SUM_LUCKY] + s[SUM_UNLUCKY]);
}

static double survival(const int64_t *s, unsigned type) {
    return over(s[SUM_STANDS + type], s[SUM_STOOD + type]);
}

static double all_games(const int64_t *s) {
    return (double)s[SUM_GAMES];
}

static double ended_games(const int64_t *s) {
    return (double)s[SUM_ENDED];
}

static double decided_games(const int64_t *s) {
    return (double)(s[SUM_LUCKY] + s[SUM_UNLUCKY]);
}

#define SURVIVAL(name, which)                                                                      \
    {                                                                                              \
        .key = "survival_" name, .label = "survival: ", .words = "% of the # survive",             \
        .value = survival, .games = ended_games, .type = (which), .share = true, .both = -1        \
    }

const sim_measure sim_measures[] = {{.key = "score",
                                     .label = "score of ",
                                     .words = "@ scores % of the points",
                                     .value = bot_score,
                                     .games = all_games,
                                     .share = true,
                                     .headline = true,
                                     .first_bot = true,
                                     .both = -1},
                                    {.key = "first_move_advantage",
                                     .label = "first-move advantage",
                                     .words = "the first to move scores % above a fair share",
                                     .value = first_move_advantage,
                                     .games = ended_games,
                                     .share = true,
                                     .sign = true,
                                     .headline = true,
                                     .both = -1},
                                    {.key = "decisive",
                                     .label = "decisive games",
                                     .words = "% of games are decisive",
                                     .value = decisive,
                                     .games = all_games,
                                     .share = true,
                                     .both = BOTH_DECIDED},
                                    {.key = "drawn",
                                     .label = "draws",
                                     .words = "% of games are drawn",
                                     .value = drawn,
                                     .games = all_games,
                                     .share = true,
                                     .headline = true,
                                     .both = BOTH_DRAWN},
                                    {.key = "timeouts",
                                     .label = "unfinished games",
                                     .words = "% of games are cut off",
                                     .value = timeouts,
                                     .games = all_games,
                                     .share = true,
                                     .both = BOTH_CUT},
                                    {.key = "length",
                                     .label = "length in turns",
                                     .words = "a game lasts % turns",
                                     .value = length,
                                     .games = ended_games,
                                     .headline = true,
                                     .both = -1},
                                    {.key = "branching",
                                     .label = "choices per decision",
                                     .words = "there are % choices per decision",
                                     .value = branching,
                                     .games = all_games,
                                     .both = -1},
                                    {.key = "lead_changes",
                                     .label = "lead changes on points",
                                     .words = "the lead on points changes % times",
                                     .value = lead_changes,
                                     .games = ended_games,
                                     .both = -1},
                                    {.key = "luck_explains",
                                     .label = "results explained by luck",
                                     .words = "luck explains % of the results",
                                     .value = luck_explains,
                                     .games = ended_games,
                                     .share = true,
                                     .headline = true,
                                     .both = -1},
                                    {.key = "adjusted_advantage",
                                     .label = "luck-adjusted advantage",
                                     .words = "adjusted for luck, the first to move scores % above "
                                              "a fair share",
                                     .value = adjusted_advantage,
                                     .games = ended_games,
                                     .share = true,
                                     .sign = true,
                                     .both = -1},
                                    {.key = "games_worth",
                                     .label = "luck-adjusted game worth",
                                     .words = "a game adjusted for luck is worth % that are not",
                                     .value = games_worth,
                                     .least = 1, /* luck cannot explain less than nothing */
                                     .games = ended_games,
                                     .both = -1},
                                    {.key = "luckier_wins",
                                     .label = "wins by the luckier side",
                                     .words = "the luckier side wins % of decisive games",
                                     .value = luckier_wins,
                                     .games = decided_games,
                                     .share = true,
                                     .both = -1},
                                    SURVIVAL("pawn", XPGN_PAWN),
                                    SURVIVAL("knight", XPGN_KNIGHT),
                                    SURVIVAL("bishop", XPGN_BISHOP),
                                    SURVIVAL("rook", XPGN_ROOK),
                                    SURVIVAL("queen", XPGN_QUEEN),
                                    SURVIVAL("king", XPGN_KING),
                                    {.key = NULL}};

/* ---- the jackknife --------------------------------------------------------------------------- */

enum { FEWEST_GROUPS = 8 };

/* The number of games to add, as Agresti and Coull do: the square of the normal quantile. */
static double games_added(void) {
    return xpgn_quantile(0) * xpgn_quantile(0);
}

/* Sums all groups but one; SIM_GROUPS: all of them. */
static void add_groups(const sim_counts *c, size_t ruleset, unsigned but, int64_t sum[SUMS]) {
    for (unsigned k = 0; k < SUMS; k++) {
        sum[k] = 0;
        for (unsigned g = 0; g < SIM_GROUPS; g++)
            sum[k] += g == but ? 0 : c->sum[ruleset][g][k];
    }
}

/* The value of ruleset a, or, if b is another, that of b minus that of a, without one group. */
static double value_without(const sim_counts *c, size_t a, size_t b, unsigned but,
                            const sim_measure *m) {
    int64_t sum[SUMS];
    add_groups(c, a, but, sum);
    double value = m->value(sum, m->type);
    if (a == b)
        return value;
    add_groups(c, b, but, sum);
    return m->value(sum, m->type) - value;
}

/* A value, the variance of its estimate, and the number of games it is based on. */
typedef struct sample {
    double value, variance, n;
    double quantile; /* of Student's distribution; 0: too few games to know the variance */
} sample;

static sample jackknife(const sim_counts *c, size_t a, size_t b, const sim_measure *m) {
    sample s = {.value = value_without(c, a, b, SIM_GROUPS, m)};
    double sum = 0, squares = 0, groups = 0;
    for (unsigned g = 0; g < SIM_GROUPS && !isnan(s.value); g++) {
        if (c->sum[a][g][SUM_GAMES] == 0)
            continue;
        double d = value_without(c, a, b, g, m) - s.value; /* a small difference keeps its digits */
        sum += d;
        squares += d * d;
        groups++;
    }
    double spread = squares - sum * sum / groups;
    if (groups < FEWEST_GROUPS || isnan(spread))
        return s;
    s.variance = fmax(0, spread) * (groups - 1) / groups;
    s.quantile = xpgn_quantile(groups - 1);
    return s;
}

static double games_of(const sim_counts *c, size_t ruleset, const sim_measure *m) {
    int64_t sum[SUMS];
    add_groups(c, ruleset, SIM_GROUPS, sum);
    return m->games(sum);
}

/* ---- intervals ------------------------------------------------------------------------------- */

static sim_estimate without_interval(double value) {
    return (sim_estimate){.known = !isnan(value), .value = value, .low = 1, .high = 0};
}

static sim_estimate bounded(const sample *s, const double bound[2]) {
    double in[2];
    xpgn_interval(s->value, s->variance, s->n, s->quantile, bound, in);
    return (sim_estimate){true, s->value, in[0], in[1]};
}

/* An interval without an upper bound; none if all games are alike. */
static sim_estimate unbounded(const sample *s, double least) {
    double half = s->quantile * sqrt(s->variance);
    if (s->variance <= 0)
        return without_interval(s->value);
    return (sim_estimate){true, s->value, fmax(least, s->value - half), s->value + half};
}

static sim_estimate share_of(const sim_counts *c, size_t ruleset, const sim_measure *m) {
    static const double bound[2] = {0, 1};
    int64_t sum[SUMS];
    add_groups(c, ruleset, SIM_GROUPS, sum);
    double share = m->value(sum, m->type), n = (double)sum[SUM_GAMES];
    return bounded(&(sample){share, share * (1 - share) / n, n, xpgn_quantile(0)}, bound);
}

/* Sets the bounds of a share, less a fair share if the measure is relative to it. */
static void set_bounds(const sim_counts *c, size_t ruleset, const sim_measure *m, double bound[2]) {
    int64_t sum[SUMS];
    double fair = 0;
    if (m->sign) {
        add_groups(c, ruleset, SIM_GROUPS, sum);
        fair = over(sum[SUM_FAIR], 12 * sum[SUM_ENDED]);
    }
    bound[0] = 0 - fair;
    bound[1] = 1 - fair;
}

/* What luck explains, from the transform of the correlation. */
static double explained_by(double transform) {
    return tanh(transform) * tanh(transform);
}

/* Estimates what luck explains, or what a game is worth without it. Neither depends on the sign of
   the correlation: if that is around 0, the interval begins at the least value. */
static sim_estimate explained(const sim_counts *c, size_t ruleset, const sim_measure *m) {
    static const sim_measure correlation = {.value = luck_transform, .both = -1};
    sample s = jackknife(c, ruleset, ruleset, &correlation);
    s.variance *= 1 + games_added() / games_of(c, ruleset, m); /* few games underestimate it */
    sim_estimate e = s.quantile > 0 ? unbounded(&s, -INFINITY) : without_interval(s.value);
    bool worth = m->value == games_worth;
    double value = worth ? worth_of_luck(explained_by(s.value)) : explained_by(s.value);
    if (isnan(s.value) || e.low > e.high)
        return without_interval(value);
    double low = e.low <= 0 && e.high >= 0 ? 0 : explained_by(fmin(fabs(e.low), fabs(e.high)));
    double high = explained_by(fmax(fabs(e.low), fabs(e.high)));
    return (sim_estimate){true, value, worth ? worth_of_luck(low) : low,
                          worth ? worth_of_luck(high) : high};
}

sim_estimate sim_estimate_of(const sim_counts *c, size_t ruleset, const sim_measure *m) {
    double bound[2];
    if (m->value == games_worth || m->value == luck_explains)
        return explained(c, ruleset, m);
    if (m->both >= 0)
        return share_of(c, ruleset, m);
    sample s = jackknife(c, ruleset, ruleset, m);
    if (s.quantile == 0)
        return without_interval(s.value);
    if (!m->share)
        return unbounded(&s, m->least);
    s.n = games_of(c, ruleset, m);
    set_bounds(c, ruleset, m, bound);
    return bounded(&s, bound);
}

/* ---- differences ----------------------------------------------------------------------------- */

uint64_t sim_discordant(const sim_counts *c, size_t ruleset, const sim_measure *m) {
    int64_t a[SUMS], b[SUMS];
    add_groups(c, 0, SIM_GROUPS, a);
    add_groups(c, ruleset, SIM_GROUPS, b);
    double n = (double)a[SUM_GAMES], own = m->value(a, m->type), other = m->value(b, m->type);
    return (uint64_t)((own + other) * n + 0.5) - 2 * (uint64_t)c->both[ruleset][m->both];
}

/* A difference of shares of all games: its variance follows from how many games differ. */
static sample paired_share(const sim_counts *c, size_t ruleset, const sim_measure *m) {
    sample s = {.value = value_without(c, 0, ruleset, SIM_GROUPS, m),
                .n = games_of(c, 0, m),
                .quantile = xpgn_quantile(0)};
    double share = (double)sim_discordant(c, ruleset, m) / s.n;
    s.variance = fmax(0, share - s.value * s.value) / s.n;
    return s;
}

/* A mean of differences has no bounds: adds games that differ as unrelated games do. */
static sim_estimate unbounded_difference(const sim_counts *c, size_t ruleset, sample *s,
                                         const sim_measure *m) {
    sample a = jackknife(c, 0, 0, m), b = jackknife(c, ruleset, ruleset, m);
    double n = fmin(games_of(c, 0, m), games_of(c, ruleset, m));
    s->variance += games_added() * (a.variance + b.variance) / n;
    return unbounded(s, -INFINITY);
}

sim_estimate sim_difference(const sim_counts *c, size_t ruleset, const sim_measure *m) {
    static const double bound[2] = {-1, 1};
    sample s = m->both >= 0 ? paired_share(c, ruleset, m) : jackknife(c, 0, ruleset, m);
    if (s.quantile == 0)
        return without_interval(s.value);
    if (!m->share)
        return unbounded_difference(c, ruleset, &s, m);
    s.n = fmin(games_of(c, 0, m), games_of(c, ruleset, m));
    return bounded(&s, bound);
}

double sim_most(double n) {
    return 1 - pow(0.05, 1 / n);
}
