import type { MailDocument } from "./mail-document.ts";

/** Bytes in memory of their own, so that a thread can hand them over whole. */
export const writeDocument = (document: MailDocument): Buffer =>
  Buffer.from(new TextEncoder().encode(JSON.stringify(document)).buffer);
