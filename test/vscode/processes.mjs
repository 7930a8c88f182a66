/**
 * Processes that must not outlive us. Everything that an editor starts (VS Code's server, extension
 * hosts, language servers, terminals, npm, compilers) inherits one environment variable, its
 * *mark*; ending the editor means ending every process that carries the mark, however deep it
 * forked and whichever process group it made for itself. Linux only, as VS Code's server set-up
 * here is.
 *
 * `guard()` starts a small process that does the same when we die without a chance to do it. It is
 * this file run as a program: one JSON object on standard input, then end of file when we are gone.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** How long tests wait for what must happen: a busy machine takes many times as long as a quiet one. */
export const LIMIT_MS = 180_000;

const GRACE_MS = 3_000;
const POLL_MS = 50;

/** A new mark, `NAME=value`, for one life of a set of processes. */
export function newMark(name) {
  return `${name}=${randomBytes(8).toString("hex")}`;
}

/** The mark as an entry for `env`. */
export function markEnv(mark) {
  const split = mark.indexOf("=");
  return { [mark.slice(0, split)]: mark.slice(split + 1) };
}

/** Ids of all living processes that carry `mark`, less our own. */
export function markedProcesses(mark) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && carries(name, mark))
    .map(Number);
}

function carries(pid, mark) {
  try {
    // A zombie's environment reads as empty, so what is found here is alive.
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(mark);
  } catch {
    return false;
  }
}

/** Ends every process that carries `mark`: asks first, forces after a short grace. */
export async function endMarked(mark) {
  signalMarked(mark, "SIGTERM");
  if (await waitFor(() => markedProcesses(mark).length === 0, GRACE_MS)) return;
  // Repeated: a process may have forked between the listing and the signal.
  await waitFor(() => signalMarked(mark, "SIGKILL") === 0, GRACE_MS);
}

function signalMarked(mark, signal) {
  const found = markedProcesses(mark);
  for (const pid of found) {
    try {
      process.kill(pid, signal);
    } catch {
      // gone by itself
    }
  }
  return found.length;
}

/** The first truthy value of `condition()` (which may be async), or undefined after the time. */
export async function waitFor(condition, limit_ms, poll_ms = POLL_MS) {
  const end = Date.now() + limit_ms;
  for (;;) {
    const value = await condition();
    if (value || Date.now() > end) return value || undefined;
    await new Promise((done) => setTimeout(done, poll_ms));
  }
}

/** Ends the marked processes and removes the folders that they worked in. */
export async function cleanUp({ mark, folders }) {
  await endMarked(mark);
  for (const folder of folders) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/**
 * Sees to it that `cleanUp(what)` happens even when this process is killed. Returns a function that
 * calls the guard off, for after a clean-up in the ordinary way.
 */
export function guard(what) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    // No mark of any kind: a guard must not be among the processes that are ended.
    env: { PATH: process.env.PATH },
  });
  child.stdin.on("error", () => {});
  child.stdin.write(`${JSON.stringify(what)}\n`);
  child.stdin.unref?.();
  child.unref();
  return () => child.kill("SIGKILL");
}

async function beGuard() {
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => {});
  let text = "";
  for await (const chunk of process.stdin) text += chunk;
  await cleanUp(JSON.parse(text));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await beGuard();
