/** Makes any image a small square one, without metadata such as its location. */
import { rm, writeFile } from "node:fs/promises";
import type { Context } from "../../floor/context.ts";
import { incomingPath } from "../storage/incoming.ts";

/** Null for content that is no picture, "busy" while the company's other files are decoded. */
export async function makeSquare(
  { config, decoder }: Pick<Context, "config" | "decoder">,
  companyId: string,
  image: Buffer,
): Promise<Buffer | null | "busy"> {
  const path = await incomingPath(config);
  try {
    await writeFile(path, image, { flag: "wx", mode: 0o600 });
    return await decoder.square(companyId, path);
  } finally {
    await rm(path, { force: true });
  }
}
