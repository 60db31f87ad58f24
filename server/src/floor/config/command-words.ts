/** The commands that messages suggest: an archive has no npm. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sourceFolder } from "../../source-folder.ts";

const isCheckout = existsSync(join(sourceFolder, "../../scripts/run.mjs"));

export const startCommand = isCheckout ? "npm start" : "./parley start";
export const commandLine = isCheckout ? "npm run parley --" : "./parley";
