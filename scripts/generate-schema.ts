/** Writes server/src/floor/database/schema.ts from the migrations; with --check only compares it with them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../server/src/floor/database/embedded.ts";
import { generateSchema } from "../server/src/floor/database/generate-schema.ts";
import { migrate } from "../server/src/floor/database/migrate.ts";
import { createPool } from "../server/src/floor/database/pool.ts";
import { quiet } from "../test/log.ts";

const root = join(import.meta.dirname, "..");
const path = join(root, "server", "src", "floor", "database", "schema.ts");

const wanted = formatted(await generated());
if (!process.argv.includes("--check")) {
  writeFileSync(path, wanted);
} else if (readFileSync(path, "utf8") !== wanted) {
  console.error("server/src/floor/database/schema.ts is not what the migrations give. Run: npm run schema");
  process.exitCode = 1;
}

async function generated(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-schema-"));
  const server = await startEmbedded({ dataDir, log: quiet, durable: false });
  try {
    const pool = createPool(server.url, { log: quiet });
    await migrate(pool);
    const schema = await generateSchema(pool);
    await pool.end();
    return schema;
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}

function formatted(code: string): string {
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, "check", "--write", `--stdin-file-path=${path}`],
    { cwd: root, input: code, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`biome could not format the generated types:\n${stderr}`);
  return stdout;
}
