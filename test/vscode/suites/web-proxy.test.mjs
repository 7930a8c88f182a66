/** Requests of agents go by the editor's proxy, also where that is for requests without an agent of their own alone. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { LIMIT_MS } from "../processes.mjs";
import { callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const asked = [];
const proxy = createServer((request, response) => {
  asked.push(request.url);
  response.writeHead(200, { "Content-Type": "text/plain" }).end("by the proxy");
});

let files, editor, agent;

before(async () => {
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  files = await copyWorkspaces("tour");
  const settings = {
    "sextant.toolsets": ["web"],
    "sextant.approval": { web: "always" },
    "sextant.web.allow": ["proxied.test"],
    "http.proxy": `http://127.0.0.1:${proxy.address().port}`,
    "http.proxySupport": "on",
  };
  editor = await openEditor(files.folders, { settings });
  agent = await openAgent(editor);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
  proxy.closeAllConnections();
  proxy.close();
});

test("a host that only the proxy knows", async () => {
  const { text } = await callTool(agent, "web_fetch", { url: "http://proxied.test/page" }, 2 * LIMIT_MS);
  assert.match(text, /by the proxy$/);
  assert.ok(asked.includes("http://proxied.test/page"), String(asked));
});
