/** The content of a mail's frame: sanitised HTML, with and without quotes and signature. It is stored as a file. */
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import type { Context } from "../../floor/context.ts";

const mailDocument = z.object({ shown: z.string(), whole: z.string() });
export type MailDocument = z.infer<typeof mailDocument>;

export async function readDocument(
  { files }: Pick<Context, "files">,
  storageKey: string,
): Promise<MailDocument> {
  return mailDocument.parse(JSON.parse(String(await buffer(await files.read(storageKey)))));
}
