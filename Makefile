# SPDX-License-Identifier: MIT
#
# The build of XPGN: one GNU Makefile and what `make install` copies in tools/install.mk, no configure step. What it
# makes goes below $(BUILD); only install writes elsewhere.  `make help` prints the two lists that follow.
#
#   make all           the library (static, shared), the tools, completions; also plain `make`
#   make one           all tools as one program, build/one/xpgn, for containers and other machines
#   make musl          the same for any Linux of this processor, build/musl/xpgn: static, with all libraries in it
#   make musl-arm64    the same for processors of 64-bit Arm, build/musl-arm64/xpgn
#   make windows       the same for Windows, build/windows/xpgn.exe, by mingw-w64
#   make wasm          the same as a module of WebAssembly, build/wasm/xpgn.wasm, for WASI preview 1
#   make js            the package for JavaScript, build/js: that module, and what runs it in browsers and Node.js
#   make pack          the same as npm takes it, build/xpgn-VERSION.tgz
#   make desk          the desk, build/desk/xpgn-desk.html: one page that checks and records games in a browser, offline
#   make help          this list
#   make deps          install the Debian packages that are missing
#   make deps-build    the same for the build alone
#   make deps-release  the same for a release
#   make demo          build, then show the tools at work on the samples
#   make check         build and run all tests
#   make check-modes   the command-line tests with XPGN_FORCE=walk, plain, narrow, and all of them
#   make check-stubs   the command-line tests on programs that only exit: none may pass
#   make check-web     the pages of xpgn-render-html and the desk in headless Chromium
#   make check-valgrind  broken samples and defects under valgrind
#   make check-wasm    the module against the programs, byte for byte, in Node.js and in Chromium; what make pack packs, with bundlers
#   make check-goldens what the command-line tests run, run again by the module in Node.js and in Chromium
#   make check-desk    the desk as make desk builds it, in headless Chromium; whole games, minutes
#   make check-ports   tests and samples on other platforms: musl, Windows under wine, and PORTS under qemu; half an hour
#   make check-cluster the recipes of xpgn-scale(7) on three hosts and two nodes of Slurm (needs root)
#   make model         the tools on a disk that fails and crashes, and what drives them (build/model/drive)
#   make check-long    what takes long: all modes, more under valgrind, mutation, fuzzing; STEPS='million|fuzzing': only such steps
#   make facts         put new facts into xpgn-facts(7), xpgn_facts.h and list.schema.json, new options into the table of xpgn(1),
#                      words of score sheets into xpgn-sheets(7)
#   make fingerprint   store what the tools find, play and write (tests/ci/fingerprint.sha256)
#   make lint          formatting, static analysis, manuals, licences, wording: what has changed
#   make lint-all      the same, of all files
#   make sanitize      all tests under AddressSanitizer and UBSan of GCC and of Clang (in build/asan*)
#   make sanitize-gcc  the same of GCC alone
#   make sanitize-clang  the same of Clang alone
#   make fuzz          the fuzzers, where clang is present (in build/fuzz)
#   make bench         the measurements (tests/bench/run.sh)
#   make bench-counts  instructions a byte and a turn, against those that are stored
#   make install       copy to $(DESTDIR)$(PREFIX), without what debuggers need
#   make uninstall     remove from there what install has copied
#   make dist          a source archive of HEAD
#   make deb           Debian packages of HEAD (in build/deb)
#   make release       all that people take, of HEAD (in build/release), with SHA256SUMS: many minutes
#   make verify        build that again in another folder, on another day, and compare
#   make try-release   install and use each of its files on a bare system (needs root)
#   make abi           compare the shared library with that of the last release
#   make clean         remove build/
#
#   CC CFLAGS CPPFLAGS LDFLAGS LDLIBS  as usual; CFLAGS is -O2 -g if not given
#   HARDEN=            without the flags that harden the programs
#   PREFIX=/usr/local DESTDIR=  where install puts things
#   DEBUG=1            install puts what debuggers need beside, in folders .debug; deb makes packages of it
#   BUILD=build        where everything is made
#   WERROR=1           warnings are errors
#   SANITIZE=address   compile with -fsanitize=address (or a list)
#   TESTS='fmt walk'   make check runs these test files only (tests/cli/fmt.bats, build/tests/walk)
#   PORTS='arm64 musl'  make check-ports looks at these only, of one, musl, windows, arm64, armhf, s390x
#   MODES='walk plain' make check-modes runs these modes only
#   BASE=main          make lint looks at what differs from this commit
#   TESTED='FILE...'   make release has a page of what these outputs of tests say
#   RUN=               what runs the programs that are built for another machine, such as qemu-s390x
#   V=1                show the commands

# The one place of the version; the shared library's ABI number moves on its own.
VERSION = 0.9.0
ABI = 1

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:

PREFIX ?= /usr/local
BINDIR = $(PREFIX)/bin
LIBDIR = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
MANDIR = $(PREFIX)/share/man
DATADIR = $(PREFIX)/share/xpgn
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/site-functions
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d
VIMDIR = $(PREFIX)/share/vim/vimfiles
MIMEDIR = $(PREFIX)/share/mime
DOCDIR = $(PREFIX)/share/doc/xpgn

BUILD ?= build
CFLAGS ?= -O2 -g
INSTALL ?= install
PKG_CONFIG ?= pkg-config
OBJCOPY ?= objcopy
STRIP ?= strip
CLANG ?= clang

# ---------------------------------------------------------------------------------------------
# Packages (Debian 12)

BUILD_PACKAGES = gcc make libc6-dev pkg-config libyaml-dev zlib1g-dev libbz2-dev \
	liblzma-dev libzstd-dev libsodium-dev libpcre2-dev libedit-dev
TEST_PACKAGES = check bats jq zstd bzip2 xz-utils clang clang-format clang-tidy cppcheck \
	shellcheck mandoc libclang-rt-14-dev valgrind zsh fish vim file shared-mime-info libxml2-utils \
	python3-jsonschema librsvg2-bin poppler-utils libdeflate0 w3c-sgml-lib parallel patch strace faketime
WASM_PACKAGES = clang lld wasi-libc libclang-rt-14-dev-wasm32 binaryen
JS_PACKAGES = xz-utils
MUSL_PACKAGES = musl-tools
ARM64_PACKAGES = gcc-aarch64-linux-gnu
WINDOWS_PACKAGES = gcc-mingw-w64-x86-64-posix
# What the library and the tools need of another architecture.
ARCH_PACKAGES = libc6-dev libyaml-dev zlib1g-dev libbz2-dev liblzma-dev libzstd-dev libsodium-dev libpcre2-dev \
	libedit-dev libdeflate0 check
PORT_PACKAGES = qemu-user $(ARM64_PACKAGES) gcc-arm-linux-gnueabihf gcc-s390x-linux-gnu wine wine64
PORT_SOURCES = libyaml pcre2 libsodium zlib bzip2 xz-utils libzstd
DEB_PACKAGES = build-essential dpkg-dev debhelper fakeroot lintian
RELEASE_PACKAGES = $(sort $(BUILD_PACKAGES) $(DEB_PACKAGES) $(MUSL_PACKAGES) $(ARM64_PACKAGES) $(WINDOWS_PACKAGES) $(WASM_PACKAGES) \
	$(JS_PACKAGES) git faketime)
TRY_PACKAGES = debootstrap qemu-user wine wine64 jq
ABI_PACKAGES = git abigail-tools
CLUSTER_PACKAGES = parallel openssh-server openssh-client rsync slurm-wlm munge iproute2 procps zstd

# ---------------------------------------------------------------------------------------------
# Sources

LAYERS = core/base core/board core/rules core/play core/forms core/text io core/game core/walk record/tree record/sealed \
	facts lab meant/repair meant/sheet meant/import meant/merge meant/fix output/count output/write record/session \
	output/draw events/list events/rank events/check
LIB_SRCS = $(foreach layer,$(LAYERS),$(sort $(wildcard lib/$(layer)/*.c)))
# What tools share is an archive, of which each links what it names. RUN_SRCS: how xpgn starts the
# others, as programs or, in the program of all, as functions.
RUN_SRCS = tools/frame/run.c tools/frame/run_one.c
CLI_SRCS = $(filter-out $(RUN_SRCS),$(sort $(wildcard tools/frame/*.c tools/shared/*/*.c)))
# A tool is tools/NAME.c, or all of the folder tools/NAME, which has a NAME.c.
TOOL_SRCS = $(sort $(wildcard tools/*.c) $(filter-out tools/frame/%,$(wildcard tools/*/*.c)))
tool_of = $(firstword $(subst /, ,$(1)))
TOOL_NAMES = $(sort $(foreach source,$(TOOL_SRCS),$(call tool_of,$(source:tools/%.c=%))))
UNIT_SRCS = $(sort $(wildcard tests/unit/test_*.c))
UNIT_COMMON_SRCS = $(filter-out $(UNIT_SRCS),$(sort $(wildcard tests/unit/*.c)))
MODEL_SRCS = $(filter-out %/files_model.c,$(sort $(wildcard tests/model/*.c)))
FUZZ_SRCS = $(sort $(wildcard tests/fuzz/*.c))
BENCH_SRCS = $(sort $(wildcard tests/bench/*.c))
FORMATS = $(sort $(wildcard formats/*.yaml))
PIECES = formats/pieces.svg
LANGUAGES = formats/languages.tsv
THEMES = $(sort $(wildcard formats/themes/*.yaml))
SCHEMAS = $(sort $(wildcard formats/*.schema.json))
MANUALS = $(sort $(wildcard man/*.[1357]))

# ---------------------------------------------------------------------------------------------
# Flags. pkg-config is asked when a recipe first needs it and never before, so that `make deps`
# (and `make check`, which starts with it) works on a machine that has no pkg-config yet.

LIB_PKGS = yaml-0.1
# What one tool needs beyond the library: TOOL_PKGS_name, as in TOOL_PKGS_grep = libpcre2-8
TOOL_PKGS_grep = libpcre2-8
TOOL_PKGS_record = libedit libsodium
ALL_PKGS = $(LIB_PKGS) $(foreach name,$(TOOL_NAMES),$(TOOL_PKGS_$(name)))

once = $(eval $(1) := $(2))$($(1))
LIB_PKG_CFLAGS = $(call once,LIB_PKG_CFLAGS,$(shell $(PKG_CONFIG) --cflags $(LIB_PKGS)))
CHECK_CFLAGS = $(call once,CHECK_CFLAGS,$(shell $(PKG_CONFIG) --cflags check))
CHECK_LIBS = $(call once,CHECK_LIBS,$(shell $(PKG_CONFIG) --libs check))
tool_pkg = $(if $(TOOL_PKGS_$(tool_of)),$(shell $(PKG_CONFIG) $(2) $(TOOL_PKGS_$(tool_of))))
# What is generated for some tools: the names of openings, and the page that plays games.
$(foreach name,list sort split fmt,$(eval TOOL_OBJS_$(name) = $$(OBJ)/gen/openings.o))
TOOL_OBJS_render-html = $(OBJ)/gen/page.o
tool_objs = $(patsubst %.c,$(OBJ)/%.o,$(filter tools/$(1).c tools/$(1)/%,$(TOOL_SRCS))) $(TOOL_OBJS_$(1))

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wundef -Wcast-qual $(if $(WERROR),-Werror)
SAN_FLAGS = $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all \
	-fno-omit-frame-pointer)

# What hardens the programs, as far as this compiler knows it (tests/ci/flags.sh asks it once); flags of
# the caller come later and win. Sanitizers do better without.
HARDEN = $(call once,HARDEN,$(if $(SANITIZE),,$(shell CC='$(CC)' sh tests/ci/flags.sh -fPIE -pie \
	-fstack-protector-strong -fstack-clash-protection -fcf-protection -Wl,-z,relro,-z,now)))
HARDEN_C = $(filter -f%,$(HARDEN)) $(FORTIFY)
HARDEN_LD = $(filter -Wl%,$(HARDEN))
# For a quick start: larger hash tables of symbols, the C library before others, which are then not searched for
# what it has, and addresses that are packed; with a sanitizer its own comes first.
QUICK_START = $(call once,QUICK_START,$(if $(SANITIZE),,$(shell CC='$(CC)' sh tests/ci/flags.sh -Wl,-O1 -Wl,-lc \
	-Wl,-z,pack-relative-relocs)))
# FORTIFY wants an optimiser, and no other word about it.
OPTIMISED = $(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS))))
FORTIFY = $(if $(and $(HARDEN),$(OPTIMISED)),$(if $(findstring _FORTIFY_SOURCE,$(CPPFLAGS) $(CFLAGS)),,\
	-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))

# The same bytes in whatever folder it is built.
PLACE = -ffile-prefix-map=$(CURDIR)=.

# Files of more than 2 GB where numbers have 32 bits.
LARGE_FILES = $(call once,LARGE_FILES,$(if $(filter 4,$(shell echo __SIZEOF_LONG__ | $(CC) -E -P -x c - 2>/dev/null)),\
	-D_FILE_OFFSET_BITS=64))

XCPPFLAGS = -D_POSIX_C_SOURCE=200809L $(LARGE_FILES) -DXPGN_VERSION='"$(VERSION)"' \
	$(if $(SANITIZE),-DXPGN_SANITIZE='"$(SANITIZE)"') $(CPPFLAGS)
XCFLAGS = -std=c11 -pthread $(WARNINGS) $(SAN_FLAGS) $(PLACE) $(HARDEN_C) $(CFLAGS)
XLDFLAGS = -pthread $(SAN_FLAGS) $(HARDEN_LD) $(LDFLAGS)
XLIBS = -lm -ldl $(LDLIBS)

LIB_INC = -Ilib -Ilib/include
TOOL_INC = -Ilib/include -Itools

LIB_CODE = -fPIC -fvisibility=hidden -fno-semantic-interposition
COMPILE = $(CC) $(XCPPFLAGS) $(XCFLAGS) -MMD -MP
LINK = $(CC) $(XCFLAGS) $(XLDFLAGS)
LINK_TOOL = $(CC) $(filter -pie,$(HARDEN)) $(XCFLAGS) $(XLDFLAGS) $(QUICK_START)

# ---------------------------------------------------------------------------------------------
# Products

OBJ = $(BUILD)/obj
STATIC = $(BUILD)/lib/libxpgn.a
# The library for what is built here: its tests look inside.
INSIDE = $(OBJ)/libxpgn.a
SHARED = $(BUILD)/lib/libxpgn.so.$(ABI)
PCFILE = $(BUILD)/lib/xpgn.pc
# The rulesets as C: their texts, and the tables that a program writes which is built on the way;
# the attack tables for machines with PEXT, made in the same way; and what pictures are
# made of.
GEN_SRCS = $(BUILD)/gen/formats.c $(BUILD)/gen/tables.c $(BUILD)/gen/pext.c \
	$(BUILD)/gen/pieces.c $(BUILD)/gen/themes.c $(BUILD)/gen/languages.c $(BUILD)/gen/words.c \
	$(BUILD)/gen/equity.c $(BUILD)/gen/sheet_words.c

LIB_OBJS = $(LIB_SRCS:%.c=$(OBJ)/%.o) $(GEN_SRCS:$(BUILD)/%.c=$(OBJ)/%.o)
# The program that writes the tables needs the layers that load rulesets, but for the file that
# names the tables.
GEN_LIB_SRCS = $(filter-out lib/core/rules/catalog.c,$(filter $(foreach layer,base board rules,lib/core/$(layer)/%),$(LIB_SRCS)))
GEN_OBJS = $(OBJ)/lib/gen/tables.o $(OBJ)/gen/formats.o $(GEN_LIB_SRCS:%.c=$(OBJ)/%.o)
CLI_OBJS = $(CLI_SRCS:%.c=$(OBJ)/%.o)
LIBCLI = $(OBJ)/libcli.a
UNIT_COMMON_OBJS = $(UNIT_COMMON_SRCS:%.c=$(OBJ)/%.o)

TOOLS = $(foreach name,$(TOOL_NAMES),$(BUILD)/bin/$(if $(filter xpgn,$(name)),xpgn,xpgn-$(name)))
UNIT_BINS = $(UNIT_SRCS:tests/unit/test_%.c=$(BUILD)/tests/%)
# The tools that write, on a disk that a test decides about.
MODEL_TOOLS = $(foreach name,record dice fmt list validate sort split fix,$(BUILD)/model/bin/xpgn-$(name))
MODEL = $(BUILD)/model/drive $(BUILD)/model/failing.so $(MODEL_TOOLS)
FUZZ_BINS = $(FUZZ_SRCS:tests/fuzz/%.c=$(BUILD)/bin/%)
BENCH_BINS = $(BENCH_SRCS:tests/bench/%.c=$(BUILD)/bench/%)

SUBMAKE = +@$(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$$(nproc))

.PHONY: all lib tools one musl musl-arm64 windows wasm js pack desk completions unit model help deps demo install uninstall clean dist deb abi FORCE
.PHONY: release verify try-release deps-build deps-release facts lint lint-all sanitize sanitize-gcc sanitize-clang fuzz fuzz-programs check-long check-wasm check-goldens run-check-build
.PHONY: check check-modes check-valgrind check-stubs check-web check-desk check-cluster check-ports fingerprint bench bench-counts
.PHONY: run-check run-check-modes run-check-valgrind run-check-stubs run-check-web run-check-desk run-check-cluster run-check-ports
.PHONY: run-fingerprint run-bench run-bench-counts run-lint run-demo

all: lib tools completions
lib: $(STATIC) $(SHARED) $(PCFILE)
tools: $(TOOLS)
completions: $(BUILD)/completions/table
unit: $(UNIT_BINS)
model: $(MODEL)
one: $(BUILD)/one/xpgn

# Short lines for the long commands, none with make -s; the folder is made first.
quiet = $(findstring s,$(firstword -$(MAKEFLAGS)))
say = $(if $(V),,@)mkdir -p $(@D) && $(if $(V)$(quiet),,printf '  %-4s %s\n' '$(1)' '$@' && )

# Stamps: files that change when what they hold does (flags, compiler, list of sources).
stamp = @mkdir -p $(@D); printf '%s\n' '$(subst ','\'',$(1))' >$@.new; \
	if cmp -s $@.new $@; then rm -f $@.new; else mv $@.new $@; fi

$(BUILD)/.flags: FORCE
	$(call stamp,$(COMPILE) $(LIB_CODE) $(LINK) $(LIB_PKGS))
$(BUILD)/.objects: FORCE
	$(call stamp,$(LIB_SRCS))
$(BUILD)/.cli: FORCE
	$(call stamp,$(CLI_SRCS) $(RUN_SRCS) $(TOOL_SRCS))
$(BUILD)/.formats: FORCE
	$(call stamp,$(FORMATS) $(PIECES) $(THEMES))
$(BUILD)/.version: FORCE
	$(call stamp,$(VERSION) $(PREFIX) $(LIBDIR) $(INCLUDEDIR))

# Is everything here that is needed? Asked once for these flags; a library that is missing is
# reported with its package, and not by the linker.
$(BUILD)/.needs: $(BUILD)/.flags tests/ci/needs.sh
	@CC='$(CC)' CPPFLAGS='$(CPPFLAGS)' PKG_CONFIG='$(PKG_CONFIG)' sh tests/ci/needs.sh $(ALL_PKGS)
	@touch $@

# ---------------------------------------------------------------------------------------------
# Compiling

# The library's objects serve both libraries, the static and the shared one.
$(OBJ)/lib/%.o: lib/%.c $(BUILD)/.flags | $(BUILD)/.needs
	$(call say,CC)$(COMPILE) $(LIB_CODE) $(LIB_INC) $(LIB_PKG_CFLAGS) -c -o $@ $<

$(OBJ)/gen/%.o: $(BUILD)/gen/%.c $(BUILD)/.flags | $(BUILD)/.needs
	$(call say,CC)$(COMPILE) $(LIB_CODE) $(LIB_INC) -c -o $@ $<

$(OBJ)/tools/%.o: tools/%.c $(BUILD)/.flags | $(BUILD)/.needs
	$(call say,CC)$(COMPILE) $(TOOL_INC) $(call tool_pkg,$*,--cflags) -c -o $@ $<

# A unit test runs about once for each time that it is compiled: with little optimisation, or none if
# it has next to nothing to compute itself.
LONG_UNITS = alloc bitboard chess combat estimate fair fast frames line ortho perft play random_rules resume sheets span split stream \
	tamper wrong_books wrong_rules wrong_rulesets
quick_test = $(filter-out $(LONG_UNITS:%=unit/test_%),$(filter unit/test_%,$(1)))
compile_unit = $(if $(quick_test),$(filter-out -O% %_FORTIFY_SOURCE -D_FORTIFY_SOURCE=%,$(COMPILE)) -O0,$(COMPILE:-O2=-O1))
compile_test = $(if $(filter unit/%,$(1)),$(compile_unit),$(COMPILE)) $(if $(filter model/%,$(1)),-Itools)
$(OBJ)/tests/%.o: tests/%.c $(BUILD)/.flags | $(BUILD)/.needs
	$(call say,CC)$(call compile_test,$*) $(LIB_INC) $(LIB_PKG_CFLAGS) $(if $(filter unit/%,$*),$(CHECK_CFLAGS)) -c -o $@ $<

# Files as C: their header, the name of their list, the files.
embed_formats = core/rules/builtin.h rules_builtins $(FORMATS)
embed_pieces = output/draw/piece_drawings.h piece_files $(PIECES)
embed_themes = output/draw/theme.h theme_files $(THEMES)
embed_languages = core/text/languages.h language_files $(LANGUAGES)
embed_words = core/text/dictionary.h dictionary_files formats/words.tsv
EMBEDDED = formats pieces themes languages words
$(foreach name,$(EMBEDDED),$(eval $(BUILD)/gen/$(name).c: $(wordlist 3,999,$(embed_$(name)))))
$(EMBEDDED:%=$(BUILD)/gen/%.c): $(BUILD)/gen/%.c: lib/gen/embed.sh Makefile $(BUILD)/.formats
	$(call say,GEN)sh lib/gen/embed.sh $(embed_$*) >$@

$(BUILD)/gen/equity.c: Makefile formats/equity.tsv
	$(call say,GEN){ echo '#include "lab/equity.h"'; echo 'const xpgn_equity_fit equity_fits[] = {'; \
		sed '/^#/d; s/^\([^\t]*\)\(.*\)/    {"\1"\2},/; s/\t/, /g' formats/equity.tsv; echo '    {NULL, 0, 0, 0, 0}};'; } >$@

$(BUILD)/gen/make-tables: $(GEN_OBJS)
	$(call say,LD)$(LINK) -o $@ $(GEN_OBJS) $(XLIBS)

$(BUILD)/gen/tables.c: $(BUILD)/gen/make-tables
	$(call say,GEN)$(RUN) $< >$@.new
	@mv $@.new $@

# The words of score sheets, folded and sorted.
$(BUILD)/gen/make-sheet_words: lib/gen/sheet_words_table.c $(OBJ)/lib/core/forms/fold.o $(OBJ)/lib/core/base/utf8.o $(OBJ)/lib/core/base/letters.o \
		lib/core/forms/sheet_words.def lib/core/forms/sheet_words.h lib/core/forms/sheet_table.h
	$(call say,LD)$(COMPILE) $(LIB_INC) -o $@ $(filter %.c %.o,$^)

$(BUILD)/gen/sheet_words.c: $(BUILD)/gen/make-sheet_words formats/sheet-words.tsv
	$(call say,GEN)$(RUN) $< <formats/sheet-words.tsv >$@.new
	@mv $@.new $@

# The attack tables for machines with PEXT, and the files that are compiled for those.
$(BUILD)/gen/make-pext: lib/gen/pext.c $(OBJ)/lib/core/board/bitboard.o
	$(call say,LD)$(COMPILE) $(LIB_INC) -o $@ $^

$(BUILD)/gen/pext.c: $(BUILD)/gen/make-pext
	$(call say,GEN)$(RUN) $< >$@.new
	@mv $@.new $@

PEXT_FLAGS = $(call once,PEXT_FLAGS,$(if $(filter x86_64-%,$(shell $(CC) -dumpmachine)),-mssse3 -mbmi -mbmi2))
$(filter %_pext.o,$(LIB_OBJS)): XCFLAGS += $(PEXT_FLAGS)

# ---------------------------------------------------------------------------------------------
# Linking

$(INSIDE): $(LIB_OBJS) $(BUILD)/.objects
	$(call say,AR)rm -f $@; $(AR) rcsD $@ $(LIB_OBJS)

# For others: one object, in which the public names alone are global.
$(OBJ)/libxpgn.o: $(LIB_OBJS) lib/libxpgn.symbols $(BUILD)/.objects
	@sed -n 's/^\(xpgn_.*\)@.*/\1/p' lib/libxpgn.symbols >$(OBJ)/public
	$(call say,LD)$(CC) -nostdlib -r -o $@ $(LIB_OBJS)
	@$(OBJCOPY) --keep-global-symbols=$(OBJ)/public $@

$(STATIC): $(OBJ)/libxpgn.o
	$(call say,AR)rm -f $@; $(AR) rcsD $@ $<

# What a sanitizer calls is in the program, with Clang.
$(SHARED): $(LIB_OBJS) lib/libxpgn.map $(BUILD)/.objects
	$(call say,LD)$(LINK) $(LIB_CODE) -shared -Wl,-soname,libxpgn.so.$(ABI) -Wl,--version-script=lib/libxpgn.map \
		$(if $(SANITIZE),,-Wl,-z,defs) -o $@ $(LIB_OBJS) $(XLIBS)
	@ln -sf libxpgn.so.$(ABI) $(@D)/libxpgn.so

$(PCFILE): lib/xpgn.pc.in Makefile $(BUILD)/.version
	$(call say,GEN)sed -e 's|@VERSION@|$(VERSION)|' -e 's|@PREFIX@|$(PREFIX)|' \
		-e 's|@LIBDIR@|$(LIBDIR:$(PREFIX)/%=$${prefix}/%)|' \
		-e 's|@INCLUDEDIR@|$(INCLUDEDIR:$(PREFIX)/%=$${prefix}/%)|' $< >$@

$(LIBCLI): $(CLI_OBJS) $(BUILD)/.cli
	$(call say,AR)rm -f $@; $(AR) rcsD $@ $(CLI_OBJS)

.SECONDEXPANSION:
$(BUILD)/bin/xpgn-%: $$(call tool_objs,$$*) $(LIBCLI) $(INSIDE)
	$(call say,LD)$(LINK_TOOL) -o $@ $(call tool_objs,$*) $(LIBCLI) $(INSIDE) $(call tool_pkg,$*,--libs) $(XLIBS)

# The same with another layer of files, which hides that of the archive, and random numbers that a
# seed decides.
MODEL_OBJS = $(OBJ)/tests/model/files_model.o $(LIBCLI)
$(BUILD)/model/bin/xpgn-%: $$(call tool_objs,$$*) $(MODEL_OBJS) $(INSIDE)
	$(call say,LD)$(LINK_TOOL) -Wl,--export-dynamic-symbol=getrandom -o $@ $(call tool_objs,$*) $(MODEL_OBJS) \
		$(INSIDE) $(call tool_pkg,$*,--libs) $(XLIBS)

$(BUILD)/model/drive: $(MODEL_SRCS:%.c=$(OBJ)/%.o) $(INSIDE)
	$(call say,LD)$(LINK) -o $@ $(MODEL_SRCS:%.c=$(OBJ)/%.o) $(INSIDE) $(XLIBS)

$(BUILD)/model/failing.so: tests/cli/data/failing.c $(BUILD)/.flags
	$(call say,LD)$(CC) -O2 -shared -fPIC -o $@ $<

XPGN_OBJS = $(OBJ)/tools/xpgn.o $(OBJ)/gen/tools.o $(OBJ)/gen/explain.o $(OBJ)/tools/frame/run.o
$(BUILD)/bin/xpgn: $(XPGN_OBJS) $(LIBCLI) $(INSIDE)
	$(call say,LD)$(LINK_TOOL) -o $@ $(XPGN_OBJS) $(LIBCLI) $(INSIDE) $(XLIBS)

# All tools as one program: the function main of each gets the name of its tool.
ONE_NAMES = $(filter-out xpgn,$(TOOL_NAMES))
main_src = $(or $(wildcard tools/$(1).c),tools/$(1)/$(1).c)
main_name = $(subst -,_,$(1))_main
ONE_MAINS = $(foreach name,$(ONE_NAMES),$(call main_src,$(name)))
ONE_SRCS = $(filter-out $(ONE_MAINS),$(TOOL_SRCS)) tools/frame/run_one.c $(CLI_SRCS)
ONE_GEN = tools explain openings page one
ONE_OBJS = $(ONE_NAMES:%=$(OBJ)/one/%.o) $(ONE_SRCS:%.c=$(OBJ)/%.o) $(ONE_GEN:%=$(OBJ)/gen/%.o)
$(ONE_NAMES:%=$(OBJ)/one/%.o): $(OBJ)/one/%.o: $$(call main_src,$$*) $(BUILD)/.flags | $(BUILD)/.needs
	$(call say,CC)$(COMPILE) -Wno-missing-prototypes -Dmain=$(call main_name,$*) $(TOOL_INC) $(call tool_pkg,$*,--cflags) -c -o $@ $<

# The tools of a program of many; those that the desk calls begin a list in its scripts.
DESK_FILES = $(wildcard lib/platform/js/desk/*.js)
DESK_NAMES = $(filter $(shell grep -oh "\['[a-z-]*'" $(DESK_FILES) | tr -d "['"),$(ONE_NAMES))
$(BUILD)/gen/one.c: NAMES = $(ONE_NAMES)
$(BUILD)/gen/one-desk.c: NAMES = $(DESK_NAMES)
$(BUILD)/gen/one-desk.c: $(DESK_FILES)
$(BUILD)/gen/one.c $(BUILD)/gen/one-desk.c: Makefile $(BUILD)/.cli
	$(call say,GEN){ echo '#include "frame/run.h"'; $(foreach name,$(NAMES),echo 'int $(call main_name,$(name))(int argc, char **argv);';) \
		echo 'const run_entry run_entries[] = {'; $(foreach name,$(NAMES),echo '    {"$(name)", $(call main_name,$(name))},';) \
		echo '    {0, 0}};'; } >$@

$(BUILD)/one/xpgn: $(ONE_OBJS) $(INSIDE)
	$(call say,LD)$(LINK_TOOL) -o $@ $(ONE_OBJS) $(INSIDE) $(foreach name,$(ONE_NAMES),$(call tool_pkg,$(name),--libs)) $(XLIBS)

# What the tools say of themselves becomes the overview of `xpgn help`.
$(BUILD)/gen/tools.c: tools/overview.sh $(filter-out $(BUILD)/bin/xpgn,$(TOOLS))
	$(call say,GEN)RUN='$(RUN)' sh tools/overview.sh $(filter-out $(BUILD)/bin/xpgn,$(TOOLS)) >$@

# The names of chess openings, by the positions that their moves lead to.
$(BUILD)/gen/make-openings: lib/gen/openings.c tools/shared/tables/opening.h $(INSIDE)
	$(call say,LD)$(COMPILE) $(LIB_INC) -o $@ $< $(INSIDE) $(XLDFLAGS) $(XLIBS)

$(BUILD)/gen/openings.c: $(BUILD)/gen/make-openings formats/openings.tsv
	$(call say,GEN)$(RUN) $< <formats/openings.tsv >$@.new
	@mv $@.new $@

# The page that plays games, with the pieces and the hashes of its style and script.
PAGE_FILES = $(sort $(wildcard formats/page/*.html formats/page/*.css formats/page/*.js formats/page/*.tex))
$(BUILD)/gen/page.c: tools/render-html/page.sh tools/render-html/tighten.awk tools/render-html/html_words.c $(PAGE_FILES) $(PIECES) \
		formats/labels.tsv formats/words.tsv $(BUILD)/.formats
	$(call say,GEN)sh tools/render-html/page.sh formats/page $(PIECES) formats/labels.tsv formats/words.tsv >$@

# The desk has one language besides English: the words of others are left out of its module, and what is for other pages.
$(BUILD)/gen/desk/words.tsv: formats/words.tsv formats/labels.tsv
	@mkdir -p $(@D)
	@cut -f 1-$$(grep -v '^#' formats/labels.tsv | awk -F '\t' '{ print NF; exit }') formats/words.tsv >$@
$(BUILD)/gen/words-desk.c: $(BUILD)/gen/desk/words.tsv lib/gen/embed.sh
	$(call say,GEN)sh lib/gen/embed.sh $(wordlist 1,2,$(embed_words)) $< >$@
$(BUILD)/gen/page-desk.c: $(BUILD)/gen/page.c $(BUILD)/gen/desk/words.tsv
	$(call say,GEN)sh tools/render-html/page.sh formats/page $(PIECES) formats/labels.tsv $(BUILD)/gen/desk/words.tsv 'ELEMENT|BOOK|FIGURE' >$@

# The same for other platforms, as these Makefiles say.
port = $(SUBMAKE) -f $(1) BUILD='$(BUILD)' VERSION='$(VERSION)' LIB_SRCS='$(LIB_SRCS)' ONE_SRCS='$(ONE_SRCS)' \
	ONE_MAINS='$(ONE_MAINS)' GEN='$(notdir $(GEN_SRCS:.c=)) $(ONE_GEN)'
wasm musl windows: $(ONE_GEN:%=$(BUILD)/gen/%.c) $(GEN_SRCS)
wasm: $(addprefix $(BUILD)/gen/,one-desk.c words-desk.c page-desk.c)
	@sh tests/ci/deps.sh $(WASM_PACKAGES)
	@sh lib/platform/port/debian.sh source $(BUILD)/src libyaml pcre2 libsodium
	$(call port,lib/platform/wasi/Makefile)

musl:
	@sh tests/ci/deps.sh $(MUSL_PACKAGES)
	@sh lib/platform/port/debian.sh source $(BUILD)/src $(PORT_SOURCES)
	$(call port,lib/platform/port/musl.mk)

musl-arm64: musl
	@sh tests/ci/deps.sh $(ARM64_PACKAGES)
	@sh lib/platform/port/debian.sh binary $(BUILD)/musl-arm64/debian arm64 musl-dev
	$(call port,lib/platform/port/musl.mk) MACHINE=aarch64 ROOT=$(BUILD)/musl-arm64/debian/root

windows:
	@sh tests/ci/deps.sh $(WINDOWS_PACKAGES)
	@sh lib/platform/port/debian.sh source $(BUILD)/src $(PORT_SOURCES)
	$(call port,lib/platform/port/windows.mk)

js: wasm
	@sh tests/ci/deps.sh $(JS_PACKAGES) $$(command -v node >/dev/null || echo nodejs)
	$(call say,GEN)sh lib/platform/js/build.sh $(BUILD)/wasm/xpgn.wasm $(BUILD)/js $(VERSION)
	@sh lib/platform/js/build.sh inline $(BUILD)/wasm/xpgn-desk.wasm >$(BUILD)/wasm/xpgn-desk.js

# The package as npm takes it, $(BUILD)/xpgn-VERSION.tgz.
pack: js
	@sh tests/ci/deps.sh $$(command -v npm >/dev/null || echo npm)
	$(call say,GEN)cd $(BUILD)/js && npm pack --offline --silent --pack-destination .. >/dev/null

# The desk: the package with the module in it, and the page around it.
desk: js tools
	@mkdir -p $(BUILD)/desk
	$(call say,GEN)sh lib/platform/js/desk/desk.sh $(BUILD)/wasm/xpgn-desk.js $(BUILD)/bin/xpgn-render-html >$(BUILD)/desk/plain.html
	@node lib/platform/js/desk/tight.mjs $(BUILD)/desk/plain.html >$(BUILD)/desk/xpgn-desk.html.new
	@rm $(BUILD)/desk/plain.html
	@mv $(BUILD)/desk/xpgn-desk.html.new $(BUILD)/desk/xpgn-desk.html
	@cp lib/platform/js/desk/worker.js $(BUILD)/desk/xpgn-desk-worker.js
	@cp lib/platform/js/desk/xpgn-desk.webmanifest $(BUILD)/desk

check-wasm: pack tools
	node --no-warnings tests/tools/wasm.mjs $(BUILD)/js $(BUILD)/bin
	@sh tests/ci/deps.sh node-typescript
	sh tests/ci/pack.sh $(BUILD)/xpgn-$(VERSION).tgz
	@BUILD=$(BUILD) XPGN_BIN=$(abspath $(BUILD)/bin) sh tests/web/run.sh bundlers $(BUILD)/xpgn-$(VERSION).tgz
	@BUILD=$(BUILD) XPGN_BIN=$(abspath $(BUILD)/bin) sh tests/web/run.sh module

# What the command-line tests run, run again by the module: many minutes.
check-goldens: js tools
	@BUILD=$(BUILD) XPGN_BIN=$(abspath $(BUILD)/bin) sh tests/web/run.sh goldens

# What the manual says about codes and rules becomes `xpgn help CODE`.
CODE_PAGES = man/xpgn-codes.7 man/xpgn-rules.7
$(BUILD)/gen/explain.c: tools/explain.sh $(CODE_PAGES)
	$(call say,GEN)sh tools/explain.sh $(CODE_PAGES) >$@

$(ONE_GEN:%=$(OBJ)/gen/%.o): private XCPPFLAGS += $(TOOL_INC)

$(UNIT_BINS): $(BUILD)/tests/%: $(OBJ)/tests/unit/test_%.o $(UNIT_COMMON_OBJS) $(INSIDE)
	$(call say,LD)$(LINK) -Wl,--build-id=none,--wrap=_mark_point -o $@ $< $(MORE) $(UNIT_COMMON_OBJS) $(INSIDE) $(CHECK_LIBS) $(XLIBS)

# It plays and counts the games that xpgn-simulate does.
SIMULATE_OBJS = $(patsubst %.c,$(OBJ)/%.o,$(filter-out %/simulate.c %/simulate_report.c,$(wildcard tools/simulate/*.c)))
$(BUILD)/tests/estimate: $(SIMULATE_OBJS) $(LIBCLI)
$(BUILD)/tests/estimate: private MORE = $(SIMULATE_OBJS) $(LIBCLI)
$(OBJ)/tests/unit/test_estimate.o: XCPPFLAGS += $(TOOL_INC)

# They pack what the library unpacks.
$(BUILD)/tests/stream: private LDLIBS += -lz -lbz2 -llzma -lzstd
$(BUILD)/tests/sums: private LDLIBS += -lz

# Its allocations are the test's own, which fails each in turn.
$(BUILD)/tests/alloc: private XLDFLAGS += \
	-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free

$(BENCH_BINS): $(BUILD)/bench/%: $(OBJ)/tests/bench/%.o $(INSIDE)
	$(call say,LD)$(LINK) -o $@ $< $(INSIDE) $(XLIBS)

$(FUZZ_BINS): $(BUILD)/bin/%: $(OBJ)/tests/fuzz/%.o $(INSIDE)
	$(call say,LD)$(LINK) -fsanitize=fuzzer -o $@ $< $(INSIDE) $(XLIBS)

# The completions of bash, zsh and fish, from what the tools say of their options.
$(BUILD)/completions/table: $(TOOLS) $(wildcard tools/completions/*)
	$(call say,GEN)rm -rf $(@D); sh tools/completions/make.sh $(@D) $(BUILD)/bin/xpgn \
		$(filter-out $(BUILD)/bin/xpgn,$(TOOLS))

.SECONDARY:

# ---------------------------------------------------------------------------------------------
# Working on it

help:
	@sed -n '/^#   make /,/^#   V=1/s/^# \{0,1\}//p' Makefile

deps:
	@sh tests/ci/deps.sh $(BUILD_PACKAGES) $(TEST_PACKAGES)

deps-build:
	@sh tests/ci/deps.sh $(BUILD_PACKAGES)
deps-release:
	@sh tests/ci/deps.sh $(RELEASE_PACKAGES) $(TRY_PACKAGES)

demo:
	@sh tests/ci/deps.sh $(BUILD_PACKAGES)
	@echo 'building the tools, up to two minutes'
	$(SUBMAKE) -s run-demo

run-demo: tools
	@XPGN_BIN=$(abspath $(BUILD)/bin) sh tests/ci/demo.sh

check: deps
	$(if $(TESTS)$(quiet),,@echo 'building, and running all tests: some minutes the first time, then about three on two cores')
	$(SUBMAKE) run-check

# TESTS names files of either kind, or of one: fmt.bats, tests/walk.
TEST_FILES = $(UNIT_BINS) $(sort $(wildcard tests/cli/*.bats))
CHOSEN_FILES = $(if $(TESTS),$(filter $(foreach name,$(TESTS),%/$(name) %/$(name).bats),$(TEST_FILES)),$(TEST_FILES))

UNKNOWN = $(strip $(foreach name,$(TESTS),$(if $(filter %/$(name) %/$(name).bats,$(TEST_FILES)),,$(name))))

# Only what these tests need: bats files run the tools. Of two that build here at once, one waits;
# so whatever is built ALSO belongs to this build, and is no goal beside it.
run-check:
	$(if $(UNKNOWN),$(error no test is called $(UNKNOWN)))
	$(call built,run-check-build)
	@BUILD=$(BUILD) sh tests/ci/run.sh $(CHOSEN_FILES)

built = +@mkdir -p $(BUILD) && $(if $(shell command -v flock),flock $(BUILD)) $(MAKE) --no-print-directory $(1)
run-check-build: $(ALSO) $(filter $(UNIT_BINS),$(CHOSEN_FILES)) $(if $(filter %.bats,$(CHOSEN_FILES)),all model one)

# Each of these installs what it needs, then makes run-NAME of the build.
WITH = BUILD=$(BUILD) XPGN_BIN=$(abspath $(BUILD)/bin)
check-modes check-valgrind check-stubs: deps
	$(SUBMAKE) run-$@

check-cluster: PACKAGES = $(CLUSTER_PACKAGES)
check-ports: PACKAGES = $(MUSL_PACKAGES) $(WINDOWS_PACKAGES) $(PORT_PACKAGES)
check-web check-desk check-cluster check-ports:
	@sh tests/ci/deps.sh $(BUILD_PACKAGES) $(PACKAGES)
	$(SUBMAKE) run-$@

fingerprint bench bench-counts:
	$(SUBMAKE) run-$@

MODES = walk plain narrow walk,plain,narrow
run-check-modes:
	$(call built,all model one)
	@$(WITH) sh tests/ci/modes.sh $(MODES)
run-check-valgrind: tools
	@$(WITH) sh tests/ci/valgrind.sh
run-check-stubs: all
	@$(WITH) sh tests/ci/stubs.sh
run-check-cluster: tools
	@$(WITH) bash tests/ci/cluster.sh
PORTS = one musl windows arm64 armhf s390x
run-check-ports: tools
	+@$(WITH) ARCH_PACKAGES='$(ARCH_PACKAGES)' sh tests/ci/ports.sh $(PORTS)
run-check-web:
	$(call built,tools)
	@$(WITH) sh tests/web/run.sh
run-check-desk: desk
	@$(WITH) XPGN_DESK=$(BUILD)/desk/xpgn-desk.html sh tests/web/run.sh
# After a change that is meant to change verdicts, places or canonical bytes: the commit says why.
run-fingerprint: tools
	@$(WITH) sh tests/ci/fingerprint.sh --store
run-bench: tools $(BENCH_BINS)
	@$(WITH) XPGN_MEASURE=$(BUILD)/bench/measure sh tests/bench/run.sh
run-bench-counts: tools
	@$(WITH) sh tests/bench/counts.sh

check-long: deps
	@bash tests/ci/long.sh

facts: tools
	@python3 tests/oracles/facts.py --write && python3 tests/oracles/schemas.py --write && \
		python3 tests/oracles/sheet_words.py --write && python3 tests/oracles/letters.py --write && \
		sh tests/ci/options.sh --write $(BUILD)/bin/xpgn-*

# Of both compilers, as each knows faults that the other does not: Clang, say, arithmetic with NULL.
sanitize: sanitize-gcc
	$(SUBMAKE) sanitize-clang
# -g1: a report names functions and lines; the rest is a quarter of the time of compiling.
sanitize-gcc sanitize-clang: sanitize-%: deps
	$(SUBMAKE) $(if $(filter clang,$*),BUILD=build/asan-clang CC='$(CLANG)',BUILD=build/asan) \
		SANITIZE=address,undefined CFLAGS='-O1 -g1' run-check
# Damaged games are ten times as slow there, and a quarter of them reach every line.
sanitize-gcc sanitize-clang: export XPGN_FAST_ROUNDS ?= 5000
# A thread that is cancelled in read() leaves its stack poisoned, and trips over it as it ends.
sanitize-gcc sanitize-clang: export ASAN_OPTIONS ?= use_sigaltstack=0

# Of what differs from BASE, or from where this branch left main.
lint: deps
	$(SUBMAKE) LINT_ALL= run-lint

lint-all: deps
	$(SUBMAKE) LINT_ALL=1 run-lint

# Flags, not objects: the analysers see the sources as the compiler does.
run-lint:
	@LIB_INC='$(LIB_INC)' TOOL_INC='$(TOOL_INC)' BASE='$(BASE)' \
		LINT_ALL='$(LINT_ALL)' sh tests/ci/lint.sh

fuzz:
	@if ! command -v $(CLANG) >/dev/null; then echo 'make fuzz: needs clang' >&2; fi
	@if command -v $(CLANG) >/dev/null; then $(MAKE) --no-print-directory CC='$(CLANG)' \
		BUILD=build/fuzz SANITIZE=fuzzer-no-link,address,undefined CFLAGS='-O1 -g' \
		fuzz-programs; fi

fuzz-programs: $(FUZZ_BINS)

include tools/install.mk

clean:
	rm -rf build

# The same bytes on every machine: git gives all files the time of the commit, gzip adds none.
DIST = $(BUILD)/xpgn-$(VERSION).tar.gz
dist:
	@mkdir -p $(BUILD)
	git archive --format=tar --prefix=xpgn-$(VERSION)/ HEAD | gzip -9n >$(DIST)

# Of HEAD, or of an archive: make deb DIST=ARCHIVE.
deb: $(if $(filter file,$(origin DIST)),dist)
	@sh tests/ci/deps.sh $(BUILD_PACKAGES) $(DEB_PACKAGES)
	BUILD_PACKAGES='$(BUILD_PACKAGES)' DEBUG='$(DEBUG)' sh tools/debian/make.sh $(DIST) $(VERSION) $(ABI) $(BUILD)/deb

# All that people take, of HEAD; its tag is looked for. `verify` builds it again, elsewhere and on another day.
release: dist deps-release
	@git diff --quiet HEAD || echo 'make release: what is not committed is not in it' >&2
	@git describe --exact-match --match v$(VERSION) HEAD >/dev/null 2>&1 || echo 'make release: HEAD has no tag v$(VERSION), this is a trial' >&2
	@$(if $(TESTED),sh tools/release/tested.sh $(TESTED) >$(BUILD)/TESTED.md)
	sh tools/release/make.sh $(DIST) $(VERSION) $(BUILD)/release $(if $(TESTED),$(BUILD)/TESTED.md)
	@cat $(BUILD)/release/SHA256SUMS
verify: deps-release
	sh tools/release/verify.sh $(BUILD)/release $(VERSION) $(BUILD)/verify
# As somebody would who has nothing else: on a bare Debian, in an empty folder, under wine, with the bundlers of npm.
try-release: deps-release
	sh tools/release/try.sh $(BUILD)/release $(VERSION) $(BUILD)/try

abi:
	@sh tests/ci/deps.sh $(BUILD_PACKAGES) $(ABI_PACKAGES)
	$(SUBMAKE) lib
	@sh tests/ci/abi.sh $(SHARED)

DEPFILES = $(LIB_OBJS:.o=.d) $(OBJ)/lib/gen/tables.d $(CLI_OBJS:.o=.d) $(RUN_SRCS:%.c=$(OBJ)/%.d) $(UNIT_COMMON_OBJS:.o=.d) \
	$(TOOL_SRCS:%.c=$(OBJ)/%.d) $(UNIT_SRCS:%.c=$(OBJ)/%.d) \
	$(FUZZ_SRCS:%.c=$(OBJ)/%.d) $(MODEL_SRCS:%.c=$(OBJ)/%.d) $(OBJ)/tests/model/files_model.d \
	$(BENCH_SRCS:%.c=$(OBJ)/%.d)
-include $(wildcard $(DEPFILES))
