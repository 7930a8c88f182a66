import * as vscode from "vscode";

import { messageOf } from "../host/convert";
import { askSecret, askSetting } from "../host/keys";
import type { HostOps } from "../host/ops";
import { named } from "../ui/message";
import type { Settings } from "../ui/settings";
import { readConnection, secretOf } from "./connections";
import type { Databases } from "./databases";
import type { Request } from "./types";

const { t } = vscode.l10n;

const SETTING = "data.connections";

/** The connections to databases of the settings, whose passwords the editor keeps. The clients are loaded when one is used. */
export class DatabaseLink implements vscode.Disposable {
  private databases: Databases | undefined;
  private readonly command = vscode.commands.registerCommand("sextant.setDatabasePassword", () => this.askPassword());

  constructor(
    private readonly settings: Settings,
    private readonly secrets: vscode.SecretStorage,
  ) {}

  readonly ops: HostOps = {
    queryDatabase: async (id: number, name: string, request: Request) => ({
      data: await this.open().query(id, name, request),
    }),
    cancelDatabase: async (id: number) => ({ data: await this.databases?.cancel(id) }),
  };

  dispose(): void {
    this.command.dispose();
    this.databases?.dispose();
  }

  private get connections(): Record<string, unknown> {
    return this.settings.get<Record<string, unknown>>(SETTING);
  }

  private open(): Databases {
    if (!this.databases) {
      const loaded = require("./databases") as typeof import("./databases");
      this.databases = new loaded.Databases({
        connections: () => this.connections,
        password: (secret) => this.secrets.get(secret),
      });
    }
    return this.databases;
  }

  private async pickName(): Promise<string | undefined> {
    const names = Object.keys(this.connections);
    if (names.length < 2) return names[0];
    return vscode.window.showQuickPick(names, { title: t("Database Password"), placeHolder: t("The connection") });
  }

  private async askPassword(): Promise<void> {
    if (!Object.keys(this.connections).length)
      return askSetting(t("First add a connection to sextant.data.connections."), "sextant.data");
    const name = await this.pickName();
    if (name === undefined) return;
    try {
      const secret = secretOf(readConnection(this.connections, name));
      await askSecret(this.secrets, secret, {
        title: t("Database Password"),
        prompt: t("The password for the connection '{0}'. Leave it empty to remove the stored one.", name),
        stored: t("The password for '{0}' is stored.", name),
        removed: t("No password is stored for '{0}'.", name),
      });
    } catch (error) {
      void vscode.window.showErrorMessage(named(t("The connection '{0}' is not valid: {1}.", name, messageOf(error))));
    }
  }
}
