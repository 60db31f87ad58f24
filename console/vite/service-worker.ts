/** Builds the service worker after the console, with the list of the console's files in it. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type Rollup } from "vite";

const root = join(import.meta.dirname, "..");
const source = join(root, "src/service-worker/worker.ts");
const page = "/index.html";

/** The files beside the built ones that a page needs. */
const plain = ["/theme.js", "/favicon.svg", "/manifest.webmanifest", "/icons/icon-192.png"];

export function serviceWorker(): Plugin {
  return {
    name: "parley:service-worker",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const outputs = Object.values(bundle);
      const entry = outputs.find(
        (output) => output.type === "chunk" && output.isEntry && output.name === "index",
      );
      if (!entry) throw new Error("The console has no entry");
      const files = [page, ...plain, ...outputs.filter(isKept).map(({ fileName }) => `/${fileName}`)].sort();
      const version = versionOf(files.map((file) => contentOf(file, dir)));
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: "warn",
        define: { BUILT_SHELL: JSON.stringify({ version, entry: `/${entry.fileName}`, files, page }) },
        build: {
          outDir: dir,
          emptyOutDir: false,
          target: "es2023",
          rolldownOptions: { input: source, output: { format: "iife", entryFileNames: "service-worker.js" } },
        },
      });
    },
  };
}

/**
 * True for every script, so that an open page finds its later parts after the server has another build; but only for
 * English among languages, and for Latin among typefaces: the others are cached with their first use.
 */
function isKept(output: Rollup.OutputAsset | Rollup.OutputChunk): boolean {
  if (output.type === "asset") return /\.css$|\/inter-latin-wght/.test(output.fileName);
  const isFetchedLater = (id: string) => /\/i18n\/\w+\/(?!en)\w+\.json$|virtual:guide\//.test(id);
  return output.moduleIds.length === 0 || !output.moduleIds.every(isFetchedLater);
}

/** The content of a build's file; public files are copied beside the built ones. */
function contentOf(file: string, dir: string): Buffer {
  return readFileSync(existsSync(join(dir, file)) ? join(dir, file) : join(root, "public", file));
}

function versionOf(contents: Buffer[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  for (const name of readdirSync(join(root, "src/service-worker"))) {
    hash.update(readFileSync(join(root, "src/service-worker", name)));
  }
  return hash.digest("hex").slice(0, 12);
}
