/*
 * Prints the argv of a sandbox, for tests that run it: each item with a NUL after it.
 *
 *   sandbox-argv [probe] NAME=VALUE…
 *
 * The names are those of sx_sandbox; network=1 and root=1 set its flags.
 */
#include "commands/sandbox.h"

#include <stdio.h>

static sx_strs *list_of(sx_sandbox *sandbox, sx_str name) {
  if (sx_str_is_equal(name, SX_STR("writable"))) return &sandbox->writable;
  if (sx_str_is_equal(name, SX_STR("protected"))) return &sandbox->protected;
  if (sx_str_is_equal(name, SX_STR("hidden_folder"))) return &sandbox->hidden_folders;
  return sx_str_is_equal(name, SX_STR("hidden_file")) ? &sandbox->hidden_files : NULL;
}

static sx_str *text_of(sx_sandbox *sandbox, sx_str name) {
  if (sx_str_is_equal(name, SX_STR("program"))) return &sandbox->program;
  if (sx_str_is_equal(name, SX_STR("env"))) return &sandbox->env;
  if (sx_str_is_equal(name, SX_STR("home"))) return &sandbox->home;
  if (sx_str_is_equal(name, SX_STR("temporary"))) return &sandbox->temporary;
  if (sx_str_is_equal(name, SX_STR("empty"))) return &sandbox->empty;
  return sx_str_is_equal(name, SX_STR("folder")) ? &sandbox->folder : NULL;
}

static sx_status set(sx_sandbox *sandbox, sx_str option, sx_arena *arena, sx_err *err) {
  size_t sign = sx_str_find_char(option, '=', 0);
  sx_str name = sx_str_slice(option, 0, sign), value = sx_str_slice(option, sign + 1, option.len);
  if (sx_str_is_equal(name, SX_STR("network"))) sandbox->has_network = true;
  if (sx_str_is_equal(name, SX_STR("root"))) sandbox->is_root = true;
  if (text_of(sandbox, name)) *text_of(sandbox, name) = value;
  sx_strs *list = list_of(sandbox, name);
  return list ? sx_strs_add(list, value, arena, err) : SX_OK;
}

static void list_paths(void) {
  size_t count;
  const sx_sandbox_secret *secrets = sx_sandbox_secrets(&count);
  for (size_t i = 0; i < count; i++)
    printf("hidden_%s=%s%c", secrets[i].is_folder ? "folder" : "file", secrets[i].path, 0);
}

int main(int argc, char **argv) {
  sx_sandbox sandbox = {0};
  sx_arena arena;
  sx_strs made = {0};
  sx_err err = {0};
  sx_status status = SX_OK;
  if (argc > 1 && !strcmp(argv[1], "secrets")) {
    list_paths();
    return 0;
  }
  bool is_probe = argc > 1 && !strcmp(argv[1], "probe");
  sx_arena_init(&arena, 1u << 20);
  for (int i = 1 + is_probe; i < argc && !status; i++)
    status = set(&sandbox, sx_str_from(argv[i]), &arena, &err);
  if (!status)
    status = is_probe ? sx_sandbox_probe(&made, &sandbox, &arena, &err)
                      : sx_sandbox_prefix(&made, &sandbox, &arena, &err);
  for (size_t i = 0; i < made.len && !status; i++) printf("%.*s%c", SX_STR_ARG(made.items[i]), 0);
  if (status) fprintf(stderr, "%s\n", err.message);
  sx_arena_release(&arena);
  return status ? 1 : 0;
}
