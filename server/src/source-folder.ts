import { join } from "node:path";

/**
 * The server's source, which holds files that are read at run time. The built server finds it beside its own folder.
 */
export const sourceFolder = join(import.meta.dirname, "../src");
