/** The commands of the pages exist, and the READMEs' own commands run unchanged, with the machine's own Node. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingNames } from "../../server/src/app/config.ts";
import { createProgram } from "../../server/src/operate/command-line/program.ts";
import { createPlace, type Place } from "../outside/place.ts";
import { type Block, blocksOf, pages, readPage } from "./blocks.ts";

const root = join(import.meta.dirname, "..", "..");
const blocks = pages.flatMap(blocksOf);
/** The scripts that run the blocks of a mark. */
const runners = {
  checkout: "test/docs/commands.test.ts",
  archive: "test/release/release.ts",
  image: "test/image/image.ts",
};

const at = ({ page, line }: Block) => `${page}:${line}`;
/** Joins continued lines. */
const linesOf = ({ text }: Block) => text.replaceAll(/\\\n\s*/g, " ").split("\n");

test("each named npm script exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const missing = pages.flatMap((page) =>
    [...readPage(page).matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].flatMap(([, name = ""]) =>
      scripts[name] ? [] : [`${page}: npm run ${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("each command of the command line that is shown exists, with its options", () => {
  const program = createProgram({
    environment: () => ({}),
    print: () => undefined,
    complain: () => undefined,
  });
  const said = blocks.flatMap((block) =>
    linesOf(block).flatMap((line) =>
      [...line.matchAll(/(?:npm run (?:--silent )?parley -- |(?:^|\s)[^\s=]*\/parley )([^&|#]+)/g)].map(
        ([, words = ""]) => ({ where: at(block), words: words.trim().split(/\s+/) }),
      ),
    ),
  );
  expect(said.length).toBeGreaterThan(8);
  expect(
    said.flatMap(({ where, words }) => unknownIn(program, words).map((word) => `${where}: ${word}`)),
  ).toEqual([]);
});

function unknownIn(program: ReturnType<typeof createProgram>, words: string[]): string[] {
  // The archive's program also starts the server.
  if (words[0] === "start") return [];
  let command = program;
  while (words[0] && command.commands.length > 0) {
    const next = command.commands.find((one) => one.name() === words[0]);
    if (!next) return [words.join(" ")];
    command = next;
    words = words.slice(1);
  }
  const options = command.options.map(({ long }) => long);
  return words.filter((word) => word.startsWith("--") && !options.includes(word));
}

test("each setting in the pages and files of operating exists", () => {
  const texts = [
    ...blocks.filter(({ page }) => page.startsWith("docs/operating")).map((block) => [at(block), block.text]),
    ...["compose.yaml", "Dockerfile", "deploy/systemd/parley.service"].map((path) => [path, readPage(path)]),
  ];
  const set = texts.flatMap(([where, text = ""]) =>
    [...text.matchAll(/(?:^|[ =])([A-Z][A-Z0-9_]{3,})(?==\S|: \$\{)/gm)].map(([, name = ""]) => ({
      where,
      name,
    })),
  );
  expect(set.map(({ name }) => name)).toEqual(expect.arrayContaining(["TRUST_PROXY", "DATA_DIR", "HOST"]));
  // Settings of the command line, Node, Docker and PostgreSQL.
  const others = ["PARLEY_PASSWORD", "NODE_COMPILE_CACHE", "BASE", "BUILD_BASE", "POSTGRES_PASSWORD"];
  expect(set.filter(({ name }) => !settingNames.includes(name) && !others.includes(name))).toEqual([]);
});

test("compose.yaml leaves each setting to .env, but for those that its own volume, port and health check need", () => {
  const [, parley = ""] = /\n {2}parley:\n([\s\S]*?)\n\n {2}\w/.exec(readPage("compose.yaml")) ?? [];
  expect(parley).toContain("env_file:\n      - path: .env\n        required: false");
  const set = [...parley.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name, value]) => `${name}=${value}`);
  expect(set).toEqual(["HOST=0.0.0.0", "PORT=3003", "DATA_DIR=/data"]);
  for (const setting of set) expect(readPage("Dockerfile")).toContain(setting);
});

test("each link to a file of ours leads to one", () => {
  const broken = pages.flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].flatMap(([, target = ""]) =>
      existsSync(join(root, dirname(page), target)) ? [] : [`${page}: ${target}`],
    ),
  );
  expect(broken).toEqual([]);
});

test("each block of shell commands is run by a script", () => {
  const shell = blocks.filter(({ language }) => language === "sh");
  expect(shell.filter(({ mark }) => !(mark in runners)).map(at)).toEqual([]);
  for (const [mark, runner] of Object.entries(runners)) {
    expect(shell.map((block) => block.mark)).toContain(mark);
    expect(readFileSync(join(root, runner), "utf8")).toContain(`"${mark}"`);
  }
});

let place: Place;
beforeAll(async () => {
  place = await createPlace();
});
afterAll(() => place.remove());

const checkout = blocks.filter(({ mark }) => mark === "checkout");
/** Excludes the Node that npm has installed here. */
const path = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(delimiter);

test("the commands for a checkout run, and print their JSON alone", async () => {
  const env: NodeJS.ProcessEnv = { ...process.env, ...place.env, PATH: path };
  // The test itself may have been started by an npm that says nothing.
  delete env.npm_config_loglevel;
  const answers = checkout
    .filter(({ stays }) => !stays)
    .map(({ text }) =>
      execFileSync("sh", ["-euc", text], {
        cwd: root,
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      }),
    );
  expect(answers.map((answer) => JSON.parse(answer))).toEqual([
    { companyid: expect.any(String), departmentid: expect.any(String), userid: expect.any(String) },
  ]);
  expect(await place.query("select name from company")).toEqual([{ name: "Harbour Travel" }]);
}, 60_000);

test("a command that stays answers at the address it prints, and ends when it is stopped", async () => {
  const staying = checkout.filter(({ stays }) => stays);
  expect(staying.map(({ page }) => page)).toEqual(["simulator/README.md"]);
  for (const { text } of staying) {
    const env = { ...process.env, PATH: path, SIMULATOR_PORT: "0" };
    const command = spawn("sh", ["-euc", `exec ${text}`], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(command, "exit");
    try {
      expect((await fetch(await printedAddress(command))).status).toBe(200);
    } finally {
      command.kill("SIGTERM");
    }
    expect((await ended)[0]).toBe(0);
  }
}, 60_000);

async function printedAddress({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error("The command has no output.");
  for await (const line of createInterface({ input: stdout })) {
    const [address] = /http:\S+/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error("The command printed no address.");
}
