/**
 * A headless browser with one page on the editor: the person that VS Code's server waits for before
 * it starts an extension host.
 */
import { findCommand, SetupError } from "../../extension/build/setup.mjs";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const VIEW = { width: 1440, height: 900 };
const SHOWN_LIMIT_MS = 180_000;

/**
 * Opens `url` in a browser with its profile in the folder `profile`; returns Playwright's
 * `{browser, page}`, the former a persistent context, once the workbench is drawn.
 */
export async function openPage(url, { profile, env = {} }) {
  const executablePath = findCommand("chromium") ?? findCommand("google-chrome");
  if (!executablePath) throw new SetupError("A headless editor needs chromium on PATH.");
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: FLAGS,
    viewport: VIEW,
    env: { ...process.env, ...env },
    // Signals are for whoever started us: the browser is closed in order, by `stop`.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.goto(url, { timeout: SHOWN_LIMIT_MS });
  await page.waitForSelector(".monaco-workbench", { timeout: SHOWN_LIMIT_MS });
  return { browser, page };
}
