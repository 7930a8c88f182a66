/**
 * An installed desktop VS Code in place of its server, with the same folders, settings and VSIX,
 * beside whatever other windows its user has open.
 */
import { findCommand, SetupError } from "../../extension/build/setup.mjs";
import { Editor } from "./server.mjs";

/** The desktop's command, or an error that says what to do without one. */
export function desktopCommand() {
  const code = findCommand("code");
  if (code) return code;
  throw new SetupError(
    "--code needs a desktop VS Code, whose command 'code' is not on PATH. " +
      "Without --code, VS Code's server runs and is used with a browser.",
  );
}

/** Options as for `startEditor`, never headless. */
export class Desktop extends Editor {
  async launch({ vsix }) {
    const command = [desktopCommand(), ...this.folderArguments()];
    // Electron's sandbox refuses to run as root.
    if (process.getuid?.() === 0) command.push("--no-sandbox");
    if (vsix) await this.runToEnd([...command, "--install-extension", vsix, "--force"]);
    const [path] = Object.values(this.folder.target);
    // --wait keeps this process for as long as the window is open.
    await this.run([...command, "--disable-workspace-trust", "--new-window", "--wait", path]);
    this.url = null;
  }
}
