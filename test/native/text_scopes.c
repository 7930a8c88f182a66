#include "harness.h"

#include "text/keywords.h"
#include "text/occurrences.h"
#include "text/scopes.h"

/*
 * The declared name is `dd`, its first place is the declaration; it is visible at each `yes`
 * and not at each `no`.
 */
typedef struct reach {
  const char *language, *text;
} reach;

static const reach reaches[] = {
    {"typescript", "const dd = 1; yes; function f() { yes; }"},
    {"typescript", "no; function f(dd: number, b = yes): string { yes; return () => yes; } no;"},
    {"typescript", "no; const f = (dd: { a: number }): Promise<string> => { yes; }; no"},
    {"typescript", "no; xs.map((dd) => yes + dd, no); no"},
    {"typescript", "no; xs.map(dd => { yes }); no"},
    {"typescript", "no; const f = (dd) => yes\nconst g = (d2) => no"},
    {"typescript", "no; function f(a): { d2: T } { const dd = 1; yes; if (a) { yes } } no;"},
    {"typescript", "if (a) { let dd = 1; yes; } else { no; }"},
    {"typescript", "function f() { if (a) { var dd = 1; } yes; } no;"},
    {"typescript", "for (const dd of xs) { yes; } no;"},
    {"typescript", "for (const dd of xs) yes(); no;"},
    {"typescript", "try { no; } catch (dd) { yes; } no;"},
    {"typescript", "const { a, b: dd } = x; yes; { yes }"},
    {"typescript", "no; function f({ dd }: P, [no2]) { yes; } no;"},
    {"typescript", "switch (x) { case 1: { const dd = 1; yes; } case 2: no; }"},
    {"typescript", "no; function f<dd, U>(a: yes): yes { yes } no;"},
    {"typescript", "no; function f(yes: A<B>, dd: C<D>) { yes; } no;"},
    {"typescript", "no; function f<T extends A<B>, dd>(a: yes) { yes } no;"},
    {"typescript", "no; class A<dd> extends B<yes> { x: yes; } no;"},
    {"typescript", "no; type A<dd> = yes | B; no;"},
    {"typescript", "no; class A { dd() { no; } b() { no; } } no;"},
    {"typescript", "no; type F = (dd: number) => yes; no;"},
    {"typescript", "namespace N { const dd = 1; yes } no"},
    {"typescript", "function dd() { yes } yes"},
    {"typescript", "const s = `${a => no}`; function f(dd) { return `${yes}`; } no"},
    {"python", "dd = 1\nyes\ndef f():\n    yes\n"},
    {"python", "no\ndef f(dd, b=1):\n    yes\n    if yes:\n        yes\nno\n"},
    {"python", "no\ndef f(\n    dd,\n    b,\n):\n    yes\n\n    yes\nno\n"},
    {"python", "def f():\n    for dd in xs:\n        yes\n    yes\nno\n"},
    {"python", "class A:\n    dd = 1\n    yes\n    def f(self):\n        no\nno\n"},
    {"python", "class A:\n    def dd(self):\n        no\n    yes\nno\n"},
    {"python", "no\nx = [yes for dd in xs]\nno\n"},
    {"python", "no\nf(lambda dd: yes)\nno\n"},
    {"python", "def dd(a):\n    yes\nyes\n"},
    {"python", "def f():\n    \"\"\"a\nb\n\"\"\"\n    dd = 1\n    yes\nno\n"},
    {"python", "class A(B):\n    async def f(self, dd): yes\n    no\n"},
    {"c", "int dd; void f(void) { yes; }"},
    {"c", "no; static int f(int dd, char *b) { yes; { yes; } } no;"},
    {"c", "int g(int dd); no;"},
    {"c", "void f(void) { for (int dd = 0; dd < 3; dd++) yes(); no; }"},
    {"c", "void f(void) { { int dd; yes; } no; }"},
    {"c", "enum e { A, dd }; yes; void f(void) { yes; }"},
    {"c", "struct s { int dd; }; no;"},
    {"c", "void f(void) {\n#if A\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n}\nint dd;\nvoid "
          "g(void) { yes; }"},
    {"c", "struct s *f(struct t *dd) { yes; } no;"},
    {"cpp", "class A { int dd; void f() { yes; } }; no;"},
    {"cpp", "A::A(int dd) : a(yes), b{yes} { yes; } no;"},
    {"java", "class A { int dd; void f() { yes; } } no;"},
};

/* The first `dd` declares a value, a type, or what may be both. */
typedef struct spaced {
  sx_space space;
  const char *language, *text;
} spaced;

static const spaced spaces[] = {
    {SX_SPACE_VALUE, "typescript", "export const dd = 1;"},
    {SX_SPACE_VALUE, "typescript", "async function dd() {}"},
    {SX_SPACE_VALUE, "typescript", "function f(a: A<B>, dd: C) {}"},
    {SX_SPACE_VALUE, "typescript", "xs.map(dd => 1)"},
    {SX_SPACE_VALUE, "typescript", "const { a, b: dd } = x;"},
    {SX_SPACE_VALUE, "typescript", "const [a, dd] = x;"},
    {SX_SPACE_VALUE, "typescript", "function f({ a, dd }) {}"},
    {SX_SPACE_TYPE, "typescript", "export interface dd { a: 1 }"},
    {SX_SPACE_TYPE, "typescript", "type dd = 1;"},
    {SX_SPACE_TYPE, "typescript", "type dd<T> = T[];"},
    {SX_SPACE_TYPE, "typescript", "function f<T, dd>(a: T) {}"},
    {SX_SPACE_TYPE, "typescript", "class A<dd extends B> {}"},
    {SX_SPACE_TYPE, "typescript", "type A = B extends (infer dd)[] ? 1 : 2;"},
    {SX_SPACE_BOTH, "typescript", "class dd {}"},
    {SX_SPACE_BOTH, "typescript", "enum dd { A }"},
    {SX_SPACE_BOTH, "typescript", "import dd from './a';"},
    {SX_SPACE_BOTH, "typescript", "import { dd } from './a';"},
    {SX_SPACE_BOTH, "typescript", "import { type dd } from './a';"},
    {SX_SPACE_BOTH, "typescript", "class A { dd() {} }"},
    {SX_SPACE_BOTH, "python", "def dd(): pass"},
};

SX_TEST(a_declaration_makes_a_type_or_a_value) {
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
    sx_scopes scopes;
    sx_str text = sx_str_from(spaces[i].text);
    const sx_language *language = sx_language_find(sx_str_from(spaces[i].language), SX_STR(""));
    SX_EXPECT_OK(sx_scopes_find(&scopes, text, language, sx_test_arena(), sx_test_err()));
    size_t at = sx_str_find(text, SX_STR("dd"), 0);
    if (sx_scopes_space(&scopes, at, 2) != spaces[i].space) SX_FAIL("in: %s", spaces[i].text);
  }
}

static void expect_seen(const reach *row, const sx_scopes *scopes, sx_scope scope, const char *word,
                        bool expected) {
  sx_occurrences found = {0};
  SX_EXPECT_OK(sx_occurrences_find(&found, scopes->text, sx_str_from(word), scopes->language,
                                   SIZE_MAX, sx_test_arena(), sx_test_err()));
  for (size_t i = 0; i < found.len; i++)
    if (sx_scopes_sees(scopes, scope, found.items[i].offset) != expected)
      SX_FAIL("%s at %zu of: %s", word, found.items[i].offset, row->text);
}

SX_TEST(names_reach_as_far_as_their_scopes) {
  for (size_t i = 0; i < sizeof reaches / sizeof *reaches; i++) {
    const reach *row = &reaches[i];
    sx_str text = sx_str_from(row->text);
    sx_scopes scopes;
    const sx_language *language = sx_language_find(sx_str_from(row->language), SX_STR(""));
    SX_EXPECT_OK(sx_scopes_find(&scopes, text, language, sx_test_arena(), sx_test_err()));
    sx_scope scope = sx_scopes_of(&scopes, sx_str_find(text, SX_STR("dd"), 0), 2);
    expect_seen(row, &scopes, scope, "yes", true);
    expect_seen(row, &scopes, scope, "no", false);
  }
}

typedef struct part {
  const char *language, *text;
  sx_role role;
} part;

/* The role of the first `dd` of the text. */
static const part parts[] = {
    {"typescript", "f(dd)", SX_ROLE_NAME},
    {"typescript", "a.dd", SX_ROLE_MEMBER},
    {"typescript", "a?.dd", SX_ROLE_MEMBER},
    {"typescript", "f(...dd)", SX_ROLE_NAME},
    {"typescript", "x = { dd: 1 }", SX_ROLE_KEY},
    {"typescript", "x = { dd() {} }", SX_ROLE_KEY},
    {"typescript", "x = { dd }", SX_ROLE_NAME},
    {"typescript", "x = { a: dd }", SX_ROLE_NAME},
    {"typescript", "x = { a: b ? dd : c }", SX_ROLE_NAME},
    {"typescript", "f({ dd: 1 })", SX_ROLE_KEY},
    {"typescript", "type A = { b: T; dd?: U }", SX_ROLE_KEY},
    {"typescript", "interface A { dd: T }", SX_ROLE_DECLARED},
    {"typescript", "class A { private dd = 1; }", SX_ROLE_DECLARED},
    {"typescript", "class A {\n  x = 1\n  dd() {}\n}", SX_ROLE_DECLARED},
    {"typescript", "class A { x = dd; }", SX_ROLE_NAME},
    {"typescript", "class A { x() { dd(); } }", SX_ROLE_NAME},
    {"typescript", "enum A { B, dd }", SX_ROLE_DECLARED},
    {"typescript", "class A { #dd = 1; }", SX_ROLE_MEMBER},
    {"typescript", "import { dd } from 'a'", SX_ROLE_NAME},
    {"typescript", "import { dd as b } from 'a'", SX_ROLE_FOREIGN},
    {"typescript", "import { b as dd } from 'a'", SX_ROLE_NAME},
    {"typescript", "function f(dd: T) {}", SX_ROLE_NAME},
    {"python", "f(dd=1)", SX_ROLE_KEY},
    {"python", "f(dd == 1)", SX_ROLE_NAME},
    {"python", "def f(dd=1):\n    pass\n", SX_ROLE_NAME},
    {"python", "class A:\n    def dd(self):\n        pass\n", SX_ROLE_DECLARED},
    {"python", "class A:\n    x = dd\n", SX_ROLE_NAME},
    {"python", "class A(dd):\n    pass\n", SX_ROLE_NAME},
    {"python", "def dd():\n    pass\n", SX_ROLE_NAME},
    {"python", "from dd import a\n", SX_ROLE_FOREIGN},
    {"python", "from a import dd as b\n", SX_ROLE_FOREIGN},
    {"python", "from a import dd\n", SX_ROLE_NAME},
    {"c", "struct dd *x;", SX_ROLE_TAG},
    {"c", "x->dd = 1;", SX_ROLE_MEMBER},
    {"c", "struct s { int dd; };", SX_ROLE_DECLARED},
    {"c", "struct s { dd x; };", SX_ROLE_NAME},
    {"c", "struct s a = { .dd = 1 };", SX_ROLE_MEMBER},
};

SX_TEST(names_are_separated_from_members_and_keys) {
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    sx_str text = sx_str_from(parts[i].text);
    sx_scopes scopes;
    const sx_language *language = sx_language_find(sx_str_from(parts[i].language), SX_STR(""));
    SX_EXPECT_OK(sx_scopes_find(&scopes, text, language, sx_test_arena(), sx_test_err()));
    sx_role role = sx_scopes_role(&scopes, sx_str_find(text, SX_STR("dd"), 0), 2);
    if (role != parts[i].role) SX_FAIL("%d instead of %d: %s", role, parts[i].role, parts[i].text);
  }
}

/** Any text and any place: no crash, no endless loop. */
SX_TEST(random_texts_are_survived) {
  static const char *const pieces[] = {
      "dd", "{",  "}",  "(",    ")",     "[",      "]",    "<",      ">",    "=>",  "=",   ":",
      ";",  ",",  "\n", "    ", "def",   "class ", "for ", "in ",    "\"",   "'",   "`${", "//",
      "/*", "*/", "\\", "if",   "\n}\n", "\t",     "->",   "lambda", "enum", "as ", "\r\n"};
  static const char *const languages[] = {"typescript", "python", "c", "cpp", "rust"};
  size_t rounds = sx_test_is_failing_allocations() ? 3 : 2000;
  sx_buf *text = sx_test_buf();
  for (size_t round = 0; round < rounds; round++) {
    sx_scopes scopes;
    sx_buf_clear(text);
    for (size_t i = sx_test_below(60); i > 0; i--)
      sx_buf_add_text(text, pieces[sx_test_below(sizeof pieces / sizeof *pieces)]);
    SX_EXPECT_OK(text->status);
    const sx_language *language = sx_language_find(sx_str_from(languages[round % 5]), SX_STR(""));
    sx_str all = sx_buf_str(text);
    SX_EXPECT_OK(sx_scopes_find(&scopes, all, language, sx_test_arena(), sx_test_err()));
    for (size_t at = 0; at < all.len; at++) {
      sx_scope scope = sx_scopes_of(&scopes, at, 1);
      SX_EXPECT(scope.start <= scope.end && scope.end <= all.len);
      sx_scopes_role(&scopes, at, 1);
      sx_scopes_class_at(&scopes, at);
      sx_scopes_headed_class(&scopes, at);
    }
  }
}

SX_TEST(keywords_are_no_names) {
  static const struct {
    const char *language, *name;
    bool is_member, is_reserved;
  } rows[] = {
      {"typescript", "class", false, true},
      {"typescript", "await", false, true},
      {"typescript", "of", false, false},
      {"typescript", "delete", true, false},
      {"typescript", "constructor", true, true},
      {"python", "def", false, true},
      {"python", "await", true, true},
      {"python", "match", false, false},
      {"c", "restrict", false, true},
      {"c", "class", false, false},
      {"cpp", "class", false, true},
      {"php", "FUNCTION", false, true},
      {"go", "chan", false, true},
      {"markdown", "if", false, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const sx_language *language = sx_language_find(sx_str_from(rows[i].language), SX_STR(""));
    if (sx_keyword_is_reserved(language, sx_str_from(rows[i].name), rows[i].is_member) !=
        rows[i].is_reserved)
      SX_FAIL("%s in %s", rows[i].name, rows[i].language);
  }
  SX_EXPECT(
      sx_keyword_is_type(sx_language_find(SX_STR("typescript"), SX_STR("")), SX_STR("string")));
}

/* Quadratic ones would run into the harness's limit, with 1 MB each. */
SX_TEST(hostile_texts_take_linear_time) {
  static const char *const rows[][2] = {{"typescript", ") {"},
                                        {"typescript", "({"},
                                        {"typescript", "if (a) {}"},
                                        {"typescript", "class A{"},
                                        {"c", "){"},
                                        {"c", "f(a) {b;}\n"},
                                        {"python", "def f\n"},
                                        {"python", "def f(\r\n"},
                                        {"python", "class A\r\n"},
                                        {"python", "def f(a\n)\n"}};
  size_t bytes = sx_test_is_failing_allocations() ? 1 << 12 : 1 << 20;
  for (size_t i = 0; i < sizeof rows / sizeof *rows && !sx_test_is_over(); i++) {
    const sx_language *language = sx_language_find(sx_str_from(rows[i][0]), SX_STR(""));
    size_t len = strlen(rows[i][1]), count = bytes / len;
    char *text = sx_test_memory(len * count);
    for (size_t k = 0; k < count; k++) memcpy(text + k * len, rows[i][1], len);
    sx_scopes scopes;
    sx_arena arena;
    sx_arena_init(&arena, 1u << 30);
    sx_status status =
        sx_scopes_find(&scopes, sx_str_make(text, len * count), language, &arena, sx_test_err());
    sx_arena_release(&arena);
    SX_EXPECT_OK(status);
    SX_EXPECT_SIZE(scopes.code.len, len * count);
  }
}

SX_SUITE(text_scopes, SX_CASE(names_reach_as_far_as_their_scopes),
         SX_CASE(a_declaration_makes_a_type_or_a_value),
         SX_CASE(names_are_separated_from_members_and_keys), SX_CASE(random_texts_are_survived),
         SX_CASE(keywords_are_no_names), SX_LONG_CASE(hostile_texts_take_linear_time));
