#include "harness.h"

#include "syntax/facts.h"
#include "syntax/languages.h"
#include "text/language.h"

static sx_str name_of(const char *id, const char *path, const char *text) {
  const sx_syntax_language *language =
      sx_syntax_language_find(sx_str_from(id), sx_str_from(path), sx_str_from(text));
  return language ? sx_str_from(language->name) : SX_STR("none");
}

SX_TEST(a_language_is_found_by_id_name_and_first_line) {
  static const char *const cases[][4] = {
      {"typescript", "a", "", "typescript"},
      {"typescriptreact", "a.ts", "", "tsx"},
      {"typescript", "a.tsx", "", "tsx"},
      {"javascriptreact", "a.jsx", "", "javascript"},
      {"", "src/a.ts", "", "typescript"},
      {"", "src/a.TSX", "", "tsx"},
      {"", "a.d.mts", "", "typescript"},
      {"", "a.cjs", "", "javascript"},
      {"", "a.h", "", "c"},
      {"cpp", "a.h", "", "c"},
      {"cpp", "a.H", "", "c"},
      {"objective-c", "a.h", "", "none"},
      {"", "a.hpp", "", "cpp"},
      {"", "a.cu", "", "cpp"},
      {"", "x/Rakefile", "", "ruby"},
      {"", "Cargo.lock", "", "toml"},
      {"", "a.xml", "", "none"},
      {"xml", "a.html", "", "none"},
      {"", "a.json5", "", "none"},
      {"jsonc", "settings.json", "", "json"},
      {"", "a.mdx", "", "none"},
      {"plaintext", "a.rs", "", "rust"},
      {"perl", "a.pl", "", "none"},
      {"", "tool", "#!/usr/bin/python3.11\n", "python"},
      {"", "tool", "#!/usr/bin/env -S A=1 node --flag\n", "javascript"},
      {"", "tool", "#! /bin/sh -e", "bash"},
      {"", "tool", "#!/usr/bin/env\n", "none"},
      {"", "tool", "#!\npython", "none"},
      {"", "tool", "python", "none"},
      {"", "tool", "# bash completion -*- shell-script -*-\n", "bash"},
      {"", "tool", "# -*- mode: ruby; tab-width: 2 -*-", "ruby"},
      {"plaintext", "tool", "#-*-python-*-\n", "python"},
      {"", "tool", "# -*- shell-script\n-*-", "none"},
      {"", "tool", "# -*- text -*-\n", "none"},
      {"", "tool", "// -*- shell-script -*-\n", "none"},
      {"", "tool.py", "#!/bin/sh", "python"},
      {"", "", "", "none"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    SX_EXPECT_STR(name_of(cases[i][0], cases[i][1], cases[i][2]), sx_str_from(cases[i][3]));
}

/* A row of text/language.h that does not exist would never be found. */
SX_TEST(each_language_has_its_row) {
  size_t count;
  const sx_syntax_language *rows = sx_syntax_language_list(&count);
  for (size_t i = 0; i < count; i++) {
    const sx_language *row = sx_language_find(sx_str_from(rows[i].row), SX_STR(""));
    SX_EXPECT_STR(sx_language_name(row), sx_str_from(rows[i].row));
    SX_EXPECT(sx_syntax_language_named(sx_str_from(rows[i].name)) == &rows[i]);
    SX_EXPECT_SIZE(sx_syntax_language_index(&rows[i]), i);
  }
  SX_EXPECT(!sx_syntax_language_named(SX_STR("perl")));
}

/* There are millions of them. */
SX_TEST(a_fact_is_small) {
  SX_EXPECT_SIZE(sizeof(sx_fact), 28);
  for (int kind = 0; kind < SX_FACT_KIND_COUNT; kind++)
    SX_EXPECT(sx_fact_kind_name((sx_fact_kind)kind).len > 0);
}

SX_SUITE(syntax_languages_test, SX_CASE(a_language_is_found_by_id_name_and_first_line),
         SX_CASE(each_language_has_its_row), SX_CASE(a_fact_is_small));
