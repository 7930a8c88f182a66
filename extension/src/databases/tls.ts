import { readFile } from "node:fs/promises";
import { rootCertificates } from "node:tls";

import { type Connection, Failure } from "./types";

/** Whether an error is of the certificate or of the encryption, by its code. */
export const isCertificateError = (code: string): boolean =>
  /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY|ERR_SSL|EPROTO|HANDSHAKE_SSL/.test(code);

/** How a connection is encrypted; false: it is not. The certificate is always checked, for `host`. */
export async function tlsOf({ ssl, ca, host }: Connection) {
  if (!ssl) return false;
  if (!ca) return { host, rejectUnauthorized: true };
  const own = await readFile(ca, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new Failure("setting", `ca cannot be read (${error.code ?? error.message})`);
  });
  return { host, rejectUnauthorized: true, ca: [...rootCertificates, own] };
}
