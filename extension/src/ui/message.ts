import { l10n } from "vscode";

/**
 * The editor makes a link of `[text](command:…)` in a message, and a click runs that command, whichever it is; of
 * `[text](file:…)` it shows the text alone. Names of agents and of files must do neither, and no message has links.
 */
export function unlinked(message: string): string {
  return message.replaceAll("](", "] (");
}

/** A message with the name of who shows it, and without links. */
export const named = (text: string): string => unlinked(l10n.t("Sextant: {0}", text));
