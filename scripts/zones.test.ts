/** The import zones (architecture §1), shown on made-up files: one import a line, so a report names the case. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const refused: Record<string, string[]> = {
  "contract/src/tickets.ts": [
    "../../server/src/floor/config/config.ts",
    "@parley/server",
    "@parley/server/src/x",
    "node:fs",
  ],
  "server/src/support/tickets/accept.ts": [
    ...["../messages/queries.ts", "../../people/departments/queries.ts", "../../channels/telegram/parse.ts"],
    ...["fastify", "@fastify/cookie", "fastify-type-provider-zod", "@parley/simulator/x"],
    ...[
      "../../../../console/src/paths.ts",
      "../../../../test/world.ts",
      "../../../../simulator/src/server.ts",
    ],
  ],
  "server/src/support/tickets/routes.ts": ["../messages/queries.ts", "../../channels/telegram/parse.ts"],
  "server/src/channels/seam/module.ts": ["../telegram/index.ts"],
  "server/src/channels/inbound/receive.ts": ["../telegram/parse.ts", "../../support/tickets/queries.ts"],
  "server/src/app/channels.ts": ["../support/tickets/queries.ts"],
  "server/src/channels/telegram/parse.ts": ["../../support/messages/queries.ts", "../viber/parse.ts"],
  "console/src/ui/Button.tsx": [
    "../features/tickets/List.tsx",
    "../api/client.ts",
    "../routes.tsx",
    "socket.io-client",
  ],
  "console/src/features/tickets/List.tsx": ["../../routes.tsx", "socket.io-client", "node:fs"],
  "console/src/main.tsx": [
    "socket.io-client",
    "@parley/server/src/x",
    "../../server/src/floor/config/config.ts",
  ],
  "console/src/api/events.ts": ["@parley/server/x", "node:fs"],
  "simulator/src/server.ts": ["../../server/src/floor/config/config.ts", "@parley/console/x"],
  "widget/src/loader/widget.ts": ["preact", "preact/hooks", "../frame/main.tsx", "zod", "@parley/console/x"],
  "widget/src/frame/ui/Home.tsx": [
    "react",
    "zod",
    "node:fs",
    "../../loader/widget.ts",
    "../../../../server/src/floor/config/config.ts",
  ],
};

const allowed: Record<string, string[]> = {
  "contract/src/tickets.ts": ["./messages.ts", "zod"],
  "contract/src/tickets.test.ts": ["../../test/world.ts"],
  "server/src/support/tickets/accept.ts": [
    "@parley/contract/tickets",
    "../messages/append.ts",
    "./access.ts",
    "node:crypto",
  ],
  "server/src/support/tickets/accept.test.ts": [
    "../../../../test/world.ts",
    "../../../../simulator/src/server.ts",
  ],
  "server/src/support/tickets/routes.ts": ["./queries.ts", "fastify", "../../http/app.ts"],
  "server/src/http/server.ts": ["@fastify/cookie", "fastify"],
  "server/src/app/channels.ts": ["../channels/telegram/adapter.ts"],
  "server/src/channels/telegram/adapter.ts": ["./parse.ts", "../seam/adapter.ts"],
  "server/src/channels/telegram/webhook.ts": ["fastify"],
  "console/src/ui/Button.tsx": ["./Icon.tsx", "react", "../i18n/i18n.ts"],
  "console/src/features/tickets/List.tsx": [
    "../../ui/Button.tsx",
    "../../api/client.ts",
    "@parley/contract/tickets",
  ],
  "console/src/api/events.ts": ["socket.io-client", "@parley/contract/events"],
  "console/src/routes.tsx": ["./features/tickets/List.tsx"],
  "simulator/src/server.ts": ["@parley/contract/limits", "fastify"],
  "widget/src/loader/widget.ts": ["../protocol.ts", "@parley/contract/widget"],
  "widget/src/frame/ui/Home.tsx": ["preact/hooks", "../state/store.ts", "@parley/contract/visitors"],
};

let reports: string[];
let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "parley-zones-")));
  const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  config.vcs = { enabled: false };
  writeFileSync(join(folder, "biome.json"), JSON.stringify(config));
  for (const file of new Set([...Object.keys(refused), ...Object.keys(allowed)])) {
    const imports = [...(refused[file] ?? []), ...(allowed[file] ?? [])];
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), imports.map((name) => `import "${name}";\n`).join(""));
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const flags = ["--only=style/noRestrictedImports", "--reporter=github", "--max-diagnostics=none"];
  const { stdout } = spawnSync(process.execPath, [biome, "lint", ...flags], {
    cwd: folder,
    encoding: "utf8",
  });
  reports = stdout.split("\n").filter((line) => line.includes("noRestrictedImports"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const isReported = (file: string, line: number) =>
  reports.some(
    (report) => report.includes(`file=${join(folder, file)},`) && report.includes(`line=${line},`),
  );

test.each(Object.entries(refused))("the folder %s may not import …", (file, names) => {
  expect(names.filter((_, index) => !isReported(file, index + 1))).toEqual([]);
});

test.each(Object.entries(allowed))("the folder %s may import …", (file, names) => {
  const before = refused[file]?.length ?? 0;
  expect(names.filter((_, index) => isReported(file, before + index + 1))).toEqual([]);
});
