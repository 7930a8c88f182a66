#include "base/folder.h"
#include "imports/c_commands.h"

/*
 * C and its relatives: the folder of the file, then those of its compile command. Without a command
 * that has the header, the folders above the file and what they have in `include` are tried, and
 * then the only file of the workspace whose path ends so: that is a guess, and marked as one.
 */

#define MAX_ALIKE 2

static const char standard_names[] =
    "assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h "
    "math.h "
    "setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbit.h stdbool.h stdckdint.h stddef.h "
    "stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h wchar.h "
    "wctype.h algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv "
    "cfloat charconv chrono cinttypes climits clocale cmath codecvt compare complex concepts "
    "condition_variable coroutine csetjmp csignal cstdarg cstdbool cstddef cstdint cstdio cstdlib "
    "cstring ctime cuchar cwchar cwctype deque exception execution expected filesystem flat_map "
    "flat_set format forward_list fstream functional future generator initializer_list iomanip ios "
    "iosfwd iostream istream iterator latch limits list locale map mdspan memory memory_resource "
    "mutex new numbers numeric optional ostream print queue random ranges ratio regex "
    "scoped_allocator semaphore set shared_mutex source_location span spanstream sstream stack "
    "stacktrace stdexcept stdfloat stop_token streambuf string string_view strstream syncstream "
    "system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility "
    "valarray variant vector version";

static bool take(sx_imports *imports, sx_str folder, sx_str name, sx_str package) {
  sx_str path = sx_imports__join(imports, folder, name);
  if (!sx_imports__is_file(imports, path)) return false;
  sx_imports__found(imports, path, package);
  return true;
}

static bool take_in(sx_imports *imports, const sx_strs *folders, sx_str name) {
  for (size_t i = 0; i < folders->len; i++)
    if (take(imports, folders->items[i], name, name)) return true;
  return false;
}

/* Folders with their own in them: /usr/lib/gcc/TARGET/VERSION/include. */
static void add_versions(sx_imports *imports, const char *top, const char *below) {
  sx_strs names;
  sx_imports__list(&names, imports, sx_str_from(top));
  for (size_t i = 0; i < names.len; i++) {
    sx_str path =
        sx_arena_printf(imports->arena, "%s/%.*s%s", top, SX_STR_ARG(names.items[i]), below);
    if (!sx_imports__is_folder(imports, path)) continue;
    if (sx_strs_add(&imports->compilers, path, imports->arena, NULL)) return;
  }
}

/* A compiler's own, with those of the processor, which are where no program needs to be asked. */
static const sx_strs *system_folders(sx_imports *imports) {
  static const char *const fixed[] = {"/usr/local/include", "/opt/homebrew/include",
                                      "/usr/include"};
  sx_strs targets;
  sx_str gcc = SX_STR("/usr/lib/gcc");
  if (imports->compilers.len) return &imports->compilers;
  sx_imports__list(&targets, imports, gcc);
  for (size_t i = 0; i < targets.len; i++) {
    sx_str target = sx_imports__join(imports, gcc, targets.items[i]);
    add_versions(imports, target.ptr, "/include");
    sx_str own = sx_imports__join(imports, SX_STR("/usr/include"), targets.items[i]);
    if (sx_strs_add(&imports->compilers, own, imports->arena, NULL)) break;
  }
  add_versions(imports, "/usr/lib/clang", "/include");
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    if (sx_strs_add(&imports->compilers, sx_str_from(fixed[i]), imports->arena, NULL)) break;
  return &imports->compilers;
}

static bool take_system(sx_imports *imports, sx_str name) {
  sx_import_target *target = imports->target;
  size_t looked = target->looked.len;
  bool is_found = take_in(imports, system_folders(imports), name);
  bool is_standard = sx_language_has_word(standard_names, name, false);
  if (is_found)
    target->is_standard = is_standard;
  else
    target->looked.len = looked; /* no places of the project's */
  if (is_found || !is_standard) return is_found;
  sx_imports__external(imports, name, true); /* on a machine without a compiler, say */
  return true;
}

/* In the folders above, and in theirs for headers; then by the end of the path. */
static sx_status guess(sx_imports *imports, sx_str file, sx_str name, sx_err *err) {
  sx_import_target *target = imports->target;
  size_t looked = target->looked.len;
  sx_strs files = {0};
  for (sx_str at = sx_folder_of(file); at.len && sx_path_is_inside(imports->call, at);
       at = sx_folder_of(at)) {
    sx_str include = sx_imports__join(imports, at, SX_STR("include"));
    target->is_by_name = take(imports, at, name, name) || take(imports, include, name, name);
    if (target->is_by_name) return SX_OK;
  }
  target->looked.len = looked;
  while (sx_str_has_prefix(name, SX_STR("../"))) name = sx_str_slice(name, 3, name.len);
  sx_status status = sx_imports__by_suffix(&files, imports, name, MAX_ALIKE, err);
  if (status || files.len != 1) return status;
  sx_imports__found(imports, files.items[0], name);
  target->is_by_name = true;
  return SX_OK;
}

sx_status sx_imports__resolve_c(sx_imports *imports, sx_str file, const sx_import_line *line,
                                sx_err *err) {
  sx_str name = line->specifier;
  bool is_quoted = line->kind == SX_IMPORT_QUOTED;
  const sx_c_paths *paths = sx_c_commands_find(imports, file);
  if (!paths) return sx_fail(err, imports->arena->status ? imports->arena->status : SX_NOMEM, NULL);
  imports->target->looked.len = 0;
  if (is_quoted && take(imports, sx_folder_of(file), name, name)) return SX_OK;
  if (is_quoted && take_in(imports, &paths->quoted, name)) return SX_OK;
  if (take_in(imports, &paths->all, name)) return SX_OK;
  /* With a command it is known where else nothing is; without one a name in quotes is the
   * project's.
   */
  if ((!is_quoted || paths->all.len) && take_system(imports, name)) return SX_OK;
  sx_status status = guess(imports, file, name, err);
  if (!status && imports->target->outcome == SX_IMPORT_MISSING) take_system(imports, name);
  return status;
}
