/** Base images where none can be fetched: Debian from its packages, and the same with this machine's Node and npm. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const cache = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "parley");
const release = "bookworm";

/** `build` runs a command of the builder's, in a folder. */
export function makeBases(build: (folder: string, tag: string) => void): { base: string; buildBase: string } {
  const folder = mkdtempSync(join(tmpdir(), "parley-base-"));
  try {
    copyFileSync(debian(), join(folder, "debian.tar"));
    writeFileSync(join(folder, "Dockerfile"), "FROM scratch\nADD debian.tar /\n");
    build(folder, "parley-base");
    rmSync(join(folder, "debian.tar"));
    copyNode(folder);
    writeFileSync(join(folder, "Dockerfile"), "FROM localhost/parley-base\nADD node.tar /usr/local/\n");
    build(folder, "parley-build-base");
    return { base: "localhost/parley-base", buildBase: "localhost/parley-build-base" };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The image is made once. */
function debian(): string {
  const made = join(cache, `debian-${release}.tar`);
  if (existsSync(made)) return made;
  mkdirSync(cache, { recursive: true });
  const draft = `${made}.${process.pid}.tar`;
  run("mmdebstrap", ["--quiet", "--variant=minbase", release, draft]);
  copyFileSync(draft, made);
  rmSync(draft);
  return made;
}

/** Copies npm of the Node that started this, by the path of its package. */
function copyNode(folder: string): void {
  const npm = realpathSync(run("sh", ["-c", "command -v npm"]).trim());
  const modules = join(dirname(npm), "..", "..");
  const root = join(folder, "node");
  mkdirSync(join(root, "bin"), { recursive: true });
  mkdirSync(join(root, "lib"));
  copyFileSync(
    run("sh", ["-c", "PATH=/usr/local/bin:/usr/bin command -v node"]).trim(),
    join(root, "bin/node"),
  );
  run("cp", ["--archive", "--dereference", join(modules, "npm"), join(root, "lib/npm")]);
  run("ln", ["--symbolic", "../lib/npm/bin/npm-cli.js", join(root, "bin/npm")]);
  run("tar", ["--create", "--file", join(folder, "node.tar"), "--directory", root, "."]);
  rmSync(root, { recursive: true });
}

export function run(program: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", timeout: 600_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}:\n${error?.message ?? stdout + stderr}`);
  return stdout;
}
