# SPDX-License-Identifier: MIT
# Builds all tools as one program for any Linux on this processor, $(OUT)/xpgn, linked statically with musl. Sessions of
# xpgn-record leave the editing of lines to the terminal. With MACHINE=aarch64, $(BUILD)/musl-arm64/xpgn, by Debian's cross
# compiler, and the musl of that machine in $(ROOT).
LABEL = MUSL
OUT = $(BUILD)/$(if $(MACHINE),musl-arm64,musl)
SPECS = $(abspath $(OUT))/musl.specs
PORT_CC = $(if $(shell command -v ccache),ccache) $(if $(MACHINE),$(MACHINE)-linux-gnu-gcc -specs=$(SPECS),musl-gcc)
FLAGS = $(LEVEL) -std=gnu11 -pthread
LEVEL = -O2
PEXT_FLAGS = $(if $(MACHINE),,-mssse3 -mbmi -mbmi2)
DEFINES = -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 -DXPGN_VERSION='"$(VERSION)"' -DLINKED_PACKERS
INC = -include lib/platform/port/musl_posix.h
OWN_FLAGS = -Wall -Wextra $(if $(WERROR),-Werror)
LIBRARIES = libyaml pcre2 libsodium zlib bzip2 xz-utils libzstd
REPLACED = lib/core/base/dynamic_library.c tools/record/line_editor.c
OWN = lib/platform/port/no_library.c lib/platform/port/no_line_editor.c

$(OUT)/xpgn:

include lib/platform/port/port.mk

# What musl-gcc has for this machine, for the other one.
ifneq ($(MACHINE),)
$(OUT)/include: | $(SPECS)
$(SPECS): $(RECIPE)
	@mkdir -p $(@D)
	sed -E 's,/usr/(include|lib)/x86_64,$(abspath $(ROOT))/usr/\1/$(MACHINE),g; s/ld-musl-x86_64/ld-musl-$(MACHINE)/' \
		/usr/lib/x86_64-linux-musl/musl-gcc.specs >$@
endif

$(OUT)/xpgn: $(OBJS)
	$(file >$(OUT)/objects,$(OBJS))
	$(say)$(PORT_CC) -static -s -pthread -o $@ @$(OUT)/objects -lm
