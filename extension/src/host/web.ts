import { join } from "node:path";
import * as vscode from "vscode";

import type { Web, WebSettings } from "../web/web";
import type { Settings } from "../ui/settings";
import type { HostOps } from "./ops";

/** The toolset `web` in the editor: the settings. The rest is loaded with its first call. */
export class WebHost implements vscode.Disposable {
  private made: Web | undefined;

  /** `folder`: where the bundles are. */
  constructor(
    private readonly settings: Settings,
    private readonly folder: string,
  ) {}

  readonly ops: HostOps = {
    webLook: (url: string) => this.web.look(url),
    webGet: (wanted: Parameters<Web["get"]>[0]) => this.web.get(wanted),
  };

  ended(call: number): void {
    this.made?.ended(call);
  }

  dispose(): void {
    this.made?.dispose();
  }

  private get web(): Web {
    const { Web: Loaded } = require("./web") as typeof import("../web/web");
    return (this.made ??= new Loaded({ page: join(this.folder, "page.js"), settings: () => this.read() }));
  }

  private read(): WebSettings {
    return {
      allow: this.settings.get<string[]>("web.allow"),
      hosts: this.settings.get<string[]>("web.hosts"),
      offline: this.settings.get<boolean>("web.offline"),
    };
  }
}
