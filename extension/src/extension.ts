import { join } from "node:path";
import * as vscode from "vscode";

import type { Agents, Context } from "./context";
import { openChatDoor } from "./doors/chat";
import { openSocketDoor } from "./doors/socket";
import { registerPalette } from "./doors/palette";
import { makeWarmUp } from "./doors/warm-up";
import { Engine, loadAddon, type Watcher } from "./engine";
import { watchEncodings } from "./host/documents";
import { watchDiagnostics } from "./host/edits";
import { watchWorkspace } from "./host/events";
import { hostOps } from "./host/ops";
import { Activity } from "./ui/activity";
import { Approval } from "./ui/approval";
import { standIn } from "./ui/broken";
import { ChangeView } from "./ui/change-view";
import { QuestionView } from "./ui/question-view";
import { Settings } from "./ui/settings";
import { StatusBar } from "./ui/status-bar";
import { Toolsets } from "./ui/toolsets";

function start(extension: vscode.ExtensionContext, log: vscode.LogOutputChannel, status: StatusBar): void {
  const dist = join(extension.extensionPath, "dist");
  // Last in, first out: the doors close before the engine ends, so that an agent's call which
  // a window reload cuts off is asked again instead of answered with "closing".
  const owned: vscode.Disposable[] = [];
  extension.subscriptions.push({
    dispose: () => {
      while (owned.length) owned.pop()?.dispose();
    },
  });
  const own = <T extends vscode.Disposable>(disposable: T): T => {
    owned.push(disposable);
    return disposable;
  };
  const changes = own(new ChangeView());
  const settings = own(new Settings(extension.extension.packageJSON, log));
  const addon = loadAddon(join(dist, "sextant.node"));
  const folders = settings.get<boolean>("index.enabled") ? [join(dist, "bin"), extension.globalStorageUri.fsPath] : [];
  const activity = own(new Activity(extension.storageUri, log));
  status.watch(activity.log);
  const approval = new Approval(settings, activity.log);
  const questions = own(new QuestionView(approval, (count) => status.setWaiting(count)));
  const logOp = async (text: string, isBad: boolean) => ({ data: isBad ? log.warn(text) : log.info(text) });
  const engine = own(
    new Engine(addon, { ...hostOps, ...approval.ops, ...status.ops, ...activity.ops, log: logOp }, folders),
  );
  if (extension.storageUri) engine.keepChanges(extension.storageUri.fsPath);
  engine.watcher = activity.log as Watcher;
  approval.attach(engine);
  questions.registerCommands();
  const askPolicy = (toolset: string) => approval.policy(toolset);
  const isAsking = () => approval.isAsking;
  const toolsets = own(new Toolsets(new Set(engine.tools.map((tool) => tool.toolset)), settings));
  const greetAgent = makeWarmUp(engine, log);
  const agents: Agents = { connected: new Map() };
  const services = { extension, engine, settings, changes, askPolicy, isAsking, toolsets, agents, activity, status };
  const context: Context = { ...services, greetAgent, log, own };
  own(watchWorkspace(engine));
  own(watchEncodings());
  own(watchDiagnostics());
  const readTimeout = () => (engine.deadlineMs = settings.get<number>("timeout") * 1000);
  readTimeout();
  own(settings.onDidChange(readTimeout));
  own(openChatDoor(context));
  registerPalette(context);
  activity.registerCommands(context);
  own(openSocketDoor(context));
}

/** Reports its own failure: a silent failure would leave people and agents without a reason. */
export function activate(extension: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Sextant", { log: true });
  const status = new StatusBar();
  const showLog = vscode.commands.registerCommand("sextant.showLog", () => log.show());
  const started = extension.subscriptions.length;
  try {
    start(extension, log, status);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error(reason);
    for (const owned of extension.subscriptions.splice(started)) void owned.dispose();
    status.report(vscode.l10n.t("Sextant could not start: {0}", reason));
    standIn(extension, reason, log);
  }
  extension.subscriptions.push(log, status, showLog);
}
