import * as vscode from "vscode";

import { named } from "../ui/message";

const { t } = vscode.l10n;

/** A header has no other characters. */
const isKey = (text: string) => /^[\x21-\x7e]+$/.test(text);

/** Reports that a setting has to come first, and opens it. */
export async function askSetting(missing: string, settings: string): Promise<void> {
  const open = t("Open Settings");
  if ((await vscode.window.showWarningMessage(named(missing), open)) === open)
    await vscode.commands.executeCommand("workbench.action.openSettings", settings);
}

type Texts = Record<"title" | "prompt" | "stored" | "removed", string>;

/**
 * Has the person store a secret, or remove it. With `validateKey` it is a key: without the blanks around it. That returns
 * why it is not valid, or an empty text.
 */
export async function askSecret(
  secrets: vscode.SecretStorage,
  name: string,
  { title, prompt, stored, removed }: Texts,
  validateKey?: (text: string) => string,
): Promise<void> {
  const given = await vscode.window.showInputBox({
    ...{ title, prompt, password: true, ignoreFocusOut: true },
    validateInput: (text) => validateKey?.(text.trim()),
  });
  if (given === undefined) return;
  const secret = validateKey ? given.trim() : given;
  await (secret ? secrets.store(name, secret) : secrets.delete(name));
  void vscode.window.showInformationMessage(named(secret ? stored : removed));
}

/** In the secrets: one for each server, so that a key never goes to another one. */
export const secretOf = (kind: "semantic" | "web", origin: string): string => `sextant.${kind}.key ${origin}`;

/** Has the person store a key for a server, or remove it; without a server, `missing` says what to set first. */
export async function askKey(
  secrets: vscode.SecretStorage,
  kind: Parameters<typeof secretOf>[0],
  origin: string | undefined,
  { title, missing, settings }: { title: string; missing: string; settings: string },
): Promise<void> {
  if (!origin) return askSetting(missing, settings);
  const prompt = t("The key for {0}. Leave it empty to remove the stored key.", origin);
  const [stored, removed] = [t("The key for {0} is stored.", origin), t("No key is stored for {0}.", origin)];
  const validate = (key: string) => (!key || isKey(key) ? "" : t("A key has no spaces, and only ASCII characters."));
  await askSecret(secrets, secretOf(kind, origin), { title, prompt, stored, removed }, validate);
}
