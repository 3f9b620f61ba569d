# SPDX-License-Identifier: MIT
#
# What `make install` copies and `make uninstall` removes; part of the Makefile.

D = $(DESTDIR)
VIM_FILES = $(patsubst formats/vim/%,%,$(sort $(wildcard formats/vim/*/*.vim)))
# page:function, a link for each function that a page of the library's manual is about
man_links = $(shell awk 'FNR == 1 { page = FILENAME; sub(/.*\//, "", page) } \
	/^\.Sh/ { on = $$2 == "NAME" } \
	on && /^\.Nm/ && $$2 ".3" != page { print page ":" $$2 ".3" }' $(filter %.3,$(MANUALS)))
# The desktop's database is brought up to date only where the files take effect at once.
update_mime = $(if $(DESTDIR),,@if command -v update-mime-database >/dev/null; then \
	update-mime-database $(MIMEDIR) || true; fi)
# What it makes of packages/, and would leave there, empty, if that has no file any more.
MIME_MADE = XMLnamespaces aliases generic-icons globs globs2 icons magic mime.cache subclasses treemagic \
	types version
drop_mime = $(if $(DESTDIR),,@if command -v update-mime-database >/dev/null && \
	test -d $(MIMEDIR)/packages && test -z "$$(ls -A $(MIMEDIR)/packages)"; then \
	rm -f $(MIME_MADE:%=$(MIMEDIR)/%); fi)

# The linker's cache, likewise; it has folders that the system looks into only.
update_cache = $(if $(DESTDIR),,@PATH=$$PATH:/usr/sbin:/sbin; \
	if command -v ldconfig >/dev/null; then ldconfig 2>/dev/null || true; fi)
check_cache = $(if $(DESTDIR),,@PATH=$$PATH:/usr/sbin:/sbin; \
	if ! ldconfig -p 2>/dev/null | grep -qF '$(LIBDIR)/libxpgn.so.$(ABI)'; then \
	echo 'The system does not look for libraries in $(LIBDIR). A program that uses libxpgn'; \
	echo 'has to be linked with -Wl,-rpath,$(LIBDIR), or run with LD_LIBRARY_PATH=$(LIBDIR).'; fi)

# What debuggers need goes away, or with DEBUG into a folder beside where they look for it. STRIP=: leaves all as it is.
drop_debug = @set -e; for file in $(1); do $(if $(DEBUG),place=$${file%/*}/.debug; debug=$$place/$$(basename $$file).debug; \
	$(INSTALL) -d $$place; $(OBJCOPY) --only-keep-debug $$file $$debug; chmod 644 $$debug;) $(STRIP) $$file; \
	$(if $(DEBUG),$(OBJCOPY) --add-gnu-debuglink=$$debug $$file;) done
STRIPPED = $(TOOLS:$(BUILD)/bin/%=$(D)$(BINDIR)/%) $(D)$(LIBDIR)/libxpgn.so.$(VERSION)

install: all
	$(INSTALL) -d $(D)$(BINDIR) $(D)$(LIBDIR)/pkgconfig $(D)$(INCLUDEDIR)/xpgn
	$(if $(TOOLS),$(INSTALL) -m 755 $(TOOLS) $(D)$(BINDIR))
	$(INSTALL) -m 644 $(STATIC) $(D)$(LIBDIR)
	$(STRIP) -gD $(D)$(LIBDIR)/$(notdir $(STATIC))
	$(INSTALL) -m 755 $(SHARED) $(D)$(LIBDIR)/libxpgn.so.$(VERSION)
	$(call drop_debug,$(STRIPPED))
	ln -sf libxpgn.so.$(VERSION) $(D)$(LIBDIR)/libxpgn.so.$(ABI)
	ln -sf libxpgn.so.$(ABI) $(D)$(LIBDIR)/libxpgn.so
	$(INSTALL) -m 644 lib/include/xpgn.h lib/include/xpgn_codes.h lib/include/xpgn_facts.h $(D)$(INCLUDEDIR)
	$(INSTALL) -m 644 lib/include/xpgn/*.h $(D)$(INCLUDEDIR)/xpgn
	$(INSTALL) -m 644 $(PCFILE) $(D)$(LIBDIR)/pkgconfig
	@set -e; for page in $(MANUALS); do \
		dir=$(D)$(MANDIR)/man$${page##*.}; $(INSTALL) -d $$dir; \
		sed 's|/usr/local|$(PREFIX)|g' $$page >$(BUILD)/page; \
		$(INSTALL) -m 644 $(BUILD)/page $$dir/$${page##*/}; done; rm -f $(BUILD)/page
	@set -e; for link in $(man_links); do ln -sf $${link%:*} $(D)$(MANDIR)/man3/$${link#*:}; done
	$(INSTALL) -d $(D)$(BASHDIR) $(D)$(ZSHDIR) $(D)$(FISHDIR)
	$(INSTALL) -m 644 $(BUILD)/completions/bash/xpgn $(D)$(BASHDIR)
	@set -e; for name in $(filter-out xpgn,$(notdir $(TOOLS))); do \
		ln -sf xpgn $(D)$(BASHDIR)/$$name; done
	$(INSTALL) -m 644 $(BUILD)/completions/zsh/_xpgn $(D)$(ZSHDIR)
	$(INSTALL) -m 644 $(TOOLS:$(BUILD)/bin/%=$(BUILD)/completions/fish/%.fish) $(D)$(FISHDIR)
	$(INSTALL) -d $(D)$(DATADIR)/formats
	$(if $(FORMATS),$(INSTALL) -m 644 $(FORMATS) $(SCHEMAS) $(D)$(DATADIR)/formats)
	$(INSTALL) -d $(D)$(DATADIR)/formats/themes
	$(INSTALL) -m 644 $(PIECES) $(D)$(DATADIR)/formats
	$(INSTALL) -m 644 $(THEMES) $(D)$(DATADIR)/formats/themes
	$(INSTALL) -m 644 formats/xpgn.magic $(D)$(DATADIR)
	@set -e; for file in $(VIM_FILES); do $(INSTALL) -d $(D)$(VIMDIR)/$${file%/*}; \
		$(INSTALL) -m 644 formats/vim/$$file $(D)$(VIMDIR)/$$file; done
	$(INSTALL) -d $(D)$(MIMEDIR)/packages
	$(INSTALL) -m 644 formats/xpgn.xml $(D)$(MIMEDIR)/packages
	$(update_mime)
	$(INSTALL) -d $(D)$(DOCDIR)
	@if test -d samples; then find samples -type f -exec sh -c 'set -e; for f; do \
		$(INSTALL) -d "$(D)$(DOCDIR)/$${f%/*}"; $(INSTALL) -m 644 "$$f" "$(D)$(DOCDIR)/$$f"; \
		done' sh {} +; fi
	$(update_cache)
	$(check_cache)

uninstall:
	rm -f $(STRIPPED) $(foreach file,$(STRIPPED),$(dir $(file)).debug/$(notdir $(file)).debug)
	@rmdir $(D)$(BINDIR)/.debug $(D)$(LIBDIR)/.debug 2>/dev/null || true
	rm -f $(D)$(LIBDIR)/libxpgn.a $(D)$(LIBDIR)/libxpgn.so $(D)$(LIBDIR)/libxpgn.so.$(ABI)
	rm -f $(D)$(INCLUDEDIR)/xpgn.h $(D)$(INCLUDEDIR)/xpgn_codes.h $(D)$(INCLUDEDIR)/xpgn_facts.h $(D)$(LIBDIR)/pkgconfig/xpgn.pc
	rm -rf $(D)$(INCLUDEDIR)/xpgn
	rm -f $(foreach page,$(MANUALS),$(D)$(MANDIR)/man$(subst .,,$(suffix $(page)))/$(notdir $(page)))
	rm -f $(foreach t,$(notdir $(TOOLS)),$(D)$(BASHDIR)/$(t) $(D)$(FISHDIR)/$(t).fish) $(D)$(ZSHDIR)/_xpgn
	@for link in $(man_links); do rm -f $(D)$(MANDIR)/man3/$${link#*:}; done
	rm -f $(VIM_FILES:%=$(D)$(VIMDIR)/%) $(D)$(MIMEDIR)/packages/xpgn.xml
	$(update_mime)
	$(drop_mime)
	rm -rf $(D)$(DATADIR) $(D)$(DOCDIR)
	$(update_cache)
