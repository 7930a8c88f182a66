/** Certificates that are not trusted: nothing is sent, and the error has what is wrong and what to do. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import tls from "node:tls";

import { makeFolder } from "./fake-editor.mjs";
import { makeWebEditor, openSite, page } from "./web-kit.mjs";

const folder = makeFolder();
const file = (name) => path.join(folder, name);
const openssl = (...args) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });

function makeAuthority() {
  openssl(..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.crt".split(" "));
  return fs.readFileSync(file("ca.crt"));
}

/** A certificate of this host, signed by the authority or by itself. */
function makeCertificate(host, { days = 2, isSigned = true } = {}) {
  const name = `${host}${days}${isSigned}`;
  fs.writeFileSync(file("extensions"), `subjectAltName=DNS:${host}`);
  openssl(
    ..."req -newkey rsa:2048 -nodes".split(" "),
    "-subj",
    `/CN=${host}`,
    "-keyout",
    `${name}.key`,
    "-out",
    "request",
  );
  const signer = isSigned ? "-CA ca.crt -CAkey ca.key -CAcreateserial" : `-signkey ${name}.key`;
  openssl(...`x509 -req -in request -days ${days} -extfile extensions ${signer} -out ${name}.crt`.split(" "));
  return { key: fs.readFileSync(file(`${name}.key`)), cert: fs.readFileSync(file(`${name}.crt`)) };
}

/** This process trusts the authority as well, as one whose system does. */
function trust(t, authority) {
  const { createSecureContext } = tls;
  tls.createSecureContext = (options) =>
    createSecureContext(options?.key ? options : { ...options, ca: [...tls.rootCertificates, authority] });
  t.after(() => (tls.createSecureContext = createSecureContext));
}

/** Asks a server of this certificate for its page, and for its file. */
async function ask(t, certificate) {
  const site = await openSite(t, { "/": page("<p>Hello</p>") }, { tls: certificate });
  const resolver = async () => [{ address: "127.0.0.1", family: 4 }];
  const editor = makeWebEditor(t, { allow: ["site.test"] }, { resolver });
  const url = `https://site.test:${site.port}/`;
  const answers = [
    await editor.run("web_fetch", { url }),
    await editor.run("web_fetch", { action: "download", url, file_path: "new/a.html" }),
  ];
  assert.equal(fs.existsSync(editor.path("new")), answers[1].isError === false);
  for (const { text } of answers) if (answers[0].isError) assert.equal(text, answers[0].text);
  return { ...answers[0], url, asked: site.asked.length };
}

test("a certificate that is not trusted, has expired or is of another host", async (t) => {
  const authority = makeAuthority();
  const good = makeCertificate("site.test");
  const unknown = await ask(t, good);
  trust(t, authority);
  for (const [what, { code, text, url, asked }, expected] of [
    [
      "unknown",
      unknown,
      /: its certificate is signed by an authority that this machine does not trust\. .* the person can add the certificate .* system trusts/,
    ],
    [
      "own",
      await ask(t, makeCertificate("site.test", { isSigned: false })),
      /: the server signed its certificate itself\. .* the person can add/,
    ],
    [
      "expired",
      await ask(t, makeCertificate("site.test", { days: -1 })),
      /: its certificate has expired\. .* has to renew it, unless the date of this machine is wrong/,
    ],
    [
      "other",
      await ask(t, makeCertificate("other.test")),
      /: its certificate is for other hosts, not for this one\. .* Use a name of the host/,
    ],
  ]) {
    assert.equal(code, "not_allowed", `${what}: ${text}`);
    assert.ok(text.startsWith(`${url} was not asked`), text);
    assert.match(text, expected, what);
    assert.match(text, / Nothing was sent\./);
    assert.equal(asked, 0, what);
  }
  const trusted = await ask(t, good);
  assert.match(trusted.text, /\n\nHello$/);
  assert.equal(trusted.asked, 2);
});
