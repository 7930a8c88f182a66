/*
 * sextant-indexer: brings the index of a work tree in step with its files, and ends. The engine
 * starts it, with the list of the files on its standard input.
 */
#include "indexer/facts.h"
#include "indexer/run.h"

#include "os/self.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SX_VERSION
#define SX_VERSION "unknown"
#endif

/* It needs a fifth of that for a million files. */
#define MEMORY_LIMIT_BYTES ((uint64_t)1 << 30)

enum { EXIT_DONE, EXIT_FAILED, EXIT_USAGE, EXIT_BUSY, EXIT_STOPPED };

static const char usage[] =
    "Usage: sextant-indexer [--rebuild] [--meaning] STORE ROOT < LIST\n"
    "       sextant-indexer --facts < QUESTIONS\n"
    "\n"
    "Brings the search index in the folder STORE in step with the files below the folder ROOT.\n"
    "LIST has their relative paths, sorted, with a NUL after each and one more at its end, and\n"
    "before each a mark: '?' for a file that is to be looked at, '=' for one that is as the index\n"
    "has it.\n"
    "Sextant starts this program; you need not.\n"
    "\n"
    "  --rebuild       read every file again\n"
    "  --meaning       write what questions are answered by, too\n"
    "  --trust-young   index files that changed less than two seconds ago, too; for tests\n"
    "  --facts         find what texts declare: native/syntax/facts_wire.h\n"
    "  --version       print the version and exit\n"
    "\n"
    "With SEXTANT_INDEXER_PRIORITY=normal in the environment it does not let all other\n"
    "programs go first; for tests on busy machines.\n";

static bool parse(sx_indexer_options *out, int argc, char **argv) {
  const char *folders[2];
  int count = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--rebuild") == 0) {
      out->from_nothing = true;
    } else if (strcmp(argv[i], "--trust-young") == 0) {
      out->trusts_young = true;
    } else if (strcmp(argv[i], "--meaning") == 0) {
      out->with_meaning = true;
    } else if (argv[i][0] == '/' && count < 2) {
      folders[count++] = argv[i];
    } else {
      return false;
    }
  }
  if (count < 2) return false;
  out->store = folders[0];
  out->root = folders[1];
  return true;
}

/* Beside programs that never pause, a second of work at the lowest priority takes minutes. */
static bool keeps_priority(void) {
  const char *priority = getenv("SEXTANT_INDEXER_PRIORITY");
  return priority && strcmp(priority, "normal") == 0;
}

static int exit_code(sx_status status, const sx_err *err) {
  switch (status) {
  case SX_OK: return EXIT_DONE;
  case SX_BUSY: return EXIT_BUSY;
  case SX_CANCELLED: return EXIT_STOPPED;
  default:
    fprintf(stderr, "%s\n", err->message[0] ? err->message : sx_status_message(status));
    return EXIT_FAILED;
  }
}

static int run(const sx_indexer_options *options) {
  sx_err err = {0};
  if (!keeps_priority()) sx_self_lower();
  sx_self_limit_memory(MEMORY_LIMIT_BYTES);
  return exit_code(sx_indexer_run(options, &err), &err);
}

/* A person waits for the answer: the priority stays. */
static int say_facts(void) {
  sx_err err = {0};
  sx_self_limit_memory(MEMORY_LIMIT_BYTES);
  return exit_code(sx_indexer_facts(&err), &err);
}

int main(int argc, char **argv) {
  sx_indexer_options options = {0};
  if (!sx_self_begin()) return EXIT_FAILED;
  if (argc == 2 && strcmp(argv[1], "--version") == 0) {
    puts("sextant-indexer " SX_VERSION);
    return EXIT_DONE;
  }
  if (argc == 2 && strcmp(argv[1], "--facts") == 0) return say_facts();
  if (!parse(&options, argc, argv)) {
    fputs(usage, stderr);
    return EXIT_USAGE;
  }
  return run(&options);
}
