import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const texts = /\.(css|html|js|json|svg|webmanifest)$/;
/** Bytes from which a compressed copy pays. */
const least = 256;

/** Writes a compressed copy, `NAME.gz`, beside each file of text, for browsers that accept one. */
export function compressTexts(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!texts.test(name)) continue;
    const path = join(folder, name);
    const text = readFileSync(path);
    if (text.length >= least) writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  }
}
