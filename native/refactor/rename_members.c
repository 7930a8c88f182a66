#include "refactor/rename_files.h"
#include "base/byte.h"
#include "workspace/paths.h"

/* Members of the new name: beside the renamed one, and in the classes above and below its own. */

#define MAX_CLASSES 48
#define MAX_REFERENCES 400

sx_str sx_renaming_receiver(const sx_scopes *scopes, size_t offset) {
  sx_str code = scopes->code;
  while (offset > 0 && strchr(" \t\r\n.?>-:!", code.ptr[offset - 1])) offset--;
  size_t start = offset;
  while (start > 0 && sx_byte_is_ident(code.ptr[start - 1])) start--;
  return sx_str_slice(code, start, offset);
}

static bool is_self(sx_str word) {
  return word.len && sx_language_has_word("this self cls super", word, false);
}

/* The class whose member a place names: by declaring it, or after `this`. */
static const sx_block *owner(const sx_scopes *scopes, const sx_name_use *use) {
  if (use->role == SX_ROLE_DECLARED) return sx_scopes_class_at(scopes, use->offset);
  bool is_own = use->role == SX_ROLE_MEMBER && is_self(sx_renaming_receiver(scopes, use->offset));
  return is_own ? sx_scopes_class_at(scopes, use->offset) : NULL;
}

size_t sx_renaming_function_at(const sx_scopes *scopes, size_t offset) {
  const sx_block *block = sx_scopes_block_at(scopes, offset);
  while (block && block->kind != SX_BLOCK_FUNCTION)
    block = block->parent == SX_STR_NONE ? NULL : &scopes->blocks.items[block->parent];
  return block ? block->start : SX_STR_NONE;
}

static bool is_beside(const sx_scopes *scopes, const sx_name_use *one, const sx_name_use *other) {
  bool is_key = one->role == SX_ROLE_KEY || one->role == SX_ROLE_DECLARED;
  bool is_other_key = other->role == SX_ROLE_KEY || other->role == SX_ROLE_DECLARED;
  if (is_key && is_other_key)
    return sx_scopes_block_at(scopes, one->offset) == sx_scopes_block_at(scopes, other->offset);
  const sx_block *class_of_one = owner(scopes, one);
  if (class_of_one && class_of_one == owner(scopes, other)) return true;
  if (one->role != SX_ROLE_MEMBER || other->role != SX_ROLE_MEMBER) return false;
  sx_str name = sx_renaming_receiver(scopes, one->offset);
  return name.len && !is_self(name) &&
         sx_str_is_equal(name, sx_renaming_receiver(scopes, other->offset)) &&
         sx_renaming_function_at(scopes, one->offset) ==
             sx_renaming_function_at(scopes, other->offset);
}

static sx_status find_beside(sx_renaming *rename, const sx_met_file *file, sx_name_conflicts *out,
                             sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < file->found.len && !status; i++) {
    bool is_there = false;
    for (size_t k = 0; k < file->renamed.len && !is_there; k++)
      is_there = is_beside(&file->scopes, &file->renamed.items[k], &file->found.items[i]);
    if (is_there)
      status =
          sx_renaming_add_conflict(rename, out, file->document, file->found.items[i].offset, err);
  }
  return status;
}

/* ---- classes -------------------------------------------------------------------------------- */

typedef struct family {
  sx_renaming *rename;
  SX_ARRAY(sx_class_place) classes; /* that were looked at */
  sx_name_conflicts *out;
} family;

const sx_block *sx_class_block(const sx_class_place *place) {
  return &place->scopes.blocks.items[place->block];
}

static sx_status add_class(family *all, const sx_document *document, const sx_scopes *scopes,
                           const sx_block *block, sx_err *err) {
  for (size_t i = 0; i < all->classes.len; i++)
    if (sx_str_is_equal(all->classes.items[i].document->path, document->path) &&
        sx_class_block(&all->classes.items[i])->start == block->start)
      return SX_OK;
  if (all->classes.len == MAX_CLASSES) return SX_OK;
  sx_class_place *added = SX_ARRAY_ADD(&all->classes, all->rename->call->arena);
  if (!added) return sx_fail(err, all->rename->call->arena->status, NULL);
  *added = (sx_class_place){document, *scopes, (size_t)(block - scopes->blocks.items)};
  return SX_OK;
}

/* Whether the class has the new name for a member. */
static sx_status look_into(family *all, const sx_class_place *one, sx_err *err) {
  sx_call *call = all->rename->call;
  const sx_block *block = sx_class_block(one);
  sx_str name = all->rename->new_name;
  sx_occurrences found = {0};
  sx_status status = sx_occurrences_find(&found, one->scopes.code, name, one->document->language,
                                         4000, call->arena, err);
  for (size_t i = 0; i < found.len && !status; i++) {
    sx_name_use use = {found.items[i].offset, SX_ROLE_NAME, false};
    if (use.offset < block->start || use.offset >= block->end) continue;
    use.role = sx_scopes_role(&one->scopes, use.offset, name.len);
    if (owner(&one->scopes, &use) != block) continue;
    return sx_renaming_add_conflict(all->rename, all->out, one->document, use.offset, err);
  }
  return status;
}

/* The classes whose heads stand at these places. */
static sx_status add_classes_at(family *all, const sx_places *places, sx_err *err) {
  sx_call *call = all->rename->call;
  sx_status status = SX_OK;
  for (size_t i = 0; i < places->len && i < MAX_REFERENCES && !status; i++) {
    const sx_document *document;
    sx_scopes scopes;
    sx_str path = sx_path_own(call, places->items[i].path);
    if (sx_document_peek(call, path, &document, NULL)) continue;
    size_t offset = sx_document_offset(document, places->items[i].range.start);
    sx_pos16 start = {places->items[i].range.start.line, 0};
    size_t line = sx_document_offset(document, start);
    sx_str before = sx_str_slice(document->text, line > 200 ? line - 200 : 0, offset + 1);
    if (sx_str_find(before, SX_STR("class"), 0) == SX_STR_NONE &&
        sx_str_find(before, SX_STR("interface"), 0) == SX_STR_NONE &&
        sx_str_find(before, SX_STR("struct"), 0) == SX_STR_NONE)
      continue;
    status = sx_scopes_find(&scopes, document->text, document->language, call->arena, err);
    const sx_block *block = status ? NULL : sx_scopes_headed_class(&scopes, offset);
    if (block) status = add_class(all, document, &scopes, block, err);
  }
  return status;
}

static bool is_head_word(sx_str word) {
  static const char words[] = "class interface struct extends implements public private protected "
                              "virtual final abstract export default declare static";
  return sx_language_has_word(words, word, false);
}

sx_status sx_class_list_head(sx_call *call, const sx_class_place *one, sx_name_uses *out,
                             sx_err *err) {
  const sx_block *block = sx_class_block(one);
  sx_str code = one->scopes.code;
  size_t end = block->bracket ? block->start : block->body_at, depth = 0;
  for (size_t at = sx_scopes_head_start(&one->scopes, block); at < end;) {
    size_t from = at;
    while (at < end && sx_byte_is_ident(code.ptr[at])) at++;
    sx_str word = sx_str_slice(code, from, at);
    if (word.len && !depth && !is_head_word(word) &&
        sx_scopes_role(&one->scopes, from, word.len) != SX_ROLE_KEY) {
      sx_name_use *added = SX_ARRAY_ADD(out, call->arena);
      if (!added) return sx_fail(err, call->arena->status, NULL);
      *added = (sx_name_use){from, SX_ROLE_NAME, false};
    }
    if (word.len) continue;
    if (code.ptr[at] == '<') depth++;
    if (code.ptr[at] == '>' && depth) depth--;
    at++;
  }
  return SX_OK;
}

typedef enum direction { ABOVE, BELOW } direction;

/* Above: where the names of the bases lead; below: where the class's own name stands in heads. */
static sx_status add_next(family *all, size_t index, direction to, sx_err *err) {
  sx_call *call = all->rename->call;
  sx_class_place one = all->classes.items[index];
  sx_name_uses names = {0};
  sx_batch batch;
  sx_status status = sx_class_list_head(call, &one, &names, err);
  if (status || !names.len) return status;
  sx_batch_init(&batch, call->wait, call->arena);
  size_t from = to == ABOVE ? 1 : 0, until = to == ABOVE ? names.len : 1, count = 0;
  for (size_t i = from; i < until; i++, count++) {
    sx_pos16 at = sx_document_position(one.document, names.items[i].offset);
    sx_batch_places(&batch, to == ABOVE ? SX_PLACES_DEFINITION : SX_PLACES_REFERENCES,
                    one.document->path, at);
  }
  if (count) status = sx_batch_run_within(&batch, SX_CONFLICT_ASK_MS, err);
  for (size_t slot = 0; slot < count && !status; slot++) {
    sx_places places = {0};
    status = sx_renaming_pass(sx_batch_get_places(&batch, slot, &places, NULL));
    if (!status) status = add_classes_at(all, &places, err);
  }
  sx_batch_release(&batch);
  return sx_renaming_pass(status);
}

static sx_status walk(family *all, const sx_class_place *first, direction to, sx_err *err) {
  all->classes.len = 0;
  sx_status status = add_class(all, first->document, &first->scopes, sx_class_block(first), err);
  for (size_t i = 0; i < all->classes.len && !status; i++) {
    if (i) status = look_into(all, &all->classes.items[i], err);
    if (!status) status = add_next(all, i, to, err);
  }
  return status;
}

static sx_status find_in_family(sx_renaming *rename, sx_name_conflicts *out, sx_err *err) {
  const sx_symbol *symbol = rename->target.symbol;
  family all = {.rename = rename, .out = out};
  sx_class_place first = {0};
  sx_status status = sx_document_peek(rename->call, symbol->path, &first.document, err);
  if (!status)
    status = sx_scopes_find(&first.scopes, first.document->text, first.document->language,
                            rename->call->arena, err);
  if (status) return sx_renaming_pass(status);
  size_t at = sx_document_offset(first.document, symbol->at);
  sx_name_use use = {at, sx_scopes_role(&first.scopes, at, symbol->name.len), false};
  const sx_block *block = owner(&first.scopes, &use);
  if (!block && sx_renaming_is_member(rename)) block = sx_scopes_class_at(&first.scopes, at);
  if (!block) return SX_OK;
  first.block = (size_t)(block - first.scopes.blocks.items);
  status = look_into(&all, &first, err);
  if (!status) status = walk(&all, &first, ABOVE, err);
  return status ? status : walk(&all, &first, BELOW, err);
}

sx_status sx_renaming_find_members(sx_renaming *rename, const sx_met_files *files,
                                   sx_name_conflicts *out, sx_err *err) {
  sx_status status = SX_OK;
  for (size_t i = 0; i < files->len && !status; i++)
    status = find_beside(rename, &files->items[i], out, err);
  return status ? status : find_in_family(rename, out, err);
}
