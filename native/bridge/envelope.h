#ifndef SX_BRIDGE_ENVELOPE_H
#define SX_BRIDGE_ENVELOPE_H

#include "base/str.h"

#include <stdint.h>

/**
 * The outer members of a JSON-RPC message: who it is for and what it answers.
 *
 * A message is checked as strict JSON and its few outer members are picked out while its bytes
 * arrive, in pieces of any size; no tree is built and nothing is allocated. So the id of a
 * message that is too big to keep is found all the same, wherever it stands.
 *
 * Life     sx_envelope_init, sx_envelope_feed for each piece, sx_envelope_finish, then read.
 * Bounds   Nesting to SX_ENVELOPE_MAX_DEPTH; texts to SX_ENVELOPE_TEXT_BYTES as written.
 * Doubles  Of members that are given twice the last counts, as with JSON.parse.
 * Cost     Some 1 GB a second in strings, a third of that between them.
 */
#define SX_ENVELOPE_MAX_DEPTH 1024
#define SX_ENVELOPE_TEXT_BYTES 256

typedef enum sx_envelope_kind {
  SX_ENVELOPE_MALFORMED, /* not JSON; see `error_offset` */
  SX_ENVELOPE_INVALID,   /* JSON, but not a JSON-RPC 2.0 message; see `problem` */
  SX_ENVELOPE_REQUEST,
  SX_ENVELOPE_NOTIFICATION,
  SX_ENVELOPE_RESPONSE
} sx_envelope_kind;

typedef enum sx_json_type {
  SX_JSON_ABSENT,
  SX_JSON_NULL,
  SX_JSON_BOOL,
  SX_JSON_NUMBER,
  SX_JSON_STRING,
  SX_JSON_OBJECT,
  SX_JSON_ARRAY
} sx_json_type;

/** A member: what it is, where its value stands in the message and, of scalars, its text. */
typedef struct sx_member {
  sx_json_type type;
  bool is_cut; /* longer than SX_ENVELOPE_TEXT_BYTES: `text` is empty */
  size_t begin, end;
  size_t len;
  /* A string decoded to UTF-8; a number as written, an integral one as JSON.stringify has it. */
  char text[SX_ENVELOPE_TEXT_BYTES + 1];
} sx_member;

/** Which member of the message a key names. */
typedef enum sx_field {
  SX_FIELD_OTHER,
  SX_FIELD_JSONRPC,
  SX_FIELD_ID,
  SX_FIELD_METHOD,
  SX_FIELD_PARAMS,
  SX_FIELD_RESULT,
  SX_FIELD_ERROR,
  SX_FIELD_NAME,       /* params.name */
  SX_FIELD_REQUEST_ID, /* params.requestId */
  SX_FIELD_COUNT
} sx_field;

typedef struct sx_envelope {
  /* Results, valid after sx_envelope_finish. */
  sx_envelope_kind kind;
  const char *problem; /* static */
  size_t error_offset;
  sx_member members[SX_FIELD_COUNT];

  /* Where the reading stands. */
  int state;
  int hex_left;
  const char *literal; /* what is left of true, false or null */
  size_t offset;       /* bytes read */
  size_t depth;
  bool is_key;
  bool has_escape;
  sx_field field;    /* of the member being read, when it matters */
  bool is_in_params; /* between the braces of the outer `params` */
  sx_json_type root; /* of the whole message */
  bool is_capturing;
  size_t value_begin;
  size_t raw_len;
  bool is_raw_cut;
  char raw[SX_ENVELOPE_TEXT_BYTES];
  uint8_t is_object[SX_ENVELOPE_MAX_DEPTH / 8]; /* a bit for each open bracket */
} sx_envelope;

void sx_envelope_init(sx_envelope *envelope);
void sx_envelope_feed(sx_envelope *envelope, sx_str bytes);
/** The message is complete: settles `kind` and what goes with it. */
void sx_envelope_finish(sx_envelope *envelope);

/** The text of a member; empty when it is absent or cut. Borrowed from the envelope. */
static inline sx_str sx_member_str(const sx_member *member) {
  return sx_str_make(member->text, member->len);
}

static inline const sx_member *sx_envelope_member(const sx_envelope *envelope, sx_field field) {
  return &envelope->members[field];
}

/** Whether `member` can be the id of a request: a string, or an integer that JSON.parse keeps. */
bool sx_member_is_id(const sx_member *member);

#endif
