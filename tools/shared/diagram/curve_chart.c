/* SPDX-License-Identifier: MIT */
#include "shared/diagram/curve_chart.h"
#include "internal/writers.h"

#include <stdlib.h>
#include <string.h>

void cli_curve_add(cli_curve *k, double value, xpgn_slice label) {
    xpgn_buffer_put(&k->values, &value, sizeof value);
    xpgn_buffer_slice(&k->labels, label);
    xpgn_buffer_char(&k->labels, '\0');
    k->count++;
}

void cli_curve_draw(cli *c, cli_curve *k, xpgn_svg *svg, const char *const words[3]) {
    if (k->count == 0)
        return;
    double *value = calloc(k->count, sizeof *value);
    xpgn_slice *label = calloc(k->count, sizeof *label);
    if (value == NULL || label == NULL || k->values.failed || k->labels.failed)
        cli_no_memory(c);
    memcpy(value, k->values.data, k->count * sizeof *value);
    const char *at = k->labels.data;
    for (size_t i = 0; i < k->count; i++, at += strlen(at) + 1)
        label[i] = cli_slice(at);
    xpgn_svg_curve(svg, &(xpgn_curve){cli_slice(words[0]), cli_slice(words[1]), cli_slice(words[2]),
                                      value, label, k->count});
    free(value);
    free(label);
    xpgn_buffer_clear(&k->values);
    xpgn_buffer_clear(&k->labels);
    k->count = 0;
}

void cli_curve_free(cli_curve *k) {
    xpgn_buffer_free(&k->values);
    xpgn_buffer_free(&k->labels);
}
