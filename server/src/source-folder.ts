import { join } from "node:path";

/** The server's source, which holds files that are read at run time. Also in the built server, whose folder is beside it. */
export const sourceFolder = join(import.meta.dirname, "../src");
