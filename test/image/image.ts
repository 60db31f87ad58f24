/**
 * `npm run test:image`: builds the image and runs the commands of `docs/operating/image.md` unchanged, with podman
 * instead of Docker and base images that are made here. Linux, as root; a missing program is a failure.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { blocksOf } from "../docs/blocks.ts";
import { createReport } from "../faults/report.ts";
import { makeBases, run } from "./base.ts";

const root = join(import.meta.dirname, "..", "..");
const packages = ["podman", "buildah", "runc", "conmon", "catatonit", "mmdebstrap"];
const patience = 60_000;
const drainTime = 10_000;
/** Megabytes over the base image: Node, PostgreSQL, the server and its pages. */
const mostMegabytes = 350;

const folder = mkdtempSync(join(tmpdir(), "parley-image-"));
const podman = [
  "podman",
  // Nothing is shared with the machine's own podman.
  ...["--root", join(folder, "store"), "--runroot", join(folder, "run"), "--tmpdir", join(folder, "tmp")],
  ...["--runtime", "runc", "--cgroup-manager", "cgroupfs"],
];
const report = createReport((line) => process.stdout.write(`${line}\n`));
try {
  installPrograms();
  const { base, buildBase } = makeBases((place, tag) => {
    docker("build", "--network", "host", "--tag", tag, place);
  });
  await tryPage(shim(base, buildBase), base);
} catch (error) {
  await report.check("", "the run itself", [(error as Error).stack ?? String(error)]);
} finally {
  // The page's commands leave this file.
  rmSync(join(root, "parley-backup.tar.gz"), { force: true });
  const [program = "", ...always] = podman;
  for (const what of ["rm", "rmi"]) spawnSync(program, [...always, what, "--all", "--force"]);
  // Podman mounts this itself.
  spawnSync("umount", [join(folder, "store", "overlay")]);
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${report.passed} passed, ${report.failed} failed\n`);
process.exit(report.failed === 0 ? 0 : 1);

function docker(...args: string[]): string {
  return run(podman[0] as string, [...podman.slice(1), ...args]);
}

function installPrograms(): void {
  const missing = () => packages.filter((name) => spawnSync("dpkg", ["--status", name]).status !== 0);
  if (missing().length > 0 && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    for (const args of [["update"], ["install", "--yes", "--no-install-recommends", ...missing()]]) {
      spawnSync("apt-get", ["--quiet", ...args], {
        env,
        stdio: ["ignore", "ignore", "inherit"],
        timeout: 300_000,
      });
    }
  }
  if (missing().length > 0) throw new Error(`Missing. On Debian: apt-get install ${missing().join(" ")}`);
}

/**
 * A folder with a program `docker` that gives podman what a machine without bridges, registries and a service manager
 * needs: limits below this machine's, the images made here, and npm's way to its registry.
 */
function shim(base: string, buildBase: string): string {
  const surroundings = ["/etc/npmrc", join(homedir(), ".npmrc")]
    .filter((path) => existsSync(path))
    .map((path) => `--volume ${path}:${path.replace(homedir(), "/root")}:ro`);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    surroundings.push(
      `--volume ${certificates}:${certificates}:ro`,
      `--env NODE_EXTRA_CA_CERTS=${certificates}`,
    );
  }
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "docker"),
    `#!/bin/sh
what=$1
case $what in
  build) shift; set -- build --format docker --network host ${surroundings.join(" ")} --build-arg BASE=${base} --build-arg BUILD_BASE=${buildBase} "$@" ;;
  run) shift; set -- run --network none --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 "$@" ;;
esac
exec ${podman.join(" ")} "$@"
`,
  );
  chmodSync(join(bin, "docker"), 0o755);
  return bin;
}

async function tryPage(bin: string, base: string): Promise<void> {
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  for (const { text } of blocksOf("docs/operating/image.md").filter(({ mark }) => mark === "image")) {
    for (const command of text
      .replaceAll(/\\\n\s*/g, " ")
      .trim()
      .split("\n")) {
      const startedAt = performance.now();
      const { status, stderr, stdout } = spawnSync("sh", ["-euc", command], {
        cwd: root,
        env,
        encoding: "utf8",
        timeout: 900_000,
      });
      const milliseconds = performance.now() - startedAt;
      const late = command === "docker stop parley" && milliseconds > drainTime;
      await report.check("", command, [
        ...(status === 0 ? [] : [(stdout + stderr).slice(-4_000)]),
        ...(late ? [`it took ${Math.round(milliseconds)} ms`] : []),
      ]);
      if (/^docker (run|start)/.test(command)) await report.check("", "the container is healthy", health());
    }
  }
  const said = inside("/opt/parley/parley company list");
  await report.check("", "what it kept outlives the stop", said.includes("Harbour Travel") ? [] : [said]);
  await report.check("", "an ordinary account, which can write to its data alone", [
    ...(inside("id -u").trim() === "10001" ? [] : [inside("id")]),
    ...(inside("touch /opt/parley/x 2>&1 || echo refused").includes("refused") ? [] : ["/opt is writable"]),
  ]);
  const development = inside(
    "find /opt/parley -path '*/node_modules/*/*' -prune -o '(' -name '*.test.ts' -o -name vite -o -name simulator -o -name typescript ')' -print; command -v npm || true",
  );
  await report.check("", "nothing of development is in it", development.trim() ? [development] : []);
  const size = (image: string) =>
    Number(docker("image", "inspect", "--format", "{{.Size}}", image)) / 2 ** 20;
  const megabytes = Math.round(size("localhost/parley") - size(base));
  await report.check("", `${megabytes} MB over its base`, megabytes < mostMegabytes ? [] : ["too much"]);
}

function inside(script: string): string {
  return docker("exec", "parley", "sh", "-c", script);
}

/** The image's HEALTHCHECK, run as Docker would each ten seconds. */
async function health(): Promise<string[]> {
  for (const startedAt = Date.now(); Date.now() - startedAt < patience; await wait(500)) {
    const { status } = spawnSync(podman[0] as string, [...podman.slice(1), "healthcheck", "run", "parley"]);
    if (status === 0) return [];
  }
  return [`not healthy within ${patience / 1000} s`, docker("logs", "parley").slice(-4_000)];
}
