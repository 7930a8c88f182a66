/**
 * web_fetch of a page of 2 MB against a bare fetch of it, side by side, and how long the main thread is busy at once:
 *
 *   node test/bench/web.mjs [rounds]
 *
 * The server is a process of its own on this machine, once as fast as it goes, once with 10 MB a second.
 */
import { spawn } from "node:child_process";
import { monitorEventLoopDelay } from "node:perf_hooks";

import { makeWebEditor } from "../engine/web-kit.mjs";

const rounds = Number(process.argv[2] ?? 15);

const SERVER = `
const http = require("node:http");
const part = (i) => '<section id="s' + i + '"><h2>Section ' + i + '</h2><p>A paragraph with <a href="/a/' + i + '">a link</a>, <b>bold</b> ' +
  'text and <code>code</code>, which goes on for a while.</p><ul><li>one<li>two</ul><pre>const a = ' + i + ';</pre>' +
  '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></section>';
let body = "<!doctype html><title>Page</title><main>";
for (let i = 0; body.length < 2_000_000; i++) body += part(i);
const bytes = Buffer.from(body);
http.createServer(async (request, response) => {
  response.writeHead(200, { "Content-Type": "text/html", "Cache-Control": "no-store" });
  if (!request.url.startsWith("/slow")) return response.end(bytes);
  for (let at = 0; at < bytes.length; at += 100_000) {
    response.write(bytes.subarray(at, at + 100_000));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  response.end();
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
`;

const owned = [];
const t = { after: (end) => owned.push(end) };
const server = spawn(process.execPath, ["-e", SERVER], { stdio: ["ignore", "pipe", "inherit"] });
const port = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
const editor = makeWebEditor(t, { allow: [`127.0.0.1:${port}`] });

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

async function measure(run) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  await run();
  const ms = performance.now() - started;
  delay.disable();
  return { ms, stalled: delay.max / 1e6 };
}

for (const speed of ["fast", "slow"]) {
  const rows = { bare: [], raw: [], markdown: [] };
  for (let i = 0; i <= rounds; i++) {
    const url = `http://127.0.0.1:${port}/${speed}?${i}`;
    const own = {
      bare: await measure(async () => (await fetch(url)).text()),
      raw: await measure(() => editor.run("web_fetch", { url, raw: true })),
      markdown: await measure(() => editor.run("web_fetch", { url })),
    };
    // The first round loads code and starts the thread.
    if (i) for (const [name, row] of Object.entries(own)) rows[name].push(row);
  }
  const [bare] = [median(rows.bare.map(({ ms }) => ms))];
  for (const [name, list] of Object.entries(rows)) {
    const ms = median(list.map((row) => row.ms));
    const stalled = list.map((row) => row.stalled);
    const ratio = `${(ms / bare).toFixed(2)}x`;
    console.log(
      speed,
      name,
      `${ms.toFixed(1)} ms`,
      ratio,
      `stalled ${median(stalled).toFixed(1)} ms, at most ${Math.max(...stalled).toFixed(1)} ms`,
    );
  }
}

for (const end of owned) end();
server.kill();
process.exit();
