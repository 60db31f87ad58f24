/**
 * `npm run release`: `dist/parley-<version>-<platform>.tar.gz`, which runs where nothing is installed, its checksum, and
 * `dist/parley-<version>.cdx.json`, what it is made of. `-- --folder PATH` lays out the folder alone.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { assemble, rootPackage } from "./release/assemble.ts";
import { type Platform, platformOf } from "./release/platform.ts";
import { sbomOf } from "./release/sbom.ts";
import { packagesShipped, readLock } from "./release/shipped.ts";

const root = join(import.meta.dirname, "..");
const { values: options } = parseArgs({ options: { folder: { type: "string" } } });

const platform = thisPlatform();
if (options.folder) layOut(resolve(options.folder));
else release();

function thisPlatform(): Platform {
  try {
    return platformOf(process);
  } catch (error) {
    fail((error as Error).message);
  }
}

function layOut(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty.`);
  mkdirSync(folder, { recursive: true });
  assemble(root, folder, platform);
}

function release(): void {
  const name = `parley-${rootPackage(root).version}-${platform}`;
  const dist = join(root, "dist");
  rmSync(join(dist, name), { recursive: true, force: true });
  layOut(join(dist, name));
  const archive = `${name}.tar.gz`;
  pack(dist, name, archive);
  rmSync(join(dist, name), { recursive: true });
  const sum = createHash("sha256")
    .update(readFileSync(join(dist, archive)))
    .digest("hex");
  writeFileSync(join(dist, `${archive}.sha256`), `${sum}  ${archive}\n`);
  writeSbom(dist);
  process.stdout.write(`${join(dist, archive)}\n`);
}

function writeSbom(dist: string): void {
  const about = rootPackage(root);
  const lock = readLock(root);
  const sbom = sbomOf(about, lock, packagesShipped(root, lock));
  writeFileSync(join(dist, `parley-${about.version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`);
}

/**
 * Packs names in order, without owners and umask: with the same `SOURCE_DATE_EPOCH` the same files make the same
 * archive. The time differs between releases, since a browser recognises a cached page by its size and time.
 */
function pack(folder: string, name: string, archive: string): void {
  const time = process.env.SOURCE_DATE_EPOCH ?? Math.floor(Date.now() / 1000);
  const { status, error } = spawnSync(
    "tar",
    [
      ...["--create", "--file", archive, "--use-compress-program", "gzip -6n"],
      ...[
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--mode=u+rw,go+r,go-w,a+X",
        `--mtime=@${time}`,
      ],
      name,
    ],
    { cwd: folder, stdio: "inherit" },
  );
  if (status !== 0) fail(`tar did not make ${archive}${error ? `: ${error.message}` : ""}.`);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
