import * as vscode from "vscode";

import { named } from "../ui/message";

const { t } = vscode.l10n;

/** A header has no other characters. */
const isKey = (text: string) => /^[\x21-\x7e]+$/.test(text);

/** Where a key is stored, and who it is for. */
export interface KeyPlace {
  origin: string;
  secret: string;
}

/** Has the person store a key for a server, or remove it; without one, `missing` says what to set first. */
export async function askKey(
  secrets: vscode.SecretStorage,
  place: KeyPlace | undefined | "",
  { title, missing, settings }: { title: string; missing: string; settings: string },
): Promise<void> {
  if (!place) {
    const open = t("Open Settings");
    if ((await vscode.window.showWarningMessage(named(missing), open)) === open)
      await vscode.commands.executeCommand("workbench.action.openSettings", settings);
    return;
  }
  const { origin, secret } = place;
  const key = await vscode.window.showInputBox({
    title,
    prompt: t("The key for {0}. Leave it empty to remove the stored key.", origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (!text || isKey(text.trim()) ? "" : t("A key has no spaces, and only ASCII characters.")),
  });
  if (key === undefined) return;
  if (key.trim()) await secrets.store(secret, key.trim());
  else await secrets.delete(secret);
  const done = key.trim() ? t("The key for {0} is stored.", origin) : t("No key is stored for {0}.", origin);
  void vscode.window.showInformationMessage(named(done));
}
