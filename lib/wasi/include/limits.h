/* SPDX-License-Identifier: MIT */
#ifndef WASI_LIMITS_H
#define WASI_LIMITS_H

#include_next <limits.h>

enum { PIPE_BUF = 4096 };

#endif
