import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sourceFolder } from "../../source-folder.ts";

/** The version of this Parley, from the package.json above the server: the checkout's, or the archive's. */
export const { version } = JSON.parse(readFileSync(join(sourceFolder, "../../package.json"), "utf8")) as {
  version: string;
};
