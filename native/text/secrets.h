#ifndef SX_TEXT_SECRETS_H
#define SX_TEXT_SECRETS_H

#include "base/array.h"
#include "base/buf.h"

/*
 * Secrets in the output of programs are shown as SX_SECRETS_SHOWN:
 *
 *   values of variables with the name of a secret, wherever they occur
 *   what is assigned to such a name: NAME=value, NAME: value, "name": "value"
 *   tokens that are known by their shape (GitHub, AWS, JSON Web Tokens, …)
 *   what follows Authorization, Bearer and Basic; passwords in URLs
 *   private keys in PEM, over several lines
 *
 * Code is output, too: what only has the name of a secret (password: string, token = next(it))
 * stays, as do hashes, versions, paths, placeholders. A passphrase of plain words in such a place
 * is therefore missed.
 *
 * A text is to be redacted before it is cut: a part of a secret is not found.
 */
#define SX_SECRETS_SHOWN "[REDACTED]"
#define SX_SECRETS_MIN_BYTES 8 /* shorter values of variables occur by chance */
#define SX_SECRETS_MAX_VALUES 256

/** Values of variables; all zero: none. */
typedef struct sx_secrets {
  SX_ARRAY(sx_str) values;
  unsigned char
      *pairs; /* bit b of byte a: a value begins with these two, as a << 8 | b; NULL: no values */
} sx_secrets;

/** Whether it is what secrets are named: as a whole part, API_KEY, apiKey, x-api-key; not
 * MAX_TOKENS, TOKEN_URL. */
bool sx_secrets_is_name(sx_str name);

/**
 * Adds the value of an environment variable if its name is that of a secret and the value is none
 * that texts have anyhow (short, a path, "development"). Past SX_SECRETS_MAX_VALUES it is left out.
 *
 * Memory   `value` is borrowed, as long as the secrets are used; the rest is in `arena`.
 * Errors   NOMEM, TOO_BIG from the arena.
 */
sx_status sx_secrets_add(sx_secrets *secrets, sx_str name, sx_str value, sx_arena *arena,
                         sx_err *err) SX_MUST_USE;

/**
 * Adds the text to `out`, redacted. `known`: NULL as if empty.
 *
 * Errors   NOMEM, TOO_BIG of `out`.
 * Cost     O(bytes), but for texts that are full of beginnings of a value.
 */
sx_status sx_secrets_redact(sx_buf *out, sx_str text, const sx_secrets *known) SX_MUST_USE;
/** The same with as many lines as the text has, also where a secret is several lines long. */
sx_status sx_secrets_redact_lines(sx_buf *out, sx_str text, const sx_secrets *known) SX_MUST_USE;

/**
 * A note without its secrets, in `arena`, which has the status where it fails. A note is not code:
 * what is assigned to the name of a secret is one also where it looks only a little like one.
 */
sx_str sx_secrets_redact_note(sx_str text, sx_arena *arena);

#endif
