#include "base/byte.h"
#include "base/folder.h"
#include "imports/imports_parts.h"

/*
 * Python: a module is searched in the folders that its file's own project and the workspace put on
 * the path, then it is one of the standard library, then in the environments beside the projects.
 */

#define MAX_ROOTS 64

/* The modules of Python 3.9 to 3.14. */
static const char standard_names[] =
    "__future__ _abc _aix_support _ast _asyncio _bisect _blake2 _bootsubprocess _bz2 _codecs "
    "_codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections "
    "_collections_abc _compat_pickle _compression _contextvars _crypt _csv _ctypes _curses "
    "_curses_panel _datetime _dbm _decimal _elementtree _frozen_importlib "
    "_frozen_importlib_external _functools _gdbm _hashlib _heapq _imp _io _json _locale "
    "_lsprof _lzma _markupbase _md5 _msi _multibytecodec _multiprocessing _opcode _operator "
    "_osx_support _overlapped _pickle _posixshmem _posixsubprocess _py_abc _pydecimal _pyio "
    "_queue _random _scproxy _sha1 _sha256 _sha3 _sha512 _signal _sitebuiltins _socket "
    "_sqlite3 _sre _ssl _stat _statistics _string _strptime _struct _symtable _thread "
    "_threading_local _tkinter _tokenize _tracemalloc _typing _uuid _warnings _weakref "
    "_weakrefset _winapi _zoneinfo abc aifc annotationlib antigravity argparse array ast "
    "asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 "
    "cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys "
    "compileall compression concurrent configparser contextlib contextvars copy copyreg crypt "
    "csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email "
    "encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions "
    "ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib "
    "heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools "
    "json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math "
    "mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath "
    "nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle "
    "pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats "
    "pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline "
    "reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil "
    "signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile "
    "sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau "
    "symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this "
    "threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty "
    "turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave "
    "weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport "
    "zlib zoneinfo ";

typedef struct python_roots {
  sx_strs own;       /* folders of the workspace, the nearest first */
  sx_strs libraries; /* site-packages */
} python_roots;

static void add(sx_imports *imports, sx_strs *list, sx_str folder) {
  if (list->len >= MAX_ROOTS || !sx_imports__is_folder(imports, folder)) return;
  if (sx_strs_add_new(list, folder, imports->arena, NULL)) return;
}

/* ---- where modules are -------------------------------------------------------------------- */

/* Folders that a line of pyproject.toml or setup.cfg names: what is in quotes, or a whole value. */
static void add_named(sx_imports *imports, sx_strs *list, sx_str folder, sx_str value) {
  bool has_quotes = sx_str_find_char(value, '"', 0) != SX_STR_NONE ||
                    sx_str_find_char(value, '\'', 0) != SX_STR_NONE;
  for (size_t at = 0, end; at < value.len; at = end + 1) {
    char quote = value.ptr[at];
    end = at;
    if (has_quotes && quote != '"' && quote != '\'') continue;
    if (has_quotes)
      end = sx_str_find_char(value, quote, at + 1);
    else
      end = value.len;
    if (end == SX_STR_NONE) return;
    sx_str name = sx_str_trim(sx_str_slice(value, has_quotes ? at + 1 : at, end));
    while (!has_quotes && sx_str_at(name, 0) == '=')
      name = sx_str_trim(sx_str_slice(name, 1, name.len));
    if (name.len) add(imports, list, sx_imports__join(imports, folder, name));
  }
}

/* `where = ["src"]`, `package-dir = {"" = "src"}`, `from = "lib"`, `pythonpath = …`. */
static void add_configured(sx_imports *imports, sx_strs *list, sx_str folder, const char *file) {
  static const char keys[] = "where package-dir package_dir from pythonpath extraPaths extra-paths";
  sx_str text = sx_imports__text(imports, sx_imports__join(imports, folder, sx_str_from(file)));
  sx_str line;
  bool is_open = false; /* the value goes on: below a key without one, or inside of brackets */
  while (sx_str_next_line(&text, &line)) {
    size_t equals = sx_str_find_char(line, '=', 0);
    bool is_indented = sx_byte_is_blank(sx_str_at(line, 0));
    sx_str key = sx_str_trim(sx_str_slice(line, 0, equals == SX_STR_NONE ? 0 : equals));
    sx_str value = sx_str_slice(line, equals == SX_STR_NONE ? 0 : equals + 1, line.len);
    bool is_key = key.len && sx_language_has_word(keys, key, false);
    if (!is_key && !(is_open && is_indented)) {
      size_t at = sx_str_find(line, SX_STR("from = "), 0); /* of Poetry's list of packages */
      if (at != SX_STR_NONE && sx_str_find(line, SX_STR("include"), 0) != SX_STR_NONE)
        add_named(imports, list, folder, sx_str_slice(line, at + 7, line.len));
      is_open = false;
      continue;
    }
    if (!is_key) value = line;
    add_named(imports, list, folder, sx_str_trim(value));
    sx_str own = sx_str_trim(value);
    is_open = !own.len || sx_str_has_suffix(own, SX_STR("[")) || (!is_key && is_indented);
  }
}

static void add_environments(sx_imports *imports, sx_strs *list, sx_str folder) {
  static const char *const names[] = {".venv", "venv", "env", ".env"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    sx_strs versions;
    sx_str at = sx_imports__join(imports, folder, sx_str_from(names[i]));
    if (!sx_imports__is_folder(imports, at)) continue;
    add(imports, list, sx_imports__join(imports, at, SX_STR("Lib/site-packages")));
    at = sx_imports__join(imports, at, SX_STR("lib"));
    sx_imports__list(&versions, imports, at);
    for (size_t k = 0; k < versions.len; k++) {
      sx_str lib = sx_imports__join(imports, at, versions.items[k]);
      add(imports, list, sx_imports__join(imports, lib, SX_STR("site-packages")));
    }
  }
}

static bool has_file(sx_imports *imports, sx_str folder, const char *name) {
  return sx_imports__is_file(imports, sx_imports__join(imports, folder, sx_str_from(name)));
}

static bool is_package(sx_imports *imports, sx_str folder) {
  return has_file(imports, folder, "__init__.py") || has_file(imports, folder, "__init__.pyi");
}

/* A folder from which a package or a script is made. */
static void add_project(sx_imports *imports, python_roots *roots, sx_str folder) {
  add_configured(imports, &roots->own, folder, "pyproject.toml");
  add_configured(imports, &roots->own, folder, "setup.cfg");
  add(imports, &roots->own, sx_imports__join(imports, folder, SX_STR("src")));
  add(imports, &roots->own, folder);
  add_environments(imports, &roots->libraries, folder);
}

static python_roots *roots_of(sx_imports *imports, sx_str folder) {
  uint64_t known;
  if (sx_map_find(&imports->roots, folder, &known)) return (python_roots *)(uintptr_t)known;
  python_roots *roots = SX_ARENA_NEW(imports->arena, python_roots);
  if (!roots) return NULL;
  sx_str top = folder, below;
  while (top.len && is_package(imports, top)) top = sx_imports__folder(top);
  add(imports, &roots->own, top);
  for (sx_str at = folder; at.len && sx_path_is_inside(imports->call, at);
       at = sx_imports__folder(at))
    if (has_file(imports, at, "pyproject.toml") || has_file(imports, at, "setup.cfg") ||
        has_file(imports, at, "setup.py"))
      add_project(imports, roots, at);
  const sx_root *root = sx_path_find_root(imports->call, folder, &below);
  if (root) add_project(imports, roots, root->path);
  for (size_t i = 0; i < imports->call->roots.len; i++)
    if (!sx_path_is_uri(imports->call->roots.items[i].path))
      add_project(imports, roots, imports->call->roots.items[i].path);
  if (sx_map_put(&imports->roots, sx_arena_dup(imports->arena, folder), (uint64_t)(uintptr_t)roots))
    return NULL;
  return roots;
}

/* ---- modules ------------------------------------------------------------------------------ */

typedef enum found_kind { FOUND_NOTHING, FOUND_FOLDER, FOUND_FILE } found_kind;

static bool try_file(sx_imports *imports, sx_str stem, const char *end, sx_str *out) {
  sx_str path = sx_arena_printf(imports->arena, "%.*s%s", SX_STR_ARG(stem), end);
  if (!sx_imports__is_file(imports, path)) return false;
  *out = path;
  return true;
}

/* The module of one name in a folder; `*out` is the folder where it is only that. */
static found_kind find_one(sx_imports *imports, sx_str folder, sx_str name, sx_str *out) {
  sx_str stem = sx_imports__join(imports, folder, name);
  bool is_folder = sx_imports__is_folder(imports, stem);
  if (is_folder && (try_file(imports, stem, "/__init__.py", out) ||
                    try_file(imports, stem, "/__init__.pyi", out)))
    return FOUND_FILE;
  if (try_file(imports, stem, ".py", out) || try_file(imports, stem, ".pyi", out))
    return FOUND_FILE;
  *out = stem;
  return is_folder ? FOUND_FOLDER : FOUND_NOTHING;
}

/* `a.b.c` from a folder on. `*count` is how many names of it are modules. */
static found_kind find_module(sx_imports *imports, sx_str folder, sx_str dotted, sx_str *out,
                              size_t *count) {
  found_kind kind = FOUND_FOLDER;
  *out = folder;
  *count = 0;
  for (size_t at = 0; at < dotted.len;) {
    size_t dot = sx_str_find_char(dotted, '.', at);
    if (dot == SX_STR_NONE) dot = dotted.len;
    sx_str next;
    kind = find_one(imports, folder, sx_str_slice(dotted, at, dot), &next);
    if (kind == FOUND_NOTHING) return FOUND_NOTHING;
    *out = next;
    ++*count;
    bool is_init = kind == FOUND_FILE && sx_str_has_prefix(sx_path_name(next), SX_STR("__init__."));
    folder = kind == FOUND_FOLDER ? next : is_init ? sx_imports__folder(next) : SX_STR("");
    at = dot + 1;
    if (!folder.len && at < dotted.len) return FOUND_NOTHING;
  }
  return kind;
}

/* The part before the last dot. */
static sx_str without_last(sx_str dotted) {
  size_t dot = sx_str_find_last_char(dotted, '.');
  return sx_str_slice(dotted, 0, dot == SX_STR_NONE ? 0 : dot);
}

/* A module, or that of which a name is a member. */
static found_kind find_import(sx_imports *imports, sx_str folder, sx_str dotted, bool is_member,
                              sx_str *out, size_t *count) {
  found_kind kind = find_module(imports, folder, dotted, out, count);
  if (kind == FOUND_FILE || !is_member) return kind;
  size_t names;
  sx_str module, name = without_last(dotted);
  found_kind of_module =
      name.len ? find_module(imports, folder, name, &module, &names) : FOUND_NOTHING;
  if (of_module != FOUND_FILE) return kind;
  *out = module;
  *count = names;
  return of_module;
}

/* ---- imports ------------------------------------------------------------------------------ */

static void resolve_relative(sx_imports *imports, sx_str file, const sx_import_line *line) {
  sx_str folder = sx_imports__folder(file), rest = line->specifier, found;
  bool is_member = line->kind == SX_IMPORT_MEMBER;
  size_t count;
  for (rest = sx_str_slice(rest, 1, rest.len); sx_str_at(rest, 0) == '.';) {
    folder = sx_imports__folder(folder);
    rest = sx_str_slice(rest, 1, rest.len);
  }
  found_kind kind = find_import(imports, folder, rest, is_member, &found, &count);
  /* `from . import x`: of the package itself. */
  bool is_own = kind != FOUND_FILE && !without_last(rest).len && (is_member || !rest.len);
  if (is_own && (try_file(imports, folder, "/__init__.py", &found) ||
                 try_file(imports, folder, "/__init__.pyi", &found)))
    kind = FOUND_FILE;
  if (kind == FOUND_FILE) sx_imports__found(imports, found, rest);
  if (kind == FOUND_FOLDER && rest.len) imports->target->outcome = SX_IMPORT_FOUND;
}

static sx_str first_name(sx_str dotted) {
  size_t dot = sx_str_find_char(dotted, '.', 0);
  return sx_str_slice(dotted, 0, dot == SX_STR_NONE ? dotted.len : dot);
}

/* In one of some folders; a namespace counts only where there is no package. */
static found_kind find_in(sx_imports *imports, const sx_strs *folders, const sx_import_line *line,
                          sx_str *out, bool *is_begun) {
  found_kind best = FOUND_NOTHING;
  for (size_t i = 0; i < folders->len && best != FOUND_FILE; i++) {
    size_t count;
    sx_str found;
    found_kind kind = find_import(imports, folders->items[i], line->specifier,
                                  line->kind == SX_IMPORT_MEMBER, &found, &count);
    if (count) *is_begun = true;
    if (kind <= best) continue;
    best = kind;
    *out = found;
  }
  return best;
}

sx_status sx_imports__resolve_python(sx_imports *imports, sx_str file, const sx_import_line *line,
                                     sx_err *err) {
  sx_str found = SX_STR(""), first = first_name(line->specifier);
  bool is_begun = false, is_other = false;
  if (sx_str_at(line->specifier, 0) == '.') {
    resolve_relative(imports, file, line);
    return SX_OK;
  }
  const python_roots *roots = roots_of(imports, sx_imports__folder(file));
  if (!roots) return sx_fail(err, imports->arena->status, NULL);
  imports->target->looked.len = 0;
  found_kind own = find_in(imports, &roots->own, line, &found, &is_begun);
  if (own == FOUND_FILE) {
    sx_imports__found(imports, found, first);
    return SX_OK;
  }
  if (sx_language_has_word(standard_names, first, false)) {
    sx_imports__external(imports, first, true);
    return SX_OK;
  }
  if (find_in(imports, &roots->libraries, line, &found, &is_other) != FOUND_NOTHING || is_other) {
    sx_imports__external(imports, first, false);
    if (found.len) return sx_strs_add(&imports->target->files, found, imports->arena, err);
  } else if (own == FOUND_FOLDER) {
    imports->target->outcome = SX_IMPORT_FOUND;
  } else if (!is_begun) {
    sx_imports__external(imports, first, false);
    imports->target->is_absent = true;
  }
  return SX_OK;
}
