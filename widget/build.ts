/** Builds the loader and the frame into one folder, and refuses a build that exceeds its sizes. */
import { join } from "node:path";
import { build, type InlineConfig } from "vite";
import { measure, sizeFaults } from "./sizes.ts";

const root = import.meta.dirname;
const outDir = process.argv[2] ?? join(root, "dist");

/**
 * Chromium then compiles the whole loader off the page's main thread; otherwise each first call would cost the page.
 */
const compileAtOnce = "//# allFunctionsCalledOnLoad";

/** Targets browsers of 2021 and later; the loader runs on any page they show. */
const shared: InlineConfig = { root, configFile: false, logLevel: "warn" };

await build({
  ...shared,
  base: "/chat/",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2021",
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: join(root, "frame.html"),
      output: {
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith(".json") ? "assets/texts-[name]-[hash].js" : "assets/[name]-[hash].js",
      },
    },
  },
});
await build({
  ...shared,
  build: {
    outDir,
    emptyOutDir: false,
    target: "es2021",
    rolldownOptions: {
      input: join(root, "src/loader/main.ts"),
      output: { format: "iife", entryFileNames: "chat.js", postBanner: compileAtOnce },
    },
  },
});

const sizes = measure(outDir);
const faults = sizeFaults(sizes);
process.stderr.write(`loader ${sizes.loader} bytes, frame ${sizes.frame} bytes gzipped\n`);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
