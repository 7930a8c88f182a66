/**
 * Test-only extension: language servers that VS Code's server does not carry, and a remote control.
 */
import { openControl } from "./control.js";
import { LanguageServers } from "./language-servers.js";

export async function activate(context) {
  const servers = new LanguageServers();
  context.subscriptions.push(servers);
  // The control first: a test may want to see that a server did not start.
  if (process.env.SEXTANT_TEST_CONTROL) {
    context.subscriptions.push(await openControl(process.env.SEXTANT_TEST_CONTROL, servers));
  }
  servers.startWanted();
}
