/** Builds the widget once for all of its tests, unless the last build had the same sources. */
import { join } from "node:path";
import { build } from "../../scripts/run/build.mjs";

export default async function setup(): Promise<void> {
  await build(join(import.meta.dirname, "../.."), process.execPath, ["widget"]);
}
