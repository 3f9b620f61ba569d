/* SPDX-License-Identifier: MIT */
/* Findings as JSON Lines (formats/validate.schema.json). */
#include <xpgn/sheets.h>
#include <xpgn/walk.h>

#include "shared/findings/finding_report.h"

#include "internal/rules.h"
#include "internal/sealed.h"
#include "internal/writers.h"

void cli_report_keys_find(cli *c, cli_report_keys *k) {
    cli_fact_keys_find(c, &k->game, 1u << XPGN_SCOPE_RECORD, "file,game");
    cli_fact_keys_find(c, &k->place, 1u << XPGN_SCOPE_PLACE,
                       "line,column,end_line,end_column,offset,file_offset,length");
    cli_fact_keys_find(c, &k->finding, 1u << XPGN_SCOPE_FINDING | 1u << XPGN_SCOPE_PLACE,
                       "level,code,text,found,hint,together");
    cli_fact_keys_find(
        c, &k->fix, 1u << XPGN_SCOPE_FIX,
        "text=replacement,level=certainty,tie=probable,stands=legal,probability=confidence");
    cli_fact_keys_find(c, &k->turn, 1u << XPGN_SCOPE_TURN, "turn,label,ply");
    cli_fact_keys_find(c, &k->variant, 1u << XPGN_SCOPE_START, "variant=ruleset");
    cli_fact_keys_find(c, &k->region, 1u << XPGN_SCOPE_PLACE,
                       "startLine=line,startColumn=column,endLine=end_line,endColumn=end_column");
    cli_fact_keys_find(c, &k->message, 1u << XPGN_SCOPE_FINDING, "text,hint");
    cli_fact_keys_find(c, &k->properties, 1u << XPGN_SCOPE_RECORD | 1u << XPGN_SCOPE_TURN,
                       "game,ply");
}

xpgn_fact_source report_subject(const cli_report *how, const xpgn_game *game, const xpgn_walk *walk,
                                const xpgn_finding *f) {
    return (xpgn_fact_source){XPGN_SUBJECT,
                              .game = game,
                              .rs = walk != NULL ? xpgn_walk_ruleset(walk) : NULL,
                              .ply = f->ply,
                              .broken = f,
                              .finding = f,
                              .place = &f->place,
                              .places = how->places};
}

static void put_fixes(xpgn_buffer *b, const cli_report *how, const xpgn_fact_source *finding) {
    const xpgn_finding *f = finding->finding;
    xpgn_fact_source s = *finding;
    json_open(b, "fixes", "[");
    for (uint32_t i = 0; i < f->fix_count; i++) {
        s.fix = &f->fix[i];
        s.place = &f->fix[i].place;
        const xpgn_fix_level certainty = xpgn_fix_level_of(s.game->text, f, i);
        s.certainty = &certainty;
        json_open(b, NULL, "{");
        cli_put_keys(b, &how->keys->place, &s);
        cli_put_keys(b, &how->keys->fix, &s);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_char(b, ']');
}

static void put_players_json(xpgn_buffer *b, const xpgn_walk *walk) {
    for (size_t i = 0; i < XPGN_MAX_SEATS; i++) {
        unsigned party = cli_roster_parties[i];
        const char *tag = xpgn_seat_tag(XPGN_MAX_SEATS, party);
        cli_put_value_json(b, xpgn_party_name(party),
                           walk != NULL ? xpgn_walk_tag(walk, tag) : (xpgn_slice){0});
    }
}

/* A sentence of a finding in the language of the report, kept in `own`. */
static const char *own_words(const cli_report *how, const char *text, xpgn_buffer *own) {
    if (how->language == NULL || text == NULL)
        return text;
    xpgn_sentence_translate(own, cli_slice(text), how->language);
    xpgn_buffer_char(own, '\0');
    return own->failed ? text : own->data;
}

void cli_report_json(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                     const xpgn_walk *walk, const xpgn_finding *f) {
    const cli_report_keys *k = how->keys;
    xpgn_buffer text = {0}, own[3] = {{0}};
    xpgn_finding found = *f;
    xpgn_fact_source s = report_subject(how, game, walk, &found);
    found.level = report_level(how, f);
    found.text = own_words(how, f->text, &own[0]);
    found.hint = own_words(how, f->hint, &own[1]);
    found.choice = own_words(how, f->choice, &own[2]);
    s.text = &text;
    json_open(b, NULL, "{");
    cli_put_keys(b, &k->game, &s);
    cli_put_keys(b, &k->place, &s);
    cli_put_keys(b, &k->finding, &s);
    s.finding = f; /* `strict`, which makes warnings errors, does not make a fix less certain */
    put_fixes(b, how, &s);
    cli_put_keys(b, &k->turn, &s);
    put_players_json(b, walk);
    cli_put_keys(b, &k->variant, &s);
    xpgn_buffer_text(b, "}\n");
    b->failed |= text.failed;
    xpgn_buffer_free(&text);
    for (unsigned i = 0; i < 3; i++) {
        b->failed |= own[i].failed;
        xpgn_buffer_free(&own[i]);
    }
}
