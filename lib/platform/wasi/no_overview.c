/* SPDX-License-Identifier: MIT */
/* Replaces what `xpgn help` shows in a module whose caller does not ask for it. */
#include "frame/overview.h"

const overview_tool overview_tools[1];
const overview_code overview_codes[1];
