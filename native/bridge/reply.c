#include "bridge/reply.h"

/* Room for an answer that names every open window. */
#define REPLY_MAX_BYTES ((size_t)1024 * 1024)

void sx_json_write_string(sx_buf *out, sx_str text) {
  sx_buf_add_char(out, '"');
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.ptr[i];
    if (c == '"' || c == '\\')
      sx_buf_addf(out, "\\%c", c);
    else if (c < 0x20)
      sx_buf_addf(out, "\\u%04x", c);
    else
      sx_buf_add_char(out, (char)c);
  }
  sx_buf_add_char(out, '"');
}

void sx_json_write_member(sx_buf *out, const sx_member *member) {
  sx_str text = sx_member_str(member);
  if (member->type == SX_JSON_STRING && !member->is_cut)
    sx_json_write_string(out, text);
  else if (member->type == SX_JSON_NUMBER && text.len)
    sx_buf_add(out, text);
  else
    sx_buf_add_text(out, "null");
}

static sx_line *make_line(sx_buf *json) {
  sx_line *line = json->status ? NULL : sx_line_new(sx_buf_str(json));
  sx_buf_release(json);
  return line;
}

sx_line *sx_reply_error(const sx_member *id, sx_rpc_code code, sx_str message, sx_str data) {
  sx_buf json;
  sx_buf_init(&json, REPLY_MAX_BYTES);
  sx_buf_add_text(&json, "{\"jsonrpc\":\"2.0\",\"id\":");
  if (id && sx_member_is_id(id))
    sx_json_write_member(&json, id);
  else
    sx_buf_add_text(&json, "null");
  sx_buf_addf(&json, ",\"error\":{\"code\":%d,\"message\":", (int)code);
  sx_json_write_string(&json, message);
  if (data.len) sx_buf_add_text(&json, ",\"data\":");
  sx_buf_add(&json, data);
  sx_buf_add_text(&json, "}}");
  return make_line(&json);
}

sx_line *sx_reply_result(const sx_member *id, sx_str result) {
  sx_buf json;
  sx_buf_init(&json, REPLY_MAX_BYTES);
  sx_buf_add_text(&json, "{\"jsonrpc\":\"2.0\",\"id\":");
  sx_json_write_member(&json, id);
  sx_buf_add_text(&json, ",\"result\":");
  sx_buf_add(&json, result);
  sx_buf_add_char(&json, '}');
  return make_line(&json);
}

sx_line *sx_reply_notification(const char *method) {
  sx_buf json;
  sx_buf_init(&json, REPLY_MAX_BYTES);
  sx_buf_addf(&json, "{\"jsonrpc\":\"2.0\",\"method\":\"%s\"}", method);
  return make_line(&json);
}

sx_line *sx_reply_cancelled(const sx_member *id, const char *reason) {
  sx_buf json;
  sx_buf_init(&json, REPLY_MAX_BYTES);
  sx_buf_add_text(&json, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                         "\"params\":{\"requestId\":");
  sx_json_write_member(&json, id);
  sx_buf_add_text(&json, ",\"reason\":");
  sx_json_write_string(&json, sx_str_from(reason));
  sx_buf_add_text(&json, "}}");
  return make_line(&json);
}
