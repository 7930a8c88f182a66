#include "harness.h"
#include "text/function_body.h"

/* The function is `ff`. */
typedef struct row {
  bool has_body;
  const char *language, *text;
} row;

static const row rows[] = {
    {true, "typescript", "function ff() {}"},
    {false, "typescript", "declare function ff(): void"},
    {false, "typescript", "function ff(a: string): string;\nfunction ff(a) {}"},
    {false, "typescript", "function ff(a: string): string\nfunction ff(a) {}"},
    {false, "typescript", "class A { ff(a: string): { b: U }\n  gg() {} }"},
    {true, "typescript", "class A { ff(a: string): { b: U } { return x } }"},
    {true, "typescript", "class A { ff(a: string): { b: U } | { c: U }[]\n{ return x } }"},
    {false, "typescript", "class A { ff(a = { b: 1 }): (b: U) => { c: U }\n  [gg]() {} }"},
    {true, "typescript", "class A { ff(a = { b: 1 }): (b: U) => { c: U } {} }"},
    {true, "typescript",
     "class A { ff<T extends { a: U } = {}>(a?: (b: T) => void): Map<T, { a: U }> {} }"},
    {false, "typescript", "class A { ff<T extends (a: U) => V>(a: T): T }"},
    {false, "typescript", "interface A { ff(): this\n  (a: string): void }"},
    {false, "typescript", "interface A { ff?(): asserts this is { a: T }; gg(): void }"},
    {true, "typescript", "class A { ff(a: U): a is { b: T } { return true } }"},
    {true, "typescript", "class A { ff(a: U): asserts a { } }"},
    {true, "typescript", "class A { ff(): import('a').B.C { } }"},
    {true, "typescript", "class A { ff(): T extends { a: U } ? { b: V } : { c: W } { } }"},
    {true, "typescript", "class A { ff(): `a${'{'}` /* ; */ { } }"},
    {false, "typescript", "class A { ff(): 'a' // {\n  gg() {} }"},
    {false, "typescript", "type A = { ff(): void, gg(): { a: T } }"},
    {true, "typescript", "class A { ff(): keyof { a: T } { } }"},
    {true, "typescript", "const a = { ff(a = '(', b = /[)]{/) { } }"},
    {true, "typescript", "class A { ff(): new () => { a: T } { } }"},
    {true, "javascript", "function ff(a, b)\n{\n}"},
    {true, "javascript", "function* ff(a = b < c) {}"},
    {false, "typescript", "const ff = 1;"},
    {false, "typescript", "function ff("},
    {false, "typescript", "function ff(): {"},
    {false, "c", "int ff(int a);\nint gg(void) {}"},
    {true, "c", "int ff(int a)\n{ return a; }"},
    {false, "c", "int ff(int a) __attribute__((x)), b;"},
    {true, "cpp", "A::ff(int a) : b(a) {}"},
    {false, "cpp", "virtual void ff(int) const = 0; void gg() {}"},
    {false, "cpp", "ff() = default; void gg() {}"},
    {true, "cpp", "auto ff(int a) const noexcept(true) -> B { }"},
    {true, "csharp", "int ff(int a) => a;"},
    {false, "csharp", "int ff(int a); int gg() {}"},
    {true, "java", "int ff(int a) throws B { }"},
};

SX_TEST(bodies_are_seen) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_str text = sx_str_from(rows[i].text);
    const sx_language *language = sx_language_find(sx_str_from(rows[i].language), SX_STR(""));
    bool actual = sx_function_has_body(text, sx_str_find(text, SX_STR("ff"), 0) + 2, language);
    if (actual != rows[i].has_body)
      SX_FAIL("%s\n  is said to %s a body", rows[i].text, actual ? "have" : "lack");
  }
}

/* Each beginning of a declaration ends. */
SX_TEST(cut_texts_have_none) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_str text = sx_str_from(rows[i].text);
    const sx_language *language = sx_language_find(sx_str_from(rows[i].language), SX_STR(""));
    size_t behind = sx_str_find(text, SX_STR("ff"), 0) + 2;
    for (size_t end = 0; end < text.len; end++)
      if (sx_function_has_body(sx_str_slice(text, 0, end), behind, language) && !rows[i].has_body)
        SX_FAIL("%.*s\n  has a body", (int)end, text.ptr);
  }
}

SX_SUITE(text_function_body, SX_CASE(bodies_are_seen), SX_CASE(cut_texts_have_none));
