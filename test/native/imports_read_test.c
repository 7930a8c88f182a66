#include "harness.h"
#include "imports/read.h"

/* Each import on a line: `LINE KIND SPECIFIER`, and a star where the file exports all of it. */
static sx_status read(const char *language, const char *text, sx_str *out) {
  sx_import_lines lines = {0};
  sx_buf *shown = sx_test_buf();
  sx_status status = sx_imports_read(&lines, sx_str_from(text),
                                     sx_language_find(sx_str_from(language), SX_STR("")),
                                     sx_test_arena(), sx_test_err());
  for (size_t i = 0; i < lines.len && !status; i++)
    sx_buf_addf(shown, "%u %s %.*s%s\n", lines.items[i].line,
                sx_import_kind_name(lines.items[i].kind), SX_STR_ARG(lines.items[i].specifier),
                lines.items[i].is_all ? " *" : "");
  *out = sx_buf_str(shown);
  return status ? status : shown->status;
}

#define EXPECT_READ(language, text, expected)                                                      \
  do {                                                                                             \
    sx_str got_;                                                                                   \
    SX_EXPECT_OK(read(language, text, &got_));                                                     \
    SX_EXPECT_TEXT(got_, expected);                                                                \
  } while (0)

SX_TEST(scripts) {
  EXPECT_READ("typescript",
              "import a from 'a';\nimport {\n  b, // './no'\n  \"c d\" as e,\n} from \"./b\"\n"
              "import * as f from 'f'\nimport 'g';\nimport type { H } from 'h';\n"
              "import type I, { type J } from 'i';\nimport type from 'k';\n"
              "import l = require('l');\nexport * from 'm';\nexport * as n from 'n';\n"
              "export { o as p } from 'o';\nexport type { Q } from 'q';\n",
              "1 import a\n2 import ./b\n6 import f\n7 import g\n8 type h\n9 type i\n10 import k\n"
              "11 require l\n12 export m *\n13 export n\n14 export o\n15 export q\n");
  EXPECT_READ("javascript",
              "const a = require('a'), b = require(`b`);\nawait import('./c');\n"
              "import('./d', { with: {} });\n",
              "1 require a\n1 require b\n2 dynamic ./c\n3 dynamic ./d\n");
  EXPECT_READ("javascript",
              "module.exports = {\n  ...require('./a'),\n  ...(await import('./b')),\n};\n",
              "2 require ./a\n3 dynamic ./b\n");
}

SX_TEST(what_is_no_import_of_a_script) {
  EXPECT_READ("typescript",
              "// import a from 'a';\n/* import b from 'b'; */\nconst c = \"import d from 'd'\";\n"
              "const e = `import f from 'f' ${g}`;\nobject.require('h'); object.import('i');\n"
              "import.meta.url; import(name); require(name); require.resolve('j');\n"
              "export const from = 'k';\nexport { l };\nconst m = require;\n"
              "const n = { import: 'o', require: 'p' };\nimport X = Some.Name;\n",
              "");
  /* An import that is not ended does not swallow the next one. */
  EXPECT_READ("typescript",
              "import { a\nimport b from 'b';\nexport { c }\nconst d = require('d');\n"
              "export { e }\nimport f from 'f';\nimport g\nimport 'h'\n",
              "2 import b\n4 require d\n6 import f\n8 import h\n");
}

SX_TEST(python) {
  EXPECT_READ(
      "python",
      "import a, b.c as d\nfrom e import f\nfrom .g import (\n    h,  # no\n    i as j,\n)\n"
      "from . import k, \\\n    l\nfrom .. import m\nfrom .n.o import *\n"
      "if x: import p; import q\ntry:\n    from r import s as t, u\nexcept: pass\n",
      "1 import a\n1 import b.c\n2 from e.f\n4 from .g.h\n5 from .g.i\n7 from .k\n"
      "7 from .l\n9 from ..m\n10 import .n.o *\n11 import p\n11 import q\n13 from r.s\n"
      "13 from r.u\n");
  EXPECT_READ("python",
              "'''\nimport a\n'''\n# import b\nx = 'import c'\nx.import_(d)\n"
              "raise E from e\nyield from f()\nf(\nimport_=1,\n)\ny = [\n  from_\n]\n",
              "");
  EXPECT_READ("python", "import a\r\nfrom b import (c,\r\n  d)\r\n",
              "1 import a\n2 from b.c\n3 from b.d\n");
}

SX_TEST(c) {
  EXPECT_READ("c",
              "#include <stdio.h> /* x */\n  #  include \"a/b.h\" // y\n#import <Foo/Foo.h>\n"
              "#include_next <next.h>\n#include MACRO\n/*\n#include <no.h>\n*/\n"
              "const char *s = \"#include <no.h>\";\n#define X #include <no.h>\n#if 0\n"
              "#include \"zero.h\"\n#endif\n#include <open\n",
              "1 include stdio.h\n2 include a/b.h\n3 include Foo/Foo.h\n4 include next.h\n"
              "12 include zero.h\n");
}

SX_TEST(go) {
  EXPECT_READ(
      "go",
      "// import \"no\"\npackage a\n\nimport \"fmt\"\nimport (\n\t\"os\"\n\tx \"a.b/c\" // y\n"
      "\t. `dot`\n\t_ \"blank\"\n)\n\nfunc f() string { return `\nimport \"no\"\n` }\n",
      "4 import fmt\n6 import os\n7 import a.b/c\n8 import dot\n9 import blank\n");
}

SX_TEST(rust) {
  EXPECT_READ("rust",
              "use a;\nuse a::b::c;\npub(crate) use crate::d::{self, e as f, g::{h, i::*}};\n"
              "use super::j;\nuse ::k::l;\nuse {m, n::o};\nextern crate p;\nmod q;\npub mod r;\n"
              "#[path = \"x/y.rs\"]\nmod s;\nuse r#type::r#match;\n",
              "1 from a\n2 from a::b::c\n3 from crate::d\n3 from crate::d::e\n"
              "3 from crate::d::g::h\n3 from crate::d::g::i *\n4 from super::j\n5 from k::l\n"
              "6 from m\n6 from n::o\n7 import p\n8 module q\n9 module r\n11 module x/y.rs\n"
              "12 from type::match\n");
  /* Inside of a module in the file `super` is the file. */
  EXPECT_READ("rust",
              "mod tests {\n  use super::*;\n  use super::super::a;\n  use self::b::c;\n"
              "  mod inner { mod d; use super::e; use super::super::f; }\n}\nuse super::g;\n"
              "mod h;\n// mod no;\nlet s = \"use no;\";\n",
              "2 from self\n3 from super::a\n4 from self::tests::b::c\n5 module tests::inner::d\n"
              "5 from self::tests::e\n5 from self::f\n7 from super::g\n8 module h\n");
}

SX_TEST(java) {
  EXPECT_READ("java",
              "package a.b;\nimport a.b.C;\nimport static a.D.e;\nimport a.f.*;\n"
              "/* import no.No; */\nclass X { String s = \"import no.No;\"; }\nimport no.Late;\n",
              "2 import a.b.C\n3 from a.D.e\n4 import a.f.*\n");
  EXPECT_READ("kotlin", "package a\n\nimport a.b.C as D\nimport a.e.f\nimport a.g.*\n",
              "3 import a.b.C\n4 import a.e.f\n5 import a.g.*\n");
}

SX_TEST(languages_without_a_reader_have_none) {
  EXPECT_READ("ruby", "require 'a'\n", "");
  EXPECT_READ("python", "", "");
  EXPECT_READ("rust", "use a::{b, {c", "1 from a::b\n1 from a::c\n");
}

SX_SUITE(imports_read_test, SX_CASE(scripts), SX_CASE(what_is_no_import_of_a_script),
         SX_CASE(python), SX_CASE(c), SX_CASE(go), SX_CASE(rust), SX_CASE(java),
         SX_CASE(languages_without_a_reader_have_none));
