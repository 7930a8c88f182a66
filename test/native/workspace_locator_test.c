#include "harness.h"
#include "resolve/locator.h"

/* Cases are rows: what is given, and all that is read off it as one line. */

static void describe(const sx_locator *locator, sx_buf *out) {
  for (size_t i = 0; i < locator->parent_count; i++) {
    sx_buf_add(out, locator->parents[i]);
    sx_buf_add_text(out, " > ");
  }
  sx_buf_addf(out, "'%.*s'", SX_STR_ARG(locator->name));
  if (locator->has_index) sx_buf_addf(out, " [%u]", locator->index);
  if (locator->has_occurrence) sx_buf_addf(out, " #%u", locator->occurrence);
  if (locator->has_line)
    sx_buf_addf(out, " in %.*s:%u:%u", SX_STR_ARG(locator->file), locator->line,
                locator->column_u16);
}

typedef struct row {
  const char *given, *expected;
} row;

static void check_rows(const row *rows, size_t count,
                       sx_status (*parse)(sx_locator *, const char *, sx_str, sx_err *)) {
  sx_buf *said = sx_test_buf();
  for (size_t i = 0; i < count; i++) {
    sx_locator locator = {0};
    SX_EXPECT_OK(parse(&locator, "symbol_name", sx_str_from(rows[i].given), sx_test_err()));
    sx_buf_clear(said);
    describe(&locator, said);
    SX_EXPECT_OK(said->status);
    if (!sx_str_is_equal(sx_buf_str(said), sx_str_from(rows[i].expected)))
      SX_FAIL("%s\n  actual   %s\n  expected %s", rows[i].given, said->ptr, rows[i].expected);
  }
}

#define CHECK(parse, ...)                                                                          \
  do {                                                                                             \
    static const row rows[] = {__VA_ARGS__};                                                       \
    check_rows(rows, sizeof rows / sizeof *rows, parse);                                           \
  } while (0)

SX_TEST(reads_names) {
  CHECK(sx_locator_parse_name, {"User", "'User'"}, {"  User\t", "'User'"},
        {"user_name2", "'user_name2'"}, {"$", "'$'"}, {"_", "'_'"}, {"größe", "'größe'"});
  CHECK(sx_locator_parse_name, {"名前", "'名前'"}, {"save!", "'save!'"}, {"valid?", "'valid?'"},
        {"#count", "'#count'"}, {"@name", "'@name'"}, {"--main-color", "'--main-color'"});
}

SX_TEST(reads_name_paths) {
  CHECK(sx_locator_parse_name, {"User.save", "User > 'save'"}, {"User::save", "User > 'save'"},
        {"User#save", "User > 'save'"}, {"User/save", "User > 'save'"},
        {"a.b::c#d/e", "a > b > c > d > 'e'"}, {"Counter.#count", "Counter > '#count'"});
  CHECK(sx_locator_parse_name, {"User::~User", "User > '~User'"}, {"Foo.@bar", "Foo > '@bar'"},
        {"(*User).Save", "(*User) > 'Save'"}, {"Map<K, V>.get", "Map<K, V> > 'get'"},
        {"std::vector<std::string>::size", "std > vector<std::string> > 'size'"},
        {"f(a.b).c", "f(a.b) > 'c'"});
  CHECK(sx_locator_parse_name, {"a.b.c.d.e.f.g.h.i.j", "c > d > e > f > g > h > i > 'j'"},
        {"User[1].save", "User[1] > 'save'"}, {"Größe::länge", "Größe > 'länge'"});
}

SX_TEST(passes_over_where_a_path_begins) {
  CHECK(sx_locator_parse_name, {"::save", "'save'"}, {"\\Shop\\Till", "Shop > 'Till'"},
        {"\\Till", "'Till'"}, {"::shop::Till", "shop > 'Till'"},
        {"global::Shop.Till", "global > Shop > 'Till'"}, {"crate::a::B", "a > 'B'"},
        {"parent::Node", "parent > 'Node'"}, {"static::a", "'a'"});
  CHECK(sx_locator_parse_name, {"$crate::a", "'a'"}, {"super::super::open", "'open'"},
        {"self::open", "'open'"}, {"self.open", "self > 'open'"}, {"crate", "'crate'"},
        {"crates::a", "crates > 'a'"}, {"\\", "'\\'"});
  CHECK(sx_locator_parse_name, {"<Till as Shape>::area", "<Till as Shape> > 'area'"},
        {"<a::Till<K> as b::Shape>::area", "<a::Till<K> as b::Shape> > 'area'"},
        {"operator<", "'operator<'"}, {"<T", "'<T'"});
}

SX_TEST(splits_dollars) {
  static const char *const rows[][2] = {{"Table$Entry", "Table > 'Entry'"},
                                        {"a.b.Table$Entry$Key", "a > b > Table > Entry > 'Key'"},
                                        {"$scope", ""},
                                        {"end$", ""},
                                        {"a.b", ""}};
  sx_buf *said = sx_test_buf();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_locator locator = {0}, split;
    sx_buf_clear(said);
    SX_EXPECT_OK(sx_locator_parse_name(&locator, "symbol", sx_str_from(rows[i][0]), sx_test_err()));
    if (sx_locator_split_dollars(&split, &locator, sx_test_arena())) describe(&split, said);
    SX_EXPECT_OK(sx_test_arena()->status);
    SX_EXPECT_OK(said->status);
    SX_EXPECT_STR(sx_buf_str(said), sx_str_from(rows[i][1]));
  }
}

static bool is_in_space(const char *given, const char *below, const char *container,
                        const char *space) {
  sx_locator locator = {0};
  if (sx_locator_parse_name(&locator, "symbol", sx_str_from(given), NULL)) return false;
  return sx_locator_fits_space(&locator, sx_str_from(below), sx_str_from(container),
                               sx_str_from(space));
}

SX_TEST(has_the_whole_path_as_one_name) {
  static const char *const rows[][2] = {{"\\App\\Models", "App\\Models"},
                                        {"namespace Shop.Tills", "Shop.Tills"},
                                        {"global::Shop.Tills", "Shop.Tills"},
                                        {"global::a", "global::a"},
                                        {"::a::b", "a::b"},
                                        {"a", ""}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_locator locator = {0};
    SX_EXPECT_OK(sx_locator_parse_name(&locator, "symbol", sx_str_from(rows[i][0]), sx_test_err()));
    SX_EXPECT_STR(locator.whole, sx_str_from(rows[i][1]));
  }
}

SX_TEST(takes_a_root_of_another_language_for_a_name) {
  sx_locator locator = {0};
  SX_EXPECT_OK(sx_locator_parse_name(&locator, "symbol", SX_STR("parent::save"), sx_test_err()));
  SX_EXPECT(sx_locator_fits(&locator, SX_STR("/a.php"), SX_STR("Base")));
  SX_EXPECT(!sx_locator_fits(&locator, SX_STR("/a.cpp"), SX_STR("Base")));
  SX_EXPECT(sx_locator_fits(&locator, SX_STR("/a.cpp"), SX_STR("parent")));
  SX_EXPECT(sx_locator_is_in(&locator, SX_STR("Base")));
  SX_EXPECT_OK(sx_locator_parse_name(&locator, "symbol", SX_STR("parent.save"), sx_test_err()));
  SX_EXPECT(!sx_locator_is_in(&locator, SX_STR("Base")));
  SX_EXPECT_OK(sx_locator_parse_name(&locator, "symbol", SX_STR("global::S.Till"), sx_test_err()));
  SX_EXPECT(sx_locator_fits(&locator, SX_STR("/a.cs"), SX_STR("S")));
  SX_EXPECT(!sx_locator_fits(&locator, SX_STR("/a.rs"), SX_STR("S")));
}

SX_TEST(fits_by_the_namespace_of_a_text) {
  SX_EXPECT(is_in_space("Shop\\Tills\\Till", "/a.php", "", "Shop\\Tills"));
  SX_EXPECT(is_in_space("Tills.Till.open", "/a.cs", "Till", "Shop.Tills"));
  SX_EXPECT(!is_in_space("Shop.Till", "/a.cs", "", "Shop.Tills"));
  SX_EXPECT(!is_in_space("All.Shop.Tills.Till", "/a.cs", "", "Shop.Tills"));
  SX_EXPECT(!is_in_space("Tills.Till", "/a.cs", "", ""));
  SX_EXPECT(is_in_space("example.com/shop/till.Open", "/till/open.go", "", "till"));
  SX_EXPECT(is_in_space("example.com/shop/v2/till.Open", "/till/open.go", "", "till"));
  SX_EXPECT(!is_in_space("example.com/shop/till.Open", "/box/open.go", "", "box"));
  SX_EXPECT(!is_in_space("shop.till.Open", "/till/open.go", "", "till"));
}

SX_TEST(passes_over_keywords) {
  CHECK(sx_locator_parse_name, {"class User", "'User'"}, {"export default class User", "'User'"},
        {"new User()", "'User'"}, {"async  def save(a, b) -> None:", "'save'"},
        {"class User<A, B> extends Base {", "'User'"}, {"static User::save", "User > 'save'"},
        {"function save#2", "'save' #2"});
  CHECK(sx_locator_parse_name, {"new", "'new'"}, {"class", "'class'"}, {"newUser", "'newUser'"},
        {"operator new", "'operator new'"}, {"type = 1", "'type = 1'"},
        {"User.new", "User > 'new'"}, {"describe a", "'describe a'"},
        {"static int count", "'static int count'"}, {"const User *find", "'const User *find'"},
        {"const a = b", "'a'"});
}

SX_TEST(separators_stand_between_names) {
  CHECK(sx_locator_parse_name, {"@app/*", "'@app/*'"}, {"App\\*", "'App\\*'"},
        {"Till.*", "Till > '*'"}, {"Till::*", "Till > '*'"});
  CHECK(sx_locator_parse_name, {".save", "'.save'"}, {"save.", "'save.'"},
        {"User..save", "'User..save'"}, {"a:b", "'a:b'"}, {"...", "'...'"});
  CHECK(sx_locator_parse_name, {"/", "'/'"}, {"C#", "'C#'"}, {"a->b", "'a->b'"},
        {"a <b> c", "'a <b> c'"}, {"->", "'->'"}, {"::", "'::'"});
}

SX_TEST(reads_numbers_at_the_end) {
  CHECK(sx_locator_parse_name, {"save[1]", "'save' [1]"}, {"save[0]", "'save' [0]"},
        {"save#2", "'save' #2"}, {"User.save[12]", "User > 'save' [12]"},
        {"User#save#3", "User > 'save' #3"}, {"save[1]#2", "'save' [1] #2"});
  CHECK(sx_locator_parse_name, {"save#0", "save > '0'"}, {"save#", "'save#'"},
        {"save[]", "'save[]'"}, {"save[x]", "'save[x]'"}, {"save[-1]", "'save[-1]'"},
        {"save[9999999999]", "'save[9999999999]'"});
  CHECK(sx_locator_parse_name, {"[1]", "'[1]'"}, {"#1", "'#1'"},
        {"a#1234567890", "a > '1234567890'"}, {"operator[]", "'operator[]'"},
        {"operator()#2", "'operator()' #2"}, {"$#1", "'$' #1"});
}

SX_TEST(leaves_arguments_off) {
  CHECK(sx_locator_parse_name, {"save()", "'save'"}, {"User.save()", "User > 'save'"},
        {"save(user: User)", "'save'"}, {"Map<string, User>", "'Map'"}, {"save<T>(x)", "'save'"},
        {"f(() => x.y)", "'f'"});
  CHECK(sx_locator_parse_name, {"()", "'()'"}, {"f(", "'f('"}, {"a<b", "'a<b'"}, {"a)", "'a)'"},
        {"f(g(x))()", "'f'"}, {"Map<A->B>", "'Map'"});
}

SX_TEST(reads_operators) {
  CHECK(sx_locator_parse_name, {"operator()", "'operator()'"}, {"operator()(int)", "'operator()'"},
        {"operator<", "'operator<'"}, {"operator<<", "'operator<<'"},
        {"operator->", "'operator->'"}, {"Vec::operator+", "Vec > 'operator+'"});
  CHECK(sx_locator_parse_name, {"operator==(const Vec &)", "'operator=='"},
        {"operator bool", "'operator bool'"}, {"operators", "'operators'"},
        {"operator", "'operator'"}, {"operator_name", "'operator_name'"},
        {"Vec::operator()(a::b)", "Vec > 'operator()'"});
}

SX_TEST(reads_handles) {
  CHECK(sx_locator_parse_handle, {"a.ts:3:5#User", "'User' in a.ts:2:4"},
        {"src/a.ts:1:1#save", "'save' in src/a.ts:0:0"},
        {"/abs/a b.ts:10:20#f", "'f' in /abs/a b.ts:9:19"},
        {"a#b.ts:3:5#User", "'User' in a#b.ts:2:4"}, {"C:/x.c:3:5#f", "'f' in C:/x.c:2:4"},
        {"a:b:c.ts:3:5#f", "'f' in a:b:c.ts:2:4"}, {"3:5#f", "'f' in :2:4"});
  CHECK(sx_locator_parse_handle, {"a.ts:3:5##count", "'#count' in a.ts:2:4"},
        {"a.cc:3:5#operator()", "'operator()' in a.cc:2:4"},
        {"a.cc:3:5#User::save", "User > 'save' in a.cc:2:4"},
        {"a.ts:3:5#f#2", "'f' #2 in a.ts:2:4"}, {"é.ts:999999999:1#f", "'f' in é.ts:999999998:0"},
        {"vscode-vfs://x/a#1.ts:3:5#f", "'f' in vscode-vfs://x/a#1.ts:2:4"});
}

SX_TEST(refuses_what_is_no_handle) {
  static const char *const bad[] = {"",
                                    "User",
                                    "a.ts:3#User",
                                    "a.ts:3:5",
                                    "a.ts#f",
                                    ":3:5#f",
                                    "a.ts:0:5#f",
                                    "a.ts:3:0#f",
                                    "a.ts:x:5#f",
                                    "a.ts:-3:5#f",
                                    "a.ts:3:5#",
                                    "a.ts:3:5# ",
                                    "#",
                                    "a.ts:9999999999:1#f",
                                    "0:5#f",
                                    "3:#f"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    sx_locator locator = {0};
    if (sx_locator_parse_handle(&locator, "handle", sx_str_from(bad[i]), sx_test_err()) !=
        SX_INVALID_ARGUMENT)
      SX_FAIL("taken: %s", bad[i]);
    SX_EXPECT(strncmp(sx_test_err()->message, "handle: ", 8) == 0);
  }
  char *big = sx_test_memory(100000);
  memset(big, 'x', 100000);
  sx_locator locator = {0};
  SX_EXPECT_STATUS(
      sx_locator_parse_handle(&locator, "handle", sx_str_make(big, 100000), sx_test_err()),
      SX_INVALID_ARGUMENT);
  SX_EXPECT(strstr(sx_test_err()->message, "earlier answer")); /* the advice is not cut off */
}

SX_TEST(refuses_what_is_no_name) {
  static const sx_str bad[] = {{"", 0}, {"  \t", 3}, {"a\0b", 3}, {"a\nb", 3}};
  sx_locator locator = {0};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    SX_EXPECT_STATUS(sx_locator_parse_name(&locator, "symbol_name", bad[i], sx_test_err()),
                     SX_INVALID_ARGUMENT);
  char *big = sx_test_memory(SX_LOCATOR_MAX_NAME_BYTES + 1);
  memset(big, '(', SX_LOCATOR_MAX_NAME_BYTES + 1);
  sx_str longest = sx_str_make(big, SX_LOCATOR_MAX_NAME_BYTES);
  SX_EXPECT_OK(sx_locator_parse_name(&locator, "symbol_name", longest, sx_test_err()));
  longest.len++;
  SX_EXPECT_STATUS(sx_locator_parse_name(&locator, "symbol_name", longest, sx_test_err()),
                   SX_INVALID_ARGUMENT);
}

SX_TEST(a_handle_reads_back) {
  static const char *const names[] = {"User", "#count", "operator()", "größe", "operator bool"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    sx_locator locator = {0};
    sx_str name = sx_str_from(names[i]);
    sx_str handle =
        sx_locator_handle(SX_STR("src/a#1:2.ts"), (sx_pos16){11, 0}, name, sx_test_arena());
    SX_EXPECT_OK(sx_test_arena()->status);
    SX_EXPECT_OK(sx_locator_parse_handle(&locator, "handle", handle, sx_test_err()));
    SX_EXPECT_STR(locator.name, name);
    SX_EXPECT_TEXT(locator.file, "src/a#1:2.ts");
    SX_EXPECT(locator.has_line && locator.line == 11 && locator.column_u16 == 0);
  }
}

SX_TEST(bares_names_of_outlines) {
  static const row rows[] = {
      {"save", "save"},
      {"(*T).Save", "Save"},
      {"(T[K]).Save", "Save"},
      {"save(User)", "save"},
      {"save(User, a.b)", "save"},
      {"save<T>(T)", "save"},
      {"User::save", "save"},
      {"a::b::User::save(c::d)", "save"},
      {"User.save", "save"},
      {"vector<std::string>::size", "size"},
      {"foo() callback", "foo() callback"},
      {"describe(\"a.b\") callback", "describe(\"a.b\") callback"},
      {"(get) size", "size"},
      {"(set) size", "size"},
      {"(set) ", "(set) "},
      {"operator()", "operator()"},
      {"operator()(int) const", "operator()"},
      {"operator<", "operator<"},
      {"operator<<(ostream &)", "operator<<"},
      {"operator bool() const", "operator bool"},
      {"Vec::operator+=", "operator+="},
      {"~User", "~User"},
      {"User::~User", "~User"},
      {"save : void", "save"},
      {"#count", "#count"},
      {"<unknown>", "<unknown>"},
      {"", ""},
      {"(", "("},
      {"f(", "f"},
      {"größe(x)", "größe"},
      {"-initWithName:", "-initWithName:"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_str bare = sx_locator_bare_name(sx_str_from(rows[i].given));
    if (!sx_str_is_equal(bare, sx_str_from(rows[i].expected)))
      SX_FAIL("%s\n  actual   %.*s\n  expected %s", rows[i].given, SX_STR_ARG(bare),
              rows[i].expected);
  }
}

SX_TEST(knows_containers) {
  static const struct {
    const char *name, *container;
    bool is_in;
  } rows[] = {
      {"save", "", true},
      {"save", "User", true},
      {"User.save", "User", true},
      {"User.save", "models.User", true},
      {"User.save", "models::User", true},
      {"User.save", "User.Inner", false},
      {"User.save", "SuperUser", false},
      {"User.save", "user", false},
      {"User.save", "", false},
      {"models.User.save", "models.User", true},
      {"models.User.save", "User", false},
      {"models.User.save", "a/models/User", true},
      {"Map<K>.get", "Map<K, V>", true},
      {"Map.get", "Map<K, V>", true},
      {"Map<K>.get", "K", false},
      {"T.Save", "(*T)", true},
      {"(*T).Save", "T", true},
      {"User[1].save", "User", true},
      {"f(x).g", "f(int, a.b)", true},
      {"Größe.länge", "Größe", true},
      {"a.b.c.d.e.f.g.h.i", "a.b.c.d.e.f.g.h", true},
      {"x.b.c.d.e.f.g.h.i", "a.b.c.d.e.f.g.h", true}, /* only the last seven are kept */
      {"User.save", "<<<>>>)))User", true},
      {"User.save", ")(User)(", true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_locator locator = {0};
    SX_EXPECT_OK(sx_locator_parse_name(&locator, "x", sx_str_from(rows[i].name), sx_test_err()));
    if (sx_locator_is_in(&locator, sx_str_from(rows[i].container)) != rows[i].is_in)
      SX_FAIL("%s in '%s'", rows[i].name, rows[i].container);
  }
}

SX_TEST(fits_containers_and_modules) {
  static const struct {
    const char *name, *path, *container;
    bool fits;
  } rows[] = {
      {"Queue.get", "/w/asyncio/queues.py", "Queue", true},
      {"Queue.get", "/w/asyncio/queues.py", "LifoQueue", false},
      {"Queue.get", "/w/asyncio/queues.py", "", false},
      {"queues.Queue", "/w/asyncio/queues.py", "", true},
      {"asyncio.queues.Queue.get", "/w/asyncio/queues.py", "Queue", true},
      {"json.queues.Queue", "/w/asyncio/queues.py", "", false},
      {"queues.get", "/w/asyncio/queues.py", "Queue", false},
      {"asyncio.Queue", "/w/asyncio/queues.py", "", false},
      {"logging.Logger.error", "/w/logging/__init__.py", "Logger", true},
      {"os.path.join", "/w/os/path.py", "", true},
      {"str.join", "/w/asyncio/queues.py", "Queue", false},
      {"ui.Button", "/w/ui/index.d.ts", "", true},
      {"store.Open", "/w/store/open.go", "", true},
      {"a.b.C.d", "C:\\w\\a\\b.ts", "C", true},
      {"Array.prototype.map", "/lib/lib.es5.d.ts", "Array", true},
      {"Till.open", "/w/till.cpp", "shop::Till", true},
      {"shop.Till.open", "/w/till.cpp", "shop::Till", true},
      {"foo.Till.open", "/w/till.cpp", "shop::Till", false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_locator locator = {0};
    SX_EXPECT_OK(sx_locator_parse_name(&locator, "x", sx_str_from(rows[i].name), sx_test_err()));
    bool fits =
        sx_locator_fits(&locator, sx_str_from(rows[i].path), sx_str_from(rows[i].container));
    if (fits != rows[i].fits) SX_FAIL("%s: %s '%s'", rows[i].name, rows[i].path, rows[i].container);
  }
}

SX_TEST(takes_the_container_out_of_a_name) {
  static const struct {
    const char *name, *container, *own;
  } rows[] = {
      {"save", "Till", "Till"},
      {"Till::save", "", "Till"},
      {"Till::save", "shop", "shop::Till"},
      {"(*User).Save", "", "(*User)"},
      {"M.open", "", "M"},
      {"save() callback", "Till", "Till"},
      {"(get) size", "Till", "Till"},
      {".card.wide", "", ""},
      {"\"rxjs/ajax\"", "", ""},
      {"1.2 Usage", "", ""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    sx_str own = sx_locator_own_container(sx_str_from(rows[i].name), sx_str_from(rows[i].container),
                                          sx_test_arena());
    SX_EXPECT_OK(sx_test_arena()->status);
    SX_EXPECT_STR(own, sx_str_from(rows[i].own));
  }
}

/* Names of providers may have any length; none may cost the square of it. */
SX_TEST(long_names_cost_little) {
  size_t size = 4u << 20;
  char *text = sx_test_memory(size);
  for (size_t i = 0; i < size; i++) text[i] = "a(b<"[i % 4];
  sx_locator locator = {0};
  SX_EXPECT_OK(sx_locator_parse_name(&locator, "x", SX_STR("a.b"), sx_test_err()));
  sx_str whole = sx_str_make(text, size);
  SX_EXPECT_SIZE(sx_locator_bare_name(whole).len, size);
  SX_EXPECT(!sx_locator_is_in(&locator, whole));
}

SX_SUITE(workspace_locator_test, SX_CASE(reads_names), SX_CASE(has_the_whole_path_as_one_name),
         SX_CASE(takes_a_root_of_another_language_for_a_name), SX_CASE(reads_name_paths),
         SX_CASE(passes_over_keywords), SX_CASE(separators_stand_between_names),
         SX_CASE(reads_numbers_at_the_end), SX_CASE(leaves_arguments_off), SX_CASE(reads_operators),
         SX_CASE(reads_handles), SX_CASE(refuses_what_is_no_handle),
         SX_CASE(refuses_what_is_no_name), SX_CASE(a_handle_reads_back),
         SX_CASE(bares_names_of_outlines), SX_CASE(knows_containers),
         SX_CASE(fits_containers_and_modules), SX_CASE(takes_the_container_out_of_a_name),
         SX_CASE(long_names_cost_little), SX_CASE(passes_over_where_a_path_begins),
         SX_CASE(splits_dollars), SX_CASE(fits_by_the_namespace_of_a_text));
