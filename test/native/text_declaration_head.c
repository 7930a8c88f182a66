#include "harness.h"
#include "text/declaration_head.h"

enum { V = SX_HEAD_VALUE, F = SX_HEAD_FUNCTION, T = SX_HEAD_TYPE, L = SX_HEAD_LINE };

typedef struct row {
  const char *language, *text;
  const char *name; /* where it stands first */
  int of;
  const char *expected;
  const char *start;  /* where the declaration begins; NULL: with the name */
  const char *behind; /* what its end stands before; NULL: the text's end */
} row;

static const row rows[] = {
    /* functions */
    {"typescript", "export function add(a: number, b = 1): number {\n  return a;\n}", "add", F,
     "export function add(a: number, b = 1): number", NULL, NULL},
    {"typescript", "  async load(\n    file: string, // which\n    n: number,\n  ) {}", "load", F,
     "async load(file: string, n: number)", NULL, NULL},
    {"typescript", "f(a: string): { b: number } {\n}", "f", F, "f(a: string): { b: number }", NULL,
     NULL},
    {"typescript", "f({ a, b }: { a: 1; b: 2 } = {}) {\n}", "f", F,
     "f({ a, b }: { a: 1; b: 2 } = {})", NULL, NULL},
    {"typescript", "a(): void\n  b(): string\n", "a", F, "a(): void", NULL, NULL},
    {"typescript", "a(): void; b(): string;", "b", F, "b(): string", NULL, NULL},
    {"typescript", "function f<T extends { a: 1 }>(x: T) { return x; }", "f", F,
     "function f<T extends { a: 1 }>(x: T)", NULL, NULL},
    {"typescript", "const f = (a: string): number => {\n  return 1;\n}", "f", V,
     "const f = (a: string): number =>", "f", NULL},
    {"typescript",
     "const f = async (a: string, someMore: Map<string, number>): Promise<void> =>\n 1", "f", V,
     "const f = async (a: string, someMore: Map<string, number>): Promise<void> =>", NULL, NULL},
    {"typescript", "type F<T> = (a: T) => Promise<T>;", "F", V, "type F<T> = (a: T) => Promise<T>",
     NULL, NULL},
    {"typescript", "{\n  then: (a) => {\n    x;\n  }\n}", "then", V, "then: (a) =>", NULL, NULL},
    {"python", "def add(a: int, *, b=': {') -> int:\n    '''Adds.'''\n    return a", "add", F,
     "def add(a: int, *, b=': {') -> int", NULL, NULL},
    {"python", "async def f(self): return 1", "f", F, "async def f(self)", NULL, NULL},
    {"c", "static int\nadd(struct a *a,\n\tint n)\n{\n\treturn 0;\n}", "add", F,
     "static int add(struct a *a, int n)", NULL, NULL},
    {"c", "int one(void) { return 1; } int two(int);", "two", F, "int two(int)", NULL, NULL},
    {"cpp", "Till::Till(int n) noexcept\n    : n(n) {}", "Till(", F, "Till::Till(int n) noexcept",
     NULL, NULL},
    {"cpp", "template <class A, class B> B map(const std::map<A, B> &all) {", "map", F,
     "template <class A, class B> B map(const std::map<A, B> &all)", NULL, NULL},
    {"go", "func (t *Till) Add(n int) (int, error) {\n", "Add", F,
     "func (t *Till) Add(n int) (int, error)", NULL, NULL},
    {"ruby", "def add(a, b)\n  a + b\nend", "add", F, "def add(a, b)", NULL, NULL},
    {"java", "public int add(int a)\n    throws IOException {\n", "add", F,
     "public int add(int a) throws IOException", NULL, NULL},
    /* types */
    {"typescript",
     "export class Till\n  extends Drawer<{ a: 1 }>\n  implements A, B {\n  n = 1;\n}", "Till", T,
     "export class Till extends Drawer<{ a: 1 }> implements A, B", NULL, NULL},
    {"python", "class Till(Drawer, metaclass=ABCMeta):\n    n = 1", "Till", T,
     "class Till(Drawer, metaclass=ABCMeta)", NULL, NULL},
    {"c", "struct till\n{\n\tint n;\n};", "till", T, "struct till", NULL, NULL},
    {"cpp", "class Till final\n    : public Drawer,\n      private B {\n", "Till", T,
     "class Till final : public Drawer, private B", NULL, NULL},
    {"c", "typedef struct {\n\tint x, y;\n} pair;", "pair", T, "typedef struct {…} pair", "typedef",
     NULL},
    {"c", "typedef struct { int x, y; } pair;", "y;", V, "y", "int", NULL},
    {"c", "typedef struct { int x; } pair;", "x", V, "int x", "int", NULL},
    /* values */
    {"typescript", "export const version = 4;\nexport const b = 1;", "version", V,
     "export const version = 4", "version", NULL},
    {"typescript", "const rates: Record<string, number> = {\n  a: 1,\n};", "rates", V,
     "const rates: Record<string, number> = {…}", NULL, NULL},
    {"typescript", "const at = { x: 1, y: 2 };", "at", V, "const at = { x: 1, y: 2 }", NULL, NULL},
    {"typescript", "  readonly items: Item[] = [];", "items", V, "readonly items: Item[] = []",
     NULL, NULL},
    {"typescript", "type Kind =\n  | 'a'\n  | 'b';", "Kind", V, "type Kind = 'a'…", NULL, NULL},
    {"typescript", "type P<T> = Props<In<T>, Out<T>>;", "P", V, "type P<T> = Props<In<T>, Out<T>>",
     NULL, NULL},
    {"typescript", "type W<T> = T extends string\n  ? A\n  : B;", "W", V,
     "type W<T> = T extends string…", NULL, NULL},
    {"typescript", "type: | 'a' | 'b';", "type", V, "type: 'a' | 'b'", NULL, NULL},
    {"typescript", "let a = 1, b = 2;", "a", V, "let a = 1", NULL, ", b"},
    {"python", "KEYS = ('one',)", "KEYS", V, "KEYS = ('one',)", NULL, NULL},
    {"c", "int a = 1, b = 2;", "a", V, "int a = 1", NULL, NULL},
    {"typescript", "const a: Maker<B> = make(\"a long text that goes on\", 1, (inst) => { 1; });",
     "a:", V, "const a: Maker<B> = …", NULL, NULL},
    {"typescript", "a: 1, b: 2", "b", V, "b: 2", NULL, NULL},
    {"typescript", "const a = make(\"a name\", (one, other, third) => {\n  x;\n});", "a", V,
     "const a = make(\"a name\", (one, other, third) => {…", NULL, NULL},
    {"typescript", "const text = \"a long text that goes on and on and is of no use here\";",
     "text", V, "const text = \"a long text that goes on and on and is of no…", NULL, NULL},
    {"typescript", "function f(a: string, b: number) {}", "b", V, "b: number", "b: ", ") {"},
    {"python", "def f(a, b=1, *c): pass", "b=", V, "b=1", "b=", NULL},
    {"python", "__all__ = [\n    'a',\n]", "__all__", V, "__all__ = […", NULL, NULL},
    {"python", "x, y = 1, 2", "y", V, "x, y = 1, 2", NULL, NULL},
    {"python", "TEXT = '''one\ntwo'''", "TEXT", V, "TEXT = '''one…", NULL, NULL},
    {"c", "static const struct ops ops = {\n\t.a = 1,\n};", "ops =", V,
     "static const struct ops ops = {…}", NULL, NULL},
    {"c", "enum { A = 1, B, };", "A", V, "A = 1", NULL, NULL},
    {"c", "static DEFINE_MUTEX(lock);", "lock", V, "static DEFINE_MUTEX(lock)", "static", NULL},
    {"json", "{\n  \"scripts\": {\n    \"a\": 1\n  }\n}", "scripts", V, "\"scripts\": {…}", NULL,
     NULL},
    /* lines */
    {"c", "#define add(a, b) \\\n\t((a) + (b))", "add", L, "#define add(a, b)", NULL, NULL},
    {"markdown", "## How; to {do} it\ntext", "How", L, "## How; to {do} it", NULL, NULL},
};

static sx_str head_of(const row *one, sx_arena *arena) {
  sx_str text = sx_str_from(one->text), name = sx_str_from(one->name);
  const sx_language *language = sx_language_find(sx_str_from(one->language), SX_STR(""));
  sx_head_place place = {.end = text.len, .of = (sx_head_of)one->of};
  place.name = sx_str_find(text, name, 0);
  place.start = place.name;
  place.name_end = sx_language_ident_end(language, text, place.name);
  if (one->start) place.start = sx_str_find(text, sx_str_from(one->start), 0);
  if (one->behind) place.end = sx_str_find(text, sx_str_from(one->behind), 0);
  return sx_declaration_head(text, &place, language, arena);
}

SX_TEST(a_head_is_the_declaration_without_its_body) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_arena arena;
    sx_arena_init(&arena, 1 << 16);
    sx_str head = head_of(&rows[i], &arena);
    if (!arena.status) SX_EXPECT_STR(head, sx_str_from(rows[i].expected));
    sx_arena_release(&arena);
  }
}

/* Nothing is written past the room for a head, whatever stands there. */
static void expect_short(size_t most_pieces) {
  static const char *const pieces[] = {"{}",     "a, ",      "f(",  "<a",  "{ b; } ",
                                       "x = {",  "\xC3\xBC", ">",   "\n",  ")",
                                       "/* */ ", "\"",       "=> ", "'''", "@a:"};
  static const char *const languages[] = {"typescript", "python", "c", "json", "markdown", "go"};
  char text[4096];
  size_t len = 0, count = 1 + sx_test_below(most_pieces), same = sx_test_below(2);
  size_t first = sx_test_below(sizeof pieces / sizeof *pieces);
  for (size_t i = 0; i < count; i++) {
    size_t own = same ? first : sx_test_below(sizeof pieces / sizeof *pieces);
    sx_str piece = sx_str_from(pieces[own]);
    if (len + piece.len > sizeof text) break;
    memcpy(text + len, piece.ptr, piece.len);
    len += piece.len;
  }
  const char *id = languages[sx_test_below(sizeof languages / sizeof *languages)];
  const sx_language *language = sx_language_find(sx_str_from(id), SX_STR(""));
  sx_head_place place = {.name = sx_test_below(len + 1), .of = (sx_head_of)sx_test_below(4)};
  place.start = sx_test_below(len + 1);
  place.end = sx_test_below(len + 1);
  place.name_end = place.name + sx_test_below(len + 1 - place.name);
  sx_arena arena;
  sx_arena_init(&arena, 1 << 16);
  size_t head_len = sx_declaration_head(sx_str_make(text, len), &place, language, &arena).len;
  sx_arena_release(&arena);
  SX_EXPECT(head_len <= 220);
}

SX_TEST(many_bodies_are_short) {
  char text[1024] = "struct {\n";
  size_t len = strlen(text);
  for (; len < 1000; len += 2) text[len] = '}', text[len + 1] = '{';
  sx_head_place place = {0, sizeof text, len - 1, len, SX_HEAD_VALUE};
  sx_arena arena;
  sx_arena_init(&arena, 1 << 16);
  const sx_language *language = sx_language_find(SX_STR("c"), SX_STR(""));
  size_t head_len = sx_declaration_head(sx_str_make(text, len), &place, language, &arena).len;
  sx_arena_release(&arena);
  SX_EXPECT(head_len <= 220);
}

SX_TEST(heads_are_short) {
  size_t rounds = sx_test_is_failing_allocations() ? 20 : 20000;
  for (size_t i = 0; i < rounds; i++) expect_short(i % 4 ? 20 : 2000);
}

SX_SUITE(text_declaration_head, SX_CASE(a_head_is_the_declaration_without_its_body),
         SX_CASE(many_bodies_are_short), SX_CASE(heads_are_short));
