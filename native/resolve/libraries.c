#include "resolve/libraries.h"

#include "os/file.h"
#include "workspace/paths.h"

#include <stdlib.h>

/* Where systems keep what everybody may read. */
static const char *const places[] = {
    "/usr/include/",
    "/usr/lib/",
    "/usr/lib64/",
    "/usr/libexec/",
    "/usr/share/",
    "/usr/src/",
    "/usr/local/include/",
    "/usr/local/lib/",
    "/usr/local/go/",
    "/usr/local/share/",
    "/usr/local/Cellar/",
    "/opt/homebrew/",
    "/nix/store/",
    "/gnu/store/",
    "/snap/",
    "/System/Library/",
    "/Library/Developer/",
    "/Library/Frameworks/",
    "/Library/Java/",
    "/Applications/Xcode.app/",
};

/* Folders that package managers, toolchains and editors make, anywhere. */
static const char *const folders[] = {
    "/node_modules/",
    "/site-packages/",
    "/dist-packages/",
    "/typeshed/",
    "/typeshed-fallback/",
    "/.cargo/registry/",
    "/.cargo/git/checkouts/",
    "/.rustup/toolchains/",
    "/go/pkg/mod/",
    "/.m2/repository/",
    "/.gradle/caches/",
    "/.ivy2/cache/",
    "/.nuget/packages/",
    "/.pub-cache/",
    "/.gem/ruby/",
    "/.rbenv/versions/",
    "/.pyenv/versions/",
    "/.rvm/gems/",
    "/.nvm/versions/",
    "/.ghcup/ghc/",
    "/.opam/",
    "/.deno/",
    "/deno/npm/",
    "/deno/remote/",
    "/.vscode/extensions/",
    "/.vscode-server/extensions/",
    "/.vscode-oss/extensions/",
    "/.cache/typescript/",
    "/uv/python/",
    "/Program Files/",
    "/Program Files (x86)/",
};

static bool is_at(sx_str path, const char *folder) {
  sx_str root = sx_str_from(folder);
  while (root.len > 1 && root.ptr[root.len - 1] == '/') root.len--;
  return root.len > 1 && sx_str_has_prefix(path, root) && path.len > root.len &&
         path.ptr[root.len] == '/';
}

/* A standard library that is in no such folder: `…/lib/python3.12/json/__init__.py`. */
static bool is_pythons(sx_str path) {
  size_t at = sx_str_find(path, SX_STR("/lib/python"), 0);
  return at != SX_STR_NONE && at + 11 < path.len && path.ptr[at + 11] >= '2' &&
         path.ptr[at + 11] <= '9';
}

/* Go's folders are set by its environment. */
static bool is_gos(sx_str path) {
  const char *root = getenv("GOROOT"), *cache = getenv("GOMODCACHE"), *own = getenv("GOPATH");
  if (root && is_at(path, root)) return true;
  if (cache && is_at(path, cache)) return true;
  return own && is_at(path, own) && sx_str_find(path, SX_STR("/pkg/mod/"), 0) != SX_STR_NONE;
}

static bool is_in_library(sx_str path) {
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (sx_str_has_prefix(path, sx_str_from(places[i]))) return true;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    if (sx_str_find(path, sx_str_from(folders[i]), 0) != SX_STR_NONE) return true;
  return is_pythons(path) || is_gos(path);
}

bool sx_library_holds(sx_str path) {
  char slashed[4096];
  if (sx_str_find_char(path, '\\', 0) == SX_STR_NONE) return is_in_library(path);
  if (path.len > sizeof slashed) return false;
  for (size_t i = 0; i < path.len; i++) slashed[i] = path.ptr[i] == '\\' ? '/' : path.ptr[i];
  return is_in_library(sx_str_make(slashed, path.len));
}

/* The editor's own documents may be settings; other schemes are what language servers make up. */
static bool is_readable_uri(const sx_call *call, sx_str uri) {
  return sx_path_is_inside(call, uri) || sx_path_is_cell(uri) ||
         !sx_str_has_prefix(uri, SX_STR("vscode"));
}

sx_status sx_library_resolve(sx_call *call, const char *argument, sx_str given, sx_str *out,
                             sx_err *err) {
  sx_str real;
  sx_status status = sx_path_resolve(call, argument, given, out, err);
  if (status) return status;
  bool may_read = sx_path_is_uri(*out) && is_readable_uri(call, *out);
  if (!sx_path_is_uri(*out)) {
    status = sx_file_real_path(&real, *out, call->arena, err);
    if (status) return status;
    may_read = sx_path_is_inside(call, real) || sx_library_holds(real);
  }
  if (may_read) return SX_OK;
  return sx_fail(err, SX_OUTSIDE_WORKSPACE,
                 "%s: '%.*s' is outside the workspace folders and not in a known library. Symbols "
                 "in it can be looked up; the file cannot be read as a whole.",
                 argument, SX_STR_ARG(sx_path_display(call, *out)));
}
