#include "refactor/signature.h"

sx_status sx_signature_write_docs(sx_signature *change, sx_signature_file *file,
                                  const sx_signature_site *site, sx_err *err) {
  (void)change;
  (void)file;
  (void)site;
  (void)err;
  return SX_OK;
}
