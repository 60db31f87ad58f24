import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressTexts } from "./run/compress.mjs";

test("files of text get a compressed copy, small ones and others do not", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-compress-"));
  try {
    const text = "export const greeting = 'hello';\n".repeat(100);
    mkdirSync(join(folder, "assets"));
    for (const name of ["assets/start.js", "assets/start.css", "assets/font.woff2"])
      writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, "theme.js"), "small");
    compressTexts(folder);
    const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
      name.endsWith(".gz"),
    );
    expect(names.sort()).toEqual(["assets/start.css.gz", "assets/start.js.gz"]);
    for (const name of names) expect(gunzipSync(readFileSync(join(folder, name))).toString()).toBe(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
