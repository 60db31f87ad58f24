import type { MailDocument } from "./mail-document.ts";

/** The bytes have their own memory, so that a thread can transfer them. */
export const writeDocument = (document: MailDocument): Buffer =>
  Buffer.from(new TextEncoder().encode(JSON.stringify(document)).buffer);
